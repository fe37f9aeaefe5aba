//! Too few captures for the pawns.

use chess_arbiter::board::{Bitboard, Board, Color, Man, Role, Square};
use chess_arbiter::moves::{Past, pawns_and_promoted};
use chess_arbiter::reach::facts::Facts;
use chess_arbiter::reach::facts::columns::{Columns, ColumnsEnd};
use chess_arbiter::reach::facts::mobility::{Forced, Mobility, missing};
use chess_arbiter::reach::facts::needs::Needs;
use chess_arbiter::reach::facts::origins::home;
use chess_arbiter::reach::facts::ways::relative_rank;
use chess_arbiter::reach::lemma::{FileCount, KernelNeeds};

use super::material::{losses, surplus};
use super::origins::barred;
use crate::words::{self, captures, list, men, side};

/// On how many files white and black pawns still face each other, and that the others need captures.
fn facing(count: &FileCount) -> [String; 2] {
    let closed = count.closed;
    let open = 8 - closed.len();
    let files = list(closed.map(Square::file_char));
    let still = match closed.len() {
        0 => "that is so no longer on any of them".into(),
        1 => format!("that is still so only on file {files}"),
        _ => format!("that is still so only on files {files}"),
    };
    [
        format!("Every file began with a white pawn below a black one; {still}."),
        format!(
            "Pawns pass each other only by captures: on {}, one of the first two pawns captured or was \
             captured.",
            if open == 1 {
                "the other file".into()
            } else {
                format!("each of the {}{open} files", if closed.is_empty() { "" } else { "other " })
            }
        ),
    ]
}

/// Lemma `files`.
pub(super) fn by_files(board: &Board, count: &FileCount) -> Vec<String> {
    let &FileCount { closed, lost, lost_pawns: pawns, .. } = count;
    let open = 8 - closed.len();
    let mut sentences = Vec::from(facing(count));
    sentences.push(losses(board));
    if lost > 0 {
        sentences.push(format!(
            "A capture accounts for one file, by the pawn that made it, and for a second only if it took a \
             pawn; with the promoted pieces on the board {}.",
            match pawns {
                0 => "no missing man can be a pawn".into(),
                1 => "only 1 missing man can be a pawn".into(),
                n => format!("only {n} missing men can be pawns"),
            }
        ));
        sentences.push(format!(
            "So {} account for {} of the {open} files at most.",
            captures(lost),
            lost + pawns
        ));
    }
    sentences
}

/// The pawns of a side that must have captured, the fewest captures of all, and where they then came from.
fn wanderers(board: &Board, color: Color) -> Option<(u32, Vec<(Square, u8)>)> {
    let pawns: Vec<Square> = board.men(color, Role::Pawn).collect();
    // By set of files taken, the fewest captures of the pawns so far, and the files of each.
    let mut best: Vec<Option<(u32, Vec<u8>)>> = vec![None; 256];
    best[0] = Some((0, Vec::new()));
    for &pawn in &pawns {
        let mut next: Vec<Option<(u32, Vec<u8>)>> = vec![None; 256];
        for (taken, found) in best.iter().enumerate() {
            let Some((cost, from)) = found else { continue };
            for file in (0..8u8).filter(|file| taken >> file & 1 == 0) {
                let distance = file.abs_diff(pawn.file());
                if distance + 1 > relative_rank(color, pawn) {
                    continue;
                }
                let cost = cost + u32::from(distance);
                let slot = &mut next[taken | 1 << file];
                if slot.as_ref().is_none_or(|(least, _)| cost < *least) {
                    let mut from = from.clone();
                    from.push(file);
                    *slot = Some((cost, from));
                }
            }
        }
        best = next;
    }
    let (cost, from) = best.into_iter().flatten().min_by_key(|(cost, _)| *cost)?;
    let moved = pawns.into_iter().zip(from).filter(|(pawn, file)| pawn.file() != *file);
    Some((cost, moved.collect()))
}

/// The past with so many more men of each side missing, none of them pawns: the columns only count.
fn roomier(past: &Past, more: [u32; 2]) -> Option<Past> {
    let mut board = past.board;
    for color in Color::BOTH {
        let pieces = board.color(color) - board.role(Role::Pawn);
        if pieces.len() < more[color as usize] {
            return None;
        }
        for square in pieces.take(more[color as usize] as usize) {
            board.remove(square);
        }
    }
    Some(Past { board, ..*past })
}

/// Steps that each question of the columns may take.
const MAX_STEPS: u64 = 20_000;

/// Whether the columns can be had when so many more men of each side are missing; `None` when there are not
/// so many.
fn asked(past: &Past, needs: [Needs; 2], more: [u32; 2]) -> Option<ColumnsEnd> {
    let past = roomier(past, more)?;
    Some(
        Columns::new(&past, needs)
            .map_or(ColumnsEnd::Exhausted, |columns| columns.search(MAX_STEPS, &mut |_| true)),
    )
}

/// How many more men must be missing at least, of one side or both together, and whether those are enough;
/// `None` beyond what is looked at.
fn least_more(past: &Past, needs: [Needs; 2]) -> Option<(u32, Option<[u32; 2]>)> {
    for total in 1..=6 {
        // Evenly first.
        let mut splits: Vec<[u32; 2]> = (0..=total).map(|white| [white, total - white]).collect();
        splits.sort_by_key(|split| split[0].abs_diff(split[1]));
        let mut unknown = false;
        for more in splits {
            match asked(past, needs, more) {
                Some(ColumnsEnd::Stopped) => return Some((total, Some(more))),
                Some(ColumnsEnd::Exhausted) => {}
                _ => unknown = true,
            }
        }
        if unknown {
            return Some((total, None));
        }
    }
    None
}

/// What each side's pawns must have provided, from counting.
fn demands(board: &Board, sentences: &mut Vec<String>) {
    let promoted = Color::BOTH.map(|color| surplus(board, color));
    let spare = Color::BOTH.map(|color| 8u32.saturating_sub(pawns_and_promoted(board, color)));
    for color in Color::BOTH {
        let promoted = &promoted[color as usize];
        if !promoted.is_empty() {
            let spare = match spare[color as usize] {
                0 => "all its other pawns are on the board, so none was captured as a pawn".into(),
                n => format!(
                    "at most {} captured as {}",
                    if n == 1 { "1 pawn was".into() } else { format!("{n} pawns were") },
                    if n == 1 { "a pawn" } else { "pawns" }
                ),
            };
            sentences.push(format!("{} has promoted {} or more; {spare}.", side(color), list(promoted)));
        }
    }
    for color in Color::BOTH {
        if let Some((cost @ 1.., moved)) = wanderers(board, color) {
            let came = moved
                .iter()
                .map(|&(pawn, file)| format!("{pawn} from {}", home(color, 8 + usize::from(file))));
            sentences.push(format!(
                "{}'s pawns cannot stand as they do without {} at least: say {}.",
                side(color),
                captures(cost),
                list(came)
            ));
        }
    }
}

/// The last sentence: how many captures it would take.
fn shortage(past: &Past, needs: &[Option<Needs>; 2], sentences: &mut Vec<String>) {
    let board = &past.board;
    let &[Some(white), Some(black)] = needs else { return };
    let needs = [white, black];
    let lost = Color::BOTH.map(|color| 16 - board.color(color).len());
    let available = lost[0] + lost[1] - u32::from(white.piece_captures) - u32::from(black.piece_captures);
    let enough = if available == 1 { "1 capture is".into() } else { format!("{} are", captures(available)) };
    let all = format!("Whichever pawns capture, are captured or promote, {enough}");
    sentences.push(match least_more(past, needs) {
        Some((total, more)) => {
            let who = more.map_or_else(String::new, |[a, b]| match (a, b) {
                (0, b) => format!(", for instance of {} of Black's", men(b)),
                (a, 0) => format!(", for instance of {} of White's", men(a)),
                _ => format!(", for instance of {} of White's and {b} of Black's", men(a)),
            });
            format!("{all} not enough: it would take {total} more at least{who}.")
        }
        None => format!("{all} far from enough."),
    });
}

/// That the captures would do, if promoted bishops did not need squares of their colour.
fn only_for_bishops(past: &Past) -> Option<String> {
    let mut board = past.board;
    let mut bishops = Vec::new();
    for color in Color::BOTH {
        for (squares, shade) in [(Bitboard::LIGHT, "light"), (!Bitboard::LIGHT, "dark")] {
            let own = board.men(color, Role::Bishop) & squares;
            if own.more_than_one() {
                bishops.push(format!("{}'s on {shade} squares", side(color)));
            }
            for square in own.skip(1) {
                board.put(square, Man { color, role: Role::Queen });
            }
        }
    }
    if bishops.is_empty() {
        return None;
    }
    // The first queen of a side is no promoted one: one must be there to be counted from.
    let needs = Color::BOTH.map(|color| {
        let mut counted = board;
        if past.board.men(color, Role::Queen).is_empty()
            && board.men(color, Role::Queen).has_any()
            && let Some(king) = board.men(color, Role::King).first()
        {
            counted.put(king, Man { color, role: Role::Queen });
        }
        Needs::of_men(&counted, color)
    });
    let [Some(white), Some(black)] = needs else { return None };
    let found = asked(past, [white, black], [0, 0])?;
    (found == ColumnsEnd::Stopped).then(|| {
        format!(
            "They would be enough if the promoted bishops ({}) had not needed a last square of their colour.",
            list(bishops)
        )
    })
}

/// Lemma `columns`.
pub(super) fn by_columns(past: &Past, needs: &[Option<Needs>; 2]) -> Vec<String> {
    let board = &past.board;
    let mut sentences = vec![losses(board)];
    demands(board, &mut sentences);
    sentences.extend(facing(&FileCount::of(board)));
    shortage(past, needs, &mut sentences);
    sentences.extend(only_for_bishops(past));
    sentences
}

/// Lemma `confined-columns`.
pub(super) fn by_confined_columns(facts: &Facts, needs: &[Option<Needs>; 2]) -> Vec<String> {
    let (past, board, rounds) = (facts.past(), facts.board(), facts.mobility());
    let mut sentences = vec![losses(board)];
    let forced = rounds.forced();
    for color in Color::BOTH {
        for (index, (role, shade)) in Forced::KINDS.into_iter().enumerate() {
            let promoted = u32::from(forced.promoted[color as usize][index]);
            if promoted > 0 {
                sentences.extend(entries(past, rounds, color, role, shade));
            }
            let own = board.men(color, role) & shade;
            let counted =
                own.len().saturating_sub(if role == Role::Bishop { 1 } else { role.initial_count() });
            if promoted <= counted {
                continue;
            }
            let free = own - forced.fixed;
            let barred: Vec<(Square, String)> = free
                .filter_map(|square| Some((square, barred(past, rounds, color, role, square)?.0)))
                .collect();
            let last_row = Bitboard::rank(7 - 7 * color as u8);
            if let [(square, why)] = &barred[..]
                && rounds.ways.fill(color, role, square.bb()) & last_row == square.bb()
            {
                sentences.push(format!(
                    "{}'s {role} on {square} must be a pawn promoted there: {why}.",
                    side(color)
                ));
                continue;
            }
            let why = confined(past, rounds, color, role, shade, free)
                .map_or_else(String::new, |why| format!(", since {why}"));
            sentences
                .push(format!("Of {}, at least {promoted} must be promoted{why}.", words::all(board, free)));
        }
        let open: Bitboard = Bitboard::rank(7 - 7 * color as u8) - forced.closed;
        if open.len() < 8 {
            let seventh = Bitboard::rank(6 - 5 * color as u8);
            let walls = (forced.fixed & seventh & board.color(!color))
                | (forced.fixed & Bitboard::rank(7 - 7 * color as u8));
            let why = if walls.has_any() && walls.len() <= 8 {
                format!(", as {} never moved", words::all(board, walls))
            } else {
                String::new()
            };
            sentences.push(format!(
                "With the captures that they can have made{why}, {}'s pawns promoted only on {}.",
                side(color),
                list(open)
            ));
        }
        let home = u32::from(forced.captured_at_home[color as usize]);
        if home > 0 {
            let pieces = rounds.pocketed(color).filter(|&origin| origin < 8);
            let homes = pieces.map(|origin| self::home(color, origin));
            sentences.push(format!(
                "At least {home} of {}'s pieces from {} {} captured by {} where no pawn of {} can capture.",
                side(color),
                list(homes),
                if home == 1 { "was" } else { "were" },
                if home == 1 { "a piece" } else { "pieces" },
                side(!color)
            ));
        }
    }
    demands(board, &mut sentences);
    sentences.extend(facing(&FileCount::of(board)));
    shortage(past, needs, &mut sentences);
    if sentences.len() > 10 {
        // What each side promoted by mere counting is the least telling.
        sentences.retain(|sentence| !sentence.contains(" has promoted "));
    }
    sentences
}

/// The squares of the last rank from which promoted men of a kind can have come, when they are fewer than for
/// their colour.
fn entries(past: &Past, rounds: &Mobility, color: Color, role: Role, shade: Bitboard) -> Option<String> {
    let rank = Bitboard::rank(7 - 7 * color as u8);
    let full = rank & if role == Role::Bishop { shade } else { Bitboard::FULL };
    let men = (past.board.men(color, role) & shade) - rounds.ways.fixed;
    let from = men.fold(Bitboard::EMPTY, |all, man| all | rounds.ways.fill(color, role, man.bb())) & rank;
    let shut = full - from - rounds.ways.fixed;
    let walls = rounds.ways.walls(color, role, shut, &past.board);
    let roomy = |square: Square| rounds.ways.fill(color, role, square.bb()).len() > 8;
    if shut.is_empty() || walls.is_empty() || walls.len() > 6 || shut.into_iter().any(roomy) {
        return None;
    }
    Some(format!(
        "A {role} promoted on {} would never have got out past {}, which never moved.",
        list(shut).replace(" and ", " or "),
        words::all(&past.board, walls)
    ))
}

/// Which originals of a kind never got to any of these men's squares, and what shuts them in.
fn confined(
    past: &Past,
    rounds: &Mobility,
    color: Color,
    role: Role,
    shade: Bitboard,
    men: Bitboard,
) -> Option<String> {
    let side = &rounds.origins[color as usize];
    let (file, range) = (0..8)
        .filter(|&file| past.start.roles()[file] == role && shade.has(home(color, file)))
        .map(|file| (file, side.range(file)))
        .find(|(_, range)| (*range & men).is_empty())?;
    let walls = rounds.ways.walls(color, role, range, &past.board);
    let shut = if walls.has_any() && walls.len() <= 8 {
        format!(", shut in by {}", words::all(&past.board, walls))
    } else {
        String::new()
    };
    let at = home(color, file);
    Some(if range.single().is_some() {
        format!("the {role} of {at} never left its square{shut}")
    } else {
        format!("the {role} of {at} never left {}{shut}", words::squares(range))
    })
}

/// How many captures of pawns there were at most, for someone who asks about one side.
pub(super) fn bound(board: &Board, rounds: &Mobility, color: Color) -> Vec<String> {
    let (missing, most) = (missing(board)[color as usize], rounds.ways.captures[color as usize]);
    let mut sentences = Vec::new();
    if missing == 0 {
        sentences.push(format!(
            "{} has all 16 men, so {} has captured nothing: none of its pawns ever left its file.",
            side(!color),
            side(color)
        ));
        return sentences;
    }
    sentences.push(format!(
        "{} lacks {}, so {}'s pawns made at most {}.",
        side(!color),
        men(missing),
        side(color),
        captures(missing)
    ));
    if most < missing {
        let names: Vec<String> = (rounds.pocketed(!color))
            .map(|origin| {
                let role = rounds.ways.start.roles().get(origin).map_or(Role::Pawn, |&role| role);
                format!("the {role} of {}", home(!color, origin))
            })
            .collect();
        if !names.is_empty() {
            sentences.push(format!(
                "Of {}'s men {} never stood where a pawn of {} can capture: {} captured by a piece, which \
                 leaves the pawns {}.",
                side(!color),
                list(names),
                side(color),
                if missing - most == 1 { "one was".into() } else { format!("{} were", missing - most) },
                if most == 0 { "no capture".into() } else { captures(most) },
            ));
        }
    }
    sentences
}

/// Lemma `kernel`.
pub(super) fn by_kernel(board: &Board, needs: &KernelNeeds) -> Vec<String> {
    let mut sentences = vec![losses(board)];
    demands(board, &mut sentences);
    sentences.extend(Color::BOTH.into_iter().filter_map(|color| closed_files(board, color, needs)));
    let off: Vec<String> = (0..8)
        .filter(|&file| needs.misplaced[file] > 0)
        .map(|file| format!("{} of file {}", needs.misplaced[file], words::files(1 << file)))
        .collect();
    if !off.is_empty() {
        sentences.push(format!(
            "So that the others can promote, or stand as they do, at least these of the first pawns captured or \
             were captured: {}.",
            list(off)
        ));
    }
    let lost: u32 = Color::BOTH.map(|color| 16u32.saturating_sub(board.color(color).len())).iter().sum();
    sentences.push(format!(
        "In whatever order, on whatever ranks and by whichever pawns {} made, not all of that can be done.",
        if lost == 1 { "the one capture was".into() } else { format!("the {} were", captures(lost)) }
    ));
    sentences
}

/// Where men that never moved let no pawn of a side promote.
fn closed_files(board: &Board, color: Color, needs: &KernelNeeds) -> Option<String> {
    let other = !color;
    let closed: u8 = (0..8).filter(|&file| needs.closed[file][color as usize]).map(|file| 1 << file).sum();
    let king = board.men(other, Role::King).first()?;
    // A pawn that stands on its second rank bars its own file too, but that is plain to see.
    let rank = color.own_rank(6);
    let bare = |file: u8| !board.men(other, Role::Pawn).has(Square::at(file, rank));
    let told: u8 = (0..8).filter(|&file| closed >> file & 1 == 1 && bare(file)).map(|file| 1 << file).sum();
    if told == 0 {
        return None;
    }
    let beside =
        (king.file().saturating_sub(1)..=(king.file() + 1).min(7)).filter(|&file| file != king.file());
    let checks: Vec<String> =
        beside.filter(|&file| told >> file & 1 == 1).map(|file| Square::at(file, rank).to_string()).collect();
    let why = if checks.is_empty() {
        String::new()
    } else {
        format!(
            " (on {} it would have given check to the king on {king}, which never moved, and been captured)",
            checks.join(" or ")
        )
    };
    Some(format!(
        "No pawn of {}'s went straight ahead to promote on {} {}: men that never moved bar the way{why}.",
        side(color),
        if told.is_power_of_two() { "file" } else { "files" },
        words::files(told)
    ))
}
