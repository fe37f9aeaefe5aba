//! Lists the files of the page, with a compressed copy of each where that is smaller.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> io::Result<()> {
    let page = PathBuf::from(env("CARGO_MANIFEST_DIR")).join("page");
    let out = PathBuf::from(env("OUT_DIR"));
    println!("cargo::rerun-if-changed=page");
    let mut files = Vec::new();
    collect(&page, &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for (number, file) in files.iter().enumerate() {
        let bytes = fs::read(file)?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&bytes)?;
        let packed = encoder.finish()?;
        let packed = if packed.len() < bytes.len() {
            let path = out.join(format!("{number}.gz"));
            fs::write(&path, packed)?;
            format!("Some(include_bytes!({path:?}))")
        } else {
            "None".into()
        };
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let parts: Vec<_> =
            file.strip_prefix(&page).into_iter().flatten().map(|part| part.to_string_lossy()).collect();
        let (path, tag) = (format!("/{}", parts.join("/")), format!("\"{:016x}\"", hasher.finish()));
        list += &format!(
            "    File {{ path: {path:?}, tag: {tag:?}, bytes: include_bytes!({file:?}), gzip: {packed} }},\n"
        );
    }
    fs::write(out.join("files.rs"), list + "]\n")
}

/// All files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // A folder is watched for its entries, not for what is below them.
        println!("cargo::rerun-if-changed={}", path.display());
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

fn env(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}
