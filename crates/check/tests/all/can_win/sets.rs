//! The least closed sets of `region`, found slowly: step by step until nothing is added, with squares as
//! pairs of numbers, from the document alone.

use std::collections::BTreeSet;

use chess_arbiter_check::board::{Board, Colour, Kind, Man, Square};
use serde_json::{Value, json};

/// File and rank.
pub(super) type Place = (i8, i8);
type Places = BTreeSet<Place>;

/// A man, its place, and its two sets.
pub(super) struct Reach {
    pub(super) man: Man,
    pub(super) at: Place,
    pub(super) stays: Places,
    pub(super) promoted: Places,
}

const KING: [Place; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const KNIGHT: [Place; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn next(from: Place, steps: &[Place]) -> impl Iterator<Item = Place> {
    let to = steps.iter().map(move |step| (from.0 + step.0, from.1 + step.1));
    to.filter(|to| (0..8).contains(&to.0) && (0..8).contains(&to.1))
}

/// What a man attacks in one step.
fn steps(man: Man, from: Place) -> Vec<Place> {
    let forward = man.colour.forward();
    match man.kind {
        Kind::King | Kind::Queen => next(from, &KING).collect(),
        Kind::Rook => next(from, &KING).filter(|to| to.0 == from.0 || to.1 == from.1).collect(),
        Kind::Bishop => next(from, &KING).filter(|to| to.0 != from.0 && to.1 != from.1).collect(),
        Kind::Knight => next(from, &KNIGHT).collect(),
        Kind::Pawn => next(from, &[(-1, forward), (1, forward)]).collect(),
    }
}

fn promoted_steps(from: Place) -> impl Iterator<Item = Place> {
    next(from, &KING).chain(next(from, &KNIGHT))
}

impl Reach {
    fn has(&self, place: &Place) -> bool {
        self.stays.contains(place) || self.promoted.contains(place)
    }
    fn is_king(&self) -> bool {
        self.man.kind == Kind::King
    }
    pub(super) fn is_pawn(&self) -> bool {
        self.man.kind == Kind::Pawn
    }
    fn is(&self, colour: Colour) -> bool {
        self.man.colour == colour
    }
    fn attacked(&self) -> Places {
        let stays = self.stays.iter().flat_map(|from| steps(self.man, *from));
        stays.chain(self.promoted.iter().flat_map(|from| promoted_steps(*from))).collect()
    }
}

fn is_fixed(all: &[Reach], one: &Reach) -> bool {
    let taken = || all.iter().any(|other| !other.is(one.man.colour) && other.has(&one.at));
    one.stays.len() == 1 && one.promoted.is_empty() && (one.is_king() || !taken())
}

/// What the sets of one man lack, by the third to the fifth property.
pub(super) fn lacking(all: &[Reach], one: &Reach) -> (Places, Places) {
    let (colour, forward) = (one.man.colour, one.man.colour.forward());
    let fixed: Vec<&Reach> = all.iter().filter(|other| is_fixed(all, other)).collect();
    let is_fixed_at = |to: &Place, wanted: &dyn Fn(&Reach) -> bool| {
        fixed.iter().any(|other| other.at == *to && wanted(other))
    };
    let own = |to: &Place| is_fixed_at(to, &|other| other.is(colour));
    let enemy_king = |to: &Place| is_fixed_at(to, &|other| !other.is(colour) && other.is_king());
    let guarded =
        |to: &Place| fixed.iter().any(|other| !other.is(colour) && steps(other.man, other.at).contains(to));
    let (mut stays, mut promoted) = (Places::new(), Places::new());
    for from in &one.stays {
        if one.man.kind != Kind::Pawn {
            let to = steps(one.man, *from).into_iter();
            let to = to.filter(|to| !(own(to) || enemy_king(to) || one.is_king() && guarded(to)));
            stays.extend(to);
            continue;
        }
        let rank = colour.own_rank(from.1, 8);
        if rank == 7 {
            promoted.insert(*from);
            continue;
        }
        stays.extend(next(*from, &[(0, forward)]).filter(|to| !is_fixed_at(to, &|_| true)));
        for to in steps(one.man, *from) {
            let takes = all.iter().any(|other| !other.is(colour) && !other.is_king() && other.has(&to));
            // A double step goes from beyond the square to beside the pawn.
            let ends = [(to.0, from.1), (to.0, from.1 + 2 * forward)];
            let passes = all.iter().any(|other| {
                let has_both = ends.iter().all(|end| other.stays.contains(end));
                !other.is(colour) && other.man.kind == Kind::Pawn && has_both
            });
            if takes && !own(&to) || rank == 4 && passes {
                stays.insert(to);
            }
        }
    }
    for from in &one.promoted {
        promoted.extend(promoted_steps(*from).filter(|to| !own(to) && !enemy_king(to)));
    }
    (&stays - &one.stays, &promoted - &one.promoted)
}

/// The least closed sets of all men.
pub(super) fn least(board: &Board) -> Vec<Reach> {
    let places = Square::in_set(!0).filter_map(|square| Some((board.man(square)?, square)));
    let mut all: Vec<Reach> = places
        .map(|(man, square)| {
            let at = (square.file(), square.rank());
            Reach { man, at, stays: Places::from([at]), promoted: Places::new() }
        })
        .collect();
    close(&mut all);
    all
}

/// Adds what sets lack until they are closed.
pub(super) fn close(all: &mut [Reach]) {
    loop {
        let lacking: Vec<_> = all.iter().map(|one| lacking(all, one)).collect();
        if lacking.iter().all(|(stays, promoted)| stays.is_empty() && promoted.is_empty()) {
            return;
        }
        for (one, (stays, promoted)) in all.iter_mut().zip(lacking) {
            one.stays.extend(stays);
            one.promoted.extend(promoted);
        }
    }
}

/// Whether the sets are closed, by the third to the fifth property.
pub(super) fn are_closed(all: &[Reach]) -> bool {
    all.iter().all(|one| lacking(all, one) == Default::default())
}

/// The sixth property.
pub(super) fn leave_flights(all: &[Reach], attacker: Colour, turn: Colour) -> bool {
    let king = |side| all.iter().find(|one| one.is_king() && one.is(side)).unwrap();
    let men = |side| all.iter().filter(move |one| !one.is_king() && one.is(side));
    let attacked: Places = men(attacker).flat_map(Reach::attacked).collect();
    let distance = |one: Place, other: Place| (one.0 - other.0).abs().max((one.1 - other.1).abs());
    let has =
        |kinds: [Kind; 2]| men(attacker).any(|one| kinds.contains(&one.man.kind) || !one.promoted.is_empty());
    let is_line = |one: Place, other: Place| {
        let (file, rank) = ((one.0 - other.0).abs(), (one.1 - other.1).abs());
        file == rank && has([Kind::Bishop, Kind::Queen])
            || (file == 0 || rank == 0) && has([Kind::Rook, Kind::Queen])
    };
    let is_mate = |ours: Place, theirs: Place| {
        let is_flight = |to: &Place| {
            king(attacker.other()).stays.contains(to)
                && !attacked.contains(to)
                && !men(attacker.other()).any(|one| one.has(to))
                && distance(*to, ours) > 1
        };
        attacked.contains(&theirs) && !next(theirs, &KING).any(|to| is_flight(&to))
    };
    let start = (turn, king(attacker).at, king(attacker.other()).at);
    let (mut known, mut open) = (BTreeSet::from([(turn == attacker, start.1, start.2)]), vec![start]);
    while let Some((turn, ours, theirs)) = open.pop() {
        let (from, other) = if turn == attacker { (ours, theirs) } else { (theirs, ours) };
        let rests = men(turn).any(|one| one.stays.len() > 1 || !one.promoted.is_empty());
        let steps = next(from, &KING).filter(|to| king(turn).stays.contains(to) && distance(*to, other) > 1);
        for to in steps.chain(rests.then_some(from)) {
            if turn == attacker && (to == from || is_line(from, other)) && is_mate(to, other) {
                return false;
            }
            let pair = if turn == attacker { (to, theirs) } else { (ours, to) };
            if known.insert((turn != attacker, pair.0, pair.1)) {
                open.push((turn.other(), pair.0, pair.1));
            }
        }
    }
    true
}

/// Whether the sets leave it open that the defender's king is ever checked.
pub(super) fn can_check(all: &[Reach], attacker: Colour) -> bool {
    let men = || all.iter().filter(|one| one.is(attacker) && !one.is_king());
    let king = all.iter().find(|one| one.is_king() && !one.is(attacker)).unwrap();
    men().any(|one| one.attacked().iter().any(|place| king.stays.contains(place)))
}

/// As certificates write it.
pub(super) fn evidence(all: &[Reach]) -> Value {
    let number = |set: &Places| set.iter().fold(0, |all: u64, place| all | 1 << (8 * place.1 + place.0));
    let text = |set| format!("{:016x}", number(set));
    let name = |place: Place| format!("{}{}", char::from(b'a' + place.0 as u8), place.1 + 1);
    let list: Vec<Value> =
        all.iter().map(|one| json!([name(one.at), text(&one.stays), text(&one.promoted)])).collect();
    json!({ "region": list })
}
