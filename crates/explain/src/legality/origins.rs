//! Men that can have come from nowhere.

use chess_arbiter::attacks;
use chess_arbiter::board::{Bitboard, Board, Color, Role, Square, Start};
use chess_arbiter::moves::Past;
use chess_arbiter::reach::facts::Facts;
use chess_arbiter::reach::facts::mobility::{Mobility, never_moved};
use chess_arbiter::reach::facts::origins::{NEVER, Origins, assign, home};
use chess_arbiter::reach::facts::ways::{guards, relative_rank};

use super::pawns::bound;
use crate::words::{self, bare, captures, list, sentence, side};

/// Men that cannot all have come from the array within the captures, and none of whom can be left out: their
/// indices.
pub(super) fn culprits(side: &Origins, most: u32) -> Vec<usize> {
    let cost = |men: &[usize]| assign(&men.iter().map(|&man| side.costs[man]).collect::<Vec<_>>()).0;
    let least = |man: usize| side.costs[man].iter().copied().min().unwrap_or(NEVER);
    let mut men: Vec<usize> = (0..side.men.len()).collect();
    if let Some(&alone) = men.iter().max_by_key(|&&man| least(man))
        && least(alone) > most
    {
        return vec![alone];
    }
    // Those that cost least are left out first.
    let mut order = men.clone();
    order.sort_by_key(|&man| least(man));
    for man in order {
        let rest: Vec<usize> = men.iter().copied().filter(|&other| other != man).collect();
        if cost(&rest) > most {
            men = rest;
        }
    }
    men
}

/// Lemma `origins`, of the side that breaks it.
pub(super) fn by_origins(facts: &Facts, color: Color) -> Vec<String> {
    let (past, rounds) = (facts.past(), facts.mobility());
    let this = &rounds.origins[color as usize];
    let most = rounds.ways.captures[color as usize];
    let culprits = culprits(this, most);
    let squares: Bitboard = culprits.iter().map(|&man| this.men[man].0).collect();
    let mut sentences = Vec::new();
    let mut shut = Vec::new();
    let mut need_bound = false;
    for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
        let mut men: Vec<usize> = culprits.iter().copied().filter(|&man| this.men[man].1 == role).collect();
        if men.is_empty() {
            continue;
        }
        if role == Role::King {
            let square = this.men[men[0]].0;
            match guarded(past, rounds, color, square) {
                Some(why) => shut.push(why),
                None => shut.extend(confined(past, rounds, color, role, square.bb())),
            }
            continue;
        }
        let mut free: Bitboard = men.iter().map(|&man| this.men[man].0).collect();
        let mut promoted = free;
        for square in free {
            if let Some((why, last_row)) = barred(past, rounds, color, role, square) {
                shut.push(sentence(why));
                free = free - square.bb();
                if last_row {
                    promoted = promoted - square.bb();
                }
            }
        }
        if free.has_any() {
            shut.extend(confined(past, rounds, color, role, free));
        }
        men.retain(|&man| promoted.has(this.men[man].0));
        if men.is_empty() {
            continue;
        }
        if let Some((why, counts)) = not_promoted(past, rounds, color, role, &men) {
            need_bound |= counts;
            if !shut.contains(&why) {
                shut.push(why);
            }
        }
    }
    let costs: Vec<_> = culprits.iter().map(|&man| this.costs[man]).collect();
    let (total, assignment) = assign(&costs);
    let mut conclusion = Vec::new();
    match *culprits {
        [man] if total > most => {
            let square = this.men[man].0;
            if this.men[man].1 == Role::Pawn {
                need_bound = true;
                conclusion.push(pawn_alone(rounds, this, man, most));
            } else {
                conclusion.push(format!(
                    "So {}'s {} has nowhere to have come from.",
                    words::side(color),
                    bare(&past.board, square).trim_start_matches("the ")
                ));
            }
        }
        _ if total >= NEVER || hall(&costs, most) => {
            need_bound = true;
            conclusion.extend(too_few_origins(past, this, &culprits, most, squares));
        }
        _ => {
            need_bound = true;
            conclusion.extend(too_costly(&past.board, this, &culprits, &assignment, total, most));
        }
    }
    if need_bound {
        sentences.extend(bound(&past.board, rounds, color));
    }
    sentences.extend(shut);
    sentences.extend(conclusion);
    sentences
}

/// The men that never moved and bar all ways by which an original piece of the kind could have come to a
/// square; and whether they bar the ways from the last rank too.
pub(super) fn barred(
    past: &Past,
    rounds: &Mobility,
    color: Color,
    role: Role,
    square: Square,
) -> Option<(String, bool)> {
    let region = rounds.ways.fill(color, role, square.bb());
    let walls = rounds.ways.walls(color, role, region, &past.board);
    let original = (0..8).any(|file| {
        past.start.roles()[file] == role && (rounds.origins[color as usize].range(file) & region).has_any()
    });
    if original || region.len() > 8 || walls.len() > 8 || walls.is_empty() || cuts(rounds, region).is_some() {
        return None;
    }
    let bar = if walls.more_than_one() { "block" } else { "blocks" };
    let last_row = (region & Bitboard::rank(7 - 7 * color as u8)).has_any();
    Some((
        format!("{}, which never moved, {bar} every way to {square}", words::all(&past.board, walls)),
        !last_row,
    ))
}

/// Whether there are fewer origins than men, within the captures that each alone may take.
fn hall(costs: &[[u32; 16]], most: u32) -> bool {
    let within: Vec<[u32; 16]> =
        costs.iter().map(|costs| costs.map(|cost| if cost <= most { 0 } else { NEVER })).collect();
    assign(&within).0 >= NEVER
}

/// That a king stands where a man which never moved always guarded.
fn guarded(past: &Past, rounds: &Mobility, color: Color, square: Square) -> Option<String> {
    let board = &past.board;
    let guards: Bitboard =
        (rounds.ways.fixed & board.color(!color)).filter(|&man| guards(board, man).has(square)).collect();
    guards.has_any().then(|| {
        let (have, they) = if guards.more_than_one() { ("have", "they have") } else { ("has", "it has") };
        format!(
            "{} {have} never moved, so {they} guarded {square} from the first move on: {}'s king never \
             stepped there.",
            sentence(words::all(board, guards)).trim_end_matches('.'),
            side(color)
        )
    })
}

/// For the originals of a kind that cannot be one of these men: where they were shut in.
fn confined(past: &Past, rounds: &Mobility, color: Color, role: Role, men: Bitboard) -> Vec<String> {
    let board = &past.board;
    let this = &rounds.origins[color as usize];
    let mut said: Vec<(Bitboard, String)> = Vec::new();
    for file in (0..8).filter(|&file| past.start.roles()[file] == role) {
        let (at, range) = (home(color, file), this.range(file));
        let shade = if at.is_light() { Bitboard::LIGHT } else { !Bitboard::LIGHT };
        if role == Role::Bishop && (men & shade).is_empty() || (men - range).is_empty() {
            continue;
        }
        if let Some((_, text)) = said.iter_mut().find(|(other, _)| *other == range) {
            // Two rooks with the same room.
            *text = text.replacen(
                &format!("{}'s {role} of ", side(color)),
                &format!("{}'s {role}s of {at} and ", side(color)),
                1,
            );
            continue;
        }
        let name = format!("{}'s {role} of {at}", side(color));
        let text = if rounds.ways.fixed.has(at) {
            format!("{name} still stands there and never moved{}", why_fixed(past, at))
        } else {
            let walls = rounds.ways.walls(color, role, range, board);
            let cuts = cuts(rounds, range);
            let mut by = Vec::new();
            if walls.has_any() {
                by.push(if walls.len() > 10 {
                    format!("{} men that never moved", walls.len())
                } else {
                    format!("{}, which never moved", words::all(board, walls))
                });
            }
            by.extend(cuts);
            if role == Role::King {
                by.extend(holding(rounds, color, range));
            }
            let how = if range.len() > 16 { "kept out" } else { "shut in" };
            let shut =
                if by.is_empty() { String::new() } else { format!(", {how} by {}", by.join(", and ")) };
            let verb = if range.single().is_some() {
                "never left its square".into()
            } else if range.len() > 16 {
                format!("never got to {}", list(men - range))
            } else {
                format!("can only have stood on {}", words::squares(range))
            };
            format!("{name} {verb}{shut}")
        };
        said.push((range, text));
    }
    said.into_iter().map(|(_, text)| sentence(text)).collect()
}

/// The pawns that keep a king from the squares where they stand.
fn holding(rounds: &Mobility, color: Color, range: Bitboard) -> Option<String> {
    let around = range.map(attacks::king).fold(Bitboard::EMPTY, |a, b| a | b);
    let held = (around & rounds.ways.held_by(!color)) - range;
    let (pawns, they) = if held.more_than_one() { ("pawns", "they") } else { ("pawn", "it") };
    held.has_any().then(|| {
        format!("the {} {pawns} on {}, which {they} attacked before capturing there", !color, list(held))
    })
}

/// The pawns whose only move shuts a range.
fn cuts(rounds: &Mobility, range: Bitboard) -> Option<String> {
    let shut = rounds.ways.cuts().filter(|(_, from, to)| range.has(*from) != range.has(*to));
    let pawns: Vec<String> = shut
        .map(|(color, from, to)| format!("the {color} pawn that went from {from} to {to} in one move"))
        .take(3)
        .collect();
    (!pawns.is_empty()).then(|| list(pawns))
}

/// Why a man never moved, when that is not plain.
fn why_fixed(past: &Past, square: Square) -> &'static str {
    if !never_moved(past).has(square) {
        ", being locked in"
    } else if past.board.role_at(square) == Some(Role::Pawn) {
        ""
    } else {
        ", since it may still castle"
    }
}

/// Why none of these men is a promoted pawn, and whether the bound of captures matters.
fn not_promoted(
    past: &Past,
    rounds: &Mobility,
    color: Color,
    role: Role,
    men: &[usize],
) -> Option<(String, bool)> {
    let (board, this) = (&past.board, &rounds.origins[color as usize]);
    let most = rounds.ways.captures[color as usize];
    if board.men(color, Role::Pawn).len() == 8 {
        return Some((format!("{} still has all eight pawns, so it has promoted none.", side(color)), false));
    }
    let promotes = |&man: &usize| this.costs[man][8..].iter().any(|&cost| cost <= most);
    let stuck: Vec<usize> = men.iter().copied().filter(|man| !promotes(man)).collect();
    let &first = stuck.first()?;
    let square = this.men[first].0;
    let entries = rounds.ways.fill(color, role, square.bb()) & Bitboard::rank(7 - 7 * color as u8);
    let names: Bitboard = stuck.iter().map(|&man| this.men[man].0).collect();
    let them = list(names);
    Some(if entries.is_empty() {
        let range = rounds.ways.fill(color, role, square.bb());
        let walls = rounds.ways.walls(color, role, range, board);
        let shut = if walls.has_any() && walls.len() <= 8 {
            format!(", past {}, which never moved", words::all(board, walls))
        } else {
            String::new()
        };
        (format!("No way leads from the last rank to {them}{shut}, so no promoted pawn came there."), false)
    } else if (this.pawn_range(6) & entries).is_empty() {
        let where_to = if entries.len() == 8 { "the last rank".into() } else { words::squares(entries) };
        let held = entries_held(board, rounds, color);
        (
            format!(
                "A promoted piece came to {them} only from {where_to}, where no {color} pawn can have \
                 come{held}."
            ),
            true,
        )
    } else {
        (format!("No {color} pawn can have promoted to be on {them} with so few captures."), true)
    })
}

/// The enemy men that never moved and bar the last rank.
fn entries_held(board: &Board, rounds: &Mobility, color: Color) -> String {
    let rank = Bitboard::rank(6 - 5 * color as u8);
    let walls = rounds.ways.fixed & board.color(!color) & rank;
    if walls.has_any() {
        format!(", past {}, which never moved", words::all(board, walls))
    } else {
        String::new()
    }
}

/// A pawn that is too far from every file it can have begun on.
fn pawn_alone(rounds: &Mobility, this: &Origins, man: usize, most: u32) -> String {
    let (color, (square, _)) = (this.color, this.men[man]);
    let least = this.costs[man].iter().copied().min().unwrap_or(NEVER);
    let name = format!("{}'s pawn on {square}", side(color));
    if least < NEVER {
        return format!(
            "{name} cannot have come there without {}, and no more than {most} can have been made.",
            captures(least)
        );
    }
    // The nearest file whose pawn has gone, if the captures are what is missing.
    let ranks = relative_rank(color, square).saturating_sub(1);
    let near = (0..8u8)
        .filter(|&file| !rounds.ways.fixed.has(home(color, 8 + usize::from(file))))
        .min_by_key(|file| file.abs_diff(square.file()))
        .filter(|file| (1..=ranks).contains(&file.abs_diff(square.file())));
    match near.map(|file| (file, u32::from(file.abs_diff(square.file())))) {
        Some((file, needed)) if needed > most => format!(
            "{name} can have come from {} at the nearest, the others being at home or farther: that takes \
             {}.",
            home(color, 8 + usize::from(file)),
            captures(needed)
        ),
        _ => format!("{name} has nowhere to have come from: no pawn's way from the second rank leads there."),
    }
}

/// More men than origins.
fn too_few_origins(
    past: &Past,
    this: &Origins,
    culprits: &[usize],
    most: u32,
    squares: Bitboard,
) -> Vec<String> {
    let origins: Vec<usize> =
        (0..16).filter(|&origin| culprits.iter().any(|&man| this.costs[man][origin] <= most)).collect();
    let who = match squares.len() {
        n @ 9.. => format!("of {}'s men, {n}", side(this.color)),
        _ => words::all(&past.board, squares),
    };
    if origins.is_empty() {
        let have = if squares.more_than_one() { "have" } else { "has" };
        return vec![sentence(format!("{who} {have} nowhere to have come from"))];
    }
    if culprits.len() <= origins.len() {
        return vec![sentence(format!(
            "{who} cannot all have come from {} within these captures",
            short(past.start, this, &origins)
        ))];
    }
    vec![sentence(format!(
        "{who} can only be {}: {} men for {}",
        short(past.start, this, &origins),
        culprits.len(),
        if origins.len() == 1 { "one place".into() } else { format!("{} places", origins.len()) }
    ))]
}

/// Origins in few words: those of a kind together.
fn short(start: Start, this: &Origins, origins: &[usize]) -> String {
    let role = |origin: usize| if origin < 8 { start.roles()[origin] } else { Role::Pawn };
    let kinds = Role::ALL.into_iter().rev().filter_map(|kind| {
        let homes: Vec<Square> = origins
            .iter()
            .filter(|&&origin| role(origin) == kind)
            .map(|&origin| home(this.color, origin))
            .collect();
        match homes.len() {
            0 => None,
            1 => Some(format!("the {kind} of {}", homes[0])),
            8 => Some("the eight pawns".into()),
            _ => Some(format!("the {kind}s of {}", list(homes))),
        }
    });
    list(kinds)
}

/// More captures than the enemy has lost men.
fn too_costly(
    board: &Board,
    this: &Origins,
    culprits: &[usize],
    assignment: &[usize],
    total: u32,
    most: u32,
) -> Vec<String> {
    let mut ways = Vec::new();
    for (&man, &origin) in culprits.iter().zip(assignment) {
        let cost = this.costs[man][origin];
        if cost > 0 {
            let (square, role) = this.men[man];
            let promoted = if role == Role::Pawn { "" } else { ", promoted" };
            ways.push(format!(
                "{} from {}{promoted} ({cost})",
                bare(board, square),
                home(this.color, origin)
            ));
        }
    }
    let squares: Bitboard = culprits.iter().map(|&man| this.men[man].0).collect();
    let mut sentences = vec![sentence(format!(
        "{} cannot all have come where they stand without {} by pawns, and no more than {most} can have been \
         made",
        words::all(board, squares),
        captures(total)
    ))];
    let how = list(ways);
    if how.len() < 200 {
        sentences.push(format!("The cheapest way is: {how}."));
    }
    sentences
}
