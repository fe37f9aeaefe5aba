//! What was before the moves that can have been the last, and why that is impossible too.

use crate::legality::material::attackers;
use crate::legality::{MAX_SENTENCES, clause, told_of};
use crate::words::{all_bare, bare, count, list, sentence, side, the};
use chess_arbiter::board::{Bitboard, Role, Square};
use chess_arbiter::moves::{Past, Unmove, UnmoveKind};
use chess_arbiter::reach::last_move::{ImpossiblePast, PastReason};
use chess_arbiter::reach::lemma::{self, Lemma};
use chess_arbiter::reach::{Flaw, quick};

use super::ByMan;
use super::closed::{Closed, UnmoveFate};

/// The most nodes whose lines are followed one by one.
const MAX_FOLLOWED: usize = 20_000;

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
pub(super) fn before(closed: &Closed<'_>, men: &[ByMan], sentences: &mut Vec<String>) {
    let past = closed.root;
    // By the past they lead to; the same move with other captures together.
    let mut ways: Vec<(Unmove, Vec<usize>)> = Vec::new();
    for (unmove, fate) in men.iter().flat_map(|men| &men.all) {
        if let UnmoveFate::Node(index) = *fate {
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

/// When all that can have been before falls to one lemma: its whole argument, for the first. Whether that is
/// told.
fn detail(closed: &Closed<'_>, deep: bool, sentences: &mut Vec<String>) -> bool {
    let Some(PastReason::Lemma(lemma)) = closed.nodes.get(1).map(|node| node.reason) else { return false };
    if deep || closed.nodes[1..].iter().any(|node| node.reason != PastReason::Lemma(lemma)) {
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
    let mut argument = told_of(past, lemma);
    // What is least telling goes when there is too much.
    for least in [" has promoted ", " cannot stand as they do ", " if the promoted bishops "] {
        if sentences.len() + argument.len() > MAX_SENTENCES {
            argument.retain(|sentence| !sentence.contains(least));
        }
    }
    for least in [" to have come from", " never moved.", "Wherever "] {
        if sentences.len() + argument.len() > MAX_SENTENCES {
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
    let reasons: Vec<PastReason> = indices.iter().map(|&index| closed.nodes[index].reason).collect();
    let same = reasons.iter().all(|reason| *reason == reasons[0]);
    let other = side(!first.past.turn);
    text.push_str(&match (same, first.reason) {
        (true, PastReason::Lemma(lemma)) => format!(", then before that {}", clause(&first.past, lemma)),
        (true, PastReason::Retract) => {
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
        let ImpossiblePast { past, reason, .. } = &closed.nodes[index];
        let text = match reason {
            PastReason::Lemma(lemma) => clause(past, lemma),
            PastReason::Retract => format!("{} can have had no way to come there", side(!past.turn)),
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
    if unmoves.iter().any(|(_, fate)| *fate == UnmoveFate::Instant(&lemma::WAITING_SIDE_ATTACKED)) {
        return format!(": {}'s king would have been in check already", side(past.turn));
    }
    String::new()
}

/// All that can have been before, in numbers.
fn summary(closed: &Closed<'_>, sentences: &mut Vec<String>) {
    let total = closed.nodes.len() - 1;
    if closed.nodes.len() > MAX_FOLLOWED {
        sentences.push(format!(
            "Going back move by move, {total} positions are possible before, and one leads only to others of \
             them: none is the starting position."
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
    let mut ends: Vec<(&'static Lemma, u32, usize)> = Vec::new();
    let mut dead = 0;
    for (index, node) in closed.nodes.iter().enumerate().skip(1) {
        match node.reason {
            PastReason::Lemma(lemma) => match ends.iter_mut().find(|(other, ..)| *other == lemma) {
                Some((_, count, _)) => *count += 1,
                None => ends.push((lemma, 1, index)),
            },
            PastReason::Retract => dead += u32::from(closed.live(&node.past).is_empty()),
        }
    }
    if dead > 0 {
        sentences.push(format!(
            "In {} no man can have made a move before.",
            if dead as usize == total { "each of them".into() } else { format!("{dead} of them") }
        ));
    }
    ends.sort_by_key(|&(_, count, _)| std::cmp::Reverse(count));
    // Different lemmas may say the same.
    let mut said: Vec<(String, u32)> = Vec::new();
    for &(lemma, count, index) in &ends {
        let text = clause(&closed.nodes[index].past, lemma);
        match said.iter_mut().find(|(other, _)| *other == text) {
            Some((_, sum)) => *sum += count,
            None => said.push((text, count)),
        }
    }
    for (text, count) in said.into_iter().take(2) {
        sentences.push(sentence(format!(
            "in {} {}{text}",
            if count as usize == total { "each of them".into() } else { format!("{count} of them") },
            if count == 1 { "" } else { "something like this holds: " },
        )));
    }
    if circles {
        sentences.push("Moves go round in circles among them, but none is the starting position.".into());
    }
}
