//! **Ways.** Where men can have stood at any time of the game, given what can never have been otherwise:
//!
//! * A *fixed* man has stood on its square from the first move. Nothing else ever stood there or passed.
//! * A king never steps next to the enemy king or onto another square that a fixed enemy man attacks whatever
//!   else stands on the board: the squares that a pawn attacks, and the neighbours of a rook, bishop, queen
//!   or king in its directions.
//! * Nor onto a square of the third rank that a pawn *holds*: it stands there and came by capturing, from
//!   whichever square of its second rank. From there it attacked the square until it captured on it.
//! * A pawn that made exactly one move, from `a` to `b`, always stands on one of the two. Whoever steps
//!   from one to the other finds it in the way: the step is *cut*, either way, for all other men.
//! * The captures of a side's pawns are bounded.
//!
//! Everything else is thought away. A slider's move is then a sequence of steps, so that all pieces but
//! knights move by single steps, and sets of squares are filled at once.

use crate::attacks;
use crate::board::{Bitboard, Board, Color, Role, Square, Start};

/// The most captures that a pawn can make on its way to the last rank, and one more for none.
pub(super) const LEVELS: usize = 7;

/// The eight directions as differences of file and rank; `d ^ 4` is opposite to `d`. Even ones are straight.
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The square in the `rank`th rank (0 the first) as the side sees it.
pub(crate) const fn relative(color: Color, file: u8, rank: u8) -> Square {
    Square::at(file, if color as u8 == 0 { rank } else { 7 - rank })
}

/// The rank, 0 to 7, that the side sees the square in.
pub const fn relative_rank(color: Color, square: Square) -> u8 {
    if color as u8 == 0 { square.rank() } else { 7 - square.rank() }
}

/// Whether the man on this square is one of the array.
pub fn is_initial(start: Start, board: &Board, square: Square) -> bool {
    board.man_at(square).is_some_and(|man| match relative_rank(man.color, square) {
        0 => start.roles()[square.file() as usize] == man.role,
        1 => man.role == Role::Pawn,
        _ => false,
    })
}

/// The squares that a man which never moved keeps the enemy king from, whatever else stands on the board.
pub fn guards(board: &Board, square: Square) -> Bitboard {
    board.man_at(square).map_or(Bitboard::EMPTY, |man| match man.role {
        Role::Pawn => attacks::pawn(man.color, square),
        role => neighbours(role, square.bb()),
    })
}

/// The squares that pieces of a kind step to from any of `from` when nothing bars them.
#[inline(always)]
pub(super) fn neighbours(role: Role, from: Bitboard) -> Bitboard {
    let straight = |set: Bitboard| step(set, 0) | step(set, 2) | step(set, 4) | step(set, 6);
    match role {
        Role::Knight => attacks::knights(from),
        Role::King | Role::Queen => attacks::kings(from),
        Role::Rook => straight(from),
        Role::Bishop => step(from, 1) | step(from, 3) | step(from, 5) | step(from, 7),
        Role::Pawn => Bitboard::EMPTY,
    }
}

/// What bars the ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Ways {
    /// The array that games begin with.
    pub start: Start,
    /// Squares of the fixed men.
    pub fixed: Bitboard,
    /// By side and direction: squares from which the step is cut by a pawn of that side.
    cuts: [[Bitboard; 8]; 2],
    has_cuts: bool,
    /// Squares that the king of a side can never have stepped onto.
    guarded: [Bitboard; 2],
    /// Those of them that a pawn first attacked and then stood on.
    held: [Bitboard; 2],
    /// By side: the most captures that its pawns together can have made.
    pub captures: [u32; 2],
}

/// The squares one step from any of `from` in a direction.
#[inline(always)]
fn step(from: Bitboard, direction: usize) -> Bitboard {
    let (file, rank) = DIRECTIONS[direction];
    let kept = match file {
        0 => from,
        1 => from - Bitboard::file(7),
        _ => from - Bitboard::file(0),
    };
    kept.shift(8 * rank + file)
}

/// The directions that a piece steps in: every one, every second, or none for knights and pawns.
fn directions(role: Role) -> impl Iterator<Item = usize> {
    let (first, by) = match role {
        Role::King | Role::Queen => (0, 1),
        Role::Rook => (0, 2),
        Role::Bishop => (1, 2),
        Role::Knight | Role::Pawn => (8, 1),
    };
    (first..8).step_by(by)
}

impl Ways {
    /// No way is barred but by the bounds of captures.
    pub(super) fn new(start: Start, captures: [u32; 2]) -> Ways {
        Ways { start, captures, ..Ways::default() }
    }

    /// Declares that the squares are those of fixed men.
    pub(super) fn fix(&mut self, board: &Board, fixed: Bitboard) {
        self.fixed = fixed;
        for color in Color::BOTH {
            let guards = (fixed & board.color(!color)).map(|square| guards(board, square));
            self.guarded[color as usize] = guards.fold(self.held[color as usize], |a, b| a | b);
        }
    }

    /// Declares that pawns of a side hold these squares. (To be followed by [`Ways::fix`].)
    pub(super) fn hold(&mut self, color: Color, squares: Bitboard) {
        self.held[!color as usize] |= squares;
    }

    /// The squares that pawns of a side hold.
    pub fn held_by(&self, color: Color) -> Bitboard {
        self.held[!color as usize]
    }

    /// The ways of pieces (no kings) past men that stand on more squares.
    pub(super) fn walled(&self, walls: Bitboard) -> Ways {
        Ways { fixed: self.fixed | walls, ..*self }
    }

    /// Declares that a pawn's only move was from `a` to the neighbouring square `b`.
    pub(super) fn cut(&mut self, color: Color, a: Square, b: Square) {
        for direction in 0..8 {
            if step(a.bb(), direction) == b.bb() {
                self.has_cuts = true;
                self.cuts[color as usize][direction] |= a.bb();
                self.cuts[color as usize][direction ^ 4] |= b.bb();
            }
        }
    }

    /// The squares that pieces of a kind step to from any of `from`: for sliders, one step.
    pub fn steps(&self, color: Color, role: Role, from: Bitboard) -> Bitboard {
        let reached = if role == Role::Knight || !self.has_cuts() {
            neighbours(role, from)
        } else {
            directions(role)
                .map(|d| step(from - self.cuts[0][d] - self.cuts[1][d], d))
                .fold(Bitboard::EMPTY, |a, b| a | b)
        };
        let closed = if role == Role::King { self.guarded[color as usize] } else { Bitboard::EMPTY };
        reached - self.fixed - closed
    }

    /// The squares that pieces of a kind can have come to from any of `from` (those included).
    pub fn fill(&self, color: Color, role: Role, from: Bitboard) -> Bitboard {
        let mut all = from;
        loop {
            let more = all | self.steps(color, role, all);
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// Whether any pawn is known to have made a single move.
    pub(super) fn has_cuts(&self) -> bool {
        self.has_cuts
    }

    /// The pawns known to have made a single move: their side, from where and to where.
    pub fn cuts(&self) -> impl Iterator<Item = (Color, Square, Square)> + '_ {
        let forward = |color: Color| [7, 0, 1].map(|d| (color, (4 * color as usize + d) & 7));
        Color::BOTH.into_iter().flat_map(forward).flat_map(|(color, d)| {
            let from = self.cuts[color as usize][d];
            from.filter_map(move |from| Some((color, from, step(from.bb(), d).first()?)))
        })
    }

    /// The fixed men that keep a piece of this side and role within a range.
    pub fn walls(&self, color: Color, role: Role, range: Bitboard, board: &Board) -> Bitboard {
        let around = neighbours(role, range);
        let mut walls = around & self.fixed;
        if role == Role::King {
            let shut = (around & self.guarded[color as usize]) - range;
            let guarding = |&square: &Square| (guards(board, square) & shut).has_any();
            walls |= (self.fixed & board.color(!color)).filter(guarding).collect();
        }
        walls - range
    }

    /// The fixed men next to a piece (no knight) that bar its steps.
    pub fn bars(&self, color: Color, role: Role, square: Square) -> Bitboard {
        let open = Ways { fixed: Bitboard::EMPTY, ..*self };
        open.steps(color, role, square.bb()) & self.fixed
    }

    /// Where a piece (no knight) can move to past `occupied`, capturing nothing.
    pub(super) fn slides(&self, color: Color, role: Role, square: Square, occupied: Bitboard) -> Bitboard {
        if role == Role::King {
            return self.steps(color, role, square.bb()) - occupied;
        }
        let mut reached = Bitboard::EMPTY;
        for d in directions(role) {
            let mut at = square.bb();
            while at.has_any() {
                at = step(at - self.cuts[0][d] - self.cuts[1][d], d) - self.fixed - occupied;
                reached |= at;
            }
        }
        reached
    }

    /// The squares straight ahead of pawns, those of fixed men left out.
    pub(super) fn ahead(&self, color: Color, from: Bitboard) -> Bitboard {
        let forward = 4 * color as usize;
        step(from - self.cuts[!color as usize][forward], forward) - self.fixed
    }

    /// The squares of pawns and all straight ahead, to the first fixed man or cut step.
    fn far_ahead(&self, color: Color, from: Bitboard) -> Bitboard {
        let shift = 8 - 16 * color as i8;
        let (mut all, mut open) = (from, self.ahead(color, Bitboard::FULL));
        for steps in [1, 2, 4] {
            all |= all.shift(steps * shift) & open;
            open &= open.shift(steps * shift);
        }
        all
    }

    /// The squares that pawns capture on, those of fixed men left out.
    pub(in crate::reach) fn captures(&self, color: Color, from: Bitboard) -> Bitboard {
        let forward = 4 * color as usize;
        let cuts = &self.cuts[!color as usize];
        let (right, left) = ((forward + 1) & 7, (forward + 7) & 7);
        (step(from - cuts[right], right) | step(from - cuts[left], left)) - self.fixed
    }

    /// The squares from which a pawn steps straight onto `square`.
    pub(in crate::reach) fn behind(&self, color: Color, square: Square) -> Bitboard {
        let back = step(square.bb(), 4 * (!color) as usize) - self.fixed;
        back.filter(|from| self.ahead(color, from.bb()).has(square)).collect()
    }

    /// The squares from which a pawn captures onto `square`.
    pub(super) fn captures_from(&self, color: Color, square: Square) -> Bitboard {
        let back = attacks::pawn(!color, square) - self.fixed;
        back.filter(|from| self.captures(color, from.bb()).has(square)).collect()
    }

    /// The squares from which pawns can come to any of `squares` (those included).
    pub(super) fn pawn_past(&self, color: Color, squares: Bitboard) -> Bitboard {
        let forward = 4 * color as usize;
        let mut all = squares;
        for _ in 0..6 {
            let open = all - self.fixed;
            for d in [forward, (forward + 1) & 7, (forward + 7) & 7] {
                all |= step(open, d ^ 4) - self.fixed - self.cuts[!color as usize][d];
            }
        }
        all
    }

    /// By number of captures: where the pawn of a file can have stood (on the last rank: promoted) after so
    /// many or fewer.
    pub(super) fn pawn_levels(&self, color: Color, file: u8) -> [Bitboard; LEVELS] {
        let home = relative(color, file, 1).bb();
        let mut levels = [home; LEVELS];
        if (home & self.fixed).has_any() {
            return levels;
        }
        let mut set = home;
        let most = self.captures[color as usize] as usize;
        for (captures, level) in levels.iter_mut().enumerate() {
            if captures > 0 && captures <= most {
                set |= self.captures(color, set);
            }
            if captures <= most {
                set = self.far_ahead(color, set);
            }
            *level = set;
        }
        levels
    }
}

/// Where pieces can have come to. Whoever can come to where another of its kind comes can come wherever that
/// one does, as steps lead both ways: so what was filled last serves for most.
pub(super) struct Fills<'a> {
    ways: &'a Ways,
    /// By role, of either side.
    last: [Bitboard; 6],
}

impl<'a> Fills<'a> {
    pub(super) fn new(ways: &'a Ways) -> Fills<'a> {
        Fills { ways, last: [Bitboard::EMPTY; 6] }
    }

    pub(super) fn ways(&self) -> &'a Ways {
        self.ways
    }

    /// Where a piece that is not fixed can have come to from a square.
    pub(super) fn of(&mut self, color: Color, role: Role, square: Square) -> Bitboard {
        let last = &mut self.last[role as usize];
        // A king may stand where it cannot step; and each side has squares of its own where it cannot.
        if role == Role::King || !last.has(square) {
            *last = self.ways.fill(color, role, square.bb());
        }
        *last
    }

    /// Where pieces (no kings) that are not fixed can have come to from any of these squares.
    pub(super) fn of_all(&mut self, color: Color, role: Role, squares: Bitboard) -> Bitboard {
        let (mut all, mut left) = (Bitboard::EMPTY, squares);
        while let Some(square) = left.first() {
            all |= self.of(color, role, square);
            left = left - all;
        }
        all
    }
}
