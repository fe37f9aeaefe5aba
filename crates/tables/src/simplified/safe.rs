//! Moves forwards and backwards between *quiet* positions, those in which the side to move cannot take the
//! enemy queen. Only these matter: any other is won in one ply, and whoever moves to one has lost.

use chess_arbiter::attacks::Isa;
use chess_arbiter::rules::{Pawns, Rules};

use crate::simplified::tiny::{
    BISHOP, KNIGHT, QUEEN, ROOK, Set, Tiny, TinyMen, between, bishop, knight, pawns_down, pawns_up, rook,
    square,
};

/// The "lane" of pawns, which [`TinyMen`] keeps apart.
pub const PAWN: u32 = 64;
/// Where our pawns promote.
pub const LAST_ROW: Set = 0xF000;

/// The men of a side that attack a square; its pawns attack it from `pawns`.
#[inline(always)]
fn attackers<R: Rules, I: Isa>(men: TinyMen, target: usize, pawns: Set, occupied: Set) -> Set {
    let queen = men.queen();
    let mut found = rook::<I>(target, occupied) & (men.lane(ROOK) | queen);
    found |= bishop::<I>(target, occupied) & (men.lane(BISHOP) | queen);
    found |= knight(target) & men.lane(KNIGHT);
    if R::PAWNS != Pawns::None {
        found |= pawns & men.pawns;
    }
    found
}

/// Whether the side to move can take the enemy queen.
#[inline(always)]
pub fn takes_queen<R: Rules, I: Isa>(position: Tiny) -> bool {
    takers::<R, I>(position) != 0
}

/// Our men that can take the enemy queen.
#[inline(always)]
pub fn takers<R: Rules, I: Isa>(position: Tiny) -> Set {
    let Tiny { us, them } = position;
    let target = them.queen();
    attackers::<R, I>(us, square(target), pawns_down(target), position.occupied())
}

/// Hands every man of the side to move, with the squares it can go to such that its queen cannot be taken, to
/// `each`: lane, square, squares to go to. The position must be quiet.
#[inline(always)]
pub fn safe_moves<R: Rules, I: Isa>(position: Tiny, mut each: impl FnMut(u32, Set, Set)) {
    let Tiny { us, them } = position;
    let (own, occupied) = (us.all(), position.occupied());
    let (queen, from) = (us.queen(), square(us.queen()));
    let (straight, diagonal) = (rook::<I>(from, occupied), bishop::<I>(from, occupied));
    let danger = attacked::<R, I>(them, occupied & !queen);
    each(QUEEN, queen, (straight | diagonal) & !own & !danger);

    let (rooks, bishops) = (them.lane(ROOK) | them.queen(), them.lane(BISHOP) | them.queen());
    let mut checkers = straight & rooks | diagonal & bishops | knight(from) & them.lane(KNIGHT);
    if R::PAWNS != Pawns::None {
        checkers |= pawns_up(queen) & them.pawns;
    }
    if checkers & checkers.wrapping_sub(1) != 0 {
        return;
    }
    let goals = !own & if checkers == 0 { !0 } else { between(from, square(checkers)) | checkers };

    // Enemy sliders that would see the queen if our man between them were away.
    let mut pinners = rook::<I>(from, occupied & !(straight & own)) & !straight & rooks;
    pinners |= bishop::<I>(from, occupied & !(diagonal & own)) & !diagonal & bishops;
    let (mut pinned, mut lines) = (0, [0; 16]);
    while pinners != 0 {
        let pinner = pinners & pinners.wrapping_neg();
        pinners ^= pinner;
        let line = between(from, square(pinner)) | pinner;
        pinned |= line & own;
        lines[square(line & own)] = line;
    }
    let goals_of = |man: Set| if man & pinned == 0 { goals } else { goals & lines[square(man)] };
    for lane in [ROOK, BISHOP, KNIGHT] {
        let mut men = us.lane(lane);
        while men != 0 {
            let man = men & men.wrapping_neg();
            men ^= man;
            each(lane, man, reach::<I>(lane, square(man), occupied) & goals_of(man));
        }
    }
    if R::PAWNS != Pawns::None {
        let mut men = us.pawns;
        while men != 0 {
            let man = men & men.wrapping_neg();
            men ^= man;
            let steps = man << 4 & !occupied | pawns_up(man) & them.all();
            each(PAWN, man, steps & goals_of(man));
        }
    }
}

/// Whether the side to move has no move at all, safe or not.
#[inline(always)]
pub fn stuck<R: Rules, I: Isa>(position: Tiny) -> bool {
    if R::PAWNS == Pawns::None {
        // Looked at over all placements of the men of one side.
        return false;
    }
    let (us, occupied) = (position.us, position.occupied());
    let mut any = us.pawns << 4 & !occupied | pawns_up(us.pawns) & position.them.all();
    for lane in [QUEEN, ROOK, BISHOP, KNIGHT] {
        let mut men = us.lane(lane);
        while men != 0 {
            any |= reach::<I>(lane, square(men), occupied) & !us.all();
            men &= men - 1;
        }
    }
    any == 0
}

/// Where a piece could go if nothing of its own side stood there.
#[inline(always)]
fn reach<I: Isa>(lane: u32, from: usize, occupied: Set) -> Set {
    match lane {
        ROOK => rook::<I>(from, occupied),
        BISHOP => bishop::<I>(from, occupied),
        KNIGHT => knight(from),
        _ => rook::<I>(from, occupied) | bishop::<I>(from, occupied),
    }
}

/// All squares that a side whose pawns move down attacks.
#[inline(always)]
fn attacked<R: Rules, I: Isa>(men: TinyMen, occupied: Set) -> Set {
    let mut all = if R::PAWNS == Pawns::None { 0 } else { pawns_down(men.pawns) };
    let mut straight = men.lane(ROOK) | men.queen();
    while straight != 0 {
        all |= rook::<I>(square(straight), occupied);
        straight &= straight - 1;
    }
    let mut diagonal = men.lane(BISHOP) | men.queen();
    while diagonal != 0 {
        all |= bishop::<I>(square(diagonal), occupied);
        diagonal &= diagonal - 1;
    }
    let mut knights = men.lane(KNIGHT);
    while knights != 0 {
        all |= knight(square(knights));
        knights &= knights - 1;
    }
    all
}

/// The moves that may have led here, captures and promotions apart. *We* have just moved, the others are to
/// move, and cannot take our queen. Hands every man of ours, with the squares it may have come from such that
/// we could not take theirs before, to `each`: lane, square, squares to come from.
#[inline(always)]
pub fn unmoves<R: Rules, I: Isa>(position: Tiny, mut each: impl FnMut(u32, Set, Set)) {
    let Tiny { us, them } = position;
    let occupied = position.occupied();
    let target = square(them.queen());
    let pawn_zone = pawns_down(them.queen());
    let mut unmove = |lane: u32, man: Set| {
        let without = occupied & !man;
        let (straight, diagonal) = (rook::<I>(target, without), bishop::<I>(target, without));
        let sliders = straight & (us.lane(ROOK) | us.queen()) | diagonal & (us.lane(BISHOP) | us.queen());
        let mut steppers = knight(target) & us.lane(KNIGHT);
        if R::PAWNS != Pawns::None {
            steppers |= pawn_zone & us.pawns;
        }
        let sliders = sliders & !man;
        // What else attacks must be blocked: one slider can be.
        if steppers & !man != 0 || sliders & sliders.wrapping_sub(1) != 0 {
            return;
        }
        let (back, zone) = match lane {
            QUEEN => (reach::<I>(QUEEN, square(man), without), straight | diagonal),
            ROOK => (rook::<I>(square(man), without), straight),
            BISHOP => (bishop::<I>(square(man), without), diagonal),
            KNIGHT => (knight(square(man)), knight(target)),
            _ => (man >> 4, pawn_zone),
        };
        let mut from = back & !occupied & !zone;
        if sliders != 0 {
            from &= between(target, square(sliders));
        }
        if from != 0 {
            each(lane, man, from);
        }
    };
    unmove(QUEEN, us.queen());
    for lane in [ROOK, BISHOP, KNIGHT] {
        let mut men = us.lane(lane);
        while men != 0 {
            unmove(lane, men & men.wrapping_neg());
            men &= men - 1;
        }
    }
    if R::PAWNS != Pawns::None {
        let mut men = us.pawns;
        while men != 0 {
            unmove(PAWN, men & men.wrapping_neg());
            men &= men - 1;
        }
    }
}

/// The same men with one of them elsewhere; no promotion.
#[inline(always)]
pub fn moved(mut men: TinyMen, lane: u32, from: Set, to: Set) -> TinyMen {
    if lane == PAWN {
        men.pawns ^= from | to;
    } else {
        men.lanes ^= u64::from(from | to) << lane;
    }
    men
}

/// The same men without those on some squares.
#[inline(always)]
pub fn without(mut men: TinyMen, squares: Set) -> TinyMen {
    men.lanes &= !(u64::from(squares) * 0x0001_0001_0001_0001);
    men.pawns &= !squares;
    men
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::simplified::index::Index;
    use chess_arbiter::attacks::Portable;
    use chess_arbiter::moves;
    use chess_arbiter::rules::{Simplified, SimplifiedPawns};

    fn forms<R: Rules>(position: Tiny, sets: bool) -> HashSet<(u32, Set, Set)> {
        let mut found = HashSet::new();
        let mut each = |lane, man: Set, to: Set| {
            (0..16).filter(|s| to >> s & 1 != 0).for_each(|s| assert!(found.insert((lane, man, 1 << s))));
        };
        if sets {
            safe_moves::<R, Portable>(position, &mut each)
        } else {
            unmoves::<R, Portable>(position, &mut each)
        }
        found
    }

    /// Safe moves are the library's; unmoves are exactly the moves backwards.
    fn agrees<R: Rules>(class: &str, step: u32) {
        let index = Index::<R>::new(class.parse().unwrap());
        let mut quiet = 0;
        for number in (0..index.len()).step_by(step as usize) {
            let (tiny, _) = index.position::<Portable>(number);
            let position = tiny.position::<R>().unwrap();
            let library = moves::pseudo_legal_moves(&position);
            assert_eq!(stuck::<R, Portable>(tiny), library.is_empty());
            let theirs = position.royal(!position.turn()).unwrap();
            let takes = library.iter().any(|mv| mv.to() == theirs);
            assert_eq!(takes_queen::<R, Portable>(tiny), takes);
            if takes {
                continue;
            }
            quiet += 1;
            let found = forms::<R>(tiny, true);
            let pairs = |(_, a, b): &(u32, Set, Set)| (square(*a), square(*b));
            let found_pairs: HashSet<_> = found.iter().map(pairs).collect();
            let small = |s: chess_arbiter::board::Square| (s.file() + 4 * s.rank()) as usize;
            let expected: HashSet<_> =
                moves::safe_moves(&position).iter().map(|mv| (small(mv.from()), small(mv.to()))).collect();
            assert_eq!(found_pairs, expected, "{tiny:?}");
            for &(lane, from, to) in &found {
                if to & tiny.occupied() != 0 || lane == PAWN && to & LAST_ROW != 0 {
                    continue;
                }
                let after = Tiny { us: moved(tiny.us, lane, from, to), them: tiny.them };
                assert!(!takes_queen::<R, Portable>(after.turned::<R>()));
                assert!(forms::<R>(after, false).contains(&(lane, to, from)), "{tiny:?} {lane} {from} {to}");
            }
            // The position as one that we have just reached, if so it can be.
            let turned = tiny.turned::<R>();
            for (lane, man, from) in forms::<R>(turned, false) {
                let before = Tiny { us: moved(turned.us, lane, man, from), them: turned.them };
                assert!(!takes_queen::<R, Portable>(before));
                assert!(forms::<R>(before, true).contains(&(lane, from, man)), "{before:?}");
            }
        }
        assert!(quiet > 50);
    }

    #[test]
    fn moves_are_the_librarys_and_unmoves_their_reverse() {
        agrees::<Simplified>("QRvQB", 1);
        agrees::<Simplified>("QNvQR", 1);
        agrees::<Simplified>("QRNvQRB", 97);
        agrees::<Simplified>("QRRBNvQRBB", 50_021);
        agrees::<SimplifiedPawns>("QPvQP", 1);
        agrees::<SimplifiedPawns>("QPPvQRP", 31);
        agrees::<SimplifiedPawns>("QRNPvQBPP", 50_021);
    }
}
