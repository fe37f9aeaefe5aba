//! **Help play**: both sides work for the same end, as in the helpmates of problemists.
//!
//! | module | what |
//! |---|---|
//! | `stipulation` | what is asked |
//! | `search`, `memo` | how many ways there are, depth first under exact keys |
//! | `final_nets` | how the position may look where the mate or stalemate comes; other moves are left out |
//! | `solutions`, `order` | the ways themselves, in the order of Popeye's output |
//! | `certificate` | what is proved |

mod certificate;
mod final_nets;
mod memo;
mod order;
mod search;
mod solutions;
mod stipulation;

pub use solutions::{HelpAnswer, HelpSolvable, solve};
pub use stipulation::{End, HelpStipulation, NoHelpStipulation, Play};
