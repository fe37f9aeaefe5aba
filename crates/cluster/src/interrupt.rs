//! Ctrl-C and SIGTERM.

use std::time::{Duration, Instant};

use tokio::signal;
use tokio::sync::watch;

use chess_arbiter_companion::Exit;

/// Programs that pass signals on deliver the same one twice.
const SAME: Duration = Duration::from_millis(500);

/// What waits for a signal.
#[derive(Clone)]
pub(crate) struct Stop(watch::Receiver<bool>);

impl Stop {
    /// From now on the first signal is told to whoever waits; the second one ends the process.
    pub(crate) fn listen() -> Stop {
        let (set, seen) = watch::channel(false);
        tokio::spawn(async move {
            signal().await;
            let first = Instant::now();
            let _ = set.send(true);
            loop {
                signal().await;
                if first.elapsed() > SAME {
                    std::process::exit(Exit::Interrupted as i32);
                }
            }
        });
        Stop(seen)
    }

    /// Comes back at the first signal.
    pub(crate) async fn asked(&self) {
        let mut seen = self.0.clone();
        if seen.wait_for(|&asked| asked).await.is_err() {
            // Nobody listens to signals any more: there will be none.
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(unix)]
async fn signal() {
    let Ok(mut terminate) = signal::unix::signal(signal::unix::SignalKind::terminate()) else {
        let _ = signal::ctrl_c().await;
        return;
    };
    tokio::select! {
        _ = signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn signal() {
    let _ = signal::ctrl_c().await;
}
