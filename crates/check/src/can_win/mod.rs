//! The question `can-win`: whether any legal moves of both sides end with one side mating the other.

mod closure;
mod ghosts;
mod material;
mod region;

use closure::Closure;
pub(crate) use closure::code;

use std::collections::HashSet;

use crate::attacks::attacks;
use crate::board::{Board, Colour, Kind, Man, RuleSet, Square};
use crate::json::{Item, Object};
use crate::{Accepted, Checked, Question, Rule};

pub(crate) fn check(board: &Board, claim: Item<'_>, evidence: Item<'_>) -> Checked<Accepted> {
    let [answer, named] = claim.under(Rule::CanWinClaim).object()?.fields(["answer", "side"])?;
    let answer = answer.one_of(&["winnable", "unwinnable"])?;
    let attacker = named.colour()?;
    let evidence = evidence.object()?;
    if answer == "winnable" {
        let [line] = evidence.fields(["line"])?;
        check_line(board, attacker, &line.under(Rule::Line))?;
    } else {
        check_never(board, attacker, &evidence, false)?;
    }
    Ok(Accepted { answer, side: Some(attacker), ..Accepted::of(Question::CanWin, board.rules, board) })
}

/// Legal moves that end with mate by the attacker.
fn check_line(root: &Board, attacker: Colour, line: &Item<'_>) -> Checked {
    let mut board = *root;
    for item in line.list()? {
        board = board.play(&item.playable(&board)?);
    }
    let is_mate = board.turn != attacker && board.is_attacked(board.turn) && !board.has_move();
    line.ensure(is_mate, || format!("{attacker} has not mated at the end of the line: {board}"))
}

/// One of the six kinds of evidence that no moves end with mate by the attacker; a leaf has no leaves.
fn check_never(board: &Board, attacker: Colour, given: &Object<'_>, is_leaf: bool) -> Checked {
    const KINDS: [(&str, Rule); 4] = [
        ("terminal", Rule::Terminal),
        ("material", Rule::Material),
        ("closure", Rule::Closure),
        ("region", Rule::Region),
    ];
    let named = KINDS.into_iter().find(|(key, _)| given.find(key).is_some());
    let (key, rule) = named.unwrap_or(KINDS[0]);
    let (is_over, ghosts) = (!board.has_move(), given.find("ghosts"));
    let other = if ghosts.is_some() { "ghosts" } else { "leaves" };
    let keys = [key, "positions", if is_leaf && ghosts.is_none() { key } else { other }];
    given.expect_only(if rule == Rule::Closure { &keys } else { &keys[..1] })?;
    let item = given.get(key)?.under(rule);
    if rule == Rule::Terminal {
        item.expect_true()?;
        item.ensure(is_over, || "the side to move has a legal move".into())?;
        let is_mate = board.turn != attacker && board.is_attacked(board.turn);
        return item.ensure(!is_mate, || format!("{attacker} has mated"));
    }
    // Then the position is not mate itself, and a mate comes about by a move.
    item.ensure(!is_over, || "the side to move has no legal move".into())?;
    if rule == Rule::Region {
        return region::check(board, attacker, &item);
    } else if rule == Rule::Material {
        item.expect_true()?;
        let holds = material::holds(board, attacker);
        return item.ensure(holds, || format!("the men do not tell that {attacker} never mates"));
    }
    let none = Item { path: String::new(), json: "[]", ..item };
    let listed = given.find("positions").map_or(none, |item| item.under(rule));
    let closure = Closure { most: item, listed, limit: if is_leaf { 1 } else { closure::MOST } };
    if let Some(men) = ghosts {
        return ghosts::check(board, attacker, &closure, &men.under(Rule::Ghosts));
    }
    let leaves = given.find("leaves").map(|list| read_leaves(board, attacker, &list.under(rule)));
    closure.check(board, attacker, &leaves.transpose()?.unwrap_or_default())
}

/// Positions, by their codes, from which the attacker never mates by evidence of their own.
fn read_leaves(root: &Board, attacker: Colour, list: &Item<'_>) -> Checked<HashSet<[u64; 4]>> {
    let (first, mut leaves) = (code(&settled(*root)), HashSet::new());
    for leaf in list.list()? {
        let [position, evidence] = leaf.parts()?;
        let text = position.text()?;
        let board = position.read(&text, Board::parse(RuleSet::Standard, &text))?;
        leaf.budget.take(closure::KNOWN_BYTES)?;
        let known = code(&settled(board));
        let is_new = known != first && leaves.insert(known);
        position.ensure(is_new, || "this position is there already".into())?;
        check_never(&board, attacker, &evidence.object()?, true)?;
    }
    list.ensure(!leaves.is_empty(), || "there is no leaf".into())?;
    Ok(leaves)
}

/// A position without its en passant square, unless a pawn could capture there.
pub(crate) fn settled(board: Board) -> Board {
    Board { en_passant: en_passant(&board), ..board }
}

/// The en passant square, if a pawn of the side to move stands where it could capture there.
fn en_passant(board: &Board) -> Option<Square> {
    let pawns = board.side(board.turn).squares(Kind::Pawn);
    // Pawns attack the square from where a pawn of the other side would be attacked from it.
    let man = Man { colour: board.turn.other(), kind: Kind::Pawn };
    board.en_passant.filter(|crossed| attacks(man, crossed.bit(), 0) & pawns != 0)
}
