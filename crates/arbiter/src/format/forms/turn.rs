//! Who is to move, in words.

use crate::board::Color;

/// Languages that sides are named in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    English,
    German,
    French,
    Spanish,
    Italian,
    Dutch,
    Portuguese,
}

/// What the sides are called, in small letters.
const SIDES: [(&str, Color, Language); 19] = [
    ("white", Color::White, Language::English),
    ("black", Color::Black, Language::English),
    ("weiß", Color::White, Language::German),
    ("weiss", Color::White, Language::German),
    ("schwarz", Color::Black, Language::German),
    ("blancs", Color::White, Language::French),
    ("les blancs", Color::White, Language::French),
    ("noirs", Color::Black, Language::French),
    ("les noirs", Color::Black, Language::French),
    ("blancas", Color::White, Language::Spanish),
    ("negras", Color::Black, Language::Spanish),
    ("bianco", Color::White, Language::Italian),
    ("il bianco", Color::White, Language::Italian),
    ("nero", Color::Black, Language::Italian),
    ("il nero", Color::Black, Language::Italian),
    ("wit", Color::White, Language::Dutch),
    ("zwart", Color::Black, Language::Dutch),
    ("brancas", Color::White, Language::Portuguese),
    ("pretas", Color::Black, Language::Portuguese),
];

/// What says that a side is to move, before its name and after it; one of both may be empty.
const PHRASES: [(&str, &str); 21] = [
    ("", " to move"),
    ("", " to play"),
    ("", "'s move"),
    ("", "'s turn"),
    ("", " moves"),
    ("", " plays"),
    ("", " am zug"),
    ("", " zieht"),
    ("", " an der reihe"),
    ("", " au trait"),
    ("", " jouent"),
    ("", " muove"),
    ("", " aan zet"),
    ("", " speelt"),
    ("", " jogam"),
    ("trait aux ", ""),
    ("juegan ", ""),
    ("mueven ", ""),
    ("muove ", ""),
    ("tocca al ", ""),
    ("side to move: ", ""),
];

/// The side that a whole text says is to move: `w`, `Black`, `White to move`, `Weiß am Zug`, `Trait aux
/// Noirs`.
pub(in crate::format) fn whole(text: &str) -> Option<Color> {
    // Most lines are FENs.
    if text.len() > 60 || text.contains('/') {
        return None;
    }
    let text = text.trim().trim_end_matches(['.', '!']).trim_matches(['(', ')', '[', ']']).to_lowercase();
    match text.trim() {
        "w" => Some(Color::White),
        "b" => Some(Color::Black),
        text => named(text).or_else(|| phrase(text)),
    }
}

/// The side that a text names and says nothing else.
pub(super) fn named(text: &str) -> Option<Color> {
    side(text).map(|(color, _)| color)
}

/// The side that a text names and says nothing else, and in which language.
pub(super) fn side(text: &str) -> Option<(Color, Language)> {
    let text = text.to_lowercase();
    SIDES.iter().find_map(|&(name, color, language)| (name == text).then_some((color, language)))
}

fn phrase(text: &str) -> Option<Color> {
    // One blank between the words.
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    PHRASES.iter().find_map(|(before, after)| {
        let name = text.strip_prefix(before)?.strip_suffix(after)?;
        match (name, *before) {
            ("w", "side to move: ") => Some(Color::White),
            ("b", "side to move: ") => Some(Color::Black),
            (name, _) => named(name.trim()),
        }
    })
}

/// The side that the first words of a text say is to move, and how many words that takes: as many as can
/// belong to it. A name alone is enough only if `alone`.
pub(super) fn at_start(words: &[&str], alone: bool) -> Option<(Color, usize)> {
    (1..=words.len().min(5)).rev().find_map(|count| {
        let text = words[..count].join(" ");
        let text =
            text.trim_end_matches(['.', ',', ';', ':']).trim_matches(['(', ')', '[', ']']).to_lowercase();
        let found = phrase(&text).or_else(|| if alone { named(&text) } else { None });
        found.map(|color| (color, count))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_words() {
        let white = ["w", "W", "White", "white to move", "WHITE TO PLAY.", "(White to move)", "White's move"];
        let white =
            white.into_iter().chain(["Weiß am Zug", "Weiss zieht", "Les blancs jouent", "Trait aux Blancs"]);
        for text in white.chain(["juegan blancas", "muove il Bianco", "Side to move: w", "white  to  move"]) {
            assert_eq!(whole(text), Some(Color::White), "{text}");
        }
        for text in ["b", "Black", "Black to play", "Schwarz am Zug", "noirs au trait", "mueven negras"] {
            assert_eq!(whole(text), Some(Color::Black), "{text}");
        }
        for text in
            ["", "x", "white to win", "whiteto move", "black and white", "b to", "wb", " to move", "ß"]
        {
            assert_eq!(whole(text), None, "{text}");
        }
    }

    #[test]
    fn before_other_words() {
        assert_eq!(at_start(&["Black", "to", "move", "-", "-"], true), Some((Color::Black, 3)));
        assert_eq!(at_start(&["white", "KQkq"], true), Some((Color::White, 1)));
        assert_eq!(at_start(&["white", "KQkq"], false), None);
        assert_eq!(at_start(&["KQkq"], true), None);
        assert_eq!(at_start(&[], true), None);
    }
}
