//! Asking one question about many positions.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chess_arbiter::format::reader::Item;
use chess_arbiter::popeye::Problem;
use chess_arbiter::reach::Level;
use chess_arbiter::rules::RulesKind;
use chess_arbiter_answer::request::Context;
use chess_arbiter_answer::{
    Cells, Change, Form, Layout, Question, Report, Told, Unanswered, Watch, ask_fen, ask_fens, ask_item,
    changes, near,
};
use indicatif::ProgressBar;

use crate::block::Block;
use crate::exit::{Exit, Failure};
use crate::fault;
use crate::input::{Asked, Input, Source, Unread};
use crate::options::is_quiet;
use crate::output::{Row, RowWriter, Tally};
use crate::pipeline::{self, Plan};
use crate::progress::ProgressLine;
use crate::turns;

/// Batches read ahead for each thread: enough that a position which takes long does not leave the others
/// without work.
const AHEAD: usize = 32;

/// How many positions a thread takes at once at most: of those that can take minutes few, should several come
/// one after another.
const fn batch(quick: bool) -> usize {
    if quick { 512 } else { 16 }
}

/// What is asked about each position.
pub(crate) struct Inquiry {
    /// The game.
    pub(crate) rules: RulesKind,
    /// Whether an answer takes microseconds.
    pub(crate) quick: bool,
    /// Finds the answer.
    pub(crate) answer: Answering,
    /// Asked about lines that are FENs and nothing else, if that is quick.
    pub(crate) of_fens: Option<(Question, Context)>,
    /// Answers a position of a problem, where files of problems are read.
    pub(crate) problems: Option<AnsweringProblems>,
    /// Whether boards are drawn for files of their own.
    pub(crate) draws: bool,
    /// What a text can mean that is no position.
    pub(crate) near: Option<Near>,
}

/// What a text can mean that is no position.
pub(crate) type Near = Box<dyn Fn(&str) -> Vec<Change> + Send + Sync>;

/// Answers a position of a problem, by its place among those.
pub(crate) type AnsweringProblems =
    Box<dyn Fn(&Problem, usize, Form, Option<Watch>) -> Result<Report, Unanswered> + Send + Sync>;

/// Answers one position.
pub(crate) type Answering =
    Box<dyn Fn(&Item, Form, Option<Watch>) -> Result<Report, Unanswered> + Send + Sync>;

impl Inquiry {
    /// A question of the library.
    pub(crate) fn question(question: Question, context: Context) -> Inquiry {
        let is_quick = question.is_quick() && question.rules() == RulesKind::Standard;
        Inquiry {
            of_fens: is_quick.then(|| (question.clone(), context.clone())),
            near: is_repaired(&question).then(|| {
                let (question, context) = (question.clone(), context.clone());
                Box::new(move |text: &str| near(&question, text, &context)) as _
            }),
            rules: question.rules(),
            quick: question.is_quick() || is_static(&question),
            answer: Box::new(move |item, form, watch| ask_item(&question, item, form, &context, watch)),
            problems: None,
            draws: false,
        }
    }
}

fn is_repaired(question: &Question) -> bool {
    matches!(question, Question::Legality(asked) if asked.repair)
}

/// Whether lemmas alone are asked, which takes some ten microseconds.
fn is_static(question: &Question) -> bool {
    matches!(question, Question::Legality(asked) if asked.level <= Level::Static)
}

/// What else becomes of answers, and what is shown meanwhile.
#[derive(Default)]
pub(crate) struct Beside {
    /// Where the games go.
    pub(crate) games: Option<Box<dyn Write + Send>>,
    /// Where drawn boards go: the file of the first.
    pub(crate) pictures: Option<PathBuf>,
    /// Counts the positions.
    pub(crate) progress: Option<ProgressLine>,
    /// Shows a person how far one answer is.
    pub(crate) watch: Option<fn(&ProgressBar, Told)>,
}

/// Asks about every position of the sources and writes the answers in order.
pub(crate) fn ask(
    asked: Inquiry,
    sources: Vec<Source>,
    (form, layout): (Form, Layout),
    beside: Beside,
    threads: usize,
    interrupted: &Arc<AtomicBool>,
) -> Result<Exit, Failure> {
    let Beside { games, pictures, progress, watch } = beside;
    let watch = watch.filter(|_| matches!(form, Form::Person | Form::Rows) && !is_quiet());
    let mut writer =
        RowWriter::new(form, layout).with_games(games).with_pictures(pictures).beside(progress.clone());
    let plan = Plan { threads, batch: batch(asked.quick), ahead: AHEAD };
    // What stands between answers, and where games go, is not known of blocks.
    let in_blocks = asked.of_fens.is_some() && matches!(form, Form::Lines | Form::Json | Form::Certificates);
    let mut input = Input::new(asked.rules, sources, in_blocks, asked.problems.is_some());
    let asked = Arc::new(asked);
    loop {
        if in_blocks {
            let asked = asked.clone();
            let work = move |block: &Block, row: &mut Row| rows(&asked, block, form, row);
            let left;
            (writer, left) = turns::run(input, threads, interrupted, work, writer)?;
            let Some(left) = left else { break };
            input = left;
        }
        let Some(unread) = input.unread() else { break };
        let (asked, progress) = (asked.clone(), progress.clone());
        let work = move |unread: Unread| {
            let answer = || row(&asked, &unread, form, watch);
            match &progress {
                Some(progress) => progress.during(answer),
                None => answer(),
            }
        };
        pipeline::run(plan, interrupted, |feeder| unread.feed(feeder), work, &mut writer)?;
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
    }
    writer.end()?;
    Ok(writer.finish("position", "with errors", interrupted))
}

/// The rows of a block: of its FENs at once, of all else one by one.
fn rows(asked: &Inquiry, block: &Block, form: Form, all: &mut Row) {
    let mut rest = block.lines();
    // Where a line has several fields, what follows a FEN is no part of it.
    let of_fens = asked.of_fens.as_ref().filter(|_| !block.is_table());
    loop {
        if let Some((question, _)) = of_fens {
            let (bytes, lines) = ask_fens(question, rest.bytes(), form, &mut all.text);
            rest.pass(bytes, lines as usize);
            all.tally.rows += lines;
        }
        let Some(line) = rest.next() else { break };
        let fen = of_fens.zip(line.readable());
        if fen
            .is_some_and(|((question, context), text)| ask_fen(question, text, form, context, &mut all.text))
        {
            all.tally.rows += 1;
            continue;
        }
        // A line alone, or the rest of the block: what is drawn has several lines.
        for unread in line.items(asked.rules, &mut rest) {
            let Row { text, tally, .. } = row(asked, &unread, form, None);
            all.text.push_str(&text);
            all.tally.add(tally);
        }
    }
}

fn row(asked: &Inquiry, unread: &Unread, form: Form, watch: Option<fn(&ProgressBar, Told)>) -> Row {
    let answer = unread.item().and_then(|item| {
        let shown = watch.map(|watch| (watch, ProgressBar::new_spinner()));
        let told = shown.clone().map(|(watch, bar)| Box::new(move |told| watch(&bar, told)) as _);
        let answer = match (item, &asked.problems) {
            (Asked::Item(item), _) => (asked.answer)(item, form, told),
            (Asked::Part(problem, part), Some(answer)) => answer(problem, *part, form, told),
            // Nobody reads problems where they are not answered.
            (Asked::Part(..), None) => Err(Unanswered::Internal),
        };
        if let Some((_, bar)) = shown {
            bar.finish_and_clear();
        }
        answer.map_err(|unanswered| unread.fault(unanswered))
    });
    let readings = match (&answer, &asked.near, unread.text()) {
        (Err(_), Some(near), Some(text)) => near(text),
        _ => Vec::new(),
    };
    let input = || unread.shown().unwrap_or_default();
    match answer {
        Ok(report) => Row {
            text: if form == Form::Rows {
                String::new()
            } else {
                report.text(unread.shown().as_deref(), form)
            },
            cells: (form == Form::Rows).then(|| Cells::of(&report, &input())),
            tally: Tally::answer(&report),
            game: report.game,
            picture: if asked.draws { unread.picture(asked.rules) } else { None },
        },
        Err(fault) => Row {
            text: if form == Form::Rows {
                String::new()
            } else {
                fault::text(&fault, unread, form, &readings)
            },
            cells: (form == Form::Rows).then(|| Cells {
                below: changes(&readings),
                ..Cells::wrong(&fault, unread.id(), unread.text().unwrap_or_default())
            }),
            tally: Tally::error(),
            ..Row::default()
        },
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use chess_arbiter::format::reader::Columns;
    use chess_arbiter_answer::items;
    use chess_arbiter_answer::request::StatusRequest;

    use super::*;
    use crate::block::Blocks;
    use crate::input::unread;

    struct Chance(u64);

    impl Chance {
        fn below(&mut self, most: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % most
        }
    }

    /// Gives few bytes at a time.
    struct Trickle<'a> {
        left: &'a [u8],
        chance: Chance,
        most: usize,
    }

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = (1 + self.chance.below(self.most)).min(buffer.len());
            self.left.read(&mut buffer[..most])
        }
    }

    fn asked() -> Inquiry {
        Inquiry::question(Question::Status(StatusRequest::default().check()), Context::default())
    }

    fn line_by_line(text: &[u8], before: usize, columns: Option<Columns>, form: Form, all: &mut Row) {
        let mut items = items(RulesKind::Standard, text).after(before);
        if let Some(columns) = columns {
            items = items.in_columns(columns);
        }
        for item in items {
            let Row { text, tally, .. } = row(&asked(), &unread(item, None), form, None);
            all.text.push_str(&text);
            all.tally.add(tally);
        }
    }

    /// The rows, and how many blocks there were.
    fn in_blocks(text: &[u8], most: usize, is_file: bool, seed: u64, form: Form) -> (Row, usize) {
        let (mut all, mut count, mut block) = (Row::default(), 0, Block::default());
        let mut blocks = Blocks::new(Trickle { left: text, chance: Chance(seed), most }, None, is_file);
        while blocks.next(&mut block) {
            rows(&asked(), &block, form, &mut all);
            count += 1;
        }
        let columns = blocks.columns();
        let ((mut unread, _, before), mut rest) = (blocks.rest(), Vec::new());
        unread.read_to_end(&mut rest).unwrap();
        line_by_line(&rest, before, columns, form, &mut all);
        (all, count)
    }

    /// Whatever stands in a text, and however it arrives: the same answers, faults in the same places.
    #[test]
    fn blocks_are_answered_as_lines_are() {
        let lines: [&[u8]; 33] = [
            b"4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            b"7k/6Q1/6K1/8/8/8/8/8 b - - 3 9",
            b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            b"  4k3/8/8/8/8/8/8/4K3 w  ",
            b"4k3/8/8/8/8/8/8/4K3 w\r",
            b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;",
            b"\"4k3/8/8/8/8/8/8/4K3 w\"",
            b"9/8/8/8/8/8/8/8 w",
            b"8/8/8/8/8/8/8/8 w - -",
            b"\xef\xbb\xbf4k3/8/8/8/8/8/8/4K3 b",
            b"4k3/8/8/8/8/8/8/4K3 \xff",
            b"\xff",
            b"# a comment / with a slash",
            b"# a comment / that is no text \xff",
            b"# id 17",
            b"#1,4k3/8/8/8/8/8/8/4K3 w",
            b"#4k3/8/8/8/8/8/8/4K3 w\t2",
            b"#",
            b"",
            b"\r",
            b"   ",
            b"k.......",
            b"........",
            b"........",
            b"8 . . . . K . . .",
            b"  a b c d e f g h",
            b"w",
            b"black to move",
            b"17,4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            b"17,\"4k3/8/8/8/8/8/8/4K3 w - -\"",
            b"4k3/8/8/8/8/8/8/4K3 w - -\t5",
            b"4k3/8/8/8/8/8/8/4K3 b - - 0 1\tid 17",
            b"https://lichess.org/editor/4k3/8/8/8/8/8/8/4K3_w_-_-_0_1",
        ];
        let long = [b"4k3/8/8/8/8/8/8/4K3 w".as_slice(), &[b' '; 70_000]].concat();
        let long_comment = [b"# a / b ".as_slice(), &[b'x'; 70_000]].concat();
        let mut chance = Chance(1);
        let (mut blocks, mut errors) = (0, 0);
        for round in 0..400 {
            // Few drawings among FENs, and many.
            let kinds = if round % 3 == 0 { lines.len() } else { 16 };
            // Tables and games too, and what is neither.
            let headings: [&[u8]; 6] = [
                b"id,fen\n",
                b"# a / b\n\nfen\n",
                b"\xef\xbb\xbf[Event \"a/b\"]\n\n1. e4\n",
                b"id,what\n",
                b"id,what\n\n# no\n",
                b"fen\tid\r\n",
            ];
            let heading = headings.get(chance.below(15)).copied().unwrap_or_default();
            let mut text = heading.to_vec();
            for _ in 0..chance.below(60) {
                let line = match chance.below(800) {
                    0 => &long,
                    1 => &long_comment,
                    _ => lines[chance.below(kinds)],
                };
                text.extend_from_slice(line);
                text.push(b'\n');
            }
            if chance.below(2) == 0 {
                text.pop();
            }
            let form = if round % 4 == 0 { Form::Json } else { Form::Lines };
            let mut expected = Row::default();
            line_by_line(&text, 0, None, form, &mut expected);
            let most = [1, 40, 400, 1 << 20][chance.below(4)];
            let (found, count) =
                in_blocks(&text, most, chance.below(2) == 0, chance.below(1 << 30) as u64, form);
            assert_eq!(found.text, expected.text, "{:?}", String::from_utf8_lossy(&text));
            assert_eq!((found.tally.rows, found.tally.errors), (expected.tally.rows, expected.tally.errors));
            blocks += count;
            errors += found.tally.errors;
        }
        assert!(blocks > 400 && errors > 400, "{blocks} {errors}");
    }
}
