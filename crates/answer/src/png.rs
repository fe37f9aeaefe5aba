//! The picture of [`Svg`] as a PNG, for those who show no SVG: models that look at images, chats.
//!
//! Shapes are outlines of straight lines; how far a pixel is from the nearest of them says how much of it is
//! covered, so that edges are smooth. No crate draws, since a board needs no more than this.

mod file;
mod outline;

use chess_arbiter::board::{Role, Square};

use crate::svg::{self, MARGIN, OUTLINE, Point, SHAFT, SIDE, Svg};
use outline::Outline;

type Rgb = [u8; 3];

impl Svg<'_> {
    /// The same picture as a PNG, [`size`](Svg::size) pixels wide (at least 64, at most 2,048).
    ///
    /// ```
    /// use chess_arbiter::{Position, RulesKind};
    /// use chess_arbiter_answer::Svg;
    ///
    /// let start = Position::initial();
    /// let png = Svg { size: 400, ..Svg::of(RulesKind::Standard, start.board()) }.png();
    /// assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    /// assert_eq!(png[16..24], [0, 0, 1, 144, 0, 0, 1, 144]);
    /// ```
    pub fn png(&self) -> Vec<u8> {
        let (columns, rows) = self.rules.size();
        let units = |squares: u8| MARGIN + u32::from(squares) * SIDE;
        let width = self.size.clamp(64, 2_048);
        let scale = f64::from(width) / f64::from(units(columns));
        let height = (f64::from(units(rows)) * scale).round() as u32;
        let mut canvas = Canvas::new(width, height, scale);
        let corner = |square: Square| {
            (
                f64::from(MARGIN + u32::from(square.file()) * SIDE),
                f64::from(u32::from(rows - 1 - square.rank()) * SIDE),
            )
        };
        let is_shown = |square: Square| square.file() < columns && square.rank() < rows;
        for square in (0..columns).flat_map(|file| (0..rows).map(move |rank| Square::at(file, rank))) {
            canvas.square(corner(square), rgb(self.fill(square)));
        }
        let label = rgb(svg::LABEL);
        for rank in 0..rows {
            let y = corner(Square::at(0, rank)).1 + 18.0;
            let digit = outline::label(char::from(b'1' + rank));
            canvas.paint(&digit, (6.0, y), None, Some((label, 1.2)));
        }
        for file in 0..columns {
            let square = Square::at(file, 0);
            let x = corner(square).0 + 19.5;
            let letter = outline::label(square.file_char());
            canvas.paint(&letter, (x, f64::from(u32::from(rows) * SIDE) + 4.0), None, Some((label, 1.2)));
        }
        let shapes = Role::ALL.map(|role| (role, Outline::of_path(svg::shape(role))));
        for (square, man) in self.board.iter().filter(|&(square, _)| is_shown(square)) {
            let (fill, stroke) = svg::inks(man.color);
            if let Some((_, shape)) = shapes.iter().find(|(role, _)| *role == man.role) {
                canvas.paint(shape, corner(square), Some(rgb(fill)), Some((rgb(stroke), OUTLINE)));
            }
        }
        let center = |square| {
            let (x, y) = corner(square);
            (x + f64::from(SIDE) / 2.0, y + f64::from(SIDE) / 2.0)
        };
        let ink = rgb(svg::ARROW);
        for &(from, to) in self.arrows.iter().filter(|(from, to)| is_shown(*from) && is_shown(*to)) {
            let (neck, head) = svg::arrow_to(center(from), center(to));
            canvas.paint(&Outline::line(center(from), neck), (0.0, 0.0), None, Some((ink, SHAFT)));
            canvas.paint(&Outline::polygon(&head), (0.0, 0.0), Some(ink), None);
        }
        file::write(canvas.width, canvas.height, &canvas.bytes)
    }
}

/// A colour as the SVG writes it.
fn rgb(text: &str) -> Rgb {
    let number = u32::from_str_radix(text.trim_start_matches('#'), 16).unwrap_or_default();
    [(number >> 16) as u8, (number >> 8) as u8, number as u8]
}

/// Pixels, three bytes each.
struct Canvas {
    width: u32,
    height: u32,
    /// Pixels of a unit of the picture.
    scale: f64,
    bytes: Vec<u8>,
}

impl Canvas {
    fn new(width: u32, height: u32, scale: f64) -> Canvas {
        Canvas { width, height, scale, bytes: vec![255; width as usize * height as usize * 3] }
    }

    /// The pixels whose centers lie between two places along an axis.
    fn between(&self, from: f64, to: f64, most: u32) -> std::ops::Range<u32> {
        let pixel = |place: f64| (place * self.scale).round().clamp(0.0, f64::from(most)) as u32;
        pixel(from)..pixel(to)
    }

    fn mix(&mut self, x: u32, y: u32, ink: Rgb, share: f64) {
        let at = (y as usize * self.width as usize + x as usize) * 3;
        for (byte, ink) in self.bytes[at..at + 3].iter_mut().zip(ink) {
            *byte = (f64::from(*byte) + (f64::from(ink) - f64::from(*byte)) * share).round() as u8;
        }
    }

    fn square(&mut self, (left, top): Point, ink: Rgb) {
        let side = f64::from(SIDE);
        for y in self.between(top, top + side, self.height) {
            for x in self.between(left, left + side, self.width) {
                self.mix(x, y, ink, 1.0);
            }
        }
    }

    /// Draws an outline that is moved to a place: filled, and with a line of some width along it.
    fn paint(&mut self, outline: &Outline, at: Point, fill: Option<Rgb>, stroke: Option<(Rgb, f64)>) {
        let reach = stroke.map_or(0.0, |(_, width)| width) + 1.0;
        let ((left, top), (right, bottom)) = outline.bounds();
        for y in self.between(at.1 + top - reach, at.1 + bottom + reach, self.height) {
            for x in self.between(at.0 + left - reach, at.0 + right + reach, self.width) {
                let place = |pixel: u32, start: f64| (f64::from(pixel) + 0.5) / self.scale - start;
                let (distance, inside) = outline.place(place(x, at.0), place(y, at.1));
                let pixels = distance * self.scale;
                if let Some(ink) = fill {
                    let depth = if inside { pixels } else { -pixels };
                    self.mix(x, y, ink, (depth + 0.5).clamp(0.0, 1.0));
                }
                if let Some((ink, width)) = stroke {
                    self.mix(x, y, ink, (width / 2.0 * self.scale - pixels + 0.5).clamp(0.0, 1.0));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use chess_arbiter::board::Bitboard;
    use chess_arbiter::{Position, RulesKind};
    use flate2::bufread::ZlibDecoder;
    use std::io::Read;

    /// Reads a PNG of ours as the standard says: pixel rows.
    fn pixels(png: &[u8]) -> (usize, Vec<Vec<[u8; 3]>>) {
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()) as usize;
        let (width, mut at, mut packed) = (number(16), 8, Vec::new());
        loop {
            let (length, kind) = (number(at), &png[at + 4..at + 8]);
            assert_eq!(crc32fast::hash(&png[at + 4..at + 8 + length]) as usize, number(at + 8 + length));
            match kind {
                b"IDAT" => packed.extend_from_slice(&png[at + 8..at + 8 + length]),
                b"IEND" => break,
                _ => {}
            }
            at += 12 + length;
        }
        let mut rows = Vec::new();
        ZlibDecoder::new(&packed[..]).read_to_end(&mut rows).unwrap();
        let mut above = vec![0; width * 3];
        let mut all = Vec::new();
        for row in rows.chunks(width * 3 + 1) {
            assert_eq!(row[0], 2, "each row is the difference to that above it");
            above =
                row[1..].iter().zip(&above).map(|(byte, up): (&u8, &u8)| byte.wrapping_add(*up)).collect();
            all.push(above.chunks(3).map(|pixel| pixel.try_into().unwrap()).collect());
        }
        (width, all)
    }

    #[test]
    fn what_stands_where_is_seen() {
        let start = Position::initial();
        let lit: Bitboard = "e4".parse::<Square>().unwrap().bb();
        let picture = Svg {
            size: 756,
            attacked: Some("e1".parse().unwrap()),
            lit,
            arrows: &[("g1".parse().unwrap(), "f3".parse().unwrap())],
            ..Svg::of(RulesKind::Standard, start.board())
        };
        let (width, rows) = pixels(&picture.png());
        assert_eq!((width, rows.len()), (756, 756));
        // Two pixels a unit.
        let pixel = |square: &str, (x, y): (usize, usize)| {
            let square: Square = square.parse().unwrap();
            let (left, top) = (18 + usize::from(square.file()) * 45, (7 - usize::from(square.rank())) * 45);
            rows[(top + y) * 2][(left + x) * 2]
        };
        let hex = |text: &str| rgb(text);
        assert_eq!(pixel("e4", (2, 2)), hex("#f0c04f"));
        assert_eq!(pixel("e1", (2, 2)), hex("#e0685e"));
        assert_eq!(pixel("a1", (2, 2)), hex("#b59a77"));
        assert_eq!(pixel("h1", (2, 2)), hex("#e9dfcb"));
        // Bodies of pawns, and an empty square.
        assert_eq!(pixel("a2", (22, 30)), hex("#fffdf7"));
        assert_eq!(pixel("a7", (22, 30)), hex("#333333"));
        assert_eq!(pixel("a5", (22, 30)), hex("#b59a77"));
        // Halfway from g1 to f3.
        assert_eq!(pixel("g2", (0, 22)), hex("#a3271c"));
        // The margin is white, but for labels.
        assert_eq!(rows[755][0], [255; 3]);
        assert!(rows[720..].iter().flatten().any(|pixel| pixel[0] < 140));
    }

    #[test]
    fn every_board_and_every_size() {
        for rules in RulesKind::ALL {
            let board = chess_arbiter::board::Board::default();
            for size in [0, 64, 333, 5_000] {
                let (width, rows) = pixels(&Svg { size, ..Svg::of(rules, &board) }.png());
                assert_eq!(width, size.clamp(64, 2_048) as usize);
                assert!(rows.iter().all(|row| row.len() == width));
            }
        }
    }
}
