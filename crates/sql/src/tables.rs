//! Files as tables.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use chess_arbiter_companion::Failure;
use datafusion::catalog::TableProvider;
use datafusion::common::GetExt;
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::file_format::csv::CsvFormat;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::file_format::json::JsonFormat;
use datafusion::datasource::file_format::parquet::ParquetFormat;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::execution::context::SessionState;
use url::Url;

use crate::told::told;

/// How the rows of a file are laid out, by the end of its name.
fn format(name: &str) -> Option<(Arc<dyn FileFormat>, String)> {
    let name = name.to_ascii_lowercase();
    let packings = [
        FileCompressionType::GZIP,
        FileCompressionType::BZIP2,
        FileCompressionType::XZ,
        FileCompressionType::ZSTD,
    ];
    let packing = packings.into_iter().find(|packing| name.ends_with(&packing.get_ext()));
    let packing = packing.unwrap_or(FileCompressionType::UNCOMPRESSED);
    let (_, extension) = name.strip_suffix(&packing.get_ext())?.rsplit_once('.')?;
    let csv = |delimiter| {
        Arc::new(
            CsvFormat::default()
                .with_has_header(true)
                .with_delimiter(delimiter)
                .with_file_compression_type(packing),
        )
    };
    let format: Arc<dyn FileFormat> = match extension {
        "parquet" if packing == FileCompressionType::UNCOMPRESSED => Arc::new(ParquetFormat::default()),
        "csv" => csv(b','),
        "tsv" => csv(b'\t'),
        "json" | "jsonl" | "ndjson" => Arc::new(JsonFormat::default().with_file_compression_type(packing)),
        _ => return None,
    };
    Some((format, format!(".{extension}{}", packing.get_ext())))
}

/// Whether a name in a query is that of files.
pub(crate) fn is_path(name: &str) -> bool {
    format(name).is_some() || name.contains(['/', std::path::MAIN_SEPARATOR]) || Path::new(name).is_dir()
}

const KNOWN: &str = "expected a name that ends with .parquet, .csv, .tsv, .json, .jsonl or .ndjson, all but Parquet perhaps \
                     with .gz, .bz2, .xz or .zst";

/// The rows of a file, of the files of a folder, or of those that a pattern names.
pub(crate) async fn table(path: &str, state: &SessionState) -> Result<Arc<dyn TableProvider>, Failure> {
    let wrong = |what: &dyn std::fmt::Display| Failure::Work(format!("{path}: {what}"));
    let is_pattern = path.contains(['*', '?', '[']) && !Path::new(path).exists();
    let (format, extension) = match format(path) {
        Some(format) => format,
        None if is_pattern => return Err(wrong(&KNOWN)),
        None => of_folder(path).map_err(|what| wrong(&what))?,
    };
    if is_pattern {
        let mut files = glob::glob(path).map_err(|error| wrong(&error))?;
        files.next().ok_or_else(|| wrong(&"no file has such a name"))?.map_err(|error| wrong(&error))?;
    } else {
        fs::metadata(path).map_err(|error| wrong(&error))?;
    }
    let told = |error| wrong(&told(&error));
    let url = url(path).map_err(|error| wrong(&error))?;
    let options = ListingOptions::new(format).with_file_extension(extension);
    let schema = options.infer_schema(state, &url).await.map_err(told)?;
    if schema.fields().is_empty() {
        return Err(wrong(&"there are no columns"));
    }
    let config = ListingTableConfig::new(url).with_listing_options(options).with_schema(schema);
    Ok(Arc::new(ListingTable::try_new(config).map_err(told)?))
}

/// Where it is. What exists is no pattern, whatever letters its name has.
fn url(path: &str) -> Result<ListingTableUrl, String> {
    let is_plain = !path.contains(['*', '?', '[']);
    if is_plain || !Path::new(path).exists() {
        return ListingTableUrl::parse(path).map_err(|error| told(&error));
    }
    let place = std::path::absolute(path).map_err(|error| error.to_string())?;
    let url = if place.is_dir() { Url::from_directory_path(place) } else { Url::from_file_path(place) };
    let url = url.map_err(|()| "expected the path of a file")?;
    ListingTableUrl::try_new(url, None).map_err(|error| told(&error))
}

/// The format of the files of a folder, which is one.
fn of_folder(path: &str) -> Result<(Arc<dyn FileFormat>, String), String> {
    if !fs::metadata(path).map_err(|error| error.to_string())?.is_dir() {
        return Err(KNOWN.into());
    }
    let mut found: Option<(Arc<dyn FileFormat>, String)> = None;
    for entry in fs::read_dir(path).map_err(|error| error.to_string())? {
        let name = entry.map_err(|error| error.to_string())?.file_name();
        let Some(format) = format(&name.to_string_lossy()) else { continue };
        match &found {
            Some((_, extension)) if *extension != format.1 => {
                return Err(format!("expected files of one format, found {extension} and {}", format.1));
            }
            _ => found = Some(format),
        }
    }
    found.ok_or_else(|| "expected a file, or a folder of files of one format".into())
}
