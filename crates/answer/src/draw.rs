//! A board on a terminal.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use chess_arbiter::board::{Bitboard, Board, Color, Square};
use chess_arbiter::rules::RulesKind;

/// What a board should draw attention to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    /// In brackets: the attacked royal.
    pub attacked: Bitboard,
    /// In parentheses: the men that attack it.
    pub attackers: Bitboard,
}

const LABEL: Style = Style::new().dimmed();

/// Letters as in FEN: unlike chess symbols they look the same on light and dark terminals. Marks are
/// brackets too, for those who do not see colours.
pub fn board(rules: RulesKind, board: &Board, marks: Marks) -> String {
    let (width, height) = rules.size();
    let mut text = String::new();
    for rank in (0..height).rev() {
        let _ = write!(text, "{LABEL}{:>3}{LABEL:#} ", rank + 1);
        for file in 0..width {
            text += &cell(board, Square::at(file, rank), marks);
        }
        text.push('\n');
    }
    let _ = write!(text, "    {LABEL}");
    for file in 0..width {
        let _ = write!(text, " {} ", Square::at(file, 0).file_char());
    }
    let _ = writeln!(text, "{LABEL:#}");
    text
}

fn cell(board: &Board, square: Square, marks: Marks) -> String {
    let Some(man) = board.man_at(square) else { return format!("{LABEL} . {LABEL:#}") };
    let (left, right, style) = if marks.attacked.has(square) {
        ('[', ']', AnsiColor::White.on(AnsiColor::Red).bold())
    } else if marks.attackers.has(square) {
        ('(', ')', AnsiColor::Red.on_default().bold())
    } else {
        match man.color {
            Color::White => (' ', ' ', Style::new().bold()),
            Color::Black => (' ', ' ', AnsiColor::Cyan.on_default()),
        }
    };
    format!("{style}{left}{}{right}{style:#}", man.letter())
}
