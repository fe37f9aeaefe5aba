//! Legality in words: for someone with a board in front of them who asks "why?".
//!
//! The sentences are made from the verdict's evidence: the game, what a lemma found ([`Witness`]) with what
//! was deduced on the way, the pasts of the certificate. They are a reading aid: what proves the verdict is
//! the certificate.

mod cages;
mod game;
mod last;
mod material;
mod origins;
mod pawns;

use chess_arbiter::board::{Bitboard, Color};
use chess_arbiter::moves::Past;
use chess_arbiter::reach::lemma::{Lemma, Refutation, Witness};
use chess_arbiter::reach::{Level, ReachAnswer, ReachVerdict, Why};

use crate::clocks::{clock_fault, no_game};
use crate::words::{self, all, sentence, side};

/// The most sentences for one verdict.
const MAX_SENTENCES: usize = 10;

/// Why the verdict is what it is, for a person: at most ten sentences made from its evidence.
pub fn legality(verdict: &ReachVerdict) -> Vec<String> {
    let mut sentences = match (&verdict.answer, verdict.refutation()) {
        (ReachAnswer::Legal(game), _) => game::told(verdict.past().start, game),
        (ReachAnswer::Illegal(_), Some(refutation)) => told(refutation),
        (ReachAnswer::Illegal(nodes), None) => last::by_retraction(nodes),
        (ReachAnswer::ImpossibleClocks(fault), _) => vec![clock_fault(fault)],
        (ReachAnswer::Undecided(why), _) => match (verdict.clocks(), verdict.other_clocks()) {
            (Some(clocks), Some(game)) => {
                no_game(clocks, game.len()).into_iter().chain([ended(*why)]).collect()
            }
            _ => undecided(verdict.level, *why),
        },
    };
    let start = verdict.past().start;
    let told = match &verdict.answer {
        _ if verdict.is_from_any() => {
            Some(format!("No game from any array leads to it. From {start}, which may seem likeliest:"))
        }
        ReachAnswer::Legal(_) if !start.is_usual() => Some(format!("The game begins with {start}.")),
        ReachAnswer::Illegal(_) if !start.is_usual() => Some(format!("No game from {start} leads to it:")),
        _ => None,
    };
    sentences.splice(0..0, told);
    sentences.truncate(MAX_SENTENCES);
    sentences
}

/// How a lemma refutes a past: the one table from what it found to its sentences. Never nothing.
fn told(refutation: &Refutation) -> Vec<String> {
    let facts = &refutation.facts;
    let board = facts.board();
    let sentences = match &refutation.witness {
        Witness::Kings(kings) => material::kings(kings),
        Witness::EndRowPawns(pawns) => material::end_row_pawns(board, *pawns),
        Witness::Men => material::too_many_men(board),
        Witness::Promotions => material::promotions(board),
        Witness::Castling(rights) => material::castling(facts.past(), *rights),
        Witness::EnPassant(obstacle) => material::en_passant(facts.past(), *obstacle),
        Witness::WaitingSideAttacked { king, by } => {
            material::waiting_side_attacked(facts.past(), *king, *by)
        }
        Witness::Files(count) => pawns::by_files(board, count),
        Witness::Columns(needs) => pawns::by_columns(facts.past(), needs),
        Witness::Origins(color) => origins::by_origins(facts, *color),
        Witness::Locked(locked) => cages::by_locked(facts, *locked),
        Witness::ConfinedColumns(needs) => pawns::by_confined_columns(facts, needs),
        Witness::Order(color) => cages::by_order(facts, *color),
        Witness::Parity(sides) => cages::by_parity(facts, sides),
        Witness::Kernel(needs) => pawns::by_kernel(board, needs),
    };
    if sentences.is_empty() {
        vec![format!("Lemma `{}` shows the position to be impossible.", refutation.lemma)]
    } else {
        sentences
    }
}

/// How a lemma refutes a past of a certificate. Only its name is kept there, for thousands of pasts: what it
/// found is found again for the few that are told.
fn told_of(past: &Past, lemma: &'static Lemma) -> Vec<String> {
    lemma.refutation(past).map_or_else(Vec::new, |refutation| told(&refutation))
}

/// A lemma in a few words, to be said of a position that would have been there before.
fn clause(past: &Past, lemma: &'static Lemma) -> String {
    let board = &past.board;
    let Some(Refutation { witness, facts, .. }) = lemma.refutation(past) else {
        return "the position would have been plainly impossible".into();
    };
    match witness {
        Witness::WaitingSideAttacked { by, .. } => format!(
            "{}'s king would have been in check from {} with {} to move",
            side(!past.turn),
            all(board, by),
            side(past.turn)
        ),
        Witness::Files(_) | Witness::Columns(_) | Witness::ConfinedColumns(_) | Witness::Kernel(_) => {
            let lost: u32 =
                Color::BOTH.map(|color| 16u32.saturating_sub(board.color(color).len())).iter().sum();
            format!(
                "only {} {} missing, too few captures for the pawns and promoted pieces",
                words::men(lost),
                if lost == 1 { "was" } else { "were" }
            )
        }
        Witness::Origins(color) => {
            let this = &facts.mobility().origins[color as usize];
            let culprits = origins::culprits(this, facts.mobility().ways.captures[color as usize]);
            let squares: Bitboard = culprits.iter().map(|&man| this.men[man].0).collect();
            let all = if squares.len() > 6 { format!("{}'s men", side(color)) } else { all(board, squares) };
            format!("{all} could not {}have come there", if squares.more_than_one() { "all " } else { "" })
        }
        Witness::Locked(_) => "men would have stood locked in where they did not begin".into(),
        Witness::Order(_) => {
            "pieces of a first rank would have got past one another where they could not".into()
        }
        Witness::Parity(_) => "the sides would have made the wrong number of moves".into(),
        Witness::Promotions => "a side would have had more than eight pawns and promoted pieces".into(),
        Witness::Men => "a side would have had more than 16 men".into(),
        Witness::Kings(_) | Witness::EndRowPawns(_) | Witness::Castling(_) | Witness::EnPassant(_) => {
            "the position would have been plainly impossible".into()
        }
    }
}

/// What was tried in vain.
fn undecided(level: Level, why: Why) -> Vec<String> {
    let mut sentences =
        vec!["No proof was found that the position can arise, and none that it cannot.".to_owned()];
    let mut plain = vec!["castling rights and en passant square fit the men"];
    if level >= Level::Playable {
        plain.push("kings, checks and numbers of men are in order");
    }
    if level >= Level::FiveRules {
        plain.push("none of the five rules is broken");
    }
    sentences.push(sentence(plain.join("; ")));
    if level >= Level::Static {
        sentences.push("Deductions from captures, pawns and shut-in men do not rule it out.".into());
    }
    if level >= Level::LastMove {
        sentences.push("The last moves, and those before them, do not rule it out either.".into());
    }
    if level >= Level::Full {
        sentences.push("No game that leads to it was found.".into());
    }
    sentences.push(match why {
        Why::Level => format!("Nothing beyond the level `{level}` was asked for."),
        _ => ended(why),
    });
    sentences
}

/// Why a search found nothing.
fn ended(why: Why) -> String {
    match why {
        Why::Limit(reached) => format!("The search stopped at {reached}; a higher limit may decide it."),
        Why::Level | Why::Exhausted => "Everything that this version knows was tried.".into(),
    }
}
