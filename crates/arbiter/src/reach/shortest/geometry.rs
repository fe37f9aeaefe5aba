//! How many moves a man needs from square to square, at least: past men that do not move, with so many
//! captures to make, on squares where its side may capture.

use crate::attacks::{self, Portable};
use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::rules::{Rules, Standard};

/// More moves than any search looks at.
pub(super) const FAR: u8 = 100;

/// More captures than a pawn can make.
pub(super) const LAYERS: usize = 7;

/// Moves from square to square.
pub(super) type Distances = [[u8; 64]; 64];

/// What is known of games: of all of some length, or of some of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// Men that neither move nor are captured.
    pub(super) frozen: Bitboard,
    /// Where a side may capture.
    pub(super) captures: [Bitboard; 2],
    /// Men that do not stay where they are: they leave, or are captured there.
    pub(super) restless: Bitboard,
    /// Of each side the squares of its pawns that never leave their files: from where they start to where
    /// they end. Each stands on one of its squares, so that nothing passes all of them.
    pub(super) doors: [Bitboard; 2],
}

impl Known {
    /// Squares of a file where no man can go from one of its squares, past a pawn of a side.
    pub(super) fn shut(&self, of: Color, from: Square) -> Bitboard {
        let file = Bitboard::file(from.file());
        let door = self.doors[of as usize] & file;
        let (Some(first), Some(last)) = (door.first(), door.last_square()) else { return Bitboard::EMPTY };
        file.filter(|to| {
            from.rank().min(to.rank()) <= first.rank() && last.rank() <= from.rank().max(to.rank())
        })
        .collect()
    }
}

/// Distances on a board where some men never move.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    /// Tells geometries apart in tables.
    pub(super) id: u64,
    /// What is known of the games that are looked for.
    pub(super) known: Known,
    /// Files on which the pawns of a side are not captured after promoting.
    pub(super) blocked: [Bitboard; 2],
    /// How many men a side has to capture.
    pub(super) owed: [u8; 2],
    /// Moves that a side makes.
    pub(super) budget: [u8; 2],
    /// Knights, bishops, rooks, queens, the white king, the black one.
    pieces: Vec<Distances>,
    /// Whether a piece has a move at all, in the same order.
    mobile: [Bitboard; 6],
    /// Of pawns that capture at most so often, White's layers before Black's.
    pawns: Vec<Distances>,
    /// Of pawns that promote, in the same order, four roles each; empty for a side whose pawns do not get
    /// there.
    promoted: [Vec<Distances>; 2],
    /// Moves to the next square where the other side may capture: by side, layer, role and square.
    doomed: Box<[[[[u8; 64]; 6]; LAYERS]; 2]>,
}

impl Geometry {
    pub(super) fn new() -> Geometry {
        Geometry {
            id: 0,
            known: Known {
                frozen: Bitboard::EMPTY,
                captures: [Bitboard::EMPTY; 2],
                restless: Bitboard::EMPTY,
                doors: [Bitboard::EMPTY; 2],
            },
            blocked: [Bitboard::EMPTY; 2],
            owed: [0; 2],
            budget: [0; 2],
            pieces: vec![[[FAR; 64]; 64]; 6],
            mobile: [Bitboard::EMPTY; 6],
            pawns: vec![[[FAR; 64]; 64]; 2 * LAYERS],
            promoted: [Vec::new(), Vec::new()],
            doomed: Box::new([[[[FAR; 64]; 6]; LAYERS]; 2]),
        }
    }

    /// Writes the tables again, for the frozen men, squares and numbers that now stand in `self` and the men
    /// on `board`.
    pub(super) fn rebuild(&mut self, board: &Board) {
        let known = self.known;
        let frozen = known.frozen;
        for &role in Standard::PROMOTIONS {
            let steps = Square::all().map(|from| {
                let steps = attacks::attacks::<Standard, Portable>(role, Color::White, from, frozen) - frozen;
                steps - Color::BOTH.into_iter().fold(Bitboard::EMPTY, |shut, of| shut | known.shut(of, from))
            });
            self.fill(role as usize - 1, steps.collect::<Vec<_>>().into_iter());
        }
        for color in Color::BOTH {
            let closed = self.known.frozen | guarded(board, frozen, !color);
            let steps = Square::all().map(|from| {
                let shut = known.shut(Color::White, from) | known.shut(Color::Black, from);
                attacks::king(from) - closed - shut
            });
            self.fill(4 + color as usize, steps.collect::<Vec<_>>().into_iter());
        }
        for color in Color::BOTH {
            self.walk_pawns(color);
            self.promote(color, board.men(color, Role::Pawn));
        }
        for color in Color::BOTH {
            self.find_dooms(color);
        }
    }

    /// How often a pawn may capture, as a layer of the tables, when its side owes so many captures.
    #[inline(always)]
    pub(super) fn layer(owed: u8) -> usize {
        (owed as usize).min(LAYERS - 1)
    }

    /// Moves of a piece from a square.
    #[inline(always)]
    pub(super) fn piece(&self, color: Color, role: Role, from: Square) -> &[u8; 64] {
        let kind = if role == Role::King { 4 + color as usize } else { role as usize - 1 };
        &self.pieces[kind][from.index()]
    }

    /// Moves of a pawn that stays one.
    #[inline(always)]
    pub(super) fn pawn(&self, color: Color, layer: usize, from: Square) -> &[u8; 64] {
        &self.pawns[color as usize * LAYERS + layer][from.index()]
    }

    /// Moves of a pawn that becomes a piece on the way.
    #[inline(always)]
    pub(super) fn promoted(&self, color: Color, layer: usize, role: Role, from: Square) -> Option<&[u8; 64]> {
        let kind = (role as usize).wrapping_sub(1);
        let tables = self.promoted[color as usize].get(4 * layer..4 * layer + 4)?;
        Some(&tables.get(kind)?[from.index()])
    }

    /// Moves of a man from a square that ends as `role`; `None` if it cannot.
    #[inline(always)]
    pub(super) fn way(
        &self,
        color: Color,
        layer: usize,
        man: Role,
        role: Role,
        from: Square,
    ) -> Option<&[u8; 64]> {
        match (man, role) {
            (Role::Pawn, Role::Pawn) => Some(self.pawn(color, layer, from)),
            (Role::Pawn, _) => self.promoted(color, layer, role, from),
            _ => (man == role).then(|| self.piece(color, role, from)),
        }
    }

    /// Moves of a man to a square where it is captured, whatever it is by then.
    #[inline(always)]
    pub(super) fn arrival(&self, color: Color, layer: usize, man: Role, from: Square, to: Square) -> u8 {
        if man != Role::Pawn {
            return self.piece(color, man, from)[to.index()];
        }
        let mut least = self.pawn(color, layer, from)[to.index()];
        if self.blocked[color as usize].has(from) {
            return least;
        }
        // A queen is nowhere later than rook or bishop.
        for role in [Role::Queen, Role::Knight] {
            if let Some(row) = self.promoted(color, layer, role, from) {
                least = least.min(row[to.index()]);
            }
        }
        least
    }

    /// Moves of a man that leaves its square and comes back.
    #[inline(always)]
    pub(super) fn detour(&self, color: Color, role: Role, square: Square) -> u8 {
        let kind = match role {
            Role::Pawn => return FAR,
            Role::King => 4 + color as usize,
            _ => role as usize - 1,
        };
        if self.mobile[kind].has(square) { 2 } else { FAR }
    }

    /// Moves of a man to a square where it may be captured.
    #[inline(always)]
    pub(super) fn doom(&self, color: Color, layer: usize, role: Role, from: Square) -> u8 {
        self.doomed[color as usize][layer][role as usize][from.index()]
    }

    /// The same, with only these squares to be captured on.
    pub(super) fn doom_on(&self, color: Color, layer: usize, role: Role, from: Square, on: Bitboard) -> u8 {
        if role == Role::King {
            return FAR;
        }
        on.map(|to| self.arrival(color, layer, role, from, to)).min().unwrap_or(FAR)
    }

    /// Breadth-first from each square.
    fn fill(&mut self, kind: usize, steps: impl Iterator<Item = Bitboard>) {
        let mut to = [Bitboard::EMPTY; 64];
        let mut mobile = Bitboard::EMPTY;
        for (from, steps) in steps.enumerate() {
            to[from & 63] = steps;
            if steps.has_any() {
                mobile |= Square::wrap(from as u8).bb();
            }
        }
        self.mobile[kind] = mobile;
        for (from, row) in Square::all().zip(&mut self.pieces[kind]) {
            *row = [FAR; 64];
            row[from.index()] = 0;
            let (mut seen, mut front, mut moves) = (from.bb(), from.bb(), 0);
            while front.has_any() {
                moves += 1;
                let next = front.fold(Bitboard::EMPTY, |next, square| next | to[square.index()]) - seen;
                next.for_each(|square| row[square.index()] = moves);
                seen |= next;
                front = next;
            }
        }
    }

    fn walk_pawns(&mut self, color: Color) {
        let side = color as usize;
        let top = Geometry::layer(self.owed[side]);
        let (forward, start) = if color == Color::White { (8, 1) } else { (-8, 6) };
        let mut ranks = [0, 1, 2, 3, 4, 5, 6];
        if color == Color::Black {
            ranks = ranks.map(|rank| 7 - rank);
        }
        let known = self.known;
        let open = |from: Square, to: Square| !known.frozen.has(to) && !known.shut(!color, from).has(to);
        let tables = &mut self.pawns[side * LAYERS..(side + 1) * LAYERS];
        for from in Square::all() {
            let mut moves = [[FAR; 64]; LAYERS];
            moves[0][from.index()] = 0;
            for rank in ranks {
                for file in 0..8 {
                    let square = Square::at(file, rank);
                    for layer in 0..=top {
                        let so_far = moves[layer][square.index()];
                        if so_far >= FAR {
                            continue;
                        }
                        let mut step = |layer: usize, to: Square| {
                            let place = &mut moves[layer][to.index()];
                            *place = (*place).min(so_far + 1);
                        };
                        let next = square.offset(forward);
                        if open(square, next) {
                            step(layer, next);
                            if rank == start && open(square, next.offset(forward)) {
                                step(layer, next.offset(forward));
                            }
                        }
                        if layer < top {
                            let to = attacks::pawn(color, square) & self.known.captures[side];
                            (to - self.known.frozen).for_each(|to| step(layer + 1, to));
                        }
                    }
                }
            }
            for layer in 0..=top {
                if layer > 0 {
                    let (fewer, more) = moves.split_at_mut(layer);
                    more[0].iter_mut().zip(&fewer[layer - 1]).for_each(|(a, b)| *a = (*a).min(*b));
                }
                tables[layer][from.index()] = moves[layer];
            }
        }
    }

    fn promote(&mut self, color: Color, pawns: Bitboard) {
        let side = color as usize;
        let top = Geometry::layer(self.owed[side]);
        let last = Bitboard::rank(color.own_rank(7));
        let budget = self.budget[side];
        let tables = &self.pawns[side * LAYERS..(side + 1) * LAYERS];
        let get_there = pawns
            .into_iter()
            .any(|from| last.into_iter().any(|to| tables[top][from.index()][to.index()] <= budget));
        let promoted = &mut self.promoted[side];
        promoted.clear();
        if !get_there {
            return;
        }
        promoted.resize(4 * (top + 1), [[FAR; 64]; 64]);
        for layer in 0..=top {
            for kind in 0..4 {
                for from in Square::all() {
                    let row = &mut promoted[4 * layer + kind][from.index()];
                    for square in last {
                        let moves = tables[layer][from.index()][square.index()];
                        if moves > budget {
                            continue;
                        }
                        let on = &self.pieces[kind][square.index()];
                        row.iter_mut().zip(on).for_each(|(a, b)| *a = (*a).min(moves + b));
                    }
                }
            }
        }
    }

    fn find_dooms(&mut self, color: Color) {
        let side = color as usize;
        let on = self.known.captures[!color as usize];
        // A pawn that has just made its double step can be captured where it is not.
        let (stepped, behind) = if color == Color::White { (3, -8) } else { (4, 8) };
        for layer in 0..=Geometry::layer(self.owed[side]) {
            for role in Role::ALL {
                for from in Square::all() {
                    let passed = role == Role::Pawn && from.rank() == stepped && on.has(from.offset(behind));
                    self.doomed[side][layer][role as usize][from.index()] = match role {
                        _ if passed => 0,
                        _ if self.known.frozen.has(from) => FAR,
                        _ => self.doom_on(color, layer, role, from, on),
                    };
                }
            }
        }
    }
}

/// Squares that walls of a side attack whatever stands between: the other king does not step there.
pub(super) fn guarded(board: &Board, walls: Bitboard, by: Color) -> Bitboard {
    (walls & board.color(by)).fold(Bitboard::EMPTY, |guarded, square| {
        let role = board.role_on(square);
        guarded | attacks::attacks::<Standard, Portable>(role, by, square, Bitboard::FULL)
    })
}
