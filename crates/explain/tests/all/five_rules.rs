//! The five rules in words.

use chess_arbiter::format::fen;
use chess_arbiter::rules::Standard;
use chess_arbiter_explain::five_rules;

#[test]
fn sentences_name_pawns_and_files() {
    let told = |text| {
        let setup = fen::parse::<Standard>(text).unwrap();
        five_rules(&chess_arbiter::reach::five_rules(&setup.board))
    };
    assert_eq!(
        told("5k2/8/8/8/8/1P6/1PPPPPPP/5K2 w - - 0 1"),
        ["None of the five rules is broken; that does not prove that the position can arise."]
    );
    assert_eq!(
        told("5k2/8/8/8/8/3P4/1PPPPPPP/5K2 w - - 0 1"),
        ["rule 5: white's 4 pawns on c2, d2, e2, d3 can only have started on 3 files (c, d, e)"]
    );
    // Each rule and side has its phrase.
    let all = told("KKk4P/PPPPPPPP/BBPP4/B1B1B3/QQQQ4/8/8/pk5p w - - 0 1");
    assert_eq!(all.len(), 6, "{all:?}");
    for phrase in &all {
        assert!(phrase.starts_with("rule ") && phrase.contains(['w', 'b']), "{phrase}");
    }
}
