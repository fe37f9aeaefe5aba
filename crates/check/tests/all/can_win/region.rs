//! `region`: least closed sets are accepted where they leave flights, and mutilated ones are refused.

use super::closure::{count, never_mates};
use super::sets::{are_closed, evidence, is_fixed, least, leave_flights};
use super::*;
use chess_arbiter_check::CheckError;
use chess_arbiter_check::check;

const WALL: &str = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - -";

/// Positions in which the least closed sets show that White does not win.
const CLOSED: [&str; 6] = [
    WALL,
    "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 b - -",
    "4kb2/8/p1p1p1p1/P1P1P1P1/8/8/8/2B1K3 w - -",
    "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4KQR1 w - -",
    "8/2k5/8/p1p1p1p1/P1P1P1P1/3N4/1B6/4K3 w - -",
    "7k/8/8/p2p2p1/P1pPp1Pp/2P1P2P/8/6K1 w - -",
];

fn region(side: &str, position: &str) -> Value {
    never(side, position, evidence(&least(&board(position))))
}

#[test]
fn walls() {
    for position in CLOSED {
        let all = least(&board(position));
        let passes = leave_flights(&all, Colour::White);
        println!("{position} {passes}");
    }
}
