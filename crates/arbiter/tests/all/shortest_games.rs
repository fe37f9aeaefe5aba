//! Shortest proof games: against all games of a few plies, against games that were played, and where the
//! answer is known. shakmaty replays what is found.

use crate::common;

use std::collections::{HashMap, HashSet};

use chess_arbiter::board::{Move, Role, Setup};
use chess_arbiter::format::{fen, uci};
use chess_arbiter::limits::{Limits, Reached};
use chess_arbiter::moves::{Past, legal_moves};
use chess_arbiter::position::Position;
use chess_arbiter::reach::shortest::{
    GameLength, GamesFound, GamesWanted, MAX_PLIES, ShortestGames, exactly, find, shortest,
};
use chess_arbiter::reach::{self, GameTerms, ReachAnswer, ReachLimits};
use chess_arbiter::rules::Standard;
use common::Chance;
use shakmaty::{Chess, EnPassantMode, Position as _, uci::UciMove};

fn past(text: &str) -> Past {
    Past::from(&fen::parse::<Standard>(text).unwrap())
}

fn limited(past: &Past, wanted: usize, nodes: u64) -> ShortestGames {
    shortest(past, GameTerms::default(), wanted, &Limits { nodes: Some(nodes), ..Limits::default() })
}

/// The position as it is usually written: an en passant square only where a capture there is legal.
fn as_written(position: &Position<Standard>) -> Past {
    let possible = legal_moves(position).iter().any(|&mv| position.is_en_passant(mv));
    let setup = position.to_setup();
    Past::from(&if possible { setup } else { Setup { en_passant: None, ..setup } })
}

/// shakmaty plays the game and gets to the position.
fn replay(game: &[Move], target: &Past) {
    let (mut ours, mut theirs) = (Position::initial(), Chess::default());
    for &mv in game {
        let text = uci::write(&ours, mv);
        let move_of_theirs = text.parse::<UciMove>().unwrap().to_move(&theirs);
        theirs.play_unchecked(move_of_theirs.unwrap_or_else(|_| panic!("{text} is illegal")));
        ours = ours.play(mv);
    }
    let mode = if target.en_passant.is_some() { EnPassantMode::Always } else { EnPassantMode::Legal };
    let end = shakmaty::fen::Fen::try_from_setup(theirs.to_setup(mode)).unwrap().to_string();
    let key = fen::write_key::<Standard>(&target.setup());
    assert!(end.starts_with(&key), "{end} is not {key}");
}

/// Whether a move is one of those to choose from.
type Choice = fn(&Position<Standard>, Move) -> bool;

fn captures(position: &Position<Standard>, mv: Move) -> bool {
    position.board().color(!position.turn()).has(mv.to()) || position.is_en_passant(mv)
}

fn pushes(position: &Position<Standard>, mv: Move) -> bool {
    position.board().role_at(mv.from()) == Some(Role::Pawn) && mv.promotion() != Some(Role::Queen)
}

fn pieces(position: &Position<Standard>, mv: Move) -> bool {
    position.board().role_at(mv.from()) != Some(Role::Pawn) && !captures(position, mv)
}

/// The positions of a game, its moves chosen from these where there is one.
fn played(chance: &mut Chance, plies: usize, choose: Choice) -> Vec<Position<Standard>> {
    let mut positions = vec![Position::initial()];
    while positions.len() <= plies {
        let position = positions[positions.len() - 1];
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        let chosen: Vec<Move> = moves.iter().copied().filter(|&mv| choose(&position, mv)).collect();
        let mv = chance.pick(if chosen.is_empty() { &moves } else { &chosen });
        positions.push(position.play(mv));
    }
    positions
}

/// The least plies and the number of games of all positions that four plies lead to, counted by playing them
/// all, are what the search finds.
#[test]
fn as_all_games_of_four_plies_have_it() {
    let mut known: HashMap<Past, (usize, usize)> = HashMap::new();
    let mut level: HashMap<Past, (Position<Standard>, usize)> = HashMap::new();
    let start = Position::initial();
    level.insert(Past::from(&start.to_setup()), (start, 1));
    for plies in 0..=4 {
        let mut here: HashMap<Past, usize> = HashMap::new();
        let mut next: HashMap<Past, (Position<Standard>, usize)> = HashMap::new();
        for (full, (position, games)) in &level {
            // With the square claimed, and, if no capture is possible there, without.
            let written = as_written(position);
            *here.entry(written).or_default() += games;
            if written != *full {
                *here.entry(*full).or_default() += games;
            }
            for mv in legal_moves(position) {
                let after = position.play(mv);
                next.entry(Past::from(&after.to_setup())).or_insert((after, 0)).1 += games;
            }
        }
        for (past, games) in here {
            known.entry(past).or_insert((plies, games));
        }
        level = if plies < 4 { next } else { HashMap::new() };
    }
    let mut counts = [0; 5];
    for (past, &(plies, games)) in &known {
        // Some of them, the same in every run.
        if past.board.zobrist() % [1, 1, 1, 16, 400][plies] != 0 {
            continue;
        }
        counts[plies] += 1;
        let found = limited(past, 1_000, 1_000_000);
        let text = fen::write::<Standard>(&past.setup());
        assert_eq!((found.at_least, found.games.len(), found.limit), (plies, games, None), "{text}");
        for game in &found.games {
            assert_eq!(game.len(), plies, "{text}");
            replay(game, past);
        }
        assert_eq!(
            exactly(past, GameTerms::default(), plies, 1_000, &Limits::default()).unwrap().len(),
            games,
            "{text}"
        );
    }
    assert!(counts[2] >= 400 && counts[3] > 200 && counts[4] > 100, "{counts:?}");
}

/// No bound is beyond a game that was played, and every game found has as many plies as the bound says.
#[test]
fn never_more_plies_than_were_played() {
    let kinds: [Choice; 4] = [|_, _| true, captures, pushes, pieces];
    let mut chance = Chance(13);
    let (mut tried, mut found) = (0, 0);
    for round in 0..160 {
        let game = played(&mut chance, 14, kinds[round % 4]);
        for (plies, position) in game.iter().enumerate().skip(3 + round % 3).step_by(3) {
            for past in [as_written(position), Past::from(&position.to_setup())] {
                let text = fen::write::<Standard>(&past.setup());
                let answer = limited(&past, 1, 3_000);
                assert!(answer.at_least <= plies, "{} after {plies}: {text}", answer.at_least);
                assert_eq!(answer.at_least % 2, plies % 2, "{text}");
                tried += 1;
                if let Some(game) = answer.games.first() {
                    assert_eq!(game.len(), answer.at_least, "{text}");
                    replay(game, &past);
                    found += 1;
                } else {
                    assert!(answer.limit.is_some(), "no game at all: {text}");
                }
            }
        }
    }
    assert!(found * 20 > tried * 19, "{found} of {tried}");
}

/// Positions whose shortest games are known: FEN, plies, games (up to 20).
const KNOWN: [(&str, usize, usize); 11] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 0, 1),
    // A rook has moved and come back: Nf3, Rg1, Rh1, Ng1 (or Nh3). Both have, for the king cannot have moved.
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq -", 8, 20),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kq -", 16, 20),
    // Black's king has moved and come back.
    ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQ -", 6, 20),
    // En passant squares, claimed and not; in the last one f4 comes last, so that d4 took two steps.
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3", 1, 1),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", 1, 1),
    ("rnbqkbnr/pppp1ppp/8/8/3PpP2/8/PPP1P1PP/RNBQKBNR b KQkq f3", 5, 1),
    // 1. e4 a6 2. e5 d5 3. exd6 e.p.; d6 and a6 in either order; 1. e4 d5 2. exd5 a6 3. d6.
    ("rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq -", 5, 4),
    // 9 plies: h4, hxg5, gxh6, h7, hxg8=Q.
    ("rnbqkbQr/pppppp2/8/8/8/8/PPPPPPP1/RNBQKBNR b KQkq -", 9, 12),
    // Problems with one solution each (T. Orbán 1976, G. Schweig 1938).
    ("rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR w KQ -", 8, 1),
    ("r1bqkbnr/ppp2ppp/3p4/8/8/8/PPPPPPPP/R1BQKBNR w KQkq -", 8, 1),
];

#[test]
fn known_lengths() {
    for (text, plies, games) in KNOWN {
        let past = past(text);
        let found = limited(&past, 20, 2_000_000);
        assert_eq!((found.at_least, found.games.len(), found.limit), (plies, games, None), "{text}");
        for game in &found.games {
            assert_eq!(game.len(), plies, "{text}");
            replay(game, &past);
        }
    }
}

/// What is asked of games that are known to exist: how many, and whether there is a second.
#[test]
fn asked_for() {
    for (text, plies, games) in KNOWN {
        let past = past(text);
        let known = limited(&past, 1, 2_000_000).games.remove(0);
        for length in [GameLength::Shortest, GameLength::Plies(plies)] {
            for (unique, solutions) in [(false, 1), (true, 1), (false, 20), (true, 3)] {
                let wanted = GamesWanted { length, unique, solutions, terms: GameTerms::default() };
                let found = find(wanted, &past, &known, &Limits::default());
                assert_eq!((found.limit, found.is_open()), (None, false), "{text}");
                assert_eq!(found.games.len(), games.min(solutions), "{text}");
                assert_eq!(found.unique, unique.then_some(games == 1), "{text}");
                found.games.iter().for_each(|game| replay(game, &past));
            }
        }
        let wanted = GamesWanted {
            length: GameLength::Plies(plies + 1),
            unique: true,
            solutions: 1,
            terms: GameTerms::default(),
        };
        let found = find(wanted, &past, &known, &Limits::default());
        assert_eq!((found.games.len(), found.unique, found.limit), (0, None, None), "{text}");
    }
}

/// What was found before a limit is kept, the game that is known among it, and there is one limit for all.
#[test]
fn up_to_a_limit() {
    let text = "rnbqkbQr/pppppp2/8/8/8/8/PPPPPPP1/RNBQKBNR b KQkq -";
    let past = past(text);
    let all = exactly(&past, GameTerms::default(), 9, 1_000, &Limits::default()).unwrap();
    let wanted = GamesWanted {
        length: GameLength::Shortest,
        unique: true,
        solutions: 1_000,
        terms: GameTerms::default(),
    };
    let within =
        |nodes, game: &[Move]| find(wanted, &past, game, &Limits { nodes: Some(nodes), ..Limits::default() });
    let detour: Vec<Move> = ["g1f3", "g8f6", "f3g1", "f6g8"]
        .map(|mv| mv.parse().unwrap())
        .into_iter()
        .chain(all[0].clone())
        .collect();
    replay(&detour, &past);
    let mut before: Option<GamesFound> = None;
    let mut parts = 0;
    for nodes in (1..).map(|step| 10 * step) {
        let found = within(nodes, &detour);
        assert!(all.starts_with(&found.games), "the same in the same order, up to a limit");
        assert!(before.is_none_or(|before| before.games.len() <= found.games.len()));
        assert_eq!(found.unique, (found.games.len() > 1).then_some(false));
        if found.limit.is_none() {
            assert_eq!(found.games, all);
            break;
        }
        assert_eq!(found.limit, Some(Reached::Nodes));
        parts += usize::from(!found.games.is_empty());
        before = Some(found);
    }
    assert!(parts > 1, "{parts}");
    // The game that is known counts: alone it is no proof that there is no other.
    let last = &all[all.len() - 1];
    let enough = (1..).find(|&nodes| within(nodes, &detour).games.len() == 1).unwrap();
    let none = within(enough - 1, last);
    assert_eq!((none.games.len(), none.unique, none.limit), (1, None, Some(Reached::Nodes)));
    let one = within(enough, last);
    assert_eq!((one.games, one.unique), (vec![all[0].clone(), last.clone()], Some(false)));
}

/// What no game reaches is not reached; a past that has plainly no game costs nothing.
#[test]
fn none() {
    // A tempo that White cannot lose; a right without its rook.
    let found = limited(&past("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -"), 1, 20_000);
    assert!(found.games.is_empty() && found.at_least >= 9, "{found:?}");
    let found = limited(&past("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq -"), 1, 20_000);
    assert_eq!((found.at_least, found.games.len(), found.limit), (MAX_PLIES + 1, 0, None));
    let start = past("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    let games =
        |plies| exactly(&start, GameTerms::default(), plies, 1_000, &Limits::default()).unwrap().len();
    // Out and back with a knight each, in both orders of the four.
    assert_eq!([0, 1, 2, 3, 4].map(games), [1, 0, 0, 0, 16]);
}

/// Positions near the starting array are decided with little work.
#[test]
fn near_the_array() {
    let rows = [
        "r1bqkb1r/ppppppp1/5n2/2n4p/8/2N2N2/PPPPPPPP/R1BQKBR1 w Qkq -",
        "rnbqkbnr/3pp1pp/pp6/2p3P1/P7/8/1PPPP1PP/RNBQKB1R w KQkq -",
        "rnbqkb1r/1pp2ppp/5n2/pP1p4/2P3P1/2N2P2/P2P1P1P/R1BQKB1R b KQkq -",
        "rn1qkbnr/2pppp1p/8/B7/2P5/P7/1P4bP/RN2KBNR w KQkq -",
        "rnbqkbr1/p1pppppp/7n/8/2P5/4BPP1/PPP1P2P/R2QKBNR b KQq -",
    ];
    for text in rows {
        let setup = fen::parse::<Standard>(text).unwrap();
        let work = Limits { nodes: Some(800_000), ..ReachLimits::default().work };
        let verdict = reach::decide(&setup, &ReachLimits { work, ..ReachLimits::default() }).unwrap();
        assert_eq!(verdict.word(), "legal", "{text}");
    }
}

/// Fields that are not given.
const OPEN: GameTerms = {
    let mut terms = GameTerms::new();
    terms.unknown.castling = true;
    terms.unknown.en_passant = true;
    terms
};

#[test]
fn rights_and_en_passant_may_be_left_open() {
    let limits = Limits::default();
    for (text, exact, open) in [
        // Kings that walked out and back, or never moved.
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - -", 6, 2),
        // A double step that could be answered en passant, or was not the last move.
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq -", 6, 4),
        // Castling is left open too.
        ("rnbqkbnr/1ppppppp/8/8/p3P3/5N2/PPPPBPPP/RNBQ1RK1 b kq -", 7, 7),
    ] {
        let past = past(text);
        let lengths = [GameTerms::default(), OPEN].map(|terms| {
            let found = shortest(&past, terms, 1, &limits);
            if let Some(game) = found.games.first() {
                let played = game.iter().fold(Position::initial(), |position, &mv| position.play(mv));
                assert_eq!(*played.board(), past.board, "{text}");
            }
            found.games[0].len()
        });
        assert_eq!(lengths, [exact, open], "{text}");
        let limits = ReachLimits { terms: OPEN, ..ReachLimits::default() };
        let verdict = reach::decide(&fen::parse::<Standard>(text).unwrap(), &limits).unwrap();
        assert_eq!(verdict.word(), "legal");
    }
}

/// Published problems, of which neither rights nor en passant square are given: the length of the shortest
/// game, and whether it is the only one. (From the test problems of Natch, by way of Euclide.)
#[test]
fn published_problems() {
    for (text, plies) in [
        ("r3kbnr/p2npppp/1p6/q1p5/8/7b/PPPPPPPP/RNBQKB1R w - -", 10),
        ("rnbqkb1r/pppppppp/8/8/8/3B1n2/PPPPNPPP/RNBQ1RK1 w - -", 8),
        ("1nbqkbnr/1ppppppp/8/1B6/1r2P3/p7/PPPPNPPP/RNBQ2RK b - -", 11),
        ("rn1qkbnr/p1ppppp1/8/p5Pp/4P3/5N1b/PPPP1P1P/RNBQ2K1 w - -", 12),
    ] {
        let found = shortest(&past(text), OPEN, 2, &Limits::default());
        assert_eq!((found.at_least, found.limit), (plies, None), "{text}");
        assert!(!found.games.is_empty());
    }
}

/// What was found before a limit is kept: of a position with very many shortest games, and of one whose games
/// are found by the search for long ones.
#[test]
fn limits_leave_what_was_found() {
    let rows = [
        ("rnb1k1nr/p6p/1p1q4/2p1p1pP/P1B1P1P1/b2R1p2/2PP1P2/1NBQK1NR w Kkq -", 100_000),
        ("8/8/8/8/8/8/8/R3K2k w Q -", 1),
    ];
    for (text, solutions) in rows {
        let setup = fen::parse::<Standard>(text).unwrap();
        let (length, terms) = (GameLength::Shortest, GameTerms::default());
        let wanted = GamesWanted { length, unique: true, solutions, terms };
        for nodes in [60_000, 300_000, 600_000] {
            let mut limits = ReachLimits::default();
            limits.work.nodes = Some(nodes);
            let (verdict, found) = reach::decide_with_games(&setup, &limits, wanted).unwrap();
            let ReachAnswer::Legal(game) = &verdict.answer else { panic!("{text}: {verdict}") };
            replay(game, &Past::from(&setup));
            let found = found.unwrap();
            assert!(found.limit.is_some() && (solutions == 1 || found.games.len() > 1), "{text} {nodes}");
            for game in &found.games {
                replay(game, &Past::from(&setup));
            }
            assert_eq!(found.games.iter().collect::<HashSet<_>>().len(), found.games.len());
        }
    }
}
