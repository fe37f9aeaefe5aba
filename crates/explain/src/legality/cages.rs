//! Men that stand locked, pieces that cannot have got past one another, and moves that cannot be counted to
//! fit.

use chess_arbiter::attacks;
use chess_arbiter::board::{Bitboard, Color, Role, Square};
use chess_arbiter::reach::facts::Facts;
use chess_arbiter::reach::facts::locked::Men;
use chess_arbiter::reach::facts::mobility::never_moved;
use chess_arbiter::reach::facts::origins::home;
use chess_arbiter::reach::facts::ways::is_initial;
use chess_arbiter::reach::lemma::MoveParity;

use crate::words::{self, all_bare, count, list, men, sentence, side, the};

/// Lemma `locked`: the men that hold one another around one that did not begin where it stands.
pub(super) fn by_locked(facts: &Facts, locked: Bitboard) -> Vec<String> {
    let board = facts.board();
    let away: Bitboard = locked.filter(|&square| !is_initial(facts.past().start, board, square)).collect();
    // Of all that stand locked away from home, the one that fewest men hold.
    let Some((culprit, (cluster, checks))) = away
        .map(|square| (square, cluster(facts, locked, square)))
        .min_by_key(|(_, (cluster, _))| cluster.len())
    else {
        return Vec::new();
    };
    let never = cluster & never_moved(facts.past());
    let others = cluster - never;
    let mut sentences = Vec::new();
    if never.has_any() {
        sentences.push(sentence(format!("{} never moved", words::all(board, never))));
    }
    if others.len() > 12 {
        sentences.push(format!(
            "As many as {} hem one another in: none can take back a move while the others stand.",
            men(others.len())
        ));
    } else if others.more_than_one() {
        sentences.push(sentence(format!(
            "{} hold one another: none of them can take back a move while the others stand",
            words::all(board, others)
        )));
        sentences.push(
            "Whichever of them moved last would have had to come from somewhere, so none ever moved.".into(),
        );
    } else {
        sentences.push(sentence(format!(
            "{} can have come from no square: every way there is blocked",
            the(board, culprit)
        )));
    }
    if checks {
        sentences.push(
            "None came from an empty square: kings would have stood side by side, or in a check that \
             no move can have given or left."
                .into(),
        );
    }
    sentences.push(sentence(format!("but {} did not begin there", the(board, culprit))));
    sentences
}

/// The locked men that bar the ways of one, and theirs, and so on; and whether checks bar some.
fn cluster(facts: &Facts, locked: Bitboard, square: Square) -> (Bitboard, bool) {
    let (board, rounds, never) = (facts.board(), facts.mobility(), never_moved(facts.past()));
    let men = Men::new(board, &rounds.ways, &rounds.origins, never);
    let (mut cluster, mut new, mut checks) = (square.bb(), square.bb(), false);
    while let Some(square) = (new - never).first() {
        new = new - square.bb();
        let Some(man) = board.man_at(square) else { continue };
        let ranges = &men.ranges[man.color as usize];
        let promoted = square.rank() == 7 - 7 * man.color as u8 && man.role != Role::King;
        let mut ways = Bitboard::EMPTY;
        let mut back = Vec::new();
        if man.role == Role::Pawn || promoted {
            ways |= ranges.pawn_back(square);
            back.push((Role::Pawn, ways));
        }
        if man.role != Role::Pawn {
            ways |= ranges.piece_back(man.role, square);
            // Neighbours that never moved bar a way too, and are to be named.
            if man.role != Role::Knight {
                ways |= rounds.ways.bars(man.color, man.role, square);
            }
            let moves = match man.role {
                Role::King => ranges.piece_back(Role::King, square),
                role => ranges.moves_back(role, square, locked),
            };
            back.push((man.role, moves));
        }
        for (role, from) in
            back.into_iter().flat_map(|(role, set)| (set - locked).map(move |from| (role, from)))
        {
            let by = men.forbidding(man.color, role, from, square, locked);
            checks |= by.has_any();
            ways |= by;
            if man.role != Role::Knight {
                // Farther on, another man bars the way.
                ways |= attacks::line(square, from) & attacks::king(from);
            }
        }
        let more = (ways & locked) - cluster;
        cluster |= more;
        new |= more;
    }
    (cluster, checks)
}

/// Where the pieces of a cage began: `the rooks of a1 and h1 and the queen of d1`.
fn names(facts: &Facts, color: Color) -> String {
    let (cage, roles) = (facts.cage(color), facts.past().start.roles());
    list(cage.files().map(|file| format!("the {} of {}", roles[file], home(color, file))))
}

/// Lemma `order`, of the side whose pieces cannot have got where they stand.
pub(super) fn by_order(facts: &Facts, color: Color) -> Vec<String> {
    let (board, rounds, cage) = (facts.board(), facts.mobility(), facts.cage(color));
    let mut sentences = Vec::new();
    let own = &rounds.origins[color as usize];
    let squares = cage.files().fold(Bitboard::EMPTY, |all, file| all | own.range(file));
    let walls = cage.files().fold(Bitboard::EMPTY, |walls, file| {
        walls | rounds.ways.walls(color, facts.past().start.roles()[file], own.range(file), board)
    });
    if walls.has_any() && walls.len() <= 10 {
        sentences.push(sentence(format!("{} never moved", words::all(board, walls))));
    }
    let shut = if squares.len() <= 8 && walls.len() > 2 { "So " } else { "" };
    sentences.push(sentence(format!(
        "{shut}{}'s {} can only ever have stood on {}",
        side(color),
        names(facts, color).trim_start_matches("the "),
        words::squares(squares)
    )));
    let lost = 16 - board.color(color).len();
    let or_lost = if lost > 0 {
        format!(", or if one of the {} that {} has lost was one of them", men(lost), side(color))
    } else {
        String::new()
    };
    sentences.push(if (0..8).any(|rank| (squares - Bitboard::rank(rank)).is_empty()) {
        format!("There they cannot get past one another except by castling once{or_lost}.")
    } else {
        format!("There they have little room to get past one another: by castling once{or_lost}.")
    });
    let others = board.role(Role::Pawn) | board.role(Role::Knight) | rounds.ways.fixed;
    let stand = cage.required | ((board.color(color) & squares) - others);
    sentences.push(sentence(format!(
        "From where they began, no moves lead to what stands there now: {}",
        all_bare(board, stand)
    )));
    sentences
}

/// `an even number` or `an odd number`.
const fn evenness(odd: bool) -> &'static str {
    if odd { "an odd number" } else { "an even number" }
}

/// Lemma `parity`, with the moves of both sides.
pub(super) fn by_parity(facts: &Facts, sides: &[MoveParity; 2]) -> Vec<String> {
    let began = match sides.each_ref().map(|moves| moves.light_at_first) {
        [1, 1] => "each side began with one knight on a light square and one on a dark one",
        // Black's first rank mirrors White's.
        [0, _] => "White began with both knights on dark squares, Black with both on light ones",
        _ => "White began with both knights on light squares, Black with both on dark ones",
    };
    let mut sentences = vec![format!("A knight's move changes the colour of its square; {began}.")];
    let mut totals = Vec::new();
    for (color, moves) in Color::BOTH.into_iter().zip(sides) {
        let cage = facts.cage(color);
        let odd_knights = !(moves.light_knights + moves.light_at_first).is_multiple_of(2);
        let odd_caged = moves.caged[1];
        totals.push((moves.pawn_moves % 2 == 1) ^ odd_knights ^ odd_caged);
        let mut parts = vec![format!("its pawns made {}", count(moves.pawn_moves, "move", "moves"))];
        let shade = match moves.light_knights {
            0 => "both on dark squares",
            1 => "on one light and one dark square",
            _ => "both on light squares",
        };
        match moves.captured_knight {
            Some(square) => parts.push(format!(
                "its knights together {} (one was captured on {square}, so they came to stand {shade})",
                evenness(odd_knights)
            )),
            None => {
                parts.push(format!("its knights together {} (they stand {shade})", evenness(odd_knights)))
            }
        }
        if cage.files().next().is_some() {
            parts.push(format!("{} {}", names(facts, color), evenness(odd_caged)));
        }
        sentences.push(format!("{}: {}; nothing else can have moved.", side(color), parts.join("; ")));
    }
    sentences.push(format!(
        "So White has made {} of moves, and Black {}.",
        evenness(totals[0]),
        evenness(totals[1])
    ));
    sentences.push(match facts.past().turn {
        Color::White => "But with White to move both have made equally many.".into(),
        Color::Black => "But with Black to move White has made exactly one more than Black.".into(),
    });
    sentences
}
