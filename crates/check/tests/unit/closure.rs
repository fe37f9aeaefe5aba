//! Codes of positions: none is that of another.

use super::*;
use crate::board::{Man, RuleSet};
use crate::{Budget, Rule};

#[test]
fn no_two_positions_have_one_code() {
    let (mut codes, mut count) = (HashSet::new(), 0);
    let mut see = |board: Board| {
        count += 1;
        assert!(codes.insert(code(&board)), "{board}");
    };
    let empty = Board::parse_men(RuleSet::Standard, "8/8/8/8/8/8/8/8").unwrap();
    for square in Square::in_set(!0) {
        for (man, other) in Colour::BOTH
            .into_iter()
            .flat_map(|colour| Kind::ALL.map(|kind| (Man { colour, kind }, colour.other())))
        {
            let mut board = Board { turn: man.colour, ..empty };
            board.put(square, Some(man));
            if man.kind == Kind::King {
                // (Pasts may lack a king, and tell the side to move beside the code.)
                see(Board { turn: other, ..board });
                if man.colour == Colour::White {
                    see(board);
                }
                board.put(Square::on(square.file(), square.rank() + 3), Some(Man { colour: other, ..man }));
                see(Board { turn: other, ..board });
            }
            see(board);
            if man.kind == Kind::Rook && square.rank() == man.colour.own_rank(0, 8) {
                see(Board { castling: square.bit(), ..board });
            }
        }
        see(Board { en_passant: Some(square), ..empty });
    }
    see(empty);
    assert_eq!(count, 64 * 18 + 2 * 8 + 1);
}

/// Two forced moves, then stalemate: the two that are listed take memory.
#[test]
fn what_positions_take() {
    let board = Board::parse(RuleSet::Standard, "5r1k/5Pp1/5PP1/8/8/pp6/p7/K7 w - -").unwrap();
    let takes = 2 * KNOWN_BYTES;
    let json = r#"["5r1k/5PP1/6P1/8/8/pp6/p7/K7 b - -", "5r2/5Pk1/6P1/8/8/pp6/p7/K7 w - -"]"#;
    for (memory, is_enough) in [(takes, true), (takes - 1, false)] {
        let budget = Budget::new(memory, &|| false);
        let item = |json| Item { path: "closure".into(), rule: Rule::Closure, json, budget: &budget };
        for attacker in Colour::BOTH {
            let closure = Closure { most: item("1"), listed: item(json), limit: 1 };
            let found = budget.borrow(|| closure.check(&board, attacker, &HashSet::new()));
            assert_eq!(found.is_ok(), is_enough, "{memory}: {found:?}");
        }
    }
}
