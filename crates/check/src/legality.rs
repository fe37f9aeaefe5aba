//! The question `legality`: whether a position can arise in play.

use std::collections::{HashMap, HashSet};
use std::iter;

use serde_json::value::RawValue;

use crate::board::{Board, Colour, RuleSet, Square};
use crate::bound::{self, AtLeast};
use crate::can_win::code;
use crate::clocks::Clocks;
use crate::draws::{Draws, can_capture_en_passant};
use crate::json::{Item, Object, read_searched};
use crate::past::Past;
use crate::start::Start;
use crate::{Accepted, Checked, Question, Refusal, Rule, lemma};

pub(crate) fn check(position: &Item<'_>, claim: Item<'_>, evidence: Item<'_>) -> Checked<Accepted> {
    let claim = claim.object()?;
    let answer = claim.get("answer")?.one_of(&["legal", "illegal", "white-history", "black-history"])?;
    let named = claim.find("start");
    let start = named.as_ref().map(Item::text).transpose()?;
    let clocks = claim.find("clocks").map(|item| Clocks::read(&item.under(Rule::Clocks))).transpose()?;
    let (mut at_least, mut searched) = (None, None);
    let (text, evidence) = (position.text()?, evidence.object()?);
    let read = |start| position.read(&text, Past::parse_from(start, &text));
    let shown = format!("{text}{}", clocks.map_or_else(String::new, Clocks::text));
    let accepted = Accepted { answer, ..Accepted::of(Question::Legality, RuleSet::Standard, shown) };
    if start.as_deref() == Some("any") && answer == "illegal" && clocks.is_none() {
        claim.expect_only(&["answer", "start"])?;
        let [arrays] = evidence.fields(["arrays"])?;
        check_arrays(&read(Start::USUAL)?, &arrays.under(Rule::Nodes))?;
        return Ok(Accepted { start, ..accepted });
    }
    let other = |item: &Item<'_>| {
        let start = Start::parse(&item.text()?).filter(|start| *start != Start::USUAL);
        start.ok_or_else(|| item.refuse("expected letters of an array of Chess960 that is not the usual one"))
    };
    let array = named.as_ref().map_or(Ok(Start::USUAL), other)?;
    let position = &read(array)?;
    if let Some(side) = Colour::BOTH.into_iter().find(|side| answer == format!("{side}-history")) {
        claim.expect_only(&["answer", "start", "pawn_captures", "pawns", "promoted_among", "lost_men"])?;
        evidence.expect_only(&[])?;
        lemma::history::check(position, side, &claim)?;
    } else if answer == "legal" {
        at_least = read_at_least(&claim)?;
        let bound = if at_least.is_some() { "bound" } else { "game" };
        // Clocks are kept in games that end when they are over.
        let draws = if clocks.is_some() { "game" } else { "draws" };
        evidence.expect_only(&["game", draws, "searched", bound])?;
        let draws = evidence.find("draws").map(|draws| draws.one_of(&["ignored"])).transpose()?;
        check_game(position, &evidence.get("game")?.under(Rule::ProofGame), draws.is_some(), clocks)?;
        searched = read_searched(&evidence)?;
        if let Some(at_least) = at_least {
            let wrong = |item: Item<'_>| Err(item.refuse("`at_least` is about games from the usual array"));
            named.map_or(Ok(()), wrong)?;
            bound::check(position, at_least, &evidence.get("bound")?.under(Rule::AtLeast))?;
        }
    } else {
        claim.expect_only(&["answer", "start", "clocks"])?;
        if let (Some(clocks), Some(item)) = (clocks, evidence.find("clocks")) {
            evidence.expect_only(&["clocks"])?;
            let item = item.under(Rule::Clocks);
            clocks.check_fault(&item.text()?, position).map_err(|error| item.refuse(error))?;
        } else {
            let [nodes] = evidence.fields(["nodes"])?;
            check_nodes(position, &[array], &nodes.under(Rule::Nodes))?;
        }
    }
    Ok(Accepted { start, at_least, searched, ..accepted })
}

/// What is claimed of the plies of all games, if anything is.
fn read_at_least(claim: &Object<'_>) -> Checked<Option<AtLeast>> {
    let Some(plies) = claim.find("at_least") else {
        return claim.expect_only(&["answer", "start", "clocks"]).map(|()| None);
    };
    claim.expect_only(&["answer", "start", "clocks", "at_least", "castling", "en_passant"])?;
    let any = |key| claim.find(key).map(|field| field.under(Rule::AtLeast).one_of(&["any"])).transpose();
    let [any_castling, any_en_passant] = [any("castling")?.is_some(), any("en_passant")?.is_some()];
    Ok(Some(AtLeast { plies: plies.value("a whole number")?, any_castling, any_en_passant }))
}

/// Nodes for every array.
fn check_arrays(position: &Past, list: &Item<'_>) -> Checked {
    let mut seen = HashSet::new();
    for group in list.list()? {
        let [arrays, nodes] = group.parts()?;
        let read = |array: Item<'_>| {
            let start = Start::parse(&array.text()?).filter(|start| seen.insert(*start));
            start.ok_or_else(|| array.refuse("expected an array that is not listed yet"))
        };
        let starts = arrays.list()?.map(read).collect::<Result<Vec<_>, _>>()?;
        arrays.ensure(!starts.is_empty(), || "no array is listed".into())?;
        list.budget.borrow(|| check_nodes(position, &starts, &nodes))?;
    }
    list.ensure(seen.len() == 960, || format!("there are 960 arrays, and {} are listed", seen.len()))
}

/// What a position of a game takes at most while it is kept.
const DRAWS_BYTES: usize = 4 * size_of::<([u64; 4], u32)>();

/// A proof game: legal moves from the array to the position.
/// Unless draws are ignored none of them is played when the game is over.
fn check_game(position: &Past, game: &Item<'_>, draws_ignored: bool, clocks: Option<Clocks>) -> Checked {
    let array = Board::parse(RuleSet::Standard, &position.start.position());
    let mut board = array.map_err(|error| game.refuse(error))?;
    let mut draws = Draws::default();
    let mut over = draws.after(None, &board);
    let mut plies = 0;
    for item in game.list()? {
        let text = item.text()?;
        let refuse = |error: String| item.refuse_move(&text, error);
        let m = board.find_move(&text).map_err(|error| refuse(format!("{error} of {board}")))?;
        if let Some(square) = Square::in_set(board.refuters(&m)).next() {
            return Err(refuse(format!("{m} leaves the king attacked from {square} in {board}")));
        }
        if let Some(why) = over.filter(|_| !draws_ignored) {
            return Err(refuse(format!("the game is over, for {why}: {board}")));
        }
        let before = board;
        board = board.play(&m);
        over = draws.after(Some((&before, &m)), &board);
        item.budget.take(DRAWS_BYTES)?;
        plies += 1;
    }
    if let Some(clocks) = clocks {
        let outcome = clocks.expect(board.turn, plies, draws.quiet);
        outcome.map_err(|error| Refusal { place: game.path.clone(), ..Refusal::new(Rule::Clocks, error) })?;
    }
    let demanded = &position.board;
    let (found, asked) = (board.en_passant, demanded.en_passant);
    let differences = [
        (board.sides != demanded.sides, "other men"),
        (board.turn != demanded.turn, "the other side to move"),
        (board.castling != position.castling_rooks(), "other castling rights"),
        (asked.is_some() && found != asked, "another last move than the double step"),
        (asked.is_none() && can_capture_en_passant(&board), "a legal en passant capture"),
    ];
    let wrong = differences.into_iter().find(|(differs, _)| *differs);
    game.ensure_none(wrong, |(_, what)| format!("the game ends with {what}: {board}"))
}

/// What is demanded of a past, but for castling rights: men, side to move, and en passant square.
type Demand = ([u64; 4], Colour, Option<Square>);

fn demand(Past { board, .. }: &Past, en_passant: Option<Square>) -> Demand {
    (code(&Board { castling: 0, en_passant: None, ..*board }), board.turn, en_passant)
}

/// The castling rights demanded, four bits.
fn rights(past: &Past) -> u16 {
    [0, 7, 56, 63].iter().fold(0, |rights, corner| rights << 1 | (past.board.castling >> corner & 1) as u16)
}

/// What a node takes at most while the index grows: its text is read again when it is checked.
const NODE_BYTES: usize = 4 * size_of::<(Demand, u16)>();

/// Pasts that no game reaches: the sets of castling rights that are demanded beside all else, a bit each.
#[derive(Default)]
struct Nodes(HashMap<Demand, u16>);

impl Nodes {
    /// Reads a list of nodes, none twice.
    fn read(list: &Item<'_>) -> Checked<Nodes> {
        let mut nodes = Nodes::default();
        for item in list.list()? {
            list.budget.take(NODE_BYTES)?;
            let (past, _) = read_node(&item)?;
            let sets = nodes.0.entry(demand(&past, past.board.en_passant)).or_default();
            item.ensure(*sets >> rights(&past) & 1 == 0, || format!("{past} occurs twice"))?;
            *sets |= 1 << rights(&past);
        }
        Ok(nodes)
    }

    /// Whether the past of a node covers this one: it demands some of its rights, and its square or none.
    fn cover(&self, past: &Past) -> bool {
        let is_covered = |sets: &u16| (0..16).any(|set| sets >> set & 1 == 1 && set & !rights(past) == 0);
        let mut squares = iter::once(None).chain(past.board.en_passant.map(Some));
        squares.any(|square| self.0.get(&demand(past, square)).is_some_and(is_covered))
    }
}

/// A past, and why no game reaches it: `retract`, or a lemma, perhaps with its cases.
fn read_node<'a>(item: &Item<'a>) -> Checked<(Past, (String, Option<Item<'a>>))> {
    let (position, reason);
    let mut cases = None;
    match item.value::<(String, String, &RawValue)>("") {
        Ok((of, by, last)) if lemma::takes_cases(&by) => {
            (position, reason) = (of, by);
            let path = format!("{}[2]", item.path);
            cases = Some(Item { path, json: last.get(), rule: Rule::Lemma, ..*item });
        }
        _ => (position, reason) = item.value("[position, reason]")?,
    }
    Ok((item.read(&position, Past::parse(&position))?, (reason, cases)))
}

/// Reasons that ask nothing of the array but where kings and rooks begin.
const OF_CASTLING: [&str; 3] = ["retract", "files", "columns"];
/// Reasons that ask all of it, in rounds. The others are soon seen.
const OF_ALL: [&str; 6] = ["origins", "locked", "confined-columns", "kernel", "order", "parity"];

/// Nodes of which the first covers the position and none is reached by a game from one of these arrays.
fn check_nodes(position: &Past, starts: &[Start], list: &Item<'_>) -> Checked {
    let nodes = Nodes::read(list)?;
    let first = list.list()?.next().ok_or_else(|| list.refuse("there is no node"))?;
    let (past, _) = read_node(&first)?;
    first.ensure(past.covers(position), || format!("{past} does not cover the position"))?;
    let initial = starts.iter().map(|start| list.read("", Past::parse_from(*start, &start.position())));
    let initial = initial.collect::<Result<Vec<_>, _>>()?;
    let is_alike = starts.iter().all(|start| start.castlings() == starts[0].castlings());
    list.list()?.map(|item| item.under(Rule::Retract)).try_for_each(|item| {
        let (past, (reason, cases)) = read_node(&item)?;
        let [of_castling, of_all] = [&OF_CASTLING[..], &OF_ALL].map(|all| all.contains(&&*reason));
        // Each node is paid for by the text of the arrays for which it is looked at.
        let is_paid = is_alike && !of_all || !of_castling && !of_all && list.list()?.nth(1).is_none();
        list.ensure(starts.len() == 1 || is_paid, || format!("{reason} for many arrays: ask again"))?;
        let starts = if of_castling { &starts[..1] } else { starts };
        starts.iter().try_for_each(|start| {
            list.budget.look()?;
            let past = Past { start: *start, ..past };
            let outcome = match reason.as_str() {
                "retract" => check_retract(&past, &initial, &nodes, &item),
                lemma => lemma::check_within(lemma, &past, cases.as_ref(), list.budget),
            };
            // Of cases it is told already where they are wrong.
            let place = |told: String| if told.is_empty() { item.path.clone() } else { told };
            let told =
                |told: Refusal| Refusal { place: place(told.place), node: Some(past.to_string()), ..told };
            outcome.map_err(|error| error.with(told))
        })
    })
}

/// No game begins with the past, whichever of these they begin with, and none can have been before it.
fn check_retract(past: &Past, initial: &[Past], nodes: &Nodes, item: &Item<'_>) -> Checked {
    let begins = initial.iter().any(|initial| past.covers(initial));
    item.ensure(!begins, || "this is the array every game begins with".into())?;
    let left = lemma::instant::unrefuted(past).into_iter().find(|(past, _)| !nodes.cover(past));
    item.ensure_none(left, |(past, last)| {
        let side = past.board.turn;
        format!("perhaps {side} played {last}: then no instant lemma refutes and no node covers {past}")
    })
}

#[cfg(test)]
#[path = "../tests/unit/legality.rs"]
mod tests;
