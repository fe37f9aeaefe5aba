//! Solutions beside those of Popeye, where there is one: `POPEYE` names the program.

use std::collections::BTreeSet;
use std::process::Command;

use chess_arbiter::board::{Move, Square};
use chess_arbiter::format::fen;
use chess_arbiter::limits::Limits;
use chess_arbiter::popeye::{Part, Problems};
use chess_arbiter::position::Position;
use chess_arbiter::rules::Standard;
use chess_arbiter::stipulation::AnyStipulation;
use chess_arbiter::win::solution::{Attack, Defence, Solution, Wanted};
use chess_arbiter::win::{MateSolver, SolveMates};

type Lines = BTreeSet<String>;

/// Squares and promotion; castling goes from king to king's square in both notations.
fn text(mv: Move) -> String {
    let promotion = mv.promotion().map_or(String::new(), |role| role.letter().to_string());
    format!("{}{}{}", mv.from(), mv.to(), promotion.to_lowercase())
}

fn attack(lines: &mut Lines, before: &str, kind: char, attack_: &Attack) {
    let line = format!("{before} {kind}{}", text(attack_.mv));
    for threat in &attack_.threats {
        attack(lines, &line, 't', threat);
    }
    if attack_.zugzwang {
        lines.insert(format!("{line} zugzwang"));
    }
    defences(lines, &line, &attack_.defences);
    lines.insert(line);
}

fn defences(lines: &mut Lines, before: &str, list: &[Defence]) {
    for defence in list {
        let line = format!("{before} d{}", text(defence.mv));
        for next in &defence.continuations {
            attack(lines, &line, 'a', next);
        }
        lines.insert(line);
    }
}

fn ours(solution: &Solution) -> Lines {
    let mut lines = Lines::new();
    defences(&mut lines, "set", &solution.set_play);
    solution.keys.iter().for_each(|key| attack(&mut lines, "", 'a', key));
    for attempt in &solution.tries {
        attack(&mut lines, "", 'a', &attempt.attack);
        let line = format!(" a{}", text(attempt.attack.mv));
        lines.extend(attempt.refutations.iter().map(|&mv| format!("{line} but {}", text(mv))));
    }
    lines
}

/// A move as Popeye writes it: `Bb6*a5`, `a7-a8=S`.
fn squares(written: &str) -> String {
    let written = written.trim_start_matches(['K', 'Q', 'R', 'B', 'S']);
    let square = |at: usize| written.get(at..at + 2).unwrap().parse::<Square>().unwrap();
    let promoted =
        written.get(5..).and_then(|rest| rest.strip_prefix('=')).and_then(|rest| rest.chars().next());
    let promoted =
        promoted.map_or(String::new(), |letter| letter.to_string().replace('S', "n").to_lowercase());
    format!("{}{}{promoted}", square(0), square(3))
}

/// The lines of Popeye's output. The number of a move says whose it is: `2.` follows the `1...` above it or,
/// if there is none since `1.`, is a threat.
fn theirs(output: &str) -> Lines {
    let mut lines = Lines::new();
    let (mut attacks, mut defences): (Vec<String>, Vec<Option<String>>) = (Vec::new(), Vec::new());
    let mut refuted = false;
    for line in output.lines().map(str::trim) {
        refuted |= line == "but";
        let Some((number, rest)) = line.split_once('.') else { continue };
        let Ok(number) = number.parse::<usize>() else { continue };
        match rest.strip_prefix("..") {
            Some(rest) if refuted => {
                lines.insert(format!("{} but {}", attacks[0], squares(rest)));
            }
            Some(rest) => {
                let before = attacks.get(number - 1).map_or("", String::as_str);
                let before = if before.is_empty() { "set" } else { before };
                let line = format!("{before} d{}", squares(rest));
                attacks.truncate(number);
                defences.resize(number, None);
                defences[number - 1] = Some(line.clone());
                lines.insert(line);
            }
            None => {
                refuted &= number != 1;
                let line = match number {
                    1 => format!(" a{}", squares(rest)),
                    _ => match defences.get(number - 2).cloned().flatten() {
                        Some(before) => format!("{before} a{}", squares(rest)),
                        None => format!("{} t{}", attacks[number - 2], squares(rest)),
                    },
                };
                attacks.truncate(number - 1);
                attacks.resize(number - 1, String::new());
                attacks.push(line.clone());
                defences.truncate(number - 1);
                if rest.ends_with("zugzwang.") {
                    lines.insert(format!("{line} zugzwang"));
                }
                lines.insert(line);
            }
        }
    }
    lines
}

#[test]
#[ignore = "needs Popeye, which POPEYE names"]
fn solutions_agree_with_popeye() {
    let popeye = std::env::var_os("POPEYE").expect("POPEYE names the program");
    let positions = [
        ("#3", "k1B5/2p5/SbS5/8/P2p4/P2p4/P1prp3/2RbK3"),
        ("#3", "k7/2pB4/SbS5/8/P2p4/P2p4/P1prp3/2RbK3"),
        ("#4", "k1B5/2p5/SbS5/8/P2p4/P2p4/P1prp3/2RbK3"),
        ("#3", "k1B5/2p5/SbS5/8/P2p4/P2p4/1Pprp3/2RbK2Q"),
        ("#2", "8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8"),
        ("#2", "kr6/1R6/4K1Q1/8/8/p7/8/7B"),
        ("#2", "3k4/1P6/3K4/8/8/8/8/6Q1"),
        ("#3", "3K2k1/5ppp/7b/6P1/8/2R5/8/8"),
    ];
    for (stipulation, forsyth) in positions {
        for options in ["Try SetPlay", "NoShort", "NoThreat", "Defence 2"] {
            let text = format!(
                "BeginProblem\nStipulation {stipulation}\nForsyth {forsyth}\nOption Variation NoBoard {options}\n\
                 EndProblem\n"
            );
            let name = format!("popeye_{}.inp", std::process::id());
            let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
            std::fs::write(&file, &text).unwrap();
            let output = Command::new(&popeye).arg(&file).output().unwrap();
            let _ = std::fs::remove_file(&file);
            let output = String::from_utf8_lossy(&output.stdout);
            assert!(output.contains("solution finished"), "{output}");

            let problem = Problems::new(text.as_bytes()).next().unwrap().unwrap().parse().unwrap();
            let Part { problem: setup, stipulation, .. } = problem.parts[0].as_ref().unwrap();
            let AnyStipulation::Win(stipulation) = stipulation else { panic!("{stipulation}") };
            let position: Position<Standard> = fen::position(&fen::write::<Standard>(&setup.setup)).unwrap();
            let wanted = Wanted {
                tries: problem.options.tries,
                set_play: problem.options.set_play,
                threats: problem.options.threats,
                short: problem.options.short,
                ..Wanted::default()
            };
            let mut solver = MateSolver::new(Limits { memory: 64 << 20, ..Limits::default() });
            let solution = solver.solution(&position, stipulation.moves, &wanted).unwrap();
            assert!(!solution.keys.is_empty());
            assert_eq!(ours(&solution), theirs(&output), "{text}");
        }
    }
}
