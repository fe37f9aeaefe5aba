//! What DuckDB reads at the end of an extension before it loads it.

/// The version of the C API that is asked for: the first that is stable, and the latest that is.
pub(crate) const API: &str = "v1.2.0";

/// A section of WebAssembly without contents but the signature, as DuckDB's own tools write it: 512 bytes.
const HEAD: &[u8] = b"\0\x93\x04\x10duckdb_signature\x80\x04";
const FIELD: usize = 32;
const SIGNATURE: usize = 256;

/// The bytes that make an extension for that platform of a library.
///
/// ```
/// let footer = chess_arbiter_duckdb::footer("linux_amd64");
/// assert_eq!(&footer[footer.len() - 288..][..3], b"4\0\0");
/// ```
pub fn footer(platform: &str) -> Vec<u8> {
    let version = concat!("v", env!("CARGO_PKG_VERSION"));
    let fields = ["", "", "", "C_STRUCT", version, API, platform, "4"];
    let mut bytes = HEAD.to_vec();
    for field in fields {
        let end = bytes.len() + FIELD;
        bytes.extend(field.bytes().take(FIELD));
        bytes.resize(end, 0);
    }
    bytes.resize(bytes.len() + SIGNATURE, 0);
    bytes
}

/// What DuckDB calls the platform that this is compiled for.
pub fn platform() -> String {
    let system = match std::env::consts::OS {
        "macos" => "osx",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    let library = if cfg!(target_env = "musl") { "_musl" } else { "" };
    format!("{system}_{processor}{library}")
}
