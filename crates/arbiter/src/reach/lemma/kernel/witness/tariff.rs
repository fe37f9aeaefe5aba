//! Tariffs: what pawns that leave a file or come to it cost, and what is paid for each man left to capture.

use crate::board::Color;
use crate::certificate::KernelPrices;
use crate::reach::facts::bars::Closed;

use super::super::stack::Stack;
use super::super::{Kernel, PawnStacks, SPARE};

/// Where the prices of a tariff stand: of a pawn that leaves a file or comes to it, by side; of promoted
/// bishops; of men and of spare pawns.
pub(super) const fn leave(side: usize, file: usize) -> usize {
    4 * file + side
}
pub(super) const fn come(side: usize, file: usize) -> usize {
    4 * file + 2 + side
}
pub(super) const fn prize(side: usize, on: usize) -> usize {
    32 + 2 * side + on
}
pub(super) const fn man(side: usize) -> usize {
    36 + 2 * side
}
pub(super) const fn spare(side: usize) -> usize {
    37 + 2 * side
}
pub(super) const COUNT: usize = 40;

/// Whether pawns of a side promote on dark squares (0) or on light ones (1) of a file.
pub(super) const fn promotes_on(side: usize, file: usize) -> usize {
    (file + 1 - side) % 2
}

/// All that a tariff must meet: of each the prices that are added or taken away, and together are at most 0.
pub(super) fn conditions() -> Vec<Vec<(usize, f64)>> {
    let mut conditions: Vec<Vec<(usize, f64)>> = (32..COUNT).map(|price| vec![(price, -1.0)]).collect();
    for (side, file) in (0..16).map(|pawn| (pawn / 8, pawn % 8)) {
        let other = 1 - side;
        conditions.push(vec![(leave(side, file), -1.0), (come(side, file), -1.0)]);
        conditions.push(vec![(prize(side, promotes_on(side, file)), 1.0), (come(side, file), -1.0)]);
        conditions.push(vec![(leave(side, file), 1.0), (spare(side), -1.0)]);
        for to in [file.wrapping_sub(1), file + 1].into_iter().filter(|to| *to < 8) {
            let moved = [(leave(side, file), 1.0), (come(side, to), 1.0)];
            conditions.push([&moved[..], &[(man(other), -1.0)]].concat());
            conditions.push([&moved[..], &[(spare(other), -1.0)]].concat());
            conditions.push([&moved[..], &[(leave(other, to), 1.0), (spare(other), -1.0)]].concat());
        }
    }
    conditions
}

/// A way to make an end of a file: what it costs, and how many pawns of each side leave, come and promote.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) cost: f64,
    pub(super) counts: [[u8; 2]; 3],
}

/// The cheapest way to make of the pawns of a file black ones that promote, those of the target, and white
/// ones that promote.
pub(super) fn cheapest(prices: &[f64], file: usize, stack: Stack, target: Stack, closed: Closed) -> Way {
    let side = |white: bool| usize::from(!white);
    let then = |way: Way, what: usize, side: usize, price: f64| {
        let mut way = Way { cost: way.cost + price, ..way };
        way.counts[what][side] += 1;
        way
    };
    let better = |one: Way, other: Way| if other.cost < one.cost { other } else { one };
    let end = target.len();
    let fill = |ways: &mut [Way; Stack::MAX + 2]| {
        for place in 0..end {
            let of = side(target.get(place).is_white());
            ways[place + 1] = better(ways[place + 1], then(ways[place], 1, of, prices[come(of, file)]));
        }
    };
    let mut ways = [Way { cost: f64::INFINITY, counts: [[0; 2]; 3] }; Stack::MAX + 2];
    ways[0].cost = 0.0;
    fill(&mut ways);
    for pawn in stack.pawns() {
        let of = side(pawn.is_white());
        let mut next = ways.map(|way| then(way, 0, of, prices[leave(of, file)]));
        for place in (0..end).filter(|place| pawn.fits(target.get(*place))) {
            next[place + 1] = better(next[place + 1], ways[place]);
        }
        if pawn.promotes(closed) {
            let price = -prices[prize(of, promotes_on(of, file))];
            let (place, from) =
                if of == 0 { (end + 1, better(ways[end], ways[end + 1])) } else { (0, ways[0]) };
            next[place] = better(next[place], then(from, 2, of, price));
        }
        fill(&mut next);
        ways = next;
    }
    better(ways[end], ways[end + 1])
}

/// Whole prices.
pub(super) struct Tariff(pub(super) [f64; COUNT]);

impl Tariff {
    /// Whether the files cost more than what is left to capture.
    pub(super) fn is_dear(&self, kernel: &Kernel, state: &PawnStacks) -> bool {
        let of = |file: usize| {
            let (stack, target) = (state.files[file], kernel.target[file]);
            cheapest(&self.0, file, stack, target, kernel.bars.closed(file)).cost
        };
        let mut more: f64 = (0..8).map(of).sum();
        for side in Color::BOTH.map(|color| color as usize) {
            let lost = state.lost[side];
            let men: u8 = lost[..SPARE].iter().sum();
            more -= self.0[man(side)] * f64::from(men) + self.0[spare(side)] * f64::from(lost[SPARE]);
            more +=
                (0..2).map(|on| self.0[prize(side, on)] * f64::from(kernel.bishops[side][on])).sum::<f64>();
        }
        more > 0.0
    }

    /// As certificates have it.
    pub(super) fn written(&self) -> [KernelPrices; 2] {
        let whole = |place: usize| self.0[place] as i32;
        [0, 1].map(|side| {
            KernelPrices(
                whole(man(side)),
                whole(spare(side)),
                std::array::from_fn(|file| whole(leave(side, file))),
                std::array::from_fn(|file| whole(come(side, file))),
                [0, 1].map(|on| whole(prize(side, on))),
            )
        })
    }
}
