//! What is found is what is so: boards of few men, so that there are stalemates.

use super::{may_stalemate, stalemating};
use crate::board::{Board, Colour, Kind, Man, RuleSet, Square};
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

/// Up to six men of the side to move, and up to four of the other, whose king stands near a corner.
fn throw(random: &mut Random, rules: RuleSet) -> Board {
    let size = rules.size() as usize;
    let turn = Colour::BOTH[random.below(2)];
    let mut board = Board { sides: Default::default(), rules, turn, castling: 0, en_passant: None };
    let home = turn.own_rank(0, size as i8);
    for (colour, most) in [(turn, 7), (turn.other(), 5)] {
        for _ in 0..random.below(most) {
            let kind = Kind::ALL[random.below(6)];
            let kind = if colour != turn && random.below(2) == 0 { Kind::Pawn } else { kind };
            let square = Square::on(random.below(size) as i8, random.below(size) as i8);
            let can_stand = kind != Kind::Pawn || ![0, size as i8 - 1].contains(&square.rank());
            if kind != Kind::King && rules.has(kind) && can_stand {
                board.put(square, Some(Man { colour, kind }));
            }
        }
    }
    let corner = |random: &mut Random| [0, 0, 1, 2, 3][random.below(5)] as i8;
    let king = Man { colour: turn.other(), kind: Kind::King };
    board.put(Square::on(corner(random), corner(random)), Some(king));
    // With a rook that may castle, and often not far from the other king.
    let king = Man { colour: turn, kind: Kind::King };
    if rules == RuleSet::Standard && random.below(8) == 0 {
        let rook = Square::on([0, 7][random.below(2)], home);
        board.put(Square::on(4, home), Some(king));
        board.put(rook, Some(Man { colour: turn, kind: Kind::Rook }));
        board.castling = rook.bit();
    } else {
        board.put(Square::on(random.below(size.min(5)) as i8, random.below(size.min(5)) as i8), Some(king));
    }
    let crossed = Square::on(random.below(size) as i8, turn.own_rank(5, 8));
    if rules.facts().castling && board.can_have_crossed(crossed) {
        board.en_passant = Some(crossed);
    }
    board
}

/// The same by playing all moves.
fn played(board: &Board) -> Vec<Move> {
    let is_stalemate = |m: &Move| {
        let after = board.play(m);
        !after.is_attacked(after.turn) && after.playable_moves().is_empty()
    };
    board.playable_moves().into_iter().filter(is_stalemate).collect()
}

/// What is rare by chance: a man captured, one pinned by the man that moves and one by the man behind it; a
/// pawn barred by a man from aside; a pawn captured en passant, and a man pinned by castling; all free once.
#[test]
fn no_man_stays_free() {
    for (text, m) in [
        ("7k/5Pn1/5nPn/8/7B/8/8/K6R w - -", "h4f6"),
        ("7k/5K2/6P1/p1N5/8/8/8/8 w - -", "c5a4"),
        ("7k/5K2/6P1/3Pp3/8/8/8/8 w - e6", "d5e6"),
        ("3N1k2/8/5n2/8/8/4R1R1/8/4K2R w K -", "e1g1"),
    ] {
        let board = Board::parse(RuleSet::Standard, text).unwrap();
        let found: Vec<_> = stalemating(&board).collect();
        assert!(
            found == played(&board) && found.contains(&board.find_playable(m).unwrap()),
            "{text}: {found:?}"
        );
    }
}

#[test]
fn stalemates_are_found() {
    let mut random = Random(23);
    for rules in RuleSet::all().filter(|rules| !rules.facts().royal_can_be_taken) {
        let (mut stalemates, mut special, mut left_out, mut held) = (0, 0, 0, 0);
        for _ in 0..200_000 {
            let board = throw(&mut random, rules);
            let is_there = |side: &Colour| board.side(*side).count(Kind::King) == 1;
            if !Colour::BOTH.iter().all(is_there) || board.is_attacked(board.turn.other()) {
                continue;
            }
            let found: Vec<_> = stalemating(&board).collect();
            assert_eq!(found, played(&board), "{board}");
            stalemates += found.len();
            left_out += board.pseudo_legal_moves().len() - may_stalemate(&board).len();
            let is_special = |m: &&Move| {
                m.castling.is_some()
                    || board.en_passant == Some(m.to)
                        && board.man(m.from).is_some_and(|man| man.kind == Kind::Pawn)
            };
            special += found.iter().filter(is_special).count();
            // Men of the other side are left, pinned or barred.
            let men = board.side(board.turn.other()).men();
            held += found.iter().filter(|m| men > 2 && board.man(m.to).is_none()).count();
        }
        assert!(stalemates > 20_000 && left_out > 100_000, "{rules}: {stalemates}, {left_out}");
        assert!(held > 10, "{rules}: {held}");
        assert!(rules != RuleSet::Standard || special > 20, "{special}");
    }
}
