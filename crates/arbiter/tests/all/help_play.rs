//! Help problems: against Popeye's solutions, against another library's moves tried one by one, and against
//! the checker.

use chess_arbiter::format::fen;
use chess_arbiter::help::{HelpStipulation, Play, solve};
use chess_arbiter::limits::{Limits, Reached};
use chess_arbiter::position::Position;
use chess_arbiter::rules::Standard;
use chess_arbiter_check::check;
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen, uci::UciMove};

use crate::common::{Chance, cases, random_setup, rows};

fn position(text: &str) -> Position<Standard> {
    fen::position(text).unwrap()
}

fn asked(text: &str) -> HelpStipulation {
    text.parse().unwrap()
}

fn lines(root: &Position<Standard>, asked: HelpStipulation, most: usize) -> Vec<String> {
    let found = solve(root, asked, most, &Limits::default());
    assert_eq!(found.stopped, None);
    assert_eq!(found.count().min(most as u64), found.lines.len() as u64);
    found.uci(root, asked).iter().map(|line| line.join(" ")).collect()
}

/// All solutions, in Popeye's order.
#[test]
fn solutions_are_those_of_popeye() {
    let (mut solutions, mut several) = (0, 0);
    for row in rows(&cases("help.tsv")) {
        let [text, stipulation, expected] = row[..] else { panic!("{row:?}") };
        let root = position(&format!("{text} 0 1"));
        let expected: Vec<&str> = expected.split(", ").filter(|line| !line.is_empty()).collect();
        assert_eq!(lines(&root, asked(stipulation), 100), expected, "{text} {stipulation}");
        solutions += expected.len();
        several += usize::from(expected.len() > 1);
    }
    assert!(solutions > 250 && several > 50, "{solutions} {several}");
}

/// Ways to end by moves of shakmaty, each game of this length by itself.
fn ways(now: &Chess, play: Play, is_mate: bool, left: u32, before: &str, all: &mut Vec<String>) {
    for mv in now.legal_moves() {
        let after = now.clone().play(mv).unwrap();
        let text = format!("{before}{}", UciMove::from_move(mv, CastlingMode::Standard));
        if left == 1 {
            if if is_mate { after.is_checkmate() } else { after.is_stalemate() } {
                all.push(text);
            }
            continue;
        }
        let goes_on = match play {
            Play::Help => false,
            Play::SeriesHelp => left > 2,
            Play::Series => true,
        };
        let after = if goes_on { after.swap_turn().ok() } else { Some(after) };
        // `swap_turn` takes no position in which the side that has moved gives check.
        if let Some(after) = after {
            ways(&after, play, is_mate, left - 1, &format!("{text} "), all);
        }
    }
}

#[test]
fn solutions_are_those_of_another_library() {
    let mut chance = Chance(16);
    let (mut problems, mut solutions) = (0, 0);
    while problems < 400 {
        let setup = random_setup::<Standard>(&mut chance);
        let men = setup.board.occupied().len();
        let few = ["h#1.5", "h=1.5", "h#2", "ser-#3", "ser-h#2", "ser-=2", "ser-h=2"];
        let asked =
            asked(chance.pick(if men < 6 { &few } else { &["h#1", "h#1.5", "ser-#2", "h=1", "h#0.5"] }));
        if men > 12 {
            continue;
        }
        let Ok(root) = Position::<Standard>::new(&setup, chess_arbiter::Policy::Movable) else { continue };
        let Ok(text) = root.to_string().parse::<Fen>() else { continue };
        let Ok(theirs) = text.into_position::<Chess>(CastlingMode::Standard) else { continue };
        problems += 1;
        let mut expected = Vec::new();
        for asked in asked.shorter() {
            let is_mate = asked.end == chess_arbiter::help::End::Mate;
            ways(&theirs, asked.play, is_mate, asked.plies, "", &mut expected);
        }
        let mut found = lines(&root, asked, usize::MAX);
        assert!(found.is_sorted_by_key(|line| line.matches(' ').count()));
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{root} {asked}");
        solutions += found.len();
        if problems % 4 == 0 && found.len() < 1000 {
            let answer = solve(&root, asked, usize::MAX, &Limits::default());
            let certificate = answer.certificate(&root, asked, &Limits::default()).unwrap().unwrap();
            let accepted = check(&certificate.to_json()).unwrap();
            assert_eq!(accepted.solutions, Some(found.len() as u64));
            assert_eq!(accepted.searched, None);
        }
    }
    assert!(solutions > 1000, "{solutions}");
}

#[test]
fn limits_are_kept() {
    let root = position("8/2k5/8/5K2/1R6/8/8/8 b - - 0 1");
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let found = solve(&root, asked("h#9"), 3, &limits);
    assert_eq!(found.stopped, Some(Reached::Nodes));
    assert!(found.effort.nodes <= 100_001);
    // What was searched to the end stays.
    let counts: Vec<(String, u64)> =
        found.lengths.iter().map(|(length, count)| (length.to_string(), *count)).collect();
    assert_eq!(counts[..3], [("h#1".into(), 0), ("h#2".into(), 1), ("h#3".into(), 87)]);
    assert_eq!(found.lines.len(), 3);
    assert_eq!(found.certificate(&root, asked("h#9"), &limits), Ok(None));
    // A table that forgets nearly all gives the same numbers.
    let small = Limits { memory: 1000, ..Limits::default() };
    assert_eq!(solve(&root, asked("h#3"), 0, &small).count(), 88);
    // A hundred moves of each side: as much as can be asked.
    let found = solve(&root, asked("h#100"), 0, &limits);
    assert_eq!(found.stopped, Some(Reached::Nodes));
}

/// More games than a number holds are said to be so many or more.
#[test]
fn numbers_do_not_run_over() {
    let root = position("k7/8/8/8/8/8/8/K6R w - - 0 1");
    let found = solve(&root, asked("ser-#20"), 0, &Limits::default());
    assert_eq!((found.stopped, found.count()), (None, u64::MAX));
    assert_eq!(found.certificate(&root, asked("ser-#20"), &Limits::default()), Err(Reached::Memory));
}
