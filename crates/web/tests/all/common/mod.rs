//! A server in this process, and a client that can misbehave.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::print_stdout)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use chess_arbiter_web::{Config, Metrics, Server};
use serde_json::Value;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

pub const MATED: &str = "7k/6Q1/6K1/8/8/8/8/8 b";
/// Kings and a bishop against queen: nobody mates by force soon, and the search goes on for ever.
pub const ENDLESS: &str =
    r#"{"position": "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "shortest": true}"#;

pub struct Running {
    pub address: SocketAddr,
    pub metrics: Arc<Metrics>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    child: Option<Child>,
}

pub fn config() -> Config {
    Config { workers: 2, ..Config::default() }
}

pub fn start(config: Config) -> Running {
    start_at("127.0.0.1:0", config)
}

pub fn start_at(bind: &'static str, config: Config) -> Running {
    let (stop, stopped) = oneshot::channel();
    let (ready, address) = std::sync::mpsc::channel();
    let thread = thread::spawn(move || {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async {
            let server = Server::bind(bind, config).await.unwrap();
            ready.send((server.address().unwrap(), server.metrics())).unwrap();
            server
                .run(async {
                    let _ = stopped.await;
                })
                .await;
        });
    });
    let (address, metrics) = address.recv().unwrap();
    let address = SocketAddr::from(([127, 0, 0, 1], address.port()));
    Running { address, metrics, stop: Some(stop), thread: Some(thread), child: None }
}

/// Set in a process that is a server for the test that started it.
const CHILD: &str = "ARBITER_TEST_SERVER";

/// A server in a process of its own, so that its memory is its own: this program once more, in which the test
/// of this name calls [`serve_if_child`].
pub fn start_apart(test: &str) -> Running {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture"])
        .env(CHILD, "yes")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let address = lines.find_map(|line| line.unwrap().split_once("serves at ")?.1.parse().ok()).unwrap();
    Running { address, metrics: Arc::default(), stop: None, thread: None, child: Some(child) }
}

/// Does what [`start_apart`] started this process for, until it is killed.
pub fn serve_if_child() {
    if std::env::var_os(CHILD).is_some() {
        let server = start(config());
        println!("serves at {}", server.address);
        thread::sleep(Duration::from_secs(60));
    }
}

impl Running {
    /// A number from `/proc/PID/status` of a server apart, in its unit.
    pub fn status(&self, name: &str) -> Option<u64> {
        let id = self.child.as_ref()?.id();
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    /// Tells it to stop, and waits until it has.
    pub fn stop(&mut self) -> Duration {
        let started = Instant::now();
        self.ask_to_stop();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
        started.elapsed()
    }

    pub fn ask_to_stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.set_nodelay(true).unwrap();
        stream
    }

    /// Sends bytes and reads the response.
    #[track_caller]
    pub fn send(&self, request: &[u8]) -> Response {
        let mut stream = self.connect();
        // The server may answer, and close, before it has read everything.
        let _ = stream.write_all(request);
        Response::read(&mut stream)
    }

    #[track_caller]
    pub fn get(&self, path: &str) -> Response {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").as_bytes())
    }

    #[track_caller]
    pub fn post(&self, endpoint: &str, body: impl AsRef<[u8]>) -> Response {
        self.send(&post(endpoint, body.as_ref(), ""))
    }

    /// The answer to a good request.
    #[track_caller]
    pub fn ask(&self, endpoint: &str, body: impl AsRef<[u8]>) -> Value {
        let response = self.post(endpoint, body);
        assert_eq!(response.status, 200, "{}", response.text());
        assert_eq!(response.header("content-type"), Some("application/json"));
        response.json()
    }

    /// The events of a request, in order.
    #[track_caller]
    pub fn events(&self, endpoint: &str, body: impl AsRef<[u8]>) -> Vec<(String, Value)> {
        let response = self.send(&post(endpoint, body.as_ref(), "Accept: text/event-stream\r\n"));
        assert_eq!(response.status, 200, "{}", response.text());
        assert_eq!(response.header("content-type"), Some("text/event-stream"));
        events(&response.text())
    }

    /// Waits until something holds.
    #[track_caller]
    pub fn wait(&self, most: Duration, what: &str, holds: impl Fn(&Metrics) -> bool) -> Duration {
        let started = Instant::now();
        while !holds(&self.metrics) {
            assert!(started.elapsed() < most, "{what}: {:?}", self.metrics);
            thread::sleep(Duration::from_millis(2));
        }
        started.elapsed()
    }

    /// Waits until searches that came last have had their look: before that, they wait and do not.
    pub fn after_a_look(&self) {
        thread::sleep(Duration::from_millis(500));
    }

    #[track_caller]
    pub fn is_idle(&self) {
        self.wait(Duration::from_secs(5), "idle", |metrics| {
            metrics.working() + metrics.waiting() + metrics.body_bytes() + metrics.connections() == 0
        });
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.ask_to_stop();
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

pub fn post(endpoint: &str, body: &[u8], more: &str) -> Vec<u8> {
    let length = body.len();
    let mut request = format!(
        "POST /api/v1/{endpoint} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nConnection: close\r\n{more}\r\n"
    )
    .into_bytes();
    request.extend_from_slice(body);
    request
}

pub fn events(text: &str) -> Vec<(String, Value)> {
    let event = |block: &str| {
        let (name, data) = block.strip_prefix("event: ")?.split_once("\ndata: ")?;
        Some((name.to_owned(), serde_json::from_str(data).unwrap()))
    };
    text.split("\n\n").filter_map(event).collect()
}

#[derive(Debug)]
pub struct Response {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// The body ended as its head said it would.
    pub whole: bool,
}

impl Response {
    /// Reads until the server closes the connection.
    #[track_caller]
    pub fn read(stream: &mut TcpStream) -> Response {
        let mut bytes = Vec::new();
        let ended = stream.read_to_end(&mut bytes);
        while bytes.starts_with(b"HTTP/1.1 100 Continue\r\n\r\n") {
            bytes.drain(..25);
        }
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        let Some(end) = end else { panic!("no response: {ended:?} {:?}", String::from_utf8_lossy(&bytes)) };
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let mut lines = head.split("\r\n");
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers: Vec<(String, String)> = lines
            .map(|line| line.split_once(": ").unwrap())
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let body = &bytes[end + 4..];
        let chunked = headers.iter().any(|header| header.0 == "transfer-encoding");
        let length = headers.iter().find(|header| header.0 == "content-length");
        let (body, whole) = if chunked {
            unchunk(body)
        } else {
            let length = length.map(|length| length.1.parse().unwrap());
            (body.to_vec(), length.is_none_or(|length: usize| length == body.len()))
        };
        Response { status, headers, body, whole }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|header| header.0 == name).map(|header| header.1.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The problem document of a response with a status.
    #[track_caller]
    pub fn problem(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        self.is_secure();
        let problem = self.json();
        assert_eq!(problem["status"], status);
        for member in ["type", "title", "detail"] {
            assert!(problem[member].as_str().is_some_and(|text| !text.is_empty()), "{problem}");
        }
        problem
    }

    #[track_caller]
    pub fn is_secure(&self) {
        let policy = self.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none';") && policy.contains("frame-ancestors 'none'"));
        assert_eq!(self.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(self.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(self.header("cross-origin-opener-policy"), Some("same-origin"));
        assert!(self.header("permissions-policy").is_some());
        assert!(self.header("access-control-allow-origin").is_none());
        assert!(self.header("set-cookie").is_none());
    }
}

/// The pieces of a chunked body, and whether the last is there.
fn unchunk(mut rest: &[u8]) -> (Vec<u8>, bool) {
    let mut body = Vec::new();
    loop {
        let Some(end) = rest.windows(2).position(|window| window == b"\r\n") else { return (body, false) };
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        rest = &rest[end + 2..];
        if length == 0 {
            return (body, true);
        }
        if rest.len() < length + 2 {
            body.extend_from_slice(rest);
            return (body, false);
        }
        body.extend_from_slice(&rest[..length]);
        rest = &rest[length + 2..];
    }
}
