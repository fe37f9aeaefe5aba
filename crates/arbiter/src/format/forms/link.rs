//! Links that contain a FEN: `https://lichess.org/analysis/standard/8/8/…_w_-_-_0_1`,
//! `https://www.chess.com/analysis?fen=8%2F8%2F…`.

use super::super::error::TextError;
use super::Spelled;

/// Variants of Lichess whose positions are of another game.
const OTHER_GAMES: [(&str, &str); 9] = [
    ("antichess", "antichess"),
    ("atomic", "atomic chess"),
    ("crazyhouse", "crazyhouse"),
    ("horde", "horde chess"),
    ("kingofthehill", "king of the hill"),
    ("racingkings", "racing kings"),
    ("threecheck", "three-check chess"),
    ("variant", "a variant of chess"),
    ("variants", "a variant of chess"),
];

/// Places where people play and look at games, whose links are known without `https://` too.
const HOSTS: [&str; 4] = ["lichess.org/", "www.lichess.org/", "chess.com/", "www.chess.com/"];

/// No placement has more characters.
const MAX_PLACEMENT: usize = 100;

/// The FEN in a link; nothing if the text is no link.
///
/// # Errors
/// It is a link without a FEN, or to another game.
pub(super) fn fen(line: &str) -> Option<Result<Spelled, TextError>> {
    let start = line.len() - line.trim_start().len();
    let before = line[..start].chars().count();
    let link = line.trim();
    let starts =
        |prefix: &str| link.get(..prefix.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(prefix));
    let scheme = ["https://", "http://"].into_iter().find(|scheme| starts(scheme)).unwrap_or("");
    if scheme.is_empty() && !HOSTS.into_iter().any(starts) {
        return None;
    }
    let decoded = decoded(link, before);
    let host_end = scheme.chars().count() + link[scheme.len()..].chars().take_while(|&c| c != '/').count();
    let found = query(&decoded).or_else(|| path(&decoded, host_end));
    if let Some(game) = other_game(link) {
        let message = format!("this is a link to a position of {game}, which is another game");
        return Some(Err(TextError::new(1, before + 1, message)));
    }
    Some(found.ok_or_else(|| {
        let what =
            "this is a link without a FEN; open it and copy the FEN, or the link of its analysis board";
        TextError::new(1, before + 1, what)
    }))
}

/// What a link says of the game, in its path or as `variant=…`.
fn other_game(link: &str) -> Option<String> {
    let (path, query) = link.split_once(['?', '#']).unwrap_or((link, ""));
    let path = path.to_ascii_lowercase();
    let known = |wanted: &str| OTHER_GAMES.iter().find(|(name, _)| *name == wanted).map(|(_, game)| *game);
    if let Some(game) = path.split('/').skip(1).find_map(known) {
        return Some(game.to_owned());
    }
    let value = |part: &str| {
        let (name, value) = part.split_once('=')?;
        name.eq_ignore_ascii_case("variant").then(|| value.to_ascii_lowercase())
    };
    let variant = query.split(['&', '#', '?']).find_map(value)?;
    let is_chess = ["standard", "chess", "chess960", "fromposition", ""].contains(&variant.as_str());
    (!is_chess).then(|| known(&variant).map_or(variant, str::to_owned))
}

/// `%2F` and the like as what they stand for, each at its place; bytes that make no text as they are.
fn decoded(link: &str, before: usize) -> Spelled {
    let mut decoded = Spelled::default();
    let characters: Vec<char> = link.chars().collect();
    let byte = |at: usize| {
        let digit = |at: usize| characters.get(at).and_then(|c| c.to_digit(16));
        let is_escape = characters.get(at) == Some(&'%');
        is_escape.then(|| u8::try_from(16 * digit(at + 1)? + digit(at + 2)?).ok()).flatten()
    };
    let mut at = 0;
    while let Some(&c) = characters.get(at) {
        let place = (1, before + at + 1);
        let bytes: Vec<u8> = (0..4).map_while(|i| byte(at + 3 * i)).collect();
        let length = (1..=bytes.len()).find(|&length| str::from_utf8(&bytes[..length]).is_ok());
        match length.and_then(|length| Some((length, str::from_utf8(&bytes[..length]).ok()?.chars().next()?)))
        {
            Some((length, meant)) => {
                decoded.push(meant, place);
                at += 3 * length;
            }
            None => {
                decoded.push(c, place);
                at += 1;
            }
        }
    }
    decoded.end = (1, before + characters.len() + 1);
    decoded
}

/// What `fen=` is followed by, up to the next parameter.
fn query(link: &Spelled) -> Option<Spelled> {
    let characters: Vec<char> = link.text.chars().collect();
    let is_name = |at: usize| {
        let name: String = characters[at + 1..].iter().take(4).collect();
        matches!(characters[at], '?' | '&' | '#') && name.eq_ignore_ascii_case("fen=")
    };
    let from = (0..characters.len()).find(|&at| is_name(at))? + 5;
    let length = characters[from..].iter().take_while(|c| !matches!(c, '&' | '#')).count();
    let mut found = link.part(from, from + length);
    // In a query `+` stands for a blank.
    found.text = found.text.replace('+', " ");
    found.text.contains('/').then_some(found)
}

/// The part of the path that is a FEN: it begins where rows do, eight of them or as many as small boards
/// have.
fn path(link: &Spelled, host_end: usize) -> Option<Spelled> {
    let characters: Vec<char> = link.text.chars().collect();
    let end = characters.iter().position(|c| matches!(c, '?' | '#')).unwrap_or(characters.len());
    let mut starts = (host_end..end).filter(|&at| characters[at] == '/').map(|at| at + 1);
    starts.find_map(|from| {
        let placement: String = characters[from..end]
            .iter()
            .take(MAX_PLACEMENT)
            .take_while(|c| !matches!(c, '_' | ' '))
            .collect();
        let rows: Vec<&str> = placement.split('/').collect();
        let is_row = |row: &&str| {
            !row.is_empty() && row.chars().all(|c| c.is_ascii_digit() || "kqrbnpKQRBNP[]~".contains(c))
        };
        (rows.len() >= 4 && rows.iter().take(8).all(is_row)).then(|| link.part(from, end))
    })
}
