//! Files of problems.

use chess_arbiter::board::Square;
use chess_arbiter::format::fen;
use chess_arbiter::format::reader::ReadError;
use chess_arbiter::popeye::{MAX_PROBLEM, MAX_TWINS, Part, Problem, Problems, begins, parse};
use chess_arbiter::rules::Standard;
use proptest::prelude::*;

fn problem(inner: &str) -> Problem {
    parse(&format!("BeginProblem {inner} EndProblem")).unwrap()
}

fn parts(inner: &str) -> Vec<Part> {
    problem(inner).parts.into_iter().map(|part| part.unwrap()).collect()
}

/// The men of each position, as in a FEN.
fn boards(inner: &str) -> Vec<String> {
    let board = |part: &Part| fen::write::<Standard>(&part.problem.setup);
    parts(inner).iter().map(|part| board(part).split(' ').next().unwrap().to_owned()).collect()
}

/// What is wrong with a text that begins on the first line.
fn fault(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

/// What is wrong with the only position.
fn part_fault(inner: &str) -> String {
    let problem = problem(inner);
    problem.parts.into_iter().find_map(Result::err).unwrap().to_string()
}

#[test]
fn a_problem_with_everything() {
    let text = "BeginProblem\nAuthor  A. Uthor \nAuthor B\nTitle One & only\nOrigin Here 1999\nAward 1st\n\
                Remark Option Try is not meant\nProtocol out.txt\nLat x.tex\nlatexpieces n SU rider\nStipulation #3\n\
                Pieces White Ke1 Rh1a1 Pa2b2\n       Black kd8 s b7\n\
                Option Variation Try SetPlay NoShort NoBoard MaxTime 7 NoCastling a1 MoveNumbers\nEndProblem\n";
    let problem = parse(text).unwrap();
    let heading = &problem.heading;
    assert_eq!(heading.authors, ["A. Uthor", "B"]);
    assert_eq!((heading.titles[0].as_str(), heading.origins[0].as_str()), ("One & only", "Here 1999"));
    assert_eq!((heading.awards[0].as_str(), heading.remarks.len()), ("1st", 1));
    let options = problem.options;
    assert!(options.variations && options.set_play && !options.short && !options.board && options.threats);
    assert_eq!((options.tries, options.time.unwrap().as_secs()), (1, 7));
    let part = problem.parts[0].as_ref().unwrap();
    assert_eq!((part.name.as_str(), part.stipulation.to_string().as_str()), ("", "#3"));
    assert_eq!(fen::write::<Standard>(&part.problem.setup), "3k4/1n6/8/8/8/8/PP6/R3K2R w K - 0 1");
    assert_eq!(part.problem.letters(), "K");
}

#[test]
fn words_are_cut_short() {
    let text = "beg fors 7k/5K2 STI S#2 opt vari noth defe 3 duplex nocast a1h1 endp";
    let problem = parse(text).unwrap();
    assert_eq!((problem.options.tries, problem.options.threats), (3, false));
    assert_eq!(problem.parts.len(), 2);
    let turns: Vec<_> = problem.parts.iter().flatten().map(|part| part.problem.setup.turn.letter()).collect();
    assert_eq!(turns, ['w', 'b']);
    assert_eq!(parts("stip # 2 fors 7k/5K2 opt half")[0].problem.setup.turn.letter(), 'b');
}

#[test]
fn forsyth_and_pieces() {
    assert_eq!(boards("stip #1 fors k1K5/p7/1P6"), ["k1K5/p7/1P6/8/8/8/8/8"]);
    assert_eq!(boards("stip #1 fors 48+k+P5-k"), ["8/8/8/8/8/8/KP5k/8"]);
    assert_eq!(boards("stip #1 fors k55K pieces black Pb7"), ["k7/1p6/8/8/8/8/8/K7"]);
    assert_eq!(boards("stip #1 array"), ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"]);
}

#[test]
fn twins() {
    let base = "stip #2 pieces white ka1 pa2b3 black kh8 ";
    let changed = |change: &str| boards(&format!("{base} twin {change}"))[1].clone();
    assert_eq!(changed("move a1 c1"), "7k/8/8/8/8/1P6/P7/2K5");
    assert_eq!(changed("exchange a1 b3"), "7k/8/8/8/8/1K6/P7/P7");
    assert_eq!(changed("remove a2 add white Qd1 black sb3"), "7k/8/8/8/8/1n6/8/K2Q4");
    assert_eq!(changed("substitute p r"), "7k/8/8/8/8/1R6/R7/K7");
    assert_eq!(changed("polish"), "7K/8/8/8/8/1p6/p7/k7");
}

#[test]
fn boards_are_turned_as_popeye_turns_them() {
    // King a8 goes to a1 with a quarter turn to the left.
    let base = "stip #2 pieces white ka8 pb7 black kh7 ";
    let changed = |change: &str| boards(&format!("{base} twin {change}"))[1].clone();
    assert_eq!(changed("rotate 90"), "1k6/8/8/8/8/8/1P6/K7");
    assert_eq!(changed("rotate 180"), "8/8/8/8/8/8/k5P1/7K");
    assert_eq!(changed("rotate 270"), "7K/6P1/8/8/8/8/8/6k1");
    assert_eq!(changed("mirror a1<-->h1"), "7K/k5P1/8/8/8/8/8/8");
    assert_eq!(changed("mirror a8<-->a1"), "8/8/8/8/8/8/1P5k/K7");
    assert_eq!(changed("mirror a1<-->h8"), "K7/1P6/8/8/8/8/8/1k6");
    assert_eq!(changed("mirror a8<-->h1"), "6k1/8/8/8/8/8/6P1/7K");
    assert_eq!(changed("shift a8 a7"), "8/K7/1P5k/8/8/8/8/8");
}

#[test]
fn twins_go_on_or_begin_anew() {
    let text = "stip #2 pieces white ka1 pa2 black kh8 twin move a1 b1 twin cont remove a2 twin stip s#3";
    let all = parts(text);
    let names: Vec<_> = all.iter().map(|part| (part.name.as_str(), part.change.as_str())).collect();
    assert_eq!(names, [("a", ""), ("b", "move a1 b1"), ("c", "remove a2"), ("d", "stip s#3")]);
    assert_eq!(boards(text)[2..], ["7k/8/8/8/8/8/8/1K6", "7k/8/8/8/8/8/P7/K7"]);
    assert_eq!(all[3].stipulation.to_string(), "s#3");
    let zero = parts("stip #2 pieces white ka1 pa2 black kh8 zero move a1 b1 twin move a1 c1");
    assert_eq!(zero.iter().map(|part| part.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn a_twin_with_a_fault_costs_no_other() {
    let text = "beg stip hs#2 pieces white ka1 qb2 black kh8\ntwin stip #2\ntwin move c3 c4 stip #1\n\
                twin cont move a1 b1\ntwin remove b2 stip #1\nend";
    let parts = parse(text).unwrap().parts;
    let told: Vec<_> = parts.iter().map(|part| part.as_ref().map_err(ToString::to_string)).collect();
    assert!(told[0].as_ref().unwrap_err().starts_with("line 1, column 10: the stipulation 'hs#2' is not"));
    assert!(told[1].is_ok() && told[4].is_ok());
    assert_eq!(told[2].clone().unwrap_err(), "line 3, column 11: there is no man on c3");
    assert_eq!(told[3].clone().unwrap_err(), "line 3, column 11: there is no man on c3");
}

/// Who is to move where both sides help, and that `WhiteToPlay` takes half a move away.
#[test]
fn help_play() {
    const MEN: &str = "pieces white kf5 rb4 black kc7";
    let told = |options: &str| -> Vec<String> {
        let parts = parts(&format!("{MEN} {options}"));
        parts.iter().map(|part| format!("{} {}", part.stipulation, part.problem.setup.turn)).collect()
    };
    assert_eq!(told("stip h#2"), ["h#2 black"]);
    assert_eq!(told("stip h#2.5"), ["h#2.5 white"]);
    assert_eq!(told("stip h#2 option duplex"), ["h#2 black", "h#2 white"]);
    assert_eq!(told("option halfduplex stip ser-h=3"), ["ser-h=3 white"]);
    assert_eq!(told("stip ser-#3 twin stip h#1"), ["ser-#3 white", "h#1 black"]);
    assert_eq!(told("option whitetoplay stip h#2"), ["h#1.5 white"]);
    assert_eq!(told("option whitetoplay stip #2"), ["#2 white"]);
    assert_eq!(told("option whitetoplay duplex stip h#1"), ["h#0.5 white", "h#0.5 black"]);
}

#[test]
fn en_passant() {
    let base = "stip #1 pieces white ke1 pa5 black ke8 pb5 option enpassant ";
    for squares in ["b7b6b5", "b6"] {
        let part = &parts(&format!("{base}{squares}"))[0];
        assert_eq!(part.problem.setup.en_passant, Some("b6".parse::<Square>().unwrap()));
    }
    let told = fault(&format!("beg {base}b2b3b4 end"));
    assert!(told.ends_with("black could capture on b3, but white is to move"), "{told}");
    let told = fault(&format!("beg {base}b2b4 end"));
    assert!(told.ends_with("expected the squares of a pawn's double step, such as a2a3a4"), "{told}");
}

#[test]
fn faults_are_named_with_their_places() {
    for (text, told) in [
        ("", "line 1, column 1: expected BeginProblem, found nothing"),
        ("Stip #2", "line 1, column 1: expected BeginProblem, found 'Stip'"),
        ("beg", "line 1, column 4: expected EndProblem or NextProblem, found the end of the text"),
        ("beg end", "line 1, column 5: expected Pieces or Forsyth before 'end'"),
        ("beg fors k end", "line 1, column 12: expected Stipulation before 'end'"),
        (
            "beg\n foo",
            "line 2, column 2: expected a command such as Stipulation, Pieces, Option, Twin or \
          EndProblem, found 'foo'",
        ),
        ("beg\nCondition Circe end", "line 2, column 11: the condition 'Circe' is not supported"),
        ("beg opt vari quod end", "line 1, column 14: the option 'quod' is not supported"),
        (
            "beg opt no end",
            "line 1, column 9: 'no' is short for NoBk and NoBoard and NoCastling and \
          NonTrivial and NoShortVariations and NoThreat and NoWk and NoCastle",
        ),
        (
            "beg opt foo end",
            "line 1, column 9: expected an option such as Variation, Try or SetPlay, or a \
          command, found 'foo'",
        ),
        ("beg opt defence x end", "line 1, column 17: expected a number, found 'x'"),
        ("beg pieces Ka1 end", "line 1, column 12: expected White or Black, found 'Ka1'"),
        (
            "beg pieces neutral Ka1 end",
            "line 1, column 12: 'neutral' men are not supported, only White and \
          Black ones",
        ),
        (
            "beg pieces white Ga1 end",
            "line 1, column 18: expected a man of chess (K, Q, R, B, S or P), found \
          'G'",
        ),
        (
            "beg pieces white Na1 end",
            "line 1, column 18: N is the nightrider here, which is not supported; \
          the knight is S",
        ),
        (
            "beg pieces white nha1 end",
            "line 1, column 18: the man 'nh' is not supported: expected a man of \
          chess (K, Q, R, B, S or P) and its squares",
        ),
        ("beg pieces white Ka1a9 end", "line 1, column 21: expected squares such as a1b2, found 'a9'"),
        ("beg pieces white Ka1 Qb1a1 end", "line 1, column 25: on a1 there is a man already"),
        ("beg fors 3k/8 end", "line 1, column 12: this row ends after 4 squares, expected 8"),
        ("beg fors 8k99K end", "line 1, column 12: there are more than 64 squares"),
        ("beg fors k.ga end", "line 1, column 11: fairy and neutral men are not supported"),
        ("beg beg end", "line 1, column 5: expected EndProblem or NextProblem before the next BeginProblem"),
    ] {
        assert_eq!(fault(text), told, "{text}");
    }
    for (text, told) in [
        (
            "stip 3# fors k",
            "line 1, column 19: expected #n, =n, s#n or r#n with n from 1 to 999, or h#n, h=n (n may end in \
             .5), ser-h#n, ser-h=n, ser-#n or ser-=n with n to 100, found '3#'",
        ),
        (
            "sstip white 3 fors k",
            "line 1, column 14: structured stipulations are not supported; expected \
          Stipulation",
        ),
        (
            "stip #2 fors k twin foo",
            "line 1, column 34: expected a change such as Move, Exchange, Remove, \
          Add, Rotate, Mirror or Stipulation, found 'foo'",
        ),
        (
            "stip #2 fors k twin mirror a1h1",
            "line 1, column 41: expected a1<-->h1, a1<-->a8, a1<-->h8 or \
          a8<-->h1, found 'a1h1'",
        ),
        ("stip #2 fors k twin rotate 45", "line 1, column 41: expected 90, 180 or 270, found '45'"),
        (
            "stip #2 fors k twin shift a1 b1 shift h1 a1",
            "line 1, column 46: a man would be \
          shifted over the edge of the board",
        ),
        ("stip #2 fors k twin", "line 1, column 34: expected a change such as Move a1 b2, found none"),
        ("stip #2 fors k twin condition circe", "line 1, column 34: 'condition' is not supported in a twin"),
    ] {
        assert_eq!(part_fault(text), told, "{text}");
    }
    let many = format!("beg stip #1 fors k {} end", "twin move a8 b8 ".repeat(MAX_TWINS + 3));
    let parts = parse(&many).unwrap().parts;
    assert_eq!(parts.len(), 1 + MAX_TWINS + 1);
    let (last, others) = parts.split_last().unwrap();
    assert!(others.iter().all(Result::is_ok));
    assert!(last.as_ref().unwrap_err().to_string().ends_with("more than 256 twins are not read"));
}

fn split(text: &[u8]) -> Vec<Result<(usize, usize, String), String>> {
    Problems::new(text)
        .map(|written| match written {
            Ok(written) => Ok((written.line, written.column, written.text)),
            Err(ReadError::Text(fault)) => Err(fault.to_string()),
            Err(ReadError::Io(error)) => Err(error.to_string()),
        })
        .collect()
}

#[test]
fn a_file_is_split_into_problems() {
    let text = "\u{FEFF}\nBeginProblem\nAuthor Next, End\nTwin rem a1\nOption End\nNextProblem\nRem end\nend\n\
                 between\nbeg x end beg y next z end";
    let found: Vec<_> = split(text.as_bytes()).into_iter().map(Result::unwrap).collect();
    let texts: Vec<_> = found.iter().map(|(line, column, text)| (*line, *column, text.as_str())).collect();
    let expected = [
        (2, 0, "BeginProblem\nAuthor Next, End\nTwin rem a1\nOption End\n"),
        (10, 0, "beg x end\n"),
        (10, 10, "beg y next\n"),
        (10, 16, "next z end\n"),
    ];
    // `Option End` ends the first: `NextProblem` then begins another.
    assert_eq!(texts[0], expected[0]);
    assert_eq!(texts[1], (6, 0, "NextProblem\nRem end\nend\n"));
    assert_eq!(texts[2..], expected[1..]);
    assert!(begins(text.as_bytes()) && begins(b"BEGI\n") && !begins(b"be") && !begins(b"1k6/8"));
    assert!(split(b"AnfangProblem\nForderung #2")[0].as_ref().unwrap_err().contains("this is German"));
}

#[test]
fn what_is_too_long_is_passed_over() {
    let good = "beg stip #1 fors k end\n";
    let long = format!("beg\n{}end\n", "remark abcdefghij\n".repeat(MAX_PROBLEM / 16));
    let line = format!("beg\nremark {}\nend\n", "x".repeat(2 * MAX_PROBLEM));
    let found = split(format!("{good}{long}{good}{line}{good}").as_bytes());
    assert!(found[0].is_ok() && found[2].is_ok() && found[4].is_ok());
    assert!(found[1].as_ref().unwrap_err().contains("longer than 65536 bytes"));
    assert!(found[3].as_ref().unwrap_err().contains("line is too long"));
}

#[test]
fn names_in_latin_1() {
    let found = split(b"beg author J\xe4ger stip #1 fors k end\nstip #1 fors k\nend");
    let problem = parse(&found[0].as_ref().unwrap().2).unwrap();
    assert_eq!(problem.heading.authors, ["Jäger stip #1 fors k end"]);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,200}") {
        let _ = parse(&text);
        prop_assert!(split(text.as_bytes()).len() <= text.len());
    }

    /// Words of the language in any order, with something else now and then.
    #[test]
    fn words_in_any_order(words in proptest::collection::vec(prop::sample::select(vec![
        "beg", "end", "next", "stip", "#2", "s#1", "h#2", "pieces", "white", "black", "Ka1", "kh8", "Pa2b2",
        "fors", "7k/5K2", "48", "twin", "cont", "move", "a1", "b2", "add", "rotate", "90", "remark", "author",
        "opt", "vari", "try", "enpas", "a2a3a4", "\n", "\u{FEFF}", "é", "nocast", "zero", "mirror", "shift",
        "a1<-->h8", "polish", "subst", "R", "B", "defe", "2", "cond", "sstip",
    ]), 0..60)) {
        let text = words.join(" ");
        for written in Problems::new(text.as_bytes()).flatten() {
            if let Err(fault) = written.parse() {
                let line = text.lines().nth(fault.line - 1).unwrap_or("");
                prop_assert!(fault.column <= line.chars().count() + 1, "{}: {:?}", fault, line);
            }
        }
        let _ = parse(&format!("beg {text} end"));
    }

    /// Men are read back, from either notation.
    #[test]
    fn men_are_read_back(men in proptest::collection::vec((0u8..64, 0usize..12), 1..20)) {
        let (mut pieces, mut board) = (String::new(), chess_arbiter::Board::EMPTY);
        for (square, man) in men {
            let square = Square::wrap(square);
            if board.man_at(square).is_some() {
                continue;
            }
            let letter = "KQRBNPkqrbnp".as_bytes()[man];
            let man = chess_arbiter::board::Man::from_letter(letter).unwrap();
            board.put(square, man);
            let name = char::from(letter).to_string().replace(['N', 'n'], "S");
            pieces += &format!("{} {name}{square} ", man.color);
        }
        let placed = problem(&format!("stip #1 pieces {pieces}"));
        prop_assert_eq!(placed.parts[0].as_ref().unwrap().problem.setup.board, board);
        let written = fen::write::<Standard>(&chess_arbiter::Setup::new(board, chess_arbiter::Color::White));
        let forsyth = written.split(' ').next().unwrap().replace('N', "S").replace('n', "s");
        let read = problem(&format!("stip #1 fors {forsyth}"));
        prop_assert_eq!(read.parts[0].as_ref().unwrap().problem.setup.board, board);
    }
}
