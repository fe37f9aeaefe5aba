//! A query: which files it names, and where its rows go.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use arrow_array::RecordBatch;
use chess_arbiter_answer::INTERNAL;
use chess_arbiter_companion::{Exit, Failure, flag};
use chess_arbiter_sql::{Out, planned, stoppable, told};
use datafusion::common::DataFusionError;
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};
use futures_util::StreamExt;
use futures_util::future::{Either, select};
use tokio::runtime::Builder;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::JoinHandle;

use crate::options::Cli;

/// How often it is looked whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(20);

pub(crate) fn run(query: String, cli: Cli) -> Result<Exit, Failure> {
    let out = Out::of(cli.format, cli.output.as_deref(), cli.force)?;
    let stop = flag();
    let no_threads = |error| Failure::Work(format!("cannot make threads: {error}"));
    // A row may take a minute, and keep threads from looking at the clock: rows are made elsewhere, and
    // Ctrl-C is heard here.
    let here = Builder::new_current_thread().enable_time().build().map_err(no_threads)?;
    let runtime = Builder::new_multi_thread().worker_threads(cli.threads()).enable_all().build();
    let runtime = runtime.map_err(no_threads)?;
    let (sender, receiver) = mpsc::channel(WAITING);
    let asked = stop.clone();
    let work = runtime.spawn(async move {
        match ask(&query, &cli, &asked, &sender).await {
            Ok(()) => {}
            // Without a receiver there is nobody to tell.
            Err(failure) => drop(sender.send(Err(failure)).await),
        }
    });
    let result = here.block_on(async {
        match select(pin!(write(out, receiver, work)), pin!(stopped(&stop))).await {
            Either::Left((result, _)) => result,
            Either::Right(((), _)) => Err(interrupted()),
        }
    });
    // What still works for nobody ends with the process.
    runtime.shutdown_background();
    match result {
        Err(_) if stop.load(Ordering::Relaxed) => Err(interrupted()),
        result => result,
    }
}

/// Batches of rows that wait to be written at most.
const WAITING: usize = 2;

/// Rows on their way to the output; the first are there even if there are none.
type Sent = Result<RecordBatch, Failure>;

fn interrupted() -> Failure {
    Failure::Interrupted("interrupted".into())
}

/// Writes rows as they come.
async fn write(mut out: Out, mut rows: Receiver<Sent>, work: JoinHandle<()>) -> Result<Exit, Failure> {
    while let Some(batch) = rows.recv().await {
        if !out.write(&batch?)? {
            out.finish()?;
            return Ok(Exit::Done);
        }
    }
    // Whoever panicked has sent no error.
    work.await.map_err(|_| Failure::Work(INTERNAL.into()))?;
    out.finish()?;
    Ok(Exit::Done)
}

async fn stopped(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(LOOK).await;
    }
}

/// Sends the rows of the answer.
async fn ask(query: &str, cli: &Cli, stop: &Arc<AtomicBool>, sender: &Sender<Sent>) -> Result<(), Failure> {
    let failed = |error: DataFusionError| Failure::Work(told(&error));
    let mut config = SessionConfig::new().with_target_partitions(cli.threads());
    config.options_mut().sql_parser.collect_spans = true;
    // What sorts keep back in order to merge, each thread for itself, leaves room to sort.
    let kept = &mut config.options_mut().execution.sort_spill_reservation_bytes;
    *kept = (*kept).min(cli.memory.0 / cli.threads() / 4);
    let environment = RuntimeEnvBuilder::new().with_memory_pool(Arc::new(FairSpillPool::new(cli.memory.0)));
    let context = SessionContext::new_with_config_rt(config, environment.build_arc().map_err(failed)?);
    for function in stoppable(stop) {
        context.register_udf(Arc::unwrap_or_clone(function));
    }
    let plan = planned(&context, query, &cli.table).await?;
    let mut rows =
        context.execute_logical_plan(plan).await.map_err(failed)?.execute_stream().await.map_err(failed)?;
    let mut none = Some(RecordBatch::new_empty(rows.schema()));
    while let Some(batch) = rows.next().await {
        none = None;
        if sender.send(Ok(batch.map_err(failed)?)).await.is_err() {
            break;
        }
    }
    if let Some(none) = none {
        let _ = sender.send(Ok(none)).await;
    }
    Ok(())
}
