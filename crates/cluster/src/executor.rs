//! The subcommand `executor`.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ballista_core::RuntimeProducer;
use ballista_core::config::TaskSchedulingPolicy;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use crate::interrupt::Stop;
use crate::options::{self, Address};
use crate::session::{self, MESSAGE};
use chess_arbiter_answer::request::{Memory, Time};
use chess_arbiter_companion::{Failure, say};

/// Between two signs of life.
const HEARTBEAT: u64 = 3;
/// How long the scheduler may take to hear that this executor ends. Its tasks are then given to others: what
/// they have done so far is of no use to anybody.
const FAREWELL: Duration = Duration::from_secs(3);
/// What jobs leave behind is removed when their client says so, or after so long (a client may be killed).
const KEPT: u64 = 6 * 60 * 60;

/// Works until a signal comes, or the scheduler says so.
pub(crate) async fn work(options: options::Executor) -> Result<(), Failure> {
    let stop = Stop::listen();
    let scheduler = &options.scheduler;
    reachable(scheduler, options.wait, &stop).await?;
    let address = resolved(&options.bind).await?;
    let port = ports(address, options.bind.port).await?;
    // A folder of our own: Ballista empties it at the end.
    let above = options.work_dir.clone().unwrap_or_else(std::env::temp_dir);
    let folder = TempDir::with_prefix_in("arbiter-cluster-", &above);
    let folder = folder.map_err(|error| Failure::writing(&above, error))?;
    let folder = folder.path();
    let Some(work_dir) = folder.to_str() else {
        return Err(Failure::of(folder, "expected a path that is UTF-8"));
    };
    let threads = || std::thread::available_parallelism().map_or(1, usize::from);
    let temporary = folder.to_owned();
    let runtime: RuntimeProducer = Arc::new(move |config| {
        session::same_version(config)?;
        Ok(Arc::new(RuntimeEnvBuilder::new().with_temp_file_path(temporary.clone()).build()?))
    });
    let any = address.is_unspecified();
    let config = ExecutorProcessConfig {
        executor_id: Uuid::new_v4().to_string(),
        bind_host: if address.is_ipv6() { format!("[{address}]") } else { address.to_string() },
        external_host: options.advertise.clone().or_else(|| (!any).then(|| options.bind.host.clone())),
        port,
        grpc_port: port + 1,
        scheduler_host: scheduler.host.clone(),
        scheduler_port: scheduler.port,
        vcores: options.threads.map_or_else(threads, usize::from),
        task_scheduling_policy: TaskSchedulingPolicy::PushStaged,
        work_dir: Some(work_dir.to_owned()),
        job_data_ttl_seconds: KEPT,
        job_data_clean_up_interval_seconds: KEPT / 24,
        grpc_max_decoding_message_size: MESSAGE as u32,
        grpc_max_encoding_message_size: MESSAGE as u32,
        executor_heartbeat_interval_seconds: HEARTBEAT,
        memory_pool_size: options.memory.map(|Memory(bytes)| bytes as u64),
        override_function_registry: Some(Arc::new(session::registry())),
        override_config_producer: Some(session::config_producer()),
        override_runtime_producer: Some(runtime),
        override_create_grpc_client_endpoint: Some(session::endpoint()),
        ..ExecutorProcessConfig::default()
    };
    say(&format!("executor on {}:{port} and {}, for the scheduler {scheduler}", options.bind.host, port + 1));
    let process = start_executor_process(Arc::new(config));
    let farewell = async {
        stop.asked().await;
        sleep(FAREWELL).await;
    };
    tokio::select! {
        // Ballista listens to the same signals, tells the scheduler and comes back when all tasks are done.
        ended = process => ended.map_err(|error| Failure::Work(format!("the executor cannot go on: {error}"))),
        () = farewell => Ok(()),
    }
}

/// Waits until somebody listens there.
async fn reachable(scheduler: &Address, Time(wait): Time, stop: &Stop) -> Result<(), Failure> {
    const TRY: Duration = Duration::from_secs(5);
    let started = Instant::now();
    loop {
        let error = match timeout(TRY, TcpStream::connect((scheduler.name(), scheduler.port))).await {
            Ok(Ok(_)) => return Ok(()),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "no answer".into(),
        };
        if wait.is_some_and(|wait| started.elapsed() >= wait) {
            let wait = Time(wait);
            return Err(Failure::Work(format!("no scheduler at {scheduler} within {wait}: {error}")));
        }
        tokio::select! {
            () = sleep(Duration::from_millis(200)) => {}
            () = stop.asked() => return Err(Failure::Interrupted("interrupted".into())),
        }
    }
}

/// The address of a name of this machine: Ballista listens to addresses only.
async fn resolved(bind: &Address) -> Result<IpAddr, Failure> {
    let host = bind.name();
    let mut found = tokio::net::lookup_host((host, bind.port)).await;
    let first = found.as_mut().ok().and_then(Iterator::next);
    first
        .map(|address| address.ip())
        .ok_or_else(|| Failure::Usage(format!("--bind: there is no host '{host}'")))
}

/// Two free ports, one after the other; the first of them.
async fn ports(address: IpAddr, wanted: u16) -> Result<u16, Failure> {
    let free = async |port| TcpListener::bind(SocketAddr::new(address, port)).await;
    const TRIES: usize = 100;
    for _ in 0..TRIES {
        let taken = |port, error| Failure::Work(format!("cannot listen on {address}:{port}: {error}"));
        let first = free(wanted).await.map_err(|error| taken(wanted, error))?;
        let port = first.local_addr().map_or(wanted, |address| address.port());
        match port.checked_add(1) {
            None if wanted != 0 => {
                return Err(Failure::Usage("--bind: the port after it is used too".into()));
            }
            None => {}
            Some(next) => match free(next).await {
                Ok(_) => return Ok(port),
                Err(error) if wanted != 0 => return Err(taken(next, error)),
                Err(_) => {}
            },
        }
    }
    Err(Failure::Work(format!("found no two free ports of {address} one after the other")))
}
