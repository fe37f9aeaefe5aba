//! PGN games of any text: each position is one that a FEN says, in the order of the games and plies.
#![no_main]

use chess_arbiter::format::reader::Reader;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Gardner, Standard};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let games = format!("[Event \"?\"]\n\n{text}");
    let mut last = (1, 0);
    for item in Reader::new::<Standard>(games.as_bytes()).flatten() {
        let setup = item.parse::<Standard>().expect("a position of a game is a FEN");
        assert!(Position::<Standard>::new(&setup, Policy::Movable).is_ok());
        let id = item.id.expect("it has a name");
        let (game, ply) = id.split_once('.').expect("game.ply");
        let place: (u64, u64) = (game.parse().expect("a number"), ply.parse().expect("a number"));
        assert!(place == (1, 0) || place > last);
        last = place;
    }
    let _ = Reader::new::<Gardner>(games.as_bytes()).count();
});
