//! Queries before they are sent: their tables, and what they mean.

use std::path::{Path, PathBuf};

use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::datasource::file_format::options::{CsvReadOptions, JsonReadOptions, ParquetReadOptions};
use datafusion::error::Result;
use datafusion::execution::context::SQLOptions;
use datafusion::logical_expr::{Expr, ExprSchemable, LogicalPlan, LogicalPlanBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::exit::Failure;
use crate::options::Table;
use crate::session;

/// A session with the tables of a query.
pub(crate) async fn context(config: SessionConfig, tables: &[Table]) -> Result<SessionContext, Failure> {
    let state = session::state(config).map_err(Failure::query)?;
    let context = SessionContext::new_with_state(state);
    for table in tables {
        register(&context, table).await?;
    }
    Ok(context)
}

/// What is in a table.
fn extension(path: &Path) -> Result<&'static str, Failure> {
    const KNOWN: [&str; 5] = [".parquet", ".csv", ".tsv", ".jsonl", ".ndjson"];
    let unknown = || Failure::of(path, format!("expected a name that ends with {}", KNOWN.join(", ")));
    let of = |name: &Path| {
        let name = name.file_name()?.to_str()?.to_lowercase();
        KNOWN.into_iter().find(|end| name.ends_with(end))
    };
    if !path.is_dir() {
        return of(path).ok_or_else(unknown);
    }
    let wrong = |error: std::io::Error| Failure::of(path, error);
    let mut found: Vec<&'static str> = Vec::new();
    for entry in std::fs::read_dir(path).map_err(wrong)? {
        found.extend(of(&entry.map_err(wrong)?.path()));
    }
    found.sort_unstable();
    found.dedup();
    match found[..] {
        [one] => Ok(one),
        [] => Err(unknown()),
        _ => Err(Failure::of(path, format!("expected files of one kind, found {}", found.join(", ")))),
    }
}

async fn register(context: &SessionContext, table: &Table) -> Result<(), Failure> {
    let path = absolute(&table.path)?;
    let end = extension(&path)?;
    let name = table.name.as_str();
    let Some(text) = path.to_str() else {
        return Err(Failure::of(&path, "expected a path that is UTF-8"));
    };
    // A folder ends with a slash.
    let text = if path.is_dir() { format!("{text}/") } else { text.to_owned() };
    let options = CsvReadOptions::new().file_extension(end);
    let registered = match end {
        ".parquet" => context.register_parquet(name, &text, ParquetReadOptions::default()).await,
        ".csv" => context.register_csv(name, &text, options).await,
        ".tsv" => context.register_csv(name, &text, options.delimiter(b'\t')).await,
        _ => context.register_json(name, &text, JsonReadOptions::default().file_extension(end)).await,
    };
    registered.map_err(|error| Failure::of(&path, error.find_root()))
}

/// The path as all executors have it.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::fs::canonicalize(path).map_err(|error| Failure::of(path, error))
}

/// The meaning of a query: rows of tables. It cannot change anything.
pub(crate) async fn plan(context: &SessionContext, query: &str) -> Result<LogicalPlan, Failure> {
    let plan = context.state().create_logical_plan(query).await.map_err(Failure::query)?;
    let only_rows =
        SQLOptions::new().with_allow_ddl(false).with_allow_dml(false).with_allow_statements(false);
    only_rows.verify_plan(&plan).map_err(Failure::query)?;
    if matches!(plan, LogicalPlan::Explain(_) | LogicalPlan::Analyze(_) | LogicalPlan::DescribeTable(_)) {
        let message = "the cluster is asked for rows: `arbiter-sql` explains queries and describes tables";
        return Err(Failure::Usage(message.into()));
    }
    // Arrow's messages carry all texts of a view's batch with each part of it.
    without_views(plan).map_err(Failure::query)
}

fn without_views(plan: LogicalPlan) -> Result<LogicalPlan> {
    let schema = plan.schema().clone();
    if schema.fields().iter().all(|field| plain(field.data_type()) == *field.data_type()) {
        return Ok(plan);
    }
    let columns = schema.iter().map(|(table, field)| {
        let column = Expr::from((table, field));
        let wanted = plain(field.data_type());
        if wanted == *field.data_type() {
            return Ok(column);
        }
        Ok(column.cast_to(&wanted, &schema)?.alias_qualified(table.cloned(), field.name()))
    });
    let columns = columns.collect::<Result<Vec<_>>>()?;
    LogicalPlanBuilder::from(plan).project(columns)?.build()
}

/// The type with plain texts instead of views.
fn plain(found: &DataType) -> DataType {
    let of = |field: &FieldRef| -> FieldRef {
        Field::clone(field).with_data_type(plain(field.data_type())).into()
    };
    match found {
        DataType::Utf8View => DataType::Utf8,
        DataType::BinaryView => DataType::Binary,
        DataType::List(item) => DataType::List(of(item)),
        DataType::LargeList(item) => DataType::LargeList(of(item)),
        DataType::Struct(members) => DataType::Struct(members.iter().map(of).collect()),
        _ => found.clone(),
    }
}
