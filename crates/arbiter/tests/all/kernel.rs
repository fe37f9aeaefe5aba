//! Kernels: what they refute, that they refute nothing that was played, and that the checker agrees.
#![allow(clippy::print_stderr)]

use crate::common;
use crate::lemmas::checked_refutation;

use chess_arbiter::board::{Color, Man, Move, Role, Setup, Square};
use chess_arbiter::format::{fen, san};
use chess_arbiter::moves::{Past, legal_moves};
use chess_arbiter::position::Position;
use chess_arbiter::reach::facts::Facts;
use chess_arbiter::reach::facts::mobility::MobilityEnd;
use chess_arbiter::reach::lemma::{KERNEL, Kernel, KernelEnd, instant};
use chess_arbiter::rules::Standard;
use common::{Chance, cases, rows, sweep};

/// How a search through a few states ends, however little there is to expect of it.
fn end(past: &Past, states: usize) -> KernelEnd {
    Kernel::new(&Facts::new(past)).map_or(KernelEnd::None, |kernel| kernel.search(states))
}

fn text(setup: &Setup) -> String {
    fen::write::<Standard>(setup).split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// A move as players choose it who love to capture with pawns and to promote; `stay`: and who hardly ever
/// move a king or rook. `None`: there is none.
fn greedy(position: &Position, by_pieces: &mut usize, stay: bool, chance: &mut Chance) -> Option<Move> {
    let board = position.board();
    let moves = legal_moves(position);
    let takes = |mv: &Move| board.occupied().has(mv.to()) || position.is_en_passant(*mv);
    let role = |mv: &Move| board.role_at(mv.from());
    let by_piece = *by_pieces > 0 && chance.one_in(6);
    let weight = |mv: &Move| match (role(mv), takes(mv)) {
        (Some(Role::King | Role::Rook), _) if stay => 0,
        (Some(Role::Pawn), true) => 60,
        (Some(Role::Pawn), false) => 8,
        (_, true) => usize::from(by_piece),
        (_, false) => 3,
    };
    let weights: Vec<usize> = moves.iter().map(weight).collect();
    let total: usize = weights.iter().sum();
    if total == 0 {
        return if stay { greedy(position, by_pieces, false, chance) } else { None };
    }
    let mut choice = chance.below(total);
    let mut chosen = |&&weight: &&usize| match choice.checked_sub(weight) {
        Some(rest) => {
            choice = rest;
            false
        }
        None => true,
    };
    let at = weights.iter().take_while(|weight| !chosen(weight)).count();
    *by_pieces -= usize::from(*by_pieces > 0 && takes(&moves[at]) && role(&moves[at]) != Some(Role::Pawn));
    Some(moves[at])
}

/// Games whose players love to capture with pawns and to promote, so that many end in positions where nearly
/// every capture was needed; in every second one kings and rooks stay, and bar the way. No kernel is missing.
/// `ARBITER_LONG=1`: 150,000 positions.
#[test]
fn nothing_that_was_played_is_refuted() {
    let most = sweep(3_000, 150_000);
    let (mut positions, mut tight, mut promoted, mut rights) = (0, 0, 0, 0);
    let mut chance = Chance(17);
    while positions < most {
        let mut position = Position::initial();
        // How many captures by pieces in a game of so many plies are allowed.
        let (mut by_pieces, plies, stay) = (chance.below(4), 100 + chance.below(400), chance.one_in(2));
        for _ in 0..plies {
            let Some(mv) = greedy(&position, &mut by_pieces, stay, &mut chance) else { break };
            position = position.play(mv);
            let setup = position.to_setup();
            let past = Past::from(&setup);
            positions += 1;
            assert_ne!(end(&past, 300), KernelEnd::None, "{}", text(&setup));
            let is_tight = Kernel::new(&Facts::new(&past)).is_some_and(|kernel| kernel.is_tight());
            tight += usize::from(is_tight);
            rights += usize::from(is_tight && past.castling.has_any());
            promoted += usize::from(setup.board.men(Color::White, Role::Queen).len() > 1);
            if is_tight && chance.one_in(20) {
                assert_ne!(end(&past, 20_000), KernelEnd::None, "{}", text(&setup));
            }
        }
    }
    eprintln!(
        "{positions} positions, {tight} tight, {rights} of them with rights, {promoted} with a new queen"
    );
}

#[test]
fn tables() {
    for (file, expected) in [("tromp923", 4), ("tromp10k", 2), ("composed_b", 0), ("randomplay", 0)] {
        let table = cases(&format!("legality/{file}.tsv"));
        let mut refuted = 0;
        for row in rows(&table) {
            let setup = fen::parse::<Standard>(row[0]).unwrap();
            let past = Past::from(&setup);
            if instant(&past).is_some() {
                continue;
            }
            let (legal, tight) =
                (row[1] == "legal", Kernel::new(&Facts::new(&past)).is_some_and(|kernel| kernel.is_tight()));
            let end = end(&past, if tight && legal { 3_000 } else { 100 });
            assert!(!legal || end != KernelEnd::None, "{row:?}");
            refuted += usize::from(end == KernelEnd::None);
        }
        eprintln!("{file}: {refuted} without a kernel");
        assert!(refuted >= expected, "{file}: {refuted}");
    }
}

/// Every position of long games with hundreds of pawn moves and many promotions. One game in four;
/// `ARBITER_LONG=1`: all.
#[test]
fn proof_games() {
    let table = cases("legality/tromp923_games.tsv");
    let (mut positions, mut tight) = (0, 0);
    let step = if std::env::var_os("ARBITER_LONG").is_some() { 1 } else { 4 };
    for row in rows(&table).step_by(step) {
        let mut position = Position::initial();
        for word in row[1].split_whitespace() {
            position = position.play(san::parse(&position, word).unwrap());
            let setup = position.to_setup();
            let past = Past::from(&setup);
            let is_tight = Kernel::new(&Facts::new(&past)).is_some_and(|kernel| kernel.is_tight());
            assert_ne!(end(&past, if is_tight { 1_000 } else { 20 }), KernelEnd::None, "{}", text(&setup));
            (positions, tight) = (positions + 1, tight + usize::from(is_tight));
        }
    }
    eprintln!("{positions} positions of games, {tight} tight");
}

/// A few men of a position of play, with rights, are taken off, moved or changed into others: library and
/// checker say the same.
#[test]
fn library_and_checker_agree() {
    let boards = sweep(800, 60_000);
    let mut chance = Chance(23);
    let mut counts = [0; 3];
    for _ in 0..boards {
        let (mut position, mut by_pieces) = (Position::initial(), 1);
        for _ in 0..chance.below(60) {
            let Some(mv) = greedy(&position, &mut by_pieces, true, &mut chance) else { break };
            position = position.play(mv);
        }
        let mut setup = position.to_setup();
        setup.en_passant = None;
        let board = &mut setup.board;
        for _ in 0..1 + chance.below(4) {
            let squares: Vec<Square> = board.occupied().into_iter().collect();
            let from = chance.pick(&squares);
            let man = board.man_at(from).unwrap();
            if man.role == Role::King || setup.castling.has(from) {
                continue;
            }
            let to = Square::wrap(8 + chance.below(48) as u8);
            let goes = !board.occupied().has(to);
            if goes || chance.one_in(3) {
                board.remove(from);
            }
            if goes {
                let changes = man.role == Role::Pawn && chance.one_in(2);
                let others = [Role::Queen, Role::Bishop, Role::Knight];
                board.put(to, Man { role: if changes { chance.pick(&others) } else { man.role }, ..man });
            }
        }
        let past = Past::from(&setup);
        let facts = Facts::new(&past);
        let is_tight = || Kernel::new(&facts).is_none_or(|kernel| kernel.is_tight());
        if instant(&past).is_some() || facts.mobility().end != MobilityEnd::Open || !is_tight() {
            continue;
        }
        let end = end(&past, 3_000);
        counts[end as usize] += 1;
        // Cases of some take a second to write.
        if end == KernelEnd::None && counts[end as usize] % 8 == 1 {
            assert!(checked_refutation(&KERNEL, &past), "{}", text(&setup));
        }
    }
    eprintln!("found, none, unknown: {counts:?}");
    assert!(counts[0] > 10 && counts[1] > 10);
}

/// What only men that never moved bar: pawns that give check to a king that never moved are captured.
#[test]
fn kings_that_never_moved_are_in_the_way() {
    for (text, moved) in [
        ("rnbBkbr1/ppp2ppp/2p1pn2/8/7q/8/PPP1PPPP/RNB1KBNR w KQq -", "KQ"),
        ("rn2k1nr/ppp3pp/4p3/8/4q3/1N1bb2P/PPPP1P1P/RNBQKB1R b KQkq -", "kq"),
        ("1q2k1br/P4R2/NB1p1r1R/1KR1QB1p/5p1P/1N4p1/BRP2Pr1/n4Q1r b k -", "-"),
    ] {
        let setup = fen::parse::<Standard>(text).unwrap();
        let past = Past::from(&setup);
        assert_eq!(end(&past, 10_000), KernelEnd::None, "{text}");
        assert!(checked_refutation(&KERNEL, &past), "{text}");
        let rights = text.split(' ').nth(2).unwrap();
        let setup =
            fen::parse::<Standard>(&text.replace(&format!(" {rights} "), &format!(" {moved} "))).unwrap();
        assert_eq!(end(&Past::from(&setup), 10_000), KernelEnd::Found, "{text} with {moved}");
    }
}

/// Games to positions that earlier versions refuted: the order of captures by kind of victim, and promotion
/// by capture on a file that is closed, were left out too early.
#[test]
fn played_after_all() {
    for (text, game) in [
        (
            "rnbqk2r/ppp2ppp/4p3/3P4/3p4/5N2/P1PPPPPP/RNBQKB1R b KQkq -",
            "g1f3 e7e6 f3g1 f8b4 g1f3 b4c3 b2c3 d7d5 f3g1 d5d4 c3c4 g8f6 g1f3 f6d5 c4d5",
        ),
        (
            "r1bqk1nr/ppppp2p/2n4p/8/3B4/8/PPPPPPP1/R1BQKB1R w KQkq -",
            "g1f3 b8c6 f3e5 c6b8 e5g6 f7g6 b1c3 b8c6 c3e4 c6b8 e4g3 b8c6 g3f5 c6b8 f5h6 g7h6 h2h4 b8c6 h4h5 c6b8 \
             h5g6 b8c6 g6g7 c6b8 g7f8b b8c6 f8g7 c6b8 g7d4 b8c6",
        ),
    ] {
        let mut position = Position::initial();
        for mv in game.split(' ') {
            position = position.play(chess_arbiter::format::uci::parse(&position, mv).unwrap());
        }
        let setup = fen::parse::<Standard>(text).unwrap();
        assert_eq!((position.to_setup().board, position.to_setup().castling), (setup.board, setup.castling));
        assert_eq!(end(&Past::from(&setup), 10_000), KernelEnd::Found, "{text}");
    }
}

/// The lemma as the document has it, with nothing left out: every capture on every rank of every victim.
mod slow {
    use std::collections::HashSet;

    use arrayvec::ArrayVec;

    use super::*;

    /// A pawn: its side, and its bound counted from its own side.
    type Pawn = (u8, u8);
    /// Those of a file.
    type List = ArrayVec<Pawn, 16>;
    type Lists = [List; 8];

    #[derive(Clone, PartialEq, Eq, Hash)]
    struct State {
        lists: Lists,
        /// Pieces, dark bishops, light bishops, spare pawns.
        lost: [[u8; 4]; 2],
    }

    pub(super) struct Slow {
        goal: Lists,
        bishops: [[usize; 2]; 2],
        fixed: Vec<Square>,
        /// By side: squares from which a pawn touches a fixed king.
        checks: [Vec<Square>; 2],
        seen: HashSet<State>,
    }

    fn square(side: usize, file: usize, rank: u8) -> Square {
        Square::at(file as u8, if side == 0 { rank - 1 } else { 8 - rank })
    }

    /// As the other side sees it.
    fn turned(lists: &Lists) -> Lists {
        lists.clone().map(|list| list.into_iter().rev().map(|(side, bound)| (1 - side, bound)).collect())
    }

    impl Slow {
        /// Whether there is a kernel.
        pub(super) fn finds(facts: &Facts) -> bool {
            let board = facts.board();
            let fixed: Vec<Square> = facts.mobility().ways.fixed.into_iter().collect();
            let (mut lost, mut bishops) = ([[0; 4]; 2], [[0; 2]; 2]);
            for color in Color::BOTH {
                let side = color as usize;
                let count = |role| board.men(color, role).len() as u8;
                let light =
                    (board.men(color, Role::Bishop) & chess_arbiter::board::Bitboard::LIGHT).len() as u8;
                let dark = count(Role::Bishop) - light;
                let kinds = [(count(Role::Queen), 1), (count(Role::Rook), 2), (count(Role::Knight), 2)];
                let promoted: u8 = kinds.iter().map(|(n, first)| u8::saturating_sub(*n, *first)).sum::<u8>()
                    + dark.saturating_sub(1)
                    + light.saturating_sub(1);
                lost[side] = [
                    kinds.iter().map(|(n, first)| u8::saturating_sub(*first, *n)).sum(),
                    u8::from(dark == 0),
                    u8::from(light == 0),
                    8 - count(Role::Pawn) - promoted,
                ];
                bishops[side] = [usize::from(dark.saturating_sub(1)), usize::from(light.saturating_sub(1))];
            }
            let checks = Color::BOTH.map(|color| {
                let king = board.men(!color, Role::King).first().unwrap();
                let ahead =
                    if color == Color::White { king.rank().checked_sub(1) } else { Some(king.rank() + 1) };
                let touching = |rank: u8| {
                    (0..8)
                        .filter(move |file: &u8| file.abs_diff(king.file()) == 1)
                        .map(move |f| Square::at(f, rank))
                };
                let rank = ahead.filter(|&rank| rank < 8 && fixed.contains(&king));
                rank.map_or(Vec::new(), |rank| touching(rank).collect())
            });
            let mut goal = Lists::default();
            for rank in 1..7 {
                for (file, list) in goal.iter_mut().enumerate() {
                    match board.man_at(Square::at(file as u8, rank)) {
                        Some(Man { color: Color::White, role: Role::Pawn }) => list.push((0, rank + 1)),
                        Some(Man { color: Color::Black, role: Role::Pawn }) => list.push((1, 8 - rank)),
                        _ => {}
                    }
                }
            }
            let start =
                State { lists: std::array::from_fn(|_| [(0, 2), (1, 2)].into_iter().collect()), lost };
            Slow { goal, bishops, fixed, checks, seen: HashSet::new() }.leads_on(&start)
        }

        fn closed(&self, side: usize, file: usize) -> bool {
            let [before, last] = [7, 8].map(|rank| square(side, file, rank));
            self.fixed.contains(&before) || self.fixed.contains(&last) || self.checks[side].contains(&before)
        }

        /// Puts the first side's pawn of a list on a rank; whether there is room. `us`: who that is really.
        fn place(&self, us: usize, file: usize, list: &mut List, at: usize, rank: u8) -> bool {
            if list[at].1 > rank {
                return false;
            }
            list[at].1 = rank;
            let before = list.clone();
            for (below, pawn) in list[..at].iter_mut().enumerate() {
                if pawn.0 == 1 {
                    pawn.1 = pawn.1.max((9 - rank + (at - below) as u8).min(8));
                }
            }
            loop {
                let known = list.clone();
                for high in 0..list.len() {
                    for low in 0..high {
                        let n = (high - low) as u8;
                        match (list[low].0, list[high].0) {
                            (0, 0) => list[high].1 = list[high].1.max((list[low].1 + n).min(8)),
                            (1, 1) => list[low].1 = list[low].1.max((list[high].1 + n).min(8)),
                            (0, 1) if list[low].1 + list[high].1 + n > 9 => return false,
                            _ => {}
                        }
                    }
                }
                if *list == known {
                    break;
                }
            }
            let passes = |(now, old): (&Pawn, &Pawn)| {
                now.1 == 8 && old.1 < 8 && self.closed(if now.0 == 0 { us } else { 1 - us }, file)
            };
            list[at].1 == rank && !list.iter().zip(&before).any(passes)
        }

        fn leads_on(&mut self, state: &State) -> bool {
            if !self.seen.insert(state.clone()) {
                return false;
            }
            if self.is_end(&state.lists) {
                return true;
            }
            for us in 0..2 {
                let lists = if us == 0 { state.lists.clone() } else { turned(&state.lists) };
                for file in 0..8 {
                    for at in 0..lists[file].len() {
                        if self.captures(state, us, &lists, file, at) {
                            return true;
                        }
                    }
                }
            }
            false
        }

        fn captures(&mut self, state: &State, us: usize, lists: &Lists, file: usize, at: usize) -> bool {
            let prey = state.lost[1 - us];
            if prey == [0; 4] {
                return false;
            }
            let (side, bound) = lists[file][at];
            if side == 1 {
                let mut next = lists.clone();
                next[file].remove(at);
                return !(bound == 8 && self.closed(1 - us, file)) && self.goes_on(state, us, &next, 3);
            }
            for to in [file.wrapping_sub(1), file + 1].into_iter().filter(|&to| to < 8) {
                for rank in 3..=8 {
                    let (from, onto) = (square(us, file, rank - 1), square(us, to, rank));
                    if self.fixed.contains(&from)
                        || self.fixed.contains(&onto)
                        || self.checks[us].contains(&from)
                    {
                        continue;
                    }
                    let mut left = lists.clone();
                    if !self.place(us, file, &mut left[file], at, rank - 1) {
                        continue;
                    }
                    left[file].remove(at);
                    let light = chess_arbiter::board::Bitboard::LIGHT.has(onto);
                    for place in 0..=left[to].len() {
                        // Pieces, bishops, spare pawns as pieces: they come from elsewhere.
                        let comes = |kind: usize| prey[kind] > 0 && kind != if light { 1 } else { 2 };
                        if (0..4).any(comes) {
                            let mut next = left.clone();
                            next[to].insert(place, (0, 1));
                            if self.place(us, to, &mut next[to], place, rank)
                                && (0..4).any(|kind| comes(kind) && self.goes_on(state, us, &next, kind))
                            {
                                return true;
                            }
                        }
                        // The pawn that stands there.
                        let stands = |pawn: &Pawn| pawn.0 == 1 && pawn.1 <= 9 - rank;
                        if prey[3] > 0 && left[to].get(place).is_some_and(stands) {
                            let mut next = left.clone();
                            next[to][place] = (0, 1);
                            if self.place(us, to, &mut next[to], place, rank)
                                && self.goes_on(state, us, &next, 3)
                            {
                                return true;
                            }
                        }
                    }
                }
            }
            false
        }

        /// Whether it leads on from these lists, with one man less of a kind.
        fn goes_on(&mut self, state: &State, us: usize, lists: &Lists, kind: usize) -> bool {
            let mut lost = state.lost;
            if lost[1 - us][kind] == 0 {
                return false;
            }
            lost[1 - us][kind] -= 1;
            let lists = if us == 0 { lists.clone() } else { turned(lists) };
            self.leads_on(&State { lists, lost })
        }

        fn is_end(&self, lists: &Lists) -> bool {
            let mut promoted = [[0; 2]; 2];
            for (file, (list, goal)) in lists.iter().zip(&self.goal).enumerate() {
                let black = |list: &[Pawn]| list.iter().filter(|pawn| pawn.0 == 1).count();
                let Some(low) = black(list).checked_sub(black(goal)) else { return false };
                if list.len() < low + goal.len() {
                    return false;
                }
                let (lower, rest) = list.split_at(low);
                let (stand, upper) = rest.split_at(goal.len());
                let fits = stand.iter().zip(goal).all(|(pawn, on)| pawn.0 == on.0 && pawn.1 <= on.1);
                let promotes = |pawn: &Pawn| pawn.1 == 8 || !self.closed(pawn.0.into(), file);
                if !fits
                    || !lower.iter().all(|pawn| pawn.0 == 1 && promotes(pawn))
                    || !upper.iter().all(|pawn| pawn.0 == 0 && promotes(pawn))
                {
                    return false;
                }
                // a1 is dark, a8 light.
                promoted[0][1 - file % 2] += upper.len();
                promoted[1][file % 2] += lower.len();
            }
            (0..2).all(|side| (0..2).all(|on| promoted[side][on] >= self.bishops[side][on]))
        }
    }
}

/// Positions of play with one or two captures, and such as are a man away from them: what is left out of the
/// search changes nothing. `ARBITER_LONG=1`: 1,000 of them.
#[test]
fn as_the_document_has_it() {
    let long = std::env::var_os("ARBITER_LONG").is_some();
    let (boards, most) = (if long { 1_000 } else { 32 }, 2);
    let mut chance = Chance(41);
    let mut counts = [0; 2];
    while counts[0] + counts[1] < boards {
        let (mut position, mut by_pieces) = (Position::initial(), 1);
        for _ in 0..20 + chance.below(60) {
            let Some(mv) = greedy(&position, &mut by_pieces, chance.one_in(2), &mut chance) else { break };
            let next = position.play(mv);
            if 32 - men(&next) > most {
                break;
            }
            position = next;
        }
        let mut setup = position.to_setup();
        setup.en_passant = None;
        if chance.one_in(2) {
            let squares: Vec<Square> = setup.board.role(Role::Pawn).into_iter().collect();
            let from = chance.pick(&squares);
            let man = setup.board.remove(from).unwrap();
            let to = Square::wrap(8 + chance.below(48) as u8);
            let others = [Role::Pawn, Role::Queen, Role::Bishop];
            setup.board.put(to, Man { role: chance.pick(&others), ..man });
        }
        let past = Past::from(&setup);
        let facts = Facts::new(&past);
        if instant(&past).is_some() || facts.mobility().end != MobilityEnd::Open {
            continue;
        }
        let Some(kernel) = Kernel::new(&facts).filter(|kernel| u32::from(kernel.captures()) <= most) else {
            continue;
        };
        let found = slow::Slow::finds(&facts);
        counts[usize::from(found)] += 1;
        let expected = if found { KernelEnd::Found } else { KernelEnd::None };
        assert_eq!(kernel.search(200_000), expected, "{}", text(&setup));
        if !found && kernel.is_tight() && counts[0] < 5 {
            assert!(checked_refutation(&KERNEL, &past), "{}", text(&setup));
        }
    }
    eprintln!("{} without a kernel, {} with", counts[0], counts[1]);
    assert!(counts[0] > 3 && counts[1] > 3);
}

fn men(position: &Position<Standard>) -> u32 {
    position.board().occupied().len()
}
