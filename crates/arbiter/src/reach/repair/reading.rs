//! Boards that were read in a wrong way: upside down, with the colours exchanged, off by a rank, with pawns
//! where pieces begin.

use crate::board::{Board, Man, Role, Setup, Square, Start};
use crate::clock::Instant;
use crate::reach::ReachLimits;

use super::men::drop_claims;
use super::{Candidate, Edit, Repair, ask, passes, rank};

/// Another way to read a whole board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reading {
    /// Turned by half a circle: it was seen from the other side.
    Turned,
    /// White's men are Black's.
    Exchanged,
    /// Both.
    TurnedAndExchanged,
    /// The ranks in the other order: the first was written first.
    RanksReversed,
    /// All men one rank higher.
    Higher,
    /// All men one rank lower.
    Lower,
}

impl Reading {
    const ALL: [Reading; 6] = [
        Reading::Turned,
        Reading::Exchanged,
        Reading::RanksReversed,
        Reading::TurnedAndExchanged,
        Reading::Higher,
        Reading::Lower,
    ];

    /// A man where it is read so; nothing beyond the edge.
    fn place(self, square: Square, man: Man) -> Option<(Square, Man)> {
        let exchanged = Man { color: !man.color, ..man };
        let (file, rank) = (square.file(), square.rank());
        let turned = Square::at(7 - file, 7 - rank);
        Some(match self {
            Reading::Turned => (turned, man),
            Reading::Exchanged => (square, exchanged),
            Reading::TurnedAndExchanged => (turned, exchanged),
            Reading::RanksReversed => (Square::at(file, 7 - rank), man),
            Reading::Higher if rank < 7 => (Square::at(file, rank + 1), man),
            Reading::Lower if rank > 0 => (Square::at(file, rank - 1), man),
            Reading::Higher | Reading::Lower => return None,
        })
    }

    /// The board read so.
    fn read(self, board: &Board) -> Option<Board> {
        let mut read = Board::EMPTY;
        for (square, man) in board.iter() {
            let (square, man) = self.place(square, man)?;
            read.put(square, man);
        }
        (read != *board).then_some(read)
    }
}

/// The likeliest other readings of a whole board that is impossible as it stands, best first: turned, with
/// the colours exchanged, both, the ranks in the other order, all men one rank off; and pawns on the first
/// and last ranks as the pieces that begin there, as promoted, or not there. Castling rights that lose their
/// men are dropped, and the en passant square; the other side is to move where with this one it cannot be.
/// Readings that are refuted are left out.
///
/// Each gets its share of the limits as for [`repairs`](super::repairs).
///
/// ```
/// use chess_arbiter::format::fen;
/// use chess_arbiter::reach::{Edit, ReachLimits, Reading, readings};
/// use chess_arbiter::rules::Standard;
///
/// let setup = fen::parse::<Standard>("RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr w - - 0 1").unwrap();
/// let best = &readings(&setup, &ReachLimits::default())[0];
/// assert_eq!(best.edits, [Edit::Read(Reading::Exchanged)]);
/// assert_eq!(best.verdict.word(), "legal");
/// ```
pub fn readings(setup: &Setup, limits: &ReachLimits) -> Vec<Repair> {
    let started = Instant::now();
    let mut candidates: Vec<Candidate> = Vec::new();
    let of_board = Reading::ALL.into_iter().filter_map(|reading| {
        let board = reading.read(&setup.board)?;
        Some((vec![Edit::Read(reading)], board))
    });
    for (edits, board) in of_board.chain(pawns(limits.start, &setup.board)) {
        let with = |turn| {
            let mut changed = Setup { board, turn, en_passant: None, ..*setup };
            let mut edits = edits.clone();
            if turn != setup.turn {
                edits.push(Edit::Turn(turn));
            }
            edits.extend(drop_claims(limits.start, &mut changed));
            Candidate { edits, setup: changed, cost: 0 }
        };
        let sides = [setup.turn, !setup.turn].map(with);
        let possible = sides.into_iter().find(|candidate| passes(limits.start, &candidate.setup));
        candidates.extend(possible.filter(|new| candidates.iter().all(|old| old.setup != new.setup)));
    }
    let mut found = ask(candidates, limits, started);
    rank(&mut found);
    found
}

/// Which of some positions can arise, as far as the limits show, each with its share of them: those proved
/// before others. Castling rights and an en passant square that lack their men are dropped. For texts that
/// are no position as they stand and can mean several.
///
/// ```
/// use chess_arbiter::format::near_fens;
/// use chess_arbiter::reach::{ReachLimits, possible};
/// use chess_arbiter::rules::Standard;
///
/// let near = near_fens::<Standard>("rnbqkbnr/pppppppp/8/8/4P2/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// let found = possible(near.into_iter().map(|near| near.setup).collect(), &ReachLimits::default());
/// assert_eq!(found.len(), 1); // The pawn came from e2, not from f2.
/// ```
pub fn possible(setups: Vec<Setup>, limits: &ReachLimits) -> Vec<Repair> {
    let started = Instant::now();
    let candidate = |mut setup| {
        let edits = drop_claims(limits.start, &mut setup).collect();
        Candidate { edits, setup, cost: 0 }
    };
    let is_possible = |candidate: &Candidate| passes(limits.start, &candidate.setup);
    let candidates = setups.into_iter().map(candidate).filter(is_possible).collect();
    let mut found = ask(candidates, limits, started);
    rank(&mut found);
    found
}

/// Readings of pawns on the first and last ranks, if there are any.
fn pawns(start: Start, board: &Board) -> impl Iterator<Item = (Vec<Edit>, Board)> {
    let is_misplaced =
        |&(square, man): &(Square, Man)| man.role == Role::Pawn && matches!(square.rank(), 0 | 7);
    let misplaced: Vec<(Square, Man)> = board.iter().filter(is_misplaced).collect();
    let begins = move |square: Square, man: Man| {
        let home = if man.color as u8 == 0 { 0 } else { 7 };
        let role = start.roles()[usize::from(square.file())];
        Some(if square.rank() == home { role } else { Role::Queen })
    };
    let promoted = |_: Square, _: Man| Some(Role::Queen);
    let nothing = |_: Square, _: Man| None;
    type Meant<'a> = &'a dyn Fn(Square, Man) -> Option<Role>;
    let read = |meant: Meant<'_>| {
        let (mut edits, mut read) = (Vec::new(), *board);
        for &(square, man) in &misplaced {
            read.remove(square);
            match meant(square, man) {
                Some(role) => {
                    let by = Man { role, ..man };
                    read.put(square, by);
                    edits.push(Edit::Replaced { man, square, by });
                }
                None => edits.push(Edit::Removed(man, square)),
            }
        }
        (edits, read)
    };
    let all: Vec<_> = if misplaced.is_empty() {
        Vec::new()
    } else {
        let all: [Meant<'_>; 3] = [&begins, &promoted, &nothing];
        all.into_iter().map(read).collect()
    };
    all.into_iter()
}
