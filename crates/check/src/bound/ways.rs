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
    /// By man and place, all places of a man together.
    costs: Vec<i32>,
    rooms: Vec<i32>,
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
            let rooms = vec![budget; places.len() * men.len()];
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

    /// Counts the moves to each place again, past these walls, in all ways of a side.
    pub(super) fn count(ways: &mut [Way], steps: &Steps, walls: Set) {
        let is_walled = |man: &Actor| man.at.bit() & walls != 0;
        // Alike in all ways, but for men that castle or must leave.
        let least = |(_, man, place): (usize, &Actor, Place)| match is_walled(man) {
            true if man.stays(place) => 0,
            true => NEVER,
            false => steps.end(man.man, man.at, place),
        };
        let least: Vec<i32> = ways.first().map_or(Vec::new(), |way| way.cells().map(least).collect());
        for way in ways {
            let cost = |(cell, man, place): (usize, &Actor, Place)| match man.moves {
                _ if way.path & walls != 0 => NEVER,
                true if is_walled(man) => NEVER,
                true if man.from != man.at => steps.end(man.man, man.from, place),
                true if man.stays(place) => steps.back(man.man, man.at),
                _ => least[cell],
            };
            way.costs = way.cells().map(cost).collect();
        }
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
        let places = self.places.len();
        let rooms = self.cells().map(|(cell, man, place)| {
            let (cost, both) = (self.costs[cell], rows[cell / places] + columns[cell % places]);
            dual.ensure(both <= cost || cost > self.budget, || {
                let to = place.map_or("be captured".into(), |(square, _)| format!("end on {square}"));
                format!("{cost} moves, and not {both}, let the man on {} {to}", man.at)
            })?;
            Ok(self.rooms[cell].min(self.budget - sum + both))
        });
        self.rooms = rooms.collect::<Checked<_>>()?;
        Ok(())
    }

    /// Men with places, numbered.
    fn cells(&self) -> impl Iterator<Item = (usize, &Actor, Place)> {
        let pairs = self.men.iter().flat_map(|man| self.places.iter().map(move |place| (man, *place)));
        pairs.enumerate().map(|(cell, (man, place))| (cell, man, place))
    }

    /// Those in which there is room for the costs.
    fn fitting(&self) -> impl Iterator<Item = (usize, &Actor, Place)> {
        self.cells().filter(|(cell, ..)| self.costs[*cell] <= self.rooms[*cell])
    }

    /// The squares of men that fit nowhere, or only where they stay.
    fn fixed(&self, stays: impl Fn(usize, &Actor, Place) -> bool) -> Set {
        let leaving = self.fitting().filter(|(cell, man, place)| !stays(*cell, man, *place));
        let leaving = leaving.fold(0, |all, (_, man, _)| all | man.at.bit());
        self.men.iter().fold(0, |all, man| all | man.at.bit()) & !leaving
    }

    pub(super) fn fails(&self) -> bool {
        self.fixed(|_, _, _| false) != 0
    }

    /// The squares of men that do not leave, of a way that does not fail.
    pub(super) fn staying(&self, steps: &Steps) -> Set {
        let is_back = |man: &Actor, room| steps.back(man.man, man.at) <= room;
        self.fixed(|cell, man, place| !man.moves && man.stays(place) && !is_back(man, self.rooms[cell]))
    }

    /// The squares of a set on which some man may capture.
    pub(super) fn takes(&self, steps: &Steps, on: Set) -> Set {
        self.fitting().fold(0, |all, (cell, man, place)| {
            let left = on & !all;
            let taken = || steps.takes(man.man, man.from, place).within(left, self.rooms[cell]);
            all | if left == 0 { 0 } else { taken() }
        })
    }

    /// Those on which a capture may end by which some man is captured.
    pub(super) fn loses(&self, steps: &Steps, on: Set) -> Set {
        self.fitting().filter(|(.., place)| place.is_none()).fold(0, |all, (cell, man, _)| {
            all | steps.arrive(man.man, man.from).within(on & !all, self.rooms[cell])
        })
    }
}
