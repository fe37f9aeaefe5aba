//! What is said of a move without making it is true when it is made: boards of all kinds, thrown at random.

use super::Sight;
use crate::board::{Board, Colour, Kind, Man, RuleSet, Square};
use crate::mates::{threats, winning};
use crate::moves::Move;

/// xorshift64*.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
}

/// Both royals and up to a dozen men, with any rights and any square just crossed that the men allow.
fn throw(random: &mut Random, rules: RuleSet) -> Board {
    let size = rules.size();
    let mut board = Board {
        sides: Default::default(),
        rules,
        turn: Colour::BOTH[random.below(2)],
        castling: 0,
        en_passant: None,
    };
    let anywhere = |random: &mut Random| {
        Square::on(random.below(size as usize) as i8, random.below(size as usize) as i8)
    };
    for _ in 0..random.below(13) {
        let (colour, kind) = (Colour::BOTH[random.below(2)], Kind::ALL[random.below(6)]);
        let square = anywhere(random);
        let is_last = [0, size - 1].contains(&square.rank());
        if kind != rules.facts().royal && kind != Kind::King && !(kind == Kind::Pawn && is_last) {
            board.put(square, Some(Man { colour, kind }));
        }
    }
    for colour in Colour::BOTH {
        let home = Square::on(random.below(size as usize) as i8, colour.own_rank(0, size));
        let royal = if random.below(2) == 0 { home } else { anywhere(random) };
        if board.man(royal).is_none_or(|man| man.kind != rules.facts().royal) {
            board.put(royal, Some(Man { colour, kind: rules.facts().royal }));
        }
    }
    for (square, man) in board.men_of(board.turn).collect::<Vec<_>>() {
        let is_home = square.rank() == board.turn.own_rank(0, size);
        let king_is_home = board.royal(board.turn).is_some_and(|king| king.rank() == square.rank());
        if rules == RuleSet::Standard && man.kind == Kind::Rook && is_home && king_is_home {
            board.castling |= square.bit();
        }
    }
    let crossed = Square::on(random.below(7) as i8, board.turn.own_rank(5, 8));
    if rules.facts().castling && random.below(2) == 0 {
        // Two pawns side by side, one of which has just come there.
        let (ahead, forward) = (crossed.rank(), board.turn.forward());
        for (file, rank, colour) in [
            (crossed.file(), ahead - forward, Some(board.turn.other())),
            (crossed.file() + 1, ahead - forward, Some(board.turn)),
            (crossed.file(), ahead, None),
            (crossed.file(), ahead + forward, None),
        ] {
            let square = Square::on(file, rank);
            if board.man(square).is_none_or(|man| man.kind != Kind::King) {
                board.put(square, colour.map(|colour| Man { colour, kind: Kind::Pawn }));
            }
        }
    }
    if rules.facts().castling && board.can_have_crossed(crossed) {
        board.en_passant = Some(crossed);
    }
    board
}

#[test]
fn moves_aside_leave_a_royal_unattacked() {
    let mut random = Random(7);
    for rules in RuleSet::all() {
        let (mut aside, mut special) = (0, 0);
        for _ in 0..100_000 {
            let board = throw(&mut random, rules);
            if Colour::BOTH.iter().any(|side| board.royal(*side).is_none()) {
                continue;
            }
            let (own, other) = (board.turn, board.turn.other());
            let [own_sight, other_sight] = [own, other].map(|side| Sight::of(&board, side));
            for m in board.pseudo_legal_moves() {
                special += usize::from(m.castling.is_some() || board.en_passant == Some(m.to));
                let after = board.play(&m);
                if own_sight.is_aside(&m) {
                    assert!(!after.is_attacked(own) && board.refuters(&m) == 0, "{board} {m}");
                    aside += 1;
                }
                if other_sight.is_aside(&m) {
                    assert!(!after.is_attacked(other), "{board} {m}");
                    aside += 1;
                }
            }
        }
        let can_be_taken = rules.facts().royal_can_be_taken;
        assert_eq!(aside == 0, can_be_taken, "{rules}");
        assert!(rules != RuleSet::Standard || special > 1_000, "{special}");
    }
}

/// The moves that are looked at give check, or capture the royal, and no others do; those that win at once
/// are the legal ones of them that leave no answer.
#[test]
fn threats_are_checks() {
    let mut random = Random(17);
    for rules in RuleSet::all() {
        let can_be_taken = rules.facts().royal_can_be_taken;
        let (mut mates, mut checks, mut unsafe_mates) = (0, 0, 0);
        for _ in 0..200_000 {
            let board = throw(&mut random, rules);
            if Colour::BOTH.iter().any(|side| board.royal(*side).is_none()) {
                continue;
            }
            let ((number, threats), all) = (threats(&board), board.pseudo_legal_moves());
            assert_eq!(number, all.len() as u64, "{board}");
            let is_threat = |m: &Move| {
                let after = board.play(m);
                if can_be_taken { board.captures_royal(m) } else { after.is_attacked(after.turn) }
            };
            let expected: Vec<Move> = all.into_iter().filter(is_threat).collect();
            assert_eq!(threats, expected, "{board}");
            let playable = board.playable_moves();
            let ends = |m: &&Move| can_be_taken || board.play(m).playable_moves().is_empty();
            let (wins, rest): (Vec<&Move>, Vec<&Move>) =
                expected.iter().filter(ends).partition(|m| playable.contains(m));
            let found: Vec<Move> = winning(&board, threats).collect();
            assert_eq!(found, Vec::from_iter(wins.iter().copied().copied()));
            mates += wins.len();
            unsafe_mates += rest.len();
            checks += expected.len();
        }
        assert!(mates > 300 && checks > 10_000, "{rules}: {mates} mates, {checks} checks");
        assert_eq!(unsafe_mates == 0, can_be_taken, "{rules}: {unsafe_mates}");
    }
}

/// A double step; one onto a square that a pawn attacks; and single ones, behind which another pawn stands.
#[test]
fn a_step_may_win() {
    for (text, mate) in [
        ("1R6/8/8/k1N5/8/2K5/1P6/8 w - -", "b2b4"),
        ("1R6/8/8/k1N5/8/P1K5/1P6/8 w - -", "b2b4"),
        ("1R6/8/8/k1N5/8/PPK5/8/8 w - -", "b3b4"),
        ("1R6/8/8/k1N5/8/1PK5/1P6/8 w - -", "b3b4"),
    ] {
        let board = Board::parse(RuleSet::Standard, text).unwrap();
        let m = board.find_move(mate).unwrap();
        assert!(board.wins(&m) && winning(&board, threats(&board).1).any(|found| found == m), "{text}");
    }
}

/// Mates by castling, en passant, in double check and by promoting; by the only man that is looked at, and on
/// a1.
#[test]
fn rare_moves_may_win() {
    for (text, mate) in [
        ("8/8/8/8/8/8/6R1/2k1K2R w K -", "e1g1"),
        ("2K1k2r/6r1/8/8/8/8/8/8 b k -", "e8g8"),
        ("3Q4/5k2/7K/r2PpP2/8/8/8/8 w - e6", "f5e6"),
        ("7k/8/6P1/4R2p/3Q4/K7/8/8 w - -", "e5e8"),
        ("8/2kPQ3/B7/PK6/8/4P3/1P6/8 w - -", "d7d8q"),
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - -", "d1d8"),
        ("7K/8/8/R7/8/3N4/6pp/6k1 w - -", "a5a1"),
    ] {
        let board = Board::parse(RuleSet::Standard, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let found: Vec<Move> = winning(&board, threats(&board).1).collect();
        for m in board.playable_moves() {
            let after = board.play(&m);
            let is_mate = after.is_attacked(after.turn) && after.playable_moves().is_empty();
            assert_eq!(board.wins(&m), is_mate, "{text} {m}");
            assert_eq!(found.contains(&m), is_mate, "{text} {m}");
        }
        assert!(board.wins(&board.find_move(mate).unwrap()), "{text} {mate}");
    }
}

/// Of a man that is not there nothing moves: it is the other side's turn.
#[test]
fn nobody_moves_from_an_empty_square() {
    let board = Board::parse(RuleSet::Standard, "4k3/8/8/2pP4/8/8/8/4K3 w - c6").unwrap();
    let [from, to] = ["e4", "e5"].map(|name| Square::parse(name).unwrap());
    let after = board.play(&crate::moves::Move { from, to, promotion: None, castling: None });
    assert_eq!(after, Board { turn: Colour::Black, en_passant: None, ..board });
}

/// A move is made in place; here man by man.
#[test]
fn moves_put_men_where_they_go() {
    let mut random = Random(19);
    for rules in RuleSet::all() {
        for _ in 0..20_000 {
            let board = throw(&mut random, rules);
            if Colour::BOTH.iter().any(|side| board.royal(*side).is_none()) {
                continue;
            }
            for m in board.pseudo_legal_moves() {
                let (mut expected, man) = (board, board.man(m.from).unwrap());
                expected.put(m.from, None);
                if let Some((rook_from, rook_to)) = m.castling {
                    expected.put(rook_from, None);
                    expected.put(rook_to, Some(Man { colour: man.colour, kind: Kind::Rook }));
                }
                expected.put(m.to, Some(Man { kind: m.promotion.unwrap_or(man.kind), ..man }));
                if man.kind == Kind::Pawn && board.en_passant == Some(m.to) {
                    expected.put(Square::on(m.to.file(), m.from.rank()), None);
                }
                assert_eq!(board.play(&m).sides, expected.sides, "{board} {m}");
            }
        }
    }
}

/// A mate is told by the checkers and what ends their check; here by all answers.
#[test]
fn a_win_leaves_no_answer() {
    let mut random = Random(13);
    for rules in RuleSet::all().filter(|rules| !rules.facts().royal_can_be_taken) {
        let mut wins = 0;
        for _ in 0..100_000 {
            let board = throw(&mut random, rules);
            if Colour::BOTH.iter().any(|side| board.royal(*side).is_none()) {
                continue;
            }
            for m in board.playable_moves() {
                let after = board.play(&m);
                let is_mate = after.is_attacked(after.turn) && after.playable_moves().is_empty();
                assert_eq!(board.wins(&m), is_mate, "{board} {m}");
                wins += usize::from(is_mate);
            }
        }
        assert!(wins > 1_000, "{rules} {wins}");
    }
}

/// How few moves are looked at: whoever looks at more is slower, and whoever looks at fewer may miss some.
/// (Counted once, 2026-11-30; the tests above say that nothing is missed.)
#[test]
fn as_few_moves_as_before() {
    let mut random = Random(23);
    for (rules, counted) in RuleSet::all().zip(COUNTED) {
        let (mut found, mut asked) = ([0; 5], 0);
        while asked < 4_000 {
            let board = throw(&mut random, rules);
            if Colour::BOTH.iter().any(|side| board.royal(*side).is_none()) {
                continue;
            }
            asked += 1;
            let [own, other] = [board.turn, board.turn.other()].map(|side| Sight::of(&board, side));
            let moves = board.pseudo_legal_moves();
            found[0] += moves.len();
            found[1] += threats(&board).1.len();
            found[2] += moves.iter().filter(|m| own.is_aside(m)).count();
            found[3] += moves.iter().filter(|m| other.is_aside(m)).count();
            found[4] += (own.screens.count_ones() + other.screens.count_ones()) as usize;
        }
        assert_eq!(found, counted, "{rules}");
    }
}

/// By rule set: moves, those that give check or capture the royal, those that surely leave the own royal
/// unattacked and the other one, and squares of screens.
const COUNTED: [[usize; 5]; 6] = [
    [96_455, 40_855, 39_650, 46_263, 161_800],
    [95_579, 42_597, 39_916, 46_054, 170_542],
    [42_957, 2_975, 0, 0, 512_000],
    [44_139, 3_275, 0, 0, 512_000],
    [53_718, 30_007, 14_009, 19_476, 232_996],
    [67_194, 33_774, 21_978, 28_213, 206_205],
];

/// What stands before the king may not go away, not even to promote in the corner.
#[test]
fn a_screen_that_promotes_in_the_corner() {
    let board = Board::parse(RuleSet::Standard, "1k6/8/8/8/8/8/1p6/RR2K3 b - -").unwrap();
    for name in ["b2a1q", "b2a1n"] {
        let m = board.find_move(name).unwrap();
        assert!(!Sight::of(&board, Colour::Black).is_aside(&m) && board.refuters(&m) != 0, "{name}");
    }
}

/// The only move is one that is seldom the only one, or there is none; and of boards of all kinds.
#[test]
fn the_only_move_is_found() {
    for (text, can_move) in [
        // A capture en passant: of a pawn that is not pinned, is, and shields the king beside another.
        ("1r6/8/4p3/3pP3/8/k7/8/K7 w - d6", true),
        ("1r6/8/4p3/3pP3/8/k7/8/K7 w - -", false),
        ("1r5b/8/4p3/3pP3/8/k7/8/K7 w - d6", false),
        ("1rb1b2k/8/4p3/K2pP2r/8/8/8/8 w - d6", false),
        // A promotion in the corner.
        ("7k/8/6Q1/8/8/8/p7/4K3 b - -", true),
        ("7k/8/6Q1/8/8/8/p7/N3K3 b - -", false),
        // A man that is pinned moves along the line, to its end in the corner, or cannot.
        ("rr5k/8/8/8/8/8/R7/K7 w - -", true),
        ("1r5k/3b4/8/8/8/K7/R7/r7 w - -", true),
        ("rr5k/8/8/8/8/8/B7/K7 w - -", false),
        // Castling, where the king stays.
        ("k4r2/8/8/8/8/7p/7P/6KR w K -", true),
        ("k4r2/8/8/8/8/7p/7P/6KR w - -", false),
    ] {
        let board = Board::parse(RuleSet::Standard, text).unwrap();
        assert_eq!((board.has_move(), !board.playable_moves().is_empty()), (can_move, can_move), "{text}");
    }
    let mut random = Random(23);
    for rules in RuleSet::all() {
        for board in (0..20_000).map(|_| throw(&mut random, rules)) {
            if Colour::BOTH.iter().all(|side| board.royal(*side).is_some()) {
                let expected = board.pseudo_legal_moves().iter().any(|m| board.after(m).is_some());
                assert_eq!(board.has_move(), expected, "{board}");
            }
        }
    }
}

/// A capture en passant ends the check of the pawn that it captures, and none of a man behind.
#[test]
fn a_double_step_may_mate() {
    for (text, mates) in [
        ("K7/8/8/8/4p3/1R6/R2P3k/1R6 w - -", vec!["d2d4"]),
        ("8/6R1/3Q4/3K1k2/5p2/8/4P3/8 w - -", vec!["d6e5", "d6e6", "d6f8", "d6g6"]),
        ("8/6R1/3Q4/3K1k2/8/8/4P3/8 w - -", vec!["d6e5", "d6f8", "e2e4"]),
    ] {
        let board = Board::parse(RuleSet::Standard, text).unwrap();
        let mut found: Vec<String> = winning(&board, threats(&board).1).map(|m| m.to_string()).collect();
        found.sort_unstable();
        assert_eq!(found, mates, "{text}");
    }
}

/// The king lands where its rook stood, which has no right any more.
#[test]
fn castling_loses_the_right() {
    let board = Board::parse(RuleSet::Standard, "4k3/8/8/8/8/8/8/5KR1 w K -").unwrap();
    assert_eq!(board.play(&board.find_move("f1g1").unwrap()).castling, 0);
}
