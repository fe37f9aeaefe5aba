//! Bounds of the plies that games take, as certificates have them: what is claimed is accepted by the
//! checker, never more than the truth, and not when it is tampered with.

use crate::common;

use chess_arbiter::board::{Move, Role, Setup};
use chess_arbiter::certificate::Certificate;
use chess_arbiter::format::fen;
use chess_arbiter::limits::Limits;
use chess_arbiter::moves::{Past, legal_moves};
use chess_arbiter::position::Position;
use chess_arbiter::reach::shortest::{LowerBound, lower_bound, shortest};
use chess_arbiter::reach::{Draws, GameTerms, ReachAnswer, ReachLimits, Unknown, decide};
use chess_arbiter::rules::Standard;
use common::Chance;
use serde_json::{Value, json};

const OPEN: GameTerms =
    GameTerms { draws: Draws::Ignored, unknown: Unknown { castling: true, en_passant: true } };

fn bound(past: &Past, terms: GameTerms, plies: usize) -> LowerBound {
    lower_bound(past, terms, plies, &Limits::default()).unwrap()
}

/// The position as it is usually written: an en passant square only where a capture there is legal.
fn as_written(position: &Position<Standard>) -> Setup {
    let possible = legal_moves(position).iter().any(|&mv| position.is_en_passant(mv));
    let setup = position.to_setup();
    if possible { setup } else { Setup { en_passant: None, ..setup } }
}

/// The certificate of a game with a bound.
fn certificate(setup: &Setup, game: &[Move], bound: LowerBound) -> Certificate {
    let limits = ReachLimits { terms: GameTerms::from(Draws::Ignored), ..ReachLimits::default() };
    let mut verdict = decide(setup, &limits).unwrap();
    verdict.answer = ReachAnswer::Legal(game.to_vec());
    verdict.certificate_with(Some(bound), None, &Limits::default()).unwrap().unwrap()
}

#[track_caller]
fn accepted(certificate: &Certificate) -> u16 {
    let text = certificate.to_json();
    let accepted = chess_arbiter_check::check(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    accepted.at_least.unwrap().plies
}

/// Whether a move is one of those to choose from.
type Choice = fn(&Position<Standard>, Move) -> bool;

fn captures(position: &Position<Standard>, mv: Move) -> bool {
    position.board().color(!position.turn()).has(mv.to()) || position.is_en_passant(mv)
}

fn is_double(position: &Position<Standard>, mv: Move) -> bool {
    position.board().role_at(mv.from()) == Some(Role::Pawn) && mv.from().rank().abs_diff(mv.to().rank()) == 2
}

/// What bounds are most easily wrong about: captures en passant, castling, promotions; captures; moves to and
/// fro.
const CHOICES: [Choice; 6] = [
    |_, _| true,
    captures,
    |position, mv| position.is_en_passant(mv) || position.board().color(position.turn()).has(mv.to()),
    |position, mv| mv.promotion().is_some() || position.board().role_at(mv.from()) == Some(Role::Pawn),
    is_double,
    |position, mv| position.board().role_at(mv.from()) == Some(Role::King),
];

/// Positions of a game with the moves that led to them.
fn played(chance: &mut Chance, plies: usize, often: usize) -> (Vec<Position<Standard>>, Vec<Move>) {
    let (mut positions, mut game) = (vec![Position::initial()], Vec::new());
    while game.len() < plies {
        let position = positions[game.len()];
        let moves = legal_moves(&position);
        let choice = CHOICES[if chance.one_in(often) { 0 } else { chance.below(CHOICES.len()) }];
        let chosen: Vec<Move> = moves.iter().copied().filter(|&mv| choice(&position, mv)).collect();
        if moves.is_empty() {
            break;
        }
        let mv = chance.pick(if chosen.is_empty() { &moves } else { &chosen });
        positions.push(position.play(mv));
        game.push(mv);
    }
    (positions, game)
}

/// All games of a few plies: what is shown with the strongest numbers there are is never beyond the truth,
/// and accepted.
#[test]
fn never_beyond_all_games_of_three_plies() {
    let mut level = vec![(Position::initial(), Vec::new())];
    let mut chance = Chance(1);
    let (mut asked, mut tight) = (0, 0);
    for plies in 0..=3 {
        let mut next = Vec::new();
        for (position, game) in &level {
            for mv in legal_moves(position) {
                if plies < 1 || chance.one_in([4, 4, 60][plies.min(2)]) {
                    let mut longer: Vec<Move> = game.clone();
                    longer.push(mv);
                    next.push((position.play(mv), longer));
                }
            }
            for setup in [position.to_setup(), as_written(position)] {
                let past = Past::from(&setup);
                for terms in [GameTerms::default(), OPEN] {
                    let truth = shortest(&past, terms, 1, &Limits::default()).at_least;
                    assert!(truth <= plies);
                    let beyond = bound(&past, terms, truth + 2);
                    assert!(beyond.at_least <= truth, "{}", fen::write::<Standard>(&setup));
                    let shown = bound(&past, terms, truth);
                    asked += 1;
                    tight += usize::from(shown.at_least == truth);
                    assert_eq!(
                        usize::from(accepted(&certificate(&setup, game, shown.clone()))),
                        shown.at_least
                    );
                }
            }
        }
        level = next;
    }
    assert!(asked > 300 && tight * 100 > asked * 99, "{tight} of {asked}");
}

/// Games that were played have no fewer plies than anything that is shown.
#[test]
fn never_beyond_games_that_were_played() {
    let long = std::env::var_os("ARBITER_LONG").is_some();
    let mut chance = Chance(if long { 2 } else { 3 });
    let (mut asked, mut trees) = (0, 0);
    for round in 0..if long { 500 } else { 6 } {
        let (positions, game) = played(&mut chance, 8 + round % 24, 3);
        for (plies, position) in positions.iter().enumerate().skip(round % 4).step_by(4) {
            for (setup, terms) in [(position.to_setup(), GameTerms::default()), (as_written(position), OPEN)]
            {
                let past = Past::from(&setup);
                let shown = bound(&past, terms, plies + 2);
                assert!(shown.at_least <= plies, "{plies}: {}", fen::write::<Standard>(&setup));
                let claimed = shown.at_least;
                trees += usize::from(shown.nodes.len() > 1);
                asked += 1;
                assert_eq!(usize::from(accepted(&certificate(&setup, &game[..plies], shown))), claimed);
            }
        }
    }
    assert!(asked > 30, "{asked} {trees}");
}

/// A position whose root shows it, one that takes a tree, and one with castling.
const EXAMPLES: [(&str, usize); 4] = [
    ("rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq -", 7),
    ("3qkbnr/rpp2ppp/n2p4/8/4p3/7R/PPPPPPP1/R1BQKBN1 b Qk -", 13),
    ("rnbqkbnr/1pppp1pp/8/5p2/p7/2P2N2/PP1PPPPP/RNBQKB1R w KQkq -", 8),
    ("rnbqkbnr/ppp1p1pp/8/4Pp2/2Pp4/8/PP1P1PPP/RNBQKBNR b KQkq c3", 7),
];

fn example(text: &str, plies: usize) -> Value {
    let setup = fen::parse::<Standard>(text).unwrap();
    let past = Past::from(&setup);
    let found = shortest(&past, GameTerms::default(), 1, &Limits::default());
    assert_eq!((found.at_least, found.limit), (plies, None), "{text}");
    let shown = bound(&past, GameTerms::default(), plies);
    assert_eq!(shown.at_least, plies, "{text}");
    let certificate = certificate(&setup, &found.games[0], shown);
    assert_eq!(usize::from(accepted(&certificate)), plies);
    serde_json::from_str(&certificate.to_json()).unwrap()
}

fn is_accepted(certificate: &Value) -> bool {
    chess_arbiter_check::check(&certificate.to_string()).is_ok()
}

/// All places of an array of numbers below a value.
fn duals(value: &Value, place: String, found: &mut Vec<String>) {
    let Some(items) = value.as_array() else { return };
    if items.len() > 3 && items.iter().all(Value::is_i64) {
        found.push(place);
        return;
    }
    for (i, item) in items.iter().enumerate() {
        duals(item, format!("{place}/{i}"), found);
    }
}

/// Numbers raised or lowered, rounds left out or in another order, other positions and more plies are
/// refused.
#[test]
fn tampered_with() {
    let mut chance = Chance(5);
    for (text, plies) in EXAMPLES {
        let valid = example(text, plies);
        let with = |place: &str, value: Value| {
            let mut changed = valid.clone();
            *changed.pointer_mut(place).unwrap() = value;
            changed
        };
        for more in [plies + 1, plies + 2, plies + 65_536] {
            assert!(!is_accepted(&with("/claim/at_least", json!(more))), "{text}: {more}");
        }
        assert!(is_accepted(&with("/evidence/bound", valid["evidence"]["bound"].clone())));
        for wrong in [json!([]), json!([[null, []]]), json!([[null, [[]]]]), json!(null)] {
            assert!(!is_accepted(&with("/evidence/bound", wrong.clone())), "{text}: {wrong}");
        }
        let nodes = valid["evidence"]["bound"].as_array().unwrap();
        for i in 0..nodes.len() {
            let mut fewer = nodes.clone();
            fewer.remove(i);
            assert!(!is_accepted(&with("/evidence/bound", json!(fewer))), "{text}: without node {i}");
            let rounds = nodes[i][1].as_array().unwrap();
            // Where the moves are looked at one by one a round may have been to no purpose.
            for j in 0..if nodes.len() == 1 { rounds.len() } else { 0 } {
                let mut fewer = rounds.clone();
                fewer.remove(j);
                let place = format!("/evidence/bound/{i}/1");
                assert!(!is_accepted(&with(&place, json!(fewer))), "{text}: {i} without round {j}");
                let mut swapped = rounds.clone();
                swapped.reverse();
                assert_eq!(
                    is_accepted(&with(&place, json!(swapped))),
                    swapped == *rounds,
                    "{text}: {i} reversed"
                );
            }
        }
        let mut places = Vec::new();
        duals(&valid["evidence"]["bound"], "/evidence/bound".into(), &mut places);
        let mut raised = 0;
        for _ in 0..60 {
            let place = chance.pick(&(0..places.len()).collect::<Vec<_>>());
            let numbers = valid.pointer(&places[place]).unwrap().as_array().unwrap();
            let number = format!("{}/{}", places[place], chance.below(numbers.len()));
            let was = valid.pointer(&number).unwrap().as_i64().unwrap();
            raised += usize::from(!is_accepted(&with(&number, json!(was + 40))));
            let fewer: Vec<Value> = numbers[1..].to_vec();
            assert!(!is_accepted(&with(&places[place], json!(fewer))), "{text}: {}", places[place]);
        }
        // A number for what cannot be anyway may be any.
        assert!(raised > 50, "{text}: {raised}");
        // The array needs no move at all.
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let mut other = with("/position", json!(start));
        other["evidence"]["game"] = json!([]);
        assert!(!is_accepted(&other), "{text}");
    }
}
