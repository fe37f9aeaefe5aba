//! The fates that the men of a side can have.

use crate::attacks::Isa;
use crate::board::{Bitboard, Color, Role, Square};
use crate::moves::Past;
use crate::reach::proof_game::script::{Deed, Script};
use crate::reach::proof_game::ways::{NEVER, Way, WayTables};

use super::{DRIFT, HUNTERS, IMPOSSIBLE, PIECES, distance, price};

/// A square that a piece of the target stands on.
pub(super) struct GoalSquare {
    pub(super) role: Role,
    pub(super) square: Square,
    pub(super) way: Way,
}

/// A pawn's capture that a piece has to be brought to.
pub(super) struct Sacrifice {
    pub(super) act: usize,
    /// By role of the victim.
    pub(super) ways: [Way; 4],
}

/// A pawn that will become a piece.
pub(super) struct Promotion {
    pub(super) act: usize,
    /// What its fates cost, goals first, then sacrifices.
    pub(super) prices: Vec<i32>,
}

/// A pawn that has to be captured by a piece.
pub(super) struct Hunt {
    pub(super) act: usize,
    /// By role of the hunter, the king last.
    pub(super) ways: [Way; 5],
}

/// The fates of one side.
pub(super) struct Fortune {
    pub(super) goals: Vec<GoalSquare>,
    pub(super) sacrifices: Vec<Sacrifice>,
    pub(super) promotions: Vec<Promotion>,
    pub(super) hunts: Vec<Hunt>,
    pub(super) king: Option<Way>,
}

impl Fortune {
    #[inline(always)]
    pub(super) fn new<I: Isa>(
        script: &Script,
        target: &Past,
        fixed: Bitboard,
        color: Color,
        ways: &mut WayTables,
    ) -> Option<Fortune> {
        let last = script.len();
        let board = &target.board;
        let mut fortune = Fortune {
            goals: Vec::new(),
            sacrifices: Vec::new(),
            promotions: Vec::new(),
            hunts: Vec::new(),
            king: None,
        };
        for role in PIECES {
            for square in board.men(color, role) - fixed {
                let way = ways.measure::<I>(script, fixed, color, role, square, last);
                fortune.goals.push(GoalSquare { role, square, way });
            }
        }
        let king = board.men(color, Role::King).single()?;
        if !fixed.has(king) {
            fortune.king = Some(ways.measure::<I>(script, fixed, color, Role::King, king, last));
        }
        for (index, act) in script.acts.iter().enumerate() {
            if act.deed == Deed::TakePiece && act.side != color {
                let ways = PIECES.map(|role| ways.measure::<I>(script, fixed, color, role, act.to, index));
                fortune.sacrifices.push(Sacrifice { act: index, ways });
            }
            if act.deed == Deed::Taken && act.side == color {
                let ways = HUNTERS.map(|role| ways.measure::<I>(script, fixed, color, role, act.to, index));
                fortune.hunts.push(Hunt { act: index, ways });
            }
        }
        for (index, act) in script.acts.iter().enumerate() {
            if !act.promotes || act.side != color {
                continue;
            }
            let to_goals = fortune.goals.iter().map(|goal| {
                if goal.role == Role::Bishop && goal.square.is_light() != act.to.is_light() {
                    return IMPOSSIBLE;
                }
                price(ways.table(goal.way, index + 1)[act.to.index()], DRIFT)
            });
            let to_sacrifices = fortune.sacrifices.iter().map(|sacrifice| {
                if sacrifice.act <= index {
                    return IMPOSSIBLE;
                }
                let moves =
                    sacrifice.ways.iter().map(|&way| ways.table(way, index + 1)[act.to.index()].moves);
                distance(moves.min().unwrap_or(NEVER), DRIFT)
            });
            let prices = to_goals.chain(to_sacrifices).collect();
            fortune.promotions.push(Promotion { act: index, prices });
        }
        (fortune.men(fixed, color) >= fortune.goals.len() + fortune.sacrifices.len()).then_some(fortune)
    }

    /// The men that are not pawns and may move, those to come included, king aside, at the beginning.
    fn men(&self, fixed: Bitboard, color: Color) -> usize {
        let home = Bitboard::rank(color.own_rank(0));
        let rooks = fixed & home & (Bitboard::file(0) | Bitboard::file(7));
        7 - rooks.len() as usize + self.promotions.len()
    }

    /// How many of them pieces have to capture.
    pub(super) fn preys(&self, fixed: Bitboard, color: Color) -> usize {
        self.men(fixed, color) - self.goals.len() - self.sacrifices.len()
    }
}
