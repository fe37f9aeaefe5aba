use super::*;
use crate::board::{Bitboard, Man, Setup, Square};
use crate::help::solve;
use crate::position::Policy;
use crate::rules::Standard;

/// Counted with and without leaving anything out.
fn both(position: &Position, asked: &str) -> (u64, u64) {
    let limits = Limits { memory: 1 << 24, ..Limits::default() };
    let asked: HelpStipulation = asked.parse().unwrap();
    let left = Left::of(asked);
    let mut search = Search::new(&limits, asked, position.turn());
    let found = search.count(position, left).unwrap();
    let mut search = Search::new(&limits, asked, position.turn());
    search.plain = true;
    (found, search.count(position, left).unwrap())
}

/// Each was miscounted once, or is the example of something that is easily forgotten.
#[test]
fn what_is_easily_forgotten() {
    let examples = [
        // Who opens a line guards squares with the same move, or captures, or shuts another line.
        ("3R4/8/8/8/6Kp/8/6p1/4B2k w - - 0 1", "h#1.5"),
        ("8/6BQ/8/8/1p6/8/k7/4K2R w - - 0 1", "h#1.5"),
        ("6Nk/7n/8/4PQ2/8/K5R1/8/8 w - - 0 1", "h#1.5"),
        ("8/8/R7/8/8/B5K1/b4R2/1kNR4 b - - 0 1", "h#1"),
        ("1k3n1K/2q5/1q6/4R3/3r4/8/2B5/8 b - - 0 1", "h#1.5"),
        ("k4B2/1p4P1/7p/6P1/8/1K6/4p3/8 w - - 0 1", "h#1.5"),
        ("n7/8/kB5Q/6r1/1P6/8/8/4K3 w - - 0 1", "h#1.5"),
        // Castling, and its rook without a part.
        ("R1K1k2r/2Q5/8/2n5/4p3/8/8/8 b k - 0 1", "h#2"),
        ("2K1k2r/3q4/8/8/8/B7/3P4/8 w k - 0 1", "h#2"),
        ("r2Qk2r/R1P5/8/PR6/8/8/8/4K2R b Kkq - 0 1", "h#2"),
        ("6Bk/2p4p/8/8/3R4/8/8/4K2R b K - 0 1", "h#2"),
        ("6R1/4R3/5B2/5k2/8/8/8/4K2R b K - 0 1", "h#2"),
        // One that opens a line, and moves no rook.
        ("8/1k6/8/8/8/8/7q/4KR2 b F - 0 1", "h#2"),
        // A pawn does not jump over its king to parry a check.
        ("7b/2kpp1N1/8/1P3K2/1R6/8/8/8 b - - 0 1", "h#2"),
        // A pawn captures where its net has it go.
        ("2KB4/k7/1R6/1r6/P7/8/5Pp1/8 w - - 0 1", "h#1.5"),
        ("8/7Q/8/8/8/6Qp/6P1/4K1k1 w - - 0 1", "h#1.5"),
        ("2b1Q3/1r6/KP1p4/3rb2P/2n1k3/P1p5/3P1p2/8 b - - 0 1", "h#2"),
        // A man to whose square another one comes guards something from elsewhere.
        ("8/8/8/5r2/8/K7/1pkR3Q/2Q5 b - - 0 1", "h#2"),
        // One spare move takes two men from a line: its own, and what it captures.
        ("6k1/Q1P2q2/1P6/8/8/7K/3p4/8 b - - 0 1", "h#2"),
        // Who has to go may be captured where it goes.
        ("k7/r7/Q6q/1Q6/5K2/8/1p6/7N w - - 0 1", "h#1.5"),
        // En passant at once.
        ("8/1r6/8/7p/p1B5/8/2k5/K1n5 w - h6 0 1", "h#2"),
        ("8/8/8/1pn4b/2kPpppR/2q1rB1p/1p4r1/3K4 b - d3 0 1", "h#2"),
        ("2KR2B1/B1p5/8/3Pp3/3kp3/2r5/8/8 b - - 0 1", "h#1"),
        ("7k/5K2/8/8/8/8/Q7/1R6 b - - 0 1", "h#2"),
        ("7k/p7/5K2/8/8/8/8/R7 b - - 0 1", "ser-h#3"),
        // A pawn that is pinned on its file captures nobody.
        ("k7/1p1K4/7R/8/1p6/4Q3/1P6/8 b - - 0 1", "h=2"),
    ];
    for (fen, asked) in examples {
        let (found, all) = both(&fen.parse().unwrap(), asked);
        assert_eq!(found, all, "{fen} {asked}");
    }
}

/// Where memory is short nets are too many at the root, and made for later positions.
#[test]
fn nets_given_up() {
    let mut random = Random(5);
    let mut tried = 0;
    while tried < 40 {
        let Some(position) = random.position(8) else { continue };
        let asked: HelpStipulation = "h#2".parse().unwrap();
        let limits = Limits { memory: 1 << 12, ..Limits::default() };
        let mut search = Search::new(&limits, asked, position.turn());
        let found = search.count(&position, Left::of(asked)).unwrap();
        if search.too_many_from == u32::MAX {
            continue;
        }
        assert_eq!(found, both(&position, "h#2").1, "{position}");
        tried += 1;
    }
}

/// Composed problems with their numbers of solutions.
#[test]
fn problems() {
    let problems = [
        ("8/7k/8/8/8/K7/7P/8 b - - 0 1", "h#6", 1),
        ("K7/1r6/8/8/8/5N2/8/1r5k b - - 0 1", "h#7", 2),
        ("8/5p2/4r3/5K2/6n1/8/7P/4k3 b - - 0 1", "h#5", 1),
        ("q3k2r/8/5p2/5N2/5K2/8/8/8 w k - 0 1", "h#3.5", 1),
        ("8/8/8/1nk5/1rp5/6P1/8/R3K3 b Q - 0 1", "h#3", 1),
        // Who comes to block a square stood where the king goes.
        ("8/8/2pbkp2/2pnr3/4p3/8/4PK2/8 b - - 0 1", "h#6", 1),
    ];
    for (fen, asked, number) in problems {
        let found = solve::<Standard>(&fen.parse().unwrap(), asked.parse().unwrap(), 10, &Limits::default());
        assert_eq!((found.count(), found.lines.len() as u64), (number, number), "{fen} {asked}");
    }
}

#[test]
fn limits_are_kept() {
    let position = Position::initial();
    let stopped = |asked: &str, limits: Limits| solve(&position, asked.parse().unwrap(), 0, &limits).stopped;
    let limits = Limits { nodes: Some(500), ..Limits::default() };
    assert_eq!(stopped("h#4", limits), Some(Reached::Nodes));
    let limits = Limits { time: Some(std::time::Duration::from_millis(5)), ..Limits::default() };
    assert_eq!(stopped("h#4", limits), Some(Reached::Time));
    let limits = Limits { nodes: Some(10_000), memory: 0, ..Limits::default() };
    assert_eq!(stopped("h#100", limits), Some(Reached::Nodes));
}

/// Xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    fn square(&mut self) -> Square {
        Square::wrap(self.below(64) as u8)
    }

    /// A position with at most so many men; kings stand at the edge often, others near a king and pawns
    /// before their ends, and where kings and rooks are at home, they may castle; sometimes as in Chess960.
    fn position(&mut self, most: usize) -> Option<Position> {
        let mut setup = Setup { turn: [Color::White, Color::Black][self.below(2)], ..Setup::EMPTY };
        let mut near = Square::A1;
        for color in [Color::White, Color::Black] {
            let corner = if color == Color::White { 0 } else { 56 };
            let edge = [0, 1, 3, 7, 24, 31, 48, 56, 60, 62, 63][self.below(11)];
            let king = match self.below(6) {
                0 => corner + [4, 4, 4, 1, 2, 6][self.below(6)],
                1..4 => edge,
                _ => self.below(64) as u8,
            };
            let man = |role| Man { color, role };
            if setup.board.role_at(Square::wrap(king)).is_some() {
                return None;
            }
            setup.board.put(Square::wrap(king), man(Role::King));
            if (corner + 1..corner + 7).contains(&king) {
                for (beside, last) in [(king - 1, corner), (king + 1, corner + 7)] {
                    let is_far = king == corner + 4 || self.below(2) == 0;
                    let rook = Square::wrap(if is_far { last } else { beside });
                    if self.below(2) == 0 && setup.board.role_at(rook).is_none() {
                        setup.board.put(rook, man(Role::Rook));
                        setup.castling |= rook.bb();
                    }
                }
            }
            near = Square::wrap(king);
        }
        const ROLES: [Role; 8] = [
            Role::Pawn,
            Role::Pawn,
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Rook,
            Role::Queen,
        ];
        for _ in 0..1 + self.below(most - 2) {
            let man = Man { color: [Color::White, Color::Black][self.below(2)], role: ROLES[self.below(8)] };
            let mut square = self.square();
            if self.below(2) == 0 {
                square = near.offset([-17, -15, -9, -8, -7, -2, -1, 1, 2, 7, 8, 9, 15, 17][self.below(14)]);
            } else if man.role == Role::Pawn {
                let ranks = if man.color == Color::White { [1, 4, 6, 6] } else { [6, 3, 1, 1] };
                square = Square::at(square.file(), ranks[self.below(4)]);
            }
            let is_end = Bitboard::rank(0) | Bitboard::rank(7);
            if setup.board.role_at(square).is_none() && !(man.role == Role::Pawn && is_end.has(square)) {
                setup.board.put(square, man);
            }
        }
        // A pawn may just have jumped.
        let (pawns, delta) = if setup.turn == Color::White {
            (setup.board.men(Color::Black, Role::Pawn) & Bitboard::rank(4), 8)
        } else {
            (setup.board.men(Color::White, Role::Pawn) & Bitboard::rank(3), -8)
        };
        if let Some(pawn) = pawns.first() {
            let passed = pawn.bb().shift(delta) | pawn.bb().shift(2 * delta);
            if (passed & setup.board.occupied()).is_empty() {
                setup.en_passant = Some(pawn.offset(delta));
            }
        }
        Position::new(&setup, Policy::Movable).ok()
    }

    /// So many positions, each counted twice.
    fn compare(&mut self, positions: u32, most: usize, asked: &str) {
        let mut done = 0;
        while done < positions {
            let Some(position) = self.position(most) else { continue };
            let (found, all) = both(&position, asked);
            assert_eq!(found, all, "{position} {asked}");
            done += 1;
        }
    }
}

#[test]
fn random_positions() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    random.compare(400, 9, "h#0.5");
    random.compare(400, 9, "h#1");
    random.compare(400, 9, "h#1.5");
    random.compare(60, 7, "h#2");
    random.compare(6, 5, "h#2.5");
    random.compare(100, 7, "ser-h#2");
    random.compare(60, 6, "ser-#3");
    random.compare(400, 9, "h=0.5");
    random.compare(400, 9, "h=1");
    random.compare(400, 9, "h=1.5");
    random.compare(60, 7, "h=2");
    random.compare(6, 5, "h=2.5");
    random.compare(100, 7, "ser-h=2");
    random.compare(60, 6, "ser-=3");
}

/// Some minutes in a release build.
#[test]
#[ignore = "takes minutes"]
fn many_random_positions() {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1u64);
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    for _ in 0..20 {
        random.compare(2000, 10, "h#0.5");
        random.compare(2000, 10, "h#1");
        random.compare(2000, 10, "h#1.5");
        random.compare(1000, 9, "h#2");
        random.compare(60, 7, "h#2.5");
        random.compare(6, 5, "h#3");
        random.compare(300, 7, "ser-h#3");
        random.compare(300, 7, "ser-#3");
        random.compare(2000, 10, "h=0.5");
        random.compare(2000, 10, "h=1");
        random.compare(2000, 10, "h=1.5");
        random.compare(1000, 9, "h=2");
        random.compare(60, 7, "h=2.5");
        random.compare(6, 5, "h=3");
        random.compare(300, 7, "ser-h=3");
        random.compare(60, 5, "ser-h=4");
        random.compare(300, 7, "ser-=3");
    }
}
