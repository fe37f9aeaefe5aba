//! What a line of input says. Words that are not known are skipped, as the protocol wants.

use std::time::Duration;

/// A command from the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum UciCommand {
    Uci,
    IsReady,
    NewGame,
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
    /// First moves to keep to; empty for all.
    pub(crate) searchmoves: Vec<String>,
}

impl Go {
    /// Whether the search ends by itself.
    pub(crate) fn ends(&self) -> bool {
        let limited =
            self.nodes.is_some() || self.movetime.is_some() || self.clock.iter().any(Option::is_some);
        !self.infinite && (limited || self.mate.is_some() || self.depth.is_some())
    }
}

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
        Some("debug" | "register" | "ponderhit") => UciCommand::Ignored,
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
    // A negative time is one that has run out.
    let millis = |word: Option<&str>| {
        word.and_then(|word| word.parse::<i64>().ok()).map(|ms| Duration::from_millis(ms.max(0) as u64))
    };
    while let Some(word) = words.next() {
        match word {
            "mate" => go.mate = words.next().and_then(|word| word.parse().ok()),
            "nodes" => go.nodes = words.next().and_then(|word| word.parse().ok()),
            "depth" => go.depth = words.next().and_then(|word| word.parse().ok()),
            "movetime" => go.movetime = millis(words.next()),
            "wtime" => go.clock[0] = millis(words.next()),
            "btime" => go.clock[1] = millis(words.next()),
            "winc" => go.increment[0] = millis(words.next()).unwrap_or_default(),
            "binc" => go.increment[1] = millis(words.next()).unwrap_or_default(),
            "infinite" | "ponder" => go.infinite = true,
            "searchmoves" => {
                let is_move = |word: &&str| word.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
                while let Some(mv) = words.next_if(is_move) {
                    go.searchmoves.push(mv.into());
                }
            }
            _ => {}
        }
    }
    go
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
        assert!(go.ends());
        assert!(!parse_go("go").ends() && !parse_go("go infinite").ends());
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
