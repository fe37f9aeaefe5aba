//! A query and the files that it names.

use std::collections::HashSet;
use std::str::FromStr;

use chess_arbiter_companion::Failure;
use datafusion::common::{DataFusionError, TableReference};
use datafusion::execution::context::SQLOptions;
use datafusion::logical_expr::LogicalPlan;
use datafusion::prelude::SessionContext;

use crate::tables::{is_path, table};
use crate::told::told;

/// The meaning of a query about tables and about files, which stand in quotes. It cannot change anything.
///
/// # Errors
/// A file cannot be read, or the query makes no sense.
pub async fn planned(
    context: &SessionContext,
    query: &str,
    tables: &[Table],
) -> Result<LogicalPlan, Failure> {
    let failed = |error: DataFusionError| Failure::Work(told(&error));
    let mut known = HashSet::new();
    if let Some(twice) = tables.iter().find(|named| !known.insert(&named.name)) {
        return Err(Failure::Usage(format!("--table: there are two that are named {}", twice.name)));
    }
    for named in tables {
        let provider = table(&named.path, &context.state()).await?;
        context.register_table(TableReference::bare(named.name.as_str()), provider).map_err(failed)?;
    }

    let state = context.state();
    let dialect = state.config_options().sql_parser.dialect;
    let statement = state.sql_to_statement(query, &dialect).map_err(failed)?;
    for reference in state.resolve_table_references(&statement).map_err(failed)? {
        let name = reference.table();
        match &reference {
            TableReference::Bare { .. } if is_path(name) && !known.contains(&name.to_owned()) => {
                let provider = table(name, &state).await?;
                context.register_table(reference, provider).map_err(failed)?;
            }
            TableReference::Bare { .. } => {}
            // A name with a dot that nobody put in quotes.
            _ if is_path(&reference.to_string()) => {
                let message = format!("names of files stand in quotes: FROM '{reference}'");
                return Err(Failure::Work(message));
            }
            _ => {}
        }
    }
    let plan = context.state().statement_to_plan(statement).await.map_err(failed)?;
    let asks = SQLOptions::new().with_allow_ddl(false).with_allow_dml(false).with_allow_statements(false);
    asks.verify_plan(&plan).map_err(failed)?;
    Ok(plan)
}

/// A file with a name, `NAME=PATH` on a command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// As queries call it.
    pub name: String,
    /// A file, a folder, or a pattern.
    pub path: String,
}

impl FromStr for Table {
    type Err = String;

    fn from_str(text: &str) -> Result<Table, String> {
        match text.split_once('=') {
            Some((name, path)) if !name.is_empty() && !path.is_empty() => {
                Ok(Table { name: name.into(), path: path.into() })
            }
            _ => Err("expected NAME=PATH such as games=games.parquet".into()),
        }
    }
}
