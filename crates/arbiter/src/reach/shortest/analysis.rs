//! What cannot happen in a game of so many plies: men that cannot afford to move, squares on which no capture
//! can be afforded. Each tells more about the other.

use crate::attacks::between;
use crate::board::{Bitboard, Color, Role};
use crate::limits::Reached;
use crate::position::Position;
use crate::rules::Standard;

use super::bound::SideBound;
use super::geometry::{FAR, Geometry, Known};
use super::goal::GameGoal;

/// Rounds of deduction; the first few do nearly all.
const ROUNDS: usize = 12;

/// Positions that a round counts for: about as long as it takes to search them.
const ROUND_COST: u64 = 30;

/// The bounds of both sides from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BothBounds(pub(super) [u8; 2]);

impl BothBounds {
    /// The least number of plies; `None` if no number will do.
    pub(super) fn plies(self, first: Color, last: Color) -> Option<usize> {
        let [now, then] = [self.0[first as usize], self.0[!first as usize]].map(usize::from);
        if now.max(then) >= FAR.into() {
            return None;
        }
        let least = (2 * now).saturating_sub(1).max(2 * then);
        let odd = usize::from(first != last);
        Some(least + (least % 2 != odd) as usize)
    }

    /// How many moves each side makes in so many plies.
    pub(super) fn moves(first: Color, plies: usize) -> [u8; 2] {
        let [more, less] = [plies.div_ceil(2), plies / 2].map(|moves| moves.min(FAR as usize - 1) as u8);
        if first == Color::White { [more, less] } else { [less, more] }
    }
}

/// Sets up a geometry without any deduction, and says what each side needs at least.
pub(super) fn plain(
    goal: &GameGoal,
    position: &Position<Standard>,
    geometry: &mut Geometry,
) -> Option<BothBounds> {
    begin(goal, position, geometry, [FAR - 1; 2], Known::at_first(goal))?;
    geometry.rebuild(position.board());
    let rights = rights(position);
    Some(BothBounds(Color::BOTH.map(|color| {
        let least = side(goal, geometry, position, color, rights).least();
        least.max(geometry.owed[color as usize])
    })))
}

/// Deduces what can be deduced for games that go on from `position` with so many moves of each side, within
/// what was deduced before. `None`: there are none.
///
/// # Errors
/// What `spend`, called for each round with what it costs, says.
pub(super) fn analyse(
    goal: &GameGoal,
    position: &Position<Standard>,
    moves: [u8; 2],
    before: Known,
    geometry: &mut Geometry,
    spend: &mut dyn FnMut(u64) -> Result<(), Reached>,
) -> Result<bool, Reached> {
    if begin(goal, position, geometry, moves, before).is_none() {
        return Ok(false);
    }
    let rights = rights(position);
    for _ in 0..ROUNDS {
        spend(ROUND_COST)?;
        geometry.rebuild(position.board());
        let details = Color::BOTH.map(|color| side(goal, geometry, position, color, rights).details());
        let affords = |color: Color, moves_needed: u8| moves_needed <= moves[color as usize];
        if !Color::BOTH.into_iter().all(|color| affords(color, details[color as usize].least)) {
            return Ok(false);
        }
        let mut changed = false;
        let (mut frozen, mut doors) = (geometry.known.frozen, geometry.known.doors);
        for color in Color::BOTH {
            let (own, other) = (&details[color as usize], &details[!color as usize]);
            if geometry.owed[color as usize] > 0 {
                let captures = geometry.known.captures[color as usize];
                let possible: Bitboard = captures
                    .filter(|on| {
                        affords(color, own.taken[on.index()]) && affords(!color, other.lost[on.index()])
                            || position.en_passant() == Some(*on)
                    })
                    .collect();
                if possible.is_empty() {
                    return Ok(false);
                }
                changed |= possible != captures;
                geometry.known.captures[color as usize] = possible;
            }
            // Who captures at most once and ends on the file of the start never left it.
            if geometry.owed[color as usize] <= 1 {
                let pawns = position.board().men(color, Role::Pawn) - geometry.known.frozen;
                for from in pawns {
                    if let Some(to) = own.only_end[from.index()]
                        && to.file() == from.file()
                    {
                        doors[color as usize] |= from.bb() | to.bb() | between(from, to);
                    }
                }
            }
            // Only men that stand as they will stand can be walls.
            let settled = |square| goal.board.man_at(square) == position.board().man_at(square);
            frozen |= (position.board().color(color) - frozen)
                .filter(|&square| !affords(color, own.leaves[square.index()]) && settled(square))
                .collect();
        }
        changed |= frozen != geometry.known.frozen || doors != geometry.known.doors;
        if !changed {
            break;
        }
        (geometry.known.frozen, geometry.known.doors) = (frozen, doors);
        geometry.known.captures = geometry.known.captures.map(|captures| captures - frozen);
    }
    Ok(true)
}

/// Fills in what the tables are made from; `None` if too many men are gone.
fn begin(
    goal: &GameGoal,
    position: &Position<Standard>,
    geometry: &mut Geometry,
    moves: [u8; 2],
    before: Known,
) -> Option<()> {
    geometry.known = before;
    geometry.budget = moves;
    for color in Color::BOTH {
        let side = color as usize;
        geometry.owed[side] = goal.owed(position.board(), color)?;
        let somewhere = before.captures[side] - before.frozen;
        geometry.known.captures[side] = if geometry.owed[side] > 0 { somewhere } else { Bitboard::EMPTY };
    }
    geometry.blocked = Color::BOTH.map(|color| blocked(position, color, geometry.owed));
    Some(())
}

/// Files on which the pawns of a side are not captured after promoting. It captures nothing, and the other
/// side once: until then all pawns stay on their files, and these have a pawn before them.
fn blocked(position: &Position<Standard>, color: Color, owed: [u8; 2]) -> Bitboard {
    if owed[color as usize] != 0 || owed[!color as usize] != 1 {
        return Bitboard::EMPTY;
    }
    let pawns = |of| position.board().men(of, Role::Pawn);
    let is_blocked = |file: Bitboard| {
        let (own, other) = (pawns(color) & file, pawns(!color) & file);
        match color {
            Color::White => own.has_any() && own.last_square() < other.last_square(),
            Color::Black => other.has_any() && other.first() < own.first(),
        }
    };
    (0..8).map(Bitboard::file).filter(|&file| is_blocked(file)).fold(Bitboard::EMPTY, |all, file| all | file)
}

impl Known {
    /// What is known from the goal alone.
    pub(super) fn at_first(goal: &GameGoal) -> Known {
        Known {
            frozen: goal.unmoved,
            captures: [Bitboard::FULL; 2],
            restless: Bitboard::EMPTY,
            doors: [Bitboard::EMPTY; 2],
        }
    }
}

fn rights(position: &Position<Standard>) -> Bitboard {
    position.castling(Color::White) | position.castling(Color::Black)
}

pub(super) fn side<'a>(
    goal: &'a GameGoal,
    geometry: &'a Geometry,
    position: &'a Position<Standard>,
    color: Color,
    rights: Bitboard,
) -> SideBound<'a> {
    let owed = geometry.owed[color as usize];
    let restless = geometry.known.restless;
    let walls = geometry.known.frozen;
    SideBound { goal, geometry, board: position.board(), color, rights, owed, restless, walls }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::format::fen;
    use crate::moves::Past;
    use crate::reach::GameTerms;

    fn goal(text: &str) -> GameGoal {
        GameGoal::of(&Past::from(&fen::parse::<Standard>(text).unwrap()), GameTerms::default()).unwrap()
    }

    /// What each side needs at least, counted by hand.
    #[test]
    fn bounds_by_hand() {
        let rows = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", [0, 0]),
            // The rook goes and comes back; the king does, or both rooks.
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq -", [2, 0]),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", [2, 2]),
            // The pawn captures on its way.
            ("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq -", [2, 0]),
            // Castling is one move; without it king and rook would need three.
            ("rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq -", [4, 3]),
            // A pawn promotes on g8.
            ("rnbqkbQr/pppppp2/8/8/8/8/PPPPPPP1/RNBQKBNR b KQkq -", [5, 0]),
        ];
        for (text, least) in rows {
            let bounds = plain(&goal(text), &Position::initial(), &mut Geometry::new());
            assert_eq!(bounds, Some(BothBounds(least)), "{text}");
        }
    }

    /// In three plies nobody but the pawns of 1. e4 d5 2. exd5 can have moved, and the capture was on d5.
    #[test]
    fn what_cannot_move() {
        let goal = goal("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq -");
        let mut geometry = Geometry::new();
        let start = Position::initial();
        let mut analysed =
            |moves| analyse(&goal, &start, moves, Known::at_first(&goal), &mut geometry, &mut |_| Ok(()));
        assert_eq!(analysed([1, 1]), Ok(false));
        assert_eq!(analysed([2, 1]), Ok(true));
        assert_eq!(geometry.known.captures, [Square::D5.bb(), Bitboard::EMPTY]);
        let pawns = Square::E2.bb() | Square::D7.bb();
        assert_eq!(start.board().occupied() - geometry.known.frozen, pawns);
    }

    /// Pawns that have an enemy pawn before them, and two that have passed each other.
    #[test]
    fn blocked_pawns() {
        let setup = fen::parse::<Standard>("4k3/p3p3/4P2p/P7/8/7P/8/4K3 w - -").unwrap();
        let position = Position::try_from(setup).unwrap();
        let files =
            |files: &[u8]| files.iter().fold(Bitboard::EMPTY, |all, &file| all | Bitboard::file(file));
        for color in Color::BOTH {
            let owed = if color == Color::Black { [1, 0] } else { [0, 1] };
            assert_eq!(blocked(&position, color, owed), files(&[0, 4, 7]));
            // Who captures may change files; after one of two captures the file may be free.
            assert_eq!(blocked(&position, color, [1, 1]), Bitboard::EMPTY);
            assert_eq!(blocked(&position, color, owed.map(|owed| 2 * owed)), Bitboard::EMPTY);
        }
        let setup = fen::parse::<Standard>("4k3/4P3/8/8/8/8/4p3/K7 w - -").unwrap();
        let passed = Position::try_from(setup).unwrap();
        assert_eq!(blocked(&passed, Color::White, [0, 1]), Bitboard::EMPTY);
        assert_eq!(blocked(&passed, Color::Black, [1, 0]), Bitboard::EMPTY);
    }

    /// A pawn on h2 or h3 lets nothing through; what ends before it or begins behind it goes on.
    #[test]
    fn doors() {
        let known = Known {
            frozen: Bitboard::EMPTY,
            captures: [Bitboard::EMPTY; 2],
            restless: Bitboard::EMPTY,
            doors: [Square::H2.bb() | Square::H3.bb(), Bitboard::EMPTY],
        };
        let shut = |from| known.shut(Color::White, from);
        assert_eq!(shut(Square::H5), Square::H1.bb() | Square::H2.bb());
        assert_eq!(shut(Square::H3), Square::H1.bb() | Square::H2.bb());
        assert_eq!(shut(Square::H1), Bitboard::file(7) - Square::H1.bb() - Square::H2.bb());
        assert_eq!(shut(Square::G5), Bitboard::EMPTY);
    }

    #[test]
    fn plies_of_both_sides() {
        let plies = |white, black, last| BothBounds([white, black]).plies(Color::White, last);
        assert_eq!(plies(2, 0, Color::Black), Some(3));
        assert_eq!(plies(2, 0, Color::White), Some(4));
        assert_eq!(plies(2, 3, Color::White), Some(6));
        assert_eq!(plies(0, 0, Color::Black), Some(1));
        assert_eq!(plies(FAR, 0, Color::White), None);
    }
}
