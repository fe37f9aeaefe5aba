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
    Square::at(file, color.own_rank(rank))
}

/// The rank, 0 to 7, that the side sees the square in.
pub const fn relative_rank(color: Color, square: Square) -> u8 {
    color.own_rank(square.rank())
}

/// Whether the man on this square is one of the array.
pub fn is_initial(start: Start, board: &Board, square: Square) -> bool {
    board.man_at(square).is_some_and(|man| match relative_rank(man.color, square) {
        0 => start.roles()[square.file() as usize] == man.role,
        1 => man.role == Role::Pawn,
        _ => false,
    })
}

/// Whether all men on these squares are of the array.
pub(super) fn are_initial(start: Start, board: &Board, squares: Bitboard) -> bool {
    let pawns = |color, rank| board.men(color, Role::Pawn) & Bitboard::rank(rank);
    let left = squares - pawns(Color::White, 1) - pawns(Color::Black, 6);
    left.into_iter().all(|square| is_initial(start, board, square))
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
    pub(super) cuts: [[Bitboard; 8]; 2],
    /// By direction: those of both sides.
    barred: [Bitboard; 8],
    /// Squares that the king of a side can never have stepped onto.
    guarded: [Bitboard; 2],
    /// Those of them that a pawn first attacked and then stood on.
    held: [Bitboard; 2],
    /// By side: the most captures that its pawns together can have made.
    pub captures: [u32; 2],
}

/// The squares from which a step in a direction leads to another square.
#[inline(always)]
fn uncut(direction: usize) -> Bitboard {
    match DIRECTIONS[direction].0 {
        0 => Bitboard::FULL,
        1 => !Bitboard::file(7),
        _ => !Bitboard::file(0),
    }
}

/// The squares one step from any of `from` in a direction.
#[inline(always)]
fn step(from: Bitboard, direction: usize) -> Bitboard {
    let (file, rank) = DIRECTIONS[direction];
    (from & uncut(direction)).shift(8 * rank + file)
}

/// Steps along parallel lines, either way.
struct Line<const BY: u32> {
    /// The squares from which a step leads up, and down.
    up: Bitboard,
    down: Bitboard,
    /// Where steps can end.
    open: Bitboard,
}

impl<const BY: u32> Line<BY> {
    /// The squares that are one step away.
    #[inline(always)]
    fn steps(&self, from: Bitboard) -> Bitboard {
        let (up, down) = ((from & self.up).0 << BY, (from & self.down).0 >> BY);
        Bitboard(up | down) & self.open
    }

    /// A set with the squares that are one step away.
    #[inline(always)]
    fn spread(&self, from: Bitboard) -> Bitboard {
        from | self.steps(from)
    }
}

/// What comes of a set when more is added again and again.
#[inline(always)]
fn filled(from: Bitboard, more: impl Fn(Bitboard) -> Bitboard) -> Bitboard {
    let mut all = from;
    loop {
        let next = more(all);
        if next == all {
            return all;
        }
        all = next;
    }
}

/// The directions in which the pawns of a side go: to the left, straight, to the right.
pub(super) const fn pawn_directions(color: Color) -> [usize; 3] {
    if color as u8 == 0 { [7, 0, 1] } else { [3, 4, 5] }
}

/// A set moved by so many squares' indices in the direction in which the pawns of a side go.
#[inline(always)]
fn forward_by<const BY: u32>(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(set.0 << BY),
        Color::Black => Bitboard(set.0 >> BY),
    }
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
            let men = |role| board.men(!color, role) & fixed;
            let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
            let guards = pieces.map(|role| neighbours(role, men(role)));
            let guards = guards.into_iter().fold(attacks::pawns(!color, men(Role::Pawn)), |a, b| a | b);
            self.guarded[color as usize] = self.held[color as usize] | guards;
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
                for (from, direction) in [(a, direction), (b, direction ^ 4)] {
                    self.cuts[color as usize][direction] |= from.bb();
                    self.barred[direction] |= from.bb();
                }
            }
        }
    }

    /// The squares that pieces of a kind step to from any of `from`: for sliders, one step.
    pub fn steps(&self, color: Color, role: Role, from: Bitboard) -> Bitboard {
        let open = self.open(color, role);
        let straight = |from| self.line::<8>(open).steps(from) | self.line::<1>(open).steps(from);
        let diagonal = |from| self.line::<9>(open).steps(from) | self.line::<7>(open).steps(from);
        match role {
            Role::Pawn => Bitboard::EMPTY,
            Role::Knight => attacks::knights(from) & open,
            Role::Bishop => diagonal(from),
            Role::Rook => straight(from),
            Role::Queen | Role::King => straight(from) | diagonal(from),
        }
    }

    /// Where steps of pieces of a kind can end.
    fn open(&self, color: Color, role: Role) -> Bitboard {
        let closed = if role == Role::King { self.guarded[color as usize] } else { Bitboard::EMPTY };
        !(self.fixed | closed)
    }

    /// The squares that pieces of a kind can have come to from any of `from` (those included).
    pub fn fill(&self, color: Color, role: Role, from: Bitboard) -> Bitboard {
        let open = self.open(color, role);
        // What was reached along one line goes on along the next at once.
        match role {
            Role::Pawn => from,
            Role::Knight => filled(from, |all| all | (attacks::knights(all) & open)),
            Role::Bishop => {
                let (rising, falling) = (self.line::<9>(open), self.line::<7>(open));
                filled(from, |all| falling.spread(rising.spread(all)))
            }
            Role::Rook => {
                let (file, rank) = (self.line::<8>(open), self.line::<1>(open));
                filled(from, |all| rank.spread(file.spread(all)))
            }
            Role::Queen | Role::King => {
                let (file, rank) = (self.line::<8>(open), self.line::<1>(open));
                let (rising, falling) = (self.line::<9>(open), self.line::<7>(open));
                filled(from, |all| falling.spread(rising.spread(rank.spread(file.spread(all)))))
            }
        }
    }

    /// The steps by so many indices, onto open squares.
    #[inline(always)]
    fn line<const BY: u32>(&self, open: Bitboard) -> Line<BY> {
        let up = match BY {
            8 => 0,
            9 => 1,
            1 => 2,
            _ => 7,
        };
        let leave = |d: usize| uncut(d) - self.barred[d];
        Line { up: leave(up), down: leave(up ^ 4), open }
    }

    /// The pawns known to have made a single move: their side, from where and to where.
    pub fn cuts(&self) -> impl Iterator<Item = (Color, Square, Square)> + '_ {
        let steps = |color: Color| pawn_directions(color).map(|d| (color, d));
        Color::BOTH.into_iter().flat_map(steps).flat_map(|(color, d)| {
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
                at = step(at - self.barred[d], d) - self.fixed - occupied;
                reached |= at;
            }
        }
        reached
    }

    /// The squares straight ahead of pawns, those of fixed men left out.
    #[inline(always)]
    pub(super) fn ahead(&self, color: Color, from: Bitboard) -> Bitboard {
        let cuts = &self.cuts[!color as usize];
        let ahead = match color {
            Color::White => step(from - cuts[0], 0),
            Color::Black => step(from - cuts[4], 4),
        };
        ahead - self.fixed
    }

    /// The squares that pawns capture on, those of fixed men left out.
    #[inline(always)]
    pub(in crate::reach) fn captures(&self, color: Color, from: Bitboard) -> Bitboard {
        let cuts = &self.cuts[!color as usize];
        let beside = match color {
            Color::White => step(from - cuts[1], 1) | step(from - cuts[7], 7),
            Color::Black => step(from - cuts[5], 5) | step(from - cuts[3], 3),
        };
        beside - self.fixed
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

    /// By file and number of captures: where the pawn of a file can have stood (on the last rank: promoted)
    /// after so many or fewer.
    pub(super) fn pawn_levels(&self, color: Color) -> [[Bitboard; LEVELS]; 8] {
        let homes: [Bitboard; 8] = std::array::from_fn(|file| relative(color, file as u8, 1).bb());
        let mut levels = homes.map(|home| [home; LEVELS]);
        let most = (self.captures[color as usize] as usize).min(LEVELS - 1);
        // To the first fixed man or cut step: the squares that steps ahead lead onto one, two and four times.
        let once = self.ahead(color, Bitboard::FULL);
        let twice = once & forward_by::<8>(color, once);
        let onto = [once, twice, twice & forward_by::<16>(color, twice)];
        // The fixed ones stay.
        let mut sets = homes.map(|home| home - self.fixed);
        for captures in 0..=most {
            for set in &mut sets {
                if captures > 0 {
                    *set |= self.captures(color, *set);
                }
                *set |= forward_by::<8>(color, *set) & onto[0];
                *set |= forward_by::<16>(color, *set) & onto[1];
                *set |= forward_by::<32>(color, *set) & onto[2];
            }
            for (levels, &set) in levels.iter_mut().zip(&sets) {
                levels[captures] |= set;
            }
        }
        for levels in &mut levels {
            let last = levels[most];
            levels[most + 1..].fill(last);
        }
        levels
    }
}

/// Where pieces can have come to. Whoever can come to where another of its kind comes can come wherever that
/// one does, as steps lead both ways: so a few sets of squares, found once, serve for all.
pub(super) struct Fills<'a> {
    ways: &'a Ways,
    /// By role, of either side: the sets found last.
    found: [[Bitboard; KEPT]; 6],
    /// How many were found.
    count: [usize; 6],
}

/// How many sets are kept of a kind: two for bishops, and a few where men are shut in.
const KEPT: usize = 6;

impl<'a> Fills<'a> {
    pub(super) fn new(ways: &'a Ways) -> Fills<'a> {
        Fills { ways, found: [[Bitboard::EMPTY; KEPT]; 6], count: [0; 6] }
    }

    pub(super) fn ways(&self) -> &'a Ways {
        self.ways
    }

    /// Where a piece that is not fixed can have come to from a square.
    pub(super) fn of(&mut self, color: Color, role: Role, square: Square) -> Bitboard {
        // A king may stand where it cannot step; and each side has squares of its own where it cannot.
        if role == Role::King {
            return self.ways.fill(color, role, square.bb());
        }
        let (found, count) = (&mut self.found[role as usize], &mut self.count[role as usize]);
        if let Some(known) = found.iter().find(|set| set.has(square)) {
            return *known;
        }
        let set = self.ways.fill(color, role, square.bb());
        found[*count % KEPT] = set;
        *count += 1;
        set
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
