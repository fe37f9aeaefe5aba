//! Problems played out on the board, move by move, are won where their definition says so.

use chess_arbiter::board::Color;
use chess_arbiter::format::fen;
use chess_arbiter::position::Position;
use chess_arbiter::rules::Standard;
use chess_arbiter::win::stipulation::{Aim, By, Ending};

use crate::common::Chance;
use crate::stipulations::{reaches, small_position, solvable, theirs};

/// Whether the side that moves now can have what it wants: the attacker that the aim is reached within so
/// many of its moves, whatever the other plays. Only the ends say who has won.
fn is_won(aim: Aim, at: &Position<Standard>, attacker: Color, left: u32) -> bool {
    let attacks = at.turn() == attacker;
    if attacks && left == 0 {
        return false;
    }
    let won = |next: &Position<Standard>| match aim.ending(next, attacker) {
        Some(ending) => ending.reached,
        None => is_won(aim, next, attacker, left - u32::from(attacks)),
    };
    let mut nexts = aim.replies(at).into_iter().map(|mv| at.play(mv));
    if attacks { nexts.any(|next| won(&next)) } else { nexts.all(|next| won(&next)) }
}

#[test]
fn ends_say_who_has_won() {
    let mut chance = Chance(1518);
    let mut seen = [[0; 2]; 4];
    for (index, aim) in Aim::ALL.into_iter().enumerate() {
        let mut compare = |at: &Position<Standard>, moves: u32| {
            let Some(other) = theirs(at) else { return };
            let attacker = at.turn();
            let is_over = aim.ending(at, attacker).is_some();
            let won = !is_over && is_won(aim, at, attacker, moves);
            assert_eq!(won, reaches(aim, &other, moves), "{}{moves} {at}", aim.sign());
            seen[index][usize::from(won)] += 1;
        };
        for moves in [1, 2] {
            solvable(aim, moves, 12).iter().for_each(|at| compare(at, moves));
        }
        for _ in 0..150 {
            if let Some(at) = small_position(&mut chance, 4) {
                compare(&at, 2);
            }
        }
    }
    assert!(seen.iter().flatten().all(|&count| count > 10), "{seen:?}");
}

#[test]
fn each_end_has_its_name() {
    // Text, aim, whether White is the attacker, and how it ends.
    let over = |text: &str, aim: Aim, white: bool| {
        let attacker = if white { Color::White } else { Color::Black };
        aim.ending(&fen::position::<Standard>(text).unwrap(), attacker)
            .map(|Ending { reached, by }| (reached, by.name()))
    };
    let (mated, stuck) = ("6k1/5ppp/8/8/8/8/r7/1r5K w - - 0 1", "7k/8/5KQ1/8/8/8/8/8 b - - 0 1");
    for aim in Aim::ALL {
        assert_eq!(over(mated, aim, true), Some((aim.is_selfmate(), "checkmate")));
        assert_eq!(over(mated, aim, false), Some((aim == Aim::Mate, "checkmate")));
        assert_eq!(over(stuck, aim, true), Some((aim == Aim::Stalemate, "stalemate")));
        assert_eq!(over(stuck, aim, false), Some((false, "stalemate")));
        let could = over("7k/8/6K1/8/8/8/8/R7 w - - 0 1", aim, true);
        assert_eq!(could, (aim == Aim::Reflexmate).then_some((false, By::Obligation.name())));
    }
}
