//! Numbers of positions, of whatever game.

use chess_arbiter::board::Role;

use crate::error::TooLarge;
use crate::material::Class;
use crate::simplified::index::AnyIndex;
use crate::standard;

/// How many numbers the positions of a class have.
///
/// # Errors
/// They are [`LIMIT`](crate::LIMIT) or more, or its men are too many: there can be no table.
pub fn len_of(class: Class) -> Result<u32, TooLarge> {
    if class.us.royal == Role::King { standard::Index::size(class) } else { AnyIndex::len_of(class) }
}
