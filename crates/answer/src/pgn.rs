//! Games as text for people and as PGN.

use chess_arbiter::board::{Move, Setup, Start};
use chess_arbiter::format::{fen, san, uci};
use chess_arbiter::position::Position;
use chess_arbiter::rules::Standard;

/// Columns of text.
const WIDTH: usize = 80;

/// A game from an array, replayed.
pub(crate) struct Game {
    start: Start,
    moves: Vec<Move>,
    /// Before each move, and after the last.
    positions: Vec<Position<Standard>>,
}

impl Game {
    pub(crate) fn new(start: Start, moves: &[Move]) -> Game {
        let mut position = Position::from_start(start);
        let mut positions = vec![position];
        for &mv in moves {
            position = position.play(mv);
            positions.push(position);
        }
        Game { start, moves: moves.to_vec(), positions }
    }

    pub(crate) fn uci(&self) -> Vec<String> {
        self.moves.iter().zip(&self.positions).map(|(&mv, position)| uci::write(position, mv)).collect()
    }

    /// `1. e4 e5 2. Nf3` on lines of at most 80 columns, then what `end` says. A number stays with its move.
    pub(crate) fn movetext(&self, end: &str) -> String {
        let moves = self.moves.iter().zip(&self.positions).enumerate().map(|(ply, (&mv, position))| {
            let text = san::write(position, mv);
            if ply % 2 == 0 { format!("{}. {text}", ply / 2 + 1) } else { text }
        });
        wrapped(moves.chain((!end.is_empty()).then(|| end.to_owned())))
    }

    /// The game as PGN. `FinalFEN` is the position asked about with the clocks of this game: a tag `FEN` is
    /// where the game begins, if that is not the usual array.
    pub(crate) fn pgn(&self, asked: &Setup) -> String {
        let reached = self.positions.last().map_or(*asked, Position::to_setup);
        let last = Setup { halfmoves: reached.halfmoves, fullmoves: reached.fullmoves, ..*asked };
        let plies = self.moves.len().to_string();
        let tags = [
            ("Event", "Proof game"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", "-"),
            ("White", "?"),
            ("Black", "?"),
            ("Result", "*"),
            ("PlyCount", &plies),
            ("FinalFEN", &fen::write::<Standard>(&last)),
        ];
        let array = fen::write::<Standard>(&self.start.setup());
        let begins = [("Variant", "Chess960"), ("SetUp", "1"), ("FEN", &array)];
        let begins = begins.into_iter().filter(|_| !self.start.is_usual());
        let tags: String =
            tags.into_iter().chain(begins).map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
        format!("{tags}\n{}\n", self.movetext("*"))
    }
}

/// Words on lines of at most 80 columns.
pub(crate) fn wrapped(words: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 {
            let fits = column + 1 + word.len() <= WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        column += word.len();
        text += &word;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}
