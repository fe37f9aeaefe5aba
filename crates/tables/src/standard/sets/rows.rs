//! Rows of positions that differ in the last man alone, and the moves between them.

use chess_arbiter::attacks::{self, Isa};
use chess_arbiter::board::{Role, Square};

use super::SIDES;
use super::man::Man;
use super::steps::Steps;
use crate::material::{Army, Class, PIECES, folded};
use crate::standard::board::{Places, SEEN, TRANSPOSE, seen_set};
use crate::standard::index::{Placed, Squares};
use crate::standard::men::{NOT_A, NOT_H, RANK_1, RANK_8, bit, squares};

/// Squares of the other man: if there is none only the first is used.
const SQUARES: usize = 64;

/// Where a side to move that comes there is not saved, by rows: without a capture in passing and with it.
#[derive(Clone, Copy)]
pub(super) struct Bad<'a> {
    pub(super) plain: &'a [u64],
    pub(super) passing: Option<&'a [u64]>,
}

/// The rows of a pair.
pub(super) struct Rows {
    pair: Class,
    places: &'static Places,
    /// By places.
    steps: Vec<Steps>,
    last: Man,
    other: Option<Man>,
    /// Where the last cannot stand; all squares in rows that are none.
    taken: Vec<u64>,
    /// By sides: their king is attacked when the last stands there.
    attacked: [Vec<u64>; 2],
    has_passing: bool,
}

impl Rows {
    #[inline(always)]
    pub(super) fn new<I: Isa>(pair: Class) -> Rows {
        let places = Places::of(pair.has_pawns());
        // The stronger piece is the last: most is gained by looking at all of its moves together.
        let mut men = PIECES.into_iter().chain([Role::Pawn]).flat_map(|role| {
            let of =
                move |(side, army): (usize, Army)| (0..army.count(role)).map(move |_| Man { role, side });
            [(0, pair.us), (1, pair.them)].into_iter().flat_map(of)
        });
        let (last, other) = (men.next(), men.next());
        let last = last.unwrap_or_else(|| unreachable!("classes here have a man beside the kings"));
        let len = places.kings.len() * SQUARES;
        let mut rows = Rows {
            pair,
            places,
            steps: places.kings.iter().map(|&kings| Steps::of(places, kings)).collect(),
            last,
            other,
            taken: vec![!0; len],
            attacked: SIDES.map(|_| vec![0; len]),
            has_passing: pair.us.pawns > 0 && pair.them.pawns > 0,
        };
        for (row, place, at) in rows.all() {
            let (kings, both) = (places.kings[place], rows.kings(place));
            let man = other.map_or(0, |_| bit(at));
            if both & man != 0 {
                continue;
            }
            rows.taken[row] = both | man | !rows.lasts_squares(at);
            for (side, king) in kings.into_iter().enumerate() {
                let mut from = 0;
                if last.side != side {
                    from |= last.attacks_to::<I>(king, both & !bit(king) | man);
                }
                if other
                    .is_some_and(|other| other.side != side && other.attacks::<I>(at, both) & bit(king) != 0)
                {
                    from |= !between(at, king);
                }
                rows.attacked[side][row] = from & !rows.taken[row];
            }
        }
        rows
    }

    /// The squares of both kings.
    #[inline(always)]
    fn kings(&self, place: usize) -> u64 {
        self.places.kings[place].into_iter().fold(0, |set, king| set | bit(king))
    }

    pub(super) fn has_passing(&self) -> bool {
        self.has_passing
    }

    pub(super) fn len(&self) -> usize {
        self.taken.len()
    }

    /// All rows: the number, the place of the kings, the square of the other man.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, usize, u8)> + use<> {
        let at = self.others_squares();
        (0..self.places.kings.len())
            .flat_map(move |place| squares(at).map(move |at| (number(place, at), place, at)))
    }

    /// The squares on which the other man can stand: one, if there is none.
    fn others_squares(&self) -> u64 {
        match self.other {
            None => 1,
            Some(other) if other.is_pawn() => self.pawn_squares(other.side, None),
            Some(_) => !0,
        }
    }

    /// The squares on which the last can stand when the other stands on a square.
    fn lasts_squares(&self, other: u8) -> u64 {
        let is_alike = self.other == Some(self.last);
        match self.last.is_pawn() {
            true => self.pawn_squares(self.last.side, is_alike.then_some(other)),
            false => !0,
        }
    }

    /// The squares of a side's pawns, or of the second of two when the first stands on a square.
    fn pawn_squares(&self, side: usize, first: Option<u8>) -> u64 {
        let Some(mut files) = [self.pair.us, self.pair.them][side].files else { return !(RANK_1 | RANK_8) };
        if let Some(first) = first {
            files[usize::from(folded(first % 8))] -= 1;
        }
        let on_files = |square: &u8| files[usize::from(folded(square % 8))] > 0;
        (8..56).filter(on_files).fold(0, |set, square| set | bit(square))
    }

    /// The squares of the last in the positions of a row.
    #[inline(always)]
    pub(super) fn positions(&self, side: usize, row: usize, passing: bool) -> u64 {
        let all = !(self.taken[row] | self.attacked[1 - side][row]);
        if passing { all & self.passing(side, row) } else { all }
    }

    /// Where the last stands when the king of a side is attacked.
    #[inline(always)]
    pub(super) fn attacked(&self, side: usize, row: usize) -> u64 {
        self.attacked[side][row]
    }

    /// The kings, that of the side to move first, then its men and those of the other as classes have them;
    /// the board as the first side sees it.
    #[inline(always)]
    pub(super) fn squares(&self, side: usize, row: usize, last: u8) -> Squares {
        let (place, at) = split(row);
        let kings = self.places.kings[place];
        let is_first = match self.other {
            Some(other) if other.side != self.last.side => other.side == side,
            // Pawns of a side come file by file, where that matters.
            Some(other) => other.is_pawn() && self.last.is_pawn() && folded(at % 8) < folded(last % 8),
            None => false,
        };
        let [first, second] = if is_first { [at, last] } else { [last, at] };
        [kings[side], kings[1 - side], first, second, 0]
    }

    /// A position as the side to move sees it.
    #[inline(always)]
    pub(super) fn placed(&self, side: usize, row: usize, last: u8, passing: bool) -> Placed {
        let squares = self.squares(side, row, last);
        let squares = if side == 0 { squares } else { squares.map(|square| square ^ 56) };
        // With a capture in passing there are two pawns, and the second is theirs.
        Placed { squares, passing: passing.then_some(3) }
    }

    /// Where the last stands when the side to move may capture or promote, and more.
    #[inline(always)]
    pub(super) fn may_convert<I: Isa>(&self, side: usize, row: usize) -> u64 {
        let (place, at) = split(row);
        let both = self.kings(place);
        let beside_king = attacks::king(Square::wrap(self.places.kings[place][side])).0;
        let has_last = self.last.side == side;
        let of_last = match has_last {
            true if self.last.is_pawn() => self.last.seventh(),
            true => 0,
            false => beside_king,
        };
        let of_other = match self.other {
            None => 0,
            Some(other) if other.side != side => {
                let by_king = if beside_king & bit(at) == 0 { 0 } else { !0 };
                by_king | if has_last { self.last.attacks_to::<I>(at, both) } else { 0 }
            }
            Some(other) if other.is_pawn() && bit(at) & other.seventh() != 0 => !0,
            Some(_) if has_last => 0,
            Some(other) => other.attacks::<I>(at, both),
        };
        of_last | of_other
    }

    /// Whether the other man stands on a square.
    #[inline(always)]
    fn is_other(&self, other: u8, square: u8) -> bool {
        self.other.is_some() && other == square
    }

    /// Where the last stands when the side to move can capture in passing, as far as pawns show: with one
    /// pawn of each side.
    #[inline(always)]
    fn passing(&self, side: usize, row: usize) -> u64 {
        let (place, at) = split(row);
        let Some(other) = self.other.filter(|_| self.has_passing) else { return 0 };
        let kings = self.kings(place);
        // That the pawn that has come can have passed over them.
        let over = |man: Man, set: u64| set & man.fourth() & !man.ahead(kings | man.ahead(kings));
        let beside = (bit(at) & NOT_A) >> 1 | (bit(at) & NOT_H) << 1;
        if other.side == side {
            return if bit(at) & self.last.fourth() == 0 { 0 } else { over(self.last, beside) };
        }
        if over(other, bit(at)) == 0 { 0 } else { beside }
    }

    /// The positions of a set in a row in which no move within the class saves the side to move.
    #[inline(always)]
    pub(super) fn unsaved<I: Isa>(&self, side: usize, row: usize, mut open: u64, bad: Bad<'_>) -> u64 {
        let (place, at) = split(row);
        for &step in &self.steps[place].of[side] {
            if self.is_other(at, step.to) {
                continue;
            }
            open &= step.back(bad.plain[self.row_after(step.place, step.there(at))]);
            if open == 0 {
                return 0;
            }
        }
        // After a double step there may be a capture in passing.
        let after_double = |row: usize| match bad.passing {
            None => bad.plain[row],
            Some(with) => {
                let passing = self.passing(1 - side, row);
                bad.plain[row] & !passing | with[row] & passing
            }
        };
        if self.last.side == side {
            let empty = !self.taken[row];
            open &= !self.last.before(!bad.plain[row], !after_double(row), empty);
        }
        if let Some(other) = self.other.filter(|other| other.side == side) {
            for to in squares(other.moves::<I>(at, self.kings(place))) {
                let after = number(place, to);
                let is_double = other.is_pawn() && to.abs_diff(at) == 16;
                open &= between(at, to) | if is_double { after_double(after) } else { bad.plain[after] };
                if open == 0 {
                    return 0;
                }
            }
        }
        open
    }

    /// All positions from which a move within the class leads to those of a set in a row, or to those with a
    /// capture in passing: rows and sets, and more that are none.
    #[inline(always)]
    pub(super) fn before<I: Isa>(
        &self,
        side: usize,
        row: usize,
        set: u64,
        passing: bool,
        mut each: impl FnMut(usize, u64),
    ) {
        let (place, at) = split(row);
        let other = self.other.filter(|other| other.side == side);
        if passing {
            // Only the double step leads there.
            match other {
                Some(other) => each(number(place, other.before_double(at)), set),
                None => each(row, self.last.behind(self.last.behind(set))),
            }
            return;
        }
        let without_passing = set & !self.passing(1 - side, row);
        if self.last.side == side {
            each(row, self.last.before(set, without_passing, !self.taken[row]));
        }
        if let Some(other) = other {
            for from in squares(other.unmoves::<I>(at, self.kings(place))) {
                let set = if from.abs_diff(at) == 16 && other.is_pawn() { without_passing } else { set };
                each(number(place, from), set & !between(at, from));
            }
        }
        for &step in &self.steps[place].of[side] {
            if self.is_other(at, step.to) {
                continue;
            }
            each(self.row_after(step.place, step.there(at)), step.forth(set));
            // Where both kings come to the diagonal the reflection of a position has a row too.
            let folds = |place: usize| place as u32 >= self.places.plain;
            if folds(step.place) && !folds(place) {
                let at = SEEN[usize::from(TRANSPOSE)][usize::from(step.there(at))];
                each(self.row_after(step.place, at), seen_set(step.forth(set), TRANSPOSE));
            }
        }
    }

    #[inline(always)]
    fn row_after(&self, place: usize, other: u8) -> usize {
        number(place, if self.other.is_some() { other } else { 0 })
    }
}

#[inline(always)]
fn between(a: u8, b: u8) -> u64 {
    attacks::between(Square::wrap(a), Square::wrap(b)).0
}

/// The number of a row.
#[inline(always)]
fn number(place: usize, other: u8) -> usize {
    place * SQUARES + usize::from(other)
}

/// The place of the kings and the square of the other man of a row.
#[inline(always)]
fn split(row: usize) -> (usize, u8) {
    (row / SQUARES, (row % SQUARES) as u8)
}
