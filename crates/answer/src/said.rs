//! What a text says beside its position, which answers repeat.

use chess_arbiter::format::epd::{self, Operation};
use chess_arbiter::format::operations;
use chess_arbiter::format::reader::Item;
use chess_arbiter::rules::{Rules, RulesKind};
use chess_arbiter::with_rules;
use schemars::JsonSchema;
use serde::Serialize;

/// What a text says beside its position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Said {
    /// What the position is called: a field beside it, `id` of an EPD, `game.ply` of a PGN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Of an EPD: the mate in so many moves that it says there is. It is repeated, not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dm: Option<u32>,
    /// Of an EPD: how deep, in plies, somebody's analysis went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acd: Option<u32>,
}

impl Said {
    /// What an item of a stream says.
    ///
    /// ```
    /// use chess_arbiter::rules::RulesKind;
    /// use chess_arbiter_answer::{Said, items};
    /// let text = b"7k/8/6K1/8/8/8/8/R7 w - - dm 1; id \"back rank\";";
    /// let item = items(RulesKind::Standard, text.as_slice()).next().unwrap().unwrap();
    /// let said = Said::of(RulesKind::Standard, &item);
    /// assert_eq!((said.id.as_deref(), said.dm, said.acd), (Some("back rank"), Some(1), None));
    /// ```
    pub fn of(rules: RulesKind, item: &Item) -> Said {
        let mut said = Said { id: item.id.clone(), ..Said::default() };
        if item.diagram || !["id", "dm", "acd"].iter().any(|opcode| item.text.contains(opcode)) {
            return said;
        }
        for operation in with_rules!(rules, R => told::<R>(&item.text)) {
            let [operand] = operation.operands.as_slice() else { continue };
            let number = || operand.text().parse().ok();
            match operation.opcode.as_str() {
                "id" => said.id = said.id.take().or_else(|| Some(operand.text().to_owned())),
                "dm" => said.dm = said.dm.or_else(number),
                "acd" => said.acd = said.acd.or_else(number),
                _ => {}
            }
        }
        said
    }
}

/// The operations of an EPD; of one that stands alone on its line they are read once.
fn told<R: Rules>(text: &str) -> Vec<Operation> {
    match epd::parse::<R>(text) {
        Ok(epd) => epd.operations,
        Err(_) => operations::<R>(text).into_iter().map(|(operation, _)| operation).collect(),
    }
}
