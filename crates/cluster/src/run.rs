//! The subcommand `run`.

use std::time::Instant;

use futures_util::{TryStreamExt, stream};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::client;
use crate::interrupt::Stop;
use crate::job::Cluster;
use crate::options::Run;
use crate::output::Output;
use crate::pieces::Cut;
use crate::session;
use chess_arbiter_companion::{Failure, Folder, Names, identity, say};
use chess_arbiter_sql::{Form, Out};

/// Readers of folders of Parquet pass over names that begin with a line below.
const NAMES: Names = Names {
    manifest: "_job",
    lock: "_lock",
    draft: "_",
    is_part: |name| name.starts_with("part-") && name.ends_with(".parquet"),
};

fn name(piece: usize) -> String {
    format!("part-{piece:05}.parquet")
}

/// Does what of the job is not done.
pub(crate) async fn run(options: Run) -> Result<(), Failure> {
    let stop = Stop::listen();
    let started = Instant::now();
    let query = &options.query;
    // The plan is cut here, and nowhere else.
    let config = session::config().with_target_partitions(1).with_collect_statistics(false);
    let context = client::context(config)?;
    let plan = client::plan(&context, &query.sql, &query.table).await?;
    let cut = Cut::new(&context, &plan, options.pieces as usize).await?;
    let files = cut.files()?.iter().map(|path| identity(path)).collect::<Result<Vec<Value>, _>>()?;
    let job = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "query": query.sql,
        "files": files,
        "pieces": cut.places(),
    });
    let folder = Folder::open(&options.output, NAMES, &job, options.restart)?;
    let left: Vec<usize> = (0..cut.len()).filter(|&piece| !folder.has(&name(piece))).collect();
    let shown = options.output.display();
    if left.is_empty() {
        say(&format!("{shown}: all {} pieces are there", cut.len()));
        return Ok(());
    }
    let config = context.copied_config();
    let cluster = Cluster::join(&query.scheduler, &config, query.wait, query.time, stop).await?;
    let progress = progress(&cut, &left);
    let pieces = stream::iter(left.iter().copied().map(Ok::<usize, Failure>));
    let done = pieces.try_for_each_concurrent(usize::from(options.at_once), |piece| {
        let (cut, folder, cluster, bar, options) = (&cut, &folder, &cluster, &progress, &options);
        async move {
            let question = cut.query(piece).map_err(client::wrong)?;
            let draft = folder.draft(&name(piece))?;
            let file = draft.file().try_clone().map_err(|error| Failure::writing(&options.output, error))?;
            let mut output = Output::new(cut.schema(), Out::to(Form::Parquet, file, &options.output));
            cluster.ask(&question, &mut output).await?;
            output.finish()?;
            draft.keep()?;
            bar.inc(cut.size(piece));
            Ok(())
        }
    });
    let done = done.await;
    cluster.leave().await;
    progress.finish_and_clear();
    match done {
        Ok(()) => {
            let time = HumanDuration(started.elapsed());
            say(&format!("{shown}: {} pieces, {} of them now, {time}", cut.len(), left.len()));
            Ok(())
        }
        Err(Failure::Interrupted(_)) => Err(Failure::Interrupted(format!(
            "interrupted: the same command goes on from what is in {shown}"
        ))),
        Err(failure) => Err(failure),
    }
}

/// What a terminal shows, on standard error.
fn progress(cut: &Cut, left: &[usize]) -> ProgressBar {
    let bar = ProgressBar::new((0..cut.len()).map(|piece| cut.size(piece)).sum());
    if let Ok(style) =
        ProgressStyle::with_template("{wide_bar} {percent}%  {human_pos}  {per_sec}  {eta} left")
    {
        bar.set_style(style);
    }
    let to_do: u64 = left.iter().map(|&piece| cut.size(piece)).sum();
    bar.set_position(bar.length().unwrap_or_default().saturating_sub(to_do));
    bar.reset_eta();
    bar
}
