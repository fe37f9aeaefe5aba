//! The question `rules`: the five rules of reachability, judged by the men alone.

use std::ops::Range;

use crate::board::{Board, Colour, Kind, Square};
use crate::json::Item;
use crate::squares::{END_RANKS, LIGHT, Set, file_letter};
use crate::{Accepted, Checked, Question, Rule};

pub(crate) fn check(board: &Board, claim: Item<'_>, evidence: Item<'_>) -> Checked<Accepted> {
    let [white, black] = evidence.under(Rule::SideFacts).object()?.fields(["white", "black"])?;
    let of_both = [broken_by(board, Colour::White, white)?, broken_by(board, Colour::Black, black)?].concat();
    let broken: Vec<u8> = (1..=5).filter(|rule| of_both.contains(rule)).collect();
    let [given, rules] = claim.under(Rule::BrokenRules).object()?.fields(["answer", "rules"])?;
    let answer = if broken.is_empty() { "holds" } else { "broken" };
    given.ensure(given.text()? == answer, || format!("expected {answer:?}: rules broken {broken:?}"))?;
    let is_right = rules.value::<Vec<u8>>("a list of rules")? == broken;
    rules.ensure(is_right, || format!("expected {broken:?}"))?;
    let accepted = Accepted::of(Question::Rules, board.rules, board.men_text());
    Ok(Accepted { answer, broken, ..accepted })
}

/// Compares the facts given for one side with the board; the rules it breaks.
fn broken_by(board: &Board, colour: Colour, facts: Item<'_>) -> Checked<Vec<u8>> {
    let facts = facts.object()?;
    let matching = if facts.get("hall").is_ok() { "hall" } else { "origins" };
    let [kings, end_pawns, men, count, surplus, bishops, matched] =
        facts.fields(["kings", "end_pawns", "men", "pawns", "surplus", "bishops", matching])?;
    let side = board.side(colour);
    let pawns = side.squares(Kind::Pawn);
    kings.expect_squares(side.squares(Kind::King))?;
    end_pawns.expect_squares(pawns & END_RANKS)?;
    expect_number(&men, side.men())?;
    expect_number(&count, side.count(Kind::Pawn))?;
    let surplus = surplus.object()?.fields(["queens", "rooks", "bishops", "knights"])?;
    for (number, kind) in surplus.iter().zip(Kind::OFFICERS) {
        expect_number(number, side.surplus(kind))?;
    }
    let [light, dark] = [LIGHT, !LIGHT].map(|on| side.squares(Kind::Bishop) & on);
    let [on_light, on_dark] = bishops.object()?.fields(["light", "dark"])?;
    on_light.expect_squares(light)?;
    on_dark.expect_squares(dark)?;
    match matching {
        "hall" => check_hall(colour, pawns, matched.under(Rule::Hall))?,
        _ => check_origins(colour, pawns, matched.under(Rule::Origins))?,
    }
    let needed = side.count(Kind::Pawn) + Kind::OFFICERS.map(|kind| side.surplus(kind)).iter().sum::<u8>();
    let one_colour = side.count(Kind::Bishop) >= 2 && (light == 0 || dark == 0);
    let rules = [
        (1, side.count(Kind::King) != 1),
        (2, pawns & END_RANKS != 0),
        (3, side.men() > 16 || needed > 8),
        (4, one_colour && needed >= 8),
        (5, matching == "hall"),
    ];
    Ok(rules.into_iter().filter(|(_, is_broken)| *is_broken).map(|(rule, _)| rule).collect())
}

fn expect_number(item: &Item<'_>, expected: u8) -> Checked {
    let found: u64 = item.value("a whole number")?;
    item.ensure(found == u64::from(expected), || format!("{found} is given, expected {expected}"))
}

/// The files on which a pawn can have started: one file further for each rank it has advanced.
fn possible_files(colour: Colour, pawn: Square) -> Range<i8> {
    let advanced = colour.own_rank(pawn.rank(), 8) - 1;
    if advanced < 0 { 0..0 } else { (pawn.file() - advanced).max(0)..(pawn.file() + advanced + 1).min(8) }
}

/// An assignment of different possible files to all pawns.
fn check_origins(colour: Colour, pawns: Set, origins: Item<'_>) -> Checked {
    let (mut given, mut files) = (0, Vec::new());
    for entry in origins.list()? {
        let [pawn, file] = entry.parts()?;
        let (pawn, file) = (pawn.square()?, file.file()?);
        let problems = [
            (pawns & pawn.bit() == 0, "there is no such pawn"),
            (!possible_files(colour, pawn).contains(&file), "it cannot have started there"),
            (given & pawn.bit() != 0, "the pawn is named twice"),
            (files.contains(&file), "the file is given to two pawns"),
        ];
        let problem = problems.into_iter().find(|(is_one, _)| *is_one);
        let what = format!("the {colour} pawn on {pawn} from the {}-file", file_letter(file));
        entry.ensure_none(problem, |(_, problem)| format!("{what}: {problem}"))?;
        given |= pawn.bit();
        files.push(file);
    }
    let missing = Square::in_set(pawns & !given).next();
    origins.ensure_none(missing, |pawn| format!("the pawn on {pawn} is missing"))
}

/// Pawns that together have fewer possible files than they are (Hall's theorem).
fn check_hall(colour: Colour, pawns: Set, hall: Item<'_>) -> Checked {
    let hall = hall.object()?;
    let [named, listed] = hall.fields(["pawns", "files"])?;
    let chosen = named.squares()?;
    let wrong = Square::in_set(chosen & !pawns).next();
    named.ensure_none(wrong, |square| format!("no {colour} pawn on {square}"))?;
    let mut files = listed.list()?.map(|item| item.file()).collect::<Checked<Vec<i8>>>()?;
    files.sort_unstable();
    let possible = |file: &i8| Square::in_set(chosen).any(|pawn| possible_files(colour, pawn).contains(file));
    let expected: Vec<i8> = (0..8).filter(possible).collect();
    let letters: String = expected.iter().map(|file| file_letter(*file)).collect();
    listed.ensure(files == expected, || format!("expected each of {letters:?} once"))?;
    let (pawns, files) = (chosen.count_ones(), files.len());
    hall.item.ensure(pawns as usize > files, || format!("{pawns} pawns do not outnumber {files} files"))
}
