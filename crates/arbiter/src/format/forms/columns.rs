//! Lines that have a position among other things: CSV, or fields with tabs between. The first line may name
//! the columns.

use std::borrow::Cow;

use csv_core::{ReadFieldResult, ReaderBuilder};

use crate::board::Color;
use crate::rules::Size;

use super::super::position;
use super::turn;

/// Fields of a line that are looked at; those behind are passed over.
const MAX_FIELDS: usize = 256;

/// Which columns of a table are read.
///
/// ```
/// use chess_arbiter::format::reader::Columns;
/// use chess_arbiter::Standard;
/// let columns = Columns::named::<Standard>("PuzzleId,FEN,Moves", None).unwrap();
/// let row = columns.row("0009B,4k3/8/8/8/8/8/8/4K3 w - - 0 1,e1d1").unwrap();
/// assert_eq!(row, ("4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned(), Some("0009B".to_owned())));
/// assert!(Columns::named::<Standard>("4k3/8/8/8/8/8/8/4K3 w", None).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns {
    delimiter: u8,
    position: usize,
    id: Option<usize>,
    /// Where what a placement leaves open stands in columns of its own: side to move, castling, en passant.
    fields: [Option<usize>; 3],
    /// Whether a line is a position and nothing else.
    alone: bool,
}

/// What columns of positions are called.
pub(super) const POSITIONS: [&str; 8] =
    ["fen", "epd", "position", "board", "positions", "fens", "start_fen", "startfen"];
/// What columns of names are called; others end with `_id`, or with `Id` or `ID` where the rest is small.
const IDS: [&str; 13] = [
    "gameid",
    "puzzleid",
    "positionid",
    "uuid",
    "name",
    "key",
    "no",
    "nr",
    "number",
    "label",
    "title",
    "code",
    "#",
];
/// What columns are called that have a field of a FEN each.
const FIELDS: [&[&str]; 3] = [
    &[
        "turn",
        "stm",
        "side_to_move",
        "sidetomove",
        "side to move",
        "to_move",
        "tomove",
        "to move",
        "side",
        "active",
    ],
    &["castling", "castling_rights", "castling rights", "castle"],
    &["ep", "en_passant", "enpassant", "en passant", "ep_square"],
];

impl Columns {
    /// The columns that a first line names; if no name tells which has the positions, the line after it does.
    /// Nothing if the line is no such heading.
    pub fn named<R: crate::rules::Rules>(heading: &str, next: Option<&str>) -> Option<Columns> {
        Columns::sized(heading, next, R::SIZE)
    }

    /// [`Columns::named`], compiled once for all boards.
    pub(in crate::format) fn sized(heading: &str, next: Option<&str>, size: Size) -> Option<Columns> {
        let heading = heading.strip_prefix('\u{FEFF}').unwrap_or(heading).trim_end();
        if !may_be_heading(heading) {
            return None;
        }
        // Most fields are the best guess what stands between them.
        let delimiter = [b'\t', b',', b';', b'|']
            .into_iter()
            .rev()
            .max_by_key(|&delimiter| fields(heading, delimiter).len())?;
        let names = fields(heading, delimiter);
        let is_name = |name: &Cow<'_, str>| {
            let name = name.trim();
            name.len() <= 40 && (name == "#" || name.starts_with(|c: char| c.is_alphabetic()))
        };
        if !names.iter().all(is_name) {
            return None;
        }
        let written: Vec<String> = names.iter().map(|name| name.trim().to_owned()).collect();
        let names: Vec<String> = written.iter().map(|name| name.to_lowercase()).collect();
        let place =
            |all: &[&str]| all.iter().find_map(|&wanted| names.iter().position(|name| name == wanted));
        let by_content = || {
            let row = fields(next?, delimiter);
            let is_position =
                |field: &Cow<'_, str>| field.contains('/') && position::is_position(field, size);
            (names.len() > 1 && row.len() == names.len()).then(|| row.iter().position(is_position)).flatten()
        };
        let position = place(&POSITIONS).or_else(by_content)?;
        let id = names.iter().position(|name| name == "id");
        let id = id.or_else(|| written.iter().position(|name| is_id(name)));
        Some(Columns {
            delimiter,
            position,
            id: id.filter(|&id| id != position),
            fields: FIELDS.map(place).map(|at| at.filter(|&at| at != position)),
            alone: names.len() == 1,
        })
    }

    /// Whether a line is a position and nothing else.
    pub fn alone(&self) -> bool {
        self.alone
    }

    /// The position of a line, and the name it has there; nothing if the line has too few fields.
    pub fn row(&self, line: &str) -> Option<(String, Option<String>)> {
        let mut fields = fields(line, self.delimiter);
        let id = self.id.and_then(|id| fields.get(id)).map(|id| id.trim().to_owned());
        let position = fields.get_mut(self.position).map(std::mem::take)?.into_owned();
        let position = self.completed(position, &fields);
        Some((position, id.filter(|id| !id.is_empty())))
    }
}

impl Columns {
    /// A placement alone with the fields of a FEN that stand in columns of their own.
    fn completed(&self, position: String, row: &[Cow<'_, str>]) -> String {
        let is_alone = !position.trim().contains([' ', '_', '\t', '\n']);
        if !is_alone || self.fields.iter().all(Option::is_none) {
            return position;
        }
        let field = |at: usize| self.fields[at].and_then(|at| row.get(at)).map(|field| field.trim());
        let turn = match field(0) {
            // (As it is, so that what is wrong with it is told.)
            Some(said) => match turn::whole(said) {
                Some(Color::White) => "w",
                Some(Color::Black) => "b",
                None => said,
            },
            None => "w",
        };
        let [castling, en_passant] =
            [1, 2].map(|at| field(at).map(|said| if said.is_empty() { "-" } else { said }));
        let rest = match (castling, en_passant) {
            (None, None) => String::new(),
            (castling, None) => format!(" {}", castling.unwrap_or("-")),
            (castling, Some(en_passant)) => format!(" {} {en_passant}", castling.unwrap_or("-")),
        };
        format!("{} {turn}{rest}", position.trim())
    }
}

/// Whether a column of this name, as it is written, has names of positions.
pub(super) fn is_id(name: &str) -> bool {
    let small = name.to_lowercase();
    let camel = name.strip_suffix("Id").or_else(|| name.strip_suffix("ID"));
    IDS.contains(&small.as_str())
        || ["_id", "-id", " id"].iter().any(|end| small.ends_with(end))
        || camel.is_some_and(|rest| rest.ends_with(|c: char| c.is_lowercase()))
}

/// Whether a line may name columns: of positions it is none.
pub(in crate::format) fn may_be_heading(line: &str) -> bool {
    let is_alone = || POSITIONS.iter().any(|name| line.trim().trim_matches('"').eq_ignore_ascii_case(name));
    line.len() <= 4096
        && !line.contains('/')
        && (line.contains([',', '\t', ';', '|']) || is_alone())
        && !line.trim_start().starts_with(['|', '+', '[', '{'])
}

/// A line with a position and something else, which nobody has named: the position, and what else there is
/// that can be a name. Nothing if the line is a position as it stands, or has none.
pub(in crate::format) fn unnamed(line: &str, size: Size) -> Option<(String, Option<String>)> {
    if !line.contains('/') || !line.contains(['\t', ',', ';', '|']) {
        return None;
    }
    // Fields of a FEN may have tabs between; an EPD has semicolons, and commas within quotes.
    let has_tab = line.contains('\t');
    let begins =
        || line.split_whitespace().next().is_some_and(|word| word.contains('/') && !word.contains(';'));
    if !has_tab && !line.contains([',', '|']) && begins() {
        return None;
    }
    let is_epd = || !has_tab || line.trim_end().ends_with(';');
    if position::is_plain(line, size) || (is_epd() && position::is_position(line, size)) {
        return None;
    }
    [b'\t', b',', b';', b'|'].into_iter().find_map(|delimiter| {
        if !line.as_bytes().contains(&delimiter) {
            return None;
        }
        let mut fields = fields(line, delimiter);
        // A placement alone is a field of a FEN; what is no position, no place for one.
        let is_position = |field: &Cow<'_, str>| {
            field.contains('/') && field.trim().contains([' ', '_']) && position::is_position(field, size)
        };
        let at = fields.iter().position(is_position)?;
        let position = fields.remove(at).into_owned();
        // Who is to move is no name: said again it is passed over, and where it differs nothing is guessed.
        let own = position.split_whitespace().nth(1).and_then(turn::whole);
        // (A letter alone may be a name.)
        let says = |field: &Cow<'_, str>| turn::whole(field).filter(|_| field.trim().len() > 1);
        if fields.iter().filter_map(says).any(|color| own.is_some_and(|own| own != color)) {
            return None;
        }
        let is_name = |field: &&Cow<'_, str>| {
            !field.trim().is_empty() && field.chars().count() <= 80 && says(field).is_none()
        };
        let id = fields.iter().find(is_name).map(|id| id.trim().to_owned());
        Some((position, id))
    })
}

/// The fields of a line; quotes around a field are left out, and those in it that are doubled are one.
fn fields(line: &str, delimiter: u8) -> Vec<Cow<'_, str>> {
    if !line.contains('"') {
        return line.split(char::from(delimiter)).take(MAX_FIELDS).map(Cow::from).collect();
    }
    let mut reader = ReaderBuilder::new().delimiter(delimiter).build();
    let (mut input, mut fields) = (line.as_bytes(), Vec::new());
    let (mut buffer, mut field) = ([0; 512], Vec::new());
    while fields.len() < MAX_FIELDS {
        let (result, read, written) = reader.read_field(input, &mut buffer);
        input = &input[read..];
        field.extend_from_slice(&buffer[..written]);
        match result {
            ReadFieldResult::OutputFull | ReadFieldResult::InputEmpty => {}
            ReadFieldResult::Field { record_end } => {
                fields.push(Cow::from(String::from_utf8_lossy(&field).into_owned()));
                field.clear();
                if record_end {
                    break;
                }
            }
            ReadFieldResult::End => break,
        }
    }
    fields
}
