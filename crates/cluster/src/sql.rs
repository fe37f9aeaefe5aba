//! The subcommand `sql`.

use std::sync::Arc;

use ballista_core::serde::BallistaLogicalExtensionCodec;
use ballista_core::serde::protobuf::execute_query_params::Query;
use datafusion_proto::logical_plan::AsLogicalPlan;
use datafusion_proto::protobuf::LogicalPlanNode;

use crate::client;
use crate::interrupt::Stop;
use crate::job::Cluster;
use crate::options::Sql;
use crate::output::Output;
use crate::session;
use chess_arbiter_companion::Failure;
use chess_arbiter_sql::Out;

/// Asks and writes.
pub(crate) async fn ask(options: Sql) -> Result<(), Failure> {
    let stop = Stop::listen();
    // Rows may be lost on the way and come again.
    let out = Out::of(options.format, options.output.as_deref(), options.force)?.held();
    let config = session::config().with_target_partitions(options.partitions.into());
    let query = &options.query;
    let context = client::context(config)?;
    let plan = client::plan(&context, &query.sql, &query.table).await?;
    let schema = Arc::new(plan.schema().as_arrow().clone());
    let plan = context.state().optimize(&plan).map_err(client::wrong)?;
    let mut bytes = Vec::new();
    LogicalPlanNode::try_from_logical_plan(&plan, &BallistaLogicalExtensionCodec::default())
        .and_then(|node| node.try_encode(&mut bytes))
        .map_err(client::wrong)?;
    let config = context.copied_config();
    let cluster = Cluster::join(&query.scheduler, &config, query.wait, query.time, stop).await?;
    let question = Query::LogicalPlan(bytes);
    let mut output = Output::new(schema, out);
    let asked = cluster.ask(&question, &mut output).await;
    cluster.leave().await;
    asked?;
    output.finish()
}
