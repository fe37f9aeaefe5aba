//! A solver that knows the distance of every position that can arise, and writes certificates.

use std::collections::{BTreeMap, HashMap};

use chess_arbiter_check::board::{Board, Square};
use serde_json::{Value, json};

use super::win;

/// Men and side, quicker to hash than a board.
pub(crate) fn packed(board: &Board) -> [u8; 17] {
    let mut bytes = [board.turn as u8; 17];
    for (byte, square) in bytes.iter_mut().zip(Square::in_set(board.rules.window())) {
        *byte = board.man(square).map_or(0, |man| man.letter() as u8);
    }
    bytes
}

/// Every position that can arise, with its distance: plies until the attacker has captured.
pub(crate) struct Solved {
    pub(crate) boards: Vec<Board>,
    pub(crate) index: HashMap<[u8; 17], usize>,
    distance: Vec<Option<u64>>,
}

impl Solved {
    /// `None` when more than `limit` positions can arise.
    pub(crate) fn new(root: Board, limit: usize) -> Option<Solved> {
        let attacker = root.turn;
        let (mut boards, mut index) = (vec![root], HashMap::from([(packed(&root), 0)]));
        // After each move; `None` after a capture of the royal.
        let mut next: Vec<Vec<Option<usize>>> = Vec::new();
        while let Some(board) = boards.get(next.len()).copied() {
            let mut after = Vec::new();
            for m in board.pseudo_legal_moves() {
                let played = board.play(&m);
                after.push((!board.captures_royal(&m)).then(|| {
                    *index.entry(packed(&played)).or_insert_with(|| {
                        boards.push(played);
                        boards.len() - 1
                    })
                }));
            }
            next.push(after);
            if boards.len() > limit {
                return None;
            }
        }
        let mut distance = vec![None; boards.len()];
        let mut last_change = 0;
        for plies in 1.. {
            if plies > last_change + 2 {
                break;
            }
            let before = distance.clone();
            for (i, board) in boards.iter().enumerate().filter(|(i, _)| before[*i].is_none()) {
                // Won in one less, or at once.
                let mut good =
                    next[i].iter().map(|after| after.map_or(board.turn == attacker, |j| before[j].is_some()));
                let won = if board.turn == attacker {
                    plies % 2 == 1
                        && next[i].iter().any(|after| match after {
                            None => true,
                            Some(j) => before[*j].is_some(),
                        })
                } else {
                    plies % 2 == 0 && !next[i].is_empty() && good.all(|good| good)
                };
                if won {
                    distance[i] = Some(plies);
                    last_change = plies;
                }
            }
        }
        Some(Solved { boards, index, distance })
    }

    pub(crate) fn of(&self, board: &Board) -> Option<u64> {
        self.distance[self.index[&packed(board)]]
    }

    pub(crate) fn wins_within(&self, board: &Board, plies: u64) -> bool {
        self.of(board).is_some_and(|distance| distance <= plies)
    }

    /// The nodes of a fastest win.
    fn strategy(&self) -> Value {
        let mut nodes = BTreeMap::new();
        let mut open = vec![self.boards[0]];
        while let Some(board) = open.pop() {
            if nodes.contains_key(&board.to_string()) {
                continue;
            }
            let distance = self.of(&board).unwrap();
            let moves = board.pseudo_legal_moves();
            let best = moves.iter().find(|m| match board.captures_royal(m) {
                true => true,
                false => distance > 1 && self.wins_within(&board.play(m), distance - 1),
            });
            let best = best.unwrap();
            nodes.insert(board.to_string(), json!([board.to_string(), distance, best.to_string()]));
            if !board.captures_royal(best) {
                let after = board.play(best);
                open.extend(after.pseudo_legal_moves().iter().map(|m| after.play(m)));
            }
        }
        nodes.into_values().collect()
    }

    /// The nodes that hold for a number of plies, or for ever.
    fn refutation(&self, plies: Option<u64>) -> Value {
        let root = self.boards[0];
        let mut nodes: BTreeMap<String, (Option<u64>, Option<String>)> = BTreeMap::new();
        let mut open = vec![(root, plies)];
        while let Some((board, plies)) = open.pop() {
            if plies.is_some_and(|plies| plies <= 2) {
                continue;
            }
            let needed = plies.map(|plies| plies - 1);
            for m in board.pseudo_legal_moves() {
                let after = board.play(&m);
                let known = nodes.get(&after.to_string());
                if known.is_some_and(|(plies, _)| *plies >= needed) {
                    continue;
                }
                // The answer that holds longest.
                let answer = after.pseudo_legal_moves().into_iter().max_by_key(|m| {
                    let lasts = if after.captures_royal(m) { None } else { self.of(&after.play(m)) };
                    lasts.unwrap_or(u64::MAX)
                });
                nodes.insert(after.to_string(), (needed, answer.map(|m| m.to_string())));
                if let Some(answer) = answer.filter(|m| !after.captures_royal(m)) {
                    open.push((after.play(&answer), needed.map(|needed| needed - 1)));
                }
            }
        }
        nodes.into_iter().map(|(text, (plies, answer))| json!([text, plies, answer])).collect()
    }

    pub(crate) fn certificate(&self, claim: Value) -> Value {
        let root = &self.boards[0];
        let plies = claim["plies"].as_u64();
        let evidence = match (claim["answer"].as_str().unwrap(), claim.get("shortest")) {
            ("win", None) => json!({"strategy": self.strategy()}),
            ("win", _) => {
                json!({"strategy": self.strategy(), "refutation": self.refutation(Some(plies.unwrap() - 1))})
            }
            _ => json!({"refutation": self.refutation(plies)}),
        };
        win(&root.rules.to_string(), &root.to_string(), claim, evidence)
    }
}
