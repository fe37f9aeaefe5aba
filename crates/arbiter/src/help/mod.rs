//! Help play: both sides work together. Whether a side can still win at all ([`can_win`]) asks for any game
//! that ends with its mate; help problems ([`solve`]) for every one of so many moves.

mod dead;
mod play;

pub use dead::{
    CanWin, CanWinAnswer, Closed, Ghost, Leaf, QuickAnswer, Region, RegionMan, Unwinnable, can_win,
    can_win_quick,
};
pub use play::{End, HelpAnswer, HelpSolvable, HelpStipulation, NoHelpStipulation, Play, solve};
