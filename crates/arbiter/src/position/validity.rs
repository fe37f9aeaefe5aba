//! From what was written down to a position: every fault at once, with squares.

use std::fmt;

use crate::attacks::{self, Portable};
use crate::board::{Bitboard, Color, Role, Setup, Square, list};
use crate::rules::{Pawns, Rules};

/// How much is asked of a setup before it is called a position.
///
/// ```
/// use chess_arbiter::{Policy, Position, Standard, fen};
/// let nine_queens = fen::parse::<Standard>("4k3/8/8/8/8/8/PPPPPPPP/QQQ1K3 w")?;
/// assert!(Position::<Standard>::new(&nine_queens, Policy::Movable).is_ok());
/// assert!(Position::<Standard>::new(&nine_queens, Policy::Playable).is_err());
/// # Ok::<(), chess_arbiter::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Policy {
    /// The moves are defined: one royal a side, men of this game on its window, no pawn where it
    /// could not have stayed, claimed rights that have their men in place and, where the royal
    /// may not be left attacked, the waiting side not attacked. Any number of men.
    #[default]
    Movable,
    /// `Movable`, and no side has more men than it began with: at most 16 men, at most 8 pawns
    /// and promoted pieces together (8×8 games with pawns only).
    Playable,
}

/// One reason why a setup is not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// Men beyond the window.
    OutsideBoard {
        /// Where they stand.
        squares: Bitboard,
    },
    /// Men of a role that the game does not have.
    ForeignMen {
        /// The role.
        role: Role,
        /// Where they stand.
        squares: Bitboard,
    },
    /// Not exactly one royal.
    Royals {
        /// Whose.
        color: Color,
        /// What should be there once.
        role: Role,
        /// Where they stand, if any.
        squares: Bitboard,
    },
    /// Pawns on a rank where none can stand.
    EndRankPawns {
        /// Where they stand.
        squares: Bitboard,
    },
    /// The side that is not to move has its royal attacked.
    WaitingSideAttacked {
        /// The side not to move.
        color: Color,
        /// What its royal is.
        role: Role,
        /// Where it stands.
        royal: Square,
        /// The men that attack it.
        by: Bitboard,
    },
    /// A castling right that the game or the men do not allow.
    Castling {
        /// Whose right.
        color: Color,
        /// The rook's square it is claimed for.
        rook: Square,
        /// What is wrong.
        why: &'static str,
    },
    /// An en passant square that no double step can have left.
    EnPassant {
        /// The square as written.
        square: Square,
        /// What is wrong.
        why: &'static str,
    },
    /// More men than a side begins with.
    TooManyMen {
        /// Whose.
        color: Color,
        /// How many.
        men: u32,
    },
    /// More pawns and promoted pieces than the eight pawns account for.
    TooManyPromotions {
        /// Whose.
        color: Color,
        /// Pawns and surplus pieces together.
        count: u32,
    },
}

impl Fault {
    /// The squares it is about, if any.
    ///
    /// ```
    /// use chess_arbiter::{Bitboard, Position, Square, Standard, fen};
    /// let setup = fen::parse::<Standard>("4k3/8/8/8/8/8/8/P3K3 w").unwrap();
    /// let faults = Position::<Standard>::try_from(setup).unwrap_err();
    /// assert_eq!(faults.iter().next().map(|fault| fault.squares()), Some(Square::A1.bb()));
    /// ```
    pub fn squares(&self) -> Bitboard {
        match *self {
            Fault::OutsideBoard { squares }
            | Fault::ForeignMen { squares, .. }
            | Fault::Royals { squares, .. }
            | Fault::EndRankPawns { squares } => squares,
            Fault::WaitingSideAttacked { royal: square, .. }
            | Fault::Castling { rook: square, .. }
            | Fault::EnPassant { square, .. } => square.bb(),
            Fault::TooManyMen { .. } | Fault::TooManyPromotions { .. } => Bitboard::EMPTY,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Fault::OutsideBoard { squares } => write!(f, "men outside the board on {}", list(squares)),
            Fault::ForeignMen { role, squares } => {
                write!(f, "this game has no {role}s, found on {}", list(squares))
            }
            Fault::Royals { color, role, squares } if squares.is_empty() => {
                write!(f, "{color} has no {role}")
            }
            Fault::Royals { color, role, squares } => {
                write!(f, "{color} has {} {role}s, on {}; expected one", squares.len(), list(squares))
            }
            Fault::EndRankPawns { squares } => {
                let plural = if squares.more_than_one() { "pawns" } else { "a pawn" };
                write!(f, "{plural} on {}, where no pawn can stand", list(squares))
            }
            Fault::WaitingSideAttacked { color, role, royal, by } => {
                write!(f, "{color} is not to move, yet its {role} on {royal} is attacked from {}", list(by))
            }
            Fault::Castling { color, rook, why } => {
                write!(f, "{color} cannot have the right to castle with a rook on {rook}: {why}")
            }
            Fault::EnPassant { square, why } => write!(f, "en passant square {square}: {why}"),
            Fault::TooManyMen { color, men } => write!(f, "{color} has {men} men, at most 16 are possible"),
            Fault::TooManyPromotions { color, count } => {
                write!(f, "{color} has {count} pawns and promoted pieces, at most 8 are possible")
            }
        }
    }
}

/// Every fault of a setup, in a fixed order; never empty.
///
/// ```
/// use chess_arbiter::{Position, Setup, Standard};
/// let faults = Position::<Standard>::try_from(Setup::EMPTY).unwrap_err();
/// assert_eq!(faults.iter().count(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// The faults.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// `Ok` if the policy is satisfied.
#[inline(always)]
pub(super) fn check<R: Rules>(setup: &Setup, policy: Policy) -> Result<(), Faults> {
    // The common case first, without building anything.
    if is_movable::<R>(setup) && (policy == Policy::Movable || count_faults::<R>(setup).next().is_none()) {
        return Ok(());
    }
    Err(collect::<R>(setup, policy))
}

#[inline(always)]
fn is_movable<R: Rules>(setup: &Setup) -> bool {
    let board = &setup.board;
    let [white, black] = Color::BOTH.map(|color| board.men(color, R::ROYAL));
    white.has_any()
        && black.has_any()
        && !white.more_than_one()
        && !black.more_than_one()
        && (board.occupied() - R::WINDOW).is_empty()
        && Role::ALL.into_iter().all(|role| R::has_role(role) || board.role(role).is_empty())
        && (R::PAWNS == Pawns::None || end_rank_pawns::<R>(setup).is_empty())
        && (R::WAITING_SIDE_ATTACKABLE || waiting_side_attackers::<R>(setup).is_none())
        && (setup.castling.is_empty() || castling_faults::<R>(setup).next().is_none())
        && (setup.en_passant.is_none() || en_passant_fault::<R>(setup).is_none())
}

#[cold]
fn collect<R: Rules>(setup: &Setup, policy: Policy) -> Faults {
    let board = &setup.board;
    let mut faults = Vec::new();
    let outside = board.occupied() - R::WINDOW;
    if outside.has_any() {
        faults.push(Fault::OutsideBoard { squares: outside });
    }
    for role in Role::ALL {
        if !R::has_role(role) && board.role(role).has_any() {
            faults.push(Fault::ForeignMen { role, squares: board.role(role) });
        }
    }
    for color in Color::BOTH {
        let squares = board.men(color, R::ROYAL);
        if squares.single().is_none() {
            faults.push(Fault::Royals { color, role: R::ROYAL, squares });
        }
    }
    let squares = end_rank_pawns::<R>(setup);
    if R::PAWNS != Pawns::None && squares.has_any() {
        faults.push(Fault::EndRankPawns { squares });
    }
    if !R::WAITING_SIDE_ATTACKABLE {
        faults.extend(waiting_side_attackers::<R>(setup));
    }
    faults.extend(castling_faults::<R>(setup));
    faults.extend(en_passant_fault::<R>(setup));
    if policy == Policy::Playable {
        faults.extend(count_faults::<R>(setup));
    }
    Faults(faults)
}

#[inline(always)]
fn end_rank_pawns<R: Rules>(setup: &Setup) -> Bitboard {
    let board = &setup.board;
    match R::PAWNS {
        Pawns::Full => board.role(Role::Pawn) & (R::last_rank(Color::White) | R::last_rank(Color::Black)),
        // Where pawns step singly they may start anywhere but on the rank where they promote.
        Pawns::SingleStep | Pawns::None => {
            (board.men(Color::White, Role::Pawn) & R::last_rank(Color::White))
                | (board.men(Color::Black, Role::Pawn) & R::last_rank(Color::Black))
        }
    }
}

#[inline(always)]
fn waiting_side_attackers<R: Rules>(setup: &Setup) -> Option<Fault> {
    let color = !setup.turn;
    let royal = setup.board.men(color, R::ROYAL).single()?;
    let by = attacks::attackers::<R, Portable>(&setup.board, royal, setup.turn, setup.board.occupied());
    by.has_any().then_some(Fault::WaitingSideAttacked { color, role: R::ROYAL, royal, by })
}

#[inline(always)]
fn castling_faults<R: Rules>(setup: &Setup) -> impl Iterator<Item = Fault> {
    let setup = *setup;
    setup.castling.filter_map(move |rook| {
        let color = if rook.rank() < 4 { Color::White } else { Color::Black };
        let back = R::back_rank(color);
        let king = setup.board.men(color, Role::King) & back;
        let why = if !R::CASTLING {
            "there is no castling in this game"
        } else if !back.has(rook) {
            "it is not on the side's own first row"
        } else if king.is_empty() {
            "its king is not on its first row"
        } else if !setup.board.men(color, Role::Rook).has(rook) {
            "no such rook there"
        } else {
            // One right a wing: with two rooks claimed on one side of the king only one can be meant.
            let wing = king.first().map_or(Bitboard::EMPTY, |king| {
                let beyond = |square: Square| (square.file() > king.file()) == (rook.file() > king.file());
                (setup.castling & back).filter(|&square| beyond(square)).collect()
            });
            if !wing.more_than_one() {
                return None;
            }
            "two rooks are claimed on that side of the king"
        };
        Some(Fault::Castling { color, rook, why })
    })
}

#[inline(always)]
fn en_passant_fault<R: Rules>(setup: &Setup) -> Option<Fault> {
    let square = setup.en_passant?;
    let forward: i8 = setup.turn.forward();
    let rank = if setup.turn == Color::White { R::HEIGHT - 3 } else { 2 };
    let why = if R::PAWNS != Pawns::Full {
        "there is no en passant in this game"
    } else if square.rank() != rank {
        match setup.turn {
            Color::White => "with White to move it is on the sixth row",
            Color::Black => "with Black to move it is on the third row",
        }
    } else if !setup.board.men(!setup.turn, Role::Pawn).has(square.offset(-forward)) {
        "no pawn stands in front of it that can have stepped over it"
    } else if setup.board.occupied().has(square) || setup.board.occupied().has(square.offset(forward)) {
        "the squares the pawn came over are not empty"
    } else {
        return None;
    };
    Some(Fault::EnPassant { square, why })
}

fn count_faults<R: Rules>(setup: &Setup) -> impl Iterator<Item = Fault> {
    let board = setup.board;
    Color::BOTH.into_iter().filter(|_| R::PAWNS == Pawns::Full).flat_map(move |color| {
        let men = board.color(color).len();
        let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let surplus: u32 = pieces.into_iter().map(|role| board.surplus(color, role)).sum();
        let count = board.men(color, Role::Pawn).len() + surplus;
        [
            (men > 16).then_some(Fault::TooManyMen { color, men }),
            (count > 8).then_some(Fault::TooManyPromotions { color, count }),
        ]
        .into_iter()
        .flatten()
    })
}
