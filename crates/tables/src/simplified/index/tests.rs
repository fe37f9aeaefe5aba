use super::*;
use crate::material::up_to;
use chess_arbiter::rules::{Simplified, SimplifiedPawns};

/// All placements over (positions whose class is its own reflection counted twice), by Burnside's lemma.
fn burnside(class: Class) -> (u64, u64) {
    let choose = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    let kinds = [class.us, class.them].map(|army| [1, army.rooks, army.bishops, army.knights].map(u64::from));
    let mut free = 16;
    let all = kinds.concat().iter().fold(1, |product, &count| {
        free -= count;
        product * choose(free + count, count)
    });
    // Fixed by a diagonal: each kind takes pairs of the six, and singles of the four on the diagonal.
    fn fixed(kinds: &[u64], singles: u64, pairs: u64) -> u64 {
        let choose = |n: u64, k: u64| if k > n { 0 } else { (0..k).fold(1, |p, i| p * (n - i) / (i + 1)) };
        let Some((&count, rest)) = kinds.split_first() else { return 1 };
        (0..=count / 2)
            .map(|two| (two, count - 2 * two))
            .filter(|&(two, one)| two <= pairs && one <= singles)
            .map(|(two, one)| {
                choose(pairs, two) * choose(singles, one) * fixed(rest, singles - one, pairs - two)
            })
            .sum()
    }
    (all, (all + 2 * fixed(&kinds.concat(), 4, 6)) / 8)
}

#[test]
fn counts_are_burnsides() {
    let (mut positions, mut classes) = (0, 0);
    for class in up_to(5) {
        let index = Index::<Simplified>::new(class);
        assert_eq!((index.positions(), u64::from(index.len())), burnside(class), "{class}");
        assert_eq!(Index::<Simplified>::size(class), u64::from(index.len()), "{class}");
        positions += index.positions();
        classes += u64::from(index.len());
    }
    assert_eq!((positions, classes), (65_460_921_360, 8_182_664_223));
    let largest = Index::<Simplified>::new("QRRBNvQRRBN".parse().unwrap());
    assert_eq!((largest.positions(), largest.len()), (7_264_857_600, 908_107_200));
}

/// From every number to a position and, in each of its forms, back.
fn round_trip<R: Rules>(index: &Index<R>, number: u32) {
    let (position, symmetric) = index.position::<Portable>(number);
    assert_eq!(position.occupied().count_ones(), u32::from(index.class().men()));
    let symmetries = if R::PAWNS == Pawns::None { 8 } else { 2 };
    let mut forms = Vec::new();
    for s in 0..symmetries {
        let form = Tiny { us: position.us.seen::<R>(s), them: position.them.seen::<R>(s) };
        assert_eq!(index.place::<Portable>(form), IndexPlace { index: number, symmetric }, "{form:?}");
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    assert_eq!(forms.len(), usize::from(symmetries) / (1 + usize::from(symmetric)));
}

#[test]
fn a_bijection_on_small_classes() {
    for name in ["QvQ", "QRvQ", "QvQN", "QRvQB", "QBvQB", "QBBvQR", "QvQRN", "QNNvQBB"] {
        let index = Index::<Simplified>::new(name.parse().unwrap());
        (0..index.len()).for_each(|number| round_trip(&index, number));
    }
    for name in ["QvQ", "QPvQ", "QvQP", "QRPvQ", "QPvQPP", "QRvQBP"] {
        let index = Index::<SimplifiedPawns>::new(name.parse().unwrap());
        (0..index.len()).for_each(|number| round_trip(&index, number));
    }
}

#[test]
fn a_bijection_at_random_on_large_classes() {
    for name in ["QRRBNvQRRBN", "QRRBBvQRRNN", "QRBBvQRRNN", "QvQRRBN"] {
        let index = Index::<Simplified>::new(name.parse().unwrap());
        let step = index.len() / 20_011;
        (0..20_000).for_each(|i| round_trip(&index, i * step + i % step));
        (0..2_000).for_each(|i| round_trip(&index, index.len() - 1 - i));
    }
    let index = Index::<SimplifiedPawns>::new("QRNPvQBPP".parse().unwrap());
    let step = index.len() / 20_011;
    (0..20_000).for_each(|i| round_trip(&index, i * step + i % step));
}
