//! Positions to measure on, the same in every run.

use chess_arbiter::board::{Board, Color, Man, Move, Role, Setup, Square};
use chess_arbiter::format::fen;
use chess_arbiter::moves::legal_moves;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Rules, Simplified, Standard};

/// SplitMix64.
pub struct Chance(pub u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// FENs from games of random legal moves of up to 200 plies, every position taken, shuffled: a position must
/// not help to guess the next.
pub fn random_play(count: usize, seed: u64) -> Vec<String> {
    let mut chance = Chance(seed);
    let start = fen::position::<Standard>(fen::START).expect("the initial array is a position");
    let mut fens = Vec::with_capacity(count);
    while fens.len() < count {
        let mut position = start;
        for _ in 0..200 {
            fens.push(fen::write::<Standard>(&position.to_setup()));
            let moves = legal_moves(&position);
            // cozy-chess refuses clocks above 100.
            if moves.is_empty() || fens.len() == count || position.halfmoves() == 100 {
                break;
            }
            position = position.play(moves[chance.below(moves.len())]);
        }
    }
    // Fisher and Yates.
    for left in (1..fens.len()).rev() {
        fens.swap(left, chance.below(left + 1));
    }
    fens
}

/// Games of the *Simplified Chess Engine* with five pieces a side (a queen, two rooks, two minor pieces),
/// quiet: neither queen can be taken at once.
pub fn quiet_games(count: usize, seed: u64) -> Vec<Setup> {
    let mut chance = Chance(seed);
    let window: Vec<Square> = Simplified::WINDOW.into_iter().collect();
    let mut games = Vec::with_capacity(count);
    while games.len() < count {
        let mut board = Board::EMPTY;
        for color in Color::BOTH {
            let mut minor = || if chance.below(2) == 0 { Role::Bishop } else { Role::Knight };
            for role in [Role::Queen, Role::Rook, Role::Rook, minor(), minor()] {
                let square = std::iter::repeat_with(|| window[chance.below(16)])
                    .find(|&square| board.man_at(square).is_none())
                    .expect("sixteen squares hold ten men");
                board.put(square, Man { color, role });
            }
        }
        let setup = Setup::new(board, Color::White);
        let quiet = Color::BOTH.into_iter().all(|turn| {
            let position = Position::<Simplified>::new(&Setup { turn, ..setup }, Policy::Movable)
                .expect("one queen a side on the window");
            let queen = position.royal(!turn);
            legal_moves(&position).iter().all(|mv| Some(mv.to()) != queen)
        });
        if quiet {
            games.push(setup);
        }
    }
    games
}

/// Games as the input of the document: `g`, then for each `w b m` and the pieces.
pub fn contest_input(games: &[Setup], plies: u32) -> String {
    use std::fmt::Write;
    let mut text = format!("{}\n", games.len());
    for setup in games {
        let men = |color| setup.board.color(color);
        let _ = writeln!(text, "{} {} {plies}", men(Color::White).len(), men(Color::Black).len());
        for square in men(Color::White).chain(men(Color::Black)) {
            let role = setup.board.role_at(square).expect("a man stands there");
            let _ = writeln!(
                text,
                "{} {} {}",
                role.letter().to_ascii_uppercase(),
                square.file_char().to_ascii_uppercase(),
                square.rank() + 1
            );
        }
    }
    text
}

/// FENs of positions after games of one of these numbers of plies, in turn of random, capture-seeking and
/// quiet moves.
pub fn after_plies(count: usize, plies: &[usize], seed: u64) -> Vec<String> {
    let mut chance = Chance(seed);
    (0..count)
        .map(|number| {
            let plies = plies[chance.below(plies.len())];
            let mut position = start();
            for _ in 0..plies {
                let moves = legal_moves(&position);
                let takes = |mv: &Move| position.board().occupied().has(mv.to());
                let (captures, quiet): (Vec<Move>, Vec<Move>) = moves.iter().partition(|mv| takes(mv));
                let liked = match number % 3 {
                    1 if !captures.is_empty() && chance.below(10) < 7 => &captures,
                    2 if !quiet.is_empty() => &quiet,
                    _ => &moves,
                };
                let Some(&mv) = liked.get(chance.below(liked.len().max(1))) else { break };
                position = position.play(mv);
            }
            written(&position)
        })
        .collect()
}

/// FENs of positions with three or four castling rights and at most 20 men, reached by moves of which every
/// second is a capture.
pub fn with_rights(count: usize, seed: u64) -> Vec<String> {
    let mut chance = Chance(seed);
    let mut fens = Vec::with_capacity(count);
    while fens.len() < count {
        let (most, rights) = (12 + chance.below(9) as u32, 3 + chance.below(2) as u32);
        let mut position = start();
        for _ in 0..400 {
            let keeps = |mv: &Move| {
                let next = position.play(*mv);
                Color::BOTH.into_iter().map(|color| next.castling(color).len()).sum::<u32>() >= rights
            };
            let moves: Vec<Move> = legal_moves(&position).iter().copied().filter(keeps).collect();
            let captures: Vec<Move> =
                moves.iter().copied().filter(|mv| position.board().occupied().has(mv.to())).collect();
            let liked = if !captures.is_empty() && chance.below(2) == 0 { &captures } else { &moves };
            let Some(&mv) = liked.get(chance.below(liked.len().max(1))) else { break };
            position = position.play(mv);
            if position.board().occupied().len() <= most {
                break;
            }
        }
        if position.board().occupied().len() <= 20 {
            fens.push(written(&position));
        }
    }
    fens
}

fn start() -> Position<Standard> {
    fen::position::<Standard>(fen::START).expect("the initial array is a position")
}

/// As usual: an en passant square only where a capture there is legal.
fn written(position: &Position<Standard>) -> String {
    let mut setup = position.to_setup();
    if !legal_moves(position).iter().any(|&mv| position.is_en_passant(mv)) {
        setup.en_passant = None;
    }
    fen::write::<Standard>(&setup)
}
