//! The conversation: commands in, answers out, one search at a time on a thread of its own.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};

use chess_arbiter::format::{fen, parse_problem, uci};
use chess_arbiter::limits::Limits;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Rules;
use chess_arbiter::win::{Solvable, Solve};
use chess_arbiter::with_rules;
use chess_arbiter_tables::standard::Endings;

use crate::command::{self, GameStart, Go, UciCommand};
use crate::options::EngineOptions;
use crate::search::GoSearch;

/// What lasts from one command to the next, as long as the game is the same.
struct Session<R: Rules> {
    options: EngineOptions,
    /// None after one that could not be understood: an answer about another would mislead.
    position: Option<Position<R>>,
    solver: Arc<Mutex<Box<dyn Solve<R>>>>,
    stop: Arc<AtomicBool>,
}

/// A search under way.
struct Running<'scope> {
    thread: ScopedJoinHandle<'scope, io::Result<()>>,
    go: Go,
    /// Another search goes on from it: it does not say `bestmove`.
    goes_on: Arc<AtomicBool>,
    /// It says `bestmove`, or has said it.
    answered: Arc<AtomicBool>,
}

pub(crate) fn run(input: &mut dyn BufRead, output: &mut (dyn Write + Send)) -> io::Result<()> {
    let (mut lines, output) = (input.split(b'\n'), Mutex::new(output));
    let mut options = Some(EngineOptions::default());
    while let Some(chosen) = options {
        options = with_rules!(chosen.variant, R => talk::<R>(&mut lines, &output, chosen))?;
    }
    Ok(())
}

/// The conversation as long as the game is the same; then the options with another.
fn talk<R: Solvable>(
    lines: &mut impl Iterator<Item = io::Result<Vec<u8>>>,
    output: &Mutex<impl Write + Send>,
    options: EngineOptions,
) -> io::Result<Option<EngineOptions>> {
    let mut session = Session::<R>::new(options);
    std::thread::scope(|scope| {
        let mut running = None;
        for line in lines {
            let line = line?;
            // Whatever is no UTF-8 is in no command.
            match command::parse(&String::from_utf8_lossy(&line)) {
                UciCommand::Quit => return session.end(running, true).map(|()| None),
                command => session.obey(scope, output, &mut running, command)?,
            }
            // A search has been ended before an option was set.
            if session.options.variant.name() != R::NAME {
                return Ok(Some(session.options.clone()));
            }
        }
        session.end(running, false).map(|()| None)
    })
}

/// Writes one line whole.
pub(crate) fn say(output: &Mutex<impl Write>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}

impl<R: Solvable> Session<R> {
    fn new(options: EngineOptions) -> Session<R> {
        let solver = Arc::new(Mutex::new(solver(&options)));
        Session { options, position: start().ok(), solver, stop: Arc::default() }
    }

    fn obey<'scope, W: Write + Send>(
        &mut self,
        scope: &'scope Scope<'scope, '_>,
        output: &'scope Mutex<W>,
        running: &mut Option<Running<'scope>>,
        command: UciCommand,
    ) -> io::Result<()> {
        match command {
            UciCommand::Uci => {
                say(output, &format!("id name Arbiter {}", env!("CARGO_PKG_VERSION")))?;
                say(output, "id author The Arbiter authors")?;
                say(output, EngineOptions::lines().trim_end())?;
                say(output, "uciok")
            }
            UciCommand::IsReady => say(output, "readyok"),
            UciCommand::Stop => self.end(running.take(), true),
            UciCommand::PonderHit => {
                let Some(hit) = running.take_if(|running| running.go.ponder) else { return Ok(()) };
                // From here on the limits count. What was proved meanwhile is remembered.
                hit.goes_on.store(true, Ordering::Relaxed);
                let go = hit.go.after_hit();
                self.end(Some(hit), true)?;
                *running = self.position.map(|position| self.go(scope, output, position, go));
                Ok(())
            }
            UciCommand::NewGame => {
                self.cut_short(running.take(), output)?;
                self.begin_anew();
                Ok(())
            }
            UciCommand::SetOption { name, value } => {
                self.cut_short(running.take(), output)?;
                match self.options.set(&name, &value) {
                    Ok(true) => self.begin_anew(),
                    Ok(false) => {}
                    Err(why) => say(output, &format!("info string {why}"))?,
                }
                Ok(())
            }
            UciCommand::Position { from, moves } => {
                self.cut_short(running.take(), output)?;
                let placed = position(from, &moves);
                self.position = placed.as_ref().ok().map(|(position, _)| *position);
                match placed {
                    Err(why) => say(output, &format!("info string no position: {why}")),
                    Ok((_, rights)) if rights.is_empty() => Ok(()),
                    Ok((_, rights)) => say(output, &format!("info string castling by convention: {rights}")),
                }
            }
            UciCommand::Go(go) => {
                self.cut_short(running.take(), output)?;
                go.faults.iter().try_for_each(|fault| say(output, &format!("info string {fault}")))?;
                match self.position {
                    Some(position) => *running = Some(self.go(scope, output, position, go)),
                    None => say(output, "bestmove (none)")?,
                }
                Ok(())
            }
            UciCommand::Unknown(line) => say(output, &format!("info string not understood: {line}")),
            UciCommand::Ignored | UciCommand::Quit => Ok(()),
        }
    }

    /// Ends a search at once because of a command that should have waited for its `bestmove`, and says so if
    /// it would have ended by itself.
    fn cut_short(&self, running: Option<Running<'_>>, output: &Mutex<impl Write>) -> io::Result<()> {
        if running
            .as_ref()
            .is_some_and(|running| running.go.ends() && !running.answered.load(Ordering::Acquire))
        {
            say(
                output,
                "info string the search is stopped by the next command: wait for bestmove to let it end",
            )?;
        }
        self.end(running, true)
    }

    /// Ends a search, at once or when its limits do.
    fn end(&self, running: Option<Running<'_>>, at_once: bool) -> io::Result<()> {
        let Some(Running { thread, go, .. }) = running else { return Ok(()) };
        if at_once || !go.ends() {
            self.stop.store(true, Ordering::Relaxed);
        }
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    fn begin_anew(&mut self) {
        self.solver = Arc::new(Mutex::new(solver(&self.options)));
    }

    fn go<'scope, W: Write + Send>(
        &mut self,
        scope: &'scope Scope<'scope, '_>,
        output: &'scope Mutex<W>,
        position: Position<R>,
        go: Go,
    ) -> Running<'scope> {
        let asked = go.clone();
        // A search without a limit goes on until it is stopped.
        let go = Go { infinite: !go.ends(), ..go };
        let (goes_on, answered) = <(Arc<AtomicBool>, Arc<AtomicBool>)>::default();
        let (quiet, answers) = (goes_on.clone(), answered.clone());
        self.stop = Arc::new(AtomicBool::new(false));
        let (stop, solver, options) = (self.stop.clone(), self.solver.clone(), self.options.clone());
        let thread = scope.spawn(move || {
            let mut solver = solver.lock().unwrap_or_else(PoisonError::into_inner);
            let (options, stop) = (&options, &stop);
            let Some(solver) = solver.mates() else {
                // No option names such a game.
                return say(output, "bestmove (none)");
            };
            let (told, answered) = (Vec::new(), &*answers);
            GoSearch { solver, output, options, stop, position, go, told, answered }.run(&quiet)
        });
        Running { thread, go: asked, goes_on, answered }
    }
}

fn solver<R: Solvable>(options: &EngineOptions) -> Box<dyn Solve<R>> {
    let limits = Limits { memory: options.hash << 20, ..Limits::default() };
    let mut solver = R::problem_solver(options.aim, limits.clone()).unwrap_or_else(|| R::solver(limits));
    solver.set_oracle(Endings::shared());
    solver
}

/// The starting position of the game.
fn start<R: Rules>() -> Result<Position<R>, String> {
    fen::position(R::EXAMPLE).map_err(|error| error.to_string())
}

/// The position after `moves` from a FEN, or from the starting position, and the castling rights that the FEN
/// leaves open and that are taken by the convention of problems.
fn position<R: Rules>(from: Option<GameStart>, moves: &[String]) -> Result<(Position<R>, String), String> {
    let mut rights = String::new();
    let mut position = match from {
        Some(GameStart::Fen(text)) => {
            let problem = parse_problem::<R>(&text).map_err(|error| error.to_string())?;
            rights = problem.letters();
            Position::new(&problem.setup, Policy::Movable).map_err(|faults| faults.to_string())?
        }
        Some(GameStart::Start) => start()?,
        None => return Err("expected startpos or fen".into()),
    };
    for text in moves {
        let mv = uci::parse(&position, text).map_err(|error| format!("{text}: {error}"))?;
        position = position.play(mv);
    }
    Ok((position, rights))
}
