//! What men a side has beside its queen, and which classes of material lead to which.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use chess_arbiter::board::Role;
use chess_arbiter::rules::{Pawns, Rules};

use crate::tiny::{BISHOP, KNIGHT, ROOK, Tiny, TinyMen};

/// The men of one side beside its queen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Army {
    /// Rooks.
    pub rooks: u8,
    /// Bishops.
    pub bishops: u8,
    /// Knights.
    pub knights: u8,
    /// Pawns.
    pub pawns: u8,
}

/// Men of one side that an index is made for, the queen included.
const MAX_MEN: u8 = 7;

impl Army {
    /// The eighteen armies of the game without pawns: up to two rooks, up to two minor pieces.
    pub fn all() -> Vec<Army> {
        let minors = [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)];
        (0..=2)
            .flat_map(|rooks| minors.map(|(bishops, knights)| Army { rooks, bishops, knights, pawns: 0 }))
            .collect()
    }

    /// Pieces that are neither queen nor pawn.
    pub fn pieces(self) -> u8 {
        self.rooks + self.bishops + self.knights
    }

    /// All men, the queen included.
    pub fn men(self) -> u8 {
        1 + self.pieces() + self.pawns
    }

    /// The same army with one man of a role more or less; `None` if there is none to take.
    pub fn changed(mut self, role: Role, by: i8) -> Option<Army> {
        let count = match role {
            Role::Rook => &mut self.rooks,
            Role::Bishop => &mut self.bishops,
            Role::Knight => &mut self.knights,
            Role::Pawn => &mut self.pawns,
            Role::Queen | Role::King => return None,
        };
        *count = count.checked_add_signed(by)?;
        Some(self)
    }

    /// Whether such an army can occur in the game `R`, promotions included.
    fn occurs<R: Rules>(self) -> bool {
        let Army { rooks, bishops, knights, pawns } = self;
        if R::PAWNS == Pawns::None {
            return pawns == 0 && rooks <= 2 && bishops + knights <= 2;
        }
        // Every rook above two and every minor piece above two was a pawn.
        let promoted = rooks.saturating_sub(2) + (bishops + knights).saturating_sub(2);
        pawns + promoted <= 2 && self.men() <= MAX_MEN
    }
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Q")?;
        for (letter, count) in
            [("R", self.rooks), ("B", self.bishops), ("N", self.knights), ("P", self.pawns)]
        {
            f.write_str(&letter.repeat(count.into()))?;
        }
        Ok(())
    }
}

/// A class of material: the army of the side to move, and the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Class {
    /// Of the side to move.
    pub us: Army,
    /// Of the other side.
    pub them: Army,
}

/// Bytes that name a class in a file.
pub(crate) const CLASS_BYTES: usize = 8;

/// A move that changes the material.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Conversion {
    /// What is captured.
    pub captured: Option<Role>,
    /// What a pawn becomes.
    pub promoted: Option<Role>,
}

impl Class {
    /// The class of a position.
    pub fn of(position: Tiny) -> Class {
        let army = |men: TinyMen| {
            let count = |lane| men.lane(lane).count_ones() as u8;
            Army {
                rooks: count(ROOK),
                bishops: count(BISHOP),
                knights: count(KNIGHT),
                pawns: men.pawns.count_ones() as u8,
            }
        };
        Class { us: army(position.us), them: army(position.them) }
    }

    /// How files name the class.
    pub(crate) fn to_bytes(self) -> [u8; CLASS_BYTES] {
        let Class { us, them } = self;
        [us.rooks, us.bishops, us.knights, us.pawns, them.rooks, them.bishops, them.knights, them.pawns]
    }

    /// The class with the other side to move.
    #[must_use]
    pub fn swapped(self) -> Class {
        Class { us: self.them, them: self.us }
    }

    /// Of this class and the swapped one, the one that names the pair: the larger army first.
    #[must_use]
    pub fn pair(self) -> Class {
        let size = |army: Army| (army.men(), army.rooks, army.bishops, army.knights);
        if size(self.us) >= size(self.them) { self } else { self.swapped() }
    }

    /// Whether there are pawns: the class is one of the game with pawns then.
    pub fn has_pawns(self) -> bool {
        self.us.pawns + self.them.pawns > 0
    }

    /// All men, both queens included.
    pub fn men(self) -> u8 {
        self.us.men() + self.them.men()
    }

    /// The moves out of this class, and the classes (of the side to move next) they lead to.
    pub fn conversions(self) -> Vec<(Conversion, Class)> {
        let pieces = [Role::Rook, Role::Bishop, Role::Knight];
        let captures = [None, Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight), Some(Role::Pawn)];
        let mut found = Vec::new();
        for captured in captures {
            let them = match captured {
                Some(role) => self.them.changed(role, -1),
                None => Some(self.them),
            };
            let Some(them) = them else { continue };
            if captured.is_some() {
                found.push((Conversion { captured, promoted: None }, Class { us: them, them: self.us }));
            }
            let Some(without) = self.us.changed(Role::Pawn, -1) else { continue };
            for role in pieces {
                let us = without.changed(role, 1).unwrap_or(without);
                found.push((Conversion { captured, promoted: Some(role) }, Class { us: them, them: us }));
            }
        }
        found
    }

    /// Whether both armies can occur in the game `R`.
    pub fn occurs<R: Rules>(self) -> bool {
        self.us.occurs::<R>() && self.them.occurs::<R>()
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.us, self.them)
    }
}

/// The text names no class of material.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no class of material: expected two armies such as QRNvQRN, the side to move first")]
pub struct UnknownClass(pub String);

impl FromStr for Class {
    type Err = UnknownClass;

    fn from_str(text: &str) -> Result<Class, UnknownClass> {
        let army = |text: &str| {
            let men = text.strip_prefix('Q')?;
            let count = |letter| u8::try_from(men.matches(letter).count()).ok();
            let army =
                Army { rooks: count('R')?, bishops: count('B')?, knights: count('N')?, pawns: count('P')? };
            (usize::from(army.men()) == text.len() && army.men() <= MAX_MEN).then_some(army)
        };
        let armies = text.split_once('v').and_then(|(us, them)| Some((army(us)?, army(them)?)));
        armies.map(|(us, them)| Class { us, them }).ok_or_else(|| UnknownClass(text.into()))
    }
}

/// The pairs that have to be solved for `wanted`, each named by [`Class::pair`], in an order in which
/// every class comes after those it leads to.
pub fn plan(wanted: impl IntoIterator<Item = Class>) -> Vec<Class> {
    let mut needed = BTreeSet::new();
    let mut waiting: Vec<Class> = wanted.into_iter().map(Class::pair).collect();
    while let Some(class) = waiting.pop() {
        if needed.insert(class) {
            let next = [class, class.swapped()].into_iter().flat_map(Class::conversions);
            waiting.extend(next.map(|(_, class)| class.pair()));
        }
    }
    let mut order: Vec<Class> = needed.into_iter().collect();
    order.sort_by_key(|class| (class.men(), class.us.pawns + class.them.pawns, *class));
    order
}

/// Every ordered pair of the armies of the game without pawns that have at most `men` men, the queen
/// included.
pub fn up_to(men: u8) -> Vec<Class> {
    let armies: Vec<Army> = Army::all().into_iter().filter(|army| army.men() <= men).collect();
    armies.iter().flat_map(|&us| armies.iter().map(move |&them| Class { us, them })).collect()
}

/// The same for the game with pawns: up to so many pieces, the queen included, and up to so many pawns a
/// side.
pub fn up_to_with_pawns(pieces: u8, pawns: u8) -> Vec<Class> {
    let without = Army::all().into_iter().filter(|army| army.men() <= pieces);
    let with = |army: Army| (0..=pawns).map(move |pawns| Army { pawns, ..army });
    let armies: Vec<Army> = without.flat_map(with).collect();
    armies.iter().flat_map(|&us| armies.iter().map(move |&them| Class { us, them })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for class in up_to(5) {
            assert_eq!(class.to_string().parse(), Ok(class));
        }
        assert_eq!(up_to(5).len(), 324);
        for wrong in ["", "Q", "QvK", "vQ", "QRN", "QRNvQRNv", "RvQ", "QvQRRBBNNPP"] {
            assert!(wrong.parse::<Class>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_class_comes_after_those_it_leads_to() {
        for wanted in [up_to(5), vec!["QRPvQNPP".parse().unwrap()]] {
            let order = plan(wanted);
            for (place, class) in order.iter().enumerate() {
                for (_, next) in [*class, class.swapped()].into_iter().flat_map(Class::conversions) {
                    assert!(order[..place].contains(&next.pair()), "{next} before {class}");
                }
            }
        }
        assert_eq!(plan(up_to(5)).len(), 171);
    }
}
