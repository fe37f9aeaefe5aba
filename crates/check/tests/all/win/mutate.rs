//! Certificates with something wrong, most often.

use chess_arbiter_check::board::{Board, RuleSet, Square};
use serde_json::{Value, json};

use crate::common::{Random, random_board};

/// Changes one thing at random.
pub(crate) fn mutate(certificate: &Value, random: &mut Random) -> Value {
    let mut changed = certificate.clone();
    let step = |value: &Value, random: &mut Random| match value.as_u64() {
        _ if random.below(8) == 0 => Value::Null,
        Some(plies) => json!((plies as i64 + [-2, -1, 1, 2][random.below(4)]).max(0)),
        None => json!(random.below(6)),
    };
    if random.below(6) == 0 {
        match random.below(3) {
            0 => changed["claim"]["plies"] = step(&changed["claim"]["plies"], random),
            1 => {
                let other = if changed["claim"]["answer"] == "win" { "no-win" } else { "win" };
                changed["claim"]["answer"] = json!(other);
            }
            _ => {
                let board = random_board(random, RuleSet::Simplified, 1);
                changed["position"] = json!(board.to_string());
            }
        }
        return changed;
    }
    let lists: Vec<String> = changed["evidence"].as_object().unwrap().keys().cloned().collect();
    let list = changed["evidence"][random.pick(&lists)].as_array_mut().unwrap();
    if list.is_empty() {
        return changed;
    }
    let at = random.below(list.len());
    let rules = RuleSet::from_name(certificate["rules"].as_str().unwrap()).unwrap();
    let board = Board::parse(rules, list[at][0].as_str().unwrap()).unwrap();
    match random.below(6) {
        0 => drop(list.remove(at)),
        1 => list.push(list[at].clone()),
        2 => list[at][1] = step(&list[at][1], random),
        3 => {
            // A man on another square, or two changed for one another.
            let mut text: Vec<char> =
                list[at][0].as_str().unwrap().replace(" w", "").replace(" b", "").chars().collect();
            for empty in ['4', '3', '2'] {
                while let Some(i) = text.iter().position(|c| *c == empty) {
                    text.splice(i..=i, vec!['1'; empty.to_digit(10).unwrap() as usize]);
                }
            }
            let (a, b) = (random.below(text.len()), random.below(text.len()));
            if text[a] != '/' && text[b] != '/' {
                text.swap(a, b);
            }
            let mut men: String = text.into_iter().collect();
            for empty in (2..=4).rev() {
                men = men.replace(&"1".repeat(empty), &empty.to_string());
            }
            let side = if random.below(10) == 0 { board.turn.other() } else { board.turn };
            list[at][0] = json!(format!("{men} {}", &side.to_string()[..1]));
        }
        4 => {
            let moves = board.pseudo_legal_moves();
            let other = if moves.is_empty() { None } else { Some(random.pick(&moves).to_string()) };
            list[at][2] = json!(other);
        }
        _ => {
            let squares: Vec<String> =
                Square::in_set(board.rules.window()).map(|square| square.to_string()).collect();
            list[at][2] = match random.below(5) {
                0 => Value::Null,
                _ => json!(format!("{}{}", random.pick(&squares), random.pick(&squares))),
            };
        }
    }
    changed
}
