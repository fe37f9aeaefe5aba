//! Men that stand locked, pieces that cannot have got past one another, and moves that cannot be counted to fit.

use std::collections::{HashSet, VecDeque};

use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::moves::Past;

use super::facts::{FIRST_ROW, Rounds, home, is_initial, pawn_ways, relative, stood};
use super::words::{self, all_bare, count, list, men, sentence, side, the};

/// Lemma `locked`: the men that hold one another around one that did not begin where it stands.
pub(super) fn by_locked(past: &Past, rounds: &Rounds, locked: Bitboard) -> Vec<String> {
    let board = &past.board;
    let away: Bitboard = locked.filter(|&square| !is_initial(board, square)).collect();
    // Of all that stand locked away from home, the one that fewest men hold.
    let Some((culprit, cluster)) = away
        .map(|square| (square, cluster(board, rounds, locked, square)))
        .min_by_key(|(_, cluster)| cluster.len())
    else {
        return Vec::new();
    };
    let never = cluster & rounds.never;
    let others = cluster - never;
    let mut sentences = Vec::new();
    if never.has_any() {
        sentences.push(sentence(format!("{} never moved", words::all(board, never))));
    }
    if others.len() > 12 {
        sentences.push(format!(
            "{} hem one another in: none can take back a move while the others stand.",
            men(others.len())
        ));
    } else if others.more_than_one() {
        sentences.push(sentence(format!(
            "{} hold one another: none of them can take back a move while the others stand",
            words::all(board, others)
        )));
        sentences.push(
            "Whichever of them moved last would have had to come from somewhere, so none ever moved.".into(),
        );
    } else {
        sentences.push(sentence(format!(
            "{} can have come from no square: all its ways are barred",
            the(board, culprit)
        )));
    }
    sentences.push(sentence(format!("but {} did not begin there", the(board, culprit))));
    sentences
}

/// The locked men that bar the ways of one, and theirs, and so on.
fn cluster(board: &Board, rounds: &Rounds, locked: Bitboard, square: Square) -> Bitboard {
    let (mut cluster, mut new) = (square.bb(), square.bb());
    while let Some(square) = (new - rounds.never).first() {
        new = new - square.bb();
        let Some(man) = board.man_at(square) else { continue };
        let side = &rounds.sides[man.color as usize];
        let ways = match man.role {
            Role::Pawn => pawn_ways(&rounds.facts, side, square),
            role => {
                let mut ways = rounds.facts.steps(man.color, role, square) & stood(&rounds.facts, side, role);
                // Neighbours that never moved bar a way too, and are to be named.
                ways |= bars(rounds, man.color, role, square);
                if square.rank() == 7 - 7 * man.color as u8 && role != Role::King {
                    ways |= pawn_ways(&rounds.facts, side, square);
                }
                ways
            }
        };
        let more = (ways & locked) - cluster;
        cluster |= more;
        new |= more;
    }
    cluster
}

/// Men next to a piece that never moved and bar its ways.
fn bars(rounds: &Rounds, color: Color, role: Role, square: Square) -> Bitboard {
    if role == Role::Knight {
        return Bitboard::EMPTY;
    }
    let mut open = rounds.facts.clone();
    open.fixed = Bitboard::EMPTY;
    open.steps(color, role, square) & rounds.facts.fixed
}

/// The pieces of a side's first row that have least room, other than knights.
pub(super) struct Cage<'a> {
    board: &'a Board,
    rounds: &'a Rounds,
    color: Color,
    files: Vec<usize>,
    required: Bitboard,
}

/// Places of the pieces; `None` for one that was captured.
type Places = Vec<Option<Square>>;

impl<'a> Cage<'a> {
    pub(super) fn new(board: &'a Board, rounds: &'a Rounds, color: Color) -> Cage<'a> {
        let this = &rounds.sides[color as usize];
        let mut files: Vec<usize> = (0..8)
            .filter(|&file| FIRST_ROW[file] != Role::Knight && this.ranges[file].len() <= 16)
            .filter(|&file| !rounds.facts.fixed.has(home(color, file)))
            .collect();
        files.sort_by_key(|&file| this.ranges[file].len());
        let mut product = 1;
        let fits = |file: &&usize| {
            product *= this.ranges[**file].len() + u32::from(FIRST_ROW[**file] != Role::King);
            product <= 1 << 15
        };
        files.truncate(files.iter().take_while(fits).count());
        let required = board.color(color).filter(|&square| this.only_from(square, &files)).collect();
        Cage { board, rounds, color, files, required }
    }

    /// Whether an even and whether an odd number of moves can lead to what stands on the board.
    pub(super) fn parities(&self) -> [bool; 2] {
        let start: Places = self.files.iter().map(|&file| Some(home(self.color, file))).collect();
        let mut found = [false; 2];
        let mut seen = HashSet::from([(start.clone(), 0)]);
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((places, parity)) = queue.pop_front() {
            found[parity] |= self.is_end(&places);
            for (next, moves) in self.moves(&places) {
                let next = (next, parity ^ moves);
                if seen.insert(next.clone()) {
                    queue.push_back(next);
                }
            }
        }
        found
    }

    fn is_end(&self, places: &Places) -> bool {
        let stand: Bitboard = places.iter().flatten().copied().collect();
        let fits = |(at, &file): (&Option<Square>, &usize)| {
            at.is_none_or(|at| self.board.men(self.color, FIRST_ROW[file]).has(at))
        };
        (self.required - stand).is_empty() && places.iter().zip(&self.files).all(fits)
    }

    fn moves(&self, places: &Places) -> Vec<(Places, usize)> {
        let facts = &self.rounds.facts;
        let stand: Bitboard = places.iter().flatten().copied().collect();
        let off = self.files.len() as u32 - stand.len();
        let lost = 16 - self.board.color(self.color).len();
        let mut moves = Vec::new();
        for (index, &file) in self.files.iter().enumerate() {
            let (role, Some(square)) = (FIRST_ROW[file], places[index]) else { continue };
            let mut to = |place: Option<Square>, moved| {
                let mut next = places.clone();
                next[index] = place;
                moves.push((next, moved));
            };
            if role != Role::King && off < lost {
                to(None, 0);
            }
            for first in facts.steps(self.color, role, square) - stand {
                to(Some(first), 1);
                // Sliders go on in the same direction.
                let by = (first.file() as i8 - square.file() as i8, first.rank() as i8 - square.rank() as i8);
                let mut at = first;
                while role != Role::King
                    && let Some(next) = super::facts::on(at, by)
                    && (facts.steps(self.color, role, at) - stand).has(next)
                {
                    to(Some(next), 1);
                    at = next;
                }
            }
        }
        moves.extend(self.castlings(places, stand));
        moves
    }

    fn castlings(&self, places: &Places, stand: Bitboard) -> Vec<(Places, usize)> {
        let at = |file: u8| relative(self.color, file, 0);
        let fixed = self.rounds.facts.fixed;
        let mut moves = Vec::new();
        for (rook, king_to, rook_to, between) in [(7u8, 6, 5, &[5, 6][..]), (0, 2, 3, &[1, 2, 3][..])] {
            let between: Bitboard = between.iter().map(|&file| at(file)).collect();
            if (between & (stand | fixed)).has_any() || fixed.has(at(4)) || fixed.has(at(rook)) {
                continue;
            }
            let goes = |file: u8, to: u8| match self.files.iter().position(|&own| own == usize::from(file)) {
                Some(index) => {
                    let range = self.rounds.sides[self.color as usize].ranges[usize::from(file)];
                    (places[index] == Some(at(file)) && range.has(at(to))).then_some(Some((index, at(to))))
                }
                None => (!stand.has(at(file))).then_some(None),
            };
            if let (Some(king), Some(rook)) = (goes(4, king_to), goes(rook, rook_to))
                && (king.is_some() || rook.is_some())
            {
                let mut next = places.clone();
                for (index, to) in [king, rook].into_iter().flatten() {
                    next[index] = Some(to);
                }
                moves.push((next, 1));
            }
        }
        moves
    }

    /// Where its pieces began: `the rooks of a1 and h1 and the queen of d1`.
    fn names(&self) -> String {
        let mut files = self.files.clone();
        files.sort_unstable();
        list(files.iter().map(|&file| format!("the {} of {}", FIRST_ROW[file], home(self.color, file))))
    }

    /// All squares where they can have stood.
    fn squares(&self) -> Bitboard {
        let ranges = &self.rounds.sides[self.color as usize].ranges;
        self.files.iter().fold(Bitboard::EMPTY, |all, &file| all | ranges[file])
    }
}

/// Lemma `order`.
pub(super) fn by_order(past: &Past, rounds: &Rounds) -> Vec<String> {
    let board = &past.board;
    let mut sentences = Vec::new();
    for color in Color::BOTH {
        let cage = Cage::new(board, rounds, color);
        if cage.files.is_empty() || cage.parities() != [false; 2] {
            continue;
        }
        let squares = cage.squares();
        let walls = Role::ALL[2..].iter().fold(Bitboard::EMPTY, |walls, &role| {
            let ranges = cage.files.iter().filter(|&&file| FIRST_ROW[file] == role);
            ranges.fold(walls, |walls, &file| {
                walls | rounds.facts.walls(color, role, rounds.sides[color as usize].ranges[file], board)
            })
        });
        if walls.has_any() && walls.len() <= 10 {
            sentences.push(sentence(format!("{} never moved", words::all(board, walls))));
        }
        let shut = if squares.len() <= 8 && walls.len() > 2 { "So " } else { "" };
        sentences.push(sentence(format!(
            "{shut}{}'s {} can only ever have stood on {}",
            side(color),
            cage.names().trim_start_matches("the "),
            words::squares(squares)
        )));
        let lost = 16 - board.color(color).len();
        let or_lost = if lost > 0 {
            format!(", or after one of the {} that {} has lost was one of them", men(lost), side(color))
        } else {
            String::new()
        };
        sentences.push(if (0..8).any(|rank| (squares - Bitboard::rank(rank)).is_empty()) {
            format!("There they cannot get past one another except by castling once{or_lost}.")
        } else {
            format!("There they have little room to get past one another: by castling once{or_lost}.")
        });
        let others = board.role(Role::Pawn) | board.role(Role::Knight) | rounds.facts.fixed;
        let stand = cage.required | ((board.color(color) & squares) - others);
        sentences.push(sentence(format!(
            "From where they began, no moves lead to what stands there now: {}",
            all_bare(board, stand)
        )));
        return sentences;
    }
    sentences
}

/// `an even number` or `an odd number`.
const fn evenness(odd: bool) -> &'static str {
    if odd { "an odd number" } else { "an even number" }
}

/// Lemma `parity`.
pub(super) fn by_parity(past: &Past, rounds: &Rounds) -> Vec<String> {
    let board = &past.board;
    let mut sentences = Vec::new();
    let mut totals = Vec::new();
    for color in Color::BOTH {
        let cage = Cage::new(board, rounds, color);
        let inside = cage.parities();
        let steps = (board.men(color, Role::Pawn) & Bitboard::rank(2 + 3 * color as u8)).len();
        let knights = board.men(color, Role::Knight);
        let taken = if knights.len() == 1 { taken_knight(rounds, color) } else { None };
        let light = knights.chain(taken).filter(|square| square.is_light()).count() as u32;
        let odd_knights = light.is_multiple_of(2);
        let odd_inside = inside[1] && !inside[0];
        let total = (steps % 2 == 1) ^ odd_knights ^ odd_inside;
        totals.push(total);
        let mut parts = vec![format!("its pawns made {}", count(steps, "move", "moves"))];
        let shade = match light {
            0 => "both on dark squares",
            1 => "on one light and one dark square",
            _ => "both on light squares",
        };
        match taken {
            Some(square) => parts.push(format!(
                "its knights together {} (one was captured on {square}, so they came to stand {shade})",
                evenness(odd_knights)
            )),
            None => {
                parts.push(format!("its knights together {} (they stand {shade})", evenness(odd_knights)))
            }
        }
        if !cage.files.is_empty() {
            parts.push(format!("{} {}", cage.names(), evenness(odd_inside)));
        }
        sentences.push(format!("{}: {}; nothing else can have moved.", side(color), parts.join("; ")));
    }
    sentences.insert(0, "A knight's move changes the colour of its square; each side began with one knight on a light square and one on a dark one.".into());
    sentences.push(format!(
        "So White has made {} of moves, and Black {}.",
        evenness(totals[0]),
        evenness(totals[1])
    ));
    sentences.push(match past.turn {
        Color::White => "But with White to move both have made equally many.".into(),
        Color::Black => "But with Black to move White has made exactly one more than Black.".into(),
    });
    sentences
}

/// Where the missing knight was captured, if an enemy pawn made its only capture there.
fn taken_knight(rounds: &Rounds, color: Color) -> Option<Square> {
    let captures = |&&(by, from, to): &&(Color, Square, Square)| by != color && from.file() != to.file();
    rounds.facts.cuts.iter().filter(captures).map(|&(_, _, to)| to).min()
}
