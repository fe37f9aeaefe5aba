//! Work that is stopped and taken up again, and files that are not as they should be.

use crate::common;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use chess_arbiter::format::fen;
use chess_arbiter::rules::Simplified;
use chess_arbiter::win::{Asked, Oracle, OracleValue, Plies};
use chess_arbiter_tables::build::{BuildProgress, BuildSettings, build};
use chess_arbiter_tables::file::{TableFile, name};
use chess_arbiter_tables::material::up_to;
use chess_arbiter_tables::probe::Tables;
use chess_arbiter_tables::simplified::index::AnyIndex;
use chess_arbiter_tables::verify::{VerifyError, verify};
use chess_arbiter_tables::{BuildError, TableFault, TooLarge};
use common::{built, class, figures, folder};

/// The files of a folder with their bytes.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn interrupted_anywhere_and_taken_up_again() {
    let (whole, parts) = (folder("whole"), folder("parts"));
    let wanted = [class("QRBvQNN")];
    built(&whole, wanted);
    let options = BuildSettings { keep_every: Duration::ZERO, ..BuildSettings::default() };
    let (mut stops, mut resumed) = (0, 0);
    for attempt in 0_u64.. {
        let interrupt = Arc::new(AtomicBool::new(false));
        let flag = interrupt.clone();
        // Later each time, so that it ends.
        let stop = thread::spawn(move || {
            thread::sleep(Duration::from_micros(400 * attempt * attempt));
            flag.store(true, Ordering::Relaxed);
        });
        let progress = BuildProgress::default();
        let result = build(&parts, wanted, &options, &progress, &interrupt, |done| {
            resumed += usize::from(done.resumed)
        });
        stop.join().unwrap();
        match result {
            Ok(()) => break,
            Err(BuildError::Interrupted) => stops += 1,
            Err(error) => panic!("{error}"),
        }
        // A process that is killed leaves what it was writing.
        fs::write(parts.join(format!("{}.new", name(wanted[0]))), b"half").unwrap();
        if attempt % 3 == 0 {
            let kept = contents(&parts).into_iter().find(|(name, _)| name.ends_with(".part"));
            if let Some((name, bytes)) = kept {
                fs::write(parts.join(name), &bytes[..bytes.len() / 2]).unwrap();
            }
        }
    }
    assert!(stops > 3 && resumed > 0, "{stops} {resumed}");
    let _ = fs::remove_file(parts.join(format!("{}.new", name(wanted[0]))));
    assert!(contents(&whole) == contents(&parts));
}

#[test]
fn every_kind_of_damage_is_refused_by_name() {
    let folder = folder("damage");
    built(&folder, [class("QRvQN"), class("QBvQN")]);
    let path = folder.join("QRvQN.arb4");
    let good = fs::read(&path).unwrap();
    let position = fen::position::<Simplified>("q3/n3/3R/1Q2 w").unwrap();
    let other = fen::position::<Simplified>("q3/n3/3B/1Q2 w").unwrap();
    let changed = |at: usize, to: u8| {
        let mut bytes = good.clone();
        bytes[at] = to;
        bytes
    };
    let last = good.len() - 1;
    let foreign = b"something else that happens to have this name".to_vec();
    let cases = [
        ("not a table of Arbiter", foreign),
        ("not a table of Arbiter", Vec::new()),
        ("a table of version 2, and version 1 is read: it has to be built again", changed(8, 2)),
        ("truncated or extended", good[..last].to_vec()),
        ("truncated or extended", good[..100].to_vec()),
        ("truncated or extended", [good.clone(), vec![0]].concat()),
        ("the checksum of the header is wrong", changed(40, good[40] ^ 1)),
        ("the checksum of a block is wrong", changed(last, good[last] ^ 1)),
        ("holds the class QBvQN", fs::read(folder.join("QBvQN.arb4")).unwrap()),
    ];
    for (expected, bytes) in cases {
        fs::write(&path, bytes).unwrap();
        let said = Arc::new(Mutex::new(Vec::new()));
        let hear = said.clone();
        let tables = Tables::new(&folder, move |error| hear.lock().unwrap().push(error.to_string()));
        for _ in 0..2 {
            assert_eq!(tables.value(Asked::of(&position).unwrap(), &|| false), None);
            assert!(tables.value(Asked::of(&other).unwrap(), &|| false).is_some());
        }
        let said = said.lock().unwrap();
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].contains("QRvQN.arb4") && said[0].contains(expected), "{said:?}");
        let refused = verify(&folder, class("QRvQN"), None, 0, &Default::default(), &Default::default());
        assert!(matches!(refused, Err(VerifyError::File(_))), "{refused:?}");
    }

    // What is damaged is built again; what is not ours is left alone.
    let again = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let interrupt = AtomicBool::new(false);
        build(
            &folder,
            [class("QRvQN")],
            &BuildSettings::default(),
            &BuildProgress::default(),
            &interrupt,
            |_| {},
        )
    };
    again(&good[..last]).unwrap();
    assert_eq!(fs::read(&path).unwrap(), good);
    again(&changed(40, good[40] ^ 1)).unwrap();
    assert_eq!(fs::read(&path).unwrap(), good);
    for bytes in [&changed(8, 2)[..], b"mine"] {
        let error = again(bytes).unwrap_err();
        assert!(
            matches!(&error, BuildError::File(error) if !matches!(error.fault, TableFault::Io(_))),
            "{error}"
        );
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

/// With the file mapped this killed the process.
#[test]
fn a_table_that_changes_while_it_is_in_use() {
    let folder = folder("changes");
    built(&folder, [class("QRNvQRN")]);
    let path = folder.join("QRNvQRN.arb4");
    let good = fs::read(&path).unwrap();
    let position = fen::position::<Simplified>("q3/2Q1/1rRn/N3 w").unwrap();
    let value = |tables: &Tables| tables.value(Asked::of(&position).unwrap(), &|| false);
    let truncated = |len| fs::File::options().write(true).open(&path).unwrap().set_len(len).unwrap();
    let cases: [(&str, &dyn Fn()); 4] = [
        ("truncated or extended: 4096 bytes, and its header says", &|| truncated(4096)),
        ("truncated or extended: 0 bytes", &|| truncated(0)),
        ("checksum of a block", &|| fs::write(&path, vec![7; good.len()]).unwrap()),
        ("", &|| fs::remove_file(&path).unwrap()),
    ];
    for (expected, change) in cases {
        fs::write(&path, &good).unwrap();
        let table = TableFile::open(&folder, class("QRNvQRN")).unwrap().unwrap();
        let said = Arc::new(Mutex::new(Vec::new()));
        let hear = said.clone();
        let tables = Tables::new(&folder, move |error| hear.lock().unwrap().push(error.to_string()));
        // Opened, and no block read yet.
        assert!(tables.table(class("QRNvQRN")).is_some());
        change();
        for error in [table.values().unwrap_err(), table.value(0).unwrap_err()] {
            let error = error.to_string();
            assert!(error.contains("QRNvQRN.arb4: ") && error.contains(expected), "{error}");
        }
        assert_eq!((value(&tables), value(&tables)), (None, None));
        let said = said.lock().unwrap();
        assert!(said.len() == 1 && said[0].contains(expected), "{said:?}");
    }
    fs::write(&path, &good).unwrap();
    let tables = Tables::new(&folder, |error| panic!("{error}"));
    assert_eq!(value(&tables), Some(OracleValue::Win(Plies(9))));
    // What is unpacked stays.
    truncated(0);
    assert_eq!(value(&tables), Some(OracleValue::Win(Plies(9))));
}

#[test]
fn too_little_memory_is_said() {
    let folder = folder("memory");
    let options = BuildSettings { memory: 800, ..BuildSettings::default() };
    let interrupt = AtomicBool::new(false);
    let error =
        build(&folder, [class("QRvQ")], &options, &BuildProgress::default(), &interrupt, |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "QRvQ needs 1098 bytes of memory, more than the 800 allowed");
}

#[test]
fn a_position_without_a_table() {
    let folder = folder("none");
    built(&folder, [class("QvQ")]);
    assert!(TableFile::open(&folder, class("QRvQ")).unwrap().is_none());
    let tables = Tables::new(&folder, |error| panic!("{error}"));
    let position = fen::position::<Simplified>("q3/n3/3R/1Q2 w").unwrap();
    assert_eq!(tables.value(Asked::of(&position).unwrap(), &|| false), None);
    let alone = fen::position::<Simplified>("4/2q1/4/1Q2 w").unwrap();
    assert_eq!(tables.value(Asked::of(&alone).unwrap(), &|| false), Some(OracleValue::Never));
    assert_eq!(figures(&folder, class("QvQ")).never, 88);
}

#[test]
fn classes_that_are_too_large_are_refused_by_name() {
    let folder = folder("large");
    // Beyond 32 bits, and between 31 and 32.
    let cases = [
        ("QRRRBBNvQRRRBBN", 9_081_072_000),
        ("QNPPvQRRBNPP", 3_408_894_720),
        ("QNNPvQRRNNPP", 2_283_240_960),
    ];
    for (name_of, len) in cases {
        let large = class(name_of);
        let refused = AnyIndex::len_of(large).unwrap_err();
        assert_eq!(refused, TooLarge { class: large, len });
        let interrupt = AtomicBool::new(false);
        let progress = BuildProgress::default();
        let error =
            build(&folder, [large], &BuildSettings::default(), &progress, &interrupt, |_| {}).unwrap_err();
        assert!(matches!(error, BuildError::TooLarge(_)), "{error}");
        assert!(error.to_string().contains("and a table has room for less than 2147483648"), "{error}");

        // Magic and version, and nothing; the same with its class.
        let path = folder.join(name(large));
        let mut bytes = b"arb4x4\r\n\x01\0\0\0".to_vec();
        fs::write(&path, &bytes).unwrap();
        let fault = TableFile::open(&folder, large).unwrap_err().fault;
        assert!(matches!(fault, TableFault::Length { found: 12, .. }), "{fault}");
        bytes.resize(5000, 0);
        fs::write(&path, &bytes).unwrap();
        let error = TableFile::open(&folder, large).unwrap_err();
        assert!(matches!(error.fault, TableFault::Misnamed(held) if held == class("QvQ")), "{error}");
        for (at, army) in [(16, large.us), (20, large.them)] {
            bytes[at..at + 4].copy_from_slice(&[army.rooks, army.bishops, army.knights, army.pawns]);
        }
        fs::write(&path, &bytes).unwrap();
        let error = TableFile::open(&folder, large).unwrap_err();
        assert!(matches!(error.fault, TableFault::TooLarge(large) if large == refused), "{error}");
        let said = error.to_string();
        assert!(said.contains(&format!("{large} has {} positions", refused.len)), "{said}");
        assert!(said.contains(&name(large)), "{said}");
        fs::remove_file(path).unwrap();
    }
    assert!(contents(&folder).is_empty());
}

#[test]
fn lengths_are_known_without_an_index() {
    let with_pawns = ["QPvQ", "QvQP", "QRPvQ", "QPPvQPP", "QRBvQNPP", "QRNPvQBPP"].map(class);
    for class in up_to(3).into_iter().chain(with_pawns) {
        assert_eq!(AnyIndex::len_of(class), Ok(AnyIndex::new(class).len()), "{class}");
    }
    assert_eq!(AnyIndex::len_of(class("QRRBNvQRRBN")), Ok(908_107_200));
}

#[test]
fn entries_that_mean_nothing_are_refused_whatever_the_checksums_say() {
    /// Where the index of blocks begins.
    const FIXED: usize = 2080;
    let folder = folder("entries");
    built(&folder, [class("QRvQN")]);
    let path = folder.join("QRvQN.arb4");
    let good = fs::read(&path).unwrap();
    let table = TableFile::open(&folder, class("QRvQN")).unwrap().unwrap();
    let values: Vec<u8> = table.values().unwrap().into_iter().map(|value| value as u8).collect();
    drop(table);
    // A single block, so that all entries are in it.
    assert_eq!(
        usize::try_from(u64::from_le_bytes(good[FIXED..FIXED + 8].try_into().unwrap())),
        Ok(FIXED + 20)
    );
    let with = |at: usize, entry: u8| {
        let mut values = values.clone();
        values[at] = entry;
        let packed = zstd::bulk::compress(&values, 9).unwrap();
        let mut bytes = good[..FIXED + 8].to_vec();
        bytes.extend_from_slice(&(packed.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&packed).to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
        bytes.extend_from_slice(&packed);
        fs::write(&path, bytes).unwrap();
    };
    // The largest that is built.
    with(0, 123);
    assert!(TableFile::open(&folder, class("QRvQN")).unwrap().unwrap().values().is_ok());
    let interrupt = AtomicBool::new(false);
    for (at, entry) in [(0, 124), (0, 125), (values.len() / 2, 128), (values.len() - 1, 254), (7, 255)] {
        with(at, entry);
        let table = TableFile::open(&folder, class("QRvQN")).unwrap().unwrap();
        let refused = [table.values().unwrap_err(), table.value(at as u32).unwrap_err()];
        assert!(refused.iter().all(|error| matches!(error.fault, TableFault::Damaged(_))), "{refused:?}");
        let checked = verify(&folder, class("QRvQN"), None, 0, &Default::default(), &interrupt);
        assert!(matches!(&checked, Err(VerifyError::File(_))), "{checked:?}");
        // Neither may anything be built on it.
        let next = [class("QRNvQN")];
        let error =
            build(&folder, next, &BuildSettings::default(), &BuildProgress::default(), &interrupt, |_| {});
        let error = error.unwrap_err().to_string();
        assert!(error.contains("QRvQN.arb4") && error.contains("damaged"), "{error}");
        assert!(!folder.join("QRNvQN.arb4").exists());
    }
}
