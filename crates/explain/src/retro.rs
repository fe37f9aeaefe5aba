//! What a position tells of its past, in words.

use chess_arbiter::board::{Bitboard, Board, Color, Man, Role, Square, Start};
use chess_arbiter::moves::UnmoveKind;
use chess_arbiter::reach::retro::{
    CapturingPawn, DoubleStep, Finding, LastMove, LostMan, PromotedAmong, Retro, RetroCase, SideHistory,
};

use crate::words::{count, right, sentence, side};
use crate::{legality, words};

/// Last moves that are named in a sentence; a person does not read more.
const NAMED: usize = 16;

/// Sentences of a refutation that are told.
const REASONS: usize = 3;

/// A last move as problemists write it: `Kb1xc2(N)`, `a7-a8=N`, `e5xd6 e.p.`, `O-O`.
///
/// ```
/// use chess_arbiter::{Standard, format::parse_partial, reach::{ReachLimits, retro::retro}};
/// let asked = parse_partial::<Standard>("6Bk/6pp/2N1N3/2KpP3/8/8/8/8 w - ?").unwrap();
/// let told = retro(&asked, &ReachLimits::default()).unwrap();
/// let last = told.cases[0].last_moves.iter().find(|last| last.finding.is_possible()).unwrap();
/// assert_eq!(chess_arbiter_explain::retro::last_move(last), "d7-d5");
/// ```
pub fn last_move(last: &LastMove) -> String {
    let captured = last.unmove.captured.map(letter).unwrap_or_default();
    written(last, &captured)
}

/// A set of castling rights as a FEN has it, the rooks being those of an array.
///
/// ```
/// use chess_arbiter::{Square, board::Start};
/// let both = Square::H1.bb() | Square::A8.bb();
/// assert_eq!(chess_arbiter_explain::retro::rights(Start::USUAL, both), "Kq");
/// ```
pub fn rights(start: Start, set: Bitboard) -> String {
    let rooks = Color::BOTH.map(|color| start.castlings(color).map(|castling| castling.rook));
    let names = rooks.into_iter().flatten().zip(['K', 'Q', 'k', 'q']);
    let text: String = names.filter(|(rook, _)| set.has(*rook)).map(|(_, name)| name).collect();
    if text.is_empty() { "-".into() } else { text }
}

/// The double step over a square: `d7-d5`.
pub fn double_step(square: Square) -> String {
    let (from, to) = if square.rank() == 2 { (1, 3) } else { (6, 4) };
    format!("{}-{}", Square::at(square.file(), from), Square::at(square.file(), to))
}

/// The answer on one line: for each side that may be to move `white possible last-moves 2 of 7 castling KQ
/// en-passant no`, or that it is impossible.
pub fn line(told: &Retro) -> String {
    let cases: Vec<String> = told.cases.iter().map(|case| short(told, case)).collect();
    cases.join("; ")
}

fn short(told: &Retro, case: &RetroCase) -> String {
    let mut text = format!("{} {}", case.turn, case.finding.word());
    if case.finding.is_impossible() {
        return text;
    }
    let (possible, open) = case.counts();
    let most = if open > 0 { format!(" to {}", possible + open) } else { String::new() };
    text += &format!(" last-moves {possible}{most} of {}", case.last_moves.len());
    let castling = match told.asked.castling {
        Some(given) => rights(told.start, given),
        None => {
            let sets = largest(case, Finding::is_possible);
            let unsure = if case.castling.iter().any(|set| set.finding.is_open()) { "?" } else { "" };
            let names: Vec<String> = sets.into_iter().map(|set| rights(told.start, set)).collect();
            format!("{}{unsure}", if names.is_empty() { "-".into() } else { names.join(",") })
        }
    };
    let steps: Vec<String> = case.en_passant.iter().filter_map(step).collect();
    let steps = if steps.is_empty() { "no".into() } else { steps.join(",") };
    text += &format!(" castling {castling} en-passant {steps}");
    text
}

/// `d6`, with `!` where it was forced and `?` where it is not known to be possible.
fn step(step: &DoubleStep) -> Option<String> {
    let mark = match (&step.finding, step.forced) {
        (finding, _) if finding.is_impossible() => return None,
        (_, Some(true)) => "!",
        (Finding::Open(_), _) => "?",
        _ => "",
    };
    Some(format!("{}{mark}", step.square))
}

/// The sets of rights for which something holds and for none that is larger.
fn largest(case: &RetroCase, holds: fn(&Finding) -> bool) -> Vec<Bitboard> {
    let sets: Vec<Bitboard> =
        case.castling.iter().filter(|set| holds(&set.finding)).map(|set| set.rights).collect();
    let is_largest = |set: &&Bitboard| !sets.iter().any(|more| more != *set && (**set - *more).is_empty());
    sets.iter().filter(is_largest).copied().collect()
}

/// The answer in sentences.
pub fn retro(told: &Retro) -> Vec<String> {
    let mut sentences = Vec::new();
    for case in &told.cases {
        about(told, case, &mut sentences);
    }
    // It is about the men, hardly about the side to move.
    if let Some(sides) = told.cases.iter().find_map(|case| case.history.as_ref()) {
        history(&told.asked.board, sides, &mut sentences);
    }
    if let Some(reached) = told.limit {
        sentences.push(format!("The search stopped at {reached}; a higher limit may decide it."));
    }
    sentences
}

fn about(told: &Retro, case: &RetroCase, sentences: &mut Vec<String>) {
    let turn = side(case.turn);
    let claim = if told.asked.turn.is_some() { "The position".into() } else { format!("{turn} to move") };
    match &case.finding {
        Finding::Impossible(_) => {
            sentences.push(because(format!("{claim} is impossible"), &case.finding));
            return;
        }
        Finding::NoLastMove => {
            sentences.push(format!(
                "{claim} is impossible: every last move is, except a double step after which a pawn could be \
                 captured en passant, and the position allows no such capture."
            ));
            return;
        }
        Finding::Possible(_) => sentences.push(format!("{claim} is possible.")),
        Finding::Open(_) => {
            sentences.push(format!("{claim} is undecided: neither a game nor a proof was found."));
        }
    }
    if case.may_be_start {
        sentences.push("It is the starting position: no move need have been played.".into());
    }
    last_moves(case, sentences);
    if told.asked.castling.is_none() {
        castling(told.start, case, sentences);
    }
    en_passant(told, case, sentences);
}

/// Captures and promotions that the men show.
fn history(board: &Board, sides: &[SideHistory; 2], sentences: &mut Vec<String>) {
    for told in sides {
        let &SideHistory { color, promotions, promoted, pawn_captures, captors, .. } = told;
        let name = side(color);
        if promotions > 0 {
            let known = if promoted.has_any() {
                format!(": {}", words::all_bare(board, promoted))
            } else {
                String::new()
            };
            let pieces = words::count(promotions, "piece that was a pawn", "pieces that were pawns");
            sentences.push(format!("{name} has at least {pieces}{known}."));
        }
        if pawn_captures > 0 {
            let known = if captors.has_any() {
                format!(", among them {}", words::all_bare(board, captors))
            } else {
                String::new()
            };
            let captures = words::captures(pawn_captures);
            sentences.push(format!("{name}'s pawns made at least {captures}{known}."));
        }
        let among = told.promoted_among.iter().filter(|kind| kind.squares.len() > kind.least);
        for &PromotedAmong { squares, least, .. } in among {
            let were = if least == 1 { "was a pawn" } else { "were pawns" };
            sentences.push(format!("Of {} at least {least} {were}.", words::all(board, squares)));
        }
        for pawn in told.pawns.iter().filter(|pawn| pawn.from.len() <= FEW && pawn.on.len() <= FEW) {
            sentences.push(capture(board, pawn));
        }
        for LostMan { home, on, .. } in told.lost_men.iter().filter(|lost| (1..=FEW).contains(&lost.on.len()))
        {
            let place = if *on == home.bb() { "there".into() } else { format!("on {}", one_of(*on)) };
            sentences.push(format!("{name}'s piece that began on {home} was captured {place}."));
        }
    }
}

/// Squares that are named, of which one is meant.
const FEW: u32 = 3;

/// `b3, c3 or d3`.
fn one_of(squares: Bitboard) -> String {
    let mut names: Vec<String> = squares.map(|square| square.to_string()).collect();
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} or {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// What is known of a pawn that captured.
fn capture(board: &Board, pawn: &CapturingPawn) -> String {
    let &CapturingPawn { square, from, least, most, on, victims, .. } = pawn;
    let times =
        if least == most { words::captures(least) } else { format!("{least} to {}", words::captures(most)) };
    let last = if most > 1 { "the last of them " } else { "" };
    let victim = match victims.len() {
        1..=FEW => format!(", of the man that began on {}", one_of(victims)),
        _ => String::new(),
    };
    sentence(format!(
        "{} came from {} with {times}, {last}on {}{victim}.",
        words::the(board, square),
        one_of(from),
        one_of(on)
    ))
}

/// A claim with the reasons for it.
fn because(claim: String, finding: &Finding) -> String {
    let Finding::Impossible(verdict) = finding else { return sentence(claim) };
    let mut reasons = legality(verdict);
    reasons.truncate(REASONS);
    format!("{claim}: {}", reasons.join(" "))
}

fn last_moves(case: &RetroCase, sentences: &mut Vec<String>) {
    let mover = side(!case.turn);
    let (certain, perhaps) = (grouped(case, Finding::is_possible), grouped(case, Finding::is_open));
    match (certain.is_empty(), perhaps.is_empty()) {
        (true, true) if case.may_be_start => sentences.push(format!("{mover} cannot have moved last.")),
        (true, true) => sentences.push(format!("{mover} has no possible last move.")),
        (true, false) => {
            sentences.push(format!("{mover}'s last move was perhaps {}.", either(&perhaps)));
        }
        (false, true) => sentences.push(format!("{mover}'s last move was {}.", either(&certain))),
        (false, false) => sentences.push(format!(
            "{mover}'s last move was {}, or perhaps {}.",
            either(&certain),
            either(&perhaps)
        )),
    }
    let excluded = case.last_moves.iter().filter(|last| last.finding.is_impossible()).count();
    if excluded > 0 {
        sentences.push(sentence(format!(
            "{} that the men alone would allow {} impossible",
            count(excluded as u32, "other move", "other moves"),
            if excluded == 1 { "is" } else { "are" }
        )));
    }
}

/// Moves that differ only in what they captured together; nothing is said of the captured man where it can
/// have been any.
fn grouped(case: &RetroCase, holds: fn(&Finding) -> bool) -> Vec<String> {
    let mut groups: Vec<(&LastMove, Vec<Role>)> = Vec::new();
    for last in case.last_moves.iter().filter(|last| holds(&last.finding)) {
        let key = |last: &LastMove| {
            let unmove = last.unmove;
            (unmove.came_from, unmove.stands, unmove.kind as u8, unmove.captured.is_some())
        };
        let captured = last.unmove.captured;
        match groups.iter_mut().find(|(first, _)| key(first) == key(last)) {
            Some((_, roles)) => roles.extend(captured),
            None => groups.push((last, captured.into_iter().collect())),
        }
    }
    let text = |(last, roles): &(&LastMove, Vec<Role>)| {
        let any = if matches!(last.unmove.stands.rank(), 0 | 7) { 4 } else { 5 };
        let letters: Vec<String> = roles.iter().rev().map(|&role| letter(role)).collect();
        written(last, &if roles.len() == any { String::new() } else { letters.join("/") })
    };
    groups.iter().map(text).collect()
}

/// `a`, `a or b`, `a, b or c`; of many the first and how many more.
fn either(moves: &[String]) -> String {
    match moves {
        [] => String::new(),
        [only] => only.clone(),
        _ if moves.len() > NAMED => {
            format!("{} or one of {} others", moves[..NAMED - 1].join(", "), moves.len() + 1 - NAMED)
        }
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn letter(role: Role) -> String {
    role.letter().to_ascii_uppercase().to_string()
}

fn written(last: &LastMove, captured: &str) -> String {
    let LastMove { unmove, man: Man { role, .. }, promoted, .. } = last;
    if unmove.kind == UnmoveKind::Castling {
        return if unmove.stands.file() > 4 { "O-O" } else { "O-O-O" }.into();
    }
    let man = if *role == Role::Pawn { String::new() } else { letter(*role) };
    let mark = if unmove.captured.is_some() { 'x' } else { '-' };
    let mut text = format!("{man}{}{mark}{}", unmove.came_from, unmove.stands);
    if let Some(promoted) = promoted {
        text += &format!("={}", letter(promoted.role));
    }
    if unmove.kind == UnmoveKind::EnPassant {
        text += " e.p.";
    } else if !captured.is_empty() {
        text += &format!("({captured})");
    }
    text
}

fn castling(start: Start, case: &RetroCase, sentences: &mut Vec<String>) {
    if case.castling.is_empty() {
        sentences.push("Castling: no king has a rook with which it could still castle.".into());
        return;
    }
    let possible = largest(case, Finding::is_possible);
    match &possible[..] {
        [] => {}
        [all] => {
            let (names, can) = match all.len() {
                1 | 2 => (words::list(all.map(right)), ""),
                _ => (rights(start, *all), " together"),
            };
            sentences.push(format!("Castling: {names} can still exist{can}."));
        }
        sets => {
            let sets: Vec<String> = sets.iter().map(|&set| rights(start, set)).collect();
            sentences.push(format!(
                "Castling: {} can still exist, but no more than that together.",
                either(&sets)
            ));
        }
    }
    for set in case.castling.iter().filter(|set| set.finding.is_impossible() && set.rights.len() == 1) {
        let Some(rook) = set.rights.first() else { continue };
        sentences.push(because(format!("Castling: {} is impossible", right(rook)), &set.finding));
    }
    let open: Vec<String> =
        largest(case, Finding::is_open).into_iter().map(|set| rights(start, set)).collect();
    if !open.is_empty() {
        sentences.push(format!("Castling: {} is undecided.", either(&open)));
    }
}

fn en_passant(told: &Retro, case: &RetroCase, sentences: &mut Vec<String>) {
    if case.en_passant.is_empty() && told.asked.en_passant.is_none() {
        sentences.push("En passant: no capture can be possible.".into());
    }
    for DoubleStep { square, finding, forced, .. } in &case.en_passant {
        let step = double_step(*square);
        sentences.push(match (finding, forced) {
            (Finding::Impossible(_) | Finding::NoLastMove, _) => {
                because(format!("En passant: {step} cannot have been the last move"), finding)
            }
            (_, Some(true)) => format!("En passant: {step} must have been the last move."),
            (Finding::Possible(_), Some(false)) => {
                format!(
                    "En passant: {step} can have been the last move, but going by the men need not have been."
                )
            }
            (Finding::Possible(_), None) => {
                format!(
                    "En passant: {step} can have been the last move; whether it must have been is undecided."
                )
            }
            (Finding::Open(_), _) => format!("En passant: whether {step} was the last move is undecided."),
        });
    }
}
