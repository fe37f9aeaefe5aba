//! What scheduler, executors and clients agree on: functions, settings, version.

use std::sync::Arc;
use std::time::Duration;

use ballista_core::ConfigProducer;
use ballista_core::config::BALLISTA_JOB_NAME;
use ballista_core::extension::{EndpointOverrideFn, SessionConfigExt};
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use datafusion::common::plan_err;
use datafusion::error::Result;
use datafusion::execution::{FunctionRegistry, SessionState};
use datafusion::prelude::SessionConfig;

use chess_arbiter_sql::functions;

/// What a client calls its jobs: an executor or scheduler of another version would give other answers.
const CALLED: &str = "arbiter-cluster";

/// The largest message. A batch of rows is one, and pictures are large.
pub(crate) const MESSAGE: usize = 512 << 20;

/// The settings that go with every job.
pub(crate) fn config() -> SessionConfig {
    SessionConfig::new_with_ballista()
        .with_ballista_job_name(&format!("{CALLED} {}", env!("CARGO_PKG_VERSION")))
        .with_ballista_grpc_client_max_message_size(MESSAGE)
        // What is given up ends with its batch.
        .with_batch_size(1024)
        // A task has one part, so that whoever is done takes the next one.
        .set_u64("ballista.scheduler.max_partitions_per_task", 1)
        // A part has its rows and no others, wherever it is read.
        .set_bool("datafusion.execution.enable_file_stream_work_stealing", false)
}

/// Where settings come from, for schedulers and executors.
pub(crate) fn config_producer() -> ConfigProducer {
    Arc::new(SessionConfig::new_with_ballista)
}

/// A session with our functions, for the jobs of a client of our version.
pub(crate) fn state(config: SessionConfig) -> Result<SessionState> {
    same_version(&config)?;
    let mut state = default_session_builder(config)?;
    for function in functions() {
        state.register_udf(function)?;
    }
    Ok(state)
}

/// The functions of executors.
pub(crate) fn registry() -> BallistaFunctionRegistry {
    let mut registry = BallistaFunctionRegistry::default();
    registry.scalar_functions.extend(functions().into_iter().map(|own| (own.name().to_owned(), own)));
    registry
}

/// An error if the settings are those of another version.
pub(crate) fn same_version(config: &SessionConfig) -> Result<()> {
    let ballista = config.ballista_config();
    let name = ballista.settings().get(BALLISTA_JOB_NAME).map(String::as_str).unwrap_or_default();
    match name.strip_prefix(CALLED).map(str::trim) {
        Some(version) if version != env!("CARGO_PKG_VERSION") => {
            let own = env!("CARGO_PKG_VERSION");
            plan_err!("the query comes from {CALLED} {version}, this part of the cluster is {CALLED} {own}")
        }
        _ => Ok(()),
    }
}

/// Connections on which nothing comes for so long are dead: a machine that lost its power says no goodbye.
pub(crate) fn endpoint() -> EndpointOverrideFn {
    const LIFE: Duration = Duration::from_secs(10);
    Arc::new(|endpoint| {
        Ok(endpoint
            .connect_timeout(LIFE)
            .tcp_nodelay(true)
            .http2_keep_alive_interval(LIFE)
            .keep_alive_timeout(LIFE)
            .keep_alive_while_idle(true))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_of_another_version_are_refused() {
        assert!(state(config()).is_ok());
        // As other clients of Ballista come, which know nothing of ours.
        assert!(state(SessionConfig::new_with_ballista()).is_ok());
        let other = SessionConfig::new_with_ballista().with_ballista_job_name("arbiter-cluster 0.0.1");
        let error = state(other).map(drop).unwrap_err().to_string();
        assert!(error.contains("comes from arbiter-cluster 0.0.1"), "{error}");
    }

    #[test]
    fn everybody_has_all_functions() {
        let state = state(config()).unwrap();
        for function in functions() {
            assert!(state.scalar_functions().contains_key(function.name()), "{}", function.name());
            assert!(registry().scalar_functions.contains_key(function.name()), "{}", function.name());
        }
    }
}
