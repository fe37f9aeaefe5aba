//! Whether a certificate is about the position of an answer.

use chess_arbiter::board::{Bitboard, Castling, Color, PartialSetup, Role, Setup, Start};
use chess_arbiter::format::{parse_partial, parse_problem, parse_setup};
use chess_arbiter::rules::{RulesKind, Standard};
use chess_arbiter::with_rules;
use chess_arbiter_check::{Accepted, Question};

/// A legal position that was asked about with fields left open, or an illegal one that is so whatever they
/// are.
fn agrees(asked: &PartialSetup, answered: &Setup, legal: bool) -> bool {
    let left_open = |given: bool, demands: bool| !given && (legal || !demands);
    asked.board == answered.board
        && asked.turn == Some(answered.turn)
        && (asked.castling == Some(answered.castling)
            || left_open(asked.castling.is_some(), answered.castling.has_any()))
        && (asked.en_passant == Some(answered.en_passant)
            || left_open(asked.en_passant.is_some(), answered.en_passant.is_some()))
}

/// The rights of the position that a certificate is about, where it names an array. In a game `K` was the
/// right of the array's rook. Where there is none it was that of any rook on that side of the king: of those
/// that the array does not have there is no right at all.
fn rights_as(asked: Bitboard, answered: &Setup, proved: &Accepted) -> Bitboard {
    let Some(start) = &proved.start else { return answered.castling };
    let named: Vec<char> = proved.position.split(' ').nth(2).unwrap_or_default().chars().collect();
    if proved.answer == "legal" {
        let rooks = start.parse::<Start>().map(|start| {
            let rights = Color::BOTH.into_iter().flat_map(|color| {
                let letters = if color == Color::White { ['K', 'Q'] } else { ['k', 'q'] };
                start.castlings(color).into_iter().zip(letters)
            });
            rights.filter(|(_, letter)| named.contains(letter)).map(|(castling, _)| castling.rook).collect()
        });
        return rooks.unwrap_or(answered.castling);
    }
    let sides: Option<Vec<char>> = asked
        .map(|rook| {
            let color = if rook.rank() == 0 { Color::White } else { Color::Black };
            let king = answered.board.men(color, Role::King).first()?;
            let letter = if Castling::is_on_kings_side(rook, king) { 'k' } else { 'q' };
            Some(if color == Color::White { letter.to_ascii_uppercase() } else { letter })
        })
        .collect();
    let same = sides.is_some_and(|sides| {
        sides.iter().all(|side| named.contains(side))
            && named.iter().all(|side| *side == '-' || sides.contains(side))
    });
    if same { asked } else { answered.castling }
}

pub(super) fn same_position(input: &str, proved: &Accepted) -> bool {
    // Clocks are in question where the claim has them: then there are six fields, and none is open.
    let with_clocks = proved.position.split(' ').count() == 6;
    if !with_clocks
        && proved.question == Question::Legality
        && parse_setup::<Standard>(input).is_err()
        && let (Ok(asked), Ok(answered)) =
            (parse_partial::<Standard>(input), parse_setup::<Standard>(&proved.position))
    {
        let castling =
            asked.castling.map_or(answered.castling, |castling| rights_as(castling, &answered, proved));
        return agrees(&asked, &Setup { castling, ..answered }, proved.answer == "legal");
    }
    let Ok(kind) = proved.rules.to_string().parse::<RulesKind>() else { return false };
    with_rules!(kind, R => {
        let asked = match proved.question {
            Question::Win | Question::Help => parse_problem::<R>(input).map(|problem| problem.setup),
            _ => parse_setup::<R>(input),
        };
        let (Ok(asked), Ok(answered)) = (asked, parse_setup::<R>(&proved.position)) else { return false };
        // The five rules are about the men alone.
        let key = |setup: Setup| match proved.question {
            Question::Rules => Setup::new(setup.board, asked.turn),
            Question::Legality if with_clocks => setup,
            Question::Status | Question::Win | Question::Legality | Question::CanWin | Question::Help => {
                Setup { halfmoves: 0, fullmoves: 1, ..setup }
            }
        };
        let castling = rights_as(asked.castling, &answered, proved);
        key(asked) == key(Setup { castling, ..answered })
    })
}
