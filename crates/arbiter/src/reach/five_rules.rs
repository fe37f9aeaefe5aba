//! The five rules of *Is this Chessboard Reachable?*, each with its witness.
//!
//! 1. each side has exactly one king;
//! 2. no pawn on ranks 1 and 8;
//! 3. at most 16 men a side, and pawns and surplus pieces together at most 8;
//! 4. two bishops that cannot both be promoted are not all on one colour of square;
//! 5. the pawns can have come from different files.

use crate::board::{Bitboard, Board, Color, Role, Setup, Square};
use crate::certificate::{Bishops, Certificate, Claim, Evidence, HallSet, QuestionKind, SideFacts, Surplus};
use crate::format::fen;
use crate::rules::{Rules, Standard};

/// What the five rules say about a board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FiveRules {
    /// The facts about White and Black.
    pub sides: [Side; 2],
}

/// The facts about one side from which the rules follow.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Side {
    /// Its kings.
    pub kings: Bitboard,
    /// Its pawns on ranks 1 and 8.
    pub end_pawns: Bitboard,
    /// All its men.
    pub men: Bitboard,
    /// Its pawns.
    pub pawns: Bitboard,
    /// Pieces beyond the initial set: promoted pawns.
    pub surplus: Surplus,
    /// Its bishops.
    pub bishops: Bitboard,
    /// Where the pawns came from, or why they cannot have.
    pub origins: Result<PawnOrigins, Hall>,
}

/// Each pawn with the file (0 to 7) it came from, no file twice.
pub type PawnOrigins = Vec<(Square, u8)>;

/// A violation of Hall's condition: k + 1 pawns that can have come from k files only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Hall {
    /// The pawns.
    pub pawns: Bitboard,
    /// The files, one bit each, a the lowest.
    pub files: u8,
}

/// Judges any board of up to 64 men.
///
/// ```
/// use chess_arbiter::{format::fen, reach::five_rules, rules::Standard};
/// let setup = fen::parse::<Standard>("4k3/8/8/8/8/3P4/1PPPPPPP/4K3 w - - 0 1").unwrap();
/// assert_eq!(five_rules(&setup.board).broken(), [5]);
/// ```
pub fn five_rules(board: &Board) -> FiveRules {
    FiveRules {
        sides: Color::BOTH.map(|color| {
            let pawns = board.men(color, Role::Pawn);
            Side {
                kings: board.men(color, Role::King),
                end_pawns: pawns & (Bitboard::rank(0) | Bitboard::rank(7)),
                men: board.color(color),
                pawns,
                surplus: Surplus {
                    queens: board.surplus(color, Role::Queen),
                    rooks: board.surplus(color, Role::Rook),
                    bishops: board.surplus(color, Role::Bishop),
                    knights: board.surplus(color, Role::Knight),
                },
                bishops: board.men(color, Role::Bishop),
                origins: origins(pawns, color),
            }
        }),
    }
}

/// The files a pawn can have come from, as an interval: one file to either side for each rank
/// above its first. `None` behind the first rank.
fn possible_files(pawn: Square, color: Color) -> Option<(u8, u8)> {
    let steps =
        if color == Color::White { pawn.rank().checked_sub(1)? } else { 6u8.checked_sub(pawn.rank())? };
    Some((pawn.file().saturating_sub(steps), (pawn.file() + steps).min(7)))
}

/// Assigns files to pawns, or finds a Hall set.
fn origins(pawns: Bitboard, color: Color) -> Result<PawnOrigins, Hall> {
    assigned(pawns, color).ok_or_else(|| hall(pawns, color))
}

/// Each file goes to the pawn that can wait least. The possible files are intervals, so that this finds an
/// assignment where there is one (Glover 1967).
fn assigned(pawns: Bitboard, color: Color) -> Option<PawnOrigins> {
    let mut waiting = Vec::with_capacity(8);
    for pawn in pawns {
        let (low, high) = possible_files(pawn, color)?;
        waiting.push((pawn, low, high));
    }
    let mut origins = Vec::with_capacity(waiting.len());
    for file in 0..8 {
        let next = (0..waiting.len()).filter(|&i| waiting[i].1 <= file).min_by_key(|&i| waiting[i].2);
        if let Some((pawn, _, high)) = next.map(|next| waiting.swap_remove(next)) {
            if high < file {
                return None;
            }
            origins.push((pawn, file));
        }
    }
    waiting.is_empty().then_some(origins)
}

/// Pawns that outnumber their files, where there are such.
///
/// The possible files are intervals, so Hall's condition need only be tried on intervals of files.
#[cold]
fn hall(pawns: Bitboard, color: Color) -> Hall {
    let possible = |pawn: Square| possible_files(pawn, color).map(|(low, high)| (pawn, low, high));
    if let Some(behind) = pawns.into_iter().find(|&pawn| possible(pawn).is_none()) {
        return Hall { pawns: behind.bb(), files: 0 };
    }
    // The narrowest violated interval: its first k + 1 pawns cover exactly its k files, for a
    // gap would leave a narrower one violated.
    for width in 0..8u8 {
        for low in 0..8 - width {
            let high = low + width;
            let inside = pawns.into_iter().filter_map(possible).filter(|&(_, l, h)| low <= l && h <= high);
            let inside: Bitboard = inside.map(|(pawn, ..)| pawn).take(usize::from(width) + 2).collect();
            if inside.len() > u32::from(width) + 1 {
                return Hall { pawns: inside, files: (0xFFu8 >> (7 - width)) << low };
            }
        }
    }
    unreachable!("where Hall's condition holds every pawn has a file")
}

impl Side {
    /// Whether the side breaks a rule, 1 to 5.
    pub fn breaks(&self, rule: u8) -> bool {
        let wildcards = self.pawns.len() + self.surplus.total();
        match rule {
            1 => self.kings.single().is_none(),
            2 => self.end_pawns.has_any(),
            3 => self.men.len() > 16 || wildcards > 8,
            4 => {
                let light = self.bishops & Bitboard::LIGHT;
                self.bishops.more_than_one() && wildcards >= 8 && (light.is_empty() || light == self.bishops)
            }
            _ => self.origins.is_err(),
        }
    }

    fn facts(&self) -> SideFacts {
        let names = |set: Bitboard| set.map(|square| square.to_string()).collect::<Vec<_>>();
        let letter = |file: u8| (b'a' + file) as char;
        let (origins, hall) = match &self.origins {
            Ok(origins) => {
                (Some(origins.iter().map(|&(pawn, file)| (pawn.to_string(), letter(file))).collect()), None)
            }
            Err(hall) => {
                let files = (0..8).filter(|file| hall.files >> file & 1 != 0).map(letter).collect();
                (None, Some(HallSet { pawns: names(hall.pawns), files }))
            }
        };
        SideFacts {
            kings: names(self.kings),
            end_pawns: names(self.end_pawns),
            men: self.men.len(),
            pawns: self.pawns.len(),
            surplus: self.surplus,
            bishops: Bishops {
                light: names(self.bishops & Bitboard::LIGHT),
                dark: names(self.bishops - Bitboard::LIGHT),
            },
            origins,
            hall,
        }
    }
}

impl FiveRules {
    /// The broken rules, ascending.
    pub fn broken(&self) -> Vec<u8> {
        (1..=5).filter(|&rule| self.sides.iter().any(|side| side.breaks(rule))).collect()
    }

    /// The first broken rule, 1 to 5.
    pub fn first_broken(&self) -> Option<u8> {
        (1..=5).find(|&rule| self.sides.iter().any(|side| side.breaks(rule)))
    }

    /// The certificate of this verdict about `setup`.
    pub fn certificate(&self, setup: &Setup) -> Certificate {
        let rules = self.broken();
        let answer = if rules.is_empty() { "holds" } else { "broken" };
        let [white, black] = &self.sides;
        Certificate::new(
            "standard",
            QuestionKind::Rules,
            fen::write_placement(Standard::SIZE, &setup.board),
            Claim::Rules { answer: answer.into(), rules },
            Evidence::Sides { white: Box::new(white.facts()), black: Box::new(black.facts()) },
        )
    }
}
