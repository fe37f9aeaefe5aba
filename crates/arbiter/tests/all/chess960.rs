//! Games from the arrays of Chess960: what was played is refuted by no lemma, moves are taken back, verdicts
//! are right and certified.
#![allow(clippy::print_stderr)]

use crate::common;
use crate::lemmas::checked_refutation;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use chess_arbiter::board::{Bitboard, Color, Move, Role, Setup, Square, Start};
use chess_arbiter::format::fen;
use chess_arbiter::limits::Limits;
use chess_arbiter::moves::{Past, Unmove, UnmoveKind, legal_moves, unmoves};
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::reach::lemma::{FILES, LOCKED, ORIGINS, instant, refute};
use chess_arbiter::reach::{self, Level, ReachAnswer, ReachLimits, ReachVerdict, Unsupported};
use chess_arbiter::rules::Standard;
use chess_arbiter_check::{
    lemma, past::Past as Checked, retract::predecessors, start::Start as CheckedStart,
};
use common::{Chance, sweep};
use shakmaty::Position as _;

/// What moves are liked in a game.
#[derive(Clone, Copy, Debug)]
enum Taste {
    Anything,
    /// Castling when it is possible.
    Castling,
    /// Pieces move about behind pawns.
    Behind,
    Captures,
}

const TASTES: [Taste; 4] = [Taste::Anything, Taste::Castling, Taste::Behind, Taste::Captures];

impl Taste {
    fn likes(self, position: &Position<Standard>, mv: Move) -> bool {
        let board = position.board();
        let pawn = board.role(Role::Pawn).has(mv.from());
        match self {
            Taste::Anything => true,
            Taste::Castling => position.is_castling(mv),
            Taste::Behind => !pawn && matches!(mv.to().rank(), 0 | 1 | 6 | 7),
            Taste::Captures => board.color(!position.turn()).has(mv.to()),
        }
    }
}

/// Plays a game, calling `visit` with each position that a move led to, the one before and the move.
fn play(
    start: Start,
    taste: Taste,
    plies: usize,
    chance: &mut Chance,
    mut visit: impl FnMut(&Position<Standard>, Move, &Position<Standard>),
) -> Position<Standard> {
    let mut position = Position::from_start(start);
    for _ in 0..plies {
        let moves = legal_moves(&position);
        let liked: Vec<Move> = moves.iter().copied().filter(|&mv| taste.likes(&position, mv)).collect();
        if moves.is_empty() {
            break;
        }
        let mv = if liked.is_empty() || chance.one_in(6) { chance.pick(&moves) } else { chance.pick(&liked) };
        let after = position.play(mv);
        visit(&position, mv, &after);
        position = after;
    }
    position
}

fn some_start(chance: &mut Chance) -> Start {
    Start::new(chance.below(960) as u16).unwrap()
}

fn past(start: Start, position: &Position<Standard>) -> Past {
    Past { start, ..Past::from(&position.to_setup()) }
}

/// As certificates write it.
fn key(past: &Past) -> String {
    let mut rights = String::new();
    for (color, letters) in [(Color::White, ['K', 'Q']), (Color::Black, ['k', 'q'])] {
        let named = past.start.castlings(color).into_iter().zip(letters);
        rights.extend(named.filter(|(right, _)| past.castling.has(right.rook)).map(|(_, letter)| letter));
    }
    let men = fen::write_key::<Standard>(&Setup::new(past.board, past.turn));
    let men = men.split(' ').next().unwrap();
    let turn = if past.turn == Color::White { 'w' } else { 'b' };
    let square = past.en_passant.map_or("-".into(), |square| square.to_string());
    format!("{men} {turn} {} {square}", if rights.is_empty() { "-" } else { &rights })
}

fn checked(past: &Past) -> Checked {
    let start = CheckedStart::parse(&past.start.to_string()).unwrap();
    Checked::parse_from(start, &key(past)).unwrap_or_else(|error| panic!("{}: {error}", key(past)))
}

/// Some of the demands.
fn weakened(chance: &mut Chance, past: &Past) -> Past {
    let castling = past.castling.filter(|_| chance.one_in(2)).collect();
    Past { castling, en_passant: past.en_passant.filter(|_| chance.one_in(2)), ..*past }
}

/// `ARBITER_LONG=1`: twenty times as many games.
#[test]
fn no_lemma_refutes_what_was_played() {
    let mut chance = Chance(960);
    let mut seen = 0;
    for game in 0..sweep(200, 4_000) {
        let (start, taste) = (some_start(&mut chance), TASTES[game % 4]);
        let mut own = Chance(chance.next());
        play(start, taste, 60, &mut chance, |_, _, position| {
            let full = past(start, position);
            for past in [full, weakened(&mut own, &full)] {
                let found = instant(&past).or_else(|| refute(&past));
                assert_eq!(found.map(|lemma| lemma.name), None, "{start} {}", key(&past));
                seen += 1;
                // The checker's lemmas take longer.
                if own.one_in(40) {
                    let past = checked(&past);
                    for name in lemma::names().filter(|name| !lemma::takes_cases(name)) {
                        assert!(lemma::check(name, &past).is_err(), "{name}: {start} {past}");
                    }
                }
            }
        });
    }
    eprintln!("{seen} pasts");
}

/// Men of an array behind pawns that mostly have not moved: some gone, knights out, some in each other's
/// places.
fn behind_pawns(start: Start, chance: &mut Chance) -> Past {
    let setup = start.setup();
    let mut past = Past { start, castling: Bitboard::EMPTY, ..Past::from(&setup) };
    let swaps = chance.below(4);
    for color in Color::BOTH {
        let (first, third) = (7 * color as u8, 2 + 3 * color as u8);
        for file in 0..8 {
            let home = Square::at(file, first);
            if past.board.role_at(home) == Some(Role::Knight) && chance.one_in(2) {
                let knight = past.board.remove(home).unwrap();
                if !chance.one_in(4) {
                    past.board.put(Square::at(chance.below(8) as u8, third), knight);
                }
            } else if past.board.role_at(home) != Some(Role::King) && chance.one_in(9) {
                past.board.remove(home);
            }
            let (pawn, step) = (Square::at(file, 1 + 5 * color as u8), Square::at(file, third));
            if chance.one_in(12) && past.board.man_at(step).is_none() {
                let man = past.board.remove(pawn).unwrap();
                past.board.put(step, man);
            }
        }
        for _ in 0..swaps {
            let [one, other] = [0; 2].map(|_| Square::at(chance.below(8) as u8, first));
            let men = [one, other].map(|square| past.board.remove(square));
            for (square, man) in [other, one].into_iter().zip(men) {
                man.into_iter().for_each(|man| past.board.put(square, man));
            }
        }
        let in_place = |rook: &Square| {
            past.board.men(color, Role::Rook).has(*rook)
                && past.board.men(color, Role::King).has(start.king(color))
        };
        past.castling |= start.rooks(color).filter(|rook| in_place(rook) && chance.one_in(4)).collect();
    }
    past.turn = chance.pick(&Color::BOTH);
    past
}

/// Library and checker find the same lemmas. `ARBITER_LONG=1`: thirty times as many.
#[test]
fn lemmas_agree() {
    let mut chance = Chance(961);
    let mut found = BTreeMap::new();
    for _ in 0..sweep(700, 20_000) {
        let start = some_start(&mut chance);
        let past = behind_pawns(start, &mut chance);
        let checked = checked(&past);
        assert_eq!(instant(&past).is_some(), lemma::instant(&checked).is_some(), "{start} {checked}");
        if instant(&past).is_some() {
            continue;
        }
        if let Some(lemma) = refute(&past) {
            *found.entry(lemma.name).or_insert(0) += 1;
            assert!(checked_refutation(lemma, &past), "{lemma}: {start} {checked}");
        }
        for ours in [&FILES, &ORIGINS, &LOCKED] {
            let applies = lemma::check(ours.name, &checked).is_ok();
            assert_eq!(ours.refutation(&past).is_some(), applies, "{ours}: {start} {checked}");
        }
    }
    eprintln!("{found:?}");
    assert!(
        ["origins", "locked", "order", "parity"].iter().all(|name| found.contains_key(name)),
        "{found:?}"
    );
}

/// The move that an un-move takes back.
fn forward(past: &Past, unmove: Unmove) -> Move {
    let Unmove { stands, came_from, kind, .. } = unmove;
    match kind {
        UnmoveKind::Promotion => Move::promote(came_from, stands, past.board.role_at(stands).unwrap()),
        UnmoveKind::Castling => {
            let sides = past.start.castlings(!past.turn);
            Move::new(came_from, sides.into_iter().find(|right| right.king_to == stands).unwrap().rook)
        }
        _ => Move::new(came_from, stands),
    }
}

/// All pasts before one, each checked to lead there by a legal move.
fn before(past: &Past) -> Vec<Past> {
    let mut list = Vec::new();
    let _ = unmoves(past, |unmoves| -> ControlFlow<()> {
        list.extend(unmoves.iter().map(|unmove| (past.before(unmove), forward(past, unmove))));
        ControlFlow::Continue(())
    });
    let legal = Position::<Standard>::new(&past.setup(), Policy::Movable).is_ok();
    for (before, mv) in &list {
        let Ok(position) = Position::<Standard>::new(&before.setup(), Policy::Movable) else {
            assert!(instant(before).is_some(), "{} before {}", key(before), key(past));
            continue;
        };
        assert!(!legal || legal_moves(&position).contains(mv), "{mv} in {} to {}", key(before), key(past));
        let after = position.play(*mv);
        let same = *after.board() == past.board
            && (past.castling - after.to_setup().castling).is_empty()
            && (past.en_passant.is_none() || past.en_passant == after.en_passant());
        assert!(same, "{mv} in {} to {}", key(before), key(past));
    }
    list.into_iter().map(|(before, _)| before).collect()
}

/// Library and checker take back the same moves; each leads forward again; what was played is among them.
#[test]
fn moves_are_taken_back() {
    let mut chance = Chance(962);
    let (mut castled, mut on_the_spot) = (0, 0);
    for game in 0..sweep(120, 4_000) {
        let start = some_start(&mut chance);
        let taste = if game % 2 == 0 { Taste::Castling } else { Taste::Behind };
        let mut own = Chance(chance.next());
        play(start, taste, 50, &mut chance, |from, mv, to| {
            let castles = from.is_castling(mv);
            if !castles && !own.one_in(10) {
                return;
            }
            let real = past(start, from);
            for past in [past(start, to), weakened(&mut own, &past(start, to))] {
                let found = before(&past);
                let is_real = |before: &&Past| {
                    (before.board, before.turn) == (real.board, real.turn)
                        && (before.castling - real.castling).is_empty()
                        && (before.en_passant.is_none() || before.en_passant == real.en_passant)
                };
                assert_eq!(found.iter().filter(is_real).count(), 1, "{mv} in {}", key(&real));
                let ours: BTreeSet<String> = found.iter().map(key).collect();
                let checked = predecessors(&checked(&past));
                let theirs: BTreeSet<String> = checked.iter().map(|(before, _)| before.to_string()).collect();
                assert_eq!(ours, theirs, "{start} {}", key(&past));
            }
            castled += usize::from(castles);
            let king = from.board().men(from.turn(), Role::King);
            on_the_spot += usize::from(castles && king == to.board().men(from.turn(), Role::King));
        });
    }
    eprintln!("{castled} castlings, {on_the_spot} of them by a king that stays");
    assert!(castled > 20 && on_the_spot > 2, "{castled} {on_the_spot}");
}

fn limits(start: Start, level: Level, nodes: u64) -> ReachLimits {
    let own = ReachLimits::default();
    ReachLimits { start, level, work: Limits { nodes: Some(nodes), ..own.work.clone() }, ..own }
}

/// Another library plays the game, and the checker accepts the certificate.
fn assert_certified(verdict: &ReachVerdict, setup: &Setup) {
    let start = verdict.past().start;
    let text = fen::write::<Standard>(setup);
    if let ReachAnswer::Legal(game) = &verdict.answer {
        let mode = shakmaty::CastlingMode::Chess960;
        let array: shakmaty::fen::Fen = fen::write::<Standard>(&start.setup()).parse().unwrap();
        let mut chess: shakmaty::Chess = array.into_position(mode).unwrap();
        for mv in game {
            let uci: shakmaty::uci::UciMove = mv.to_string().parse().unwrap();
            let mv = uci.to_move(&chess).unwrap_or_else(|error| panic!("{text}: {mv}: {error}"));
            chess.play_unchecked(mv);
        }
        let end: shakmaty::fen::Fen = text.parse().unwrap();
        let end: shakmaty::Chess = end.into_position(mode).unwrap();
        assert_eq!(chess.board(), end.board(), "{start} {text}");
        assert_eq!(
            (chess.turn(), chess.castles().castling_rights()),
            (end.turn(), end.castles().castling_rights())
        );
    }
    let Some(certificate) = verdict.certificate() else { return };
    let json = certificate.to_json();
    let accepted = chess_arbiter_check::check(&json).unwrap_or_else(|why| panic!("{start} {text}: {why}"));
    let named = (!start.is_usual()).then(|| start.to_string());
    assert_eq!((accepted.answer, accepted.start), (verdict.word(), named));
    // Another array, the usual one named, or none that there is.
    let named = format!(",\"start\":\"{start}\"");
    assert_eq!(json.matches(&named).count(), usize::from(!start.is_usual()), "{json}");
    for other in ["rnbqkbnr", "bbqnnrk", "rrkbbnnq", "rbkbrnnq", "BQNBNRKR", ""] {
        let other = json.replace(&named, &format!(",\"start\":\"{other}\""));
        assert!(start.is_usual() || chess_arbiter_check::check(&other).is_err(), "{other}");
    }
    if verdict.word() == "legal" && !start.is_usual() {
        let usual = chess_arbiter_check::check(&json.replace(&named, ""));
        let other = Start::new(959 - start.number()).unwrap().to_string();
        let other = chess_arbiter_check::check(&json.replace(&start.to_string(), &other));
        assert!(usual.is_err() && other.is_err(), "{json}");
    }
}

/// Positions of play from 200 arrays, with the rights they have and with some. `ARBITER_LONG=1`: 2,000
/// arrays.
#[test]
fn what_was_played_is_legal() {
    let mut chance = Chance(963);
    let (mut asked, mut decided) = (0, 0);
    for number in 0..sweep(200, 2_000) {
        let start = some_start(&mut chance);
        let plies = 2 + chance.below(39);
        let position = play(start, TASTES[number % 4], plies, &mut chance, |_, _, _| {});
        let setup = position.to_setup();
        for setup in [setup, Setup { castling: Bitboard::EMPTY, en_passant: None, ..setup }] {
            let nodes = if number % 15 == 0 { 60_000 } else { 1_000 };
            let level = if number % 15 == 0 { Level::Full } else { Level::LastMove };
            let verdict = reach::decide(&setup, &limits(start, level, nodes)).unwrap();
            // Rights that were there may be gone only with a move of king or rook.
            let all = setup.castling == position.to_setup().castling;
            let text = fen::write::<Standard>(&setup);
            assert!(!all || verdict.word() != "illegal", "{start} {text}: {verdict}");
            assert_certified(&verdict, &setup);
            if level == Level::Full && all {
                (asked, decided) = (asked + 1, decided + usize::from(verdict.word() == "legal"));
            }
        }
    }
    eprintln!("{decided} of {asked} decided");
    assert!(10 * decided > 7 * asked, "{decided} of {asked}");
}

/// What no game from an array reaches though one from another does.
#[test]
fn illegal_from_an_array() {
    let decide = |start: &str, text: &str| {
        let setup = fen::parse::<Standard>(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let verdict = reach::decide(&setup, &limits(start.parse().unwrap(), Level::Full, 200_000)).unwrap();
        assert_certified(&verdict, &setup);
        verdict.to_string()
    };
    // Of the array itself nothing remains in question.
    for start in [0, 1, 518, 692, 959].map(|number| Start::new(number).unwrap()) {
        let array = fen::write::<Standard>(&start.setup());
        assert_eq!(decide(&start.to_string(), &array), "legal");
        let other = Start::new(959 - start.number()).unwrap().to_string();
        assert!(decide(&other, &array.replace("KQkq", "-")).starts_with("illegal static"), "{array}");
    }
    for (start, text, verdict) in [
        // King or rook of the right is elsewhere.
        ("bqnbnrkr", "4k3/8/8/8/8/8/8/5RK1 w K - 0 1", "illegal well-formed castling"),
        ("bqnbnrkr", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "illegal well-formed castling"),
        ("bqnbnrkr", "6k1/8/8/8/8/8/8/6KR w K - 0 1", "legal"),
        // No bishop came out from behind these pawns, and none but that of the array stands there.
        ("bqnbnrkr", "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w - - 0 1", "legal"),
        ("rnbqkbnr", "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w - - 0 1", "illegal static origins"),
        ("bqnbnrkr", "4k3/8/8/8/8/8/PPPPPPPP/2B1K3 w - - 0 1", "illegal static origins"),
        // Rooks and king pass each other by castling alone, and once.
        ("bbqnnrkr", "4k3/8/8/8/8/8/PPPPPPPP/5RK1 w - - 0 1", "legal"),
        // White has moved its knights an odd number of times: both began on dark squares.
        ("bqnbnrkr", "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR b KQkq - 0 1", "illegal static parity"),
    ] {
        assert_eq!(decide(start, text), verdict, "{start} {text}");
    }
}

/// Rights that the array does not have are illegal where the men show it, and else an error, never another
/// question.
#[test]
fn rights_of_another_array() {
    let decide = |start: &str, text: &str| {
        let setup = fen::parse::<Standard>(text).unwrap();
        reach::decide(&setup, &limits(start.parse().unwrap(), Level::Full, 50_000))
    };
    let word = |start, text| decide(start, text).map(|verdict| verdict.word());
    // The b-rook; of the array there is none on a1.
    assert_eq!(
        word("rnbqkbnr", "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1"),
        Err(Unsupported::Chess960 { rook: Square::B1 })
    );
    assert_eq!(word("brnqkbnr", "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1"), Ok("legal"));
    assert_eq!(word("rbbqknnr", "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1"), Ok("illegal"));
    let start: Start = "rbbqknnr".parse().unwrap();
    let other = decide("rbbqknnr", "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1");
    assert_eq!(other.unwrap_err(), Unsupported::OtherArray { rook: Square::B1, start });
    // Every array with every other's rights.
    for number in 0..960 {
        let (one, other) = (Start::new(number).unwrap(), Start::new((number * 7 + 13) % 960).unwrap());
        let setup = one.setup();
        let asked = reach::decide(&setup, &limits(other, Level::Static, 1_000));
        match asked {
            Ok(verdict) => assert_eq!(verdict.word() == "illegal", one != other, "{one:?} {other:?}"),
            Err(error) => {
                assert!(matches!(error, Unsupported::OtherArray { .. } | Unsupported::Chess960 { .. }))
            }
        }
    }
}

/// Asked of any array, what was played from one is legal or undecided, and what none leads to is certified
/// for all of them.
#[test]
fn from_any_array() {
    let mut chance = Chance(964);
    let (mut legal, mut usual) = (0, 0);
    for number in 0..sweep(12, 300) {
        let start = some_start(&mut chance);
        let position = play(start, TASTES[number % 4], 4 + chance.below(12), &mut chance, |_, _, _| {});
        let setup = position.to_setup();
        let text = fen::write::<Standard>(&setup);
        let verdict = reach::decide_any(&setup, &limits(Start::USUAL, Level::Full, 30_000)).unwrap();
        assert!(verdict.word() != "illegal", "{start} {text}");
        assert_certified(&verdict, &setup);
        legal += usize::from(verdict.word() == "legal");
        usual += usize::from(verdict.past().start == start);
    }
    eprintln!("{legal} legal, {usual} from the array they were played from");
    assert!(legal > 6 && usual > 6, "{legal} {usual}");

    for (text, word) in [
        // Two bishops on dark squares behind pawns that never moved.
        ("4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1", "illegal five-rules promotions"),
        ("4k3/8/8/8/8/8/8/4K1KR w K - 0 1", "illegal playable kings"),
        // Arrays with a rook on c1 could mean that one: nothing shows that they do not.
        ("4k3/8/8/8/8/8/PPPPPPPP/R1R1K3 w Q - 0 1", "a castling right is claimed for the rook on a1"),
        // All men of one array at home, and Black to move.
        ("bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR b KQkq - 0 1", "illegal static"),
        ("8/8/8/8/8/k7/8/K1B5 w - - 0 1", "illegal"),
    ] {
        let setup = fen::parse::<Standard>(text).unwrap();
        let verdict = reach::decide_any(&setup, &limits(Start::USUAL, Level::LastMove, 100_000));
        let said = verdict.as_ref().map_or_else(ToString::to_string, ToString::to_string);
        assert!(said.starts_with(word), "{text}: {said}");
        let Some(certificate) = verdict.ok().and_then(|verdict| verdict.certificate()) else { continue };
        let json = certificate.to_json();
        let accepted = chess_arbiter_check::check(&json).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!((accepted.answer, accepted.start.as_deref()), ("illegal", Some("any")));
        // One left out, one twice, one that is none.
        let left_out =
            json.replace("\"bqnbnrkr\"", "").replace("[,", "[").replace(",]", "]").replace(",,", ",");
        for wrong in
            [left_out, json.replacen("bqnbnrkr", "rbqnkbnr", 1), { json.replacen("bqnbnrkr", "any", 1) }]
        {
            let refused = wrong != json && chess_arbiter_check::check(&wrong).is_err();
            assert!(refused, "{text}");
        }
    }
}
