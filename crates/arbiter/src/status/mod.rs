//! Is the side to move safe, checked, checkmated or stalemated, and why?

pub mod lanes;

use std::fmt;

use crate::attacks::{self, Portable};
use crate::board::{Bitboard, Color, Move, Role, Square};
use crate::certificate::{Certificate, Claim, Evidence, QuestionKind};
use crate::format::{fen, uci};
use crate::moves;
use crate::position::{Policy, Position};
use crate::rules::{Pawns, Rules, Standard};

use lanes::{LANES, Lanes};

/// The state of the side to move.
///
/// Where the royal may be left attacked (the 4×4 games) every pseudo-legal move may be played, and
/// `Checkmate` means: attacked, and whatever is played the royal can be taken; taking the enemy
/// royal escapes it. `Stalemate` means that no move can be played at all.
///
/// ```
/// use chess_arbiter::{Position, Simplified, Status, status};
/// let position: Position<Simplified> = "q3/4/4/Q3 w".parse()?;
/// assert_eq!(status(&position), Status::Check); // taking the queen escapes
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Not attacked, and there is a move.
    Safe,
    /// Attacked, and a move ends that.
    Check,
    /// Attacked, and no move ends that.
    Checkmate,
    /// Not attacked, and there is no move.
    Stalemate,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Safe => "safe",
            Status::Check => "check",
            Status::Checkmate => "checkmate",
            Status::Stalemate => "stalemate",
        })
    }
}

/// The status alone, in nanoseconds.
///
/// ```
/// use chess_arbiter::{format::fen, rules::Standard, status::{status, Status}};
/// let mate = fen::position::<Standard>("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
/// assert_eq!(status(&mate), Status::Checkmate);
/// ```
#[inline]
pub fn status<R: Rules>(position: &Position<R>) -> Status {
    let us = position.turn();
    // A royal that has been taken is past saving.
    let Some(royal) = position.royal(us) else { return Status::Checkmate };
    let attacked = position.checkers().has_any();
    match (attacked, !attacked && moves_freely(position, royal)) {
        (false, true) => Status::Safe,
        (false, false) if moves::has_legal_move(position) => Status::Safe,
        (false, false) => Status::Stalemate,
        (true, _) if escapes(position) => Status::Check,
        (true, _) => Status::Checkmate,
    }
}

/// The statuses of the FENs of chess that a text begins with, one on each line, up to the first line that is
/// something else, or no position, or longer than any FEN. Gives the bytes of the lines before it.
///
/// ```
/// use chess_arbiter::status::{Status, of_lines};
/// let mut found = Vec::new();
/// let lines = b"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n7k/5Q2/6K1/8/8/8/8/8 b\nwhat else\n";
/// assert_eq!(of_lines(lines, |status| found.push(status)), 54);
/// assert_eq!(found, [Status::Checkmate, Status::Stalemate]);
/// ```
pub fn of_lines(text: &[u8], mut each: impl FnMut(Status)) -> usize {
    let mut lanes = Lanes::EMPTY;
    let (mut begin, mut at) = ([0; LANES], 0);
    loop {
        let mut count = 0;
        while count < LANES && at < text.len() {
            let usual = fen::read_usual::<Standard, _>(&text[at..], |setup, length| {
                lanes.set(count, setup);
                length
            });
            let next = usual.and_then(|length| after_line(text, at + length)).or_else(|| {
                let line = any_line(&text[at..])?;
                lanes.set(count, &fen::parse_bytes::<Standard>(line).ok()?);
                after_line(text, at + line.len())
            });
            let Some(next) = next else { break };
            (begin[count], at, count) = (at, next, count + 1);
        }
        // For a few it does not pay.
        let shown = if count < LANES / 8 { [None; LANES] } else { lanes.statuses() };
        for lane in 0..count {
            let status = shown[lane].or_else(|| of_line(&text[begin[lane]..]));
            let Some(status) = status else { return begin[lane] };
            each(status);
        }
        if count < LANES {
            return at;
        }
    }
}

/// The status of the position on the line that begins a text.
#[cold]
fn of_line(text: &[u8]) -> Option<Status> {
    let setup = fen::parse_bytes::<Standard>(any_line(text)?).ok()?;
    Some(status(&Position::<Standard>::new(&setup, Policy::Movable).ok()?))
}

/// The line that begins a text, without its end; none if it is longer than any FEN.
fn any_line(text: &[u8]) -> Option<&[u8]> {
    const MAX_FEN: usize = 200;
    let start = &text[..text.len().min(MAX_FEN)];
    let line = match start.iter().position(|byte| *byte == b'\n') {
        Some(end) => &start[..end],
        None if start.len() == text.len() => start,
        None => return None,
    };
    Some(line.strip_suffix(b"\r").unwrap_or(line))
}

/// Where the line after that begins which ends here.
#[inline(always)]
fn after_line(text: &[u8], end: usize) -> Option<usize> {
    match text[end..] {
        [] => Some(end),
        [b'\n', ..] => Some(end + 1),
        [b'\r', b'\n', ..] => Some(end + 2),
        // At the end of the text.
        [b'\r'] => Some(end + 1),
        _ => None,
    }
}

/// A quick yes: a man that is on no line with its royal cannot be pinned, so that any move of it
/// is legal when the royal is not attacked. Looks at pawn steps and knights only.
#[inline(always)]
fn moves_freely<R: Rules>(position: &Position<R>, royal: Square) -> bool {
    let (board, us) = (position.board(), position.turn());
    let own = board.color(us);
    let unpinnable = own - attacks::queen_rays(royal);
    let step = us.forward();
    let free = R::WINDOW - board.occupied();
    if R::PAWNS != Pawns::None && ((board.role(Role::Pawn) & unpinnable).shift(step) & free).has_any() {
        return true;
    }
    let landing = R::WINDOW - own - board.men(!us, R::ROYAL);
    (board.role(Role::Knight) & unpinnable)
        .into_iter()
        .any(|from| (attacks::knight(from) & landing).has_any())
}

/// Whether some move ends the attack on the royal.
fn escapes<R: Rules>(position: &Position<R>) -> bool {
    moves::has_safe_move(position) || (R::ROYAL_CAPTURABLE && royal_captures(position).has_any())
}

/// The men of the side to move that can take the enemy royal.
fn royal_captures<R: Rules>(position: &Position<R>) -> Bitboard {
    let us = position.turn();
    position.royal(!us).map_or(Bitboard::EMPTY, |royal| attackers(position, royal, us))
}

fn attackers<R: Rules>(position: &Position<R>, square: Square, by: Color) -> Bitboard {
    attacks::attackers::<R, Portable>(position.board(), square, by, position.board().occupied())
}

/// The status with its reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StatusVerdict {
    /// The status.
    pub status: Status,
    /// The men that attack the royal of the side to move.
    pub checkers: Bitboard,
    /// What shows it.
    pub reason: Reason,
}

/// Why a status is what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A move that can be played (and, in check, ends the attack).
    Move(Move),
    /// Every pseudo-legal move, with the enemy man that refutes it.
    Refuted(Vec<(Move, Square)>),
}

/// The status with its reasons: one move, or for every pseudo-legal move what refutes it.
///
/// ```
/// use chess_arbiter::{Position, Square, status::{Reason, explain}};
/// let mate: Position = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".parse()?;
/// let verdict = explain(&mate);
/// assert_eq!(verdict.to_string(), "checkmate");
/// assert_eq!(verdict.checkers, Square::A8.bb());
/// let Reason::Refuted(moves) = verdict.reason else { panic!() };
/// assert!(moves.iter().all(|&(_, by)| by == Square::A8));
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
pub fn explain<R: Rules>(position: &Position<R>) -> StatusVerdict {
    let refuted_moves = || {
        let moves = moves::pseudo_legal_moves(position);
        moves.into_iter().filter_map(|mv| Some((mv, refuter(position, mv)?))).collect()
    };
    let status = status(position);
    let reason = match status {
        Status::Safe => moves::first_legal_move(position),
        Status::Check => {
            moves::pseudo_legal_moves(position).into_iter().find(|&mv| refuter(position, mv).is_none())
        }
        Status::Checkmate | Status::Stalemate => None,
    }
    .map_or_else(|| Reason::Refuted(refuted_moves()), Reason::Move);
    StatusVerdict { status, checkers: position.checkers(), reason }
}

/// An enemy man that attacks the royal after a pseudo-legal move (castling: before, on the way or
/// after); `None` if the move is safe or takes the enemy royal.
///
/// ```
/// use chess_arbiter::{Position, Square, status::refuter};
/// let position: Position = "4k3/8/8/8/8/8/8/K3R3 b - - 0 1".parse()?;
/// assert_eq!(refuter(&position, "e8e7".parse().unwrap()), Some(Square::E1));
/// assert_eq!(refuter(&position, "e8d7".parse().unwrap()), None);
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
pub fn refuter<R: Rules>(position: &Position<R>, mv: Move) -> Option<Square> {
    let (us, board) = (position.turn(), position.board());
    if R::ROYAL_CAPTURABLE && board.men(!us, R::ROYAL).has(mv.to()) {
        return None;
    }
    if position.is_castling(mv) {
        let (king_to, _) = Position::<R>::castling_squares(mv.from(), mv.to());
        let way = mv.from().bb() | attacks::between(mv.from(), king_to);
        let without_king = board.occupied() - mv.from().bb();
        let attacker = way
            .into_iter()
            .find_map(|square| attacks::attackers::<R, Portable>(board, square, !us, without_king).first());
        if attacker.is_some() {
            return attacker;
        }
    }
    let next = position.play(mv);
    attackers(&next, next.royal(us)?, !us).first()
}

/// The status: `checkmate`.
impl fmt::Display for StatusVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.status.fmt(f)
    }
}

impl StatusVerdict {
    /// The certificate of this verdict about `position`.
    ///
    /// ```
    /// use chess_arbiter::{Position, status};
    /// let start = Position::initial();
    /// let certificate = status::explain(&start).certificate(&start);
    /// assert_eq!(certificate.rules, "standard");
    /// ```
    pub fn certificate<R: Rules>(&self, position: &Position<R>) -> Certificate {
        let checkers = self.checkers.map(|square| square.to_string()).collect();
        let evidence = match &self.reason {
            Reason::Move(mv) => Evidence::Movable { checkers, mv: uci::write(position, *mv) },
            Reason::Refuted(moves) => Evidence::Refuted {
                checkers,
                refuted: moves.iter().map(|&(mv, by)| (uci::write(position, mv), by.to_string())).collect(),
            },
        };
        Certificate::new(
            R::NAME,
            QuestionKind::Status,
            fen::write_key::<R>(&position.to_setup()),
            Claim::Status { answer: self.status.to_string() },
            evidence,
        )
    }
}
