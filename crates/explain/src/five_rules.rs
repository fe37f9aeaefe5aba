//! Why the five rules are broken.

use chess_arbiter::board::{Bitboard, Color};
use chess_arbiter::reach::{FiveRules, Side};

/// For each broken rule and side, why, as phrases: `rule 2: white has pawns on …`; or that none is broken.
///
/// ```
/// use chess_arbiter::{format::fen, reach, rules::Standard};
///
/// let setup = fen::parse::<Standard>("4k3/8/8/8/8/8/8/8 w - - 0 1").unwrap();
/// let told = chess_arbiter_explain::five_rules(&reach::five_rules(&setup.board));
/// assert_eq!(told, ["rule 1: white has no king"]);
/// ```
pub fn five_rules(verdict: &FiveRules) -> Vec<String> {
    let mut sentences = Vec::new();
    for rule in verdict.broken() {
        for (side, color) in verdict.sides.iter().zip(Color::BOTH).filter(|(side, _)| side.breaks(rule)) {
            sentences.push(format!("rule {rule}: {}", broken(side, rule, color)));
        }
    }
    if sentences.is_empty() {
        let none = "None of the five rules is broken; that does not prove that the position can arise.";
        sentences.push(none.into());
    }
    sentences
}

/// Why a side breaks a rule.
fn broken(side: &Side, rule: u8, color: Color) -> String {
    let list = |set: Bitboard| set.map(|square| square.to_string()).collect::<Vec<_>>().join(", ");
    let (pawns, surplus) = (side.pawns.len(), side.surplus.total());
    match rule {
        1 if side.kings.is_empty() => format!("{color} has no king"),
        1 => format!("{color} has {} kings, on {}", side.kings.len(), list(side.kings)),
        2 => format!("{color} has pawns on a first or last rank: {}", list(side.end_pawns)),
        3 if side.men.len() > 16 => format!("{color} has {} men, more than 16", side.men.len()),
        3 => format!(
            "{color} has {pawns} pawns and {surplus} pieces that can only be promoted pawns, more than 8 \
             together"
        ),
        4 => format!(
            "{color}'s bishops on {} are all on one colour, and its eight pawns are accounted for ({pawns} \
             pawns, {surplus} promoted pieces)",
            list(side.bishops),
        ),
        _ => match &side.origins {
            Err(hall) if hall.files == 0 => {
                format!("{color}'s pawn on {} stands behind the rank where pawns start", list(hall.pawns))
            }
            Err(hall) => {
                let files: Vec<String> = (0..8u8)
                    .filter(|f| hall.files >> f & 1 != 0)
                    .map(|f| char::from(b'a' + f).to_string())
                    .collect();
                format!(
                    "{color}'s {} pawns on {} can only have started on {} ({})",
                    hall.pawns.len(),
                    list(hall.pawns),
                    if files.len() == 1 { "one file".into() } else { format!("{} files", files.len()) },
                    files.join(", ")
                )
            }
            Ok(_) => format!("{color}'s pawns can have started on different files"),
        },
    }
}
