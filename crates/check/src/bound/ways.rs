//! What the men of a side do: where each ends, and the room that duals leave to each.

use crate::Checked;
use crate::board::{Board, Colour, Kind, Man, Square};
use crate::json::Item;
use crate::squares::{Set, home};
use crate::start::Start;

use super::Goal;
use super::steps::{NEVER, Place, Steps};

/// A man with what it does.
struct Actor {
    man: Man,
    /// Where it stands.
    at: Square,
    /// Where castling puts it, or where it stands.
    from: Square,
    /// It does not stay: it castles, or must leave.
    moves: bool,
}

impl Actor {
    fn stays(&self, place: Place) -> bool {
        place == Some((self.at, self.man.kind))
    }
}

/// A way of a side.
pub(super) struct Way {
    pub(super) name: &'static str,
    /// Castling goes over these squares.
    path: Set,
    budget: i32,
    men: Vec<Actor>,
    /// The last is to be captured.
    places: Vec<Place>,
    /// How many are captured.
    captured: i32,
    /// By man and place.
    costs: Vec<Vec<i32>>,
    rooms: Vec<Vec<i32>>,
}

impl Way {
    /// Those of a side that rights leave, in so many moves.
    pub(super) fn all(goal: &Goal, board: &Board, side: Colour, moves: i32) -> Vec<Way> {
        let [rook_a, king, rook_h] = [0, 4, 7].map(|file| home(side, 0, file));
        let has = board.castling & (rook_a | rook_h);
        let missing = goal.castling.map_or(0, |wanted| has & !wanted);
        let way = |name, budget, movers: &[(Set, Set)]| {
            let actor = |(at, man): (Square, Man)| {
                let mover = movers.iter().find(|(mover, _)| *mover == at.bit());
                let from = mover.and_then(|(_, to)| Square::in_set(*to).next()).unwrap_or(at);
                Actor { man, at, from, moves: mover.is_some() }
            };
            let men: Vec<Actor> = board.men_of(side).map(actor).collect();
            let ends = goal.board.men_of(side).map(|(square, man)| Some((square, man.kind)));
            let places: Vec<Place> = ends.chain([None]).collect();
            let captured = men.len() as i32 + 1 - places.len() as i32;
            let rooms = vec![vec![budget; places.len()]; men.len()];
            Way { name, path: 0, budget, men, places, captured, costs: Vec::new(), rooms }
        };
        let rooks: Vec<(Set, Set)> = Square::in_set(missing).map(|rook| (rook.bit(), rook.bit())).collect();
        let mut ways =
            vec![if missing == 0 { way("plain", moves, &[]) } else { way("king", moves, &[(king, king)]) }];
        if missing != 0 && goal.board.side(side).squares(Kind::King) == king {
            ways.push(way("rooks", moves, &rooks));
        }
        for (name, castling) in ["O-O", "O-O-O"].into_iter().zip(Start::USUAL.castlings()) {
            let [rook, king_to, rook_to] =
                [castling.rook, castling.king_to, castling.rook_to].map(|file| home(side, 0, file));
            if has & rook != 0 {
                let castled = way(name, moves - 1, &[(king, king_to), (rook, rook_to)]);
                ways.push(Way { path: castling.way(side), ..castled });
            }
        }
        ways
    }

    /// Counts the moves to each place again, past these walls.
    pub(super) fn count(&mut self, steps: &Steps, walls: Set) {
        let cost = |man: &Actor, place: Place| {
            if (man.at.bit() | self.path) & walls != 0 {
                let still = self.path & walls == 0 && man.stays(place) && !man.moves;
                return if still { 0 } else { NEVER };
            }
            let leaves = man.moves && man.from == man.at && man.stays(place);
            if leaves { steps.back(man.man, man.at) } else { steps.end(man.man, man.from, place) }
        };
        let row = |man| self.places.iter().map(|place| cost(man, *place)).collect();
        self.costs = self.men.iter().map(row).collect();
    }

    /// Takes in a dual.
    pub(super) fn take(&mut self, dual: &Item<'_>) -> Checked {
        let numbers: Vec<i16> = dual.value("a list of numbers")?;
        let numbers: Vec<i32> = numbers.into_iter().map(i32::from).collect();
        let expected = self.men.len() + self.places.len();
        let wrong = || format!("expected {expected} numbers, found {}", numbers.len());
        dual.ensure(numbers.len() == expected, wrong)?;
        let (rows, columns) = numbers.split_at(self.men.len());
        let captured = columns.last().map_or(0, |number| (self.captured - 1) * number);
        let sum: i32 = numbers.iter().sum::<i32>() + captured;
        for (i, j) in self.pairs() {
            let (cost, both) = (self.costs[i][j], rows[i] + columns[j]);
            let (man, place) = (&self.men[i], self.places[j]);
            dual.ensure(both <= cost || cost > self.budget, || {
                let to = place.map_or("be captured".into(), |(square, _)| format!("end on {square}"));
                format!("{cost} moves, and not {both}, let the man on {} {to}", man.at)
            })?;
            self.rooms[i][j] = self.rooms[i][j].min(self.budget - sum + both);
        }
        Ok(())
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let places = self.places.len();
        (0..self.men.len()).flat_map(move |i| (0..places).map(move |j| (i, j)))
    }

    fn fits(&self, i: usize, j: usize) -> bool {
        self.costs[i][j] <= self.rooms[i][j]
    }

    pub(super) fn fails(&self) -> bool {
        (0..self.men.len()).any(|i| (0..self.places.len()).all(|j| !self.fits(i, j)))
    }

    /// The squares of men that do not leave.
    pub(super) fn staying(&self, steps: &Steps) -> Set {
        let stays = |i: usize, man: &Actor| {
            let here = |j: usize| man.stays(self.places[j]) && steps.back(man.man, man.at) > self.rooms[i][j];
            !man.moves && (0..self.places.len()).all(|j| !self.fits(i, j) || here(j))
        };
        let staying = self.men.iter().enumerate().filter(|(i, man)| stays(*i, man));
        staying.fold(0, |all, (_, man)| all | man.at.bit())
    }

    /// The squares of a set on which some man may capture.
    pub(super) fn takes(&self, steps: &Steps, on: Set) -> Set {
        let fitting = self.pairs().filter(|(i, j)| self.fits(*i, *j));
        fitting.fold(0, |all, (i, j)| {
            let (man, left) = (&self.men[i], on & !all);
            let taken = || steps.takes(man.man, man.from, self.places[j]).within(left, self.rooms[i][j]);
            all | if left == 0 { 0 } else { taken() }
        })
    }

    /// Those on which a capture may end by which some man is captured.
    pub(super) fn loses(&self, steps: &Steps, on: Set) -> Set {
        let last = self.places.len() - 1;
        let men = self.men.iter().enumerate().filter(|(i, _)| self.fits(*i, last));
        men.fold(0, |all, (i, man)| {
            all | steps.arrive(man.man, man.from).within(on & !all, self.rooms[i][last])
        })
    }
}
