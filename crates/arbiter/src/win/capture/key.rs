//! A position of a small board in 64 bits, exactly: no two positions share a key.

use crate::board::{Bitboard, Color, Role, Square};
use crate::position::Position;
use crate::rules::Rules;

/// The men of a position on a window of at most 16 squares, four bits a square.
/// The side to move is not part of it: each table holds positions of one side only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(in crate::win) struct CaptureKey(pub(super) u64);

impl CaptureKey {
    /// The key of no position: all sixteen squares held by a code that no man has.
    pub(super) const NONE: CaptureKey = CaptureKey(u64::MAX);

    #[inline(always)]
    pub(super) fn of<R: Rules>(position: &Position<R>) -> CaptureKey {
        const { assert!(R::WINDOW.0 & !0x0F0F_0F0F == 0, "sixteen squares of four bits fill the key") };
        let board = position.board();
        // Code of a man: role + 1 in three planes, colour in the fourth.
        let plane = |bit: usize| {
            Role::ALL.into_iter().filter(|&role| (role as usize + 1) >> bit & 1 != 0).fold(
                Bitboard::EMPTY,
                |all, role| {
                    if R::has_role(role) { all | board.role(role) } else { all }
                },
            )
        };
        let planes = [plane(0), plane(1), plane(2), board.color(Color::Black)];
        CaptureKey(
            squeeze(planes[0])
                | squeeze(planes[1]) << 16
                | squeeze(planes[2]) << 32
                | squeeze(planes[3]) << 48,
        )
    }
}

impl CaptureKey {
    /// Whether a man of this colour stands there.
    pub(super) fn has(self, color: Color, square: Square) -> bool {
        let plane = |n: u32| squeeze(square.bb()) & self.0 >> (16 * n) != 0;
        (plane(0) || plane(1) || plane(2)) && plane(3) == (color == Color::Black)
    }
}

/// The sixteen squares a1–d4 side by side in sixteen bits.
#[inline(always)]
fn squeeze(set: Bitboard) -> u64 {
    let x = set.0 & 0x0F0F_0F0F;
    let x = (x | x >> 4) & 0x00FF_00FF;
    (x | x >> 8) & 0xFFFF
}
