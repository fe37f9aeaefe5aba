//! Every entry of small classes against plain iteration over the moves of the library, without symmetries,
//! indexes or unmoves.

use crate::common;

use std::collections::HashMap;

use chess_arbiter::board::{Bitboard, Board, Color, Role, Setup};
use chess_arbiter::moves;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::rules::{Rules, Simplified, SimplifiedPawns};
use chess_arbiter::win::{Asked, Oracle, OracleValue, Plies};
use chess_arbiter_tables::material::{Army, Class, plan, up_to};
use chess_arbiter_tables::probe::Tables;
use common::{built, class, folder};

/// All placements of two armies, White to move.
fn placements<R: Rules>(class: Class) -> Vec<Position<R>> {
    let men = |army: Army| {
        let kinds = [(Role::Queen, 1), (Role::Rook, army.rooks), (Role::Bishop, army.bishops)];
        let more = [(Role::Knight, army.knights), (Role::Pawn, army.pawns)];
        kinds.into_iter().chain(more).flat_map(|(role, n)| vec![role; n.into()]).collect::<Vec<_>>()
    };
    let men: Vec<(Color, Role)> = [(Color::White, class.us), (Color::Black, class.them)]
        .into_iter()
        .flat_map(|(color, army)| men(army).into_iter().map(move |role| (color, role)))
        .collect();
    let mut found = Vec::new();
    place(&men, None, [Bitboard::EMPTY; 2], [Bitboard::EMPTY; 6], &mut found);
    found
}

fn place<R: Rules>(
    men: &[(Color, Role)],
    before: Option<((Color, Role), usize)>,
    colors: [Bitboard; 2],
    roles: [Bitboard; 6],
    found: &mut Vec<Position<R>>,
) {
    let Some((&man, rest)) = men.split_first() else {
        let board = Board::from_sets(colors, roles).unwrap();
        found.extend(Position::new(&Setup::new(board, Color::White), Policy::Movable));
        return;
    };
    for square in R::WINDOW {
        let taken = (colors[0] | colors[1]).has(square);
        // TinyMen alike stand in order.
        let out_of_order = before.is_some_and(|(other, at)| other == man && square.index() < at);
        let promoted = man.1 == Role::Pawn && R::last_rank(man.0).has(square);
        if taken || out_of_order || promoted {
            continue;
        }
        let (mut colors, mut roles) = (colors, roles);
        colors[man.0 as usize] |= square.bb();
        roles[man.1 as usize] |= square.bb();
        place(rest, Some((man, square.index())), colors, roles, found);
    }
}

/// The men, and whose move it is.
fn key<R: Rules>(position: &Position<R>) -> (Board, Color) {
    (*position.board(), position.turn())
}

/// The values of all positions of some classes, which must hold all they lead to.
fn iterate<R: Rules>(classes: &[Class]) -> Vec<(Position<R>, OracleValue)> {
    let mut positions: Vec<Position<R>> = Vec::new();
    let mut sides: Vec<Class> = classes.iter().flat_map(|class| [*class, class.swapped()]).collect();
    sides.sort_unstable();
    sides.dedup();
    for class in sides {
        for position in placements::<R>(class) {
            positions.push(position);
            let setup = Setup { turn: Color::Black, ..position.to_setup() };
            positions.push(Position::new(&setup, Policy::Movable).unwrap());
        }
    }
    let mut numbers = HashMap::new();
    for (number, position) in positions.iter().enumerate() {
        let (board, turn) = key(position);
        numbers.insert((board.zobrist(), board.occupied(), turn == Color::White), number as u32);
    }
    // Nothing is asked of the hash but that no two of these positions share one.
    assert_eq!(numbers.len(), positions.len());
    let mut values = vec![0_u32; positions.len()];
    let mut next: Vec<Vec<u32>> = Vec::new();
    for (number, position) in positions.iter().enumerate() {
        let queen = position.royal(!position.turn());
        let all = moves::pseudo_legal_moves(position);
        if all.iter().any(|mv| Some(mv.to()) == queen) {
            values[number] = 1;
            next.push(Vec::new());
            continue;
        }
        next.push(
            all.into_iter()
                .map(|mv| {
                    let (board, turn) = key(&position.play(mv));
                    numbers[&(board.zobrist(), board.occupied(), turn == Color::White)]
                })
                .collect(),
        );
    }
    let mut idle = 0;
    for plies in 2.. {
        let decided: Vec<usize> = (0..positions.len())
            .filter(|&number| {
                let mut next = next[number].iter().map(|&next| values[next as usize]);
                values[number] == 0
                    && if plies % 2 == 1 {
                        next.any(|value| value == plies - 1)
                    } else {
                        next.len() > 0 && next.all(|value| value % 2 == 1)
                    }
            })
            .collect();
        idle = if decided.is_empty() { idle + 1 } else { 0 };
        decided.into_iter().for_each(|number| values[number] = plies);
        if idle == 2 {
            break;
        }
    }
    let value = |plies: u32| match plies {
        0 => OracleValue::Never,
        plies if plies % 2 == 1 => OracleValue::Win(Plies(plies)),
        plies => OracleValue::Lost(Plies(plies)),
    };
    positions.into_iter().zip(values.into_iter().map(value)).collect()
}

fn agrees<R: Rules>(name: &str, classes: Vec<Class>) {
    let folder = folder(name);
    let classes = plan(classes);
    built(&folder, classes.iter().copied());
    let tables = Tables::new(&folder, |error| panic!("{error}"));
    let mut longest = 0;
    for (position, value) in iterate::<R>(&classes) {
        assert_eq!(tables.value(Asked::of(&position).unwrap(), &|| false), Some(value), "{position:?}");
        longest = longest.max(if let OracleValue::Win(Plies(plies)) = value { plies } else { 0 });
    }
    assert!(longest > 10);
}

#[test]
fn every_position_with_up_to_two_pieces_a_side() {
    agrees::<Simplified>("oracle-two", up_to(2));
}

#[test]
fn every_position_of_a_class_with_three_pieces() {
    agrees::<Simplified>("oracle-three", vec![class("QNNvQR")]);
}

#[test]
fn every_position_of_classes_with_pawns() {
    agrees::<SimplifiedPawns>("oracle-pawn", vec![class("QPvQP"), class("QPPvQ"), class("QNPvQ")]);
}
