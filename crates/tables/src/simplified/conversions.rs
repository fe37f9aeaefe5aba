//! Moves that change the material, looked up in the tables of the classes they lead to.

use std::marker::PhantomData;
use std::sync::Arc;

use chess_arbiter::attacks::Isa;
use chess_arbiter::board::Role;
use chess_arbiter::rules::{Pawns, Rules};

use super::index::AnyIndex;
use super::safe::{LAST_ROW, PAWN, moved, without};
use super::tiny::{BISHOP, KNIGHT, ROOK, Set, Tiny};
use crate::material::{Class, Conversion};
use crate::positions::Offer;
use crate::solved::{Pages, Solved};

type SolvedClass = Solved<AnyIndex>;

/// What the moves out of a class lead to.
#[derive(Debug)]
pub(crate) struct Conversions<R> {
    /// By what is captured (nothing first) and what is promoted to (nothing first).
    to: [[Option<Arc<SolvedClass>>; 4]; 5],
    rules: PhantomData<R>,
}

impl<R: Rules> Conversions<R> {
    /// For a class, given the solved classes it leads to.
    pub(crate) fn new(
        class: Class,
        solved: &mut dyn FnMut(Class) -> Option<Arc<SolvedClass>>,
    ) -> Conversions<R> {
        let mut to = <[[Option<Arc<SolvedClass>>; 4]; 5]>::default();
        for (Conversion { captured, promoted }, class) in class.conversions() {
            to[number(captured)][number(promoted)] = solved(class);
        }
        Conversions { to, rules: PhantomData }
    }

    /// The longest win or loss, from before the move, that any of them leads to.
    pub(crate) fn longest(&self) -> u16 {
        let longest = self.to.iter().flatten().flatten().map(|solved| solved.longest).max();
        longest.map_or(0, |longest| longest + 1)
    }

    /// Lets go of the tables.
    pub(crate) fn forget(&mut self) {
        self.to = Default::default();
    }

    /// Adds the conversions among the moves of a man to an offer; returns how many of the moves are none.
    #[inline(always)]
    pub(crate) fn offer<I: Isa>(
        &self,
        position: Tiny,
        (lane, from, goals): (u32, Set, Set),
        offer: &mut Offer,
    ) -> u32 {
        let promotes = R::PAWNS != Pawns::None && lane == PAWN;
        let mut goals = goals;
        let mut convert = goals & (position.them.all() | if promotes { LAST_ROW } else { 0 });
        goals &= !convert;
        while convert != 0 {
            let to = convert & convert.wrapping_neg();
            convert ^= to;
            let captured = match to {
                _ if to & position.them.lane(ROOK) != 0 => 1,
                _ if to & position.them.lane(BISHOP) != 0 => 2,
                _ if to & position.them.lane(KNIGHT) != 0 => 3,
                _ if R::PAWNS != Pawns::None && to & position.them.pawns != 0 => 4,
                _ => 0,
            };
            let them = without(position.them, to);
            if promotes && to & LAST_ROW != 0 {
                let gone = without(position.us, from);
                for (promoted, lane) in [(1, ROOK), (2, BISHOP), (3, KNIGHT)] {
                    let us = moved(gone, lane, 0, to);
                    offer.add(self.value::<I>((captured, promoted), Tiny { us, them }));
                }
            } else {
                let us = moved(position.us, lane, from, to);
                offer.add(self.value::<I>((captured, 0), Tiny { us, them }));
            }
        }
        goals.count_ones()
    }

    #[inline(always)]
    fn value<I: Isa>(&self, (captured, promoted): (usize, usize), after: Tiny) -> u16 {
        match &self.to[captured][promoted] {
            // They are not packed.
            Some(solved) => {
                solved.value(&mut Pages::default(), solved.index.place::<I>(after.turned::<R>()).index)
            }
            // Every class is solved after those it leads to.
            None => 0,
        }
    }
}

fn number(role: Option<Role>) -> usize {
    match role {
        Some(Role::Rook) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Knight) => 3,
        Some(Role::Pawn) => 4,
        _ => 0,
    }
}
