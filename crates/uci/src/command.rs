//! What a line of input says. Words that are not known are skipped, as the protocol wants.

use std::time::Duration;

/// A command from the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum UciCommand {
    Uci,
    IsReady,
    NewGame,
    PonderHit,
    SetOption {
        name: String,
        value: String,
    },
    Position {
        /// `None`: neither a FEN nor the initial array was named.
        from: Option<GameStart>,
        moves: Vec<String>,
    },
    Go(Go),
    Stop,
    Quit,
    /// Known to the protocol and of no meaning here.
    Ignored,
    /// Not understood.
    Unknown(String),
}

/// Where the moves of a game begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum GameStart {
    Start,
    Fen(String),
}

/// The limits of a search.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Go {
    /// Look for a mate within so many moves only.
    pub(crate) mate: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) movetime: Option<Duration>,
    /// Each side's clock and increment: White's, Black's.
    pub(crate) clock: [Option<Duration>; 2],
    pub(crate) increment: [Duration; 2],
    /// Plies to look ahead.
    pub(crate) depth: Option<u32>,
    pub(crate) infinite: bool,
    /// It is the other side's turn: the limits are for after `ponderhit`.
    pub(crate) ponder: bool,
    /// First moves to keep to; empty for all.
    pub(crate) searchmoves: Vec<String>,
    /// What was given as a limit and is none.
    pub(crate) faults: Vec<String>,
}

impl Go {
    /// Whether the search ends by itself.
    pub(crate) fn ends(&self) -> bool {
        !self.infinite && !self.ponder && self.is_limited()
    }

    fn is_limited(&self) -> bool {
        self.nodes.is_some()
            || self.movetime.is_some()
            || self.clock.iter().any(Option::is_some)
            || self.mate.is_some()
            || self.depth.is_some()
    }

    /// The same when the move that was pondered on has been played. Without a limit nothing remains to be
    /// waited for.
    pub(crate) fn after_hit(&self) -> Go {
        let limited = self.infinite || self.is_limited();
        Go { ponder: false, nodes: if limited { self.nodes } else { Some(0) }, ..self.clone() }
    }
}

/// What can follow `go`.
const OF_GO: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

/// Understands one line.
pub(crate) fn parse(line: &str) -> UciCommand {
    let mut words = line.split_whitespace();
    match words.next() {
        None => UciCommand::Ignored,
        Some("uci") => UciCommand::Uci,
        Some("isready") => UciCommand::IsReady,
        Some("ucinewgame") => UciCommand::NewGame,
        Some("setoption") => set_option(words),
        Some("position") => position(words),
        Some("go") => UciCommand::Go(go(words)),
        Some("stop") => UciCommand::Stop,
        Some("quit") => UciCommand::Quit,
        Some("ponderhit") => UciCommand::PonderHit,
        Some("debug" | "register") => UciCommand::Ignored,
        Some(_) => UciCommand::Unknown(line.trim().into()),
    }
}

fn set_option<'a>(words: impl Iterator<Item = &'a str>) -> UciCommand {
    let words: Vec<&str> = words.skip_while(|&word| word != "name").skip(1).collect();
    let value_at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let (name, value) = (&words[..value_at], words.get(value_at + 1..).unwrap_or_default());
    UciCommand::SetOption { name: name.join(" "), value: value.join(" ") }
}

fn position<'a>(words: impl Iterator<Item = &'a str>) -> UciCommand {
    let words: Vec<&str> = words.collect();
    let moves_at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (place, moves) = words.split_at(moves_at);
    let from = match place {
        ["startpos"] => Some(GameStart::Start),
        ["fen", fields @ ..] => Some(GameStart::Fen(fields.join(" "))),
        _ => None,
    };
    UciCommand::Position { from, moves: moves.iter().skip(1).map(|&word| word.into()).collect() }
}

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Go {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "mate" => go.mate = count(word, 1, words.next(), &mut go.faults).map(small),
            "nodes" => go.nodes = count(word, 0, words.next(), &mut go.faults),
            "depth" => go.depth = count(word, 1, words.next(), &mut go.faults).map(small),
            "movetime" => go.movetime = millis(word, words.next(), &mut go.faults),
            "wtime" => go.clock[0] = millis(word, words.next(), &mut go.faults),
            "btime" => go.clock[1] = millis(word, words.next(), &mut go.faults),
            "winc" => go.increment[0] = millis(word, words.next(), &mut go.faults).unwrap_or_default(),
            "binc" => go.increment[1] = millis(word, words.next(), &mut go.faults).unwrap_or_default(),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                // What is no move either is named later.
                while let Some(mv) = words.next_if(|word| !OF_GO.contains(word)) {
                    go.searchmoves.push(mv.into());
                }
            }
            _ => {}
        }
    }
    // Who gave a limit, though one that is none, does not mean a search without end.
    if !go.faults.is_empty() && !go.infinite && !go.is_limited() {
        go.nodes = Some(0);
    }
    go
}

/// The number after `name`, at least `least`.
fn count(name: &str, least: u64, word: Option<&str>, faults: &mut Vec<String>) -> Option<u64> {
    let number = word.and_then(digits).filter(|&number| number >= least);
    if number.is_none() {
        faults.push(expected(name, &format!("a number from {least}"), word));
    }
    number
}

/// The time after `name`. A negative one has run out.
fn millis(name: &str, word: Option<&str>, faults: &mut Vec<String>) -> Option<Duration> {
    let number = word.and_then(|word| match word.strip_prefix('-') {
        Some(number) => digits(number).map(|_| 0),
        None => digits(word),
    });
    if number.is_none() {
        faults.push(expected(name, "a number of milliseconds", word));
    }
    number.map(Duration::from_millis)
}

fn small(number: u64) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

/// A whole number; one that is too large is as large as there is.
fn digits(word: &str) -> Option<u64> {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| word.parse().unwrap_or(u64::MAX))
}

fn expected(name: &str, what: &str, found: Option<&str>) -> String {
    format!(
        "go {name}: expected {what}, found {}",
        found.map_or("nothing".into(), |word| format!("'{word}'"))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions() {
        let position = |from: GameStart, moves: &[&str]| UciCommand::Position {
            from: Some(from),
            moves: moves.iter().map(|&mv| mv.into()).collect(),
        };
        assert_eq!(parse("position startpos"), position(GameStart::Start, &[]));
        assert_eq!(
            parse("  position startpos moves e2e4 e7e5"),
            position(GameStart::Start, &["e2e4", "e7e5"])
        );
        assert_eq!(parse("position elsewhere"), UciCommand::Position { from: None, moves: vec![] });
        assert_eq!(
            parse("position fen 8/8 w - - moves a1a2"),
            position(GameStart::Fen("8/8 w - -".into()), &["a1a2"])
        );
    }

    #[test]
    fn limits() {
        let UciCommand::Go(go) = parse("go wtime 1000 btime -5 winc 10 searchmoves e2e4 d2d4 mate 3") else {
            panic!("not a go")
        };
        assert_eq!(go.clock, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert_eq!(go.increment, [Duration::from_millis(10), Duration::ZERO]);
        assert_eq!((go.searchmoves.len(), go.mate), (2, Some(3)));
        assert_eq!(parse_go("go searchmoves zz h9h9 nodes 5").searchmoves, ["zz", "h9h9"]);
        assert!(go.ends());
        assert!(!parse_go("go").ends() && !parse_go("go infinite").ends());
    }

    #[test]
    fn limits_that_are_none() {
        for word in ["-2", "x", "0", "+", ""] {
            let go = parse_go(&format!("go mate {word}"));
            assert!(go.ends() && go.mate.is_none() && go.faults.len() == 1, "{word}: {go:?}");
        }
        let go = parse_go("go mate -2 movetime 50");
        assert_eq!((go.nodes, go.movetime), (None, Some(Duration::from_millis(50))));
        assert_eq!(go.faults, ["go mate: expected a number from 1, found '-2'"]);
        assert_eq!(parse_go("go mate 99999999999999999999").mate, Some(u32::MAX));
        assert!(!parse_go("go infinite mate x").ends());
    }

    #[test]
    fn pondering() {
        let go = parse_go("go ponder wtime 1000 btime 1000");
        assert!(!go.ends() && go.after_hit().ends());
        assert!(!parse_go("go ponder").ends() && parse_go("go ponder").after_hit().ends());
        assert!(!parse_go("go ponder infinite").after_hit().ends());
        assert!(parse_go("go ponder mate x").after_hit().ends());
    }

    fn parse_go(line: &str) -> Go {
        match parse(line) {
            UciCommand::Go(go) => go,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn options() {
        let option =
            |name: &str, value: &str| UciCommand::SetOption { name: name.into(), value: value.into() };
        assert_eq!(parse("setoption name Hash value 64"), option("Hash", "64"));
        assert_eq!(parse("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(parse("setoption"), option("", ""));
    }
}
