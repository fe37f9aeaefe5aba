//! Can a side still win: against what others know, against all games of positions that are closed, and
//! against the checker.

use crate::common;

use std::collections::HashSet;

use chess_arbiter::help::{CanWin, CanWinAnswer, QuickAnswer, Unwinnable, can_win, can_win_quick};
use chess_arbiter::{Color, Limits, Position, uci};
use common::{Chance, cases, rows};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Position as _, PositionError,
    fen::{Epd, Fen},
    uci::UciMove,
};

fn theirs(position: &Position) -> Chess {
    read(position).unwrap_or_else(|| panic!("{position}"))
}

/// The other library takes fewer positions.
fn read(position: &Position) -> Option<Chess> {
    let fen: Fen = position.to_string().parse().unwrap();
    let read = fen.into_position(CastlingMode::Standard);
    read.or_else(PositionError::ignore_too_much_material).ok()
}

fn their_color(color: Color) -> shakmaty::Color {
    if color == Color::White { shakmaty::Color::White } else { shakmaty::Color::Black }
}

fn is_won(position: &Chess, color: Color) -> bool {
    position.is_checkmate() && position.turn() != their_color(color)
}

/// The answer is what another library and the checker find; whether the side can win, if that is known.
fn verified(position: &Position, color: Color, found: &CanWin) -> Option<bool> {
    if let CanWinAnswer::Winnable(line) = &found.answer {
        let (mut ours, mut other) = (*position, theirs(position));
        for &mv in line {
            let text: UciMove = uci::write(&ours, mv).parse().unwrap();
            other.play_unchecked(text.to_move(&other).unwrap_or_else(|_| panic!("{position}: {text}")));
            ours = ours.play(mv);
        }
        assert!(is_won(&other, color), "{position}");
    }
    let can = match found.answer {
        CanWinAnswer::Winnable(_) => true,
        CanWinAnswer::Unwinnable(_) => false,
        CanWinAnswer::Undecided(_) => {
            assert_eq!(found.certificate(position), None);
            return None;
        }
    };
    let text = found.certificate(position).unwrap().to_json();
    let accepted = chess_arbiter_check::check(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let (answer, side) = (if can { "winnable" } else { "unwinnable" }, color.to_string());
    assert_eq!((accepted.answer, accepted.side.unwrap().to_string()), (answer, side));
    Some(can)
}

fn is_quick_right(position: &Position, color: Color, can: bool) {
    match can_win_quick(position, color) {
        QuickAnswer::Yes => assert!(can, "{position} {color}"),
        QuickAnswer::No => assert!(!can, "{position} {color}"),
        QuickAnswer::Unknown => {}
    }
}

#[test]
fn what_is_known() {
    let limits = Limits { nodes: Some(6_000), ..Limits::default() };
    let text = cases("dead.tsv");
    let (mut all, mut decided, mut kinds) = (0, 0, HashSet::new());
    for row in rows(&text) {
        let position: Position = row[0].parse().unwrap();
        for (color, letter) in [(Color::White, 'W'), (Color::Black, 'B')] {
            let expected = row[1].contains(letter);
            is_quick_right(&position, color, expected);
            let found = can_win(&position, color, &limits);
            if let Some(can) = verified(&position, color, &found) {
                assert_eq!(can, expected, "{position} {color}");
                decided += 1;
            }
            if let CanWinAnswer::Unwinnable(why) = found.answer {
                kinds.insert(why.name());
            }
            all += 1;
        }
    }
    assert!(decided * 100 > 90 * all, "{decided} of {all}");
    assert_eq!(kinds.len(), 4);
}

/// What comes about from a position, if that is not too much: whether each side mates somewhere.
fn all_games(position: &Position, most: usize) -> Option<[bool; 2]> {
    let start = theirs(position);
    let key = |now: &Chess| Epd::from_position(now, EnPassantMode::Legal).to_string();
    let (mut known, mut open, mut mates) = (HashSet::from([key(&start)]), vec![start], [false; 2]);
    while let Some(now) = open.pop() {
        for (color, mates) in Color::BOTH.into_iter().zip(&mut mates) {
            *mates |= is_won(&now, color);
        }
        for mv in now.legal_moves() {
            let mut after = now.clone();
            after.play_unchecked(mv);
            if known.insert(key(&after)) {
                open.push(after);
            }
        }
        if known.len() > most {
            return None;
        }
    }
    Some(mates)
}

/// Pawns that block one another on some files, kings and a few more men.
fn wall(chance: &mut Chance) -> Option<Position> {
    let mut squares = [['1'; 8]; 8];
    let rank = 2 + chance.below(3);
    let gap = chance.below(12);
    for file in (0..8).filter(|file| *file != gap) {
        let rank = if chance.one_in(6) { rank + 1 } else { rank };
        (squares[rank.min(5)][file], squares[rank.min(5) + 1][file]) = ('P', 'p');
    }
    for _ in 0..chance.below(3) {
        squares[chance.below(8)][chance.below(8)] = chance.pick(&['B', 'b', 'N', 'n', 'P', 'p']);
    }
    squares[chance.below(rank)][chance.below(8)] = 'K';
    squares[7 - chance.below(2)][chance.below(8)] = 'k';
    let ranks: Vec<String> = squares.iter().rev().map(|rank| rank.iter().collect()).collect();
    let turn = chance.pick(&['w', 'b']);
    // A digit for each empty square is not how a FEN has it, but it says the same.
    let mut men = ranks.join("/");
    for empty in (2..=8).rev() {
        men = men.replace(&"1".repeat(empty), &empty.to_string());
    }
    let position: Position = format!("{men} {turn} - - 0 1").parse().ok()?;
    read(&position).map(|_| position)
}

/// In closed positions everything that can happen is looked at.
#[test]
fn closed_positions() {
    let text = cases("dead.tsv");
    let composed = rows(&text).map(|row| row[0].parse::<Position>().unwrap());
    let is_small = |position: &Position| {
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let answers = Color::BOTH.map(|color| can_win(position, color, &limits).answer);
        answers.iter().any(|answer| matches!(answer, CanWinAnswer::Unwinnable(Unwinnable::Closure(_))))
    };
    let mut chance = Chance(16);
    // Most walls leave the kings too much room.
    let walls = std::iter::repeat_with(|| wall(&mut chance)).flatten();
    let walls: Vec<Position> = walls.filter(|wall| all_games(wall, 1_000).is_some()).take(15).collect();
    let (mut closed, mut never, mut kinds) = (0, 0, HashSet::new());
    for position in walls.into_iter().chain(composed.filter(is_small)) {
        let Some(mates) = all_games(&position, 3_000) else { continue };
        closed += 1;
        for (color, can) in Color::BOTH.into_iter().zip(mates) {
            let found = can_win(&position, color, &Limits::default());
            assert_eq!(verified(&position, color, &found), Some(can), "{position} {color}");
            is_quick_right(&position, color, can);
            never += usize::from(!can);
            if let CanWinAnswer::Unwinnable(why) = found.answer {
                kinds.insert(why.name());
            }
        }
    }
    assert!(closed >= 30 && 2 * closed > never, "{closed} {never}");
    assert!(kinds.contains("region") && kinds.contains("closure"), "{kinds:?} {closed} {never}");
}

/// Nobody ever mates by chance where that was said to be impossible.
#[test]
fn random_play_never_mates_who_cannot_win() {
    let mut chance = Chance(61);
    let mut played = 0;
    while played < 300 {
        let Some(position) = wall(&mut chance) else { continue };
        let never = Color::BOTH.map(|color| can_win_quick(&position, color) == QuickAnswer::No);
        if !never.contains(&true) {
            continue;
        }
        played += 1;
        let mut now = theirs(&position);
        for _ in 0..200 {
            let moves = now.legal_moves();
            if moves.is_empty() {
                break;
            }
            now.play_unchecked(moves[chance.below(moves.len())]);
            for (color, never) in Color::BOTH.into_iter().zip(never) {
                assert!(!(never && is_won(&now, color)), "{position} {color}");
            }
        }
    }
}

/// A pawn that can be captured en passant at once is not fixed.
#[test]
fn en_passant_opens_a_cage() {
    let cage = "bkb5/1p1p3p/1P1P4/1pBp4/pP1P4/p1p4p/p1p4P/rbK5 b - ";
    for (square, expected) in [("b3", true), ("-", false)] {
        let position: Position = format!("{cage}{square} 0 1").parse().unwrap();
        let found = can_win(&position, Color::White, &Limits::default());
        assert_eq!(matches!(found.answer, CanWinAnswer::Winnable(_)), expected, "{:?}", found.answer);
        let quick = can_win_quick(&position, Color::White);
        assert_eq!(quick == QuickAnswer::No, !expected);
    }
}

/// `DEAD_CASES` names a table of positions; `DEAD_NODES` bounds a query.
#[test]
#[ignore = "asks about each position of a table"]
fn every_certificate_is_accepted() {
    let text = std::fs::read_to_string(std::env::var("DEAD_CASES").unwrap()).unwrap();
    let nodes = std::env::var("DEAD_NODES").ok().and_then(|nodes| nodes.parse().ok());
    let limits = Limits { nodes: nodes.or(Some(300_000)), ..Limits::default() };
    let (mut ghosts, mut undecided) = (0, 0);
    for row in rows(&text) {
        let position: Position = row[0].parse().unwrap();
        for (color, letter) in [(Color::White, 'W'), (Color::Black, 'B')] {
            let found = can_win(&position, color, &limits);
            let Some(certificate) = found.certificate(&position) else {
                undecided += 1;
                continue;
            };
            let text = certificate.to_json();
            let accepted =
                chess_arbiter_check::check(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(accepted.answer == "winnable", row[1].contains(letter), "{position} {color}");
            ghosts += u32::from(matches!(found.answer, CanWinAnswer::Unwinnable(Unwinnable::Ghosts(..))));
        }
    }
    assert!(ghosts > 0, "{undecided} undecided");
}

/// Each is decided without the men that roam; the pawns that face each other in a file are never captured.
#[test]
fn men_that_roam_are_left_out() {
    for (fen, color) in [
        ("3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - - 0 1", Color::White),
        ("1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/4K3 b - - 0 1", Color::White),
        ("B2b4/8/4k3/8/1p1p1p1p/1PpP1P1P/K1P4b/RB6 b - - 0 1", Color::Black),
    ] {
        let position: Position = fen.parse().unwrap();
        let limits = Limits { nodes: Some(300_000), ..Limits::default() };
        let found = can_win(&position, color, &limits);
        assert_eq!(verified(&position, color, &found), Some(false), "{fen}");
        let CanWinAnswer::Unwinnable(Unwinnable::Ghosts(_, ghosts)) = found.answer else { panic!("{fen}") };
        assert!(!ghosts.is_empty());
    }
}

#[test]
fn a_graph_that_closes_late_unless_bishops_are_left_out() {
    let position: Position = "3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - - 0 1".parse().unwrap();
    let found = can_win(&position, Color::White, &Limits::default());
    assert_eq!(verified(&position, Color::White, &found), Some(false), "{:?}", found.answer);
}

#[test]
fn limits_are_reached() {
    let open: Position = "k7/Pp1p1p1p/1P6/8/8/8/3P1P1P/7K w - - 0 1".parse().unwrap();
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let found = can_win(&open, Color::Black, &limits);
    assert_eq!(found.answer, CanWinAnswer::Undecided(chess_arbiter::limits::Reached::Nodes));
    assert!(found.effort.nodes <= 5_001);
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let found = can_win(&open, Color::Black, &limits);
    assert_eq!(found.answer, CanWinAnswer::Undecided(chess_arbiter::limits::Reached::Memory));
    for limits in [Limits { nodes: Some(1), ..limits.clone() }, Limits { memory: 1, ..limits }] {
        assert!(matches!(can_win(&open, Color::Black, &limits).answer, CanWinAnswer::Undecided(_)));
    }
}

/// Black's bishop is shut out, and White's king finds the way.
#[test]
fn a_long_way() {
    let position: Position = "1Bb5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 w - - 0 1".parse().unwrap();
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let found = can_win(&position, Color::White, &limits);
    assert_eq!(verified(&position, Color::White, &found), Some(true), "{:?}", found.answer);
}

/// What was not found out for long: a piece has to be captured first, own men may roam where the king has to
/// capture, or pawns are locked and mates far away.
#[test]
fn composed_positions() {
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    for (text, can, by) in [
        ("1bB5/k7/Q5q1/8/1pBp1p1p/1PpP1P1P/K1P5/NB2b3 b - - 0 1", [false; 2], "\"leaves\":[["),
        ("B7/1b6/2k5/8/1p1p1p1p/1PpP1PbP/K1P4b/NB6 b - - 0 1", [false; 2], "\"leaves\":[["),
        ("8/4b3/6r1/4q3/ppp5/bkp4Q/qnp5/n1K5 b - - 0 1", [false, true], "\"ghosts\":[["),
        ("8/8/7p/5p1P/5p1K/4bPp1/5bPb/4bkb1 b - - 0 1", [false; 2], "\"ghosts\":[["),
        ("1b6/4k3/1p1p4/1P1Pp1p1/4P1P1/6bB/6r1/5K1B w - - 0 1", [false, true], "\"leaves\":[["),
        ("Bk6/2b4B/3b2B1/5B2/4B3/p1pB1B2/PpP1B3/1K6 w - - 0 1", [true, false], "\"region\":[["),
        ("2b1b2k/1p5b/1Pp5/2Pp1b2/3Pp3/B3Pp1b/5P2/K1B1B3 w - - 0 1", [true; 2], ""),
        ("1b1k4/p1p1p1p1/P1P1P1P1/p1p1pBp1/8/8/P1P1P1P1/3K4 w - - 0 1", [true; 2], ""),
    ] {
        let position: Position = text.parse().unwrap();
        for (color, can) in Color::BOTH.into_iter().zip(can) {
            let found = can_win(&position, color, &limits);
            assert_eq!(verified(&position, color, &found), Some(can), "{color}: {text}");
            let certificate = found.certificate(&position).unwrap().to_json();
            assert!(can || certificate.contains(by), "{color}: {certificate}");
        }
    }
}
