//! What a claim of `win` says beside its answer: all keys of the position, and of others.

use crate::Checked;
use crate::board::Board;
use crate::json::{Item, Object};
use crate::moves::Move;

pub(crate) struct Shown<'a> {
    /// All first moves that win within a number of plies.
    pub(crate) keys: Option<(u64, Vec<Move>)>,
    /// The same of other positions, or just that there are some. They are read whenever they are looked at.
    pub(crate) variations: Option<Item<'a>>,
}

impl<'a> Shown<'a> {
    pub(crate) fn read(claim: &Object<'a>, board: &Board) -> Checked<Shown<'a>> {
        let keys = claim.find("keys").map(|item| read_keys(item, board)).transpose()?;
        Ok(Shown { keys, variations: claim.find("variations") })
    }

    /// Checks all: a position, plies, and all moves that win there within so many, `None` if just some do.
    pub(crate) fn each(
        &self,
        root: &Board,
        mut check: impl FnMut(&Board, u64, Option<&[Move]>) -> Checked,
    ) -> Checked {
        if let Some((plies, moves)) = &self.keys {
            check(root, *plies, Some(moves))?;
        }
        let Some(list) = &self.variations else { return Ok(()) };
        list.list()?.try_for_each(|item| {
            let (board, plies, moves) = read_variation(&item, root)?;
            check(&board, plies, moves.as_deref()).map_err(|error| error.at_node(&item.path, &board))
        })
    }
}

fn read_keys(item: Item<'_>, board: &Board) -> Checked<(u64, Vec<Move>)> {
    let [plies, moves] = item.object()?.fields(["plies", "moves"])?;
    Ok((plies.value("a whole number")?, read_moves(&moves, board)?))
}

fn read_variation(item: &Item<'_>, root: &Board) -> Checked<(Board, u64, Option<Vec<Move>>)> {
    let parts: Vec<Item<'_>> = item.list()?.take(4).collect();
    let ([position, plies] | [position, plies, _]) = &parts[..] else {
        return Err(item.refuse("expected [position, plies] or [position, plies, moves]"));
    };
    let text = position.text()?;
    let board = position.read(&text, Board::parse(root.rules, &text))?;
    position.ensure(board.turn == root.turn, || format!("expected {} to move", root.turn))?;
    let moves = parts.get(2).map(|list| read_moves(list, &board)).transpose()?;
    Ok((board, plies.value("a whole number")?, moves))
}

/// Moves that can be played, none twice.
fn read_moves(list: &Item<'_>, board: &Board) -> Checked<Vec<Move>> {
    let mut moves = Vec::new();
    for item in list.list()? {
        let text = item.text()?;
        let key = item.read(&text, board.find_playable(&text))?;
        item.ensure(!moves.contains(&key), || format!("{key} occurs twice"))?;
        moves.push(key);
    }
    Ok(moves)
}
