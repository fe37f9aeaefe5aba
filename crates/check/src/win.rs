//! The question `win`: to win, or to reach the aim of another problem, within a number of plies.

use indexmap::IndexMap;

use crate::aim::Aim;
use crate::board::{Board, Colour, RuleSet};
use crate::can_win::code;
use crate::json::{Item, read_searched};
use crate::looks::{LEFT_OUT, Looks};
use crate::moves::Move;
use crate::shown::Shown;
use crate::tables::Examined;
use crate::{Accepted, Checked, Question, Refusal, Rule};

pub(crate) fn check(board: &Board, claim: Item<'_>, evidence: Item<'_>) -> Checked<Accepted> {
    let (claim, evidence) = (claim.under(Rule::WinClaim).object()?, evidence.object()?);
    let item = claim.get("plies")?;
    let plies: Option<u64> = item.value("a whole number or null")?;
    let answer = claim.get("answer")?.one_of(&["win", "no-win"])?;
    let is_win = answer == "win";
    item.ensure(!is_win || plies.is_some(), || "a win needs a number of plies".into())?;
    let shortest = is_win && claim.get("shortest").is_ok();
    let aim = claim.find("aim").map_or(Ok(Aim::Win), |item| Aim::read(item, board))?;
    let names = ["answer", "plies", "aim", "variations", "shortest", "keys"];
    claim.expect_only(if is_win { &names } else { &names[..4] })?;
    let shown = Shown::read(&claim, board)?;
    let is_more = shown.keys.is_some() || shown.variations.is_some();
    let by_tables = aim == Aim::Win && !is_more && evidence.find("tables").is_some();
    let (is_refuted, is_played) = (!is_win || shortest || is_more, is_win || is_more);
    let [one, other] = match (is_refuted, by_tables, board.castling == 0) {
        (false, ..) => ["searched"; 2],
        (true, false, _) => ["refutation"; 2],
        (true, true, is_all) => [if is_all { "tables" } else { "refutation" }, "tables"],
    };
    evidence.expect_only(&[one, other, if is_played { "strategy" } else { one }])?;
    claim.find("shortest").map_or(Ok(()), |item| item.expect_true())?;
    read_searched(&evidence)?;
    let mut left = Looks::of(0, 0);
    if is_refuted {
        let refuted = plies.map(|plies| plies.saturating_sub(shortest.into()));
        let given = evidence.find("tables").filter(|_| by_tables).map(|item| item.under(Rule::Tables));
        let tables = given.map(|item| Examined::read(board, item)).transpose()?;
        if let (Some(tables), 0) = (&tables, board.castling) {
            tables.check(board, refuted)?;
        } else {
            let item = evidence.get("refutation")?.under(Rule::Refutation);
            let refutation = Nodes { tables, ..Nodes::read(board, aim, board.turn.other(), item)? };
            if !is_win || shortest {
                refutation.check_held(board, refuted, &[])?;
            }
            shown.each(board, |at, plies, moves| {
                moves.map_or(Ok(()), |moves| refutation.check_held(at, Some(plies), moves))
            })?;
            refutation.check_each(|node| check_defence(node, &refutation))?;
            left = refutation.looks;
        }
    }
    let mut all = 0;
    if is_played {
        let item = evidence.get("strategy")?.under(Rule::Strategy);
        let mut strategy = Nodes::read(board, aim, board.turn, item)?;
        if let Some(plies) = plies.filter(|_| is_win) {
            check_found(board, plies, &strategy)?;
        }
        strategy.check_each(|node| check_attack(node, &strategy))?;
        // Keys always stand beside a refutation, which pays for them.
        strategy.looks = left;
        shown.each(board, |at, plies, moves| {
            all += 1;
            let Some(moves) = moves else { return check_found(at, plies, &strategy) };
            moves.iter().try_for_each(|key| {
                strategy.looks.key(&at.play(key), &strategy.item)?;
                let node = Node { board: *at, plies: Some(plies), played: Some(key.to_string()) };
                check_attack(&node, &strategy)
            })
        })?;
    }
    let variations = all - u64::from(shown.keys.is_some());
    let keys = shown.keys.map(|(plies, moves)| (plies, moves.iter().map(Move::to_string).collect()));
    let (aim, accepted) = (aim.name(), Accepted::of(Question::Win, board.rules, board));
    Ok(Accepted { answer, aim, plies, shortest, keys, variations, ..accepted })
}

/// A position and what is promised of it.
struct Node {
    board: Board,
    /// `None` for ever.
    plies: Option<u64>,
    /// The move to be played; `None` when there is none.
    played: Option<String>,
}

impl Node {
    /// And how many bytes the text of its position has.
    fn read(item: &Item<'_>, rules: RuleSet) -> Checked<(Node, usize)> {
        let (position, plies, played): (String, _, _) =
            item.value("[position, plies, move], the plies a whole number or null")?;
        let board = item.read(&position, Board::parse(rules, &position))?;
        Ok((Node { board, plies, played }, position.len()))
    }
}

/// What a node takes at most, in an index that does not grow: its text is read again when it is checked.
const NODE_BYTES: usize = 3 * size_of::<([u64; 4], Option<u64>)>();

/// A list of nodes, and the plies of each position that has one; the side to move is the same in all.
struct Nodes<'a> {
    item: Item<'a>,
    rules: RuleSet,
    /// What is promised.
    aim: Aim,
    plies: IndexMap<[u64; 4], Option<u64>>,
    looks: Looks,
    /// What is known of positions in which nobody may castle.
    tables: Option<Examined<'a>>,
}

impl<'a> Nodes<'a> {
    /// Reads a list; every node must be a position with `turn` to move, none twice.
    fn read(root: &Board, aim: Aim, turn: Colour, item: Item<'a>) -> Checked<Nodes<'a>> {
        let (plies, looks, mut all) = (IndexMap::with_capacity(item.node_count()?), Looks::of(0, 0), 0);
        let mut list = Nodes { plies, item, rules: root.rules, aim, looks, tables: None };
        for item in list.item.list()? {
            item.budget.take(NODE_BYTES)?;
            let (Node { board, plies, .. }, bytes) = Node::read(&item, list.rules)?;
            item.ensure(board.turn == turn, || format!("{board}: expected {turn} to move"))?;
            let is_new = list.plies.insert(code(&board), plies).is_none();
            item.ensure(is_new, || format!("{board} occurs twice"))?;
            all += bytes;
        }
        Ok(Nodes { looks: Looks::of(list.plies.len(), all), ..list })
    }

    /// What is promised of a position, if it has a node.
    fn get(&self, board: &Board) -> Option<Option<u64>> {
        self.plies.get(&code(board)).copied()
    }

    /// Pays for the mates that are looked for at a position, where they are; whether one has to be given.
    fn must_mate(&self, are_looked_for: bool, board: &Board) -> Checked<bool> {
        if !are_looked_for {
            return Ok(false);
        }
        let mut mates = self.looks.winning(board, &self.item)?;
        Ok(self.aim == Aim::Reflexmate && mates.next().is_some())
    }

    /// Whether tables say that the attacker does not win within so many plies.
    fn hold(&self, board: &Board, plies: Option<u64>) -> bool {
        self.tables.as_ref().is_some_and(|tables| tables.hold(board, plies))
    }

    /// Checks each node; a refusal says which.
    fn check_each(&self, check: impl Fn(&Node) -> Checked) -> Checked {
        self.item.list()?.try_for_each(|item| {
            let (node, _) = Node::read(&item, self.rules)?;
            check(&node).map_err(|error| {
                let error = error.at_node(&item.path, &node.board);
                error.with(|refusal| Refusal { played: node.played.clone(), ..refusal })
            })
        })
    }

    /// A position with the attacker to move is held when no move, but for some, reaches the aim at once and
    /// every one leads to a node that promises enough, or ends the game, or has an answer that needs none.
    fn check_held(&self, board: &Board, plies: Option<u64>, but_for: &[Move]) -> Checked {
        let (item, aim, least) = (&self.item, self.aim, self.aim.least());
        let is_short = plies.is_some_and(|plies| plies < least);
        if is_short || aim.is_out_of_reach(board) || self.hold(board, plies) {
            return Ok(());
        }
        if !aim.by_defender() {
            let mut ending = self.looks.ending(aim == Aim::Win, board, item)?.into_iter();
            let first = ending.find(|m| !but_for.contains(m));
            let reaches = if aim == Aim::Win { "wins" } else { "reaches the aim" };
            item.ensure_none(first, |m| format!("{m} {reaches} at once"))?;
        }
        let must_mate = self.must_mate(aim == Aim::Reflexmate, board)?;
        let needed = plies.map(|plies| plies - 1);
        let is_within = |most| needed.is_some_and(|needed| needed <= most);
        // With so few plies the attacker has no other move that counts.
        if must_mate || !aim.by_defender() && is_within(least) {
            return Ok(());
        }
        for m in board.playable_moves().into_iter().filter(|m| !but_for.contains(m)) {
            item.budget.look()?;
            let after = board.play(&m);
            let found = self.get(&after);
            // Without a number it is for ever.
            let enough = found.is_some_and(|found| found.is_none() || needed.is_some() && found >= needed)
                || self.hold(&after, needed);
            let is_short = is_within(if aim == Aim::Win { LEFT_OUT } else { least });
            let is_held = enough
                || if aim == Aim::Win {
                    is_short && self.looks.find_answer(&after, item)?
                } else {
                    let must_mate = self.must_mate(aim.by_defender(), &after)?;
                    item.ensure(aim.is_met(&after, must_mate), || format!("{m} reaches the aim at once"))?;
                    is_short || !after.has_move()
                };
            if !is_held {
                let problem = match (found, is_short) {
                    (Some(_), _) => "no node is good",
                    (None, false) => "there is no node",
                    (None, true) => "no answer holds",
                };
                let needed = needed.map_or("any number of".into(), |needed| needed.to_string());
                return Err(item.refuse(format!("after {m} {problem} for {needed} plies")));
            }
        }
        Ok(())
    }
}

/// The attacker wins within so many plies: the position has a node that says so.
fn check_found(root: &Board, plies: u64, strategy: &Nodes<'_>) -> Checked {
    match strategy.get(root) {
        Some(Some(found)) if found <= plies => Ok(()),
        Some(_) => Err(strategy.item.refuse(format!("the position's node is not within {plies} plies"))),
        None => Err(strategy.item.refuse(format!("no node for the position {root}"))),
    }
}

/// One node of a strategy: its move reaches the aim, or every answer that must be met leads to a nearer node.
fn check_attack(node: &Node, strategy: &Nodes<'_>) -> Checked {
    let (board, item, aim, least) = (&node.board, &strategy.item, strategy.aim, strategy.aim.least());
    let plies = node.plies.filter(|plies| *plies >= least);
    let wrong = || item.refuse(format!("a strategy needs a number of plies, {least} or more"));
    let plies = plies.ok_or_else(wrong)?;
    let played = node.played.as_ref().ok_or_else(|| item.refuse("a strategy needs a move"))?;
    let m = board.find_playable(played).map_err(|error| item.refuse(error))?;
    let must_mate = strategy.must_mate(aim == Aim::Reflexmate, board)?;
    item.ensure(!must_mate, || "the attacker would have to mate".into())?;
    if aim == Aim::Win && board.wins(&m) {
        return Ok(());
    }
    let after = board.play(&m);
    let must_mate = strategy.must_mate(aim.by_defender(), &after)?;
    let [reach, missed, _] = aim.words();
    let wrong = || item.refuse(format!("after {m} the defender has no move: {missed}"));
    let answers = aim.answers(&after, must_mate).ok_or_else(wrong)?;
    let distant = || format!("{m} does not {reach} at once, as {plies} plies demand");
    item.ensure(answers.is_empty() || plies >= least + 2, distant)?;
    for answer in answers {
        let captures = || format!("after {m} the answer {answer} captures the attacker's royal");
        item.ensure(!after.captures_royal(&answer), captures)?;
        let next = strategy.get(&after.play(&answer));
        let next = next.ok_or_else(|| item.refuse(format!("after {m} {answer} there is no node")))?;
        let distant = || format!("after {m} {answer} the node is not within {} plies", plies - 2);
        item.ensure(next.is_some_and(|next| next <= plies - 2), distant)?;
    }
    Ok(())
}

/// One node of a refutation: the defender's answer captures the royal, or leads to a held position.
fn check_defence(node: &Node, refutation: &Nodes<'_>) -> Checked {
    let (Node { board, plies, played }, Nodes { item, aim, .. }) = (node, refutation);
    let Some(text) = played else {
        let moves = board.playable_moves();
        item.ensure_none(moves.first(), |m| format!("no move is given, but {m} can be played"))?;
        let is_missed = aim.answers(board, false).is_none();
        return item.ensure(is_missed, || format!("the defender is {}mated", aim.words()[2]));
    };
    let m = board.find_playable(text).map_err(|error| item.refuse(error))?;
    if board.captures_royal(&m) {
        return Ok(());
    }
    let is_to_meet = !refutation.must_mate(aim.by_defender(), board)? && aim.is_open(board, &m);
    item.ensure(is_to_meet, || "the defender has to mate: the aim is reached".into())?;
    let left = plies.map(|plies| plies.saturating_sub(1));
    let then = |refusal: Refusal| Refusal { message: format!("after {m}: {}", refusal.message), ..refusal };
    refutation.check_held(&board.play(&m), left, &[]).map_err(|error| error.with(then))
}
