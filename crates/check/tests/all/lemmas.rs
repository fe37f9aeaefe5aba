//! The lemmas that need a node: each by hand, none of them of a position out of a game, any men in time.

use crate::common;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use chess_arbiter_check::board::{Board, Kind, RuleSet};
use chess_arbiter_check::lemma;
use chess_arbiter_check::moves::Move;
use chess_arbiter_check::past::Past;
use chess_arbiter_check::start::Start;
use common::{INITIAL, Random, certificate, past_of};
use serde_json::{Value, json};

/// Those that take no cases.
const NAMES: [&str; 3] = ["files", "origins", "locked"];

fn past(text: &str) -> Past {
    Past::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn applying(text: &str) -> Vec<&'static str> {
    NAMES.into_iter().filter(|name| lemma::check(name, &past(text)).is_ok()).collect()
}

/// Each lemma where it applies, and where it just does not any more.
#[test]
fn by_hand() {
    for (text, expected) in [
        // The h-pawns have passed each other; nothing was captured; a knight; a knight by
        // another pawn and the black h-pawn.
        ("rnbqkbnr/ppppppp1/7P/8/8/7p/PPPPPPP1/RNBQKBNR w KQkq -", &["files"][..]),
        ("rnbqkbnr/ppppppp1/7P/8/8/7p/PPPPPPP1/RNBQKB1R w KQkq -", &[]),
        ("rnbqkbnr/1pppppp1/7P/8/8/1p6/PPPPPPP1/RNBQKB1R w KQkq -", &[]),
        ("rnbqkbnr/ppp1pppp/8/8/8/4p3/PPPPPPPP/RNBQKBNR w KQkq -", &["files", "origins"]),
        ("rnbqkb1r/pppp1ppp/4p3/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -", &[]),
        // A bishop that no pawn has let out; one that is let out by another pawn move.
        ("4k3/8/8/8/8/1P6/P1PPPPPP/RNBQKBNR b - -", &[]),
        ("4k3/8/8/8/8/8/PPPPPPPP/KBB5 b - -", &["origins"]),
        ("4k3/8/8/8/8/3PP3/PPPB1PPP/K2B4 b - -", &[]),
        // A king where a pawn attacks it that has not moved.
        ("8/8/8/8/2K5/5k2/6P1/8 b - -", &["origins"]),
        ("8/8/8/8/2K5/5k1P/8/8 b - -", &[]),
        // A rook and a bishop that cannot have come behind the pawns.
        ("4k3/8/8/8/8/1P6/PRP5/1b2K3 b - -", &["locked"]),
        ("4k3/8/8/8/8/1P6/P1P5/1b2K3 b - -", &[]),
        // No king came past the pawn that captured on g6; one did before a pawn went on to h5.
        ("k1KQRb2/ppppp1p1/5pp1/7N/8/8/8/8 b - -", &["origins"]),
        ("k1KQRb2/ppppp1p1/5p2/7p/8/8/8/8 b - -", &[]),
        // A knight that promoted on a8 when a pawn stood on b6; when c7 was free too.
        ("1nbqkbnr/1ppppppp/1p6/3r4/4N3/8/1PPPPPPP/1NBQKBNR w Kk -", &["origins"]),
        ("1nbqkbnr/1p1ppppp/1pp5/3r4/4N3/8/1PPPPPPP/1NBQKBNR w Kk -", &[]),
        // What was captured on b6 was not that knight, nor its pawn.
        ("1nbqkbnr/1ppppppp/1p6/3rN3/8/8/1PPPPPPP/R1BQKBNR b Q -", &["origins"]),
        ("1nbqkbnr/1p1ppppp/1pp5/3rN3/8/8/1PPPPPPP/R1BQKBNR b Q -", &[]),
        // Nor was what was captured on b3 the pawn of the h-file; that of the a-file was perhaps.
        ("rnbqkbnr/ppppppp1/8/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq -", &["origins"]),
        ("rnbqkbnr/1ppppppp/8/8/8/1P6/1PPPPPPP/RNBQKBNR w KQkq -", &["origins"]),
        ("rnbqkbnr/ppppppp1/8/8/8/7P/PPPPPPP1/RNBQKBNR w KQkq -", &[]),
    ] {
        assert_eq!(lemma::instant(&past(text)), None, "{text}");
        assert_eq!(applying(text), expected, "{text}");
    }
    // Asked only where no instant lemma applies.
    let refusal = lemma::check("files", &past("8/8/8/8/8/8/8/8 w - -")).unwrap_err().to_string();
    assert!(refusal.contains("the instant lemma kings does"), "{refusal}");
}

/// A rook on its second rank, behind the only pawn that can have been there; the bishop behind is at home.
#[test]
fn a_rook_where_pawns_begin() {
    let array = Start::parse("rbnqknbr").unwrap();
    for (text, expected) in
        [("4k3/8/8/8/8/1P6/PRP5/1B2K3 b - -", true), ("4k3/8/8/8/8/1P6/PRP5/4K3 b - -", false)]
    {
        let past = Past::parse_from(array, text).unwrap();
        assert_eq!(lemma::check("locked", &past).is_ok(), expected, "{text}");
    }
}

/// Men that cannot have moved last for the sake of a king.
#[test]
fn lawful_moves() {
    for (text, expected) in [
        // The queen gives check: on a8 it gave the check already. From d8 it came.
        ("1QnK4/pkpB4/8/8/8/8/8/8 b - -", true),
        ("1Q1K4/pkpB4/8/8/8/8/8/8 b - -", false),
        // A slider's only way is longer than a step, since nearby it would have given check already.
        ("kqR5/BpK5/8/8/8/8/8/8 w - -", true),
        ("kq6/BpK5/8/8/8/8/8/8 w - -", false),
        // A bishop that gives check and was never elsewhere; the same where it came from d7.
        ("3KB3/3ppk2/8/8/8/8/8/8 b - -", true),
        ("3KB3/4pk2/8/8/8/8/8/8 b - -", false),
        // Neither king came out of a check; each way out is another.
        ("K1rk4/BpppRp2/1p2p3/8/8/8/8/8 w - -", true),
        ("K1rk4/Bpp1Rp2/1p2p3/8/8/8/8/8 w - -", false),
        ("K1rk4/Bppp1p2/1p2p3/8/8/8/8/8 w - -", false),
        ("K2k4/BpppRp2/1p2p3/8/8/8/8/8 w - -", false),
        // A king on its eighth row was no pawn; with c8 empty the bishop can have come to a7 from b8.
        ("KBq5/B2p2n1/Rkp5/q1p5/npp5/8/8/8 b - -", true),
        ("KB6/B2p2n1/Rkp5/q1p5/npp5/8/8/8 b - -", false),
        // Only the pawn can have moved last. On e3 it would have given check, but it came from e2.
        ("8/6K1/2pprp2/2pQpb2/2pkPp2/2Pn1P2/3P1P2/2bqrn2 b - -", false),
        ("8/6K1/2pprp2/2pQpb2/2pkPp2/2PnBP2/3P1P2/2bqrn2 b - -", true),
    ] {
        assert_eq!(applying(text).contains(&"locked"), expected, "{text}");
    }
}

/// How eagerly a move is played in each of several manners of playing.
fn eagerness(board: &Board, m: &Move, manner: usize) -> usize {
    let pawn = board.man(m.from).is_some_and(|man| man.kind == Kind::Pawn);
    let captures = board.man(m.to).is_some();
    match (manner, pawn, captures) {
        (0, ..) => 1,
        // Pawns forward; pawns forward and everything else spared; captures; captures by pawns.
        (1, true, _) => 8,
        (2, _, true) => usize::from(pawn),
        (3, _, true) => 12,
        (4, _, _) if m.promotion.is_some() => 60,
        (4, true, true) => 30,
        (4, false, true) => 0,
        (4, true, false) => 6,
        // Pieces alone, with captures among each other, castling early; en passant.
        (5, true, _) => 0,
        (6, _, _) if m.castling.is_some() => 60,
        (6, true, _) => 1,
        (7, true, false) if board.en_passant == Some(m.to) => 300,
        (7, true, _) => 5,
        _ => 3,
    }
}

/// Plays one move, if one is left in this manner.
fn play(random: &mut Random, board: &mut Board, manner: usize) -> bool {
    let moves = board.safe_moves();
    let eager: Vec<Move> =
        (moves.iter()).flat_map(|m| std::iter::repeat_n(*m, eagerness(board, m, manner))).collect();
    if eager.is_empty() {
        return false;
    }
    *board = board.play(random.pick(&eager));
    true
}

/// No lemma denies what has arisen, nor any demand less of it.
#[test]
#[allow(clippy::print_stdout)]
fn reached_positions() {
    let most = if std::env::var_os("ARBITER_LONG").is_some() { 400_000 } else { 12_000 };
    let (mut random, mut count) = (Random(2026), 0);
    while count < most {
        let manner = random.below(8);
        let mut board = Board::parse(RuleSet::Standard, INITIAL).unwrap();
        for _ in 0..20 + random.below(200) {
            if !play(&mut random, &mut board, manner) {
                break;
            }
            if random.below(4) > 0 {
                continue;
            }
            let full = past_of(&board).unwrap().to_string();
            let fields: Vec<&str> = full.split(' ').collect();
            let bare = format!("{} {} - -", fields[0], fields[1]);
            let text = random.pick(&[full.as_str(), &bare]).to_string();
            assert_eq!(lemma::instant(&past(&text)), None, "{text}");
            for name in NAMES {
                let refusal = lemma::check(name, &past(&text)).expect_err(&text).to_string();
                assert!(refusal.contains("does not apply"), "{refusal}");
            }
            count += 1;
        }
    }
    println!("{count} positions");
}

/// Whatever men a past has, each lemma is answered in time.
#[test]
#[allow(clippy::print_stdout)]
fn any_men() {
    let mut random = Random(11);
    let mut longest = [Duration::ZERO; 3];
    for round in 0..6_000 {
        // Men of the initial array, some exchanged, some gone, some pawns promoted; or anything.
        let mut men: Vec<char> =
            format!("rnbqkbnrpppppppp{}PPPPPPPPRNBQKBNR", "1".repeat(32)).chars().collect();
        for _ in 0..random.below(60) {
            let (one, other) = (random.below(64), random.below(64));
            match random.below(8) {
                0 if !"kK".contains(men[one]) => men[one] = '1',
                1 if men[one] == 'p' => men[one] = *random.pick(&['q', 'r', 'b', 'n']),
                1 if men[one] == 'P' => men[one] = *random.pick(&['Q', 'R', 'B', 'N']),
                2 if round % 8 == 0 => men[one] = *random.pick(&['k', 'P', 'p', 'Q', 'b', 'R', 'n', 'B']),
                _ => men.swap(one, other),
            }
        }
        let mut rows = men.chunks(8).map(|row| row.iter().collect()).collect::<Vec<String>>().join("/");
        for empty in (2..=8).rev() {
            rows = rows.replace(&"1".repeat(empty), &empty.to_string());
        }
        let rights = *random.pick(&["-", "-", "KQkq", "Kq"]);
        let text = format!("{rows} {} {rights} -", random.pick(&["w", "b"]));
        for (name, longest) in NAMES.into_iter().zip(&mut longest) {
            let start = Instant::now();
            let _ = lemma::check(name, &past(&text));
            *longest = start.elapsed().max(*longest);
        }
    }
    println!("longest: {:?}", NAMES.into_iter().zip(longest).collect::<Vec<_>>());
    assert!(longest.into_iter().max() < Some(Duration::from_secs(5)));
}

/// Whether a lemma alone shows that no game leads to a position: as the second checker (`proof/python`) says,
/// which was written without this one.
#[test]
fn as_the_second_checker_says() {
    said_alike("lemmas.tsv", |row| {
        let [position, name] = row[..] else { panic!("{row:?}") };
        (position, json!({"answer": "illegal"}), json!({"nodes": [[position, name]]}))
    });
}

/// Certificates of legality that the rows of a file are about, each by its position, claim and evidence; the
/// last column is what the second checker says.
fn said_alike(name: &str, of: impl for<'a> Fn(&[&'a str]) -> (&'a str, Value, Value)) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases").join(name);
    let rows = fs::read_to_string(file).unwrap();
    let mut wrong = Vec::new();
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let (expected, about) = columns.split_last().unwrap();
        let (position, claim, evidence) = of(about);
        let given = certificate("standard", "legality", position, claim, evidence).to_string();
        let found = if chess_arbiter_check::check(&given).is_ok() { "accepted" } else { "refused" };
        if found != *expected {
            wrong.push(format!("{row}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Certificates a few edits from those of `docs/conformance`, cases and claims about the men among them, each
/// with what the second checker says of it.
#[test]
fn certificates_as_the_second_checker_says() {
    said_alike("lemma_cases.tsv", |row| {
        let [position, claim, evidence] = row[..] else { panic!("{row:?}") };
        let [claim, evidence] = [claim, evidence].map(|text| serde_json::from_str(text).unwrap());
        (position, claim, evidence)
    });
}
