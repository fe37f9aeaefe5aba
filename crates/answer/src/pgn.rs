//! Games as text for people and as PGN.

use chess_arbiter::board::{Move, Setup};
use chess_arbiter::format::{fen, san, uci};
use chess_arbiter::position::Position;
use chess_arbiter::rules::Standard;

/// Columns of text.
const WIDTH: usize = 80;

/// A game from the initial array, replayed.
pub(crate) struct Game {
    moves: Vec<Move>,
    /// Before each move, and after the last.
    positions: Vec<Position<Standard>>,
}

impl Game {
    /// `None` if the initial array cannot be read, that is, never.
    pub(crate) fn new(moves: &[Move]) -> Option<Game> {
        let mut position = fen::position::<Standard>(fen::START).ok()?;
        let mut positions = vec![position];
        for &mv in moves {
            position = position.play(mv);
            positions.push(position);
        }
        Some(Game { moves: moves.to_vec(), positions })
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
        let mut text = String::new();
        let mut column = 0;
        for word in moves.chain((!end.is_empty()).then(|| end.to_owned())) {
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

    /// The game as PGN. `FinalFEN` is the position asked about with the clocks of this game: a tag `FEN`
    /// would be where the game begins.
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
        let tags: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
        format!("{tags}\n{}\n", self.movetext("*"))
    }
}
