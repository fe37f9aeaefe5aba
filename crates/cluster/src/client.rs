//! Queries before they are sent: their tables, and what they mean.

use chess_arbiter_companion::Failure;
use chess_arbiter_sql::{Table, planned, told};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::datasource::listing::ListingTable;
use datafusion::datasource::source_as_provider;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{Expr, ExprSchemable, LogicalPlan, LogicalPlanBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::session;

/// What is wrong with a query, before it is sent.
pub(crate) fn wrong(error: DataFusionError) -> Failure {
    Failure::Usage(told(&error))
}

/// A session with our functions.
pub(crate) fn context(mut config: SessionConfig) -> Result<SessionContext, Failure> {
    config.options_mut().sql_parser.collect_spans = true;
    Ok(SessionContext::new_with_state(session::state(config).map_err(wrong)?))
}

/// The meaning of a query: rows of tables.
pub(crate) async fn plan(
    context: &SessionContext,
    query: &str,
    tables: &[Table],
) -> Result<LogicalPlan, Failure> {
    let plan = planned(context, query, tables).await?;
    if matches!(plan, LogicalPlan::Explain(_) | LogicalPlan::Analyze(_) | LogicalPlan::DescribeTable(_)) {
        let message = "the cluster is asked for rows: `arbiter-sql` explains queries and describes tables";
        return Err(Failure::Usage(message.into()));
    }
    unpacked(&plan)?;
    // Arrow's messages carry all texts of a view's batch with each part of it.
    without_views(plan).map_err(wrong)
}

/// An error if a table is packed: a task does not say how, and its executor would take the bytes for rows.
fn unpacked(plan: &LogicalPlan) -> Result<(), Failure> {
    let mut packed = None;
    let walked = plan.apply_with_subqueries(|node| {
        if let LogicalPlan::TableScan(scan) = node
            && let Some(table) = source_as_provider(&scan.source)?.downcast_ref::<ListingTable>()
            && table.options().format.compression_type().is_some_and(|packing| packing.is_compressed())
        {
            packed.get_or_insert_with(|| scan.table_name.table().to_owned());
        }
        Ok(TreeNodeRecursion::Continue)
    });
    walked.map_err(wrong)?;
    match packed {
        None => Ok(()),
        Some(name) => Err(Failure::Usage(format!(
            "{name}: executors read no packed tables: unpack it, or make Parquet of it with `arbiter-sql`"
        ))),
    }
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
