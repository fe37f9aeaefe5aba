//! Setups as JSON objects.
//!
//! ```json
//! {"rules": "standard", "men": {"e1": "K", "e8": "k", "h1": "R"}, "turn": "white",
//!  "castling": ["h1"], "enPassant": null, "halfmoves": 0, "fullmoves": 1}
//! ```
//!
//! Only `men` is required. On input `"fen"` may stand in place of everything but `rules`, and a mere
//! string is a FEN too. Unknown fields, squares beyond the board and squares given twice are errors.

mod fields;

use std::marker::PhantomData;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::board::{Bitboard, Color, Setup};
use crate::rules::Rules;

use super::error::TextError;
use super::scan::Scanner;
use fields::{Clock, Fen, MenBySquare, RulesTag, SquareName, TurnField};

/// A setup as a JSON value. [`from_json`] of its text gives the setup back.
///
/// ```
/// use chess_arbiter::{format::{fen, json}, rules::Simplified};
/// let setup = fen::parse::<Simplified>("q3/4/4/3Q b").unwrap();
/// let value = json::to_json::<Simplified>(&setup);
/// assert_eq!(value["men"]["a4"], "q");
/// assert_eq!(json::from_json::<Simplified>(&value.to_string()), Ok(setup));
/// ```
pub fn to_json<R: Rules>(setup: &Setup) -> Value {
    let men: serde_json::Map<String, Value> = setup
        .board
        .iter()
        .map(|(square, man)| (square.to_string(), man.letter().to_string().into()))
        .collect();
    json!({
        "rules": R::NAME,
        "men": men,
        "turn": setup.turn.to_string(),
        "castling": setup.castling.map(|square| square.to_string()).collect::<Vec<_>>(),
        "enPassant": setup.en_passant.map(|square| square.to_string()),
        "halfmoves": setup.halfmoves,
        "fullmoves": setup.fullmoves,
    })
}

/// A setup from the text of a JSON object or of a JSON string with a FEN.
///
/// ```
/// use chess_arbiter::{format::json, rules::Standard};
/// let setup = json::from_json::<Standard>(r#"{"men": {"a1": "K", "a8": "k"}, "turn": "black"}"#).unwrap();
/// assert_eq!(setup.board.occupied().len(), 2);
/// let error = json::from_json::<Standard>(r#"{"men": {"a9": "K"}}"#).unwrap_err();
/// let expected = "line 1, column 13: expected a square of this board such as a1, found \"a9\"";
/// assert_eq!(error.to_string(), expected);
/// ```
///
/// # Errors
/// The first fault, with line and column of the end of the value it is in.
pub fn from_json<R: Rules>(text: &str) -> Result<Setup, TextError> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut scanner = Scanner::new(text, 0);
    scanner.skip_blanks();
    if scanner.peek() == Some('"') {
        return serde_json::from_str::<Fen<R>>(text).map(|fen| fen.0).map_err(|error| fault(text, &error));
    }
    if scanner.peek() != Some('{') {
        let before = &text[..text.len() - scanner.rest().len()];
        let line = before.rsplit('\n').next().unwrap_or("");
        let message = format!("expected a JSON object, or a FEN in quotes, found {}", scanner.found());
        return Err(TextError::new(1 + before.matches('\n').count(), 1 + line.chars().count(), message));
    }
    let object: Object<R> = serde_json::from_str(text).map_err(|error| fault(text, &error))?;
    object.setup().map_err(|message| TextError::new(1, 1, message))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", bound = "")]
struct Object<R: Rules> {
    #[serde(default, rename = "rules")]
    _rules: Option<RulesTag<R>>,
    fen: Option<Fen<R>>,
    men: Option<MenBySquare<R>>,
    turn: Option<TurnField>,
    castling: Option<Vec<SquareName<R>>>,
    #[serde(default)]
    en_passant: Option<SquareName<R>>,
    halfmoves: Option<Clock>,
    fullmoves: Option<Clock>,
    #[serde(skip)]
    rules: PhantomData<R>,
}

impl<R: Rules> Object<R> {
    fn setup(self) -> Result<Setup, &'static str> {
        let others = self.turn.is_some()
            || self.castling.is_some()
            || self.en_passant.is_some()
            || self.halfmoves.is_some()
            || self.fullmoves.is_some();
        match (self.fen, self.men) {
            (Some(_), men) if men.is_some() || others => {
                Err("\"fen\" stands alone: it says all the other fields do")
            }
            (Some(fen), _) => Ok(fen.0),
            (None, None) => Err("expected a field \"men\" or \"fen\""),
            (None, Some(men)) => Ok(Setup {
                board: men.0,
                turn: self.turn.map_or(Color::White, |turn| turn.0),
                castling: self
                    .castling
                    .unwrap_or_default()
                    .into_iter()
                    .fold(Bitboard::EMPTY, |all, square| all | square.0.bb()),
                en_passant: self.en_passant.map(|square| square.0),
                halfmoves: self.halfmoves.map_or(0, |clock| clock.0),
                fullmoves: self.fullmoves.map_or(1, |clock| clock.0),
            }),
        }
    }
}

/// An error of the JSON reader as a fault in the text; its columns count bytes, ours characters.
fn fault(text: &str, error: &serde_json::Error) -> TextError {
    let line = error.line().max(1);
    let bytes = text.split('\n').nth(line - 1).unwrap_or("").as_bytes();
    let before = &bytes[..error.column().min(bytes.len())];
    let column = String::from_utf8_lossy(before).chars().count().max(1);
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    TextError::new(line, column, message.strip_suffix(place.as_str()).unwrap_or(&message))
}
