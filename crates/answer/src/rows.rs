//! Answers in rows: a line each, with the reason.

use std::fmt::Write;

use anstyle::Style;
use chess_arbiter::format::TextError;

use crate::report::Report;
use crate::words;

const DIM: Style = Style::new().dimmed();

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// `safe: White is safe: …`, after the position's name if it has one.
    Text,
    /// Columns under each other.
    Table,
    /// Comma-separated values.
    Csv,
    /// The same with tabs between; a tab or line end in a value is a blank.
    Tsv,
    /// A table of Markdown.
    Markdown,
}

/// What a row says of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cells {
    /// What it is called.
    pub id: Option<String>,
    /// As it was written, on one line.
    pub position: String,
    /// The answer in a word, or `error`.
    pub verdict: &'static str,
    /// The answer in a few words, as on a line for programs.
    pub answer: String,
    /// Why, on one line.
    pub reason: String,
    /// What was asked for beside the answer, in lines.
    pub below: String,
}

/// The names of the columns.
const NAMES: [&str; 5] = ["id", "position", "verdict", "answer", "reason"];

/// What a table of Markdown begins with.
const MARKDOWN: &str = "| id | position | answer | reason |\n|---|---|---|---|\n";

impl Cells {
    /// Of an answer in [`Form::Rows`](crate::Form::Rows).
    pub fn of(report: &Report, input: &str) -> Cells {
        Cells {
            id: report.said.id.as_deref().map(words::one_line),
            position: one_line(input),
            verdict: report.fields.verdict(),
            answer: report.line.clone(),
            reason: one_line(report.fields.reason()),
            below: report.below.clone(),
        }
    }

    /// Of a text that there is no answer about.
    pub fn wrong(fault: &TextError, id: Option<&str>, input: &str) -> Cells {
        Cells {
            id: id.map(words::one_line),
            position: one_line(input),
            verdict: "error",
            answer: "error".into(),
            reason: one_line(&fault.to_string()),
            below: String::new(),
        }
    }

    fn values(&self) -> [&str; 5] {
        [self.id.as_deref().unwrap_or(""), &self.position, self.verdict, &self.answer, &self.reason]
    }
}

/// A text on one line, with one blank where several characters stood between words.
fn one_line(text: &str) -> String {
    words::one_line(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes rows one after another. It keeps no row: columns that stand under each other are as wide as the
/// widest value so far, so that they move to the right at most a few times.
#[derive(Clone, Debug)]
pub struct RowsWriter {
    layout: Layout,
    /// Characters of a line; where there are more the reason is cut short.
    width: Option<usize>,
    /// Of the answers, names and positions so far.
    widths: [usize; 3],
    /// Whether there is a column of names: the first row says it.
    named: Option<bool>,
    /// How often each verdict was given, in the order in which they were met.
    counts: Vec<(&'static str, u64)>,
}

impl RowsWriter {
    /// A writer of rows, on lines of so many characters if that is given.
    ///
    /// ```
    /// use chess_arbiter_answer::{Cells, Layout, RowsWriter};
    /// let mut rows = RowsWriter::new(Layout::Csv, None);
    /// let cells = Cells { position: "8/8 w".into(), verdict: "error", ..Cells::default() };
    /// assert_eq!(rows.row(&cells), "id,position,verdict,answer,reason\n,8/8 w,error,,\n");
    /// ```
    pub fn new(layout: Layout, width: Option<usize>) -> RowsWriter {
        RowsWriter { layout, width, widths: [9, 4, 40], named: None, counts: Vec::new() }
    }

    /// A row; before the first the names of the columns.
    pub fn row(&mut self, cells: &Cells) -> String {
        match self.counts.iter_mut().find(|(verdict, _)| *verdict == cells.verdict) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((cells.verdict, 1)),
        }
        let is_first = self.named.is_none();
        let mut text = if is_first { self.heading() } else { String::new() };
        self.named.get_or_insert(cells.id.is_some());
        match self.layout {
            Layout::Text => {
                let id = cells.id.as_ref().map_or(String::new(), |id| format!("{id}: "));
                let _ = writeln!(text, "{id}{}: {}", cells.answer, cells.reason);
                below(&mut text, cells);
            }
            Layout::Table => {
                if is_first {
                    self.line(&mut text, ["answer", "id", "position", "reason"], DIM);
                }
                let id = cells.id.as_deref().unwrap_or("");
                self.line(&mut text, [&cells.answer, id, &cells.position, &cells.reason], Style::new());
                below(&mut text, cells);
            }
            Layout::Csv => separated(&mut text, cells, ",", |value| {
                if value.contains([',', '"', '\n', '\r']) {
                    format!("\"{}\"", value.replace('"', "\"\""))
                } else {
                    value.to_owned()
                }
            }),
            Layout::Tsv => {
                separated(&mut text, cells, "\t", |value| value.replace(['\t', '\n', '\r'], " "));
            }
            Layout::Markdown => {
                let id = escaped(cells.id.as_deref().unwrap_or(""));
                // Within code only what would end it, or the cell, means something.
                let position = cells.position.replace('`', "'").replace('|', "\\|");
                let (answer, reason) = (escaped(&cells.answer), escaped(&cells.reason));
                let _ = writeln!(text, "| {id} | `{position}` | {answer} | {reason} |");
            }
        }
        text
    }

    /// The names of the columns, if no row was written yet and what is written is for programs or a document:
    /// of no positions that is all there is.
    pub fn heading(&self) -> String {
        match self.layout {
            _ if self.named.is_some() => String::new(),
            // Columns as wide as their values are begun by the first row.
            Layout::Text | Layout::Table => String::new(),
            Layout::Csv => NAMES.join(",") + "\n",
            Layout::Tsv => NAMES.join("\t") + "\n",
            Layout::Markdown => MARKDOWN.to_owned(),
        }
    }

    /// A line of the table: answer, name, position, reason.
    fn line(&mut self, text: &mut String, [answer, id, position, reason]: [&str; 4], style: Style) {
        let named = self.named == Some(true);
        // Where there is no column of names, a name stands before the position.
        let joined = format!("{id}: {position}");
        let position = if named || id.is_empty() || id == "id" { position } else { &joined };
        let values = [answer, if named { id } else { "" }, position];
        for (width, value) in self.widths.iter_mut().zip(values) {
            *width = value.chars().count().max(*width);
        }
        let [answers, ids, positions] = self.widths;
        let mut line = format!("{answer:answers$}  ");
        if named {
            let _ = write!(line, "{id:ids$}  ");
        }
        let _ = write!(line, "{position:positions$}  {reason}");
        let line = line.trim_end();
        let line = match self.width {
            Some(width) if line.chars().count() > width => {
                line.chars().take(width.saturating_sub(1)).collect::<String>() + "…"
            }
            _ => line.to_owned(),
        };
        let _ = writeln!(text, "{style}{line}{style:#}");
    }

    /// What stands after the last row: how often each verdict was given.
    pub fn end(&self) -> String {
        if !matches!(self.layout, Layout::Table | Layout::Markdown) || self.counts.is_empty() {
            return String::new();
        }
        let total: u64 = self.counts.iter().map(|(_, count)| count).sum();
        let mut counts = self.counts.clone();
        // Errors last.
        counts.sort_by_key(|&(verdict, count)| (verdict == "error", std::cmp::Reverse(count)));
        let each: Vec<String> = counts
            .iter()
            .map(|&(verdict, count)| match verdict {
                "error" => format!("{count} with errors"),
                verdict => format!("{count} {verdict}"),
            })
            .collect();
        let plural = if total == 1 { "" } else { "s" };
        format!("\n{total} position{plural}: {}\n", each.join(", "))
    }
}

fn below(text: &mut String, cells: &Cells) {
    for line in cells.below.lines() {
        let _ = writeln!(text, "  {line}");
    }
}

fn separated(text: &mut String, cells: &Cells, between: &str, write: impl Fn(&str) -> String) {
    let values: Vec<String> = cells.values().into_iter().map(write).collect();
    let _ = writeln!(text, "{}", values.join(between));
}

/// A text as Markdown that shows it as it is.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\|`*_~[]<>&".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(id: Option<&str>, verdict: &'static str) -> Cells {
        let reason = "White, \"safe\" | or not\tat all".into();
        let position = "4k3/8/8/8/8/8/8/4K3 w".into();
        Cells {
            id: id.map(Into::into),
            position,
            verdict,
            answer: verdict.into(),
            reason,
            below: "1. Kd2\n".into(),
        }
    }

    fn written(layout: Layout, width: Option<usize>, ids: bool) -> String {
        let mut rows = RowsWriter::new(layout, width);
        let id = |id| if ids { Some(id) } else { None };
        let mut text = rows.row(&cells(id("a"), "safe"));
        text += &rows.row(&cells(id("a long name"), "checkmate"));
        text += &rows.row(&cells(None, "error"));
        text + &rows.end()
    }

    #[test]
    fn layouts() {
        assert_eq!(
            written(Layout::Text, None, true),
            "a: safe: White, \"safe\" | or not\tat all\n  1. Kd2\na long name: checkmate: White, \"safe\" | or not\tat \
             all\n  1. Kd2\nerror: White, \"safe\" | or not\tat all\n  1. Kd2\n"
        );
        let csv = written(Layout::Csv, None, true);
        assert_eq!(
            csv.lines().nth(1),
            Some("a,4k3/8/8/8/8/8/8/4K3 w,safe,safe,\"White, \"\"safe\"\" | or not\tat all\"")
        );
        let tsv = written(Layout::Tsv, None, false);
        assert!(tsv.lines().all(|line| line.split('\t').count() == 5), "{tsv}");
        let markdown = written(Layout::Markdown, None, true);
        assert!(
            markdown.contains("| a | `4k3/8/8/8/8/8/8/4K3 w` | safe | White, \"safe\" \\| or not\tat all |")
        );
        assert!(markdown.ends_with("\n3 positions: 1 safe, 1 checkmate, 1 with errors\n"), "{markdown}");
    }

    /// Nothing in a name ends a cell, makes a link or a tag.
    #[test]
    fn markdown_shows_names_as_they_are() {
        let mut rows = RowsWriter::new(Layout::Markdown, None);
        let id = Some("<b>[x](y)`|&amp;*_".into());
        let text = rows.row(&Cells { id, position: "8/8|a`b w".into(), ..Cells::default() });
        assert_eq!(
            text.lines().nth(2),
            Some("| \\<b\\>\\[x\\](y)\\`\\|\\&amp;\\*\\_ | `8/8\\|a'b w` |  |  |")
        );
    }

    #[test]
    fn a_heading_of_no_rows() {
        let heading = |layout| RowsWriter::new(layout, None).heading();
        assert_eq!(heading(Layout::Csv), "id,position,verdict,answer,reason\n");
        assert_eq!(heading(Layout::Tsv), "id\tposition\tverdict\tanswer\treason\n");
        assert_eq!(heading(Layout::Markdown), MARKDOWN);
        assert_eq!((heading(Layout::Text), heading(Layout::Table)), Default::default());
        let mut rows = RowsWriter::new(Layout::Csv, None);
        rows.row(&Cells::default());
        assert_eq!(rows.heading(), "");
    }

    #[test]
    fn a_tab_is_a_blank() {
        let fault = TextError::new(1, 1, "no");
        let cells = Cells::wrong(&fault, Some("a\tb"), "8/8\tw\u{7}");
        assert_eq!((cells.id.as_deref(), &*cells.position), (Some("a b"), "8/8 w\u{FFFD}"));
    }

    #[test]
    fn tables_fit() {
        let table = written(Layout::Table, Some(60), true);
        let plain = table.replace(&DIM.render().to_string(), "").replace(&DIM.render_reset().to_string(), "");
        assert!(plain.lines().all(|line| line.chars().count() <= 60), "{plain}");
        assert!(plain.starts_with("answer     id    position"), "{plain}");
        assert!(plain.contains("\nsafe       a     4k3/8/8/8/8/8/8/4K3 w"), "{plain}");
        assert!(plain.contains("\ncheckmate  a long name  4k3/"), "{plain}");
        assert!(!written(Layout::Table, None, false).contains(" id "));
    }
}
