//! The subcommand `scheduler`.

use std::sync::Arc;

use ballista_core::config::TaskSchedulingPolicy;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::{SchedulerConfig, TaskDistributionPolicy};
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use tokio::net::TcpListener;

use crate::interrupt::Stop;
use crate::options;
use crate::session::{self, MESSAGE};
use chess_arbiter_companion::{Failure, say};

/// Between two looks for lost executors.
const LOOK: u64 = 2;

/// Serves until a signal comes.
pub(crate) async fn serve(options: options::Scheduler) -> Result<(), Failure> {
    let stop = Stop::listen();
    let bind = &options.bind;
    let is_any = bind.host == "0.0.0.0" || bind.host == "[::]";
    let advertised = match options.advertise {
        Some(host) => host,
        None if is_any => {
            let message = "--bind: where all addresses are listened to, --advertise must name the one by which \
                           executors reach this machine";
            return Err(Failure::Usage(message.into()));
        }
        None => bind.host.clone(),
    };
    let listener = TcpListener::bind((bind.name(), bind.port)).await;
    let listener = listener.map_err(|error| Failure::Work(format!("cannot listen on {bind}: {error}")))?;
    let port = listener.local_addr().map_or(bind.port, |address| address.port());
    let config = SchedulerConfig {
        external_host: advertised.clone(),
        bind_host: bind.host.clone(),
        bind_port: port,
        scheduling_policy: TaskSchedulingPolicy::PushStaged,
        task_distribution: TaskDistributionPolicy::RoundRobin,
        executor_timeout_seconds: options.executor_timeout,
        expire_dead_executor_interval_seconds: LOOK,
        no_executors_grace_period_seconds: options.executor_timeout,
        grpc_server_max_decoding_message_size: MESSAGE as u32,
        grpc_server_max_encoding_message_size: MESSAGE as u32,
        grpc_client_max_message_size: MESSAGE as u32,
        override_config_producer: Some(session::config_producer()),
        override_session_builder: Some(Arc::new(session::state)),
        override_create_grpc_client_endpoint: Some(session::endpoint()),
        ..SchedulerConfig::default()
    };
    let failed = |error| Failure::Work(format!("the scheduler cannot go on: {error}"));
    let cluster = BallistaCluster::new_from_config(&config).await.map_err(failed)?;
    let scheduler = create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config));
    let scheduler = scheduler.await.map_err(failed)?;
    say(&format!("scheduler on {advertised}:{port}"));
    tokio::select! {
        ended = start_grpc_service_with_listener(listener, scheduler) => ended.map_err(failed),
        () = stop.asked() => Ok(()),
    }
}
