//! Conversations, line by line.

use chess_arbiter_uci::run;

fn talk(input: &str) -> Vec<String> {
    let mut output = Vec::new();
    run(input.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(String::from).collect()
}

fn word_after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    line.split_whitespace().skip_while(|&w| w != word).nth(1)
}

const THREE: &str = "position fen k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w - -";

#[test]
fn a_greeting() {
    let lines = talk("uci\nisready\nquit\nisready\n");
    assert!(lines[0].starts_with("id name Arbiter"));
    assert!(lines.iter().any(|line| line.starts_with("option name Hash type spin default")));
    assert!(lines.contains(&"option name Threads type spin default 1 min 1 max 1024".into()));
    assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn several_threads() {
    let lines = talk(&format!("setoption name Threads value 2\n{THREE}\ngo mate 5\n"));
    assert_eq!(lines.last().unwrap(), "bestmove a4a5");
    let lines = talk("setoption name Threads value 0\nquit\n");
    assert!(lines.iter().any(|line| line.contains("Threads: expected a number from 1 to 1024")), "{lines:?}");
}

#[test]
fn a_mate_with_a_line_as_long() {
    for go in
        ["go mate 5", "go nodes 1000000", "go movetime 2000", "go depth 9", "go wtime 60000 btime 60000"]
    {
        let lines = talk(&format!("{THREE}\n{go}\n"));
        assert_eq!(lines.last().unwrap(), "bestmove a4a5", "{go}");
        let told = lines.iter().rfind(|line| line.contains("score mate")).unwrap();
        assert_eq!(word_after(told, "mate"), Some("3"), "{go}");
        assert_eq!(told.split(" pv ").nth(1).unwrap().split(' ').count(), 5, "{go}");
    }
}

#[test]
fn no_mate_within_so_many() {
    let lines = talk(&format!("{THREE}\ngo mate 2\n"));
    assert!(lines.contains(&"info string proved: no mate within 2 moves".to_string()), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("score mate")));
    assert!(lines.last().unwrap().starts_with("bestmove "));
}

#[test]
fn the_side_that_is_mated() {
    let lines = talk("position fen 6k1/5ppp/8/8/8/8/5PPP/r3R1K1 b - - 0 1 moves a1e1\ngo mate 1\n");
    assert_eq!(lines, ["info depth 0 score mate 0", "bestmove (none)"]);
    let lines = talk("position fen kr6/pp6/8/4N3/8/8/8/K7 b - -\ngo mate 3\n");
    assert!(lines.last().unwrap().starts_with("bestmove "));
    let lines = talk("position fen 7k/5Q2/6K1/8/8/8/8/8 b - -\ngo mate 3\n");
    assert_eq!(lines, ["info depth 0 score cp 0", "bestmove (none)"]);
    // Every move loses: mate in one for the other side.
    let lines = talk("position fen 7k/8/6K1/8/8/8/8/R7 b - -\ngo mate 4\n");
    let told = lines.iter().find(|line| line.contains("score mate")).expect("a mate");
    assert_eq!(word_after(told, "mate"), Some("-1"));
    assert_eq!(lines.last().unwrap(), "bestmove h8g8");
}

#[test]
fn several_first_moves() {
    let lines = talk("setoption name MultiPV value 3\nposition fen k1K5/8/8/8/8/8/8/1R6 w - -\ngo mate 1\n");
    let ranks: Vec<_> = lines.iter().filter_map(|line| word_after(line, "multipv")).collect();
    assert_eq!(ranks, ["1"], "one move mates: {lines:?}");
    let only = talk(&format!("{THREE}\ngo mate 3 searchmoves c8b7 a4a5\n"));
    assert_eq!(only.last().unwrap(), "bestmove a4a5");
    let both = "position fen k7/2K5/8/8/8/8/1Q6/1R6 w - -\ngo mate 1 searchmoves b1a1 b2g2 b2b8 b2a3";
    // All but b2g2 mate, as python-chess has it too.
    for (most, expected) in [(1, &["b1a1"][..]), (2, &["b1a1", "b2b8"]), (9, &["b1a1", "b2b8", "b2a3"])] {
        let lines = talk(&format!("setoption name MultiPV value {most}\n{both}\n"));
        let told: Vec<_> = lines.iter().filter_map(|line| word_after(line, "pv")).collect();
        assert_eq!(told, expected, "{lines:?}");
    }
    let none = talk(&format!("{THREE}\ngo mate 3 searchmoves c8b7\n"));
    assert_eq!(none.last().unwrap(), "bestmove c8b7");
}

#[test]
fn what_is_no_move_is_told_and_left_out() {
    let lines = talk(&format!("{THREE}\ngo mate 3 searchmoves a1a2 a4a5\n"));
    assert!(
        lines[0].starts_with("info string searchmoves a1a2: ") && !lines[0].contains("line 1"),
        "{lines:?}"
    );
    assert_eq!(lines.last().unwrap(), "bestmove a4a5");
    let lines = talk(&format!("{THREE}\ngo mate 3 searchmoves a1a2 h7\n"));
    assert_eq!((lines.len(), lines[2].as_str()), (3, "bestmove (none)"), "{lines:?}");
}

#[test]
fn a_search_that_is_cut_short_says_why() {
    let hard = "position fen 8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 2 47\ngo nodes 2000000000\n";
    let lines = talk(&format!("{hard}{THREE}\ngo mate 3\n"));
    let why = "info string the search is stopped by the next command: wait for bestmove to let it end";
    assert!(lines.iter().any(|line| line == why), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 2);
    assert_eq!(lines.last().unwrap(), "bestmove a4a5");
    // One that never ends by itself, or has ended, was not cut short.
    let lines = talk(&format!("{hard}stop\n{THREE}\ngo infinite\n{THREE}\n"));
    assert!(!lines.iter().any(|line| line == why), "{lines:?}");
}

#[test]
fn without_a_limit_only_stop_ends() {
    let lines = talk("position startpos moves e2e4\ngo infinite\nisready\nstop\nisready\n");
    assert_eq!(lines[0], "readyok");
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")));
    // A mate that is found long before does not end it either, nor does the end of input hang.
    let lines = talk(&format!("{THREE}\ngo\n"));
    assert!(lines.last().unwrap().starts_with("bestmove "));
}

#[test]
fn a_long_mate_stops_when_told() {
    // King and rook against king: a mate that is found long before it is shortest.
    let begun = std::time::Instant::now();
    let lines = talk("position fen 8/8/8/3k4/8/8/8/K6R w - -\ngo movetime 1500\n");
    assert!(begun.elapsed().as_millis() < 4_000, "{:?}", begun.elapsed());
    for told in lines.iter().filter(|line| line.contains("score mate")) {
        let moves: usize = word_after(told, "mate").unwrap().parse().unwrap();
        assert_eq!(told.split(" pv ").nth(1).unwrap().split(' ').count(), 2 * moves - 1, "{told}");
    }
}

#[test]
fn nonsense_is_answered() {
    let lines = talk(
        "hello\nposition fen 9/8 w - -\nposition elsewhere\nposition startpos moves e2e5\nsetoption name Hash value 0\n\
         setoption name Nalimov value x\ngo mate x searchmoves\nstop\n",
    );
    assert!(lines.iter().filter(|line| line.starts_with("info string")).count() >= 5, "{lines:?}");
    // There is no position to say anything about.
    assert_eq!(lines.last().unwrap(), "bestmove (none)");
}

#[test]
fn castling_as_the_client_wants_it() {
    let castles = "position fen 8/8/8/8/2Q5/5k2/3P3P/4K2R w K - 0 1\ngo mate 1 searchmoves e1g1\n";
    assert_eq!(talk(castles).last().unwrap(), "bestmove e1g1");
    let lines = talk(&format!("setoption name UCI_Chess960 value true\n{castles}"));
    assert_eq!(lines.last().unwrap(), "bestmove e1h1");
}

/// The mate that is found first in so many positions once had a line that went round in a circle.
#[test]
fn a_mate_that_is_not_the_shortest_has_a_line_that_ends() {
    for nodes in [65_536, 200_000] {
        let lines = talk(&format!("position fen 8/8/2B5/k1B5/3N4/1Kp5/8/b7 w - - 0 1\ngo nodes {nodes}\n"));
        assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
        for told in lines.iter().filter(|line| line.contains("score mate")) {
            let moves: usize = word_after(told, "mate").unwrap().parse().unwrap();
            assert_eq!(told.split(" pv ").nth(1).unwrap().split(' ').count(), 2 * moves - 1, "{told}");
        }
    }
}

#[test]
fn other_games() {
    let lines = talk("uci\nquit\n");
    let offered = "option name UCI_Variant type combo default chess var chess var gardner var losalamos";
    assert!(lines.contains(&offered.to_string()), "{lines:?}");
    let gardner = "setoption name UCI_Variant value gardner\n";
    // Ra5 mates: on the small board the fifth rank is the last.
    let lines = talk(&format!("{gardner}position fen 4k/5/4K/5/R4 w\ngo mate 1\n"));
    assert_eq!(lines.last().unwrap(), "bestmove a1a5");
    let lines = talk(&format!("{gardner}position startpos moves a2a3\nposition startpos moves a2a4\nquit\n"));
    assert_eq!(lines.len(), 1, "{lines:?}");
    // And back: the board is that of chess again.
    let back = "setoption name UCI_Variant value chess\nposition fen 7k/8/6K1/8/8/8/8/R7 w - -\ngo mate 1\n";
    assert_eq!(talk(&format!("{gardner}{back}")).last().unwrap(), "bestmove a1a8");
    let lines = talk("setoption name UCI_Variant value atomic\nquit\n");
    assert!(lines.iter().any(|line| line.contains("expected one of chess, gardner, losalamos")), "{lines:?}");
}

/// A conversation in which the client waits for a line before it goes on; all lines.
fn talk_in_turns(turns: &[(&str, &str)]) -> Vec<String> {
    use std::io::{BufRead, BufReader, Write, pipe};
    let (input, mut to) = pipe().unwrap();
    let (from, output) = pipe().unwrap();
    let engine = std::thread::spawn(move || run(BufReader::new(input), output));
    let (mut lines, mut from) = (Vec::new(), BufReader::new(from).lines());
    for (said, awaited) in turns {
        writeln!(to, "{said}").unwrap();
        while !awaited.is_empty() {
            let line = from.next().expect("an answer").unwrap();
            lines.push(line.clone());
            if line.starts_with(awaited) {
                break;
            }
        }
    }
    drop(to);
    lines.extend(from.map(Result::unwrap));
    engine.join().unwrap().unwrap();
    lines
}

#[test]
fn pondering_ends_with_a_best_move() {
    let best = |lines: &[String]| lines.iter().filter(|line| line.starts_with("bestmove")).count();
    let start = "position startpos moves e2e4";
    for (go, then) in [
        ("go ponder", "ponderhit"),
        ("go ponder", "stop"),
        ("go ponder wtime 1000 btime 1000 winc 0 binc 0", "ponderhit"),
        ("go ponder wtime 1000 btime 1000", "stop"),
        ("go ponder movetime 100", "ponderhit"),
        ("go ponder nodes 1000", "ponderhit"),
        ("go ponder mate x", "ponderhit"),
    ] {
        let lines = talk_in_turns(&[(start, ""), (go, ""), ("isready", "readyok"), (then, "bestmove")]);
        assert_eq!(best(&lines), 1, "{go} {then}: {lines:?}");
    }
    // The mate is found while the other side thinks, and told only when it has moved.
    let turns = [(THREE, ""), ("go ponder movetime 2000", "info depth 5"), ("ponderhit", "bestmove")];
    let lines = talk_in_turns(&turns);
    assert_eq!((best(&lines), lines.last().unwrap().as_str()), (1, "bestmove a4a5"));
    // Without a search that ponders it says nothing, and a search without end goes on.
    let turns =
        [("ponderhit", ""), (start, ""), ("go infinite", ""), ("ponderhit", ""), ("isready", "readyok")];
    let lines = talk_in_turns(&turns);
    assert_eq!(lines[0], "readyok");
    assert_eq!(best(&lines), 1);
    // The reply to ponder on, for who asks.
    let lines = talk(&format!("setoption name Ponder value true\n{THREE}\ngo mate 3\n"));
    let pv = lines.iter().rfind(|line| line.contains(" pv ")).unwrap().split(" pv ").nth(1).unwrap();
    let reply = pv.split(' ').nth(1).unwrap();
    assert_eq!(lines.last().unwrap(), &format!("bestmove a4a5 ponder {reply}"));
}

#[test]
fn limits_that_are_none_are_named() {
    for go in ["mate -2", "mate 0", "mate x", "mate", "depth -1", "nodes many", "movetime soon", "mate 3.5"] {
        let lines = talk(&format!("{THREE}\ngo {go}\n"));
        assert!(lines[0].starts_with("info string go "), "{go}: {lines:?}");
        assert!(lines.last().unwrap().starts_with("bestmove "), "{go}: {lines:?}");
    }
    // Other limits hold, and what is too large is only large.
    for go in ["mate -2 nodes 1000000", "mate 99999999999999999999", "mate 3 nodes 99999999999999999999"] {
        assert_eq!(talk(&format!("{THREE}\ngo {go}\n")).last().unwrap(), "bestmove a4a5", "{go}");
    }
    for go in ["movetime -5", "wtime -1 btime -1", "nodes 0", "depth 1", "movetime 0"] {
        let lines = talk(&format!("{THREE}\ngo {go}\n"));
        assert!(!lines[0].starts_with("info string go "), "{go}: {lines:?}");
        assert!(lines.last().unwrap().starts_with("bestmove "), "{go}: {lines:?}");
    }
}

/// Every small budget: whatever is found by then, all that is told is a mate.
#[test]
fn every_budget_ends_well() {
    for position in [
        "8/8/2B5/k1B5/3N4/1Kp5/8/b7 w - - 0 1",
        "8/8/8/3k4/8/8/8/K6R w - - 0 1",
        "k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w - - 0 1",
        "7k/8/6K1/8/8/8/8/R7 b - - 0 1",
    ] {
        let step = 37;
        let mut input = String::from("setoption name MultiPV value 4\n");
        for nodes in (1..4_000).step_by(step) {
            input += &format!("ucinewgame\nposition fen {position}\ngo nodes {nodes}\nisready\n");
        }
        // At the end of each the next is said: so each is waited for.
        let turns: Vec<_> = input
            .lines()
            .filter(|line| *line != "isready")
            .map(|line| (line, if line.starts_with("go ") { "bestmove" } else { "" }))
            .collect();
        for told in talk_in_turns(&turns).iter().filter(|line| line.contains("score mate")) {
            let moves: i64 = word_after(told, "mate").unwrap().parse().unwrap();
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            let pv: Vec<_> = told.split(" pv ").nth(1).unwrap().split(' ').collect();
            assert_eq!(pv.len() as i64, plies, "{told}");
            let last = talk(&format!("position fen {position} moves {}\ngo nodes 1\n", pv.join(" ")));
            assert_eq!(last, ["info depth 0 score mate 0", "bestmove (none)"], "{told}");
        }
    }
}

#[test]
fn castling_that_is_left_open() {
    let board = "position fen 8/4RBQ1/8/8/8/3k4/8/R3K3 w";
    for open in ["", " ?", " ? - 0 1"] {
        let lines = talk(&format!("{board}{open}\ngo mate 1\n"));
        assert_eq!(lines[0], "info string castling by convention: Q");
        assert_eq!(lines.last().unwrap(), "bestmove e1c1");
    }
    let lines = talk(&format!("{board} - -\ngo mate 1\n"));
    assert_eq!(lines[0], "info string proved: no mate within 1 moves");
}

/// Other aims than to mate: what is told is proved, with a line as long.
#[test]
fn problems_of_other_kinds() {
    for (stipulation, fen, moves, key) in [
        ("selfmate", "4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8 w - -", 2, "b6a5"),
        ("reflexmate", "8/3Q4/1b6/8/8/1K6/4q3/k7 w - -", 2, "d7d1"),
        ("stalemate", "8/8/8/8/4B3/2p1Q2q/8/kBK5 w - -", 2, "e3h3"),
        ("mate", "8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - -", 2, "c6d7"),
    ] {
        let plies = if stipulation == "selfmate" || stipulation == "reflexmate" { 4 } else { 3 };
        let set = format!("setoption name Stipulation value {stipulation}\nposition fen {fen}\n");
        let more = format!("go mate {}", moves + 1);
        let only = format!("go mate {moves} searchmoves {key}");
        let several = format!("setoption name MultiPV value 3\ngo mate {moves}");
        for go in [more, format!("go mate {moves}"), format!("go depth {plies}"), only, several] {
            let lines = talk(&format!("{set}{go}\n"));
            assert_eq!(lines.last().unwrap(), &format!("bestmove {key}"), "{stipulation}, {go}: {lines:?}");
            let told = lines.iter().rfind(|line| line.contains("score mate")).unwrap();
            assert_eq!(word_after(told, "mate"), Some("2"), "{stipulation}, {go}: {lines:?}");
            let line: Vec<_> = told.split(" pv ").nth(1).unwrap().split(' ').collect();
            assert_eq!((line[0], line.len()), (key, plies), "{stipulation}, {go}: {lines:?}");
        }
        let lines = talk(&format!("{set}go mate 1\n"));
        let none = format!("info string proved: no {stipulation} within 1 moves");
        assert!(lines.contains(&none) && !lines.iter().any(|line| line.contains("score mate")), "{lines:?}");
        assert!(lines.last().unwrap().starts_with("bestmove "));
    }
    // Who can mate in the diagram has no key of a reflexmate.
    let lines = talk(
        "setoption name stipulation value reflexmate\nposition fen 7k/8/6K1/8/8/8/8/R7 w - -\ngo mate 2 searchmoves a1a2\n",
    );
    assert!(!lines.iter().any(|line| line.contains("score mate")), "{lines:?}");
    // It holds until another is set; one that there is not changes nothing.
    let set = "setoption name Stipulation value selfmate\nsetoption name Stipulation value helpmate\n";
    let self_two = "position fen 4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8 w - -\ngo mate 2\n";
    let lines = talk(&format!("{set}ucinewgame\n{self_two}"));
    let expected = "Stipulation: expected one of mate, stalemate, selfmate, reflexmate, found 'helpmate'";
    assert_eq!(lines[0], format!("info string {expected}"));
    assert!(lines.contains(&"info string proved: no selfmate within 1 moves".into()), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "bestmove b6a5");
    let lines = talk(&format!("{set}setoption name Stipulation value mate\n{self_two}"));
    assert_eq!(lines.last().unwrap(), "bestmove c2b3");
    assert!(talk("uci\n").contains(
        &"option name Stipulation type combo default mate var mate var stalemate var selfmate var reflexmate".into()
    ));
}
