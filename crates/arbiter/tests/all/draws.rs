//! Games that are over are not played on: another library's word for the men, the checker's for the games.

use crate::common;

use chess_arbiter::board::{Color, Man, Role, Setup, Square};
use chess_arbiter::format::fen;
use chess_arbiter::reach::{Draws, ReachAnswer, ReachLimits, cannot_mate, decide};
use chess_arbiter::rules::Standard;
use common::Chance;
use shakmaty::{CastlingMode, Chess, Position as _};

#[test]
fn men_that_cannot_mate() {
    let (mut chance, mut dead) = (Chance(31), 0);
    let roles = [Role::Bishop, Role::Bishop, Role::Knight, Role::Bishop, Role::Pawn, Role::Rook, Role::Queen];
    for _ in 0..20_000 {
        let mut setup = Setup::EMPTY;
        let men = chance.below(4);
        let mut squares: Vec<Square> = (8..56).map(Square::wrap).collect();
        for man in 0..2 + men {
            let on = squares.swap_remove(chance.below(squares.len()));
            let kinds = 4 + chance.below(4);
            let role = if man < 2 { Role::King } else { chance.pick(&roles[..kinds]) };
            let color = if man == 0 || man > 1 && chance.one_in(2) { Color::White } else { Color::Black };
            setup.board.put(on, Man { color, role });
        }
        let text = fen::write::<Standard>(&setup);
        let theirs =
            text.parse::<shakmaty::fen::Fen>().unwrap().into_position::<Chess>(CastlingMode::Standard);
        let Ok(theirs) = theirs else { continue };
        assert_eq!(cannot_mate(&setup.board), theirs.is_insufficient_material(), "{text}");
        dead += usize::from(cannot_mate(&setup.board));
    }
    assert!(dead > 1_000);
}

/// Nobody can be mated in these: the last move was a capture or promotion, and the checker agrees.
#[test]
fn positions_that_end_a_game() {
    for text in [
        "8/8/8/4k3/8/8/8/4K3 w - -",
        "8/8/8/4k3/8/8/8/4K3 b - -",
        "8/8/3n4/4k3/8/8/8/4K3 b - -",
        "8/8/3b4/8/4k3/8/1B6/4K3 w - -",
        "4k3/8/8/8/8/8/8/2B1K3 b - -",
    ] {
        let setup = fen::parse::<Standard>(text).unwrap();
        for draws in [Draws::Observed, Draws::Ignored] {
            let verdict =
                decide(&setup, &ReachLimits { terms: draws.into(), ..ReachLimits::default() }).unwrap();
            assert!(matches!(verdict.answer, ReachAnswer::Legal(_)), "{text}: {verdict}");
            let certificate = serde_json::to_value(verdict.certificate().unwrap()).unwrap();
            let check = |certificate: &serde_json::Value| {
                chess_arbiter_check::check(&certificate.to_string()).map_err(|error| error.to_string())
            };
            assert_eq!(certificate["evidence"].get("draws").is_some(), draws == Draws::Ignored);
            check(&certificate).unwrap();
        }
    }
}

/// A game that goes on after the fifth occurrence of a position, as the checker reads it.
#[test]
fn the_checker_holds_games_to_it() {
    let moves = |times: usize| ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(times);
    let certificate = |times: usize, draws: Option<&str>| {
        let mut game = moves(times);
        game.push("e2e3");
        let mut evidence = serde_json::json!({ "game": game });
        if let Some(draws) = draws {
            evidence["draws"] = draws.into();
        }
        serde_json::json!({
            "format": "arbiter-certificate", "version": 2, "rules": "standard", "question": "legality",
            "position": "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq -",
            "claim": {"answer": "legal"}, "evidence": evidence,
        })
        .to_string()
    };
    chess_arbiter_check::check(&certificate(3, None)).unwrap();
    let refused = chess_arbiter_check::check(&certificate(4, None)).unwrap_err().to_string();
    assert!(refused.contains("for the fifth time"), "{refused}");
    chess_arbiter_check::check(&certificate(4, Some("ignored"))).unwrap();
    let refused = chess_arbiter_check::check(&certificate(3, Some("observed"))).unwrap_err().to_string();
    assert!(refused.contains("ignored"), "{refused}");
}
