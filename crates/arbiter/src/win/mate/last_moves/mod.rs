//! The last three moves, where nearly all the time goes.
//!
//! * `one`: is there a move that mates?
//! * `two`: every move is met by a reply that leaves no such move, and most by the same reply;
//! * `blanket`: one reply against many first moves at once, two moves before mate;
//! * `three`: the reply that refutes a mate in two.

mod blanket;
pub(in crate::win) mod one;
pub(super) mod three;
pub(super) mod two;
