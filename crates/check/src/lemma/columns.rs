//! The lemma `columns`: the captures are too few for what the pawns have passed, become and lost.

use super::facts::lost;
use crate::board::{Colour, Kind};
use crate::past::Past;
use crate::squares::Set;

/// The pawns of both sides, with needs for bishops on dark squares, on light ones, and for other pieces.
pub(super) fn pawns(past: &Past) -> [Pawns; 2] {
    Colour::BOTH.map(|side| {
        // a8 is light, and a1 dark.
        let (dark, light) = if side == Colour::White { (0xaa, 0x55) } else { (0x55, 0xaa) };
        let needs = past.board.side(side).promoted().into_iter().zip([dark, light, 0xff]);
        let needs = needs.flat_map(|(count, files)| std::iter::repeat_n(files, count.into())).collect();
        Pawns::of(past, side, lost(past, side.other()), needs)
    })
}

/// What can have become of a pawn, and its captures until then.
#[derive(Clone, Copy)]
pub(super) struct Fate {
    pub(super) end: End,
    pub(super) captures: i32,
    /// The files on which it can have captured.
    pub(super) covers: u32,
}

#[derive(Clone, Copy)]
pub(super) enum End {
    /// It stands on a square, given by its place in the list.
    Stands(usize),
    /// It was captured as a pawn without having captured.
    Dies,
    /// It promotes and serves no need.
    Promotes,
    /// It promotes and serves one of these needs, a bit for each.
    Serves(u32),
}

/// The eight pawns of a side that there were at first.
pub(super) struct Pawns {
    pub(super) captures: i32,
    /// How many neither stand nor serve a need.
    pub(super) spare: i32,
    /// Where those on the board stand: file and rank, also counted from their second rank.
    pub(super) squares: Vec<(i32, i32, i32)>,
    /// For each man that was a pawn the files where it can have promoted.
    pub(super) needs: Vec<Set>,
    /// By file.
    pub(super) fates: [Vec<Fate>; 8],
}

impl Pawns {
    /// With a bound on their captures, and for each promoted man the files where it can have promoted.
    pub(super) fn of(past: &Past, side: Colour, captures: i32, needs: Vec<Set>) -> Pawns {
        let on_board = past.board.squares_of(side, Kind::Pawn);
        let place = |file: i8, rank: i8| (file.into(), rank.into(), (side.own_rank(rank, 8) - 1).into());
        let squares: Vec<_> = on_board.map(|square| place(square.file(), square.rank())).collect();
        let spare = 8 - squares.len() as i32 - needs.len() as i32;
        let fates = std::array::from_fn(|file| fates(file as i32, captures, &squares, &needs));
        Pawns { captures, spare, squares, needs, fates }
    }
}

/// All fates of the pawn of a file that matter.
fn fates(file: i32, most: i32, squares: &[(i32, i32, i32)], needs: &[Set]) -> Vec<Fate> {
    let files = |from: i32, to: i32| (from.max(0)..=to.min(7)).fold(0, |files, file| files | 1 << file);
    let mut fates = vec![Fate { end: End::Promotes, captures: 0, covers: 0 }];
    let mut add = |end, captures, covers| {
        if captures <= most && !matches!(end, End::Serves(0)) {
            fates.push(Fate { end, captures, covers });
        }
    };
    for (place, (on, _, gone)) in squares.iter().enumerate() {
        let aside = (on - file).abs();
        let between = files(file.min(*on), file.max(*on));
        // No more captures than it takes, but for two in place of none so as to leave the file: two
        // more could cover at most two more pawns, which costs as much as not to cover them.
        if aside <= *gone {
            add(End::Stands(place), aside, between);
        }
        if aside == 0 && *gone >= 2 {
            add(End::Stands(place), 2, files(file - 1, file + 1));
        }
    }
    let beside = files(file - 1, file + 1) & !files(file, file);
    add(End::Dies, 0, 0);
    add(End::Promotes, 1, beside);
    let served = |on: i32| {
        let needs = needs.iter().enumerate().filter(|(_, need)| *need >> on & 1 == 1);
        needs.fold(0, |served, (need, _)| served | 1 << need)
    };
    add(End::Serves(served(file)), 0, 0);
    add(End::Serves(served(file)), 2, files(file - 1, file + 1));
    for on in (0..8).filter(|on| *on != file) {
        let (first, last) = if on < file { (on, file - 1) } else { (file + 1, on) };
        // A nearer file on that side will do, for the same reason.
        if (first..=last).all(|nearer| nearer == on || served(on) & !served(nearer) != 0) {
            add(End::Serves(served(on)), (on - file).abs(), files(first, last));
        }
    }
    fates
}

/// Whether the two pawns of a file, White's and Black's, need not have passed each other on it.
pub(super) fn pass(pawns: &[Pawns; 2], [white, black]: [Fate; 2]) -> bool {
    let rank = |side: usize, place: usize| pawns[side].squares[place].1;
    match (white.end, black.end) {
        (End::Dies, _) | (_, End::Dies) => true,
        (End::Stands(white), End::Stands(black)) if rank(0, white) < rank(1, black) => true,
        _ => white.captures + black.captures > 0,
    }
}

#[cfg(test)]
#[path = "../../tests/unit/columns.rs"]
mod tests;
