//! The question `legality`: whether a position can arise in play.

use std::collections::HashMap;

use crate::board::{Board, Colour, Kind, RuleSet, Square};
use crate::json::{Item, ensure};
use crate::men::Side;
use crate::moves::Move;
use crate::past::{INITIAL, Past};
use crate::retract::predecessors;
use crate::{Accepted, CheckError, Question, Refusal, lemma};

pub(crate) fn check(position: &Past, claim: Item<'_>, evidence: Item<'_>) -> Result<Accepted, CheckError> {
    let [answer] = claim.object()?.fields(["answer"])?;
    let answer = answer.one_of(&["legal", "illegal"])?;
    let (key, check): (_, fn(&Past, &Item<'_>) -> _) =
        if answer == "legal" { ("game", check_game) } else { ("nodes", check_nodes) };
    let [list] = evidence.object()?.fields([key])?;
    check(position, &list)?;
    Ok(Accepted { answer, ..Accepted::of(Question::Legality, RuleSet::Standard, position) })
}

/// A proof game: legal moves from the initial array to the position.
fn check_game(position: &Past, game: &Item<'_>) -> Result<(), CheckError> {
    let mut board = Board::parse(RuleSet::Standard, INITIAL).map_err(|error| game.refuse(error))?;
    for item in game.list()? {
        item.budget.look()?;
        let m = board.find_move(&item.text()?).map_err(|error| item.refuse(format!("{error} of {board}")))?;
        let wrong = |square| format!("{m} leaves the king attacked from {square} in {board}");
        item.ensure_none(Square::in_set(board.refuters(&m)).next(), wrong)?;
        board = board.play(&m);
    }
    let pawns = board.side(board.turn).squares(Kind::Pawn);
    let is_capture = |m: &Move| board.en_passant == Some(m.to) && pawns & m.from.bit() != 0;
    let demanded = &position.board;
    let (found, asked) = (board.en_passant, demanded.en_passant);
    let differences = [
        (board.sides != demanded.sides, "other men"),
        (board.turn != demanded.turn, "the other side to move"),
        (board.castling != demanded.castling, "other castling rights"),
        (asked.is_some() && found != asked, "another last move than the double step"),
        (asked.is_none() && board.safe_moves().iter().any(is_capture), "a legal en passant capture"),
    ];
    let wrong = differences.into_iter().find(|(differs, _)| *differs);
    game.ensure_none(wrong, |(_, what)| format!("the game ends with {what}: {board}"))
}

/// What a node takes at most: its text's place, its past, and its place in the index.
const NODE_BYTES: usize =
    2 * size_of::<(Item<'_>, Past, String)>() + 3 * size_of::<([Side; 2], Vec<usize>)>() + 128;

struct Nodes<'a> {
    /// With the reason of each, `retract` or the name of a lemma.
    list: Vec<(Item<'a>, Past, String)>,
    /// Places in the list, by men and side to move. At most 16 sets of rights with 65 squares or none
    /// are at one of them.
    index: HashMap<([Side; 2], Colour), Vec<usize>>,
}

impl<'a> Nodes<'a> {
    /// Reads a list of nodes, none twice.
    fn read(list: &Item<'a>) -> Result<Nodes<'a>, CheckError> {
        let mut nodes = Nodes { list: Vec::new(), index: HashMap::new() };
        for item in list.list()? {
            list.budget.look()?;
            list.budget.take(NODE_BYTES)?;
            let (position, reason): (String, String) = item.value("[position, reason]")?;
            list.budget.take(reason.len())?;
            let past = item.read(&position, Past::parse)?;
            let places = nodes.index.entry((past.board.sides, past.board.turn)).or_default();
            let is_new = places.iter().all(|place| nodes.list[*place].1 != past);
            item.ensure(is_new, || format!("{past} occurs twice"))?;
            places.push(nodes.list.len());
            nodes.list.push((item, past, reason));
        }
        Ok(nodes)
    }

    /// Whether the past of a node covers this one.
    fn cover(&self, past: &Past) -> bool {
        let places = self.index.get(&(past.board.sides, past.board.turn));
        places.is_some_and(|places| places.iter().any(|place| self.list[*place].1.covers(past)))
    }
}

/// Nodes of which the first covers the position and none is reached by a game.
fn check_nodes(position: &Past, item: &Item<'_>) -> Result<(), CheckError> {
    let nodes = Nodes::read(item)?;
    let (first, past, _) = nodes.list.first().ok_or_else(|| item.refuse("there is no node"))?;
    first.ensure(past.covers(position), || format!("{past} does not cover the position"))?;
    let initial = Past::parse(INITIAL).map_err(|error| item.refuse(error))?;
    for (item, past, reason) in &nodes.list {
        item.budget.look()?;
        let outcome = match &**reason {
            "retract" => check_retract(past, &initial, &nodes).map_err(|error| Refusal(error).into()),
            name => lemma::check_within(name, past, item.budget),
        };
        outcome.map_err(|error| match error {
            CheckError::Refused(error) => item.refuse(format!("{past}: {error}")),
            CheckError::Stopped(_) => error,
        })?;
    }
    Ok(())
}

/// No game begins with the past, and none can have been anywhere before it.
fn check_retract(past: &Past, initial: &Past, nodes: &Nodes<'_>) -> Result<(), String> {
    ensure(!past.covers(initial), || "this is the array every game begins with".into())?;
    let unrefuted = |(past, _): &(Past, _)| lemma::instant(past).is_none() && !nodes.cover(past);
    predecessors(past).into_iter().find(unrefuted).map_or(Ok(()), |(past, last)| {
        let side = past.board.turn;
        Err(format!("perhaps {side} played {last}: then no instant lemma refutes and no node covers {past}"))
    })
}
