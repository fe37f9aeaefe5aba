//! A query as a job of the cluster: sent, watched, fetched; given up when somebody says so.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ballista_core::client::BallistaClient;
use ballista_core::extension::BallistaConfigGrpcEndpoint;
use ballista_core::serde::protobuf::execute_query_params::Query;
use ballista_core::serde::protobuf::execute_query_result::Result as Accepted;
use ballista_core::serde::protobuf::job_status::Status;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{
    CancelJobParams, CleanJobDataParams, ExecuteQueryParams, GetJobStatusParams, KeyValuePair,
    PartitionLocation, RemoveSessionParams,
};
use ballista_core::version::insert_version_header;
use datafusion::arrow::array::RecordBatch;
use datafusion::prelude::SessionConfig;
use futures_util::StreamExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tonic::Request;
use tonic::transport::{Channel, Endpoint};
use uuid::Uuid;

use crate::interrupt::Stop;
use crate::options::Address;
use crate::session::{self, MESSAGE};
use chess_arbiter_answer::request::Time;
use chess_arbiter_companion::{Failure, say};

/// A scheduler that does not answer for so long is not there.
const ANSWER: Duration = Duration::from_secs(8);
/// Between two looks at a job, at first and at most.
const LOOK: (Duration, Duration) = (Duration::from_millis(5), Duration::from_millis(250));
/// How often a query is asked again whose rows were lost with an executor after it was done.
const TRIES: usize = 4;

/// A cluster.
pub(crate) struct Cluster {
    scheduler: SchedulerGrpcClient<Channel>,
    address: Address,
    settings: Vec<KeyValuePair>,
    /// One for all queries, so that executors read the ends of Parquet files once.
    session: String,
    stop: Stop,
    /// When whatever runs is given up.
    end: Option<Instant>,
}

/// Where rows go.
pub(crate) trait Sink {
    /// All rows that were written so far are forgotten: they come again.
    fn begin(&mut self) -> Result<(), Failure>;
    /// The next rows; false if no more are wanted.
    fn write(&mut self, rows: &RecordBatch) -> Result<bool, Failure>;
}

/// Why there are no rows.
enum Wrong {
    /// They were lost: the same job may have them another time.
    Lost(String),
    Failed(Failure),
}

impl From<Failure> for Wrong {
    fn from(failure: Failure) -> Wrong {
        Wrong::Failed(failure)
    }
}

impl Cluster {
    /// Finds the scheduler, and waits until it has an executor.
    pub(crate) async fn join(
        address: &Address,
        config: &SessionConfig,
        Time(wait): Time,
        Time(time): Time,
        stop: Stop,
    ) -> Result<Cluster, Failure> {
        let started = Instant::now();
        while !has_executors(address).await? {
            if wait.is_some_and(|wait| started.elapsed() >= wait) {
                let wait = Time(wait);
                let message = format!(
                    "the scheduler at {address} has no executor, and none joined within {wait}: start one \
                     with `arbiter-cluster executor --scheduler {address}`"
                );
                return Err(Failure::Work(message));
            }
            tokio::select! {
                () = sleep(LOOK.1) => {}
                () = stop.asked() => return Err(Failure::Interrupted("interrupted".into())),
            }
        }
        let none = |error: String| Failure::Work(format!("no scheduler at {address}: {error}"));
        let endpoint =
            Endpoint::from_shared(format!("http://{address}")).map_err(|error| none(error.to_string()))?;
        let endpoint = session::endpoint()(endpoint).map_err(|error| none(error.to_string()))?;
        let channel = endpoint.connect().await.map_err(|error| none(error.to_string()))?;
        let scheduler = SchedulerGrpcClient::new(channel)
            .max_decoding_message_size(MESSAGE)
            .max_encoding_message_size(MESSAGE);
        let entries = config.options().entries().into_iter();
        let settings = entries.map(|entry| KeyValuePair { key: entry.key, value: entry.value }).collect();
        let session = Uuid::new_v4().to_string();
        // What is beyond the clock is never.
        let end = time.and_then(|time| started.checked_add(time));
        Ok(Cluster { scheduler, address: address.clone(), settings, session, stop, end })
    }

    /// Says goodbye, so that the scheduler forgets us.
    pub(crate) async fn leave(self) {
        let mut scheduler = self.scheduler.clone();
        let _ =
            timeout(ANSWER, scheduler.remove_session(RemoveSessionParams { session_id: self.session })).await;
    }

    /// Asks a query. All its rows come in order, each once; if they are lost on the way the query is asked
    /// again.
    pub(crate) async fn ask(&self, query: &Query, sink: &mut dyn Sink) -> Result<(), Failure> {
        let mut tries = 0;
        loop {
            sink.begin()?;
            match self.once(query, sink).await {
                Ok(()) => return Ok(()),
                Err(Wrong::Failed(failure)) => return Err(failure),
                Err(Wrong::Lost(what)) => {
                    tries += 1;
                    if tries == TRIES {
                        return Err(Failure::Work(format!("rows were lost {TRIES} times: {what}")));
                    }
                    say(&format!("rows were lost with their executor, the query is asked again ({what})"));
                }
            }
        }
    }

    async fn once(&self, query: &Query, sink: &mut dyn Sink) -> Result<(), Wrong> {
        let mut scheduler = self.scheduler.clone();
        let mut request = Request::new(ExecuteQueryParams {
            query: Some(query.clone()),
            settings: self.settings.clone(),
            session_id: self.session.clone(),
            operation_id: Uuid::new_v4().to_string(),
        });
        insert_version_header(request.metadata_mut());
        let gone = |status: tonic::Status| {
            Failure::Work(format!("the scheduler at {}: {}", self.address, status.message()))
        };
        let answer = scheduler.execute_query(request).await.map_err(gone)?.into_inner();
        let job_id = match answer.result {
            Some(Accepted::Success(success)) => success.job_id,
            Some(Accepted::Failure(failure)) => {
                let why = failure.failure.map(|why| format!("{why:?}")).unwrap_or_default();
                return Err(Failure::Work(format!("the scheduler does not take the query: {why}")).into());
            }
            None => return Err(Failure::Work("the scheduler's answer is empty".into()).into()),
        };
        let end = async {
            match self.end {
                Some(end) => tokio::time::sleep_until(end.into()).await,
                None => std::future::pending().await,
            }
        };
        let given_up = tokio::select! {
            done = self.done(&job_id, sink) => {
                // Its files are of no use to anybody now, whether it was done or not.
                let _ = scheduler.clean_job_data(CleanJobDataParams { job_id, remove_stage_ids: vec![] }).await;
                return done;
            }
            () = self.stop.asked() => Failure::Interrupted("interrupted".into()),
            () = end => Failure::Work("the time of --time is over".into()),
        };
        let cancelled = timeout(ANSWER, scheduler.cancel_job(CancelJobParams { job_id })).await;
        if !matches!(cancelled, Ok(Ok(_))) {
            say("the scheduler was not told that the query is given up");
        }
        Err(given_up.into())
    }

    /// Waits for a job and fetches its rows.
    async fn done(&self, job_id: &str, sink: &mut dyn Sink) -> Result<(), Wrong> {
        let mut scheduler = self.scheduler.clone();
        let mut pause = LOOK.0;
        let mut locations = loop {
            let question = GetJobStatusParams { job_id: job_id.into() };
            let answer = scheduler.get_job_status(question).await.map_err(|status| {
                Failure::Work(format!("the scheduler at {} is gone: {}", self.address, status.message()))
            })?;
            match answer.into_inner().status.and_then(|status| status.status) {
                Some(Status::Successful(job)) => break job.partition_location,
                Some(Status::Failed(job)) => return Err(Failure::Work(readable(&job.error)).into()),
                Some(Status::Queued(_) | Status::Running(_)) | None => {}
            }
            sleep(pause).await;
            pause = (pause * 2).min(LOOK.1);
        };
        // Tasks end in any order, and those that were done again come last.
        let place = |location: &PartitionLocation| {
            (location.partition_id.as_ref().map(|id| id.partition_id), location.map_partition_id)
        };
        locations.sort_by_key(place);
        for location in locations {
            if !fetch(location, sink).await? {
                break;
            }
        }
        Ok(())
    }
}

/// Fetches the rows of one part from the executor that made them; false if no more are wanted.
async fn fetch(location: PartitionLocation, sink: &mut dyn Sink) -> Result<bool, Wrong> {
    /// Between them; an executor that lives answers at once.
    const RETRIES: (u8, u64) = (2, 500);
    let layout = location.layout();
    let (Some(part), Some(executor)) = (location.partition_id, location.executor_meta) else {
        return Err(Failure::Work("the scheduler does not say where rows are".into()).into());
    };
    let part = part.into();
    let port = u16::try_from(executor.port).unwrap_or_default();
    let lost = |error: String| Wrong::Lost(format!("{}:{port}: {error}", executor.host));
    let endpoint = Some(Arc::new(BallistaConfigGrpcEndpoint::new(session::endpoint())));
    let client =
        BallistaClient::try_new(&executor.host, port, MESSAGE, false, endpoint, RETRIES.0, RETRIES.1, 0, 0);
    let mut client = client.await.map_err(|error| lost(error.to_string()))?;
    let rows = client.fetch_partition_proxied(
        &executor.id,
        &part,
        location.file_id,
        layout,
        &executor.host,
        port,
        true,
    );
    let mut rows = rows.await.map_err(|error| lost(error.to_string()))?;
    while let Some(batch) = rows.next().await {
        if !sink.write(&batch.map_err(|error| lost(error.to_string()))?)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether the scheduler has an executor; it is asked as Kubernetes does.
async fn has_executors(address: &Address) -> Result<bool, Failure> {
    let ask = async {
        let mut stream = TcpStream::connect((address.name(), address.port)).await?;
        let request = format!("GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.take(4096).read_to_end(&mut answer).await?;
        Ok(answer)
    };
    let none = |why: String| Failure::Work(format!("no scheduler at {address}: {why}"));
    let answer: std::io::Result<Vec<u8>> =
        timeout(ANSWER, ask).await.map_err(|_| none(format!("no answer within {} s", ANSWER.as_secs())))?;
    let answer = answer.map_err(|error| none(error.to_string()))?;
    let status = answer.strip_prefix(b"HTTP/1.1 ").and_then(|rest| rest.get(..3));
    match status {
        Some(b"200") => Ok(true),
        Some(b"503") => Ok(false),
        _ => Err(none("what listens there is something else".into())),
    }
}

/// What went wrong in a job, without the wrappings of each layer: the text of the innermost error, if there
/// is one.
fn readable(error: &str) -> String {
    let inner = ["Execution(\"", "Plan(\"", "General(\""];
    let last = inner.iter().filter_map(|mark| Some(error.rfind(mark)? + mark.len())).max();
    let Some(rest) = last.and_then(|start| error.get(start..)) else { return error.to_owned() };
    let mut text = String::new();
    let mut letters = rest.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => break,
            '\\' => text.extend(letters.next()),
            letter => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn errors_are_unwrapped() {
        let error = r#"stage 0 failed: Error(Shared(External(Execution("level: found \"sure\""))))"#;
        assert_eq!(readable(error), "level: found \"sure\"");
        assert_eq!(readable("no executors"), "no executors");
    }
}
