//! What men a side has beside its royal, and which classes of material lead to which.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use chess_arbiter::board::Role;
use chess_arbiter::rules::{Pawns, Rules, RulesKind};

use crate::simplified::tiny::{BISHOP, KNIGHT, ROOK, Tiny, TinyMen};

/// The men of one side: its royal, and beside it so many of each role.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Army {
    /// What must not be lost: the king of standard chess, the queen of the 4×4 games.
    pub royal: Role,
    /// Queens, if they are not royal.
    pub queens: u8,
    /// Rooks.
    pub rooks: u8,
    /// Bishops.
    pub bishops: u8,
    /// Knights.
    pub knights: u8,
    /// Pawns.
    pub pawns: u8,
    /// Where they stand, if only such positions are meant: see [`on_files`](Army::on_files).
    pub(crate) files: Option<PawnFiles>,
}

/// How many pawns stand on the files a or h, b or g, c or f, d or e. A file and its mirror image count as
/// one.
pub(crate) type PawnFiles = [u8; 4];

/// Which of them a file is.
#[inline(always)]
pub(crate) const fn folded(file: u8) -> u8 {
    if file < 4 { file } else { 7 - file }
}

/// Men of one side that an index is made for, the royal included.
const MAX_MEN: u8 = 7;
/// Men of both sides in an ending of standard chess, the kings included.
pub const MAX_STANDARD_MEN: u8 = 5;

impl Army {
    /// A royal alone.
    pub const fn alone(royal: Role) -> Army {
        Army { royal, queens: 0, rooks: 0, bishops: 0, knights: 0, pawns: 0, files: None }
    }

    /// The eighteen armies of the game without pawns: up to two rooks, up to two minor pieces.
    pub fn all() -> Vec<Army> {
        let minors = [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)];
        (0..=2)
            .flat_map(|rooks| {
                minors.map(|(bishops, knights)| Army { rooks, bishops, knights, ..Army::alone(Role::Queen) })
            })
            .collect()
    }

    /// Pieces that are neither royal nor pawns.
    pub fn pieces(self) -> u8 {
        self.queens + self.rooks + self.bishops + self.knights
    }

    /// How many there are of a role, the royal apart.
    pub fn count(self, role: Role) -> u8 {
        match role {
            Role::Queen => self.queens,
            Role::Rook => self.rooks,
            Role::Bishop => self.bishops,
            Role::Knight => self.knights,
            Role::Pawn => self.pawns,
            Role::King => 0,
        }
    }

    /// All men, the royal included.
    pub fn men(self) -> u8 {
        1 + self.pieces() + self.pawns
    }

    /// The same army, with its pawns on these files alone. They stay there until they capture or promote, so
    /// that such positions can be solved without the others of their class.
    #[must_use]
    pub(crate) fn on_files(self, files: PawnFiles) -> Army {
        let pawns = files.into_iter().sum();
        Army { pawns, files: (pawns > 0).then_some(files), ..self }
    }

    /// The armies that this one can be when it has lost a man of a role: one for each file that the pawn can
    /// have come from, where that matters.
    fn without(self, role: Role) -> Vec<Army> {
        let Some(files) = self.files.filter(|_| role == Role::Pawn) else {
            return self.changed(role, -1).into_iter().collect();
        };
        let one_less = |file: usize| {
            let mut files = files;
            files[file] = files[file].checked_sub(1)?;
            Some(self.on_files(files))
        };
        (0..files.len()).filter_map(one_less).collect()
    }

    /// The armies that this one can be when it has captured, which a pawn does on a file beside its own.
    fn after_capture(self) -> Vec<Army> {
        let mut found = vec![self];
        let beside = |file: usize| (file.saturating_sub(1)..=(file + 1).min(3)).filter(move |&to| to != file);
        for (from, to) in (0..4).flat_map(|from| beside(from).map(move |to| (from, to))) {
            if let Some(mut files) = self.files.filter(|files| files[from] > 0) {
                files[from] -= 1;
                files[to] += 1;
                found.push(self.on_files(files));
            }
        }
        found
    }

    /// The same army with one man of a role more or less; `None` if there is none to take, or if pawns stand
    /// on some files alone and one should come or go.
    pub fn changed(mut self, role: Role, by: i8) -> Option<Army> {
        let count = match role {
            Role::Queen if self.royal != Role::Queen => &mut self.queens,
            Role::Rook => &mut self.rooks,
            Role::Bishop => &mut self.bishops,
            Role::Knight => &mut self.knights,
            Role::Pawn if self.files.is_none() => &mut self.pawns,
            Role::Queen | Role::King | Role::Pawn => return None,
        };
        *count = count.checked_add_signed(by)?;
        Some(self)
    }

    /// Whether such an army can occur in the game `R`, promotions included.
    fn occurs<R: Rules>(self) -> bool {
        if self.royal != R::ROYAL {
            return false;
        }
        if R::PAWNS == Pawns::Full {
            // Eight pawns, and any piece too many was one.
            let promoted = self.queens.saturating_sub(1)
                + self.rooks.saturating_sub(2)
                + self.bishops.saturating_sub(2)
                + self.knights.saturating_sub(2);
            return self.pawns + promoted <= 8;
        }
        let Army { rooks, bishops, knights, pawns, .. } = self;
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
        f.write_str(if self.royal == Role::King { "K" } else { "Q" })?;
        let men = [("Q", self.queens), ("R", self.rooks), ("B", self.bishops), ("N", self.knights)];
        men.into_iter()
            .chain([("P", self.pawns)])
            .try_for_each(|(letter, n)| f.write_str(&letter.repeat(n.into())))
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

/// What a side can have beside its royal.
const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
/// The same without pawns: what these become, too.
pub(crate) const PIECES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// A move that changes the material.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Conversion {
    /// What is captured.
    pub captured: Option<Role>,
    /// What a pawn becomes.
    pub promoted: Option<Role>,
}

impl Class {
    /// The class of a position of the 4×4 games.
    pub fn of(position: Tiny) -> Class {
        let army = |men: TinyMen| {
            let count = |lane| men.lane(lane).count_ones() as u8;
            Army {
                royal: Role::Queen,
                queens: 0,
                rooks: count(ROOK),
                bishops: count(BISHOP),
                knights: count(KNIGHT),
                pawns: men.pawns.count_ones() as u8,
                files: None,
            }
        };
        Class { us: army(position.us), them: army(position.them) }
    }

    /// The game it is a class of. A class without pawns has the symmetries of the game without.
    pub fn rules(self) -> RulesKind {
        match self.us.royal {
            Role::King => RulesKind::Standard,
            _ if self.has_pawns() => RulesKind::SimplifiedPawns,
            _ => RulesKind::Simplified,
        }
    }

    /// Plies by which the game is over before the royal is taken: mate is two plies before that.
    pub fn end(self) -> u32 {
        if self.us.royal == Role::King { 2 } else { 0 }
    }

    /// The roles that files count, in their order. Those of standard chess have queens too.
    fn counted(royal: Role) -> &'static [Role] {
        if royal == Role::King { &ROLES } else { &ROLES[1..] }
    }

    /// How files name the class.
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let roles = Class::counted(self.us.royal);
        let of = |army: Army| roles.iter().map(move |&role| army.count(role));
        of(self.us).chain(of(self.them)).collect()
    }

    /// The class that a file names; nothing is checked.
    pub(crate) fn from_bytes(royal: Role, bytes: &[u8]) -> Class {
        let roles = Class::counted(royal);
        let army = |bytes: &[u8]| Army {
            royal,
            queens: if royal == Role::King { bytes[0] } else { 0 },
            rooks: bytes[roles.len() - 4],
            bishops: bytes[roles.len() - 3],
            knights: bytes[roles.len() - 2],
            pawns: bytes[roles.len() - 1],
            files: None,
        };
        Class { us: army(bytes), them: army(&bytes[roles.len()..]) }
    }

    /// The class with the other side to move.
    #[must_use]
    pub fn swapped(self) -> Class {
        Class { us: self.them, them: self.us }
    }

    /// The class with its pawns on whatever files.
    #[must_use]
    pub(crate) fn whole(self) -> Class {
        let whole = |army| Army { files: None, ..army };
        Class { us: whole(self.us), them: whole(self.them) }
    }

    /// Of this class and the swapped one, the one that names the pair: the larger army first.
    #[must_use]
    pub fn pair(self) -> Class {
        let size = |army: Army| (army.men(), army.queens, army.rooks, army.bishops, army.knights, army.files);
        if size(self.us) >= size(self.them) { self } else { self.swapped() }
    }

    /// Whether there are pawns: the class is one of the game with pawns then.
    pub fn has_pawns(self) -> bool {
        self.pawns() > 0
    }

    /// Pawns of both sides.
    pub fn pawns(self) -> u8 {
        self.us.pawns + self.them.pawns
    }

    /// All men, both royals included.
    pub fn men(self) -> u8 {
        self.us.men() + self.them.men()
    }

    /// The moves out of this class, and the classes (of the side to move next) they lead to.
    pub fn conversions(self) -> Vec<(Conversion, Class)> {
        let mut found = Vec::new();
        for captured in [None].into_iter().chain(ROLES.map(Some)) {
            let without = |role| self.them.without(role);
            for them in captured.map_or_else(|| vec![self.them], without) {
                if captured.is_some() {
                    let to = |us| (Conversion { captured, promoted: None }, Class { us: them, them: us });
                    found.extend(self.us.after_capture().into_iter().map(to));
                }
                for without in self.us.without(Role::Pawn) {
                    for role in PIECES {
                        let Some(us) = without.changed(role, 1) else { continue };
                        let promoted = Some(role);
                        found.push((Conversion { captured, promoted }, Class { us: them, them: us }));
                    }
                }
            }
        }
        found
    }

    /// The classes that these moves lead to: of fewer men, or fewer pawns, so that whoever follows them comes
    /// to an end. One can be named several times.
    pub fn leads_to(self) -> impl Iterator<Item = Class> {
        self.conversions().into_iter().map(|(_, next)| next)
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
#[error(
    "{0:?} is no class of material: expected two armies such as QRNvQRN or KBNvK, the side to move first"
)]
pub struct UnknownClass(pub String);

impl FromStr for Class {
    type Err = UnknownClass;

    fn from_str(text: &str) -> Result<Class, UnknownClass> {
        let army = |text: &str| {
            let (royal, men) = match text.strip_prefix('K') {
                Some(men) => (Role::King, men),
                None => (Role::Queen, text.strip_prefix('Q')?),
            };
            let count = |letter| u8::try_from(men.matches(letter).count()).ok();
            let army = Army {
                royal,
                queens: if royal == Role::King { count('Q')? } else { 0 },
                rooks: count('R')?,
                bishops: count('B')?,
                knights: count('N')?,
                pawns: count('P')?,
                files: None,
            };
            let men = [army.queens, army.rooks, army.bishops, army.knights, army.pawns];
            let men = 1 + men.into_iter().map(usize::from).sum::<usize>();
            (men == text.len() && men <= MAX_MEN.into()).then_some(army)
        };
        let armies = text.split_once('v').and_then(|(us, them)| Some((army(us)?, army(them)?)));
        armies
            .filter(|(us, them)| us.royal == them.royal)
            .map(|(us, them)| Class { us, them })
            .ok_or_else(|| UnknownClass(text.into()))
    }
}

/// The pairs that have to be solved for `wanted`, each named by [`Class::pair`], in an order in which
/// every class comes after those it leads to.
pub fn plan(wanted: impl IntoIterator<Item = Class>) -> Vec<Class> {
    let mut needed = BTreeSet::new();
    let mut waiting: Vec<Class> = wanted.into_iter().map(Class::pair).collect();
    while let Some(class) = waiting.pop() {
        if needed.insert(class) {
            let next = [class, class.swapped()].into_iter().flat_map(Class::leads_to);
            waiting.extend(next.map(Class::pair));
        }
    }
    let mut order: Vec<Class> = needed.into_iter().collect();
    order.sort_by_key(|class| (class.men(), class.pawns(), *class));
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

/// The endings of standard chess with so many men or fewer, both kings included, each pair once.
pub fn standard_up_to(men: u8) -> Vec<Class> {
    let armies = |men: u8| {
        let mut found = vec![Army::alone(Role::King)];
        let mut last = found.clone();
        for _ in 1..men {
            let more = |army: &Army| ROLES.map(|role| army.changed(role, 1));
            let mut next: Vec<Army> = last.iter().flat_map(more).flatten().collect();
            next.sort_unstable();
            next.dedup();
            found.extend(&next);
            last = next;
        }
        found
    };
    let most = men.clamp(2, MAX_STANDARD_MEN) - 1;
    let all = armies(most);
    let pairs = all.iter().flat_map(|&us| all.iter().map(move |&them| Class { us, them }));
    pairs.filter(|class| class.men() <= most + 1 && class.pair() == *class).collect()
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
        for class in standard_up_to(5) {
            assert_eq!(class.to_string().parse(), Ok(class));
        }
        // Both bare kings; the others are those of three, four and five men.
        assert_eq!([2, 3, 4, 5].map(|men| standard_up_to(men).len()), [1, 6, 36, 146]);
        for wrong in
            ["", "Q", "QvK", "KvQ", "vQ", "QRN", "QRNvQRNv", "RvQ", "QvQRRBBNNPP", "KKvK", "KQRBNPPPvK"]
        {
            assert!(wrong.parse::<Class>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_class_comes_after_those_it_leads_to() {
        let on_files = |name: &str, us, them| {
            let class: Class = name.parse().unwrap();
            Class { us: class.us.on_files(us), them: class.them.on_files(them) }
        };
        let with_files =
            vec![on_files("KPvKP", [1, 0, 0, 0], [0, 0, 0, 1]), on_files("KPPvK", [0, 1, 0, 1], [0; 4])];
        for wanted in [up_to(5), vec!["QRPvQNPP".parse().unwrap()], standard_up_to(5), with_files] {
            let order = plan(wanted);
            for (place, class) in order.iter().enumerate() {
                for next in [*class, class.swapped()].into_iter().flat_map(Class::leads_to) {
                    assert!(order[..place].contains(&next.pair()), "{next} before {class}");
                }
            }
        }
        assert_eq!(plan(up_to(5)).len(), 171);
    }

    /// A pawn that captures stands on a file beside its own then, one that promotes or is captured on none.
    #[test]
    fn pawns_leave_their_files() {
        let class: Class = "KPvKP".parse().unwrap();
        let on = |us, them| Class { us: class.us.on_files(us), them: class.them.on_files(them) };
        let mut found: Vec<Class> = on([0, 1, 0, 0], [0, 0, 1, 0]).leads_to().collect();
        found.retain(|class| class.men() == 3 && class.has_pawns());
        let king = Army::alone(Role::King);
        let captured = |files| Class { us: king, them: king.on_files(files) };
        assert_eq!(found, [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0]].map(captured));
        assert!(on([0, 0, 0, 1], [1, 0, 0, 0]).leads_to().any(|class| class == captured([0, 0, 1, 0])));
        // Those of the whole class, but for the files.
        let mut whole: Vec<Class> = on([1, 0, 0, 0], [1, 0, 0, 0]).leads_to().map(Class::whole).collect();
        let mut all: Vec<Class> = class.leads_to().collect();
        [&mut whole, &mut all].into_iter().for_each(|classes| {
            classes.sort_unstable();
            classes.dedup();
        });
        assert_eq!(whole, all);
    }
}
