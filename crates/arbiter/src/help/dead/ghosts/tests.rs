//! Whatever men are left off the board, nothing is called impossible that a game reaches.

use super::super::closure::{Closure, Explored};
use super::ghost::up;
use super::sets::After;
use super::*;
use crate::limits::Limits;
use crate::moves::{has_legal_move, legal_moves};
use crate::position::PositionKey;
use crate::rules::Standard;

/// Numbers that look random.
pub(in super::super) struct Chance(pub(in super::super) u64);

impl Chance {
    pub(in super::super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize * end) >> 31
    }

    fn pick(&mut self, letters: &[u8]) -> u8 {
        letters[self.below(letters.len())]
    }
}

fn may_be_mate<R: Rules>(ghosts: &Ghosts, after: &After<R>) -> bool {
    ghosts.may_check(after) && !ghosts.is_answered(after, &ghosts.answers(after))
}

/// Pawns that block one another or soon will, a few other men, and some moves played.
pub(in super::super) fn random(chance: &mut Chance) -> Option<Position<Standard>> {
    let mut squares = [[b'1'; 8]; 8];
    let pairs = chance.below(9);
    for file in (0..8_u8).map(usize::from) {
        let (rank, gap) = (1 + chance.below(4), 1 + chance.below(8) / 5);
        if chance.below(8) < pairs && rank + gap < 7 {
            (squares[rank][file], squares[rank + gap][file]) = (b'P', b'p');
        }
    }
    for _ in 0..1 + chance.below(5) {
        let letter = chance.pick(b"BBBbbbNnRrQqPPpp");
        let rank = if letter | 32 == b'p' { 1 + chance.below(6) } else { chance.below(8) };
        squares[rank][chance.below(8)] = letter;
    }
    // Kings in corners are mated more often.
    let corners = chance.below(2) == 0;
    for (king, rank) in [(b'K', 0), (b'k', 7)] {
        let file = if corners { 7 * chance.below(2) } else { chance.below(8) };
        squares[if corners { rank } else { chance.below(8) }][file] = king;
    }
    let rows: Vec<_> = squares.iter().rev().map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    let mut men = rows.join("/");
    for empty in (2..=8).rev() {
        men = men.replace(&"1".repeat(empty), &empty.to_string());
    }
    let mut position: Position = format!("{men} {} - - 0 1", ["w", "b"][chance.below(2)]).parse().ok()?;
    for _ in 0..chance.below(4) {
        let moves = legal_moves(&position);
        let mv = moves.get(chance.below(moves.len().max(1)))?;
        position = position.play(*mv);
    }
    (!legal_moves(&position).is_empty()).then_some(position)
}

pub(in super::super) fn meter() -> Meter {
    Meter::new(&Limits::default())
}

/// Whether the side mates, if that shows in a few positions.
pub(in super::super) fn truth(position: &Position<Standard>, color: Color) -> Option<bool> {
    match Closure::new(position, color).explore(3_000, &mut meter()).unwrap() {
        Explored::Mate(_) => Some(true),
        Explored::Closed(_) => Some(false),
        _ => None,
    }
}

#[test]
fn nothing_is_called_impossible_that_is_not() {
    let mut chance = Chance(8);
    let (mut mates, mut closed, mut left) = (0, 0, [0; 6]);
    while mates < 1_000 {
        let Some(position) = random(&mut chance) else { continue };
        let color = Color::BOTH[chance.below(2)];
        let can = truth(&position, color);
        if can.is_none() && chance.below(8) > 0 {
            continue;
        }
        mates += usize::from(can == Some(true));
        let men = position.board().occupied() - position.board().role(Role::King);
        for _ in 0..3 {
            let rarely = chance.below(4);
            let ghosts = { men }.filter(|_| chance.below(4) <= rarely);
            let ghosts = ghosts.fold(Bitboard::EMPTY, |all, square| all | square.bb());
            let found = close(&position, color, ghosts, 2_000, &mut meter()).unwrap();
            let Outcome::Closed(_, ghosts) = found else { continue };
            assert_ne!(can, Some(true), "{position} {color}: {ghosts:?}");
            closed += 1;
            ghosts.iter().for_each(|ghost| left[ghost.man.role as usize] += 1);
        }
    }
    // Enough of each kind has been left off the board.
    let is_enough = closed > 100 && left[1..5].iter().all(|times| *times > 20);
    assert!(is_enough, "{closed} {left:?}");
}

/// The men on the board of a position of play, the others being ghosts.
fn image(position: &Position<Standard>, ghosts: Bitboard) -> Position<Standard> {
    let mut setup = position.to_setup();
    // That a ghost has just made a double step is not known.
    let stepped = setup.en_passant.map(|square| square.offset(up(!setup.turn)));
    if stepped.is_some_and(|square| ghosts.has(square)) {
        setup.en_passant = None;
    }
    for square in ghosts {
        setup.board.remove(square);
    }
    Position::from_valid(&setup)
}

fn is_same(a: &Position<Standard>, b: &Position<Standard>) -> bool {
    a.turn() == b.turn() && PositionKey::of(a) == PositionKey::of(b)
}

/// Every move of play is one here, by men on the board or by ghosts, which stay in their sets; what is mate
/// in play may be mate here; and a pawn that is captured was not kept.
#[test]
fn every_move_of_play_is_one_here() {
    let mut chance = Chance(3);
    let (mut moves, mut mates, mut ghost_mates, mut captured, mut crossed) = (0, 0, 0, 0, 0);
    while moves < 1_000_000 || mates < 2_000 {
        let Some(root) = random(&mut chance) else { continue };
        if en_passant(&root).has_any() {
            continue;
        }
        let rarely = chance.below(4);
        let men = root.board().occupied() - root.board().role(Role::King);
        let mut places: Vec<Square> = men.filter(|_| chance.below(4) <= rarely).collect();
        let out = places.iter().fold(Bitboard::EMPTY, |all, square| all | square.bb());
        let Some((mut here, mut ghosts)) = without(&root, Color::White, out) else { continue };
        let mut gone = vec![false; places.len()];
        let (mut now, mut after) = (root, Vec::new());
        for _ in 0..12 {
            ghosts.grow(&here);
            ghosts.moves(&here, &mut after);
            ghosts.are_captured(&here, &after);
            ghosts.color = now.turn();
            let legal = legal_moves(&now);
            let mut next = None;
            let chosen = chance.below(legal.len().max(1));
            for (number, &mv) in legal.iter().enumerate() {
                let then = now.play(mv);
                let taken = if now.is_en_passant(mv) { mv.to().offset(-up(now.turn())) } else { mv.to() };
                let (mut at, mut lost) = (places.clone(), gone.clone());
                for ghost in 0..at.len() {
                    if !lost[ghost] && at[ghost] == taken {
                        lost[ghost] = true;
                        captured += 1;
                        crossed += usize::from(now.is_en_passant(mv));
                        assert!(!ghosts.men[ghost].is_kept, "{now} {mv}");
                    } else if !lost[ghost] && at[ghost] == mv.from() {
                        at[ghost] = mv.to();
                    }
                }
                let alive = |ghost: &usize| !lost[*ghost];
                let hidden =
                    (0..at.len()).filter(alive).fold(Bitboard::EMPTY, |all, ghost| all | at[ghost].bb());
                let there = image(&then, hidden);
                let found: Vec<_> = after.iter().filter(|next| is_same(&next.position, &there)).collect();
                assert!(!found.is_empty(), "{now} {mv}: {:?}", ghosts.men);
                let kept = ghosts.men.clone();
                ghosts.grow(&there);
                for ghost in (0..at.len()).filter(alive) {
                    assert!(ghosts.men[ghost].all().has(at[ghost]), "{now} {mv}: {:?}", ghosts.men[ghost]);
                }
                if then.checkers().has_any() && !has_legal_move(&then) {
                    let is_seen = found.iter().any(|next| may_be_mate(&ghosts, next));
                    assert!(is_seen, "{now} {mv}: {:?}", ghosts.men);
                    mates += 1;
                    ghost_mates += usize::from((then.checkers() & hidden).has_any());
                }
                moves += 1;
                if number == chosen {
                    next = Some((then, there, at, lost));
                } else {
                    ghosts.men = kept;
                }
            }
            let Some(next) = next else { break };
            (now, here, places, gone) = next;
        }
    }
    assert!(ghost_mates > 500 && captured > 5_000 && crossed > 20, "{ghost_mates} {captured} {crossed}");
}

/// Own ghosts stand on all the king's squares, or in the way of the man that could come between.
#[test]
fn mates_behind_own_ghosts() {
    for (fen, ghosts) in [
        ("6rk/5Npp/8/8/8/8/8/K7 b - - 0 1", &[Square::G8, Square::G7, Square::H7][..]),
        ("R5k1/5ppp/3p4/8/3q4/8/8/7K b - - 0 1", &[Square::D6]),
    ] {
        let position: Position = fen.parse().unwrap();
        assert!(!has_legal_move(&position));
        let out = ghosts.iter().fold(Bitboard::EMPTY, |all, square| all | square.bb());
        let (first, mut ghosts) = without(&position, Color::White, out).unwrap();
        ghosts.grow(&first);
        let after = After { position: first, left: Square::B1.bb(), to: Bitboard::EMPTY };
        assert!(may_be_mate(&ghosts, &after), "{fen}");
    }
}

/// Both pawns may have shut a ghost's line.
#[test]
fn en_passant_leaves_two_squares() {
    let position: Position = "4k3/3p4/8/4P3/8/8/8/B3K3 b - - 0 1".parse().unwrap();
    for out in [Square::A1.bb(), Square::A1.bb() | Square::D7.bb()] {
        let (mut here, mut ghosts) = without(&position, Color::White, out).unwrap();
        ghosts.grow(&here);
        if out.has(Square::D7) {
            here = image(&position.play("d7d5".parse().unwrap()), Square::D5.bb() | Square::A1.bb());
        } else {
            here = here.play("d7d5".parse().unwrap());
        }
        let mut after = Vec::new();
        ghosts.moves(&here, &mut after);
        let both = Square::E5.bb() | Square::D5.bb();
        assert!(after.iter().any(|next| next.left == both), "{out:?}");
    }
}
