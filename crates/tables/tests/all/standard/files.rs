//! Tables of endings on disk.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chess_arbiter::board::{Board, Color, Setup, Square};
use chess_arbiter::limits::Limits;
use chess_arbiter::moves::legal_moves;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::win::{Asked, MateSolver, Oracle, OracleValue, Plies, Solve, WinAnswer};
use chess_arbiter_tables::build::{BuildProgress, BuildSettings, build};
use chess_arbiter_tables::file::{TableFile, name};
use chess_arbiter_tables::material::Class;
use chess_arbiter_tables::standard::{Endings, NoValue};
use chess_arbiter_tables::stats::Figures;
use chess_arbiter_tables::verify::{VerifyError, verify};
use chess_arbiter_tables::{BuildError, TableFault};

use super::{ENDINGS, slow};
use crate::common::{built, class, folder};

/// One class of a pair has a file; both are counted there, as they are counted in memory, and both are right.
#[test]
fn a_file_for_a_pair() {
    let folder = folder("endings");
    built(&folder, [class("KPvK"), class("KRvKB"), class("KBBvK")]);
    let mut files: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(files.len(), 8, "{files:?}");
    for file in files {
        let class = chess_arbiter_tables::file::class_of(&file).unwrap();
        let table = TableFile::open(&folder, class).unwrap().unwrap();
        for (class, counts) in table.pair_counts() {
            assert_eq!(Figures::of(class, counts), ENDINGS.figures(class, &|| false).unwrap());
            let checked =
                verify(&folder, class, None, 0, &Default::default(), &AtomicBool::default()).unwrap();
            assert_eq!(checked.entries, Figures::of(class, counts).entries);
        }
    }
    asked_often(&folder);
}

/// What is at hand stays so however often it is asked, with whatever memory, of either class of a pair; what
/// it leads to is solved with it where it has no table.
fn asked_often(folder: &Path) {
    let positions: [Position; 2] = ["8/8/8/3k4/8/8/2b5/K6R w - - 0 1", "8/8/8/3k4/8/8/2b5/K6R b - - 0 1"]
        .map(|fen| fen.parse().unwrap());
    let ask = |endings: &Endings, position: &Position, stop: bool| {
        Oracle::value(endings, Asked::of(position).unwrap(), &|| stop)
    };
    for memory in [1 << 30, 1_000_000] {
        let endings = Endings::new(memory, 1).with_folder(folder, |error| panic!("{error}"));
        for position in &positions {
            let expected = Some(ENDINGS.value(position, &|| false).unwrap());
            assert_eq!(ask(&endings, position, false), expected);
            for times in 0..2_500 {
                assert_eq!(ask(&endings, position, true), expected, "{position}, {memory} bytes, {times}");
            }
        }
    }
    let alone = folder.join("alone");
    fs::create_dir_all(&alone).unwrap();
    for class in ["KRvKB", "KBvKR"].map(class) {
        // Only one of them has a file.
        let _ = fs::copy(folder.join(name(class)), alone.join(name(class)));
    }
    let endings = Endings::new(1 << 30, 1).with_folder(&alone, |error| panic!("{error}"));
    let captured = "8/8/8/3k4/8/8/1K6/7R b - - 0 1".parse().unwrap();
    assert!(ask(&endings, &positions[0], false).is_some());
    assert_eq!(ask(&endings, &captured, true), Some(ENDINGS.value(&captured, &|| false).unwrap()));
    fs::remove_dir_all(alone).unwrap();
}

/// A table in which one entry is changed, with all checksums made right again, is found out.
#[test]
fn a_wrong_entry_is_found() {
    let folder = folder("endings-wrong");
    built(&folder, [class("KQvK")]);
    let stored =
        ["KQvK", "KvKQ"].map(class).into_iter().find(|class| folder.join(name(*class)).exists()).unwrap();
    let path = folder.join(name(stored));
    let good = fs::read(&path).unwrap();
    // Header, one block in the index, checksum, block.
    let values = 8 + 4 + 4 + 10 + 4;
    let fixed = values + 4 + 2 * (4 + 2 * 8 * usize::from(good[values]));
    let values = zstd::bulk::decompress(&good[fixed + 20..], 1 << 20).unwrap();
    let mut found = 0;
    for (at, entry) in [(5_000, 7), (12_000, 0), (20_001, 9), (25_000, 30)] {
        let mut values = values.clone();
        if values[at] == entry {
            continue;
        }
        values[at] = entry;
        let packed = zstd::bulk::compress(&values, 3).unwrap();
        let mut bytes = good[..fixed + 8].to_vec();
        bytes.extend_from_slice(&(packed.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&packed).to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
        bytes.extend_from_slice(&packed);
        fs::write(&path, bytes).unwrap();
        let both = [stored, stored.swapped()]
            .map(|class| verify(&folder, class, None, 0, &Default::default(), &AtomicBool::default()));
        let wrong = |checked: &Result<_, VerifyError>| {
            matches!(checked, Err(VerifyError::Wrong { .. } | VerifyError::Counts(_)))
        };
        // An entry that no position has is nobody's.
        found += usize::from(both.iter().any(wrong));
    }
    assert!(found >= 2, "{found}");
}

#[test]
fn damage_is_refused_and_built_again() {
    let folder = folder("endings-damage");
    built(&folder, [class("KRvK")]);
    let stored =
        ["KRvK", "KvKR"].map(class).into_iter().find(|class| folder.join(name(*class)).exists()).unwrap();
    let path = folder.join(name(stored));
    let good = fs::read(&path).unwrap();
    let last = good.len() - 1;
    let changed = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        bytes
    };
    let foreign = [b"arb4x4\r\n", &good[8..]].concat();
    let cases = [
        ("not a table of Arbiter", foreign),
        ("and version 3 is read: it has to be built again", changed(8)),
        ("truncated or extended", good[..last].to_vec()),
        ("the checksum of the header is wrong", changed(300)),
        ("the checksum of a block is wrong", changed(last)),
        ("holds the class", changed(16)),
    ];
    for (expected, bytes) in cases {
        fs::write(&path, bytes).unwrap();
        for class in [stored, stored.swapped()] {
            let refused =
                verify(&folder, class, None, 0, &Default::default(), &AtomicBool::default()).unwrap_err();
            let said = refused.to_string();
            assert!(said.contains(expected) && said.contains(&name(stored)), "{expected}: {said}");
        }
    }
    // More positions than the class has, or more with half as many forms than with the value, and the
    // checksum of the header made right again: after magic, version, block, class, length, how many values
    // are counted and their checksum. More values than an entry has room for are refused whatever follows.
    let values = 8 + 4 + 4 + 10 + 4;
    let (first, counted) = (values + 8, usize::from(good[values]));
    let index = first - 4 + 2 * (4 + 2 * 8 * counted);
    let does_not_fit = "what is counted does not fit its class";
    for (at, expected) in [
        (first, does_not_fit),
        (first + 7, does_not_fit),
        (first + 8 * counted + 3, does_not_fit),
        (first + 16 * counted + 4, does_not_fit),
        (values + 1, "more values are counted than there are"),
    ] {
        let mut bytes = changed(at);
        let checksum = crc32fast::hash(&bytes[..index + 16]);
        bytes[index + 16..index + 20].copy_from_slice(&checksum.to_le_bytes());
        fs::write(&path, bytes).unwrap();
        let said = TableFile::open(&folder, stored).unwrap_err().to_string();
        assert!(said.contains(expected), "{said}");
    }
    // What is damaged or of an earlier version gives way, of whichever of the pair it is.
    let earlier = [&good[..8], &[1], &good[9..]].concat();
    let other = folder.join(name(stored.swapped()));
    for (path, bytes) in [(&path, &good[..last]), (&path, &earlier), (&other, &earlier)] {
        fs::remove_file(folder.join(name(stored))).unwrap();
        fs::write(path, bytes).unwrap();
        built(&folder, [class("KRvK")]);
        assert!(fs::read(folder.join(name(stored))).unwrap() == good && !other.exists());
    }
    // A later one does not.
    fs::write(&path, [&good[..8], &[9], &good[9..]].concat()).unwrap();
    let interrupt = AtomicBool::new(false);
    let (options, progress) = (BuildSettings::default(), BuildProgress::default());
    let error = build(&folder, [class("KRvK")], &options, &progress, &interrupt, |_| {}).unwrap_err();
    assert!(error.to_string().contains("a table of version 9, and version 3 is read"), "{error}");
    fs::write(&path, b"mine").unwrap();
    let error = build(&folder, [class("KRvK")], &options, &progress, &interrupt, |_| {}).unwrap_err();
    assert!(
        matches!(&error, BuildError::File(error) if matches!(error.fault, TableFault::Foreign)),
        "{error}"
    );
    // Six men are too many.
    let error = build(&folder, [class("KQQvKRR")], &options, &progress, &interrupt, |_| {}).unwrap_err();
    assert!(matches!(error, BuildError::TooLarge(_)), "{error}");
}

/// Who builds where somebody else does is told so, and finds the tables when that one has ended.
#[cfg(unix)]
#[test]
fn one_builds_at_a_time() {
    let folder = folder("busy");
    let other = fs::File::open(&folder).unwrap();
    other.lock().unwrap();
    let interrupt = AtomicBool::new(false);
    let (options, progress) = (BuildSettings::default(), BuildProgress::default());
    let error = build(&folder, [class("KRvK")], &options, &progress, &interrupt, |_| {}).unwrap_err();
    assert!(error.to_string().ends_with(": another process is building tables here"), "{error}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    drop(other);
    built(&folder, [class("KRvK")]);
}

#[test]
fn stopped_and_begun_again() {
    let (whole, parts) = (folder("endings-whole"), folder("endings-parts"));
    let wanted = [class("KQvKR")];
    built(&whole, wanted);
    let mut stops = 0;
    for attempt in 0_u64.. {
        let interrupt = AtomicBool::new(attempt == 0);
        let result = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(20 + 15 * attempt * attempt));
                interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
            });
            let (options, progress) = (BuildSettings::default(), BuildProgress::default());
            build(&parts, wanted, &options, &progress, &interrupt, |_| ())
        });
        match result {
            Ok(()) => break,
            Err(BuildError::Interrupted) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(stops > 0);
    for entry in fs::read_dir(&whole).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(fs::read(whole.join(&name)).unwrap() == fs::read(parts.join(&name)).unwrap(), "{name:?}");
    }
}

/// Whoever waits is told of each pair when it is written, one after another, and when another cannot be; what
/// an earlier version kept of a pair of few men is taken away.
#[test]
fn told_of_in_order() {
    let build_in = |folder: &Path| {
        let (mut told, never) = (Vec::new(), AtomicBool::new(false));
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let ended = one.install(|| {
            let (options, progress) = (BuildSettings::default(), BuildProgress::default());
            build(folder, [class("KQvKR")], &options, &progress, &never, |done| {
                let is_there = |(class, _): &(Class, _)| folder.join(name(*class)).exists();
                assert!(done.classes.iter().any(is_there), "{done:?}");
                told.push(done.classes[0].0.to_string());
            })
        });
        (told, ended)
    };
    let whole = folder("endings-in-order");
    let part = whole.join("KQvKR.arb8.part");
    fs::create_dir_all(&whole).unwrap();
    fs::write(&part, "what was kept").unwrap();
    let (told, ended) = build_in(&whole);
    ended.unwrap();
    assert_eq!(told, ["KvK", "KRvK", "KQvK", "KQvKR"]);
    assert!(!part.exists());

    let broken = folder("endings-not-written");
    fs::create_dir_all(&broken).unwrap();
    let stored = ["KQvKR", "KRvKQ"].into_iter().find(|pair| whole.join(name(class(pair))).exists()).unwrap();
    fs::create_dir_all(broken.join(format!("{}.new", name(class(stored))))).unwrap();
    let (told, ended) = build_in(&broken);
    assert_eq!(told, ["KvK", "KRvK", "KQvK"]);
    assert!(matches!(ended, Err(BuildError::File(_))), "{ended:?}");
}

/// Where a class has no table, nothing is said of those that lead to it.
#[test]
fn a_missing_table_is_named() {
    let folder = folder("endings-missing");
    built(&folder, [class("KRvKN")]);
    let gone = ["KRvK", "KvKR"].map(|name| folder.join(self::name(class(name))));
    gone.iter().filter(|path| path.exists()).for_each(|path| fs::remove_file(path).unwrap());
    for name in ["KRvKN", "KNvKR"] {
        let refused = verify(&folder, class(name), None, 0, &Default::default(), &AtomicBool::default());
        let Err(VerifyError::MissingNext(_, next)) = refused else { panic!("{name}: {refused:?}") };
        assert!(["KRvK", "KvKR"].contains(&next.to_string().as_str()), "{name}: {next}");
    }
}

/// A table whose class is damaged in the middle is built again, and where both of a pair have one, the other
/// answers meanwhile. Each is told of once.
#[test]
fn damage_in_the_middle() {
    let folder = folder("endings-middle");
    built(&folder, [class("KRvK")]);
    let path = ["KRvK", "KvKR"].map(|name| folder.join(self::name(class(name))));
    let path = path.iter().find(|path| path.exists()).unwrap();
    let good = fs::read(path).unwrap();
    let mut bad = good.clone();
    let at = bad.len() - 100;
    bad[at] ^= 1;
    fs::write(path, &bad).unwrap();
    let refused = std::sync::Arc::new(std::sync::atomic::AtomicU32::default());
    let counted = refused.clone();
    let endings = Endings::new(1 << 30, 1).with_folder(&folder, move |_| {
        counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    });
    let rook = "4k3/8/8/8/8/8/8/4K2R w - - 0 1".parse().unwrap();
    for _ in 0..3 {
        assert_eq!(endings.value(&rook, &|| false).unwrap(), OracleValue::Win(Plies(21)));
    }
    assert_eq!(refused.load(std::sync::atomic::Ordering::Relaxed), 1);
    built(&folder, [class("KRvK")]);
    assert!(fs::read(path).unwrap() == good);
}

/// Five men: a table has one class of a pair, the values of the other are what the moves make them.
/// `ARBITER_LONG=1`: classes with wins of more plies than a byte has room for while they are solved.
#[test]
fn five_men() {
    let folder = folder("endings-five");
    let large = [("KNNNvK", 41), ("KQRvKQ", 133), ("KBNvKN", 213)];
    let count = if std::env::var_os("ARBITER_LONG").is_some() { large.len() } else { 1 };
    let large = &large[..count];
    built(&folder, large.iter().map(|(name, _)| class(name)));
    let endings = Endings::new(1 << 30, 2).with_folder(&folder, |error| panic!("{error}"));
    let mut chance = 3_u64;
    let mut random = |below: u64| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) % below
    };
    for &(name, longest) in large {
        let class = class(name);
        let table =
            [class, class.swapped()].iter().find_map(|class| TableFile::open(&folder, *class).unwrap());
        let figures: Vec<Figures> =
            table.unwrap().pair_counts().map(|(class, counts)| Figures::of(class, counts)).collect();
        assert_eq!(figures.iter().filter_map(|figures| figures.longest_win).max(), Some(longest), "{name}");
        for class in [class, class.swapped()] {
            verify(&folder, class, Some(20_000), 1, &Default::default(), &AtomicBool::default()).unwrap();
        }
        let (mut seen, mut won, mut known) = (0, 0, Vec::new());
        while seen < 200 {
            let mut board = Board::EMPTY;
            for man in slow::men(class) {
                board.put(Square::wrap(random(64) as u8), man);
            }
            let turn = Color::BOTH[random(2) as usize];
            let Ok(position) = Position::new(&Setup::new(board, turn), Policy::Movable) else { continue };
            let value = |position: &Position| endings.value(position, &|| false).unwrap();
            let best = endings.moves(&position, &|| false).unwrap().first().map(|&(_, value)| value);
            let over =
                if position.checkers().has_any() { OracleValue::Lost(Plies(0)) } else { OracleValue::Never };
            assert_eq!(value(&position), best.unwrap_or(over), "{position}");
            seen += 1;
            won += u32::from(matches!(value(&position), OracleValue::Win(_) | OracleValue::Lost(_)));
            known.push((position, value(&position)));
        }
        assert!(won > 20, "{name}: {won}");
        solved_at_once(&folder, &known);
        earlier_versions(&folder, class, &known);
        missing_solved_first(&folder, class, &known);
        changed_in_use(&folder, class, &known);
    }
    let other = "8/8/8/4k3/8/8/PPP5/K7 w - - 0 1".parse().unwrap();
    assert_eq!(endings.value(&other, &|| false), Err(NoValue::NoTable(class("KPPPvK"))));
}

/// Files of five men of version 3, which left nothing open, are read as those of version 4 are. Earlier ones
/// are not read, nor are later ones.
fn earlier_versions(folder: &Path, class: Class, known: &[(Position, OracleValue)]) {
    let stored = [class, class.swapped()].into_iter().find(|class| folder.join(name(*class)).exists());
    let stored = stored.unwrap();
    let path = folder.join(name(stored));
    let good = fs::read(&path).unwrap();
    // Magic, version, block, class, length, how many values are counted; these, and an index of blocks.
    let counted = 8 + 4 + 4 + 10 + 4;
    let [len, counted] =
        [counted - 4, counted].map(|at| u32::from_le_bytes(*good[at..].first_chunk().unwrap()));
    let end =
        8 + 4 + 4 + 10 + 4 + 4 + 2 * (4 + 2 * 8 * counted as usize) + 16 * len.div_ceil(1 << 22) as usize;
    for (version, read) in [(2, false), (3, true), (4, true), (5, false)] {
        let mut bytes = good.clone();
        bytes[8] = version;
        let checksum = crc32fast::hash(&bytes[..end]);
        bytes[end..end + 4].copy_from_slice(&checksum.to_le_bytes());
        fs::write(&path, bytes).unwrap();
        match TableFile::open(folder, stored) {
            Ok(table) => assert!(read && table.is_some()),
            Err(error) => {
                let expected = format!("a table of version {version}, and version 4 is read");
                assert!(!read && error.to_string().contains(&expected), "{error}");
                continue;
            }
        }
        let endings = Endings::new(1 << 30, 1).with_folder(folder, |error| panic!("{error}"));
        for (position, value) in known {
            assert_eq!(endings.value(position, &|| false).as_ref(), Ok(value), "{position}");
        }
    }
    fs::write(path, good).unwrap();
}

/// What tables at hand say is said soon, and not when a search has taken as long as to unpack all of them.
fn solved_at_once(folder: &Path, known: &[(Position, OracleValue)]) {
    let endings = Arc::new(Endings::new(1 << 30, 1).with_folder(folder, |error| panic!("{error}")));
    // Of a king alone it is said without tables that it never mates.
    let armed = known.iter().filter(|(position, _)| position.board().color(position.turn()).len() > 1);
    for (position, value) in armed.take(40) {
        let mut solver = MateSolver::new(Limits { nodes: Some(200_000), ..Limits::default() });
        solver.set_oracle(endings.clone());
        let expected = match *value {
            OracleValue::Win(plies) => WinAnswer::Win { plies, shortest: true },
            OracleValue::Lost(plies) => WinAnswer::Lost { plies },
            OracleValue::Never => WinAnswer::Never,
        };
        assert_eq!(solver.shortest(position), expected, "{position}");
        if let WinAnswer::Win { plies, .. } = expected {
            assert_eq!(solver.line(position, expected).unwrap().len(), plies.0 as usize, "{position}");
        }
    }
}

/// With no table but the largest, what it leads to is solved when a position is first asked about, where that
/// can be stopped; afterwards all of it is at hand.
fn missing_solved_first(folder: &Path, class: Class, known: &[(Position, OracleValue)]) {
    let alone = folder.join("alone");
    fs::create_dir_all(&alone).unwrap();
    for class in [class, class.swapped()] {
        // Only one of them has a file.
        let _ = fs::copy(folder.join(name(class)), alone.join(name(class)));
    }
    let all = Endings::new(1 << 30, 1).with_folder(folder, |error| panic!("{error}"));
    let endings = Endings::new(1 << 30, 1).with_folder(&alone, |error| panic!("{error}"));
    let ask = |endings: &Endings, position: &Position, stop: bool| {
        Oracle::value(endings, Asked::of(position).unwrap(), &|| stop)
    };
    assert_eq!(ask(&endings, &known[0].0, true), None);
    let mut captures = 0;
    for (position, value) in known {
        assert_eq!(ask(&endings, position, false), Some(*value), "{position}");
        for mv in legal_moves(position) {
            let next = position.play(mv);
            if next.board().occupied().len() < position.board().occupied().len() {
                assert_eq!(ask(&endings, &next, true), ask(&all, &next, false), "{next}");
                captures += 1;
            }
        }
    }
    assert!(captures > 10, "{captures}");
    fs::remove_dir_all(alone).unwrap();
}

/// A table that is read block by block and cut short, overwritten or gone meanwhile: what was read is right,
/// the rest is not known, which is told once, and nothing ends the process.
fn changed_in_use(folder: &Path, class: Class, known: &[(Position, OracleValue)]) {
    let paths = [class, class.swapped()].map(|class| folder.join(name(class)));
    let path = paths.iter().find(|path| path.exists()).unwrap();
    let good = fs::read(path).unwrap();
    let cut = |len| fs::File::options().write(true).open(path).unwrap().set_len(len).unwrap();
    let changes: [&dyn Fn(); 4] = [
        &|| cut(good.len() as u64 / 2),
        &|| cut(0),
        &|| fs::write(path, vec![7; good.len()]).unwrap(),
        &|| fs::remove_file(path).unwrap(),
    ];
    for change in changes {
        fs::write(path, &good).unwrap();
        let told = std::sync::Arc::new(std::sync::atomic::AtomicU32::default());
        let counted = told.clone();
        let endings = Endings::new(1 << 30, 1).with_folder(folder, move |_| {
            counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        });
        // Some have no moves, and ask no table.
        for (position, value) in &known[..3] {
            assert_eq!(endings.value(position, &|| false).as_ref(), Ok(value));
        }
        change();
        let answers = known.iter().map(|(position, value)| (endings.value(position, &|| false), value));
        let answered = answers.filter(|(answer, value)| match answer {
            Ok(answer) => {
                assert_eq!(answer, *value);
                true
            }
            Err(_) => false,
        });
        assert!(answered.count() < known.len());
        assert_eq!(told.load(std::sync::atomic::Ordering::Relaxed), 1);
    }
    fs::write(path, &good).unwrap();
}
