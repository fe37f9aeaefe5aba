//! Outlines made of straight lines, from the paths of the SVG.

use crate::svg::Point;

/// Lines that a curve is drawn as.
const STEPS: u32 = 12;

/// Closed or open lines.
pub(super) struct Outline {
    segments: Vec<(Point, Point)>,
}

impl Outline {
    pub(super) fn line(from: Point, to: Point) -> Outline {
        Outline { segments: vec![(from, to)] }
    }

    pub(super) fn polygon(corners: &[Point]) -> Outline {
        let next = corners.iter().cycle().skip(1);
        Outline { segments: corners.iter().copied().zip(next.copied()).collect() }
    }

    /// The outline of a path with the commands that our shapes have: `M`, `L`, `H`, `V`, `C`, `A` (of
    /// circles) and `Z`, small letters being relative.
    pub(super) fn of_path(path: &str) -> Outline {
        let mut pen = Pen { segments: Vec::new(), at: (0.0, 0.0), start: (0.0, 0.0) };
        let mut rest = path;
        while let Some(command) = rest.chars().next() {
            let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |at| at + 1);
            pen.draw(command, &numbers(&rest[1..end]));
            rest = &rest[end..];
        }
        Outline { segments: pen.segments }
    }

    /// The least and the greatest coordinates.
    pub(super) fn bounds(&self) -> (Point, Point) {
        let (mut least, mut most) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        for &(x, y) in self.segments.iter().flat_map(|(from, to)| [from, to]) {
            least = (least.0.min(x), least.1.min(y));
            most = (most.0.max(x), most.1.max(y));
        }
        (least, most)
    }

    /// How far a point is from the nearest line, and whether lines go round it.
    pub(super) fn place(&self, x: f64, y: f64) -> (f64, bool) {
        let (mut nearest, mut turns) = (f64::MAX, 0);
        for &((ax, ay), (bx, by)) in &self.segments {
            let (dx, dy) = (bx - ax, by - ay);
            let square = dx * dx + dy * dy;
            let along =
                if square > 0.0 { (((x - ax) * dx + (y - ay) * dy) / square).clamp(0.0, 1.0) } else { 0.0 };
            let (ex, ey) = (ax + along * dx - x, ay + along * dy - y);
            nearest = nearest.min(ex * ex + ey * ey);
            if (ay <= y) != (by <= y) {
                let is_left = (x - ax) * dy < (y - ay) * dx;
                if is_left == (dy > 0.0) {
                    turns += if dy > 0.0 { 1 } else { -1 };
                }
            }
        }
        (nearest.sqrt(), turns != 0)
    }
}

/// The numbers of a command: `.5`, `-3` and `2-3` are such.
fn numbers(text: &str) -> Vec<f64> {
    let mut all = Vec::new();
    let mut word = String::new();
    for letter in text.chars().chain([' ']) {
        let splits = letter == ' ' || letter == '-' || (letter == '.' && word.contains('.'));
        if splits && !word.is_empty() {
            all.push(word.parse().unwrap_or_default());
            word.clear();
        }
        if letter != ' ' {
            word.push(letter);
        }
    }
    all
}

/// Draws one command after another.
struct Pen {
    segments: Vec<(Point, Point)>,
    at: Point,
    /// Where the line began.
    start: Point,
}

impl Pen {
    fn to(&mut self, point: Point) {
        self.segments.push((self.at, point));
        self.at = point;
    }

    fn draw(&mut self, command: char, numbers: &[f64]) {
        let relative = command.is_ascii_lowercase();
        let from = |pen: &Pen| if relative { pen.at } else { (0.0, 0.0) };
        match (command.to_ascii_uppercase(), numbers) {
            ('M', &[x, y]) => {
                let (left, top) = from(self);
                self.at = (left + x, top + y);
                self.start = self.at;
            }
            ('L', pairs) => pairs.chunks_exact(2).for_each(|pair| {
                let (left, top) = from(self);
                self.to((left + pair[0], top + pair[1]));
            }),
            ('H', &[x]) => self.to((from(self).0 + x, self.at.1)),
            ('V', &[y]) => self.to((self.at.0, from(self).1 + y)),
            ('C', all) => all.chunks_exact(6).for_each(|six| {
                let (left, top) = from(self);
                let point = |at: usize| (left + six[at], top + six[at + 1]);
                self.curve(point(0), point(2), point(4));
            }),
            ('A', all) => all.chunks_exact(7).for_each(|arc| {
                let (left, top) = from(self);
                self.arc(arc[0], arc[3] != 0.0, arc[4] != 0.0, (left + arc[5], top + arc[6]));
            }),
            ('Z', []) => self.to(self.start),
            _ => debug_assert!(false, "{command} {numbers:?} is in none of our paths"),
        }
    }

    /// A cubic Bézier curve.
    fn curve(&mut self, first: Point, second: Point, end: Point) {
        let start = self.at;
        for step in 1..=STEPS {
            let t = f64::from(step) / f64::from(STEPS);
            let u = 1.0 - t;
            let mix = |a: f64, b: f64, c: f64, d: f64| {
                u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
            };
            self.to((mix(start.0, first.0, second.0, end.0), mix(start.1, first.1, second.1, end.1)));
        }
    }

    /// A part of a circle, as SVG has it: the larger or smaller one, with rising angles or falling ones.
    fn arc(&mut self, radius: f64, large: bool, rising: bool, end: Point) {
        let start = self.at;
        let half = ((end.0 - start.0) / 2.0, (end.1 - start.1) / 2.0);
        let reach = half.0.hypot(half.1);
        if reach == 0.0 {
            return;
        }
        let radius = radius.max(reach);
        let away =
            (radius * radius - reach * reach).sqrt() / reach * if large == rising { -1.0 } else { 1.0 };
        let center = (start.0 + half.0 - away * half.1, start.1 + half.1 + away * half.0);
        let angle = |point: Point| (point.1 - center.1).atan2(point.0 - center.0);
        let (from, full) = (angle(start), std::f64::consts::TAU);
        let mut turn = (angle(end) - from).rem_euclid(full);
        if !rising {
            turn -= full;
        }
        for step in 1..STEPS {
            let at = from + turn * f64::from(step) / f64::from(STEPS);
            self.to((center.0 + radius * at.cos(), center.1 + radius * at.sin()));
        }
        self.to(end);
    }
}

/// A label of the board as strokes, 6 wide and 9 high.
pub(super) fn label(letter: char) -> Outline {
    Outline::of_path(match letter {
        'a' => "M5 3V9M5 5a2.3 2.3 0 1 0 0 2",
        'b' => "M1 0V9M1 5a2.3 2.3 0 1 1 0 2",
        'c' => "M5 4.6a2.4 2.4 0 1 0 0 2.8",
        'd' => "M5 0V9M5 5a2.3 2.3 0 1 0 0 2",
        'e' => "M.8 6H5.2a2.3 2.3 0 1 0-.5 1.8",
        'f' => "M4.6.4a1.5 1.5 0 0 0-2.2 1.4V9M1 3.6H4.4",
        'g' => "M5 3.4V9a2.2 2.2 0 0 1-4 .8M5 5a2.3 2.3 0 1 0 0 2",
        'h' => "M1 0V9M1 5.6a2 2 0 0 1 4 0V9",
        '1' => "M1.4 2L3.4.4V9",
        '2' => "M1 2.6a2.1 2.1 0 1 1 3.6 1.4L1 9H5.2",
        '3' => "M1 .5H5L2.8 3.6a2.6 2.6 0 1 1-2 4.2",
        '4' => "M4 9V.5L.8 6.4H5.4",
        '5' => "M4.8.5H1.6L1.2 4a2.6 2.6 0 1 1-.4 3.8",
        '6' => "M4.4.4L1.2 5.2M.7 6.4a2.3 2.3 0 1 1 4.6 0a2.3 2.3 0 1 1-4.6 0",
        '7' => "M.8.5H5.2L2.2 9",
        '8' => "M3 4.3a1.9 1.9 0 1 1 .01 0M3 4.3a2.3 2.3 0 1 0 .01 0",
        _ => "M3 9L3 9",
    })
}
