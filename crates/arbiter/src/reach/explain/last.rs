//! Positions that are impossible for what must have been played before.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::attacks;
use crate::board::{Bitboard, Color, Role, Square};
use crate::moves::{Past, Unmove, UnmoveKind, unmoves};
use crate::reach::last_move::{Node, Reason};
use crate::reach::statics::ways::relative_rank;
use crate::reach::statics::{Flaw, Lemma, instant, quick};

use super::material::attackers;
use super::words::{all_bare, bare, count, list, sentence, side, the};
use super::{MOST, clause, lemma_sentences};

/// What became of an un-move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// An instant lemma refutes what was before.
    Instant(Lemma),
    /// A node refutes it.
    Node(usize),
    /// It is not refuted: the set of nodes is not closed. (No certificate is like that.)
    Open,
}

/// The pasts of a certificate.
struct Closed<'a> {
    root: &'a Past,
    nodes: &'a [Node],
    index: HashMap<Past, usize>,
}

impl<'a> Closed<'a> {
    fn new(nodes: &'a [Node]) -> Option<Closed<'a>> {
        let index = nodes.iter().enumerate().map(|(index, node)| (node.past, index)).collect();
        Some(Closed { root: &nodes.first()?.past, nodes, index })
    }

    fn fate(&self, before: &Past) -> Fate {
        if let Some(lemma) = instant(before) {
            return Fate::Instant(lemma);
        }
        let fewer = Past { castling: self.root.castling, ..*before };
        [*before, fewer, Past { en_passant: None, ..fewer }]
            .iter()
            .find_map(|past| self.index.get(past))
            .map_or(Fate::Open, |&index| Fate::Node(index))
    }

    /// All un-moves of a past with their fates.
    fn unmoves(&self, past: &Past) -> Vec<(Unmove, Fate)> {
        let mut found = Vec::new();
        let _ = unmoves(past, |unmoves| -> ControlFlow<()> {
            found.extend(unmoves.iter().map(|unmove| (unmove, self.fate(&past.before(unmove)))));
            ControlFlow::Continue(())
        });
        found
    }

    /// Those that lead to another node, and whereto.
    fn live(&self, past: &Past) -> Vec<(Unmove, usize)> {
        let node = |(unmove, fate)| match fate {
            Fate::Node(index) => Some((unmove, index)),
            _ => None,
        };
        self.unmoves(past).into_iter().filter_map(node).collect()
    }

    /// How many moves back each node is; whether a line of un-moves comes back to a position met before.
    fn depths(&self) -> (Vec<Option<u32>>, bool) {
        let mut depths = vec![None; self.nodes.len()];
        depths[0] = Some(0);
        let (mut queue, mut circles) = (std::collections::VecDeque::from([0]), false);
        while let Some(index) = queue.pop_front() {
            let node = &self.nodes[index];
            if node.reason != Reason::Retract {
                continue;
            }
            for (_, next) in self.live(&node.past) {
                if depths[next].is_none() {
                    depths[next] = depths[index].map(|depth| depth + 1);
                    queue.push_back(next);
                } else {
                    circles |= depths[next] < depths[index];
                }
            }
        }
        (depths, circles)
    }
}

/// The most nodes whose lines are followed one by one.
const MOST_FOLLOWED: usize = 20_000;

/// Why nothing can have been played before a position.
pub(super) fn by_retraction(nodes: &[Node]) -> Vec<String> {
    let Some(closed) = Closed::new(nodes) else { return Vec::new() };
    let past = closed.root;
    let mut sentences = Vec::new();
    if let Some(over) = past.en_passant {
        let stepper = !past.turn;
        let ahead = if stepper == Color::White { 8 } else { -8 };
        sentences.push(format!(
            "The en passant square {over} says that {}'s pawn has just gone from {} to {}.",
            side(stepper),
            over.offset(-ahead),
            over.offset(ahead)
        ));
    } else if quick(&past.setup()) == Some(Flaw::Checks) {
        return checks(past);
    }
    last(&closed, &mut sentences);
    sentences
}

/// Checks that no single move gives.
fn checks(past: &Past) -> Vec<String> {
    let (board, turn) = (&past.board, past.turn);
    let Some(king) = board.men(turn, Role::King).single() else { return Vec::new() };
    let checkers = attackers(board, king, !turn);
    let home_pawns: Bitboard =
        (checkers & board.role(Role::Pawn)).filter(|&pawn| relative_rank(!turn, pawn) == 1).collect();
    let mut sentences = vec![format!(
        "{}'s king on {king} is in check from {}{}.",
        side(turn),
        all_bare(board, checkers),
        match checkers.len() {
            1 => "",
            2 => " at once",
            _ => " all at once",
        }
    )];
    if let Some(pawn) = home_pawns.first() {
        sentences.push(format!(
            "The pawn on {pawn} still stands where it began, so it never moved; and no other man's move makes a pawn attack."
        ));
        sentences.push(format!(
            "So the king would have stepped into that check itself, or {} given it without moving the pawn: neither is possible.",
            side(!turn)
        ));
        return sentences;
    }
    if checkers.len() > 2 {
        sentences.push(
            "One move gives check with the man that moves and with one more whose line it opens, never with more."
                .into(),
        );
        return sentences;
    }
    let (Some(a), Some(b)) = (checkers.first(), checkers.last_square()) else { return sentences };
    sentences.push(
        "When two men give check, the one that moved last uncovered the other: it came from a square between that one and the king."
            .into(),
    );
    for (mover, other) in [(a, b), (b, a)] {
        let line = attacks::between(king, other);
        let role = board.role_at(mover).unwrap_or(Role::Pawn);
        let other_name = bare(board, other);
        if line.is_empty() {
            sentences.push(format!(
                "But nothing can have uncovered {}: {}.",
                other_name,
                match board.role_at(other) {
                    Some(Role::Knight) => "nothing stops a knight's check",
                    _ => "it stands next to the king",
                }
            ));
            continue;
        }
        let squares = list(line).replace(" and ", " or ");
        sentences.push(format!(
            "But {} did not come from {squares}, between {other_name} and the king: {}.",
            bare(board, mover),
            no_way(past, king, role, mover, line)
        ));
    }
    sentences.push("Nor can an en passant capture have opened both lines.".into());
    // Two of these say the same for two knights.
    sentences.dedup();
    sentences
}

/// Why a man did not come from one of these squares and give a double check.
fn no_way(past: &Past, king: Square, role: Role, mover: Square, line: Bitboard) -> &'static str {
    let (board, color) = (&past.board, !past.turn);
    let reach =
        attacks::attacks::<crate::rules::Standard, attacks::Portable>(role, color, mover, board.occupied());
    let attacked = attacks::attacks::<crate::rules::Standard, attacks::Portable>(
        role,
        past.turn,
        king,
        board.occupied(),
    );
    if role == Role::Pawn {
        "no pawn's move that uncovers it leads from there"
    } else if (reach & line).is_empty() {
        "it cannot have come from there"
    } else if ((reach & line) - attacked).is_empty() {
        "it would have given check there already"
    } else {
        "it cannot have come from there without giving check before"
    }
}

/// Un-moves of one man.
struct ByMan {
    man: Square,
    all: Vec<(Unmove, Fate)>,
}

/// Who can have moved last, and what was before.
fn last(closed: &Closed<'_>, sentences: &mut Vec<String>) {
    let past = closed.root;
    let (board, mover) = (&past.board, !past.turn);
    let mut men: Vec<ByMan> = Vec::new();
    for (unmove, fate) in closed.unmoves(past) {
        match men.iter_mut().find(|men| men.man == unmove.stands) {
            Some(men) => men.all.push((unmove, fate)),
            None => men.push(ByMan { man: unmove.stands, all: vec![(unmove, fate)] }),
        }
    }
    let with = |wanted: fn(&Fate) -> bool| -> Bitboard {
        men.iter().filter(|men| men.all.iter().any(|(_, fate)| wanted(fate))).map(|men| men.man).collect()
    };
    let live = with(|fate| matches!(fate, Fate::Node(_) | Fate::Open));
    if past.en_passant.is_some() {
        if live.is_empty() {
            step_back(closed, &men, sentences);
        } else {
            before(closed, &men, sentences);
        }
        return;
    }
    let king = board.men(past.turn, Role::King).first();
    let checkers = king.map_or(Bitboard::EMPTY, |king| attackers(board, king, mover));
    let checked = king.filter(|_| checkers.has_any());
    sentences.push(match checked {
        Some(king) => format!(
            "It is {}'s turn, and its king on {king} is in check from {}: {}'s last move gave the check.",
            side(past.turn),
            all_bare(board, checkers),
            side(mover)
        ),
        None => format!("It is {}'s turn, so {} moved last.", side(past.turn), side(mover)),
    });
    let movable: Bitboard = men.iter().map(|men| men.man).collect();
    let stuck = board.color(mover) - movable;
    let exposing = with(|fate| *fate == Fate::Instant(Lemma::WaitingSideAttacked)) - live;
    let crowded = movable - live - exposing;
    sentences.push(if live.is_empty() && movable.is_empty() {
        format!("But none of {}'s men can take back a move.", side(mover))
    } else if live.is_empty() {
        format!("But no move of {}'s men can have been the last.", side(mover))
    } else if live.len() > 6 {
        format!("Only {} of {}'s men can have moved last.", live.len(), side(mover))
    } else {
        format!("Only {} can have moved last.", all_bare(board, live))
    });
    if stuck.has_any() {
        sentences.push(stuck_men(past, stuck));
    }
    if exposing.has_any() {
        let who = match exposing.len() {
            n @ 7.. => {
                format!("any of {n} {}men", if live.is_empty() && stuck.is_empty() { "" } else { "other " })
            }
            _ => all_bare(board, exposing),
        };
        let also = crowd(&men, exposing);
        sentences.push(sentence(format!(
            "wherever {who} came from, {}'s king would have been in check already, with {} to move{}",
            side(past.turn),
            side(mover),
            if also.is_empty() { String::new() } else { format!("; or {also}") }
        )));
    }
    if crowded.has_any() {
        let who = match crowded.len() {
            n @ 7.. => format!("{n} men"),
            _ => all_bare(board, crowded),
        };
        sentences.push(sentence(format!("{who} cannot have moved last: {}", crowd(&men, crowded))));
    }
    if live.has_any() {
        before(closed, &men, sentences);
    }
}

/// Men that can take back no move at all.
fn stuck_men(past: &Past, stuck: Bitboard) -> String {
    let board = &past.board;
    let settled: Bitboard = stuck
        .filter(|&man| {
            let row = Bitboard::rank(man.rank());
            past.castling.has(man)
                || board.role_at(man) == Some(Role::King) && (past.castling & row).has_any()
        })
        .collect();
    let home: Bitboard = stuck
        .filter(|&man| {
            board
                .man_at(man)
                .is_some_and(|man_| man_.role == Role::Pawn && relative_rank(man_.color, man) == 1)
        })
        .collect();
    let hemmed = stuck - settled - home;
    let mut parts = Vec::new();
    let name =
        |set: Bitboard| if set.len() > 6 { format!("{} men", set.len()) } else { all_bare(board, set) };
    if home.has_any() {
        parts.push(format!("{} never moved", name(home)));
    }
    if settled.has_any() {
        parts.push(format!("{} never moved either, as castling is still allowed", name(settled)));
    }
    if hemmed.has_any() {
        let verb = if hemmed.more_than_one() { "have" } else { "has" };
        parts.push(format!("{} {verb} no square to have come from", name(hemmed)));
    }
    sentence(parts.join("; "))
}

/// What else than a check is wrong with un-moves of some men.
fn crowd(men: &[ByMan], these: Bitboard) -> String {
    let mut lemmas: Vec<Lemma> = Vec::new();
    for (_, fate) in men.iter().filter(|men| these.has(men.man)).flat_map(|men| &men.all) {
        if let Fate::Instant(lemma) = fate
            && !lemmas.contains(lemma)
        {
            lemmas.push(*lemma);
        }
    }
    let text = |lemma: &Lemma| match lemma {
        Lemma::WaitingSideAttacked => None,
        Lemma::Men => Some("it would have captured a 17th man"),
        Lemma::Promotions => Some(
            "with what it captured, or as the pawn it was, there would be too many pawns and promoted pieces",
        ),
        _ => Some("what was before would be plainly impossible"),
    };
    lemmas.iter().filter_map(text).collect::<Vec<_>>().join(", or ")
}

/// The double step, when what was before it is plainly impossible.
fn step_back(closed: &Closed<'_>, men: &[ByMan], sentences: &mut Vec<String>) {
    for (unmove, fate) in men.iter().flat_map(|men| &men.all) {
        if let Fate::Instant(lemma) = fate {
            let before = closed.root.before(*unmove);
            sentences.push(sentence(format!("but before that step {}", clause(&before, *lemma))));
        }
    }
}

/// A move taken back, told: `the pawn on e8 came from e7, taking a rook`.
fn told(past: &Past, unmove: Unmove) -> String {
    let Unmove { stands, came_from, kind, captured } = unmove;
    let taking = captured.map_or_else(String::new, |role| format!(", taking a {role}"));
    let man = bare(&past.board, stands);
    match kind {
        UnmoveKind::Castling => format!("{} castled", side(!past.turn)),
        UnmoveKind::Promotion => format!("{man} is a pawn from {came_from}, just promoted{taking}"),
        UnmoveKind::EnPassant => format!("{man} came from {came_from}, taking a pawn en passant"),
        UnmoveKind::Step | UnmoveKind::DoubleStep => format!("{man} came from {came_from}{taking}"),
    }
}

/// Why what was before the moves that can have been the last is impossible too.
fn before(closed: &Closed<'_>, men: &[ByMan], sentences: &mut Vec<String>) {
    let past = closed.root;
    // By the past they lead to; the same move with other captures together.
    let mut ways: Vec<(Unmove, Vec<usize>)> = Vec::new();
    for (unmove, fate) in men.iter().flat_map(|men| &men.all) {
        if let Fate::Node(index) = *fate {
            let same = |(other, _): &&mut (Unmove, Vec<usize>)| {
                (other.stands, other.came_from, other.kind) == (unmove.stands, unmove.came_from, unmove.kind)
            };
            match ways.iter_mut().find(same) {
                Some((_, indices)) => indices.push(index),
                None => ways.push((*unmove, vec![index])),
            }
        }
    }
    let total = closed.nodes.len() - 1;
    let count: usize = ways.iter().map(|(_, indices)| indices.len()).sum();
    if ways.len() <= 3 {
        for (unmove, indices) in &ways {
            sentences.push(way(closed, past, *unmove, indices));
        }
    } else {
        sentences.push(origins(closed, &ways, count));
    }
    let deep = total > count;
    if (deep || ways.len() > 3) && !detail(closed, deep, sentences) {
        summary(closed, sentences);
    } else if !deep && ways.len() <= 3 {
        detail(closed, deep, sentences);
    }
}

/// From where the men that can have moved last came.
fn origins(closed: &Closed<'_>, ways: &[(Unmove, Vec<usize>)], count: usize) -> String {
    let mut men: Vec<(Square, Bitboard)> = Vec::new();
    for (unmove, _) in ways {
        match men.iter_mut().find(|(man, _)| *man == unmove.stands) {
            Some((_, from)) => *from |= unmove.came_from.bb(),
            None => men.push((unmove.stands, unmove.came_from.bb())),
        }
    }
    let more = men.len().saturating_sub(3);
    let told = men.iter().take(3).map(|&(man, from)| {
        let squares = if from.len() > 8 {
            format!("{} squares", from.len())
        } else {
            list(from).replace(" and ", " or ")
        };
        format!("{} from {squares}", bare(&closed.root.board, man))
    });
    let told: Vec<String> = told.chain((more > 0).then(|| format!("{more} other men"))).collect();
    let captured = ways.iter().all(|(_, indices)| indices.len() > 1);
    sentence(format!(
        "it came, in {count} ways: {}{}",
        list(told).replace(" and ", ", or "),
        if captured { ", whatever was captured" } else { "" }
    ))
}

/// When all that can have been before falls to one lemma: its whole argument, for the first. Whether that is told.
fn detail(closed: &Closed<'_>, deep: bool, sentences: &mut Vec<String>) -> bool {
    let Some(Reason::Lemma(lemma)) = closed.nodes.get(1).map(|node| node.reason) else { return false };
    if deep || closed.nodes[1..].iter().any(|node| node.reason != Reason::Lemma(lemma)) {
        return false;
    }
    let past = &closed.nodes[1].past;
    let Some((unmove, _)) = closed.live(closed.root).into_iter().find(|&(_, index)| index == 1) else {
        return false;
    };
    sentences.push(if closed.nodes.len() == 2 {
        "Look at the position before that move.".into()
    } else {
        format!(
            "All of them fall to one argument: say {}, and look at the position before.",
            told(closed.root, unmove)
        )
    });
    let mut argument = lemma_sentences(past, lemma);
    // What is least telling goes when there is too much.
    for least in [" has promoted ", " cannot stand as they do ", " if the promoted bishops "] {
        if sentences.len() + argument.len() > MOST {
            argument.retain(|sentence| !sentence.contains(least));
        }
    }
    for least in [" to have come from", " never moved.", "Wherever "] {
        if sentences.len() + argument.len() > MOST {
            sentences.retain(|sentence| !sentence.contains(least));
        }
    }
    sentences.extend(argument);
    true
}

/// One way to have come here, and why there is none to have come there.
fn way(closed: &Closed<'_>, past: &Past, unmove: Unmove, indices: &[usize]) -> String {
    let first = &closed.nodes[indices[0]];
    let several = indices.len() > 1;
    let mut text =
        format!("If {}", told(past, Unmove { captured: unmove.captured.filter(|_| !several), ..unmove }));
    if several {
        text.push_str(", whatever it took");
    }
    let reasons: Vec<Reason> = indices.iter().map(|&index| closed.nodes[index].reason).collect();
    let same = reasons.iter().all(|reason| *reason == reasons[0]);
    let other = side(!first.past.turn);
    text.push_str(&match (same, first.reason) {
        (true, Reason::Lemma(lemma)) => format!(", then before that {}", clause(&first.past, lemma)),
        (true, Reason::Retract) => {
            let none = indices.iter().all(|&index| closed.live(&closed.nodes[index].past).is_empty());
            if none {
                format!(", then {other} can have made no move before{}", why_none(closed, &first.past))
            } else {
                let next = closed.live(&first.past);
                let (stands, board) = (next[0].0.stands, &first.past.board);
                if next.iter().all(|(unmove, _)| unmove.stands == stands) {
                    format!(
                        ", then before that only {} can have moved, which leads no further",
                        the(board, stands)
                    )
                } else {
                    format!(", then what {other} can have moved before leads no further")
                }
            }
        }
        (false, _) => mixture(closed, indices),
    });
    sentence(text)
}

/// Several reasons, by what was captured.
fn mixture(closed: &Closed<'_>, indices: &[usize]) -> String {
    let mut clauses: Vec<String> = Vec::new();
    for &index in indices {
        let Node { past, reason } = &closed.nodes[index];
        let text = match reason {
            Reason::Lemma(lemma) => clause(past, *lemma),
            Reason::Retract => format!("{} can have had no way to come there", side(!past.turn)),
        };
        if !clauses.contains(&text) {
            clauses.push(text);
        }
    }
    if clauses.iter().map(String::len).sum::<usize>() > 180 {
        clauses.truncate(1);
        clauses.push("for other captures something similar".into());
    }
    format!(": then {}", clauses.join("; or "))
}

/// Why nothing can have moved before, in a few words.
fn why_none(closed: &Closed<'_>, past: &Past) -> String {
    if quick(&past.setup()) == Some(Flaw::Checks) {
        let king = past.board.men(past.turn, Role::King).first();
        let checkers = king.map_or(Bitboard::EMPTY, |king| attackers(&past.board, king, !past.turn));
        return format!(", for no move gives check with {}", all_bare(&past.board, checkers));
    }
    let unmoves = closed.unmoves(past);
    if unmoves.is_empty() {
        return ", all its men being hemmed in".into();
    }
    if unmoves.iter().any(|(_, fate)| *fate == Fate::Instant(Lemma::WaitingSideAttacked)) {
        return format!(": {}'s king would have been in check already", side(past.turn));
    }
    String::new()
}

/// All that can have been before, in numbers.
fn summary(closed: &Closed<'_>, sentences: &mut Vec<String>) {
    let total = closed.nodes.len() - 1;
    if closed.nodes.len() > MOST_FOLLOWED {
        sentences.push(format!(
            "Going back move by move, {total} positions are possible before, and one leads only to others of them: none is the initial array."
        ));
        return;
    }
    let (depths, circles) = closed.depths();
    let most = depths.iter().flatten().max().copied().unwrap_or(0);
    sentences.push(format!(
        "Going back move by move, {} can have been there before, none further back than {}.",
        count(total as u32, "position", "positions"),
        count(most, "move", "moves")
    ));
    let mut ends: Vec<(Lemma, u32, usize)> = Vec::new();
    let mut dead = 0;
    for (index, node) in closed.nodes.iter().enumerate().skip(1) {
        match node.reason {
            Reason::Lemma(lemma) => match ends.iter_mut().find(|(other, ..)| *other == lemma) {
                Some((_, count, _)) => *count += 1,
                None => ends.push((lemma, 1, index)),
            },
            Reason::Retract => dead += u32::from(closed.live(&node.past).is_empty()),
        }
    }
    if dead > 0 {
        sentences.push(format!(
            "In {} no man can have made a move before.",
            if dead as usize == total { "each of them".into() } else { format!("{dead} of them") }
        ));
    }
    ends.sort_by_key(|&(_, count, _)| std::cmp::Reverse(count));
    for &(lemma, count, index) in ends.iter().take(2) {
        let past = &closed.nodes[index].past;
        sentences.push(sentence(format!(
            "in {} {}{}",
            if count as usize == total { "each of them".into() } else { format!("{count} of them") },
            if count == 1 { "" } else { "something like this holds: " },
            clause(past, lemma)
        )));
    }
    if circles {
        sentences.push("Moves go round in circles among them, but none is the initial array.".into());
    }
}
