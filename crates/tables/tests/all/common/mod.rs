//! Folders for tests, and tables in them.
#![allow(dead_code, unreachable_pub, missing_docs)]

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use chess_arbiter_tables::build::{BuildProgress, BuildSettings, build};
use chess_arbiter_tables::file::TableFile;
use chess_arbiter_tables::material::Class;
use chess_arbiter_tables::stats::Figures;

/// An empty folder for this test.
pub fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

pub fn class(name: &str) -> Class {
    name.parse().unwrap()
}

/// Builds classes, and all they lead to.
pub fn built(folder: &Path, classes: impl IntoIterator<Item = Class>) {
    build(
        folder,
        classes,
        &BuildSettings::default(),
        &BuildProgress::default(),
        &AtomicBool::new(false),
        |_| {},
    )
    .unwrap();
}

pub fn figures(folder: &Path, class: Class) -> Figures {
    let table = TableFile::open(folder, class).unwrap().unwrap();
    Figures::of(class, table.counts())
}
