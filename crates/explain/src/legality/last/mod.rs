//! Positions that are impossible for what must have been played before.

mod before;
mod checks;
mod closed;

use chess_arbiter::board::{Bitboard, Role, Square};
use chess_arbiter::moves::{Past, Unmove};
use chess_arbiter::reach::facts::ways::relative_rank;
use chess_arbiter::reach::last_move::ImpossiblePast;
use chess_arbiter::reach::lemma::{self, Lemma};
use chess_arbiter::reach::{Flaw, quick};

use super::clause;
use super::material::attackers;
use crate::words::{all_bare, sentence, side};
use before::before;
use checks::checks;
use closed::{Closed, UnmoveFate};

/// Why nothing can have been played before a position.
pub(super) fn by_retraction(nodes: &[ImpossiblePast]) -> Vec<String> {
    let Some(closed) = Closed::new(nodes) else { return Vec::new() };
    let past = closed.root;
    let mut sentences = Vec::new();
    if let Some(over) = past.en_passant {
        let stepper = !past.turn;
        let ahead = stepper.forward();
        sentences.push(format!(
            "The en passant square {over} says that {}'s pawn has just gone from {} to {}.",
            side(stepper),
            over.offset(-ahead),
            over.offset(ahead)
        ));
    } else if quick(&past.setup()) == Some(Flaw::Checks) {
        return checks(past);
    }
    last(&closed, &mut sentences);
    sentences
}

/// Un-moves of one man.
struct ByMan {
    man: Square,
    all: Vec<(Unmove, UnmoveFate)>,
}

/// Who can have moved last, and what was before.
fn last(closed: &Closed<'_>, sentences: &mut Vec<String>) {
    let past = closed.root;
    let (board, mover) = (&past.board, !past.turn);
    let mut men: Vec<ByMan> = Vec::new();
    for (unmove, fate) in closed.unmoves(past) {
        match men.iter_mut().find(|men| men.man == unmove.stands) {
            Some(men) => men.all.push((unmove, fate)),
            None => men.push(ByMan { man: unmove.stands, all: vec![(unmove, fate)] }),
        }
    }
    let with = |wanted: fn(&UnmoveFate) -> bool| -> Bitboard {
        men.iter().filter(|men| men.all.iter().any(|(_, fate)| wanted(fate))).map(|men| men.man).collect()
    };
    let live = with(|fate| matches!(fate, UnmoveFate::Node(_) | UnmoveFate::Open));
    if past.en_passant.is_some() {
        if live.is_empty() {
            step_back(closed, &men, sentences);
        } else {
            before(closed, &men, sentences);
        }
        return;
    }
    let king = board.men(past.turn, Role::King).first();
    let checkers = king.map_or(Bitboard::EMPTY, |king| attackers(board, king, mover));
    let checked = king.filter(|_| checkers.has_any());
    sentences.push(match checked {
        Some(king) => format!(
            "It is {}'s turn, and its king on {king} is in check from {}: {}'s last move gave the check.",
            side(past.turn),
            all_bare(board, checkers),
            side(mover)
        ),
        None => format!("It is {}'s turn, so {} moved last.", side(past.turn), side(mover)),
    });
    let movable: Bitboard = men.iter().map(|men| men.man).collect();
    let stuck = board.color(mover) - movable;
    let exposing = with(|fate| *fate == UnmoveFate::Instant(&lemma::WAITING_SIDE_ATTACKED)) - live;
    let crowded = movable - live - exposing;
    sentences.push(if live.is_empty() && movable.is_empty() {
        format!("But none of {}'s men can take back a move.", side(mover))
    } else if live.is_empty() {
        format!("But no move of {}'s men can have been the last.", side(mover))
    } else if live.len() > 6 {
        format!("Only {} of {}'s men can have moved last.", live.len(), side(mover))
    } else {
        format!("Only {} can have moved last.", all_bare(board, live))
    });
    if stuck.has_any() {
        sentences.push(stuck_men(past, stuck));
    }
    if exposing.has_any() {
        let who = match exposing.len() {
            n @ 7.. => {
                format!("any of {n} {}men", if live.is_empty() && stuck.is_empty() { "" } else { "other " })
            }
            _ => all_bare(board, exposing),
        };
        let also = crowd(&men, exposing);
        sentences.push(sentence(format!(
            "wherever {who} came from, {}'s king would have been in check already, with {} to move{}",
            side(past.turn),
            side(mover),
            if also.is_empty() { String::new() } else { format!("; or {also}") }
        )));
    }
    if crowded.has_any() {
        let who = match crowded.len() {
            n @ 7.. => format!("{n} men"),
            _ => all_bare(board, crowded),
        };
        sentences.push(sentence(format!("{who} cannot have moved last: {}", crowd(&men, crowded))));
    }
    if live.has_any() {
        before(closed, &men, sentences);
    }
}

/// Men that can take back no move at all.
fn stuck_men(past: &Past, stuck: Bitboard) -> String {
    let board = &past.board;
    let settled: Bitboard = stuck
        .filter(|&man| {
            let rank = Bitboard::rank(man.rank());
            past.castling.has(man)
                || board.role_at(man) == Some(Role::King) && (past.castling & rank).has_any()
        })
        .collect();
    let home: Bitboard = stuck
        .filter(|&man| {
            board
                .man_at(man)
                .is_some_and(|man_| man_.role == Role::Pawn && relative_rank(man_.color, man) == 1)
        })
        .collect();
    let hemmed = stuck - settled - home;
    let mut parts = Vec::new();
    let name =
        |set: Bitboard| if set.len() > 6 { format!("{} men", set.len()) } else { all_bare(board, set) };
    if home.has_any() {
        parts.push(format!("{} never moved", name(home)));
    }
    if settled.has_any() {
        parts.push(format!("{} never moved either, as castling is still allowed", name(settled)));
    }
    if hemmed.has_any() {
        let verb = if hemmed.more_than_one() { "have" } else { "has" };
        parts.push(format!("{} {verb} no square to have come from", name(hemmed)));
    }
    sentence(parts.join("; "))
}

/// What else than a check is wrong with un-moves of some men.
fn crowd(men: &[ByMan], these: Bitboard) -> String {
    let mut lemmas: Vec<&'static Lemma> = Vec::new();
    for (_, fate) in men.iter().filter(|men| these.has(men.man)).flat_map(|men| &men.all) {
        if let UnmoveFate::Instant(lemma) = fate
            && !lemmas.contains(lemma)
        {
            lemmas.push(lemma);
        }
    }
    let text = |lemma: &&'static Lemma| match *lemma {
        found if *found == lemma::WAITING_SIDE_ATTACKED => None,
        found if *found == lemma::MEN => Some("it would have captured a 17th man"),
        found if *found == lemma::PROMOTIONS => Some(
            "with what it captured, or as the pawn it was, there would be too many pawns and promoted pieces",
        ),
        _ => Some("what was before would be plainly impossible"),
    };
    lemmas.iter().filter_map(text).collect::<Vec<_>>().join(", or ")
}

/// The double step, when what was before it is plainly impossible.
fn step_back(closed: &Closed<'_>, men: &[ByMan], sentences: &mut Vec<String>) {
    for (unmove, fate) in men.iter().flat_map(|men| &men.all) {
        if let UnmoveFate::Instant(lemma) = fate {
            let before = closed.root.before(*unmove);
            sentences.push(sentence(format!("but before that step {}", clause(&before, lemma))));
        }
    }
}
