//! **Order in a cage.** Pieces that can only have stood on few squares cannot have passed one another there
//! as they like. Take the pieces of a side's first rank, other than knights, that have least room, and play
//! with them alone: each moves along the [ways](super::ways), none through another, king and rook castle, and
//! some are captured, no more than the side has lost. All other men are thought away. In any game they moved
//! like this, and stood in the end on squares that have men of their kind; and a man on the board that can be
//! no other than one of them is one of them. If the play cannot end like this, no game reaches the position.
//!
//! The play also tells whether they can have made an even or an odd number of moves, which
//! lemma `parity` wants to know.

use crate::board::{Bitboard, Board, Color, Role, Square};

use super::Facts;
use super::mobility::Mobility;
use super::ways::relative;

/// The most squares of a range that is little room: two ranks.
const MAX_SQUARES: u32 = 16;

/// The most joint placements that are looked at.
const MAX_PLACEMENTS: u32 = 1 << 15;

/// The pieces of a side that have least room.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Cage {
    color: Color,
    men: Vec<Caged>,
    placements: u32,
    /// Squares of men that can be none but caged ones.
    pub required: Bitboard,
}

/// A caged piece.
#[derive(Clone, Debug)]
struct Caged {
    file: u8,
    role: Role,
    range: Bitboard,
}

/// Where each caged piece stands; `None` if it was captured.
type Placement = [Option<Square>; 8];

impl Caged {
    /// How many places it can be in: the squares, and off the board.
    fn places(role: Role, range: Bitboard) -> u32 {
        range.len() + u32::from(role != Role::King)
    }

    /// The number of the place.
    fn place(&self, square: Option<Square>) -> u32 {
        (self.range & square.map_or(Bitboard::FULL, |square| Bitboard(square.bb().0 - 1))).len()
    }
}

impl Cage {
    pub(super) fn new(board: &Board, mobility: &Mobility, color: Color) -> Cage {
        let Mobility { ways, origins, .. } = mobility;
        let origins = &origins[color as usize];
        let mut men: Vec<Caged> = (0..8)
            .map(|file| Caged {
                file,
                role: ways.start.roles()[file as usize],
                range: origins.range(file as usize),
            })
            .filter(|man| man.role != Role::Knight && man.range.len() <= MAX_SQUARES)
            .filter(|man| !ways.fixed.has(relative(color, man.file, 0)))
            .collect();
        men.sort_by_key(|man| man.range.len());
        let mut placements = 1;
        let fit = |man: &&Caged| {
            let more = placements * Caged::places(man.role, man.range);
            (more <= MAX_PLACEMENTS).then(|| placements = more).is_some()
        };
        men.truncate(men.iter().take_while(fit).count());
        Cage::of(board, mobility, color, men)
    }

    fn of(board: &Board, mobility: &Mobility, color: Color, men: Vec<Caged>) -> Cage {
        let files: Vec<usize> = men.iter().map(|man| usize::from(man.file)).collect();
        // Each man has an origin.
        let able = if men.is_empty() { Bitboard::EMPTY } else { board.color(color) };
        let origins = &mobility.origins[color as usize];
        let required = able.filter(|&square| origins.only_from(square, &files)).collect();
        let placements = men.iter().map(|man| Caged::places(man.role, man.range)).product();
        Cage { color, men, placements, required }
    }

    /// As few of these pieces as cannot end as on the board, either.
    pub(crate) fn least(&self, facts: &Facts) -> Cage {
        let mut least = self.clone();
        for place in (0..self.men.len()).rev() {
            let mut men = least.men.clone();
            men.remove(place);
            let fewer = Cage::of(facts.board(), facts.mobility(), self.color, men);
            if !fewer.can_end(facts) {
                least = fewer;
            }
        }
        least
    }

    /// The letters of the files of its pieces, and all placements that an even, and an odd number of moves
    /// leads to: the square of each, `--` for one that was captured.
    pub(crate) fn written(&self, facts: &Facts) -> (String, [Vec<String>; 2]) {
        let files = self.men.iter().map(|man| char::from(b'a' + man.file)).collect();
        let mut all = [Vec::new(), Vec::new()];
        let text = |at: &Option<Square>| at.map_or("--".to_owned(), |square| square.to_string());
        self.play(facts, |parity, placement| {
            all[parity].push(placement[..self.men.len()].iter().map(text).collect());
            false
        });
        (files, all)
    }

    /// Whether the piece of a file is one of them.
    pub fn has(&self, file: usize) -> bool {
        self.men.iter().any(|man| usize::from(man.file) == file)
    }

    /// The files where its pieces began.
    pub fn files(&self) -> impl Iterator<Item = usize> {
        (0..8).filter(|&file| self.has(file))
    }

    /// Whether the play can end as on the board.
    pub(crate) fn can_end(&self, facts: &Facts) -> bool {
        let mut can_end = false;
        self.play(facts, |_, placement| {
            can_end = self.is_end(facts.board(), placement);
            can_end
        });
        can_end
    }

    /// Whether the play can end as on the board after an even, and after an odd number of moves.
    pub(crate) fn parities(&self, facts: &Facts) -> [bool; 2] {
        let mut ends = [false; 2];
        self.play(facts, |parity, placement| {
            ends[parity] |= self.is_end(facts.board(), placement);
            ends == [true; 2]
        });
        ends
    }

    /// Shows all placements, each with whether an even (0) or odd number (1) of moves leads to it, until it
    /// is `enough`.
    fn play(&self, facts: &Facts, mut enough: impl FnMut(usize, &Placement) -> bool) {
        let mut start: Placement = [None; 8];
        for (square, man) in start.iter_mut().zip(&self.men) {
            *square = Some(relative(self.color, man.file, 0));
        }
        let mut seen = vec![false; 2 * self.placements as usize];
        let mut queue = std::collections::VecDeque::from([(start, 0)]);
        seen[self.number(&start)] = true;
        while let Some((placement, parity)) = queue.pop_front() {
            if enough(parity, &placement) {
                return;
            }
            self.moves(facts, &placement, &mut |next, moves| {
                let parity = parity ^ moves;
                let number = self.number(&next) + self.placements as usize * parity;
                if !std::mem::replace(&mut seen[number], true) {
                    queue.push_back((next, parity));
                }
            });
        }
    }

    /// The number of a placement.
    fn number(&self, placement: &Placement) -> usize {
        let digits = self.men.iter().zip(placement);
        digits.fold(0, |n, (man, &at)| n * Caged::places(man.role, man.range) + man.place(at)) as usize
    }

    fn is_end(&self, board: &Board, placement: &Placement) -> bool {
        let stand: Bitboard = placement.iter().flatten().copied().collect();
        let mut men = self.men.iter().zip(placement);
        (self.required - stand).is_empty()
            && men.all(|(man, at)| at.is_none_or(|at| board.men(self.color, man.role).has(at)))
    }

    fn moves(&self, facts: &Facts, placement: &Placement, found: &mut impl FnMut(Placement, usize)) {
        let stand: Bitboard = placement.iter().flatten().copied().collect();
        let captured = self.men.len() as u32 - stand.len();
        for (i, man) in self.men.iter().enumerate() {
            let Some(square) = placement[i] else { continue };
            let mut next = *placement;
            if man.role != Role::King && captured + facts.board().color(self.color).len() < 16 {
                next[i] = None;
                found(next, 0);
            }
            for to in facts.mobility().ways.slides(self.color, man.role, square, stand) {
                next[i] = Some(to);
                found(next, 1);
            }
        }
        for castling in facts.past().start.castlings(self.color) {
            let others = castling.way() - castling.king.bb() - castling.rook.bb();
            let fixed = facts.mobility().ways.fixed;
            if (others & stand).has_any() || (castling.way() & fixed).has_any() {
                continue;
            }
            let king = self.goes(placement, stand, castling.king, castling.king_to);
            let rook = self.goes(placement, stand, castling.rook, castling.rook_to);
            if let (Ok(king), Ok(rook)) = (king, rook)
                && (king.is_some() || rook.is_some())
            {
                let mut next = *placement;
                for (man, to) in [king, rook].into_iter().flatten() {
                    next[man] = Some(to);
                }
                found(next, 1);
            }
        }
    }

    /// Who castles from its first square, and whereto: nobody if that piece is not caged, which may
    /// be there or not. An error if it cannot be there, or never can have come to where it castles.
    fn goes(
        &self,
        placement: &Placement,
        stand: Bitboard,
        from: Square,
        to: Square,
    ) -> Result<Option<(usize, Square)>, ()> {
        match self.men.iter().position(|man| man.file == from.file()) {
            Some(man) if placement[man] == Some(from) && self.men[man].range.has(to) => Ok(Some((man, to))),
            None if !stand.has(from) => Ok(None),
            _ => Err(()),
        }
    }
}
