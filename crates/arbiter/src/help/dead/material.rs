//! **Material.** With these men no position at all is mate by the side, and none of them can become another
//! man, so it never mates:
//!
//! * its king alone;
//! * its king and a knight, the other side having nothing but queens beside its king;
//! * its king and bishops of one colour of squares, the other side having no pawn, no knight, and bishops of
//!   that colour alone.
//!
//! *The knight.* Its check cannot be interposed, and the king's flights that neither it nor the attacker's
//! king attacks must be occupied by queens. Then one of these queens can capture it, by the trial of all
//! places of the three men (a test does). A queen more only captures in another's place, and nothing pins a
//! queen.
//!
//! *The bishops.* The king is checked along a diagonal, by a bishop on the square `d` diagonally next to it
//! or through it. Two squares next to `d` are next to the king as well, on the other colour, where no bishop
//! goes; the attacker's king attacks at most one of them. If the other is empty the king goes there, else the
//! rook or queen on it goes to `d`: nothing pins it, since nothing of the attacker attacks squares of its
//! colour but the king. (Two bishops of one colour never check at once: a bishop that moves from the line of
//! another goes along a diagonal parallel to the king's own.)

use crate::board::{Bitboard, Board, Color, Role};
use crate::rules::Rules;

/// Whether the material shows that a side never mates. The position must not be mate already.
#[inline(always)]
pub(super) fn never_mates<R: Rules>(board: &Board, color: Color) -> bool {
    let [own, enemy] = [color, !color].map(|color| board.color(color) - board.role(R::ROYAL));
    let men = |role| board.role(role);
    if (own & (men(Role::Pawn) | men(Role::Rook) | men(Role::Queen))).has_any() {
        return false;
    }
    let (knights, bishops) = (own & men(Role::Knight), own & men(Role::Bishop));
    if knights.is_empty() {
        let both = men(Role::Bishop);
        let is_one_colour = (both & Bitboard::LIGHT).is_empty() || (both - Bitboard::LIGHT).is_empty();
        return bishops.is_empty()
            || is_one_colour && (enemy & (men(Role::Pawn) | men(Role::Knight))).is_empty();
    }
    bishops.is_empty() && !knights.more_than_one() && (enemy - men(Role::Queen)).is_empty()
}
