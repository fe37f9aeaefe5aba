//! Where moves that change the material lead.

use std::sync::Arc;

use chess_arbiter::board::Role;

use super::index::{Index, MEN, Squares};
use crate::material::{Class, Conversion};
use crate::solved::{Pages, Solved};

/// A class that moves lead to, and where its men come from.
#[derive(Clone, Debug)]
struct Route {
    /// Its place among the classes.
    to: usize,
    /// For each of its men, which of ours and theirs it was.
    from: Squares,
}

/// A move that changes the material: the man captured and the pawn that moves, where that matters (0 for
/// none), and what becomes of it.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) taken: usize,
    pub(super) pawn: usize,
    pub(super) to: PawnTo,
}

/// What becomes of a pawn.
#[derive(Clone, Copy)]
pub(super) enum PawnTo {
    /// What it was, or no pawn moves.
    Same,
    /// A piece.
    Piece(Role),
    /// A pawn on a file, [folded](crate::material::folded), after a capture, where files matter.
    File(u8),
}

impl Change {
    /// Numbers that follow one another for one man captured and one pawn.
    const OF_EACH: usize = 8;

    /// A capture of which it does not matter who makes it.
    pub(super) const fn capture(taken: usize) -> Change {
        Change { taken, pawn: 0, to: PawnTo::Same }
    }

    #[inline(always)]
    fn number(self) -> usize {
        let to = match self.to {
            PawnTo::Same => 0,
            PawnTo::Piece(role) => Role::Queen as usize - role as usize,
            PawnTo::File(file) => 4 + usize::from(file),
        };
        (self.taken * MEN + self.pawn) * Change::OF_EACH + to
    }
}

/// A man that is left after such a move.
struct Left {
    ours: bool,
    role: Role,
    /// The file of a pawn, [folded](crate::material::folded), where it matters.
    file: Option<u8>,
    /// Its place among the squares before the move.
    man: usize,
}

/// Which of the men that are left stands at each place among the squares of the class that a move leads to,
/// whose side to move is the other; `None` if they are not the men of that class.
fn matched(mut left: Vec<Left>, next: &Index) -> Option<Squares> {
    let ((roles, ours), files) = (next.roles(), next.files());
    let mut from = [1, 0, 0, 0, 0];
    for at in 0..left.len() {
        let found = left.iter().position(|man| {
            let may_stand = files[at].is_none_or(|file| man.file == Some(file));
            man.ours == (at >= ours) && man.role == roles[at] && may_stand
        });
        from[2 + at] = left.remove(found?).man as u8;
    }
    Some(from)
}

/// Where moves that change the material lead.
#[derive(Debug, Default)]
pub(super) struct Routes {
    classes: Vec<Arc<Solved<Index>>>,
    /// By the numbers of the changes.
    routes: Vec<Option<Route>>,
}

impl Routes {
    pub(super) fn new(class: Class, solved: &mut dyn FnMut(Class) -> Option<Arc<Solved<Index>>>) -> Routes {
        let index = Index::new(class);
        let ((roles, ours), files) = (index.roles(), index.files());
        let others = usize::from(class.men()) - 2;
        let (our_men, their_men) = (2..2 + ours, 2 + ours..2 + others);
        let (mut classes, mut routes) = (Vec::new(), vec![None; MEN * MEN * Change::OF_EACH]);
        for (Conversion { captured, promoted }, next) in class.conversions() {
            let Some(to) = solved(next) else { continue };
            let is = |role| move |&man: &usize| roles[man - 2] == role;
            let taken: Vec<usize> =
                captured.map_or(vec![0], |role| their_men.clone().filter(is(role)).collect());
            let pawns = || our_men.clone().filter(is(Role::Pawn));
            let moved: Vec<(usize, PawnTo)> = match promoted {
                Some(role) => pawns().map(|pawn| (pawn, PawnTo::Piece(role))).collect(),
                None => {
                    let pawns = pawns().filter(|&pawn| files[pawn - 2].is_some());
                    let elsewhere = pawns.flat_map(|pawn| (0..4).map(move |file| (pawn, PawnTo::File(file))));
                    [(0, PawnTo::Same)].into_iter().chain(elsewhere).collect()
                }
            };
            for (taken, &(pawn, pawn_to)) in
                taken.iter().flat_map(|&taken| moved.iter().map(move |m| (taken, m)))
            {
                let left = our_men.clone().chain(their_men.clone()).filter(|&man| man != taken);
                let left = left.map(|man| match pawn_to {
                    PawnTo::Piece(role) if man == pawn => Left { ours: true, role, file: None, man },
                    PawnTo::File(file) if man == pawn => {
                        Left { ours: true, role: Role::Pawn, file: Some(file), man }
                    }
                    _ => Left { ours: man < 2 + ours, role: roles[man - 2], file: files[man - 2], man },
                });
                // Where there is none pawns stand on other files then.
                if let Some(from) = matched(left.collect(), &to.index) {
                    let change = Change { taken, pawn, to: pawn_to };
                    routes[change.number()] = Some(Route { to: classes.len(), from });
                }
            }
            classes.push(to);
        }
        Routes { classes, routes }
    }

    /// The longest win or loss, from before the move, that any of them leads to.
    pub(super) fn longest(&self) -> u16 {
        self.classes.iter().map(|to| to.longest).max().map_or(0, |longest| longest + 1)
    }

    /// The value of the position after a move, for the other side.
    ///
    /// # Panics
    /// The class that it leads to is missing: without it values would be wrong.
    #[inline(always)]
    pub(super) fn value(&self, pages: &mut [Pages], after: &Squares, change: Change) -> u16 {
        let Some(Route { to, from }) = &self.routes[change.number()] else {
            unreachable!("a class is solved after those that its moves lead to");
        };
        let squares = from.map(|man| after[usize::from(man) % MEN]);
        let solved = &self.classes[*to];
        solved.value(&mut pages[*to], solved.index.number(&squares, true))
    }

    /// What somebody who looks up values, in order, keeps meanwhile.
    pub(super) fn pages(&self) -> Vec<Pages> {
        self.classes.iter().map(|_| Pages::default()).collect()
    }
}
