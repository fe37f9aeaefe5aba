//! Certificates of forced wins: hand-made ones, and those of a solver that knows the distance of
//! every position that can arise, with random changes.

mod common;

use std::collections::{BTreeMap, HashMap};

use chess_arbiter_check::board::{Board, RuleSet};
use chess_arbiter_check::check;
use common::{Random, accepted, certificate, random_board, refused, with};
use serde_json::{Value, json};

fn win(rules: &str, position: &str, claim: Value, evidence: Value) -> Value {
    certificate(rules, "win", position, claim, evidence)
}

#[test]
fn capture_at_once() {
    let root = "q3/4/4/Q3 w";
    let good = win(
        "simplified",
        root,
        json!({"answer": "win", "plies": 1, "shortest": true}),
        json!({"strategy": [[root, 1, "a1a4"]], "refutation": []}),
    );
    let claim = accepted(&good);
    assert_eq!((claim.answer, claim.plies, claim.shortest), ("win", Some(1), true));
    assert_eq!(claim.to_string(), "win within 1 ply and no fewer: q3/4/4/Q3 w (simplified)");

    refused(&with(&good, "/claim/shortest", json!(false)), "claim.shortest: expected true");
    refused(&with(&good, "/claim/plies", json!(0)), "not within 0 plies");
    refused(&with(&good, "/claim/plies", json!(null)), "claim.plies: a win needs a number");
    refused(&with(&good, "/claim/plies", json!(-1)), "claim.plies: expected a whole number");
    refused(&with(&good, "/claim/answer", json!("won")), "claim.answer: expected win or no-win");
    refused(&with(&good, "/claim/answer", json!("no-win")), "unexpected key \"shortest\"");
    // Two plies are proved, but one ply is not refuted.
    refused(&with(&good, "/claim/plies", json!(2)), "a1a4 wins at once");
    refused(&with(&good, "/claim", json!({"answer": "win", "plies": 1})), "unexpected key \"refutation\"");
    refused(&with(&good, "/evidence", json!({"strategy": []})), "\"refutation\" is missing");
    refused(&with(&good, "/evidence/strategy", json!([])), "no node for the position");
    refused(&with(&good, "/rules", json!("pawnless")), "certificate.position");
    accepted(&with(&good, "/rules", json!("simplified-pawns")));

    let plain = win(
        "simplified",
        root,
        json!({"answer": "win", "plies": 1}),
        json!({"strategy": [[root, 1, "a1a4"]]}),
    );
    accepted(&plain);
    let longer = with(&with(&plain, "/claim/plies", json!(9)), "/evidence/strategy/0/1", json!(8));
    accepted(&longer);
    let node = |value: Value| with(&plain, "/evidence/strategy/0", value);
    refused(&node(json!([root, 2, "a1a4"])), "not within 1 plies");
    refused(&node(json!([root, 0, "a1a4"])), "a strategy needs a number of plies");
    refused(&node(json!([root, null, "a1a4"])), "not within 1 plies");
    refused(&node(json!([root, 1, null])), "a strategy needs a move");
    refused(&node(json!([root, 1, "a1a3"])), "a1a3 does not win at once");
    refused(&node(json!([root, 1, "a1e1"])), "\"a1e1\" is not a pseudo-legal move");
    refused(&node(json!([root, 1])), "expected [position, plies, move]");
    refused(&node(json!([root, 1, "a1a4", 0])), "expected [position, plies, move]");
    refused(&node(json!([root, 1, 4])), "expected [position, plies, move]");
    refused(&node(json!([root, 1.0, "a1a4"])), "neither a whole number nor null");
    refused(&node(json!([root, "1", "a1a4"])), "neither a whole number nor null");
    refused(&node(json!(["q3/4/4/Q3 b", 1, "a4a1"])), "expected white to move");
    refused(&node(json!(["q3/4/4/Q2 w", 1, "a1a4"])), "row 1 has 3 squares");
    refused(&node(json!(["q3/4/4/3Q w", 1, "d1a4"])), "no node for the position");
    let twice = json!([[root, 1, "a1a4"], [root, 1, "a1a4"]]);
    refused(&with(&plain, "/evidence/strategy", twice), "occurs twice");
    // Further nodes are allowed, but they must keep their promise too.
    let more = json!([[root, 1, "a1a4"], ["3q/4/4/3Q w", 1, "d1d4"]]);
    accepted(&with(&plain, "/evidence/strategy", more));
    let more = json!([[root, 1, "a1a4"], ["3q/4/4/3Q w", 1, "d1d3"]]);
    refused(
        &with(&plain, "/evidence/strategy", more),
        "strategy[1] (3q/4/4/3Q w): d1d3 does not win at once",
    );
}

#[test]
fn nobody_wins_when_the_defender_is_stuck() {
    // Every black man stays blocked after d4c3 or a1b2; otherwise a rook takes the queen.
    let root = "qrbB/rbrb/brbr/Qbrb w";
    let no_win = win(
        "simplified",
        root,
        json!({"answer": "no-win", "plies": null}),
        json!({"refutation": [
            ["qrbB/rbrb/Qrbr/1brb b", null, "a3a2"],
            ["qrbB/rbrb/brbr/1Qrb b", null, "c1b1"],
            ["qrbB/rbrb/bQbr/2brb b", null, null],
            ["qrb1/rbBb/brbr/Qbrb b", null, null]]}),
    );
    refused(&no_win, "row 1 has 5 squares");
    let no_win = with(&no_win, "/evidence/refutation/2/0", json!("qrbB/rbrb/bQbr/1brb b"));
    let claim = accepted(&no_win);
    assert_eq!((claim.answer, claim.plies, claim.shortest), ("no-win", None, false));
    assert_eq!(claim.to_string(), "no-win within any number of plies: qrbB/rbrb/brbr/Qbrb w (simplified)");
    // The same nodes refute every number; nodes of a number refute that and one less.
    accepted(&with(&no_win, "/claim/plies", json!(100)));
    let mut numbered = with(&no_win, "/claim/plies", json!(5));
    for i in 0..4 {
        refused(&numbered_but(&numbered, i, json!(3)), "no node is good for 4 plies");
        numbered = numbered_but(&numbered, i, json!(4));
    }
    accepted(&numbered);
    accepted(&with(&numbered, "/claim/plies", json!(4)));
    refused(&with(&numbered, "/claim/plies", json!(6)), "no node is good for 5 plies");
    refused(&with(&numbered, "/claim/plies", json!(null)), "no node is good for any number of plies");
    for i in 0..4 {
        let mut fewer = no_win.clone();
        fewer["evidence"]["refutation"].as_array_mut().unwrap().remove(i);
        refused(&fewer, "there is no node for any number of plies");
        // Up to two plies no node is needed.
        accepted(&with(&fewer, "/claim/plies", json!(2)));
        accepted(&with(&fewer, "/claim/plies", json!(0)));
        refused(&with(&fewer, "/claim/plies", json!(3)), "there is no node for 2 plies");
    }
    refused(&with(&no_win, "/evidence/refutation/0/2", json!(null)), "no move is given, but");
    refused(&with(&no_win, "/evidence/refutation/2/2", json!("a4a3")), "is not a pseudo-legal move");
    let attackers = with(&no_win, "/evidence/refutation/0/0", json!("qrbB/rbrb/Qrbr/1brb w"));
    refused(&attackers, "expected black to move");

    // A strategy cannot count such a position as won.
    let claim = json!({"answer": "win", "plies": 3});
    let stuck = win("simplified", root, claim, json!({"strategy": [[root, 3, "d4c3"]]}));
    refused(&stuck, "after d4c3 the defender has no move: nobody wins");
    let captured = with(&stuck, "/evidence/strategy/0/2", json!("a1a2"));
    refused(&captured, "the answer b1a2 captures the attacker's royal");
}

fn numbered_but(certificate: &Value, node: usize, plies: Value) -> Value {
    with(certificate, &format!("/evidence/refutation/{node}/1"), plies)
}

/// An attacker without moves does not win either: nothing needs refuting.
#[test]
fn attacker_without_moves() {
    let root = "qrbr/rbrb/brbr/Qbrb b";
    let claim = json!({"answer": "no-win", "plies": null});
    accepted(&win("simplified", root, claim, json!({"refutation": []})));
    let claim = json!({"answer": "win", "plies": 1});
    let wrong = win("simplified", root, claim, json!({"strategy": [[root, 1, null]]}));
    refused(&wrong, "a strategy needs a move");
}

/// Men and side, quicker to hash than a board.
fn packed(board: &Board) -> [u8; 17] {
    let mut bytes = [board.turn as u8; 17];
    for (byte, square) in bytes.iter_mut().zip(board.squares()) {
        *byte = board.man(square).map_or(0, |man| man.letter() as u8);
    }
    bytes
}

/// Every position that can arise, with its distance: plies until the attacker has captured.
struct Solved {
    boards: Vec<Board>,
    index: HashMap<[u8; 17], usize>,
    distance: Vec<Option<u64>>,
}

impl Solved {
    /// `None` when more than `limit` positions can arise.
    fn new(root: Board, limit: usize) -> Option<Solved> {
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

    fn of(&self, board: &Board) -> Option<u64> {
        self.distance[self.index[&packed(board)]]
    }

    fn wins_within(&self, board: &Board, plies: u64) -> bool {
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

    fn certificate(&self, claim: Value) -> Value {
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

/// Whether a certificate is valid, word by word as the document says, without concern for speed.
mod reading {
    use super::*;

    type List = HashMap<String, (Option<u64>, Option<String>)>;

    fn list(value: &Value) -> Option<List> {
        let mut list = List::new();
        for node in value.as_array()? {
            let text = node[0].as_str()?.to_string();
            list.insert(text, (node[1].as_u64(), node[2].as_str().map(str::to_string)))
                .is_none()
                .then_some(())?;
        }
        Some(list)
    }

    fn strategy_holds(rules: RuleSet, root: &Board, plies: u64, list: &List) -> bool {
        list.get(&root.to_string()).is_some_and(|node| node.0.is_some_and(|p| p <= plies))
            && list.iter().all(|(text, (plies, m))| {
                let Ok(board) = Board::parse(rules, text) else { return false };
                let (Some(plies), Some(m)) = (plies, m) else { return false };
                let moves = board.pseudo_legal_moves();
                let Some(m) = moves.iter().find(|other| other.to_string() == *m) else { return false };
                let after = board.play(m);
                let answers = after.pseudo_legal_moves();
                board.turn == root.turn
                    && *plies >= 1
                    && (board.captures_royal(m)
                        || *plies >= 3
                            && !answers.is_empty()
                            && answers.iter().all(|answer| {
                                let next = list.get(&after.play(answer).to_string());
                                let near = next.and_then(|next| next.0).is_some_and(|p| p + 2 <= *plies);
                                !after.captures_royal(answer) && near
                            }))
            })
    }

    fn is_held(board: &Board, plies: Option<i64>, list: &List) -> bool {
        plies.is_some_and(|plies| plies <= 0)
            || board.pseudo_legal_moves().iter().all(|m| {
                let free = plies.is_some_and(|plies| plies - 1 <= 1);
                let promised = list.get(&board.play(m).to_string()).is_some_and(|(promised, _)| {
                    promised.is_none() || plies.is_some_and(|plies| promised.unwrap() as i64 >= plies - 1)
                });
                !board.captures_royal(m) && (free || promised)
            })
    }

    fn refutation_holds(rules: RuleSet, root: &Board, plies: Option<i64>, list: &List) -> bool {
        is_held(root, plies, list)
            && list.iter().all(|(text, (plies, answer))| {
                let Ok(board) = Board::parse(rules, text) else { return false };
                let moves = board.pseudo_legal_moves();
                let plies = plies.map(|plies| plies as i64 - 1);
                board.turn != root.turn
                    && match answer {
                        None => moves.is_empty(),
                        Some(answer) => moves
                            .iter()
                            .filter(|m| m.to_string() == *answer)
                            .any(|m| board.captures_royal(m) || is_held(&board.play(m), plies, list)),
                    }
            })
    }

    pub(super) fn is_valid(certificate: &Value) -> Option<bool> {
        let rules = RuleSet::from_name(certificate["rules"].as_str()?)?;
        let root = Board::parse(rules, certificate["position"].as_str()?).ok()?;
        let claim = &certificate["claim"];
        let plies = claim["plies"].as_u64();
        let evidence = certificate["evidence"].as_object()?;
        let refutation =
            |plies| Some(refutation_holds(rules, &root, plies, &list(evidence.get("refutation")?)?));
        if claim["answer"] == "no-win" {
            return Some(evidence.len() == 1 && refutation(plies.map(|plies| plies as i64))?);
        }
        let strategy = strategy_holds(rules, &root, plies?, &list(evidence.get("strategy")?)?);
        if claim.get("shortest").is_none() {
            return Some(evidence.len() == 1 && strategy);
        }
        Some(evidence.len() == 2 && strategy && refutation(Some(plies? as i64 - 1))?)
    }
}

/// Asserts that the checker agrees with the word of the document, and an accepted claim with the solver.
fn judge(certificate: &Value, solved: &Solved) -> bool {
    let accepted = check(&certificate.to_string());
    let valid = reading::is_valid(certificate) == Some(true);
    assert_eq!(accepted.is_ok(), valid, "{accepted:?}\n{certificate}");
    let Ok(claim) = accepted else { return false };
    let root = Board::parse(claim.rules, &claim.position).unwrap();
    let other;
    let solved = if solved.index.contains_key(&packed(&root)) && root.turn == solved.boards[0].turn {
        solved
    } else {
        other = Solved::new(root, usize::MAX).unwrap();
        &other
    };
    let is_true = match (claim.answer, claim.plies) {
        ("win", Some(plies)) => {
            solved.wins_within(&root, plies) && !(claim.shortest && solved.wins_within(&root, plies - 1))
        }
        (_, Some(plies)) => !solved.wins_within(&root, plies),
        (_, None) => solved.of(&root).is_none(),
    };
    assert!(is_true, "accepted but not true: {claim}\n{certificate}");
    true
}

/// Changes one thing at random.
fn mutate(certificate: &Value, random: &mut Random) -> Value {
    let mut changed = certificate.clone();
    let step = |value: &Value, random: &mut Random| match value.as_u64() {
        _ if random.below(8) == 0 => Value::Null,
        Some(plies) => json!((plies as i64 + [-2, -1, 1, 2][random.below(4)]).max(0)),
        None => json!(random.below(6)),
    };
    if random.below(6) == 0 {
        match random.below(3) {
            0 => changed["claim"]["plies"] = step(&changed["claim"]["plies"], random),
            1 => {
                let other = if changed["claim"]["answer"] == "win" { "no-win" } else { "win" };
                changed["claim"]["answer"] = json!(other);
            }
            _ => {
                let board = random_board(random, RuleSet::Simplified, 1);
                changed["position"] = json!(board.to_string());
            }
        }
        return changed;
    }
    let lists: Vec<String> = changed["evidence"].as_object().unwrap().keys().cloned().collect();
    let list = changed["evidence"][random.pick(&lists)].as_array_mut().unwrap();
    if list.is_empty() {
        return changed;
    }
    let at = random.below(list.len());
    let rules = RuleSet::from_name(certificate["rules"].as_str().unwrap()).unwrap();
    let board = Board::parse(rules, list[at][0].as_str().unwrap()).unwrap();
    match random.below(6) {
        0 => drop(list.remove(at)),
        1 => list.push(list[at].clone()),
        2 => list[at][1] = step(&list[at][1], random),
        3 => {
            // A man on another square, or two changed for one another.
            let mut text: Vec<char> =
                list[at][0].as_str().unwrap().replace(" w", "").replace(" b", "").chars().collect();
            for empty in ['4', '3', '2'] {
                while let Some(i) = text.iter().position(|c| *c == empty) {
                    text.splice(i..=i, vec!['1'; empty.to_digit(10).unwrap() as usize]);
                }
            }
            let (a, b) = (random.below(text.len()), random.below(text.len()));
            if text[a] != '/' && text[b] != '/' {
                text.swap(a, b);
            }
            let mut men: String = text.into_iter().collect();
            for empty in (2..=4).rev() {
                men = men.replace(&"1".repeat(empty), &empty.to_string());
            }
            let side = if random.below(10) == 0 { board.turn.other() } else { board.turn };
            list[at][0] = json!(format!("{men} {}", &side.to_string()[..1]));
        }
        4 => {
            let moves = board.pseudo_legal_moves();
            let other = if moves.is_empty() { None } else { Some(random.pick(&moves).to_string()) };
            list[at][2] = json!(other);
        }
        _ => {
            let squares: Vec<String> = board.squares().map(|square| square.to_string()).collect();
            list[at][2] = match random.below(5) {
                0 => Value::Null,
                _ => json!(format!("{}{}", random.pick(&squares), random.pick(&squares))),
            };
        }
    }
    changed
}

#[test]
#[allow(clippy::print_stdout)]
fn random_positions() {
    let mut random = Random(4);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let (mut still_valid, mut refusals, mut nodes, mut rounds) = (0, 0, 0, 0);
    while rounds < 120 {
        let rules = *random.pick(&[RuleSet::Simplified, RuleSet::SimplifiedPawns]);
        let most = if rules == RuleSet::Simplified { 1 } else { 3 };
        let board = random_board(&mut random, rules, most);
        let Some(solved) = Solved::new(board, 8_000) else { continue };
        let distance = solved.of(&board);
        // Most positions are won at once or never; keep a few of them.
        if (distance == Some(1) && random.below(20) > 0) || (distance.is_none() && random.below(5) > 0) {
            continue;
        }
        rounds += 1;
        *seen.entry(format!("{distance:?}")).or_default() += 1;
        let mut claims = Vec::new();
        for plies in 0..6 {
            match distance {
                Some(distance) if distance <= plies => {
                    claims.push(json!({"answer": "win", "plies": plies}));
                }
                _ => claims.push(json!({"answer": "no-win", "plies": plies})),
            }
        }
        match distance {
            Some(plies) => claims.push(json!({"answer": "win", "plies": plies, "shortest": true})),
            None => claims.push(json!({"answer": "no-win", "plies": null})),
        }
        for claim in claims {
            let good = solved.certificate(claim);
            let certificate = good.to_string();
            nodes += certificate.matches("],[").count();
            assert!(judge(&good, &solved), "{:?}\n{good}", check(&certificate));
            // The document is slow to read word by word.
            for _ in 0..if certificate.len() > 10_000 { 1 } else { 8 } {
                let mut changed = mutate(&good, &mut random);
                while random.below(3) == 0 && reading::is_valid(&changed) == Some(true) {
                    changed = mutate(&changed, &mut random);
                }
                match judge(&changed, &solved) {
                    true => still_valid += 1,
                    false => refusals += 1,
                }
            }
        }
    }
    println!("distances {seen:?}; {nodes} nodes; changed: {still_valid} still valid, {refusals} refused");
    for distance in ["None", "Some(1)", "Some(3)", "Some(5)"] {
        assert!(seen.get(distance).is_some_and(|count| *count > 4), "{distance}: {seen:?}");
    }
    assert!(still_valid > 100 && refusals > 1_000);
}

/// A certificate of some size is checked in time linear in it.
#[test]
#[allow(clippy::print_stdout)]
fn large() {
    let board = Board::parse(RuleSet::Simplified, "4/1N2/3q/Q1R1 b").unwrap();
    let solved = Solved::new(board, usize::MAX).unwrap();
    let claim = match solved.of(&board) {
        Some(plies) => json!({"answer": "win", "plies": plies, "shortest": true}),
        None => json!({"answer": "no-win", "plies": null}),
    };
    let text = solved.certificate(claim).to_string();
    let start = std::time::Instant::now();
    let claim = check(&text).unwrap();
    println!("{} positions, {} bytes: {claim} in {:?}", solved.boards.len(), text.len(), start.elapsed());
}

/// What a refutation may leave out: with these men nobody is ever mated, wherever they stand.
#[test]
fn men_that_cannot_mate() {
    let board = |text: &str| {
        chess_arbiter_check::board::Board::parse(chess_arbiter_check::board::RuleSet::Standard, text)
    };
    let mut seen = 0;
    for man in ['N', 'B'] {
        for squares in 0..64_usize.pow(3) {
            let at = [squares % 64, squares / 64 % 64, squares / 4096];
            let mut rows = [['1'; 8]; 8];
            at.iter().zip(['K', 'k', man]).for_each(|(&at, man)| rows[at / 8][at % 8] = man);
            let text = rows.map(|row| row.iter().collect::<String>()).join("/");
            let text = (2..=8).rev().fold(text, |text, n| text.replace(&"1".repeat(n), &n.to_string()));
            // Two on one square, or kings side by side, are no position.
            if let Ok(board) = board(&format!("{text} b - -")) {
                assert!(!board.is_attacked(board.turn) || !board.safe_moves().is_empty(), "{text}");
                seen += 1;
            }
        }
    }
    assert!(seen > 300_000, "{seen}");
}
