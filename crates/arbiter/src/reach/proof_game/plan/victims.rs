//! What the pawns capture: where nothing else is to spare, bishops, and these only on squares of their
//! colour.

use super::ranks::{Edge, solve};
use super::{PawnEvent, PawnId, PlanState, Planner, color, forward, is_light};
use crate::board::{Bitboard, Board, Color, Role};
use crate::reach::facts::columns::{PawnFate, PawnFates};

/// How many ways to choose the bishops' captures are tried; they are quickly too many to try all.
const MAX_CHOICES: usize = 40;

/// The men that a side has lost besides pawns, by whether they can be captured anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Spare([SpareMen; 2]);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct SpareMen {
    /// Bishops on dark and on light squares.
    bishops: [u8; 2],
    /// Knights, rooks and queens, and pawns that promoted to be captured.
    others: u8,
}

impl Spare {
    /// What can be captured on the way to these men, with these fates.
    pub(super) fn of(board: &Board, assignment: &PawnFates) -> Spare {
        Spare(Color::BOTH.map(|color| {
            let lost = |role: Role, squares: Bitboard, initial: u32| {
                initial.saturating_sub((board.men(color, role) & squares).len()) as u8
            };
            let surplus = |role: Role, squares: Bitboard, initial: u32| {
                (board.men(color, role) & squares).len().saturating_sub(initial) as u8
            };
            let kinds = [(Role::Knight, 2), (Role::Rook, 2), (Role::Queen, 1)];
            let [dark, light] = [!Bitboard::LIGHT, Bitboard::LIGHT];
            let promotions = assignment[color as usize]
                .iter()
                .filter(|fate| matches!(fate, PawnFate::Promotes { .. }))
                .count() as u8;
            let promoted = kinds.iter().map(|&(role, n)| surplus(role, Bitboard::FULL, n)).sum::<u8>()
                + surplus(Role::Bishop, dark, 1)
                + surplus(Role::Bishop, light, 1);
            let pieces: u8 = kinds.iter().map(|&(role, n)| lost(role, Bitboard::FULL, n)).sum();
            SpareMen {
                bishops: [lost(Role::Bishop, dark, 1), lost(Role::Bishop, light, 1)],
                others: pieces + promotions.saturating_sub(promoted),
            }
        }))
    }
}

impl SpareMen {
    pub(super) fn count(&self) -> usize {
        self.bishops.iter().chain([&self.others]).map(|&n| usize::from(n)).sum()
    }
}

impl Planner {
    /// Whether men are left for the captures to come.
    pub(super) fn victims_are_left(&self, state: &PlanState) -> bool {
        Color::BOTH.into_iter().all(|hunter| {
            let dies = |&&p: &&PawnId| self.fates[p as usize] == PawnFate::Dies && color(p) != hunter;
            let pawns = state.columns.iter().flat_map(|column| column.as_slice()).filter(dies).count();
            let pieces = |e: &&PawnEvent| e.victim.is_none() && color(e.pawn) == hunter;
            let taken = self.events.iter().filter(pieces).count();
            let hunters = (0..16u8).filter(|&p| color(p) == hunter);
            let wanted: usize = hunters.map(|p| usize::from(state.captures[usize::from(p)])).sum();
            taken + wanted <= self.spare.0[!hunter as usize].count() + pawns
        })
    }

    /// Ranks that meet the constraints, such that bishops can be the victims where nothing else is to spare.
    pub(super) fn ranks_for_victims(&self, edges: Vec<Edge>, slots: usize) -> Option<Vec<[i8; 16]>> {
        let captured: [Vec<usize>; 2] = Color::BOTH.map(|victims| {
            let of_color = |e: &PawnEvent| e.victim.is_none() && color(e.pawn) != victims;
            (0..self.events.len()).filter(|&i| of_color(&self.events[i])).collect()
        });
        // For each event with a piece as its victim: the colour of square it must be on, if a bishop has to
        // do.
        let mut squares = vec![None; self.events.len()];
        let mut tries = 0..MAX_CHOICES;
        self.choose_victims(&captured, 0, 0, &mut squares, &mut |squares| {
            tries.next().and_then(|_| self.solve_on(&edges, slots, squares))
        })
    }

    /// Tries the ways to let bishops be victims where other pieces are too few.
    fn choose_victims<T>(
        &self,
        captured: &[Vec<usize>; 2],
        color: usize,
        index: usize,
        squares: &mut Vec<Option<bool>>,
        then: &mut dyn FnMut(&[Option<bool>]) -> Option<T>,
    ) -> Option<T> {
        if color == 2 {
            return then(squares);
        }
        let spare = self.spare.0[color];
        let events = &captured[color];
        let bishops = |light: bool, squares: &[Option<bool>]| {
            events.iter().filter(|&&e| squares[e] == Some(light)).count() as u8
        };
        let Some(&event) = events.get(index) else {
            let chosen = bishops(false, squares) + bishops(true, squares);
            let others = events.len() as u8 - chosen;
            if others > spare.others {
                return None;
            }
            return self.choose_victims(captured, color + 1, 0, squares, then);
        };
        for choice in [None, Some(false), Some(true)] {
            let fits = choice.is_none_or(|light| bishops(light, squares) < spare.bishops[usize::from(light)]);
            // Bishops only where they are needed.
            let needed = events.len() as u8 > spare.others;
            if fits && (choice.is_none() || needed) {
                squares[event] = choice;
                let found = self.choose_victims(captured, color, index + 1, squares, then);
                squares[event] = None;
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// The ranks with captures on squares of these colours.
    fn solve_on(&self, edges: &[Edge], slots: usize, squares: &[Option<bool>]) -> Option<Vec<[i8; 16]>> {
        let plain = self.solve_on_colors(edges.to_vec(), slots, squares);
        if self.seed == 0 {
            return plain;
        }
        // To grant wishes takes many times as long: where the ranks nearest home are none, seldom.
        if plain.is_none() {
            self.unlikely.set(self.unlikely.get().checked_sub(1)?);
            solve(edges, slots, 0)?;
        }
        let mut wishes = edges.to_vec();
        if !self.seed.is_multiple_of(4) {
            self.centre(&mut wishes, slots, squares);
        }
        self.hurry(&mut wishes, slots);
        self.solve_on_colors(wishes, slots, squares).or(plain)
    }

    /// The ranks that are nearest to the pawns' own sides, but for captures on squares of these colours.
    fn solve_on_colors(
        &self,
        mut edges: Vec<Edge>,
        slots: usize,
        squares: &[Option<bool>],
    ) -> Option<Vec<[i8; 16]>> {
        let zero = (slots * 16) as u16;
        let id = |slot: usize, pawn: PawnId| (slot * 16) as u16 + u16::from(pawn);
        let is_right = |slot: usize, rank: i8| {
            let PawnEvent { pawn, to_file, .. } = self.events[slot];
            let to = rank + forward(pawn);
            squares[slot].is_none_or(|light| is_light(to_file, to) == light)
        };
        'again: for _ in 0..32 {
            // The least ranks: White's pawns as far back as can be, Black's as far forward.
            let least = solve(&edges, slots, 0)?;
            for slot in 0..self.events.len() {
                let node = id(slot, self.events[slot].pawn);
                if color(self.events[slot].pawn) == Color::White && !is_right(slot, least[node as usize]) {
                    // Every solution has it one higher at least.
                    edges.push((zero, node, least[node as usize] + 1));
                    continue 'again;
                }
            }
            // Then Black's as far back as can be, White's being where they are: the mirrored problem, in
            // -rank.
            let mut mirrored: Vec<Edge> = edges.iter().map(|&(a, b, c)| (b, a, c)).collect();
            for slot in 0..slots {
                for pawn in 0..8u8 {
                    let rank = least[id(slot, pawn) as usize];
                    mirrored.push((zero, id(slot, pawn), -rank));
                    mirrored.push((id(slot, pawn), zero, rank));
                }
            }
            for _ in 0..32 {
                let greatest: Vec<i8> = solve(&mirrored, slots, -7)?.iter().map(|x| -x).collect();
                let wrong = (0..self.events.len()).find(|&slot| {
                    let pawn = self.events[slot].pawn;
                    color(pawn) == Color::Black && !is_right(slot, greatest[id(slot, pawn) as usize])
                });
                match wrong {
                    Some(slot) => {
                        let node = id(slot, self.events[slot].pawn);
                        mirrored.push((zero, node, 1 - greatest[node as usize]));
                    }
                    None => {
                        return Some(
                            (0..slots).map(|s| std::array::from_fn(|p| greatest[s * 16 + p])).collect(),
                        );
                    }
                }
            }
            return None;
        }
        None
    }
}
