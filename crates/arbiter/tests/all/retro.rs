//! What a position tells of its past: answers that are known, and what is never excluded.

use std::collections::HashMap;

use crate::common;

use chess_arbiter::board::{Bitboard, Color, Move, PartialSetup, Role, Setup, Square, Start};
use chess_arbiter::format::{fen, parse_partial};
use chess_arbiter::limits::{Limits, Reached};
use chess_arbiter::moves::{UnmoveKind, legal_moves};
use chess_arbiter::position::Position;
use chess_arbiter::reach::ReachLimits;
use chess_arbiter::reach::retro::{Finding, LastMove, LostMan, Retro, RetroCase, SideHistory, retro};
use chess_arbiter::rules::Standard;
use chess_arbiter_check::{CheckError, Rule};
use serde_json::{Value, json};

use common::{Chance, sweep};

fn limits(nodes: Option<u64>) -> ReachLimits {
    let work = Limits { nodes, memory: 256 << 20, ..Limits::default() };
    ReachLimits { work, ..ReachLimits::default() }
}

fn asked(text: &str) -> PartialSetup {
    parse_partial::<Standard>(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn told(text: &str) -> Retro {
    let told = retro(&asked(text), &limits(None)).unwrap_or_else(|error| panic!("{text}: {error}"));
    check(&told);
    told
}

/// The only side that can be to move.
fn only(told: &Retro) -> &RetroCase {
    let mut cases = told.cases.iter().filter(|case| !case.finding.is_impossible());
    let case = cases.next().expect("a side is to move");
    assert!(cases.next().is_none());
    case
}

fn possible(case: &RetroCase) -> Vec<String> {
    let possible = case.last_moves.iter().filter(|last| last.finding.is_possible());
    possible.map(|last| format!("{}{}", last.unmove.came_from, last.unmove.stands)).collect()
}

/// The checker accepts what is told of a side, and nothing that tells more.
fn check_history(side: &SideHistory) {
    let Some(certificate) = side.certificate() else { return };
    let text = certificate.to_json();
    let accepted = chess_arbiter_check::check(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(accepted.answer, format!("{}-history", side.color));
    for sharper in sharper(&text) {
        let sharper = sharper.to_string();
        match chess_arbiter_check::check(&sharper) {
            Err(CheckError::Refused(refusal)) => assert_eq!(refusal.rule, Rule::History, "{sharper}"),
            other => panic!("{other:?}: {sharper}"),
        }
    }
}

/// A certificate with each number a little closer, and each list of what can be a square shorter.
fn sharper(text: &str) -> Vec<Value> {
    let whole: Value = serde_json::from_str(text).unwrap();
    let mut all = Vec::new();
    let mut change = |path: &str, change: &dyn Fn(&mut Value)| {
        let mut with = whole.clone();
        change(with.pointer_mut(path).unwrap());
        all.push(with);
    };
    let more = |by: i64| move |number: &mut Value| *number = (number.as_i64().unwrap() + by).into();
    let fewer = |list: &mut Value| drop(list.as_array_mut().unwrap().pop());
    let claim = &whole["claim"];
    let items = |key: &str| claim[key].as_array().unwrap().iter().enumerate();
    change("/claim/pawn_captures", &more(1));
    for (at, pawn) in items("pawns") {
        change(&format!("/claim/pawns/{at}/least"), &more(1));
        change(&format!("/claim/pawns/{at}/most"), &more(-1));
        for list in ["origins", "on", "victims"] {
            if !pawn[list].as_array().unwrap().is_empty() {
                change(&format!("/claim/pawns/{at}/{list}"), &fewer);
            }
        }
    }
    for (at, _) in items("promoted_among") {
        change(&format!("/claim/promoted_among/{at}/least"), &more(1));
    }
    for (at, lost) in items("lost_men") {
        if !lost["on"].as_array().unwrap().is_empty() {
            change(&format!("/claim/lost_men/{at}/on"), &fewer);
        }
    }
    let homes = |told: &[&str]| -> Vec<String> {
        let all = (0..64).map(|square| Square::wrap(square).to_string());
        all.filter(|square| !told.contains(&square.as_str())).collect()
    };
    // Men of which it is not told.
    let told: Vec<&str> =
        items("promoted_among").filter_map(|(_, among)| among["squares"][0].as_str()).collect();
    for square in homes(&told) {
        let among = json!({"squares": [square], "least": 1});
        change("/claim/promoted_among", &|list| list.as_array_mut().unwrap().push(among.clone()));
    }
    let told: Vec<&str> = items("lost_men").map(|(_, lost)| lost["home"].as_str().unwrap()).collect();
    for home in homes(&told) {
        let lost = json!({"home": home, "on": homes(&[])});
        change("/claim/lost_men", &|list| list.as_array_mut().unwrap().push(lost.clone()));
        let lost = json!({"home": home, "on": []});
        change("/claim/lost_men", &|list| list.as_array_mut().unwrap().push(lost.clone()));
    }
    all
}

/// The checker accepts all evidence; games end as they should, with the move that they are for.
fn check(told: &Retro) {
    let accepted = |finding: &Finding| {
        let Some(certificate) = finding.certificate() else { return };
        let text = certificate.to_json();
        chess_arbiter_check::check(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        if let Finding::Possible(game) = finding {
            assert_eq!(game.end.board, told.asked.board);
        }
    };
    for case in &told.cases {
        case.findings().for_each(accepted);
        case.history.iter().flatten().for_each(check_history);
        for LastMove { unmove, finding, .. } in &case.last_moves {
            if let Finding::Possible(game) = finding {
                assert_eq!(game.end.turn, case.turn);
                let (last, before) = game.moves.split_last().expect("a move was played");
                let position =
                    before.iter().fold(Position::from_start(told.start), |position, &mv| position.play(mv));
                assert_eq!(last.from(), unmove.came_from);
                let captured = match unmove.kind {
                    UnmoveKind::Castling => None,
                    UnmoveKind::EnPassant => Some(Role::Pawn).filter(|_| position.is_en_passant(*last)),
                    _ => position.board().role_at(unmove.stands),
                };
                assert_eq!(captured, unmove.captured);
            }
        }
    }
}

#[test]
fn a_king_that_came_from_nowhere() {
    let told = told("8/8/8/8/8/8/5k1p/7K");
    let case = only(&told);
    assert_eq!(case.turn, Color::White);
    // The king, or the pawn from h3 or with a capture from g3; never a king from beside the other.
    assert!(case.counts().0 > 10 && case.counts().1 == 0, "{:?}", case.counts());
    assert!(possible(case).contains(&"h3h2".into()) && !possible(case).contains(&"g2f2".into()));
}

#[test]
fn the_starting_position() {
    let told = told("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    let case = only(&told);
    assert!(case.turn == Color::White && case.may_be_start);
    assert_eq!(possible(case), ["a6b8", "c6b8", "f6g8", "h6g8"]);
    assert_eq!(case.castling.len(), 15);
    assert!(case.castling.iter().all(|set| set.finding.is_possible()));
}

#[test]
fn rights_alone_and_together() {
    // Black has just moved the king or a rook.
    let told = told("r3k2r/8/8/8/8/8/8/4K3 w ? -");
    let case = only(&told);
    let words: Vec<_> = case.castling.iter().map(|set| (set.rights.len(), set.finding.word())).collect();
    assert_eq!(words, [(1, "possible"), (1, "possible"), (2, "impossible")]);
}

#[test]
fn a_forced_double_step() {
    // The king on h8 is shut in, and from d6 the pawn would have attacked the king.
    let told = told("6Bk/6pp/2N1N3/2KpP3/8/8/8/8 w - ?");
    let case = only(&told);
    assert_eq!(possible(case), ["d7d5"]);
    assert_eq!((case.en_passant[0].square, case.en_passant[0].forced), (Square::D6, Some(true)));
    let given = self::told("6Bk/6pp/2N1N3/2KpP3/8/8/8/8 w - d6");
    assert_eq!((given.cases[0].last_moves.len(), given.cases[0].en_passant[0].forced), (1, Some(true)));
    // Nothing else can have been last, and it would have left the square.
    let denied = self::told("6Bk/6pp/2N1N3/2KpP3/8/8/8/8 w - -");
    assert_eq!(denied.cases[0].counts(), (0, 0));
    assert_eq!(denied.cases[0].finding, Finding::NoLastMove);
    assert!(!denied.cases[0].last_moves.is_empty());
}

#[test]
fn a_double_step_that_was_one_of_several() {
    let told = told("4k3/8/8/3pP3/8/8/8/4K3 w - ?");
    assert_eq!((only(&told).en_passant.len(), only(&told).en_passant[0].forced), (1, Some(false)));
    assert!(only(&told).en_passant[0].finding.is_possible());
    let given = self::told("4k3/8/8/3pP3/8/8/8/4K3 w - d6");
    assert_eq!(given.cases[0].en_passant[0].forced, Some(false));
}

#[test]
fn a_position_before_with_other_rights() {
    // The rook may just have gone to g1, which ended a right that is not among those that are given.
    let told = self::told("rnbqkbnr/pppppppp/8/8/8/4PN2/PPPP1PPP/RNBQKBR1 b Qkq -");
    let case = only(&told);
    assert!(possible(case).contains(&"h1g1".into()), "{:?}", possible(case));
}

#[test]
fn captures_and_promotions() {
    // A pawn on b3 with one on b2 captured; a second bishop on light squares was a pawn.
    let told = told("4k3/8/8/8/8/1P6/1P6/2B1KB1B w - -");
    let [white, black] = told.cases[0].history.clone().unwrap();
    assert_eq!((white.promotions, white.pawn_captures, white.captors), (1, 1, Square::B3.bb()));
    assert_eq!((black.lost, black.promotions, black.pawn_captures), (15, 0, 0));
    // Three pawns on a file: two captures at least, by which of them nobody knows but for the first.
    let told = self::told("4k3/8/8/8/1P6/1P6/1P6/4K3 w - -");
    let [white, _] = told.cases[0].history.clone().unwrap();
    assert_eq!((white.pawn_captures, white.captors), (2, Square::B3.bb() | Square::B4.bb()));
}

/// What really happened is as much as the men tell, or more.
#[test]
fn histories_hold() {
    let mut chance = Chance(11);
    for _ in 0..if std::env::var_os("ARBITER_LONG").is_some() { 2_000 } else { 60 } {
        let mut position = Position::initial();
        let (mut captures, mut captors, mut promoted) = ([0; 2], Bitboard::EMPTY, Bitboard::EMPTY);
        for _ in 0..chance.below(250) {
            let moves = legal_moves(&position);
            // Captures and promotions more often than they would be.
            let telling = |mv: &Move| {
                let pawn = position.board().role_at(mv.from()) == Some(Role::Pawn);
                pawn && (mv.from().file() != mv.to().file() || mv.promotion().is_some())
            };
            let some: Vec<Move> = moves.iter().copied().filter(telling).collect();
            let from = if some.is_empty() || chance.one_in(4) { &moves } else { &some };
            let Some(&mv) = from.get(chance.below(from.len().max(1))) else { break };
            let (was, to) = (mv.from().bb(), mv.to().bb());
            let pawn = position.board().role_at(mv.from()) == Some(Role::Pawn);
            let captured = pawn && mv.from().file() != mv.to().file();
            captures[position.turn() as usize] += u32::from(captured);
            let follow = |set: Bitboard, also: bool| {
                let stays = set - was - to;
                if also || (set & was).has_any() { stays | to } else { stays }
            };
            // King and rook of a castling were never pawns: what they leave and reach stays out.
            (captors, promoted) = (follow(captors, captured), follow(promoted, mv.promotion().is_some()));
            position = position.play(mv);
            (captors, promoted) =
                (captors & position.board().occupied(), promoted & position.board().occupied());
        }
        let setup = Setup::from(position);
        let text = fen::write::<Standard>(&setup);
        let told = retro(&PartialSetup::from(&setup), &limits(Some(1))).unwrap();
        let Some(sides) = &told.cases[0].history else { panic!("{text}") };
        for side in sides {
            assert!(side.pawn_captures <= captures[side.color as usize], "{text}: {side:?}");
            assert!((side.captors - captors).is_empty(), "{text}: {side:?} {captors:?}");
            assert!((side.promoted - promoted).is_empty(), "{text}: {side:?} {promoted:?}");
            let all = promoted & position.board().color(side.color);
            assert!(side.promotions <= all.len(), "{text}: {side:?}");
        }
    }
}

/// A man of the starting position, followed through a game.
#[derive(Clone, Copy, Debug)]
struct Followed {
    home: Square,
    captures: u32,
    /// Where it last captured as a pawn, and where the man began that it captured there.
    last: Option<(Square, Square)>,
    promoted: bool,
}

/// What is told of single captures, of men lost and promoted is what really happened.
#[test]
fn captures_told_are_those_played() {
    let (mut chance, mut pawns, mut sure, mut lost_told, mut among) = (Chance(12), 0, 0, 0, 0);
    let mut checked = 0;
    for _ in 0..sweep(600, 30_000) {
        let mut position = Position::initial();
        let man = |home| Followed { home, captures: 0, last: None, promoted: false };
        let mut men: HashMap<Square, Followed> =
            position.board().occupied().map(|square| (square, man(square))).collect();
        let mut lost: Vec<(Square, Square)> = Vec::new();
        for _ in 0..chance.below(160) {
            let moves = legal_moves(&position);
            let is_pawn = |mv: &Move| position.board().role_at(mv.from()) == Some(Role::Pawn);
            let telling: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|mv| is_pawn(mv) && (mv.from().file() != mv.to().file() || mv.promotion().is_some()))
                .collect();
            let from = if telling.is_empty() || chance.one_in(3) { &moves } else { &telling };
            let Some(&mv) = from.get(chance.below(from.len().max(1))) else { break };
            if position.is_castling(mv) {
                let (king, rook) = (men.remove(&mv.from()).unwrap(), men.remove(&mv.to()).unwrap());
                let (king_to, rook_to) = Position::<Standard>::castling_squares(mv.from(), mv.to());
                men.extend([(king_to, king), (rook_to, rook)]);
            } else {
                let beside = Square::at(mv.to().file(), mv.from().rank());
                let prey = if position.is_en_passant(mv) { beside } else { mv.to() };
                let victim = men.remove(&prey);
                let mut mover = men.remove(&mv.from()).unwrap();
                if let Some(victim) = victim {
                    lost.push((victim.home, prey));
                    if is_pawn(&mv) {
                        mover.captures += 1;
                        mover.last = Some((mv.to(), victim.home));
                    }
                }
                mover.promoted |= mv.promotion().is_some();
                men.insert(mv.to(), mover);
            }
            position = position.play(mv);
        }
        let setup = Setup::from(position);
        let text = fen::write::<Standard>(&setup);
        let told = retro(&PartialSetup::from(&setup), &limits(Some(1))).unwrap();
        let Some(sides) = &told.cases[0].history else { panic!("{text}") };
        for side in sides {
            if checked < 60 && chance.one_in(8) {
                check_history(side);
                checked += 1;
            }
            assert_eq!(
                side.pawns.iter().map(|pawn| pawn.square).collect::<Bitboard>(),
                side.captors,
                "{text}"
            );
            for pawn in &side.pawns {
                let real = men[&pawn.square];
                let (on, victim) = real.last.unwrap_or_else(|| panic!("{text}: {pawn:?}"));
                assert!(pawn.from.has(real.home), "{text}: {pawn:?} {real:?}");
                assert!((pawn.least..=pawn.most).contains(&real.captures), "{text}: {pawn:?} {real:?}");
                assert!(pawn.on.has(on) && pawn.victims.has(victim), "{text}: {pawn:?} {real:?}");
                pawns += 1;
                sure += usize::from(pawn.on.len() == 1);
            }
            for told in &side.lost_men {
                let (_, on) = lost.iter().find(|(home, _)| *home == told.home).expect("it was captured");
                assert!(told.home.rank() % 7 != 0 || told.on.has(*on), "{text}: {told:?} {on}");
                lost_told += 1;
            }
            for kind in &side.promoted_among {
                let real = kind.squares.filter(|square| men[square].promoted).count();
                assert!(real >= kind.least as usize, "{text}: {kind:?}");
                among += 1;
            }
        }
    }
    assert!(pawns > 100 && sure > 20 && lost_told > 100 && among > 20, "{pawns} {sure} {lost_told} {among}");
}

/// What is told of positions where it can be worked out by hand.
#[test]
fn single_captures() {
    // The pawn on d3 came from c2 and took a knight there; which of the two is on b8 nobody knows.
    let told = told("rnbqkb1r/pppppppp/8/8/8/3P4/PP1PPPPP/RNBQKBNR w KQkq -");
    let [white, black] = told.cases[0].history.clone().unwrap();
    let [pawn] = white.pawns[..] else { panic!("{white:?}") };
    assert_eq!((pawn.square, pawn.from, pawn.on), (Square::D3, Square::C2.bb(), Square::D3.bb()));
    assert_eq!((pawn.least, pawn.most), (1, 1));
    assert_eq!(pawn.victims, Square::B8.bb() | Square::G8.bb());
    assert!(black.lost_men.is_empty() && black.pawns.is_empty());
    // A queen and the rook of the king's side are gone. The queen was captured where it began.
    let told = self::told("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq -");
    let [white, black] = told.cases[0].history.clone().unwrap();
    let homes = |lost: &[LostMan]| lost.iter().map(|lost| lost.home).collect::<Bitboard>();
    assert_eq!((homes(&white.lost_men), homes(&black.lost_men)), (Square::H1.bb(), Square::D8.bb()));
    assert_eq!(black.lost_men[0].on, Square::D8.bb());
    // Three knights: one of them was a pawn.
    let told = self::told("rnbqkbnr/pppppp2/8/8/8/N1N5/PPPPPP2/R1BQKBNR w Qkq -");
    let [white, _] = told.cases[0].history.clone().unwrap();
    let knights = Square::A3.bb() | Square::C3.bb() | Square::G1.bb();
    let [among] = white.promoted_among[..] else { panic!("{white:?}") };
    assert_eq!((among.role, among.squares, among.least), (Role::Knight, knights, 1));
}

/// Homes and rights are those of the array that was named.
#[test]
fn from_another_array() {
    let start: Start = "rqbnkbnr".parse().unwrap();
    let limits = ReachLimits { start, ..limits(None) };
    // The pawn on d3 came from c2 and took a knight; Black's began on d8 and g8.
    let asked = self::asked("rqb1kbnr/pppppppp/8/8/8/3P4/PP1PPPPP/RQBNKBNR w ? -");
    let told = retro(&asked, &limits).unwrap();
    check(&told);
    let [white, _] = told.cases[0].history.as_ref().unwrap();
    assert_eq!(white.pawns[0].victims, Square::D8.bb() | Square::G8.bb());
    let all = told.cases[0].castling.last().unwrap();
    assert_eq!((all.rights.len(), all.finding.word()), (4, "possible"));
    // The king's home is g1: Black's castling is over, White's with the rook on f1 is not.
    let start: Start = "nqbbnrkr".parse().unwrap();
    let limits = ReachLimits { start, ..limits };
    let told = retro(&self::asked("nqbbnr1r/ppppppkp/6p1/8/8/6P1/PPPPPP1P/NQBBNRKR w ? -"), &limits).unwrap();
    check(&told);
    let rights: Vec<_> = told.cases[0].castling.iter().map(|set| set.rights).collect();
    let (left, right) = (Square::F1.bb(), Square::H1.bb());
    assert_eq!(rights, [left, right, left | right]);
    // A right that the array does not have.
    let asked = self::asked("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    assert!(
        retro(&asked, &limits).is_err() || retro(&asked, &limits).unwrap().cases[0].finding.is_impossible()
    );
}

/// Whatever was really played is not excluded.
#[test]
fn what_was_played_is_possible() {
    let mut chance = Chance(7);
    for round in 0..if std::env::var_os("ARBITER_LONG").is_some() { 400 } else { 12 } {
        // Every third round from the usual array.
        let number = if round % 3 == 0 { 518 } else { chance.below(960) };
        let start = Start::new(number as u16).unwrap();
        let mut position = Position::from_start(start);
        let mut last = None;
        for _ in 0..1 + chance.below(if round % 2 == 0 { 12 } else { 120 }) {
            let moves = legal_moves(&position);
            let Some(&mv) = moves.get(chance.below(moves.len().max(1))) else { break };
            last = Some((position, mv));
            position = position.play(mv);
        }
        let Some((before, mv)) = last else { continue };
        let setup = Setup::from(position);
        let known = PartialSetup::from(&setup);
        let partial = match round / 2 % 3 {
            0 => PartialSetup { turn: None, castling: None, en_passant: None, ..known },
            1 => PartialSetup { en_passant: None, ..known },
            _ => PartialSetup { castling: None, ..known },
        };
        let limits = ReachLimits { start, ..limits(Some(100_000)) };
        let told = retro(&partial, &limits).unwrap();
        check(&told);
        not_excluded(&told, &before, mv, &setup);
    }
}

fn not_excluded(told: &Retro, before: &Position<Standard>, mv: Move, setup: &Setup) {
    let text = fen::write::<Standard>(setup);
    let case = told.cases.iter().find(|case| case.turn == setup.turn).unwrap();
    assert!(!case.finding.is_impossible(), "{text}");
    for set in &case.castling {
        let held = (set.rights - setup.castling).is_empty();
        assert!(!(held && set.finding.is_impossible()), "{text}: {:?}", set.rights);
    }
    for step in &case.en_passant {
        let played = setup.en_passant == Some(step.square);
        assert!(!(played && step.finding.is_impossible()), "{text}: {}", step.square);
        assert!(played || step.forced != Some(true), "{text}: {}", step.square);
    }
    let stands = if before.is_castling(mv) {
        Position::<Standard>::castling_squares(mv.from(), mv.to()).0
    } else {
        mv.to()
    };
    let taken = setup.board.occupied().len() < before.board().occupied().len();
    let played = case.last_moves.iter().find(|last| {
        (last.unmove.came_from, last.unmove.stands) == (mv.from(), stands)
            && last.unmove.captured.is_some() == taken
            && last.before.board == *before.board()
    });
    // The one that is left out: a capture en passant is legal, and that there is none was given.
    let played = played.unwrap_or_else(|| panic!("{text}: {mv:?} is missing"));
    assert!(!played.finding.is_impossible(), "{text}: {mv:?}");
    // All rights are those of rooks.
    assert!(case.castling.iter().all(|set| (set.rights - setup.board.role(Role::Rook)) == Bitboard::EMPTY));
}

#[test]
fn limits_hold_for_all_together() {
    let asked = asked("4k3/8/8/8/8/8/8/4K2R");
    let told = retro(&asked, &limits(Some(1_000))).unwrap();
    assert!(told.is_open() && told.limit == Some(Reached::Nodes));
    assert!(told.effort.nodes < 60_000, "{:?}", told.effort);
    // The same limits, the same answers.
    let again = retro(&asked, &limits(Some(1_000))).unwrap();
    let words = |told: &Retro| -> Vec<&str> {
        told.cases.iter().flat_map(RetroCase::findings).map(Finding::word).collect()
    };
    assert_eq!(words(&told), words(&again));
}
