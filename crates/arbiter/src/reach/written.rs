//! A verdict as its certificate, and how certificates spell pasts and games.

use std::collections::HashMap;

use crate::board::{Bitboard, Board, Castling, Color, Move, Role, Square, Start};
use crate::certificate::{
    Cases, Certificate, Claim, Evidence, KernelCases, Legality, Node, QuestionKind, Searched,
};
use crate::format::{fen, uci};
use crate::limits::{Limits, Reached};
use crate::moves::Past;
use crate::position::Position;
use crate::rules::{Rules, Standard};

use super::cases::{self, Allowance, placements};
use super::last_move::{ImpossiblePast, PastReason};
use super::lemma::kernel::witness;
use super::lemma::{COLUMNS, CONFINED_COLUMNS, FILES, KERNEL, Lemma, ORDER, PARITY};
use super::shortest::LowerBound;
use super::terms::{Draws, Unknown};
use super::verdict::{Clocks, ReachAnswer, ReachVerdict};

impl ReachVerdict {
    /// The certificate; `None` when undecided, or when no cases were found that show what a lemma found.
    pub fn certificate(&self) -> Option<Certificate> {
        self.certificate_within(&Limits::default()).ok()?
    }

    /// The same, within limits: to show what some lemmas found takes a search, of milliseconds for nearly all
    /// positions, and of 20 seconds at most.
    ///
    /// # Errors
    /// A limit is reached: the time, or an interrupt.
    pub fn certificate_within(&self, limits: &Limits) -> Result<Option<Certificate>, Reached> {
        self.certificate_with(None, None, limits)
    }

    /// The certificate of a legal verdict with what is known about shorter games: what shows that there are
    /// none, and the search that found none beyond that.
    ///
    /// # Errors
    /// As [`certificate_within`](ReachVerdict::certificate_within).
    pub fn certificate_with(
        &self,
        bound: Option<LowerBound>,
        searched: Option<Searched>,
        limits: &Limits,
    ) -> Result<Option<Certificate>, Reached> {
        let mut writer = NodeWriter::new(limits);
        let certificate = self.written(bound, searched, &mut writer);
        match writer.allowance.reached() {
            Some(limit) if certificate.is_none() => Err(limit),
            _ => Ok(certificate),
        }
    }

    fn written(
        &self,
        bound: Option<LowerBound>,
        searched: Option<Searched>,
        writer: &mut NodeWriter,
    ) -> Option<Certificate> {
        let bound = bound.filter(|_| self.past.start.is_usual() && !self.is_from_any());
        let any = |of: fn(Unknown) -> bool| {
            let unknown = bound.as_ref().is_some_and(|bound| of(bound.terms.unknown));
            unknown.then(|| "any".to_owned())
        };
        let (castling, en_passant) = (any(|unknown| unknown.castling), any(|unknown| unknown.en_passant));
        let at_least = bound.as_ref().and_then(|bound| u32::try_from(bound.at_least).ok());
        let (answer, evidence) = match &self.answer {
            ReachAnswer::Legal(game) => {
                let draws = (self.terms.draws == Draws::Ignored).then(|| "ignored".to_owned());
                let (game, bound) = (uci_moves(self.past.start, game), bound.map(LowerBound::written));
                (Legality::Legal, Evidence::Game { game, draws, bound, searched })
            }
            ReachAnswer::Illegal(nodes) if self.elsewhere.is_empty() => {
                (Legality::Illegal, Evidence::Nodes { nodes: writer.written(nodes)? })
            }
            ReachAnswer::Illegal(nodes) => {
                let mut groups: Vec<(Start, Vec<String>, Vec<Node>)> = Vec::new();
                for pasts in std::iter::once(nodes).chain(&self.elsewhere) {
                    let start = pasts.first().map(|node| node.past.start).unwrap_or_default();
                    let nodes = writer.written(pasts)?;
                    let mut joined = groups.iter_mut();
                    let joined =
                        joined.find(|(one, _, known)| may_share(pasts, *one, start) && *known == nodes);
                    match joined {
                        Some((_, names, _)) => names.push(start.to_string()),
                        None => groups.push((start, vec![start.to_string()], nodes)),
                    }
                }
                let arrays = groups.into_iter().map(|(_, names, nodes)| (names, nodes)).collect();
                (Legality::Illegal, Evidence::Arrays { arrays })
            }
            ReachAnswer::ImpossibleClocks(fault) => {
                (Legality::Illegal, Evidence::Clocks { clocks: fault.name().to_owned() })
            }
            ReachAnswer::Undecided(_) => return None,
        };
        let start = match self.past.start {
            _ if self.is_from_any() => Some("any".to_owned()),
            start => (!start.is_usual()).then(|| start.to_string()),
        };
        let clocks = self.clocks.map(|Clocks { halfmoves, fullmoves }| (halfmoves, fullmoves));
        let claim = Claim::Legality { answer, start, clocks, at_least, castling, en_passant };
        Some(Certificate::new("standard", QuestionKind::Legality, key(&self.reached()), claim, evidence))
    }
}

/// Whether nodes ask so little of two arrays that a certificate may list both beside them: the text of the
/// arrays pays for each node.
fn may_share(nodes: &[ImpossiblePast], one: Start, other: Start) -> bool {
    let is_instant = |reason: PastReason| matches!(reason, PastReason::Lemma(lemma) if lemma.instant);
    let of_castling = |reason: PastReason| match reason {
        PastReason::Retract => true,
        PastReason::Lemma(lemma) => [&FILES, &COLUMNS].contains(&lemma),
    };
    let are_alike = one.castlings(Color::White) == other.castlings(Color::White);
    match nodes {
        [node] if is_instant(node.reason) => true,
        _ => are_alike && nodes.iter().all(|node| is_instant(node.reason) || of_castling(node.reason)),
    }
}

/// Writes nodes, with their cases; men that stand in several nodes, or in those of several arrays, are looked
/// at once.
struct NodeWriter {
    columns: HashMap<Board, Option<Cases>>,
    confined: HashMap<Past, Option<Cases>>,
    kernel: HashMap<Past, Option<KernelCases>>,
    /// To find them.
    allowance: Allowance,
}

impl NodeWriter {
    fn new(limits: &Limits) -> NodeWriter {
        NodeWriter {
            columns: HashMap::new(),
            confined: HashMap::new(),
            kernel: HashMap::new(),
            allowance: Allowance::new(cases::MAX_PROGRAMS_OF_ALL, limits),
        }
    }

    /// Nodes as certificates have them; `None` if no cases are found for one.
    fn written(&mut self, nodes: &[ImpossiblePast]) -> Option<Vec<Node>> {
        nodes.iter().map(|ImpossiblePast { past, reason }| self.node(past, *reason)).collect()
    }

    fn node(&mut self, past: &Past, reason: PastReason) -> Option<Node> {
        let allowance = &mut self.allowance;
        let name = match reason {
            PastReason::Retract => "retract",
            PastReason::Lemma(lemma) => lemma.name,
        };
        let (key, name) = (key(past), name.to_owned());
        Some(match reason {
            PastReason::Lemma(lemma) if *lemma == COLUMNS => {
                let cases =
                    self.columns.entry(past.board).or_insert_with(|| cases::of_columns(past, allowance));
                Node::Cases(key, name, cases.clone()?)
            }
            PastReason::Lemma(lemma) if *lemma == CONFINED_COLUMNS => {
                let cases =
                    self.confined.entry(*past).or_insert_with(|| cases::of_confined_columns(past, allowance));
                Node::Cases(key, name, cases.clone()?)
            }
            PastReason::Lemma(lemma) if *lemma == KERNEL => {
                let cases = self.kernel.entry(*past).or_insert_with(|| witness::of(past, allowance));
                Node::States(key, name, Box::new(cases.clone()?))
            }
            PastReason::Lemma(lemma) if *lemma == ORDER => {
                Node::Order(key, name, placements::of_order(past)?)
            }
            PastReason::Lemma(lemma) if *lemma == PARITY => {
                Node::Parity(key, name, placements::of_parity(past)?)
            }
            PastReason::Lemma(_) | PastReason::Retract => Node::Reason(key, name),
        })
    }
}

/// That a lemma refutes a past as a node; `None` if no cases are found.
pub(super) fn node(past: &Past, lemma: &'static Lemma) -> Option<Node> {
    NodeWriter::new(&Limits::default()).node(past, PastReason::Lemma(lemma))
}

/// A past as certificates spell it.
pub(super) fn key(past: &Past) -> String {
    let mut text = fen::write_placement(Standard::SIZE, &past.board);
    text.push_str(if past.turn == Color::White { " w " } else { " b " });
    let before = text.len();
    // `K` is the right on the king's side, even when king or rook stand elsewhere than they should.
    for color in Color::BOTH {
        let king = king_of(past, color);
        let rights = past.castling & Bitboard::rank(color.own_rank(0));
        let kings_side: Bitboard = rights.filter(|rook| Castling::is_on_kings_side(*rook, king)).collect();
        let letters = if color == Color::White { ['K', 'Q'] } else { ['k', 'q'] };
        for (letter, wing) in letters.into_iter().zip([kings_side, rights - kings_side]) {
            if wing.has_any() {
                text.push(letter);
            }
        }
    }
    if text.len() == before {
        text.push('-');
    }
    text.push(' ');
    match past.en_passant {
        Some(square) => text.push_str(&square.to_string()),
        None => text.push('-'),
    }
    text
}

/// The king that rights are seen from: where there is none, that of the array. (All rights of a past from
/// another array than the usual are of rooks of that array.)
fn king_of(past: &Past, color: Color) -> Square {
    let king = past.board.men(color, Role::King).first().filter(|_| past.start.is_usual());
    king.unwrap_or_else(|| past.start.king(color))
}

/// A game in UCI, from an array.
pub(super) fn uci_moves(start: Start, game: &[Move]) -> Vec<String> {
    let mut position = Position::from_start(start);
    game.iter()
        .map(|&mv| {
            let text = uci::write(&position, mv);
            position = position.play(mv);
            text
        })
        .collect()
}
