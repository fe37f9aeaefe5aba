//! The judge as a filter: when answers come, what is read, what stops it.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, PipeWriter, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use chess_arbiter::win::{Limits, Reached};
use chess_arbiter_judge::{self as judge, JudgeError, Options, Program};

use crate::random::{Random, placement, quiet_games, write_game};
use crate::{answers, answers_with};

const EASY: &str = "2 1 1\nN B 2\nQ B 1\nQ A 4\n";

/// Neither side can ever force a win (by retrograde analysis), so that no search ends.
fn endless(plies: u32) -> String {
    format!("3 3 {plies}\nN B 4\nQ D 3\nR D 1\nQ A 4\nN B 3\nR C 1\n")
}

fn threads(threads: usize) -> Options {
    Options { threads, ..Options::default() }
}

/// A judge in another thread, with a pipe at each end.
struct Judge {
    input: PipeWriter,
    answers: Receiver<String>,
    thread: JoinHandle<Result<(), JudgeError>>,
}

impl Judge {
    fn start(program: Program, options: Options) -> Judge {
        let (input_end, input) = io::pipe().unwrap();
        let (output, mut output_end) = io::pipe().unwrap();
        let thread = thread::spawn(move || {
            judge::run(program, &mut BufReader::new(input_end), &mut output_end, &options)
        });
        let (sender, answers) = channel();
        thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Judge { input, answers, thread }
    }

    fn write(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).unwrap();
    }

    /// The next answer, which must come although nothing more is written.
    fn answer(&self) -> String {
        self.answers.recv_timeout(Duration::from_secs(20)).expect("an answer before the next case")
    }

    fn end(self) -> Result<(), JudgeError> {
        drop(self.input);
        self.thread.join().unwrap()
    }
}

#[test]
fn each_answer_comes_before_the_next_case() {
    let board = "8....♚...\n7........\n6........\n5........\n4........\n3........\n2........\n1....♔...\n";
    let set = "w\n........\n....k...\n........\n........\n.Q......\n........\nK.......\n........\n";
    for (program, header, case, expected) in [
        (Program::Simplified, "10\n", EASY, "YES"),
        (Program::SimplifiedPawns, "10\n", "1 2 5\nQ A 1\nP B\n3 Q D 4\n", "YES"),
        (Program::Reachable, "", board, "True"),
        (Program::Checkmate, "10\n", set, "WHITE IS CHECKED"),
        (Program::Unfinished, "", "a6 b4 c8 a8\n", "CHECKMATE"),
    ] {
        for options in [threads(1), threads(4)] {
            let mut judge = Judge::start(program, options);
            judge.write(header);
            for round in 0..10 {
                if round % 2 == 0 {
                    judge.write(case);
                } else {
                    // In two pieces.
                    let middle = case.find('\n').unwrap() - 1;
                    judge.write(&case[..middle]);
                    thread::sleep(Duration::from_millis(2));
                    judge.write(&case[middle..]);
                }
                assert_eq!(judge.answer(), expected, "{program}");
            }
            judge.end().unwrap();
        }
    }
}

#[test]
fn closing_letters_may_come_later() {
    let board = "♚.......\n........\n........\n........\n........\n........\n........\n♔.......\n";
    let mut judge = Judge::start(Program::Reachable, threads(1));
    for _ in 0..3 {
        judge.write(board);
        assert_eq!(judge.answer(), "True");
        judge.write("abcdefgh\n\n");
    }
    judge.end().unwrap();
}

#[test]
fn an_answer_does_not_wait_for_a_harder_game() {
    for count in [1, 4] {
        let interrupt = Arc::new(AtomicBool::new(false));
        let limits = Limits { interrupt: Some(Arc::clone(&interrupt)), ..Limits::default() };
        let mut judge =
            Judge::start(Program::Simplified, Options { threads: count, limits, ..Options::default() });
        judge.write(&format!("9\n{EASY}{EASY}{EASY}{}{EASY}{EASY}", endless(u32::MAX)));
        for _ in 0..3 {
            assert_eq!(judge.answer(), "YES");
        }
        interrupt.store(true, Ordering::Relaxed);
        let result = judge.thread.join().unwrap();
        assert!(matches!(result, Err(JudgeError::Interrupted)), "{result:?}");
        assert!(judge.answers.recv().is_err(), "no answer after the interruption");
    }
}

#[test]
fn a_limit_stops_the_work() {
    let text = format!("5\n{EASY}{EASY}{}{EASY}{EASY}", endless(u32::MAX));
    for count in [1, 2, 5] {
        for (limits, expected) in [
            (Limits { nodes: Some(20_000), ..Limits::default() }, Reached::Nodes),
            (Limits { time: Some(Duration::from_millis(50)), ..Limits::default() }, Reached::Time),
        ] {
            let (answers, result) = answers_with(
                Program::Simplified,
                text.as_bytes(),
                100,
                &Options { threads: count, limits, ..Options::default() },
            );
            assert_eq!(answers, "YES\nYES\n");
            let error = result.unwrap_err();
            assert!(matches!(error, JudgeError::Limit { game: 3, limit } if limit == expected), "{error:?}");
            assert_eq!(error.to_string(), format!("game 3 has no answer: stopped by {expected}"));
        }
    }
}

#[test]
fn a_limit_is_told_before_more_input() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    for threads in [1, 3] {
        let mut judge = Judge::start(
            Program::Simplified,
            Options { threads, limits: limits.clone(), ..Options::default() },
        );
        judge.write(&format!("9\n{EASY}{}", endless(u32::MAX)));
        assert_eq!(judge.answer(), "YES");
        let deadline = Instant::now() + Duration::from_secs(20);
        while !judge.thread.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        assert!(judge.thread.is_finished());
        assert!(matches!(judge.end(), Err(JudgeError::Limit { game: 2, limit: Reached::Nodes })));
    }
}

/// A question without bound has an answer when either side wins.
#[test]
fn absurdly_many_plies() {
    // Black takes the queen in 8 plies at the latest.
    let lost = "Q D 3\nN C 2\nR D 1\nN B 4\nR B 3\nQ B 2\n";
    let won = "N B 2\nQ B 1\nQ D 4\n";
    for plies in ["65", "1000000", "4294967295"] {
        let text = format!("2\n3 3 {plies}\n{lost}2 1 {plies}\n{won}");
        let (answers, result) = answers(Program::Simplified, text.as_bytes());
        result.unwrap();
        assert_eq!(answers, "NO\nYES\n");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut random = Random(11);
    for program in [Program::Simplified, Program::SimplifiedPawns] {
        let (mut text, mut games) = (String::new(), 0);
        while games < 3000 {
            let pawns = program == Program::SimplifiedPawns;
            let (white, black) = (1 + random.below(5), 1 + random.below(5));
            if let Some(grid) = placement(&mut random, white, black, pawns) {
                let plies = 1 + random.below(if games % 40 == 0 { 10 } else { 6 }) as u32;
                write_game(&mut text, &grid, plies);
                games += 1;
            }
        }
        let text = format!("{games}\n{text}");
        let (expected, result) = answers(program, text.as_bytes());
        result.unwrap();
        assert_eq!(expected.lines().count(), games);
        for (count, buffer) in [(2, 8192), (3, 100), (4, 1 << 20), (16, 1 << 12), (usize::MAX, 8192)] {
            let (answers, result) = answers_with(program, text.as_bytes(), buffer, &threads(count));
            result.unwrap();
            assert_eq!(answers, expected, "{count} threads");
        }
    }
}

#[test]
fn answers_before_a_fault_are_written_by_any_number_of_threads() {
    let mut text = quiet_games(500, 4, 5).replacen("500", "501", 1);
    let (expected, _) = answers(Program::Simplified, text.as_bytes());
    text += "1 1 1\nQ A 1\nQ A 1\n";
    for count in [1, 2, 4] {
        let (answers, result) = answers_with(Program::Simplified, text.as_bytes(), 1 << 16, &threads(count));
        assert_eq!(answers, expected);
        assert!(matches!(result, Err(JudgeError::Malformed(error)) if error.line == text.lines().count()));
    }
}

/// Bytes without end, of which it is counted how many are read.
struct Endless<'a> {
    unit: &'a [u8],
    at: usize,
    read: &'a Cell<usize>,
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in &mut *buffer {
            *byte = self.unit[self.at % self.unit.len()];
            self.at += 1;
        }
        self.read.set(self.read.get() + buffer.len());
        Ok(buffer.len())
    }
}

#[test]
fn endless_garbage_is_refused_at_once() {
    for program in Program::ALL {
        for unit in [
            &b"x"[..],
            b"\0",
            b"\xFF",
            b"\xE2",
            b"\xEF\xBB",
            b"-",
            b"1",
            b".",
            b"a",
            "♔".as_bytes(),
            b"8",
            b"a1",
            b"0 ",
        ] {
            let read = Cell::new(0);
            let (answers, result) = answers(program, Endless { unit, at: 0, read: &read });
            assert_eq!(answers, "");
            assert!(matches!(result, Err(JudgeError::Malformed(_))), "{program} {unit:?} {result:?}");
            assert!(read.get() <= 8192, "{program} {unit:?} {}", read.get());
        }
    }
}

/// Lines mean something to two programs, and have a length.
#[test]
fn endless_blanks() {
    for program in [Program::Reachable, Program::Unfinished] {
        let read = Cell::new(0);
        let (_, result) = answers(program, Endless { unit: b" \t\r", at: 0, read: &read });
        assert_eq!(
            result.unwrap_err().to_string(),
            "line 1, column 4097: a line of more than 4096 characters"
        );
        assert!(read.get() <= 8192);
    }
    for program in Program::ALL {
        let read = Cell::new(0);
        let blanks = Endless { unit: b" \r\n", at: 0, read: &read };
        let (answers, result) = answers(program, blanks.take(3_000_000));
        assert_eq!(answers, "");
        match result {
            Ok(()) => assert!(matches!(program, Program::Reachable | Program::Unfinished)),
            Err(error) => assert!(error.to_string().contains("line 1000001, column 1: expected"), "{error}"),
        }
    }
}

/// Counts lines, and keeps the longest piece written at once.
#[derive(Default)]
struct Counter {
    lines: usize,
    longest: usize,
    writes: usize,
}

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lines += bytes.iter().filter(|&&byte| byte == b'\n').count();
        self.longest = self.longest.max(bytes.len());
        self.writes += 1;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Long input passes through: what is held back is bounded, and not every answer is a write.
#[test]
fn a_million_cases_pass_through() {
    let lines = b"a6 b4 c8 a8\na7 h1 c6 a8\n";
    let read = Cell::new(0);
    let input = Endless { unit: lines, at: 0, read: &read }.take(12_000_000);
    let mut counter = Counter::default();
    judge::run(Program::Unfinished, &mut BufReader::new(input), &mut counter, &Options::default()).unwrap();
    assert_eq!(counter.lines, 1_000_000);
    assert!(counter.longest < 1 << 16 && counter.writes < 3000, "{} {}", counter.longest, counter.writes);

    let read = Cell::new(0);
    let cases = Endless { unit: EASY.as_bytes(), at: 0, read: &read }.take((EASY.len() * 200_000) as u64);
    let mut input = BufReader::new(b"200000\n".chain(cases));
    let mut counter = Counter::default();
    judge::run(Program::Simplified, &mut input, &mut counter, &threads(2)).unwrap();
    assert_eq!(counter.lines, 200_000);
    assert!(counter.longest < 1 << 16);
}

#[test]
fn quick_answers_are_written_together() {
    let games = quiet_games(2000, 6, 3);
    let mut counter = Counter::default();
    let mut input = BufReader::with_capacity(1 << 16, games.as_bytes());
    judge::run(Program::Simplified, &mut input, &mut counter, &threads(1)).unwrap();
    assert_eq!(counter.lines, 2000);
    assert!(counter.writes <= 4, "{}", counter.writes);
}

#[test]
fn a_closed_output_is_told_apart() {
    for (program, unit) in [(Program::Unfinished, "a6 b4 c8 a8\n"), (Program::Simplified, EASY)] {
        for count in [1, 4] {
            let (output, mut output_end) = io::pipe().unwrap();
            drop(output);
            let read = Cell::new(0);
            let header = if program == Program::Simplified { "1000000\n" } else { "" };
            let input = header.as_bytes().chain(Endless { unit: unit.as_bytes(), at: 0, read: &read });
            let result = judge::run(program, &mut BufReader::new(input), &mut output_end, &threads(count));
            assert!(matches!(result, Err(JudgeError::OutputClosed)), "{result:?}");
        }
    }
}

/// Fails after some bytes, and is interrupted before each.
struct Failing<'a> {
    text: &'a [u8],
    interrupted: bool,
}

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        match self.text.split_first() {
            Some((&byte, rest)) => {
                (buffer[0], self.text) = (byte, rest);
                Ok(1)
            }
            None => Err(io::Error::other("the disk is on fire")),
        }
    }
}

#[test]
fn a_failing_input() {
    for count in [1, 2] {
        let text = format!("5\n{EASY}{EASY}2 1");
        let input = Failing { text: text.as_bytes(), interrupted: false };
        let (answers, result) = answers_with(Program::Simplified, input, 64, &threads(count));
        assert_eq!(answers, "YES\nYES\n");
        assert_eq!(result.unwrap_err().to_string(), "cannot read the input: the disk is on fire");
    }
}

#[test]
fn an_interrupt_ends_endless_input() {
    let interrupt = Arc::new(AtomicBool::new(false));
    let limits = Limits { interrupt: Some(Arc::clone(&interrupt)), ..Limits::default() };
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(20));
        interrupt.store(true, Ordering::Relaxed);
    });
    let read = Cell::new(0);
    let input = Endless { unit: b"a6 b4 c8 a8\n", at: 0, read: &read };
    let mut counter = Counter::default();
    let options = Options { threads: 1, limits, ..Options::default() };
    let result = judge::run(Program::Unfinished, &mut BufReader::new(input), &mut counter, &options);
    assert!(matches!(result, Err(JudgeError::Interrupted)), "{result:?}");
}

/// What comes after the last game is read only after its answer is out.
#[test]
fn the_last_answer_does_not_wait_for_the_end() {
    for count in [1, 3] {
        let mut judge = Judge::start(Program::Simplified, threads(count));
        judge.write(&format!("1\n{EASY}"));
        assert_eq!(judge.answer(), "YES");
        judge.write("more");
        assert!(matches!(judge.end(), Err(JudgeError::Malformed(_))));
    }
}
