//! The subcommand `sql`.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ballista_core::serde::BallistaLogicalExtensionCodec;
use ballista_core::serde::protobuf::execute_query_params::Query;
use datafusion_proto::logical_plan::AsLogicalPlan;
use datafusion_proto::protobuf::LogicalPlanNode;
use tempfile::NamedTempFile;

use crate::client;
use crate::interrupt::Stop;
use crate::job::Cluster;
use crate::options::{Format, Sql};
use crate::output::Output;
use crate::session;
use chess_arbiter_companion::Failure;

/// Asks and writes.
pub(crate) async fn ask(options: Sql) -> Result<(), Failure> {
    let stop = Stop::listen();
    let format = format(&options)?;
    if let Some(output) = options.output.as_ref().filter(|output| output.exists() && !options.force) {
        return Err(Failure::of(output, "exists already: --force replaces it"));
    }
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
    let cluster = Cluster::join(&query.scheduler, &config, query.wait(), query.time(), stop).await?;
    let question = Query::LogicalPlan(bytes);
    let Some(path) = &options.output else {
        let path = Path::new("standard output");
        let file =
            tempfile::tempfile().map_err(|error| Failure::Work(format!("no temporary file: {error}")))?;
        let mut output = Output::new(format, schema, file, path);
        let asked = cluster.ask(&question, &mut output).await;
        cluster.leave().await;
        asked?;
        let copied = io::copy(&mut output.finish()?, &mut io::stdout().lock());
        return match copied {
            // Whoever reads has read enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            copied => copied.map(drop).map_err(|error| Failure::writing(path, error)),
        };
    };
    let wrong = |error: io::Error| Failure::writing(path, error);
    let folder = path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let new = NamedTempFile::new_in(folder).map_err(wrong)?;
    let file = new.as_file().try_clone().map_err(wrong)?;
    let mut output = Output::new(format, schema, file, path);
    let asked = cluster.ask(&question, &mut output).await;
    cluster.leave().await;
    asked?;
    publish(output.finish()?, new, path)
}

/// Gives a whole file its name.
fn publish(file: File, new: NamedTempFile, path: &PathBuf) -> Result<(), Failure> {
    file.sync_all().map_err(|error| Failure::writing(path, error))?;
    new.persist(path).map(drop).map_err(|error| Failure::writing(path, error.error))
}

fn format(options: &Sql) -> Result<Format, Failure> {
    let end =
        options.output.as_deref().map(|output| output.extension().unwrap_or_default().to_string_lossy());
    match (options.format, end.as_deref().map(str::to_lowercase).as_deref()) {
        (Some(Format::Parquet), None) => Err(Failure::Usage("--format parquet needs --output".into())),
        (Some(format), _) => Ok(format),
        (None, None) => Ok(Format::Table),
        (None, Some("parquet")) => Ok(Format::Parquet),
        (None, Some("csv")) => Ok(Format::Csv),
        (None, Some("tsv")) => Ok(Format::Tsv),
        (None, Some("jsonl" | "ndjson")) => Ok(Format::Jsonl),
        (None, Some(_)) => {
            let message =
                "--output: expected a name that ends with .parquet, .csv, .tsv or .jsonl, or --format";
            Err(Failure::Usage(message.into()))
        }
    }
}
