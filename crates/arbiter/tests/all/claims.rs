//! Castling rights of Chess960 need their array named; rights that are wrong in Chess960 too are illegal.

use chess_arbiter::board::{Color, Square};
use chess_arbiter::certificate::{Certificate, Claim, Legality};
use chess_arbiter::format::fen;
use chess_arbiter::help;
use chess_arbiter::limits::Limits;
use chess_arbiter::reach::{self, Level, ReachLimits, ReachVerdict, Unsupported};
use chess_arbiter::rules::Standard;

fn decide(text: &str) -> Result<ReachVerdict, Unsupported> {
    let setup = fen::parse::<Standard>(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut limits = ReachLimits { level: Level::Static, ..ReachLimits::default() };
    limits.work.nodes = Some(1_000);
    reach::decide(&setup, &limits)
}

/// The 960 arrangements by their numbers (Scharnagl): each is told to be Chess960 but number 518, with all
/// rights and with any of them, as X-FEN and as Shredder-FEN.
#[test]
fn all_starting_positions() {
    for number in 0..960 {
        let rank = arrangement(number);
        let (files, [a, king, h]) = (|piece| rank.iter().position(|&other| other == piece), places(&rank));
        assert_eq!(files('k'), Some(king));
        let letter = |file: usize| (b'a' + file as u8) as char;
        let shredder = [letter(h).to_ascii_uppercase(), letter(a).to_ascii_uppercase(), letter(h), letter(a)];
        let lower: String = rank.iter().collect();
        let men = format!("{lower}/pppppppp/8/8/8/8/PPPPPPPP/{}", lower.to_uppercase());
        for letters in [['K', 'Q', 'k', 'q'], shredder] {
            for claimed in 1..16 {
                let rights: String = letters
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| claimed >> i & 1 == 1)
                    .map(|(_, c)| c)
                    .collect();
                let text = format!("{men} w {rights} - 0 1");
                let verdict = decide(&text);
                // Rights of some arrangements are those of standard chess: king on e1, a rook in its corner.
                let wings = [(claimed & 5 != 0, h, 7), (claimed & 10 != 0, a, 0)];
                if king == 4 && wings.iter().all(|&(claims, rook, corner)| !claims || rook == corner) {
                    assert!(verdict.is_ok(), "{text}");
                    continue;
                }
                let Err(Unsupported::Chess960 { rook }) = verdict else { panic!("{text}") };
                let message = Unsupported::Chess960 { rook }.to_string();
                assert!(message.contains("belongs to Chess960"), "{message}");
                assert!(message.contains(&rook.to_string()), "{message}");
                assert!([a, h].contains(&usize::from(rook.file())), "{text}: {rook}");
            }
        }
    }
}

/// The first rank of an arrangement, by Reinhard Scharnagl's numbering.
fn arrangement(number: usize) -> [char; 8] {
    let mut rank = [' '; 8];
    let (number, light) = (number / 4, number % 4);
    rank[2 * light + 1] = 'b';
    let (number, dark) = (number / 4, number % 4);
    rank[2 * dark] = 'b';
    let free = |rank: &[char; 8], nth: usize| (0..8).filter(|&file| rank[file] == ' ').nth(nth).unwrap();
    let (knights, queen) = (number / 6, number % 6);
    let file = free(&rank, queen);
    rank[file] = 'q';
    let pairs = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let (first, second) = pairs[knights];
    let (first, second) = (free(&rank, first), free(&rank, second));
    (rank[first], rank[second]) = ('n', 'n');
    for piece in ['r', 'k', 'r'] {
        let file = free(&rank, 0);
        rank[file] = piece;
    }
    rank
}

/// The files of the rook on the a-side, the king, and the other rook.
fn places(rank: &[char; 8]) -> [usize; 3] {
    let files: Vec<usize> = (0..8).filter(|&file| "rk".contains(rank[file])).collect();
    files.try_into().unwrap()
}

#[test]
fn standard_is_number_518() {
    assert_eq!(arrangement(518).iter().collect::<String>(), "rnbqkbnr");
    assert_eq!(arrangement(0).iter().collect::<String>(), "bbqnnrkr");
}

/// Positions later in a game of Chess960.
#[test]
fn later_positions() {
    for (text, rook) in [
        ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "g1"),
        ("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "a1"),
        ("1r2k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1", "b8"),
        ("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "b1"),
        ("6kr/8/8/8/8/8/8/6KR w Hh - 0 1", "h1"),
        // The rights are right in Chess960, whatever else is wrong.
        ("4k3/8/8/8/8/8/PPPPPPPP/BN2K1R1 w G - 0 1", "g1"),
    ] {
        let Err(why @ Unsupported::Chess960 { .. }) = decide(text) else { panic!("{text}") };
        assert_eq!(why.rook(), rook.parse::<Square>().unwrap(), "{text}");
    }
}

/// What no arrangement allows is illegal, and the certificate says so.
#[test]
fn wrong_in_chess960_too() {
    for text in [
        // No such rook; no such king; a king that is not on its first rank.
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1",
        "4k3/8/8/8/8/8/8/6RN w K - 0 1",
        "4k3/8/8/8/8/8/4K3/6R1 w K - 0 1",
        "4k3/8/8/8/8/8/8/b3K2r w KQ - 0 1",
        // A king in the corner began between no rooks.
        "4k3/8/8/8/8/8/8/K5R1 w K - 0 1",
        // The sides begin with the same arrangement.
        "4k2r/8/8/8/8/8/8/4K1R1 w Kk - 0 1",
        "3k3r/8/8/8/8/8/8/4K2R w Kk - 0 1",
        "r3k3/8/8/8/8/8/8/1R2K3 w Qq - 0 1",
        // A second king.
        "4k3/8/8/8/8/8/K7/4K1R1 w K - 0 1",
    ] {
        let verdict = decide(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        let json = verdict.certificate().unwrap().to_json();
        let lemma = verdict.lemma().unwrap().name;
        assert!(["castling", "kings"].contains(&lemma), "{text}: {lemma}");
        let accepted = chess_arbiter_check::check(&json).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(accepted.answer, "illegal");
    }
}

/// Rights that are impossible, but that the letters of a certificate would give to other rooks.
#[test]
fn rights_without_a_name() {
    for (text, rook) in [
        ("4k3/8/8/8/8/8/8/R3K3 w B - 0 1", "b1"),
        ("4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1", "b1"),
        ("4k3/8/8/8/8/8/8/1R2K2R w CK - 0 1", "c1"),
    ] {
        let why = decide(text).unwrap_err();
        assert_eq!(why, Unsupported::Unnamed { rook: rook.parse().unwrap() }, "{text}");
    }
}

/// The claim of a certificate is of its question, and its JSON is what it always was.
#[test]
fn a_claim_of_legality() {
    let verdict = decide("8/8/8/8/8/8/8/8 w - - 0 1").unwrap();
    let certificate = verdict.certificate().unwrap();
    assert_eq!(certificate.claim, Claim::legality(Legality::Illegal));
    let json = certificate.to_json();
    assert!(json.contains(r#""claim":{"answer":"illegal"},"#), "{json}");
    assert_eq!(serde_json::from_str::<Certificate>(&json).unwrap(), certificate);
    let safe = json.replace("illegal", "safe");
    let claim = serde_json::from_str::<Certificate>(&safe).unwrap().claim;
    assert_eq!(claim, Claim::Status { answer: "safe".into() });
}

/// What evidence it is shows in its keys, of which some are in several.
#[test]
fn evidence_is_read_back() {
    let read_back = |certificate: Certificate| {
        assert_eq!(serde_json::from_str::<Certificate>(&certificate.to_json()).unwrap(), certificate);
    };
    let limits = Limits::default();
    for (text, asked) in
        [("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "h#0.5"), ("8/2k5/8/5K2/1R6/8/8/8 b - - 0 1", "h#2")]
    {
        let (position, asked) = (fen::position::<Standard>(text).unwrap(), asked.parse().unwrap());
        let found = help::solve(&position, asked, 100, &limits);
        read_back(found.certificate(&position, asked, &limits).unwrap().unwrap());
    }
    // A closure that is listed, one without some men, and one with leaves.
    for text in [
        "6kB/p1PP2P1/P5P1/1p6/8/1K6/1P6/8 w - - 0 1",
        "3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - - 0 1",
        "knQ5/1q1p4/p1pPp3/P1P1Pp2/1K3Pp1/BbB3P1/8/8 w - - 0 1",
    ] {
        let position = fen::position::<Standard>(text).unwrap();
        for side in Color::BOTH {
            read_back(help::can_win(&position, side, &limits).certificate(&position).unwrap());
        }
    }
}

/// A right with neither king nor rook in place is named in the certificate as it was asked, wherever the king
/// is.
#[test]
fn rights_of_a_king_elsewhere_keep_their_names() {
    for square in 0..64u8 {
        for (right, black) in [("K", false), ("Q", false), ("k", true), ("q", true)] {
            let king = Square::new(square).unwrap();
            // The other king somewhere apart.
            let other = if king.file() < 4 { "h5" } else { "a5" };
            let mut rows = vec![vec!['1'; 8]; 8];
            let mut put =
                |on: Square, man: char| rows[7 - usize::from(on.rank())][usize::from(on.file())] = man;
            put(king, if black { 'k' } else { 'K' });
            put(other.parse().unwrap(), if black { 'K' } else { 'k' });
            let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
            let text = format!("{} w {right} - 0 1", rows.join("/"));
            let verdict = decide(&text).unwrap();
            let certificate = verdict.certificate().unwrap().to_json();
            let named = format!(" w {right} -\"");
            assert!(certificate.contains(&named), "{text}: {certificate}");
            chess_arbiter_check::check(&certificate).unwrap();
        }
    }
}
