//! What DataFusion says of a fault, as a person wants to read it.

use datafusion::common::DataFusionError;

const BUG: &str = " This issue was likely caused by a bug in DataFusion's code. Please help us to resolve this by filing \
                   a bug report in our issue tracker: https://github.com/apache/datafusion/issues.";

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
        DataFusionError::ResourcesExhausted(what) => {
            format!("the query needs more memory than --memory grants: {what}")
        }
        DataFusionError::Collection(errors) if !errors.is_empty() => return told(&errors[0]),
        error => error.message().into_owned(),
    };
    let message = message.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    // Of faults in queries as well.
    let message = message.replace(BUG, "");
    // Where tables are that have no other place.
    format!("{place}{}", message.replace("datafusion.public.", ""))
}
