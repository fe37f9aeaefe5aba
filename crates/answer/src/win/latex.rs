//! Diagrams with their solutions as LaTeX, for the package `chessboard`.

use std::fmt::{self, Display, Formatter, Write};

use chess_arbiter::board::{Color, Setup};
use chess_arbiter::format::fen;
use chess_arbiter::rules::Standard;

use super::problem::asked;
use crate::report::{ProblemFields, Report};

/// What stands before the first diagram.
pub const HEAD: &str = "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{chessboard}\n\
                        \\setchessboard{showmover=false}\n\\begin{document}\n";

/// What stands after the last.
pub const FOOT: &str = "\\end{document}\n";

/// Writes a diagram and the answer, which is there already, in the place of the answer. What is told of a
/// problem has beside it whether this is the first of its positions.
pub(crate) fn write(report: &mut Report, setup: &Setup, told: Option<(&ProblemFields, bool)>) {
    let mut text = String::from("\n\\begin{center}\n");
    let of_all = told.filter(|(_, is_first)| *is_first).map(|(told, _)| told);
    if let Some(told) = of_all {
        for (style, texts) in
            [("\\textbf", [&told.titles, &told.authors]), ("\\emph", [&told.origins, &told.awards])]
        {
            for line in texts.into_iter().flatten() {
                let _ = writeln!(text, "{style}{{{}}}\\\\", Escaped(line));
            }
        }
    }
    let _ = writeln!(text, "\\chessboard[setfen={{{}}}]\\\\", fen::write::<Standard>(setup));
    let men = |color| setup.board.color(color).len();
    let counts = format!("({} + {})", men(Color::White), men(Color::Black));
    let stipulation = told.map_or(String::new(), |(told, _)| asked(told, setup));
    let _ =
        writeln!(text, "{} \\quad {counts}\n\\end{{center}}\n\\begin{{flushleft}}", Escaped(&stipulation));
    let reason = report.fields.reason().to_owned();
    let solution = if report.below.trim().is_empty() { &reason } else { &report.below };
    for line in solution.lines() {
        let moves = line.trim_start();
        let indent = (line.len() - moves.len()) / 4;
        let _ = writeln!(text, "\\hspace*{{{indent}em}}{}\\\\", Escaped(moves));
    }
    for remark in of_all.iter().flat_map(|told| &told.remarks) {
        let _ = writeln!(text, "\\emph{{{}}}\\\\", Escaped(remark));
    }
    text += "\\end{flushleft}\n";
    report.below = text;
}

/// Text in which nothing is a command.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '#' | '$' | '%' | '&' | '_' | '{' | '}' => write!(f, "\\{letter}")?,
                '\\' => f.write_str("\\textbackslash{}")?,
                '~' => f.write_str("\\textasciitilde{}")?,
                '^' => f.write_str("\\textasciicircum{}")?,
                // In text these fonts have other signs in their places; two hyphens would be a dash.
                '<' => f.write_str("\\textless{}")?,
                '>' => f.write_str("\\textgreater{}")?,
                '-' => f.write_str("-{}")?,
                letter if letter.is_control() => f.write_char(' ')?,
                letter => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Escaped;

    #[test]
    fn no_text_is_a_command() {
        let text = Escaped("\\input{x} 50% #2 a_b").to_string();
        assert_eq!(text, "\\textbackslash{}input\\{x\\} 50\\% \\#2 a\\_b");
    }
}
