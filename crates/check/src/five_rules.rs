//! The question `rules`: the five rules of reachability, judged by the men alone.

use std::ops::Range;

use crate::board::{Board, Colour, Kind, Square, file_letter};
use crate::json::Item;
use crate::{Refusal, Verdict};

/// Checks claim and evidence; what they prove.
pub(crate) fn check(board: &Board, claim: &Item<'_>, evidence: &Item<'_>) -> Result<Verdict, Refusal> {
    evidence.expect_keys(&["white", "black"])?;
    let mut broken = Vec::new();
    for colour in Colour::BOTH {
        broken.extend(broken_by(board, colour, &evidence.get(&colour.to_string())?)?);
    }
    broken.sort_unstable();
    broken.dedup();

    claim.expect_keys(&["answer", "rules"])?;
    let answer = if broken.is_empty() { "holds" } else { "broken" };
    if claim.get("answer")?.text()? != answer {
        return Err(claim.get("answer")?.refuse(format!("expected {answer:?}: rules broken {broken:?}")));
    }
    let item = claim.get("rules")?;
    let claimed = item.list()?.map(|item| item.number()).collect::<Result<Vec<u64>, Refusal>>()?;
    if !claimed.iter().copied().eq(broken.iter().map(|rule| u64::from(*rule))) {
        return Err(item.refuse(format!("expected {broken:?}")));
    }
    Ok(Verdict { answer, broken, ..Verdict::default() })
}

/// Compares the facts given for one side with the board; the rules it breaks.
fn broken_by(board: &Board, colour: Colour, facts: &Item<'_>) -> Result<Vec<u8>, Refusal> {
    let matching = if facts.has("hall") { "hall" } else { "origins" };
    facts.expect_keys(&["kings", "end_pawns", "men", "pawns", "surplus", "bishops", matching])?;

    let of = |kind| board.squares_of(colour, kind).collect::<Vec<Square>>();
    let kings = of(Kind::King);
    let pawns = of(Kind::Pawn);
    let end_pawns: Vec<Square> = pawns.iter().copied().filter(|pawn| [0, 7].contains(&pawn.row())).collect();
    let men = board.squares().filter(|s| board.man(*s).is_some_and(|man| man.colour == colour)).count();
    facts.get("kings")?.expect_squares(&kings)?;
    facts.get("end_pawns")?.expect_squares(&end_pawns)?;
    expect_number(&facts.get("men")?, men)?;
    expect_number(&facts.get("pawns")?, pawns.len())?;

    let surplus = facts.get("surplus")?;
    surplus.expect_keys(&["queens", "rooks", "bishops", "knights"])?;
    let mut promoted = 0;
    for (name, kind, at_first) in [
        ("queens", Kind::Queen, 1),
        ("rooks", Kind::Rook, 2),
        ("bishops", Kind::Bishop, 2),
        ("knights", Kind::Knight, 2),
    ] {
        let beyond = of(kind).len().saturating_sub(at_first);
        expect_number(&surplus.get(name)?, beyond)?;
        promoted += beyond;
    }

    let bishops = facts.get("bishops")?;
    bishops.expect_keys(&["light", "dark"])?;
    let (light, dark): (Vec<Square>, Vec<Square>) =
        of(Kind::Bishop).into_iter().partition(|s| (s.file() + s.row()) % 2 == 1);
    bishops.get("light")?.expect_squares(&light)?;
    bishops.get("dark")?.expect_squares(&dark)?;

    let no_origins = facts.has("hall");
    if no_origins {
        check_hall(colour, &pawns, &facts.get("hall")?)?;
    } else {
        check_origins(colour, &pawns, &facts.get("origins")?)?;
    }

    let needed = pawns.len() + promoted;
    let one_colour = light.len() + dark.len() >= 2 && (light.is_empty() || dark.is_empty());
    let rules = [
        (1, kings.len() != 1),
        (2, !end_pawns.is_empty()),
        (3, men > 16 || needed > 8),
        (4, one_colour && needed >= 8),
        (5, no_origins),
    ];
    Ok(rules.into_iter().filter(|(_, is_broken)| *is_broken).map(|(rule, _)| rule).collect())
}

fn expect_number(item: &Item<'_>, expected: usize) -> Result<(), Refusal> {
    match item.number()? {
        found if found == expected as u64 => Ok(()),
        found => Err(item.refuse(format!("{found} is given, expected {expected}"))),
    }
}

/// The files on which a pawn can have started: one file further for each row it has advanced.
fn possible_files(colour: Colour, pawn: Square) -> Range<i8> {
    let advanced = colour.own_row(pawn.row(), 8) - 1;
    if advanced < 0 { 0..0 } else { (pawn.file() - advanced).max(0)..(pawn.file() + advanced + 1).min(8) }
}

/// An assignment of different possible files to all pawns.
fn check_origins(colour: Colour, pawns: &[Square], origins: &Item<'_>) -> Result<(), Refusal> {
    let mut given: Vec<(Square, i8)> = Vec::new();
    for entry in origins.list()? {
        let (pawn, file) = entry.pair()?;
        let (pawn, file) = (pawn.square()?, file.file()?);
        let problem = if !pawns.contains(&pawn) {
            "there is no such pawn"
        } else if !possible_files(colour, pawn).contains(&file) {
            "it cannot have started there"
        } else if given.iter().any(|(other, _)| *other == pawn) {
            "the pawn is named twice"
        } else if given.iter().any(|(_, other)| *other == file) {
            "the file is given to two pawns"
        } else {
            given.push((pawn, file));
            continue;
        };
        let letter = file_letter(file);
        return Err(entry.refuse(format!("the {colour} pawn on {pawn} from the {letter}-file: {problem}")));
    }
    match pawns.iter().find(|pawn| given.iter().all(|(other, _)| other != *pawn)) {
        Some(pawn) => Err(origins.refuse(format!("the pawn on {pawn} is missing"))),
        None => Ok(()),
    }
}

/// Pawns that together have fewer possible files than they are (Hall's theorem).
fn check_hall(colour: Colour, pawns: &[Square], hall: &Item<'_>) -> Result<(), Refusal> {
    hall.expect_keys(&["pawns", "files"])?;
    let chosen = hall.get("pawns")?.squares()?;
    if let Some(square) = chosen.iter().find(|square| !pawns.contains(square)) {
        return Err(hall.get("pawns")?.refuse(format!("no {colour} pawn on {square}")));
    }
    let item = hall.get("files")?;
    let mut files = item.list()?.map(|item| item.file()).collect::<Result<Vec<i8>, Refusal>>()?;
    files.sort_unstable();
    let possible = |file: &i8| chosen.iter().any(|pawn| possible_files(colour, *pawn).contains(file));
    let expected: Vec<i8> = (0..8).filter(possible).collect();
    if files != expected {
        let letters: String = expected.iter().map(|file| file_letter(*file)).collect();
        return Err(item.refuse(format!("expected each of {letters:?} once")));
    }
    if chosen.len() <= files.len() {
        let (pawns, files) = (chosen.len(), files.len());
        return Err(hall.refuse(format!("{pawns} pawns do not outnumber {files} files")));
    }
    Ok(())
}
