//! Positions, clusters.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use chess_arbiter::format::fen;
use chess_arbiter::{Position, Standard, legal_moves};
use datafusion::arrow::array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::file::properties::WriterProperties;

pub(crate) use crate::folder::{Folder, texts};

impl Folder {
    /// A folder of Parquet files, with the columns `id` and `fen`.
    pub(crate) fn positions(&self, name: &str, files: usize, rows: usize, group: usize) {
        fs::create_dir_all(self.path(name)).unwrap();
        let mut fens = Fens::default();
        for number in 0..files {
            let file = File::create(self.path(name).join(format!("{number:03}.parquet"))).unwrap();
            let first = (number * rows) as i64;
            let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(first..first + rows as i64));
            let texts: ArrayRef = Arc::new((0..rows).map(|_| fens.next_one()).collect::<StringArray>());
            let batch = RecordBatch::try_from_iter([("id", ids), ("fen", texts)]).unwrap();
            let properties = WriterProperties::builder().set_max_row_group_row_count(Some(group)).build();
            let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
            writer.write(&batch).unwrap();
            writer.close().unwrap();
        }
    }

    /// The program in this folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.runs(env!("CARGO_BIN_EXE_arbiter-cluster"));
        command.args(arguments).env_remove("RUST_LOG").env_remove("ARBITER_SCHEDULER");
        command
    }

    /// The exit status and what is said.
    pub(crate) fn run(&self, arguments: &[&str]) -> (i32, String) {
        let (code, _, said) = texts(self.command(arguments).output().unwrap());
        (code, said)
    }
}

/// Positions of random play; one in 50 is none, or was never in a game.
#[derive(Default)]
struct Fens {
    game: Option<(Position<Standard>, u32)>,
    seed: u64,
    number: u32,
}

impl Fens {
    fn chance(&mut self) -> usize {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) as usize
    }

    fn next_one(&mut self) -> Option<String> {
        self.number += 1;
        match self.number % 250 {
            50 => return None,
            100 => return Some("9/8 w".into()),
            150 => return Some("8/8/8/8/8/8/8/8 w - - 0 1".into()),
            200 => return Some("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w - - 0 1".into()),
            0 => return Some("7k/8/6K1/8/8/8/8/R7 w - - 0 1".into()),
            _ => {}
        }
        let (position, ply) = self.game.take().unwrap_or_else(|| (Position::initial(), 0));
        let moves = legal_moves(&position);
        let text = fen::write::<Standard>(&position.to_setup());
        if !moves.is_empty() && ply < 80 {
            self.game = Some((position.play(moves[self.chance() % moves.len()]), ply + 1));
        }
        Some(text)
    }
}

/// A process that is killed with this.
pub(crate) struct Process {
    child: Child,
    said: Arc<Mutex<String>>,
}

impl Process {
    /// Starts it, and waits until it has said a text.
    fn start(mut command: Command, until: &str) -> Process {
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let said = Arc::new(Mutex::new(String::new()));
        let (heard, stderr) = (said.clone(), child.stderr.take().unwrap());
        thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                *heard.lock().unwrap() += &(line + "\n");
            }
        });
        let process = Process { child, said };
        process.wait_for(until);
        process
    }

    pub(crate) fn said(&self) -> String {
        self.said.lock().unwrap().clone()
    }

    /// Waits until it has said a text.
    pub(crate) fn wait_for(&self, text: &str) {
        let started = Instant::now();
        while !self.said().contains(text) {
            assert!(started.elapsed() < Duration::from_secs(60), "'{text}' was not said: {}", self.said());
            sleep(Duration::from_millis(10));
        }
    }

    /// SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Any other signal.
    pub(crate) fn signal(&self, name: &str) {
        let told = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status().unwrap();
        assert!(told.success());
    }

    /// SIGTERM; the exit status.
    pub(crate) fn terminate(&mut self) -> Option<i32> {
        self.signal("TERM");
        self.child.wait().unwrap().code()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A scheduler, with its executors.
pub(crate) struct Cluster {
    pub(crate) scheduler: Process,
    pub(crate) address: String,
    pub(crate) executors: Vec<Process>,
}

/// What an executor says when a task is done.
pub(crate) const TASK: &str = "Finished task";

impl Cluster {
    pub(crate) fn start(folder: &Folder, executors: usize) -> Cluster {
        Cluster::with(folder, executors, &[])
    }

    /// A scheduler with options.
    pub(crate) fn with(folder: &Folder, executors: usize, options: &[&str]) -> Cluster {
        let scheduler = folder.command(&[&["scheduler", "--bind", "127.0.0.1:0"][..], options].concat());
        let scheduler = Process::start(scheduler, "scheduler on ");
        let said = scheduler.said();
        let address = said.trim().rsplit(' ').next().unwrap().to_owned();
        let mut cluster = Cluster { scheduler, address, executors: Vec::new() };
        for _ in 0..executors {
            cluster.join(folder);
        }
        cluster
    }

    /// One more executor.
    pub(crate) fn join(&mut self, folder: &Folder) {
        let mut command = folder.command(&["executor", "--threads", "1", "--work-dir", "."]);
        command.args(["--scheduler", &self.address, "--log", "ballista_executor=info"]);
        self.executors.push(Process::start(command, "Executor registration succeed"));
    }
}
