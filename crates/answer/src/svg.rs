//! A board as an SVG picture; the men are drawn for this project.

use std::fmt::{self, Display, Formatter, Write};

use chess_arbiter::board::{Bitboard, Board, Color, Man, Role, Square};
use chess_arbiter::rules::RulesKind;

/// A picture of a board, which is written by [`Display`].
///
/// ```
/// use chess_arbiter::{Position, RulesKind};
/// use chess_arbiter_answer::Svg;
///
/// let start = Position::initial();
/// let text = Svg { title: "1. e4 < 1. d4", ..Svg::of(RulesKind::Standard, start.board()) }.to_string();
/// assert!(text.starts_with("<svg ") && text.contains("<title>1. e4 &lt; 1. d4</title>"));
/// assert_eq!((text.matches("<rect ").count(), text.matches("<path ").count()), (64, 32));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Svg<'a> {
    /// The game, which has a board of its size.
    pub rules: RulesKind,
    /// The men.
    pub board: &'a Board,
    /// How wide it is shown.
    pub size: u32,
    /// What it is a picture of.
    pub title: &'a str,
    /// The square of an attacked man.
    pub attacked: Option<Square>,
    /// Squares to look at.
    pub lit: Bitboard,
    /// From squares to squares.
    pub arrows: &'a [(Square, Square)],
}

impl<'a> Svg<'a> {
    /// Pixels of a board whose size nobody chose.
    pub const SIZE: u32 = 360;

    /// The men alone.
    pub fn of(rules: RulesKind, board: &'a Board) -> Svg<'a> {
        let (size, lit) = (Svg::SIZE, Bitboard::EMPTY);
        Svg { rules, board, size, title: "", attacked: None, lit, arrows: &[] }
    }

    /// What a square is filled with.
    pub(crate) fn fill(&self, square: Square) -> &'static str {
        if self.attacked == Some(square) {
            "#e0685e"
        } else if self.lit.has(square) {
            "#f0c04f"
        } else if (square.file() + square.rank()) % 2 == 1 {
            "#e9dfcb"
        } else {
            "#b59a77"
        }
    }
}

/// Of a square, in the units of the picture.
pub(crate) const SIDE: u32 = 45;
/// Left of the board and below it.
pub(crate) const MARGIN: u32 = 18;
/// Of labels, and of arrows.
pub(crate) const LABEL: &str = "#807060";
pub(crate) const ARROW: &str = "#a3271c";
/// Width of an arrow's shaft.
pub(crate) const SHAFT: f64 = 5.0;
/// Width of a man's outline.
pub(crate) const OUTLINE: f64 = 1.5;

/// On a square of 45 by 45.
pub(crate) const fn shape(role: Role) -> &'static str {
    match role {
        Role::Pawn => {
            "M22.5 8a6 6 0 0 1 4 10.5h2v3h-3c.5 7 3 10.5 6 13V38h-18v-3.5c3-2.5 5.5-6 6-13h-3v-3h2a6 6 0 0 1 \
             4-10.5Z"
        }
        Role::Rook => "M11 38v-4h3l1.5-14H12V9h5v4h3V9h5v4h3V9h5v11h-3.5L31 34h3v4Z",
        Role::Knight => "M12.5 38v-3c0-6 7-8 7-13l-6 4.5-4-2.5 1-4 6-9 .5-5 4 3.5C30 11 33 22 33 35v3Z",
        Role::Bishop => {
            "M22.5 5.5a2.7 2.7 0 0 1 2 4.6c5 4.4 7 11.4 2.5 17.9h2v3h-2.5l5.5 4v3h-19v-3l5.5-4H16v-3h2\
             c-4.5-6.5-2.5-13.5 2.5-17.9a2.7 2.7 0 0 1 2-4.6Z"
        }
        Role::Queen => {
            "M12 38v-3.5l2-3.5L8.5 15a2.6 2.6 0 1 1 2.5-.5l6 8 4-11a2.7 2.7 0 1 1 3 0l4 11 6-8a2.6 2.6 0 1 1 \
             2.5.5L31 31l2 3.5V38Z"
        }
        Role::King => {
            "M21 4h3v3h3v3h-3v6c2-3 6-4 9-2 6 4 3 12-2 17l2 3.5V38H12v-3.5l2-3.5c-5-5-8-13-2-17 3-2 7-1 9 \
             2v-6h-3V7h3Z"
        }
    }
}

impl Display for Svg<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (columns, rows) = self.rules.size();
        let (width, height) = (MARGIN + u32::from(columns) * SIDE, MARGIN + u32::from(rows) * SIDE);
        let tall = (f64::from(self.size) * f64::from(height) / f64::from(width)).round();
        write!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{}" height="{tall}" role="img"><title>{}</title>"#,
            self.size,
            Escaped(self.title)
        )?;
        let squares = || (0..columns).flat_map(|file| (0..rows).map(move |rank| Square::at(file, rank)));
        let corner = |square: Square| {
            (MARGIN + u32::from(square.file()) * SIDE, u32::from(rows - 1 - square.rank()) * SIDE)
        };
        for square in squares() {
            let ((x, y), fill) = (corner(square), self.fill(square));
            write!(f, r#"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fill}"/>"#)?;
        }
        for rank in 0..rows {
            let y = corner(Square::at(0, rank)).1 + 27;
            label(f, f64::from(MARGIN) / 2.0, y, char::from(b'1' + rank))?;
        }
        for file in 0..columns {
            let square = Square::at(file, 0);
            label(f, f64::from(corner(square).0) + HALF, u32::from(rows) * SIDE + 13, square.file_char())?;
        }
        for (square, man) in
            self.board.iter().filter(|(square, _)| square.file() < columns && square.rank() < rows)
        {
            draw(f, corner(square), man)?;
        }
        let center = |square| {
            let (x, y) = corner(square);
            (f64::from(x) + HALF, f64::from(y) + HALF)
        };
        for &(from, to) in self.arrows {
            arrow(f, center(from), center(to))?;
        }
        f.write_str("</svg>")
    }
}

const HALF: f64 = SIDE as f64 / 2.0;

fn label(f: &mut Formatter<'_>, x: f64, y: u32, text: char) -> fmt::Result {
    write!(
        f,
        r#"<text x="{x}" y="{y}" font-family="sans-serif" font-size="12" fill="{LABEL}" text-anchor="middle">{text}</text>"#
    )
}

/// What a man is filled with, and its outline.
pub(crate) const fn inks(color: Color) -> (&'static str, &'static str) {
    match color {
        Color::White => ("#fffdf7", "#222222"),
        Color::Black => ("#333333", "#111111"),
    }
}

fn draw(f: &mut Formatter<'_>, (x, y): (u32, u32), man: Man) -> fmt::Result {
    let (fill, stroke) = inks(man.color);
    let shape = shape(man.role);
    write!(
        f,
        r#"<g transform="translate({x} {y})"><path d="{shape}" fill="{fill}" stroke="{stroke}" stroke-width="{OUTLINE}" stroke-linejoin="round"/></g>"#
    )
}

pub(crate) type Point = (f64, f64);

/// An arrow: the end of its shaft, which lies in the head, and the head's corners.
pub(crate) fn arrow_to(start: Point, end: Point) -> (Point, [Point; 3]) {
    let (across, down) = (end.0 - start.0, end.1 - start.1);
    let length = across.hypot(down).max(1.0);
    let (dx, dy) = (across / length, down / length);
    // The head ends short of the center.
    let tip = (end.0 - 6.0 * dx, end.1 - 6.0 * dy);
    let neck = (tip.0 - 14.0 * dx, tip.1 - 14.0 * dy);
    let (left, right) = ((neck.0 - 7.0 * dy, neck.1 + 7.0 * dx), (neck.0 + 7.0 * dy, neck.1 - 7.0 * dx));
    (neck, [tip, left, right])
}

fn arrow(f: &mut Formatter<'_>, start: Point, end: Point) -> fmt::Result {
    let (neck, [tip, left, right]) = arrow_to(start, end);
    write!(
        f,
        r#"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="{ARROW}" stroke-width="{SHAFT}"/>"#,
        start.0, start.1, neck.0, neck.1
    )?;
    write!(
        f,
        r#"<polygon points="{:.1},{:.1} {:.1},{:.1} {:.1},{:.1}" fill="{ARROW}"/>"#,
        tip.0, tip.1, left.0, left.1, right.0, right.1
    )
}

/// Text in which nothing is markup.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#x27;")?,
                letter => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}
