//! The pawns of a side at first, and what can have become of each: the fates that `docs/certificate.md` says
//! are enough.

use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::moves::pawns_and_promoted;
use crate::reach::facts::mobility::Mobility;
use crate::reach::facts::needs;

/// What can have become of a pawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fate {
    pub(super) end: End,
    pub(super) captures: i64,
    /// The files on which its captures can have been, a bit each.
    pub(super) met: u8,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// It stands on the board: the place in the list, and the rank.
    Stands(usize, u8),
    Dies,
    /// It promoted, to whatever.
    Promotes,
    /// To a man that is needed, of this sort.
    Serves(usize),
}

/// What can be asked of a pawn: what it did; whether it stands on a square, by its place in the list; or
/// whether it can have captured on a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    Dies,
    Leaves,
    Stays,
    Stands(usize),
    Meets(usize),
}

impl Question {
    pub(super) const WAYS: [Question; 3] = [Question::Dies, Question::Leaves, Question::Stays];

    /// The fates for which it is so, a bit each.
    pub(super) fn of(self, fates: &[Fate]) -> u64 {
        let is_so = |fate: &Fate| match (self, fate.end) {
            (Question::Stands(asked), End::Stands(place, _)) => asked == place,
            (Question::Meets(file), _) => fate.met >> file & 1 == 1,
            _ => self == fate.way(),
        };
        fates.iter().enumerate().filter(|(_, fate)| is_so(fate)).fold(0, |all, (number, _)| all | 1 << number)
    }

    /// As certificates have it.
    pub(super) fn text(self, pawns: &Pawns) -> String {
        match self {
            Question::Dies => "dies".to_owned(),
            Question::Leaves => "leaves".to_owned(),
            Question::Stays => "stays".to_owned(),
            Question::Stands(place) => pawns.squares[place].to_string(),
            Question::Meets(file) => char::from(b'a' + file as u8).to_string(),
        }
    }
}

impl Fate {
    fn way(&self) -> Question {
        match self.end {
            End::Dies => Question::Dies,
            _ if self.captures > 0 => Question::Leaves,
            _ => Question::Stays,
        }
    }
}

/// The eight pawns of a side that there were at first.
pub(super) struct Pawns {
    /// At most so many captures.
    pub(super) captures: i64,
    /// At most so many of the pawns die.
    pub(super) deaths: i64,
    /// Where those on the board stand.
    pub(super) squares: Vec<Square>,
    /// Sorts of men that were pawns and cannot have promoted everywhere: the files where they can have, a bit
    /// each, and how many there are.
    pub(super) sorts: Vec<(u8, u32)>,
    /// By file.
    pub(super) fates: [Vec<Fate>; 8],
}

impl Pawns {
    /// As `columns` sees them: bishops on dark squares are a sort, and those on light ones.
    pub(super) fn of(board: &Board, color: Color) -> Pawns {
        let sorts = [Bitboard(!Bitboard::LIGHT.0), Bitboard::LIGHT].map(|squares| {
            let last = (squares & Bitboard::rank(7 - 7 * color as u8)).map(|square| 1 << square.file()).sum();
            (last, (board.men(color, Role::Bishop) & squares).len().saturating_sub(1))
        });
        let deaths = 8 - i64::from(pawns_and_promoted(board, color));
        Pawns::with(board, color, missing(board, color), deaths, sorts.to_vec())
    }

    /// As `confined-columns` sees them.
    pub(super) fn confined(board: &Board, color: Color, mobility: &Mobility) -> Pawns {
        let at_home = mobility.forced().captured_at_home[1 - color as usize];
        let needs = needs::sorts(board, color, mobility);
        let promoted: u32 = needs.iter().map(|(_, how_many)| how_many).sum();
        let deaths = 8 - i64::from(board.men(color, Role::Pawn).len() + promoted);
        // One of each sort, by its number.
        let mut sorts: Vec<(u8, u32)> = Vec::new();
        for (files, how_many) in needs.into_iter().filter(|(files, many)| *files != 0xFF && *many > 0) {
            match sorts.iter_mut().find(|(known, _)| *known == files) {
                Some((_, count)) => *count += how_many,
                None => sorts.push((files, how_many)),
            }
        }
        sorts.sort_unstable();
        let captures = (missing(board, color) - i64::from(at_home)).max(0);
        Pawns::with(board, color, captures, deaths, sorts)
    }

    /// All fates of each pawn, a bit each: there are fewer than 64.
    pub(super) fn all_fates(pawns: &[Pawns; 2]) -> [[u64; 8]; 2] {
        pawns.each_ref().map(|side| side.fates.each_ref().map(|fates| (1 << fates.len()) - 1))
    }

    fn with(board: &Board, color: Color, captures: i64, deaths: i64, sorts: Vec<(u8, u32)>) -> Pawns {
        let standing: Vec<Square> = board.men(color, Role::Pawn).collect();
        let fates = std::array::from_fn(|file| {
            let mut fates = fates(color, file as u8, &standing, &sorts);
            fates.retain(|fate| fate.captures <= captures);
            fates
        });
        Pawns { captures, deaths, squares: standing, sorts, fates }
    }
}

/// How many men the enemy of a side lacks.
fn missing(board: &Board, color: Color) -> i64 {
    16 - i64::from(board.color(!color).len())
}

fn fates(color: Color, file: u8, standing: &[Square], sorts: &[(u8, u32)]) -> Vec<Fate> {
    let files = |from: u8, to: u8| (from..=to.min(7)).fold(0, |files: u8, file| files | 1 << file);
    let [one, beside] = [0, 1 << file].map(|own| files(file.saturating_sub(1), file + 1) & !own);
    let fate = |end, captures, met| Fate { end, captures, met };
    let mut fates = vec![fate(End::Dies, 0, 0), fate(End::Promotes, 0, 0), fate(End::Promotes, 1, beside)];
    for (place, square) in standing.iter().enumerate() {
        let end = End::Stands(place, square.rank());
        let gone = if color == Color::White { square.rank() - 1 } else { 6 - square.rank() };
        let aside = square.file().abs_diff(file);
        if aside <= gone {
            fates.push(fate(end, aside.into(), files(file.min(square.file()), file.max(square.file()))));
        }
        if aside == 0 && gone >= 2 {
            fates.push(fate(end, 2, one));
        }
    }
    for (sort, (on, _)) in sorts.iter().enumerate().filter(|(_, (_, how_many))| *how_many > 0) {
        let end = End::Serves(sort);
        if on >> file & 1 == 1 {
            fates.push(fate(end, 0, 0));
            fates.push(fate(end, 2, one));
        }
        let can = |to: &u8| on >> to & 1 == 1;
        if let Some(to) = (0..file).rev().find(can) {
            fates.push(fate(end, (file - to).into(), files(to, file - 1)));
        }
        if let Some(to) = (file + 1..8).find(can) {
            fates.push(fate(end, (to - file).into(), files(file + 1, to)));
        }
    }
    fates
}

/// Whether the two pawns of a file, White's and Black's, need not have passed each other on it.
pub(super) fn pass(white: &Fate, black: &Fate) -> bool {
    match (white.end, black.end) {
        (End::Stands(_, below), End::Stands(_, above)) if below < above => true,
        _ => white.way() != Question::Stays || black.way() != Question::Stays,
    }
}
