//! Diagrams with their solutions as LaTeX, for the package `chessboard`.

use std::fmt::{self, Display, Formatter, Write};

use chess_arbiter::board::{Color, Setup};
use chess_arbiter::format::fen;
use chess_arbiter::rules::Standard;

use crate::report::{ProblemFields, Report};

/// What stands before the first diagram. A line of a solution that is too long goes on further right.
pub const HEAD: &str = "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{chessboard}\n\
                        \\setchessboard{showmover=false}\n\
                        \\newcommand{\\variation}[2]{{\\noindent\\leftskip=#1em\\hangindent=2em\\hangafter=1 #2\\par}}\n\
                        \\setlength{\\parindent}{0pt}\n\\frenchspacing\n\\raggedright\n\\begin{document}\n";

/// What stands after the last.
pub const FOOT: &str = "\\end{document}\n";

/// Writes a diagram and the answer, which is there already, in the place of the answer. Below the diagram
/// stands what is `asked`. What is told of a problem has beside it whether this is the first of its
/// positions.
pub(crate) fn write(report: &mut Report, setup: &Setup, asked: &str, told: Option<(&ProblemFields, bool)>) {
    // Nothing parts a diagram from its title, and it is left together with the first lines of its solution.
    let mut text = String::from("\n\\begin{center}\\begin{minipage}{\\linewidth}\\centering\n");
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
    let _ =
        writeln!(text, "{} \\quad {counts}\n\\end{{minipage}}\\end{{center}}\\nopagebreak", Escaped(asked));
    let reason = report.fields.reason().to_owned();
    let solution = if report.below.trim().is_empty() { &reason } else { &report.below };
    for line in solution.lines() {
        let moves = line.trim_start();
        let indent = (line.len() - moves.len()) / 4;
        let _ = writeln!(text, "\\variation{{{indent}}}{{{}}}", Escaped(moves));
    }
    for remark in of_all.iter().flat_map(|told| &told.remarks) {
        let _ = writeln!(text, "\\variation{{0}}{{\\emph{{{}}}}}", Escaped(remark));
    }
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
