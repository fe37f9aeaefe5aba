//! Connections, from the first to the last.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::callers::Peer;
use crate::config::Config;
use crate::headers::{self, Names};
use crate::mcp;
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::presence::Presence;
use crate::question::App;
use crate::room::Room;
use crate::router::routes;
use crate::stall::Stalling;

/// What is left of the grace for answers after the work was cancelled.
const LAST: Duration = Duration::from_secs(1);

/// Threads that serve connections: they only move bytes.
const THREADS: usize = 2;

/// A server that is bound to its address.
pub struct Server {
    listener: TcpListener,
    app: App,
    /// Whether only this machine can reach it.
    local: bool,
}

/// Runs a server until Ctrl-C or SIGTERM, after it has told `ready` its address. Another Ctrl-C ends it at
/// once. It is not generic, so that servers are compiled here and not with whoever runs one.
///
/// # Errors
/// The address cannot be bound to, or no threads can be started.
pub fn run(address: &str, config: Config, ready: &dyn Fn(SocketAddr)) -> io::Result<()> {
    let runtime = Builder::new_multi_thread().worker_threads(THREADS).enable_all().build()?;
    runtime.block_on(async {
        let server = Server::bind(address, config).await?;
        // Installed before anyone is told that the server is there.
        let stop = signals()?;
        ready(server.address()?);
        server.run(stop).await;
        Ok(())
    })
}

/// Ends at the first signal that asks the process to end.
#[cfg(unix)]
fn signals() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        // Whoever asks twice does not want to wait.
        tokio::spawn(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            std::process::exit(130);
        });
    })
}

#[cfg(not(unix))]
fn signals() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

impl Server {
    /// Binds to an address such as `127.0.0.1:8080`; port 0 is any that is free.
    ///
    /// # Errors
    /// The address cannot be bound to, or no threads can be started.
    pub async fn bind(address: &str, config: Config) -> io::Result<Server> {
        let listener = TcpListener::bind(address).await?;
        let local = listener.local_addr()?.ip().is_loopback();
        let metrics = Arc::new(Metrics::default());
        let pool = Arc::new(Pool::new(config.workers, config.queue, &metrics)?);
        let (mcp, calls) = (Arc::new(mcp::server(&config)), Arc::default());
        Ok(Server { listener, app: App { config: Arc::new(config), pool, metrics, mcp, calls }, local })
    }

    /// Where it is bound to.
    ///
    /// # Errors
    /// The system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// What is going on.
    pub fn metrics(&self) -> Arc<Metrics> {
        self.app.metrics.clone()
    }

    /// Serves until `stop`, then finishes what was begun within the grace of the config, cancelling what
    /// takes longer.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { listener, app, local } = self;
        let config = app.config.clone();
        let room = Room::new(config.connections);
        let (stopping, stopped) = watch::channel(());
        let connection = Connection { app: app.clone(), router: routes(app.clone()), local, stopped };
        let mut stop = pin!(stop);
        loop {
            let accepted = tokio::select! {
                () = &mut stop => break,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, address)) => {
                    let (mut connection, room, peer) = (connection.clone(), room.clone(), Peer::new(address));
                    tokio::spawn(async move {
                        let place = tokio::select! {
                            place = room.enter(peer.client()) => place,
                            _ = connection.stopped.changed() => None,
                        };
                        let Some(place) = place else { return };
                        tokio::select! {
                            () = connection.serve(stream, peer) => {}
                            () = place.lost() => {}
                        }
                    });
                }
                // No file descriptors left, perhaps: others may end.
                Err(_) => sleep(Duration::from_millis(50)).await,
            }
        }
        drop(listener);
        // Connections end after what they do now; each holds a receiver until then.
        drop(connection);
        let _ = stopping.send(());
        let patience = config.grace.saturating_sub(LAST);
        if timeout(patience, stopping.closed()).await.is_err() {
            app.pool.interrupt();
            let _ = timeout(LAST, stopping.closed()).await;
        }
    }
}

/// What every connection needs.
#[derive(Clone)]
struct Connection {
    app: App,
    router: Router,
    local: bool,
    stopped: watch::Receiver<()>,
}

impl Connection {
    async fn serve(mut self, stream: TcpStream, peer: Peer) {
        let App { config, metrics, .. } = self.app.clone();
        let _counted = Counted::new(metrics);
        // Events are small and should not wait for each other.
        let _ = stream.set_nodelay(true);
        let router = TowerToHyperService::new(self.router.clone());
        let ours = Names { own: stream.local_addr().ok(), local: self.local, config: config.clone() };
        let presence = Arc::<Presence>::default();
        let answering = presence.clone();
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            let presence = answering.clone();
            presence.begin(request.version());
            request.extensions_mut().insert(presence.clone());
            request.extensions_mut().insert(peer.clone());
            let checked = headers::check_host(&request, &ours);
            let answer = checked.map(|()| router.call(request));
            async move {
                let mut response: Response<Body> = match answer {
                    Ok(answer) => answer.await.unwrap_or_else(|never: Infallible| match never {}),
                    Err(problem) => headers::problem(&problem),
                };
                headers::secure(&mut response);
                Ok::<_, Infallible>(presence.until_the_end(response))
            }
        });
        let io = TokioIo::new(Stalling::new(stream, config.write_time, presence));
        let mut connection = pin!(
            http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(config.head_time)
                .max_buf_size(config.head.max(8 << 10))
                .serve_connection(io, service)
        );
        // How it ended is the client's business: a problem was told, or there was nobody to tell.
        tokio::select! {
            _ = connection.as_mut() => {}
            _ = self.stopped.changed() => {
                connection.as_mut().graceful_shutdown();
                let _ = connection.await;
            }
        }
    }
}

/// Counts a connection as long as it lives, however it ends.
struct Counted(Arc<Metrics>);

impl Counted {
    fn new(metrics: Arc<Metrics>) -> Counted {
        metrics.connections.fetch_add(1, Ordering::Relaxed);
        Counted(metrics)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}
