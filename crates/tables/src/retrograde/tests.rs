//! Spans, packing, and what is left open do not show.

use std::sync::LazyLock;

use chess_arbiter::attacks::Portable;

use super::*;
use crate::build::sides;
use crate::checkpoint;
use crate::file::write::entries;
use crate::file::{self, Counts, TableFile};
use crate::half::IS_OFFERED;
use crate::layout::Layout;
use crate::material::plan;
use crate::positions::is_offered;
use crate::shelf::Shelf;
use crate::solved::{Pages, value};
use crate::standard::{Index, Side};

/// A pair that is to be solved in spans of so many plies and four.
fn begun(pair: Class, shelf: &Shelf<Index>, room: u8) -> Retrograde<Side> {
    let mut state = Retrograde::new(pair, |class| shelf.get(class).cloned());
    state.room = room;
    state
}

fn step(state: &mut Retrograde<Side>) -> bool {
    state.step(&LevelWork::default(), &AtomicBool::default()).unwrap()
}

/// Solves it; how many positions were met, between spans, that are lost later, and that hold where a
/// conversion wins later.
fn finish(state: &mut Retrograde<Side>) -> [usize; 2] {
    let (mut met, mut past, mut more) = ([0; 2], 0, true);
    while more {
        more = step(state);
        let same = std::mem::replace(&mut past, state.past) == state.past;
        for half in state.halves.iter().filter(|_| !same) {
            let all = || (0..half.store.len()).map(|at| (at, half.store.get(at)));
            met[0] += all().filter(|&(_, byte)| byte == LOST_LATER).count();
            met[1] += all().filter(|&(at, byte)| byte == HOLDS && half.late.get(at) > 0).count();
        }
    }
    met
}

fn put(shelf: &mut Shelf<Index>, state: &Retrograde<Side>) {
    for half in &state.halves {
        shelf.put(half.positions.class(), half.solved(state.past));
    }
}

/// What two pawns lead to, in one span.
pub(crate) static WHOLE: LazyLock<Shelf<Index>> = LazyLock::new(|| {
    let mut shelf = Shelf::default();
    for pair in plan(["KPvKP".parse().unwrap()]) {
        let mut state = begun(pair, &shelf, MAX_PLIES);
        assert_eq!(finish(&mut state), [0, 0]);
        put(&mut shelf, &state);
    }
    shelf
});

fn assert_same(class: Class, others: &Shelf<Index>) {
    let [some, others] = [&*WHOLE, others].map(|shelf| shelf.get(class).unwrap());
    let mut pages = <[Pages; 2]>::default();
    for at in 0..some.index.len() {
        assert_eq!(some.value(&mut pages[0], at), others.value(&mut pages[1], at), "{class}: {at}");
    }
}

/// In many short spans values are what they are in one. Where a pawn can become what loses, or wins
/// late, positions are met that a conversion decides later than their span reaches.
#[test]
fn spans_do_not_show() {
    for (name, room, both) in [("KPvK", 10, false), ("KRvKB", 10, false), ("KQvKP", 14, true)] {
        let class: Class = name.parse().unwrap();
        let (mut shelf, mut state) = (Shelf::default(), begun(class, &WHOLE, room));
        let met = finish(&mut state);
        assert!(!both || met.iter().all(|&met| met > 0), "{name}: {met:?}");
        put(&mut shelf, &state);
        sides(class).into_iter().for_each(|class| assert_same(class, &shelf));
    }
}

/// Work that was stopped in a later span goes on from there.
#[test]
fn a_later_span_is_taken_up_again() {
    let folder = std::env::temp_dir().join(format!("arbiter-spans-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["KRvKB", "KRvKP"] {
        let class: Class = name.parse().unwrap();
        let (mut shelf, mut state) = (Shelf::default(), begun(class, &WHOLE, 14));
        while state.past < 20 || state.level < 5 {
            assert!(step(&mut state), "{name}: over after {} plies", state.past);
        }
        checkpoint::save(&folder, class, &state).unwrap();
        let kept = (state.level, state.longest, state.past);
        let mut again = begun(class, &WHOLE, 14);
        assert!(checkpoint::load(&folder, class, &mut again));
        assert_eq!((again.level, again.longest, again.past), kept);
        finish(&mut again);
        put(&mut shelf, &again);
        sides(class).into_iter().for_each(|class| assert_same(class, &shelf));
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// What captures and promotions decide, in passing too, need not be said: entries differ from the values,
/// and the better of them and of what those moves offer do not.
#[test]
fn what_conversions_decide_is_left_open() {
    let solved = |class| WHOLE.get(class).cloned();
    for name in ["KPvKP", "KPvKQ", "KRvKB"] {
        let class: Class = name.parse().unwrap();
        let (side, plain) = (Side::new(class, &mut { solved }), WHOLE.get(class).unwrap());
        let mut marked = vec![1; side.len() as usize];
        let mut pages = Pages::default();
        side.look::<Portable>(0..side.len(), |at, first| {
            let value = plain.value(&mut pages, at);
            marked[at as usize] = value | if is_offered(value, first.offered()) { IS_OFFERED } else { 0 };
        });
        let values = |at: usize| marked[at] & !IS_OFFERED;
        let written: Vec<u8> = entries(Layout::of(class), &marked).collect();
        let mut read = written.clone();
        Index::add_offers(class, &mut { solved })(0, &mut read);
        let positions: Vec<usize> = (0..marked.len()).filter(|&at| values(at) != 1).collect();
        for &at in &positions {
            assert_eq!(value::<Index>(read[at]), values(at), "{class}: {at}");
        }
        let others = positions.iter().filter(|&&at| value::<Index>(written[at]) != values(at)).count();
        assert!(others > positions.len() / 50, "{class}: {others} of {}", positions.len());
    }
}

/// Five men, written and read again for either class of a pair: entries that are left open differ from
/// the values, and what is read does not. Work that was taken up again knows what is left open.
#[test]
fn five_men_are_read_as_they_were() {
    let folder = std::env::temp_dir().join(format!("arbiter-five-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (mut shelf, class) = (Shelf::default(), "KNNNvK".parse().unwrap());
    for pair in plan([class]).into_iter().filter(|&pair| pair != class) {
        let mut state = begun(pair, &shelf, MAX_PLIES);
        finish(&mut state);
        put(&mut shelf, &state);
    }
    let mut begun_again = begun(class, &shelf, MAX_PLIES);
    assert!(step(&mut begun_again));
    checkpoint::save(&folder, class, &begun_again).unwrap();
    let mut state = begun(class, &shelf, MAX_PLIES);
    assert!(checkpoint::load(&folder, class, &mut state));
    finish(&mut state);
    let counts: Vec<_> = state
        .halves
        .iter()
        .map(|half| {
            let copy = |range: Range<u32>, into: &mut Vec<u16>| half.copy(0, range, into);
            Counts::of(half.positions.class(), half.store.len(), copy, std::iter::empty())
        })
        .collect();
    for (number, half) in state.halves.iter().enumerate() {
        let class = half.positions.class();
        let counts = [counts[number].clone(), counts[1 - number].clone()];
        let copy = |range: Range<u32>, into: &mut Vec<u16>| half.copy_marked(0, range, into);
        file::write(&folder, class, half.store.len(), &counts, copy).unwrap();
        let mut values = Vec::new();
        half.copy(0, 0..half.store.len(), &mut values);
        let read = shelf.load(&folder, class).unwrap().unwrap();
        let written = TableFile::open(&folder, class).unwrap().unwrap().values().unwrap();
        let (mut pages, mut left_open) = (Pages::default(), 0);
        for ((number, &value), &written) in (0..).zip(&values).zip(&written) {
            if value != 1 {
                assert_eq!(read.value(&mut pages, number), value, "{class}: {number}");
                left_open += usize::from(written != value);
            }
        }
        // The king alone can be captured by nobody, so that all of its moves stay.
        let most = if class.us.men() > 1 { 0 } else { values.len() / 20 };
        assert!(left_open >= most && (most > 0 || left_open == 0), "{class}: {left_open}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Tables are read packed as they are read plain: forwards, and for the other class of a pair.
#[test]
fn packed_tables_do_not_show() {
    let mut packed = Shelf::default();
    for class in plan(["KPvKP".parse().unwrap()]).into_iter().flat_map(sides) {
        packed.put(class, WHOLE.get(class).unwrap().repacked(class));
    }
    for name in ["KPvKP", "KPvKQ"] {
        let class: Class = name.parse().unwrap();
        let follow = Index::of_moves(class, &mut |class| packed.get(class).cloned(), &|| false).unwrap();
        // Numbers that no position has are nothing that follows.
        let side = Side::new(class, &mut |class| packed.get(class).cloned());
        let (plain, mut seen) = (WHOLE.get(class).unwrap(), 0);
        let mut pages = <[Pages; 2]>::default();
        side.look::<Portable>(0..side.len(), |at, _| {
            let [here, there] = pages.each_mut();
            assert_eq!(plain.value(here, at), follow.value(there, at), "{class}: {at}");
            seen += 1;
        });
        assert!(seen > 3_000_000, "{seen}");
    }
    let class: Class = "KQvKP".parse().unwrap();
    let (mut shelf, mut state) = (Shelf::default(), begun(class, &packed, MAX_PLIES));
    finish(&mut state);
    put(&mut shelf, &state);
    sides(class).into_iter().for_each(|class| assert_same(class, &shelf));
}
