//! The program `arbiter-cluster`: a scheduler and executors of Ballista that know Arbiter's functions, and
//! clients that ask them. No chess is known here.

#![forbid(unsafe_code)]

mod client;
mod executor;
mod interrupt;
mod job;
mod options;
mod output;
mod pieces;
mod run;
mod scheduler;
mod session;
mod sql;

use std::process::ExitCode;

use clap::Parser;

use chess_arbiter_companion::{Exit, Failure, code};
use options::{Cli, Command};

fn main() -> ExitCode {
    let cli = Cli::parse();
    env_logger::Builder::new().parse_filters(cli.log.as_deref().unwrap_or("off")).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let result = match runtime {
        Ok(runtime) => {
            let result = runtime.block_on(done(cli.command));
            // Tasks that do not end must not keep the process alive.
            runtime.shutdown_background();
            result
        }
        Err(error) => Err(Failure::Work(format!("cannot start: {error}"))),
    };
    code(result.map(|()| Exit::Done))
}

async fn done(command: Command) -> Result<(), Failure> {
    match command {
        Command::Scheduler(options) => scheduler::serve(options).await,
        Command::Executor(options) => executor::work(options).await,
        Command::Sql(options) => sql::ask(options).await,
        Command::Run(options) => run::run(options).await,
    }
}
