//! The members of answers, question by question.

use chess_arbiter::certificate::Certificate;
use schemars::JsonSchema;
use serde::Serialize;

/// What is said about a status.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StatusFields {
    /// The answer in a word.
    #[schemars(extend("enum" = ["safe", "check", "checkmate", "stalemate"]))]
    pub verdict: &'static str,
    /// Why, in words.
    pub reason: String,
}

/// What is said of the five rules.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RulesFields {
    /// The answer in a word.
    #[schemars(extend("enum" = ["holds", "broken"]))]
    pub verdict: &'static str,
    /// The broken rules.
    pub rules: Vec<u8>,
    /// Why, in words.
    pub reason: String,
}

/// What is said of whether a position can arise.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct LegalityFields {
    /// The answer in a word.
    #[schemars(extend("enum" = ["legal", "illegal", "undecided"]))]
    pub verdict: &'static str,
    /// How much evidence it took, or how much was looked at.
    pub level: &'static str,
    /// The array that games begin with, unless the usual one was asked about; if any array was allowed, the
    /// one that the game begins with, or `any`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// What refutes the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lemma: Option<&'static str>,
    /// The length of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// No game has fewer plies, as far as was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
    /// It is proved that no game has fewer plies than this one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shortest: bool,
    /// Whether the game is the only one of its length, if that was asked and is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<bool>,
    /// If castling rights or en passant square were left open: the position in which the game ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Which limit stopped the work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<&'static str>,
    /// Why, in words.
    pub reason: String,
    /// The field of the position that is to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blame: Option<&'static str>,
    /// What may have been meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repairs: Option<Vec<Change>>,
    /// What is wrong with the clocks, which are part of the question only if asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<String>,
    /// A game that reaches the position from the starting position, as in UCI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<Vec<String>>,
    /// All games of that length that were asked for and found, unless there is just one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<Vec<String>>>,
}

/// What is said of whether a side can still win.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DeadFields {
    /// The answer about one side; about both, `dead` if neither can win, `winnable` if at least one certainly
    /// can.
    #[schemars(extend("enum" = ["winnable", "unwinnable", "dead", "undecided"]))]
    pub verdict: &'static str,
    /// The position after the moves to play first, if there were any; the answer is about this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// If a flag has fallen: the result of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["1-0", "0-1", "1/2-1/2"]))]
    pub result: Option<&'static str>,
    /// Why, in words.
    pub reason: String,
    /// Each side that was asked about, White first.
    pub sides: Vec<SideWinFields>,
}

/// What is said of whether one side can still win.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct SideWinFields {
    /// The side.
    #[schemars(extend("enum" = ["white", "black"]))]
    pub side: String,
    /// Whether it can win.
    #[schemars(extend("enum" = ["winnable", "unwinnable", "undecided"]))]
    pub verdict: &'static str,
    /// How long the line is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// Moves of both sides that end with its mate, in UCI; usually not the fewest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// Why it cannot: `terminal` (the game is over), `material`, `region` or `closure`; or what ended the
    /// game if asked to count it, `count75` or `fivefold`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
    /// Which limit stopped the work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<&'static str>,
    /// The evidence, if it was asked for about both sides (about one side it belongs to the answer); null if
    /// nothing is claimed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")]
    pub certificate: Option<Option<Box<Certificate>>>,
}

/// What is said of the past of a position.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RetroFields {
    /// Whether the position can have arisen, with some side to move.
    #[schemars(extend("enum" = ["possible", "impossible", "undecided"]))]
    pub verdict: &'static str,
    /// Which limit stopped the work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<&'static str>,
    /// The array that games begin with, if it is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The answer in words.
    pub reason: String,
    /// For each side that may be to move: both, White first, unless the position says which.
    pub sides: Vec<SideFields>,
}

/// What is said of the past if a side is to move.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SideFields {
    /// The side to move.
    #[schemars(extend("enum" = ["white", "black"]))]
    pub turn: String,
    /// Whether it can be to move.
    #[schemars(extend("enum" = ["possible", "impossible", "undecided"]))]
    pub verdict: &'static str,
    /// It may be the starting position, so that no move need have been played.
    pub may_be_start: bool,
    /// Every move that can have been the last by the men alone.
    pub last_moves: Vec<LastMoveFields>,
    /// If the rights are unknown: each set of rights whose king and rooks are in place.
    pub castling: Vec<RightsFields>,
    /// If the square is unknown: each square on which a capture would be legal; otherwise the one that is
    /// given.
    pub en_passant: Vec<DoubleStepFields>,
    /// What the men say about captures and promotions, White's first; empty if nothing leads here.
    pub history: Vec<HistoryFields>,
    /// The evidence, if it was asked for; null if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")]
    pub certificate: Option<Option<Box<Certificate>>>,
}

/// What the men say about the captures and promotions of a side; all numbers are lower bounds.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HistoryFields {
    /// The side.
    #[schemars(extend("enum" = ["white", "black"]))]
    pub side: String,
    /// How many men it has lost.
    pub lost: u32,
    /// How many pieces on the board were pawns.
    pub promotions: u32,
    /// The squares of those that certainly were.
    pub promoted: Vec<String>,
    /// How many captures its pawns made.
    pub pawn_captures: u32,
    /// The squares of pawns that certainly captured.
    pub captors: Vec<String>,
    /// More of these pawns.
    pub pawns: Vec<CapturingPawnFields>,
    /// Pieces of which some must have been pawns.
    pub promoted_among: Vec<PromotedAmongFields>,
    /// Men of the starting position that are certainly no longer on the board.
    pub lost_men: Vec<LostManFields>,
    /// The evidence, if it was asked for; null if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")]
    pub certificate: Option<Option<Box<Certificate>>>,
}

/// What is said of a pawn that captured.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CapturingPawnFields {
    /// Where it stands.
    pub square: String,
    /// It began on one of these squares.
    pub origins: Vec<String>,
    /// It made at least this many captures.
    pub least: u32,
    /// It made at most this many captures.
    pub most: u32,
    /// Its last capture was on one of these squares.
    pub on: Vec<String>,
    /// The man captured there began on one of these.
    pub victims: Vec<String>,
}

/// What is said of pieces of one kind.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PromotedAmongFields {
    /// What they are.
    pub role: String,
    /// Where they stand; for bishops, those on squares of one colour.
    pub squares: Vec<String>,
    /// At least this many of them were pawns.
    pub least: u32,
}

/// What is said of a man that was lost.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LostManFields {
    /// Where it began. (If it was a pawn it may have promoted first.)
    pub home: String,
    /// For a piece: it was captured on one of these squares. For a pawn: empty, since nothing is said about
    /// it.
    pub on: Vec<String>,
}

/// What is said of a last move.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LastMoveFields {
    /// As problemists write it: `Kb1xc2(N)`, `a7-a8=N`, `e5xd6 e.p.`, `O-O`.
    #[serde(rename = "move")]
    pub mv: String,
    /// What moved.
    pub man: String,
    /// Where it came from.
    pub from: String,
    /// Where it went; for castling, the king.
    pub to: String,
    /// What kind of move it was.
    #[schemars(extend("enum" = ["step", "double-step", "promotion", "en-passant", "castling"]))]
    pub kind: &'static str,
    /// What it captured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured: Option<String>,
    /// What it promoted to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promoted: Option<String>,
    /// The position before it, with only the rights and the square that must have existed then.
    pub before: String,
    /// Whether it can have been the last.
    #[schemars(extend("enum" = ["possible", "impossible", "undecided"]))]
    pub verdict: &'static str,
    /// The evidence, if it was asked for: a game that ends with it, or a proof that nothing reaches the
    /// position before it; null if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")]
    pub certificate: Option<Option<Box<Certificate>>>,
}

/// What is said of castling rights together.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RightsFields {
    /// As in a FEN.
    pub rights: String,
    /// Whether at least these can still exist.
    #[schemars(extend("enum" = ["possible", "impossible", "undecided"]))]
    pub verdict: &'static str,
    /// The evidence, if it was asked for; null if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")]
    pub certificate: Option<Option<Box<Certificate>>>,
}

/// What is said of a double step that would make an en passant capture possible.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DoubleStepFields {
    /// The en passant square.
    pub square: String,
    /// The double step.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it can have been the last move.
    #[schemars(extend("enum" = ["possible", "impossible", "undecided"]))]
    pub verdict: &'static str,
    /// Whether, going by the men, it must have been the last move; null if that is not known.
    pub forced: Option<bool>,
    /// The evidence that it can, or cannot, have been the last move, if it was asked for; null if there is
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")]
    pub certificate: Option<Option<Box<Certificate>>>,
}

/// What is said of a forced win.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct WinFields {
    /// The answer in a word; for problems in which both sides cooperate, `solved` or `unsolved`.
    #[schemars(extend("enum" = ["win", "no-win", "solved", "unsolved", "undecided"]))]
    pub verdict: &'static str,
    /// What was asked for, if it is not mate: `s#3`, `r#2`, `=4`, `h#2`; "win" then means that it can be
    /// done. In a selfmate or reflexmate the defender makes the last move, so `s#3` takes 6 plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stipulation: Option<String>,
    /// There is a win, or none, within this many plies; `null`: there is none however many. For help play,
    /// the length of the shortest solution.
    pub plies: Option<u32>,
    /// There is no shorter win.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shortest: bool,
    /// If a limit stopped the search, so that the win need not be the shortest: there is none within this
    /// many plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_win_within: Option<u32>,
    /// If the shortest win is undecided: there is one within this many plies, perhaps within fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_within: Option<u32>,
    /// The other side wins within this many plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_in: Option<u32>,
    /// Which limit stopped the work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<&'static str>,
    /// What the file says about the position, if it is a file of problems.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Box<ProblemFields>>,
    /// Castling rights that the position does not state but has by the convention of problems, as in a FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub castling: Option<String>,
    /// Why, in words.
    pub reason: String,
    /// Best play in UCI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// Why there is no line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_error: Option<String>,
    /// The keys of a problem in UCI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<String>>,
    /// First moves that only a few defences refute.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tries: Vec<Tried>,
    /// For help play, how many solutions there are; if undecided, how many of the lengths that were searched.
    /// 18446744073709551615 stands for that many or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// The solutions of help play, the shortest first, each move in UCI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Vec<String>>>,
    /// Like `count`, if the first move is skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_count: Option<u64>,
    /// Like `solutions`, if the first move is skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_solutions: Option<Vec<Vec<String>>>,
    /// Variations, or solutions of help play, in problem notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// Why there is no solution, or no complete one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution_error: Option<String>,
}

/// What a file of problems says of one of their positions.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct ProblemFields {
    /// What is asked, as problemists write it.
    pub stipulation: String,
    /// Which twin it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twin: Option<String>,
    /// How it differs from the position set up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<String>,
    /// Who made it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<String>,
    /// What it is called.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub titles: Vec<String>,
    /// Where it appeared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub origins: Vec<String>,
    /// What it won.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub awards: Vec<String>,
    /// What else was noted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

/// What a table says about a position.
#[derive(Debug, Serialize)]
pub struct ProbeFields {
    /// `win`, `lost` or `never`.
    pub verdict: &'static str,
    /// How many plies the win or loss takes.
    pub plies: Option<u32>,
    /// Why, in words.
    pub reason: String,
    /// Every move with what it leads to, best first.
    pub moves: Vec<Valued>,
}

/// A move, and what it leads to for the side that makes it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Valued {
    /// As in UCI.
    #[serde(rename = "move")]
    pub uci: String,
    /// `win`, `lost`, `never`, `unknown`.
    pub verdict: &'static str,
    /// How many plies the win or loss takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// As people write it.
    #[serde(skip)]
    pub san: String,
}

/// A first move that fails, and to what.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Tried {
    /// As in UCI.
    #[serde(rename = "move")]
    pub mv: String,
    /// The defences, as in UCI.
    pub refutations: Vec<String>,
}

/// A change of a position, and what is said of the changed position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Change {
    /// The change in words.
    pub what: String,
    /// The changed position.
    pub fen: String,
    /// What is said of it.
    pub verdict: &'static str,
    /// How much evidence it took.
    pub level: &'static str,
    /// The evidence, if it was asked for; null if nothing is claimed of the changed position.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")]
    pub certificate: Option<Option<Box<Certificate>>>,
}
