//! The state of a pair that is kept: damaged in any way it must not be used.

use crate::common;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chess_arbiter_tables::BuildError;
use chess_arbiter_tables::build::{BuildProgress, BuildSettings, build, sides};
use chess_arbiter_tables::file::name;
use common::{built, class, folder};

const PAIR: &str = "QRBvQN";
/// Where the class, the level and the longest are, and the checksum over all that.
const CLASS: usize = 12;
const LEVEL: usize = 28;
const LONGEST: usize = 29;
const CHECKSUM: usize = 30;
/// The length of the first piece.
const PIECE: usize = 34;

/// Builds the pair in a folder in which all it leads to is there; whether it was taken up.
fn again(folder: &Path) -> bool {
    for class in sides(class(PAIR)) {
        let _ = fs::remove_file(folder.join(name(class)));
    }
    let mut resumed = false;
    let interrupt = AtomicBool::new(false);
    build(folder, [class(PAIR)], &BuildSettings::default(), &BuildProgress::default(), &interrupt, |done| {
        resumed = done.resumed;
    })
    .unwrap();
    resumed
}

/// The state after some levels.
fn kept(folder: &Path) -> Vec<u8> {
    let part = folder.join(format!("{PAIR}.arb4.part"));
    let options = BuildSettings { keep_every: Duration::ZERO, ..BuildSettings::default() };
    for _ in 0..100 {
        for class in sides(class(PAIR)) {
            let _ = fs::remove_file(folder.join(name(class)));
        }
        let (progress, interrupt, over) =
            (BuildProgress::default(), AtomicBool::new(false), AtomicBool::new(false));
        let result = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    if progress.doing.lock().unwrap().is_some_and(|(_, level)| level >= 3) {
                        interrupt.store(true, Ordering::Relaxed);
                    }
                    std::thread::yield_now();
                }
            });
            let result = build(folder, [class(PAIR)], &options, &progress, &interrupt, |_| {});
            over.store(true, Ordering::Relaxed);
            result
        });
        if let (Err(BuildError::Interrupted), Ok(bytes)) = (result, fs::read(&part)) {
            return bytes;
        }
    }
    panic!("never interrupted in the middle");
}

/// With a checksum that is right.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = crc32fast::hash(&bytes[..CHECKSUM]).to_le_bytes();
    bytes[CHECKSUM..PIECE].copy_from_slice(&checksum);
    bytes
}

#[test]
fn what_is_damaged_is_begun_anew() {
    let folder = folder("checkpoints");
    built(&folder, [class(PAIR)]);
    let tables = || sides(class(PAIR)).into_iter().map(|class| fs::read(folder.join(name(class))).unwrap());
    let whole: Vec<_> = tables().collect();
    let good = kept(&folder);
    let changed = |at: usize, to: u8| {
        let mut bytes = good.clone();
        assert_ne!(bytes[at], to);
        bytes[at] = to;
        bytes
    };
    let (level, longest) = (good[LEVEL], good[LONGEST]);
    assert!(level > 2 && longest >= level, "{level} {longest}");
    let mut other = good.clone();
    // Bishops and knights have as many placements: only the class tells the two apart.
    (other[CLASS + 1], other[CLASS + 2]) = (other[CLASS + 2], other[CLASS + 1]);
    let last = good.len() - 1;
    let cases = [
        ("level, one bit", changed(LEVEL, level ^ 1)),
        ("level, another bit", changed(LEVEL, level ^ 4)),
        ("longest, one bit", changed(LONGEST, longest ^ 1)),
        ("version", changed(8, 1)),
        ("class", changed(CLASS, 2)),
        ("another class", sealed(other)),
        ("level 0", sealed(changed(LEVEL, 0))),
        ("level 1", sealed(changed(LEVEL, 1))),
        ("level above the longest", sealed(changed(LEVEL, longest + 1))),
        ("longest without room", sealed(changed(LONGEST, 124))),
        ("lengths", sealed(changed(20, good[20] ^ 1))),
        ("a piece", changed(PIECE + 40, good[PIECE + 40] ^ 1)),
        ("not whole", good[..last].to_vec()),
        ("only a start", good[..PIECE - 1].to_vec()),
    ];
    let part = folder.join(format!("{PAIR}.arb4.part"));
    for (what, bytes) in cases {
        fs::write(&part, bytes).unwrap();
        assert!(!again(&folder), "{what}");
        assert!(tables().eq(whole.iter().cloned()), "{what}");
        assert!(!part.exists(), "{what}");
    }
    fs::write(&part, &good).unwrap();
    assert!(again(&folder));
    assert!(tables().eq(whole.iter().cloned()));
}

/// The most memory this process has had at once, in KiB.
#[cfg(target_os = "linux")]
fn most_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches("kB").trim().parse().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn a_length_does_not_decide_how_much_memory_is_taken() {
    // In a process of its own: other tests take memory too.
    const ALONE: &str = "ARBITER_TEST_ALONE";
    if std::env::var_os(ALONE).is_none() {
        let test = "checkpoints::a_length_does_not_decide_how_much_memory_is_taken";
        let mut child = std::process::Command::new(std::env::current_exe().unwrap());
        assert!(child.args([test, "--exact"]).env(ALONE, "").status().unwrap().success());
        return;
    }
    let folder = folder("checkpoint-lengths");
    built(&folder, [class(PAIR)]);
    let mut bytes = kept(&folder);
    bytes.truncate(126);
    bytes[PIECE..PIECE + 4].copy_from_slice(&(1_u32 << 30).to_le_bytes());
    fs::write(folder.join(format!("{PAIR}.arb4.part")), bytes).unwrap();
    assert!(!again(&folder));
    assert!(most_memory() < 512 << 10, "{} KiB", most_memory());
}
