//! What DataFusion says of a fault, as a person wants to read it.

use datafusion::common::DataFusionError;

/// One line, with the place in the query where it is known.
pub fn told(error: &DataFusionError) -> String {
    let place = error.diagnostic().and_then(|diagnostic| diagnostic.span).map(|span| span.start);
    let place =
        place.map(|place| format!("line {}, column {}: ", place.line, place.column)).unwrap_or_default();
    let root = error.find_root();
    let message = match root {
        DataFusionError::SQL(error, _) => {
            error.to_string().trim_start_matches("sql parser error: ").to_owned()
        }
        DataFusionError::SchemaError(error, _) => error.to_string(),
        DataFusionError::Collection(errors) if !errors.is_empty() => return told(&errors[0]),
        error => error.message().into_owned(),
    };
    let message = message.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    // Where tables are that have no other place.
    format!("{place}{}", message.replace("datafusion.public.", ""))
}
