//! What is plain from one look at the board: kings, checks, too many men, claims that the men do not bear
//! out.

use chess_arbiter::attacks::{self, Portable};
use chess_arbiter::board::{Bitboard, Board, Color, Role, Square};
use chess_arbiter::moves::{Past, pawns_and_promoted};
use chess_arbiter::reach::lemma::Obstacle;
use chess_arbiter::rules::Standard;

use crate::words::{all_bare, count, list, men, right, sentence, side, the};

/// The men of a side that attack a square.
pub(super) fn attackers(board: &Board, square: Square, by: Color) -> Bitboard {
    attacks::attackers::<Standard, Portable>(board, square, by, board.occupied())
}

/// Lemma `kings`.
pub(super) fn kings(kings: &[Bitboard; 2]) -> Vec<String> {
    let of = |color: Color| {
        let kings = kings[color as usize];
        match kings.len() {
            0 => Some(format!("{} has no king.", side(color))),
            1 => None,
            n if n > 12 => Some(format!("{} has {n} kings instead of one.", side(color))),
            n => Some(format!(
                "{} has {n} kings, on {}; each side must have exactly one.",
                side(color),
                list(kings)
            )),
        }
    };
    Color::BOTH.into_iter().filter_map(of).collect()
}

/// Lemma `end-row-pawns`.
pub(super) fn end_row_pawns(board: &Board, pawns: Bitboard) -> Vec<String> {
    let of = |color: Color| {
        let pawns = board.color(color) & pawns;
        let rank = |rank: u8| pawns & Bitboard::rank(rank);
        let (behind, last) = if color == Color::White { (rank(0), rank(7)) } else { (rank(7), rank(0)) };
        let name = |set: Bitboard| {
            let (s, verb) = if set.more_than_one() { ("s", "stand") } else { ("", "stands") };
            format!("{}'s pawn{s} on {} {verb}", side(color), list(set))
        };
        let behind = behind
            .has_any()
            .then(|| format!("{} on the first rank, behind where pawns begin.", name(behind)));
        let last = last
            .has_any()
            .then(|| format!("{} on the last rank, where a pawn is promoted at once.", name(last)));
        behind.into_iter().chain(last)
    };
    Color::BOTH.into_iter().flat_map(of).collect()
}

/// Lemma `waiting-side-attacked`.
pub(super) fn waiting_side_attacked(past: &Past, king: Square, by: Bitboard) -> Vec<String> {
    let (board, turn) = (&past.board, past.turn);
    if (by & board.role(Role::King)).has_any() {
        return vec![format!(
            "The kings stand side by side on {king} and {}: neither can have stepped there.",
            list(by & board.role(Role::King))
        )];
    }
    let mut sentences = vec![format!(
        "It is {}'s move, yet {}'s king on {king} is in check from {}.",
        side(turn),
        side(!turn),
        all_bare(board, by)
    )];
    let mine = board.men(turn, Role::King).single();
    let checked = mine.map_or(Bitboard::EMPTY, |mine| attackers(board, mine, !turn));
    if checked.has_any() {
        sentences.push(format!(
            "{}'s king is in check as well, from {}, so it would not help if the other side were to move.",
            side(turn),
            all_bare(board, checked)
        ));
    } else {
        sentences.push(format!(
            "{} would have left its king in check with its last move, which the rules forbid.",
            side(!turn)
        ));
    }
    sentences
}

/// Lemma `men`.
pub(super) fn too_many_men(board: &Board) -> Vec<String> {
    let of = |color: Color| {
        let n = board.color(color).len();
        (n > 16).then(|| format!("{} has {n} men, {} more than a side begins with.", side(color), n - 16))
    };
    Color::BOTH.into_iter().filter_map(of).collect()
}

/// Pieces that a side has more of than it began with, in words: `2 queens`, `1 bishop on light squares`.
pub(super) fn surplus(board: &Board, color: Color) -> Vec<String> {
    let mut surplus = Vec::new();
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
        let own = board.men(color, role);
        if role == Role::Bishop {
            for (squares, shade) in [(Bitboard::LIGHT, "light"), (!Bitboard::LIGHT, "dark")] {
                let more = (own & squares).len().saturating_sub(1);
                if more > 0 {
                    surplus.push(format!("{} on {shade} squares", count(more, "bishop", "bishops")));
                }
            }
        } else if own.len() > role.initial_count() {
            let more = own.len() - role.initial_count();
            surplus.push(count(more, role.name(), &format!("{}s", role.name())));
        }
    }
    surplus
}

/// Lemma `promotions`.
pub(super) fn promotions(board: &Board) -> Vec<String> {
    let mut sentences = Vec::new();
    for color in Color::BOTH {
        let total = pawns_and_promoted(board, color);
        if total <= 8 {
            continue;
        }
        let pawns = board.men(color, Role::Pawn).len();
        let promoted = total - pawns;
        if promoted == 0 {
            sentences.push(format!("{} has {pawns} pawns, {} too many.", side(color), total - 8));
            continue;
        }
        let bishops = board.men(color, Role::Bishop);
        let light = (bishops & Bitboard::LIGHT).len();
        if light > 1 || bishops.len() - light > 1 {
            sentences.push(format!(
                "{} began with one bishop on light squares and one on dark ones, and a bishop never changes \
                 the colour of its square.",
                side(color)
            ));
        }
        sentences.push(format!(
            "{} has {} more than it began with: {}.",
            side(color),
            count(promoted, "piece", "pieces"),
            list(surplus(board, color))
        ));
        sentences.push(if pawns == 0 {
            format!("They can only be promoted pawns, but {} began with eight.", side(color))
        } else {
            format!(
                "They can only be promoted pawns; with the {} still on the board that makes {total}, but {} \
                 began with eight.",
                count(pawns, "pawn", "pawns"),
                side(color)
            )
        });
    }
    sentences
}

/// Lemma `castling`, of the rights that lack king or rook.
pub(super) fn castling(past: &Past, rights: Bitboard) -> Vec<String> {
    let (board, start) = (&past.board, past.start);
    let told = |corner: Square| {
        let color = if corner.rank() == 0 { Color::White } else { Color::Black };
        let king = start.king(color);
        let right = match start.is_usual() {
            true => right(corner),
            false => format!("{}'s right to castle with the rook that began on {corner}", side(color)),
        };
        let why = if !start.rooks(color).has(corner) {
            format!("in a game from the starting position rooks castle from the corners, not from {corner}")
        } else {
            match (board.men(color, Role::King).has(king), board.men(color, Role::Rook).has(corner)) {
                (false, true) => format!("there is no {color} king on {king}"),
                (true, _) => format!("there is no {color} rook on {corner}"),
                _ => format!("there is neither a {color} king on {king} nor a {color} rook on {corner}"),
            }
        };
        format!("{right} is claimed, but {why}.")
    };
    rights.map(told).collect()
}

/// Lemma `en-passant`.
pub(super) fn en_passant(past: &Past, obstacle: Obstacle) -> Vec<String> {
    let Some(over) = past.en_passant else { return Vec::new() };
    let (board, stepper) = (&past.board, !past.turn);
    let first = format!(
        "The en passant square {over} says that {}'s last move was a pawn's double step over it.",
        side(stepper)
    );
    let why = match obstacle {
        Obstacle::Rank => {
            let rank = if stepper == Color::White { 3 } else { 6 };
            format!("{}'s pawns step over squares of rank {rank} only", side(stepper))
        }
        Obstacle::NoPawn(square) => format!("but there is no {stepper} pawn on {square}"),
        Obstacle::Occupied(square) if square == over => {
            format!("but {} stands on that square", the(board, over))
        }
        Obstacle::Occupied(from) => format!(
            "but {} stands on {from}, where the pawn would have come from",
            board.man_at(from).map_or_else(|| "a man".into(), |man| format!("a {man}"))
        ),
    };
    vec![first, sentence(why)]
}

/// How many men each side lacks.
pub(super) fn losses(board: &Board) -> String {
    let lost = Color::BOTH.map(|color| 16u32.saturating_sub(board.color(color).len()));
    match lost {
        [0, 0] => "No man has been captured.".into(),
        [w, 0] => format!("White has lost {}, Black none.", men(w)),
        [0, b] => format!("Black has lost {}, White none.", men(b)),
        [w, b] => format!("White has lost {}, Black {}.", men(w), men(b)),
    }
}
