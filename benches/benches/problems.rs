//! Selfmates, reflexmates and stalemates beside Popeye: all keys, each position asked of both in turn.
//!
//! Positions are made at random from a fixed seed: men strewn over the board, and positions before those of
//! `tests/cases/win/selfmates.fen`, with men added. `POPEYE=path` names the program; without it only our
//! times are shown. `PROBLEMS=20` is the number of positions of each kind for each stipulation.
//!
//! Popeye's processor time is what bash's `time` says, less that of as many problems with nothing to
//! solve; short ones are asked several times in one run. Ours is the least of three, each with a new solver.
#![allow(missing_docs, clippy::print_stdout, clippy::print_stderr)]

use std::collections::BTreeSet;
use std::env;
use std::process::Command;
use std::time::Instant;

use arbiter_benches::median;
use chess_arbiter::attacks::{Portable, attacks};
use chess_arbiter::board::{Board, Color, Man, Role, Setup, Square};
use chess_arbiter::format::{fen, uci};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::Standard;
use chess_arbiter::win::stipulation::Stipulation;
use chess_arbiter::win::{Limits, ProblemSolver, SolveMates};

/// SplitMix64.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

fn strew(chance: &mut Chance, setup: &mut Setup, color: Color, men: usize) {
    const ROLES: [Role; 10] = {
        use Role::{Bishop, Knight, Pawn, Queen, Rook};
        [Queen, Rook, Bishop, Bishop, Knight, Knight, Pawn, Pawn, Pawn, Pawn]
    };
    for _ in 0..men {
        let square = Square::at(chance.below(8) as u8, 1 + chance.below(6) as u8);
        if setup.board.man_at(square).is_none() {
            setup.board.put(square, Man { color, role: chance.pick(&ROLES) });
        }
    }
}

fn strewn(chance: &mut Chance) -> Option<Position<Standard>> {
    let mut setup = Setup::new(Board::default(), Color::White);
    for color in Color::BOTH {
        let square = Square::at(chance.below(8) as u8, chance.below(8) as u8);
        setup.board.put(square, Man { color, role: Role::King });
    }
    let (white, black) = (5 + chance.below(7), 1 + chance.below(9));
    strew(chance, &mut setup, Color::White, white);
    strew(chance, &mut setup, Color::Black, black);
    Position::new(&setup, Policy::Movable).ok()
}

/// A position from which one of `ends` arises in so many plies.
fn before(chance: &mut Chance, ends: &[&str], plies: u32) -> Option<Position<Standard>> {
    let mut setup = fen::position::<Standard>(chance.pick(ends)).ok()?.to_setup();
    for color in Color::BOTH {
        let men = chance.below(4);
        strew(chance, &mut setup, color, men);
    }
    let mut at: Position<Standard> = Position::new(&setup, Policy::Movable).ok()?;
    for _ in 0..plies {
        let mut setup = at.to_setup();
        setup.turn = !setup.turn;
        let pieces = at.board().color(setup.turn) - at.board().role(Role::Pawn);
        at = (0..20).find_map(|_| {
            let to = chance.pick(&pieces.into_iter().collect::<Vec<_>>());
            let man = at.board().man_at(to)?;
            let reach = attacks::<Standard, Portable>(man.role, man.color, to, at.board().occupied());
            let from: Vec<Square> = (reach - at.board().occupied()).into_iter().collect();
            let mut before = setup;
            before.board.remove(to);
            before.board.put(*from.get(chance.below(from.len().max(1)))?, man);
            Position::new(&before, Policy::Movable).ok()
        })?;
    }
    Some(at)
}

/// What Popeye says of a file: its output, and processor seconds.
fn popeye(path: &str, problems: &str) -> (String, f64) {
    let file = env::temp_dir().join(format!("arbiter-{}.inp", std::process::id()));
    std::fs::write(&file, format!("BeginProblem\n{problems}\nEndProblem\n")).expect("a file");
    let script = r#"TIMEFORMAT='%3U %3S'; time "$0" -maxmem 256M "$1""#;
    let ran = Command::new("bash").args(["-c", script, path]).arg(&file).output().expect("bash");
    let times = String::from_utf8_lossy(&ran.stderr).trim().to_string();
    let seconds = times.lines().last().unwrap_or("").split(' ').filter_map(|time| time.parse::<f64>().ok());
    (String::from_utf8_lossy(&ran.stdout).into_owned(), seconds.sum())
}

fn problem(position: &Position<Standard>, stipulation: Stipulation) -> String {
    // Its knights are S; White begins.
    let board = fen::write::<Standard>(&position.to_setup());
    let board = board.split(' ').next().unwrap_or("").replace('n', "s").replace('N', "S");
    format!("Stipulation {stipulation}\nForsyth {board}\nOption NoBoard")
}

/// The keys in a solution: lines like `1.Sc3*b5 + !`. Castling does not arise here.
fn keys(solution: &str) -> BTreeSet<String> {
    let key = |line: &str| {
        let mv = line.trim().strip_prefix("1.")?.strip_suffix(" !")?.split(' ').next()?;
        let (mv, promotion) = mv.split_once('=').unwrap_or((mv, ""));
        let squares: String = mv.trim_start_matches(['K', 'Q', 'R', 'B', 'S']).replace(['-', '*'], "");
        Some(squares.get(..4)?.to_string() + &promotion.to_lowercase().replace('s', "n"))
    };
    solution.lines().filter_map(key).collect()
}

fn main() {
    let peer = env::var("POPEYE").ok();
    if peer.is_none() {
        eprintln!("POPEYE=path is not set: only our times are shown");
    }
    let count = env::var("PROBLEMS").ok().and_then(|count| count.parse().ok()).unwrap_or(20);
    let ends = include_str!("../../tests/cases/win/selfmates.fen");
    let ends: Vec<&str> = ends.lines().filter(|line| !line.starts_with('#')).collect();
    // What as many problems take with which there is nothing to do.
    let idle = |path: &String, repeat: usize| {
        let nothing = vec!["Stipulation #1\nForsyth 8/8/8/8/8/8/8/K6k\nOption NoBoard"; repeat];
        (0..5).map(|_| popeye(path, &nothing.join("\nNextProblem\n")).1).fold(f64::MAX, f64::min)
    };
    println!(
        "{:6} {:>9} {:>8} {:>12} {:>12} {:>8}",
        "", "positions", "solvable", "Arbiter", "Popeye", "ratio"
    );
    for text in ["s#2", "s#3", "s#4", "=2", "=3", "=4", "r#2", "r#3"] {
        let stipulation: Stipulation = text.parse().expect("a stipulation");
        let (mut ours, mut theirs, mut ratios, mut solvable) = (Vec::new(), Vec::new(), Vec::new(), 0);
        let repeat = [1, 1, 20, 5, 1][stipulation.moves.0.min(4) as usize];
        let nothing = peer.as_ref().map_or(0.0, |path| idle(path, repeat));
        let mut chance = Chance(15);
        while ours.len() < 2 * count {
            let position = if ours.len() < count {
                strewn(&mut chance)
            } else {
                before(&mut chance, &ends, 2 * stipulation.moves.0 - 1)
            };
            let Some(position) = position.filter(|position| position.turn() == Color::White) else {
                continue;
            };
            let mut times = Vec::new();
            let mut found = Vec::new();
            for _ in 0..3 {
                let limits = Limits { memory: 256 << 20, ..Limits::default() };
                let mut solver = ProblemSolver::<Standard>::new(stipulation.aim, limits);
                let began = Instant::now();
                found = solver.keys(&position, stipulation.moves).expect("no limit");
                times.push(began.elapsed().as_secs_f64());
            }
            let time = times.into_iter().fold(f64::MAX, f64::min);
            ours.push(time);
            solvable += usize::from(!found.is_empty());
            if let Some(path) = &peer {
                let problems = vec![problem(&position, stipulation); repeat];
                let (said, seconds) = popeye(path, &problems.join("\nNextProblem\n"));
                let found: BTreeSet<String> = found.iter().map(|&mv| uci::write(&position, mv)).collect();
                assert_eq!(found, keys(&said), "{text} {position}");
                let seconds = (seconds - nothing).max(0.001) / repeat as f64;
                theirs.push(seconds);
                ratios.push(seconds / time);
            }
        }
        let of = |list: Vec<f64>| if list.is_empty() { f64::NAN } else { median(list) };
        println!(
            "{text:6} {:>9} {solvable:>8} {:>9.3} ms {:>9.3} ms {:>8.1}",
            count * 2,
            of(ours) * 1e3,
            of(theirs) * 1e3,
            of(ratios)
        );
    }
}
