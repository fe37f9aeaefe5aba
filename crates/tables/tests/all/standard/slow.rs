//! Distance to mate by plain iteration forwards over all positions of a class, with the legal moves
//! of the library: no un-moves, no counters, no index but the squares themselves. Moves to other
//! classes are looked up.

use chess_arbiter::board::{Bitboard, Board, Color, Man, Role, Setup, Square};
use chess_arbiter::moves;
use chess_arbiter::position::{Policy, Position};
use chess_arbiter::win::{OracleValue, Plies};
use chess_arbiter_tables::material::{Army, Class};
use chess_arbiter_tables::standard::class_of;

/// Another class's value.
const LEAVES: u32 = 1 << 31;
const UNKNOWN: u8 = 255;
const DRAW: u8 = 254;

/// The men of a class, White first, each side's king first.
pub(super) fn men(class: Class) -> Vec<Man> {
    let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let army = |color, army: Army| {
        let count = move |role| if role == Role::King { 1 } else { army.count(role).into() };
        roles.into_iter().flat_map(move |role| vec![Man { color, role }; count(role)])
    };
    army(Color::White, class.us).chain(army(Color::Black, class.them)).collect()
}

/// The board seen through one of the symmetries that the class has.
fn seen(board: &Board, pawns: bool) -> Board {
    let turned = |symmetry: u32| {
        let mut all = Board::EMPTY;
        for (square, man) in board.iter() {
            let (mut file, mut rank) = (square.file(), square.rank());
            if symmetry & 1 != 0 {
                file = 7 - file;
            }
            if symmetry & 2 != 0 {
                rank = 7 - rank;
            }
            if symmetry & 4 != 0 {
                (file, rank) = (rank, file);
            }
            all.put(Square::at(file, rank), man);
        }
        all
    };
    let stands = |board: &Board| {
        let king = board.men(Color::White, Role::King).first().unwrap();
        king.file() < 4 && (pawns || king.rank() <= king.file())
    };
    (0..if pawns { 2 } else { 8 }).map(turned).find(stands).unwrap()
}

/// Men, turn and en passant square in a number: the squares of the men in the order of [`men`].
fn packed(men: &[Man], board: &Board, turn: Color, en_passant: Option<Square>) -> u64 {
    let mut key = en_passant.map_or(8, |square| u64::from(square.file())) << 1 | turn as u64;
    let mut last = None;
    for &man in men {
        if last != Some(man) {
            let squares = board.men(man.color, man.role).into_iter();
            key = squares.fold(key, |key, square| key << 6 | square.index() as u64);
        }
        last = Some(man);
    }
    key
}

/// The reverse of [`packed`]; `None` if there is no such position.
fn unpacked(men: &[Man], mut key: u64) -> Option<Position> {
    let mut board = Board::EMPTY;
    for &man in men.iter().rev() {
        board.put(Square::wrap(key as u8), man);
        key >>= 6;
    }
    let turn = if key & 1 == 0 { Color::White } else { Color::Black };
    let rank = if turn == Color::White { 5 } else { 2 };
    let file = (key >> 1) as u8;
    let en_passant = (file < 8).then(|| Square::at(file, rank));
    Position::new(&Setup { en_passant, ..Setup::new(board, turn) }, Policy::Movable).ok()
}

/// All positions of a class (White's men first), those alike under a symmetry mostly once, each
/// with its value. `keep` chooses some of them, so that no move within the class leads to any
/// other; `passing` says whether pawns are captured in passing.
pub(super) fn solve(
    class: Class,
    passing: bool,
    keep: impl Fn(&Board) -> bool,
    outside: impl Fn(&Position) -> OracleValue,
) -> impl Iterator<Item = (Position, OracleValue)> {
    let pawns = class.has_pawns();
    let men = men(class);
    let mut boards = vec![Board::EMPTY];
    let mut last = None;
    for &man in &men {
        let mut next = Vec::new();
        for board in boards {
            let alike = if last == Some(man) { board.men(man.color, man.role) } else { Bitboard::EMPTY };
            for square in Square::all() {
                // Men alike stand in order.
                if board.occupied().has(square) || alike.last_square().is_some_and(|last| last > square) {
                    continue;
                }
                let mut board = board;
                board.put(square, man);
                let in_place =
                    man.role != Role::King || man.color == Color::Black || seen(&board, pawns) == board;
                if in_place {
                    next.push(board);
                }
            }
        }
        boards = next;
        last = Some(man);
    }
    let files = if passing && pawns { 0..9 } else { 8..9 };
    let mut positions: Vec<u64> = boards
        .into_iter()
        .filter(keep)
        .flat_map(|board| {
            let men = &men;
            Color::BOTH.into_iter().flat_map(move |turn| {
                let square = |file| (file < 8).then(|| Square::at(file, 0));
                (0..9).map(move |file| (file, packed(men, &board, turn, square(file))))
            })
        })
        .filter(|&(file, key)| files.contains(&file) && unpacked(&men, key).is_some())
        .map(|(_, key)| key)
        .collect();
    positions.sort_unstable();
    let number = |key: u64| positions.binary_search(&key).unwrap() as u32;
    let position = |key: u64| unpacked(&men, key).unwrap();
    // Their moves: the numbers of positions, or values.
    let (mut starts, mut moves) = (vec![0], Vec::new());
    for &key in &positions {
        let position = position(key);
        for mv in moves::legal_moves(&position) {
            let mut next = position.play(mv);
            if !passing {
                next =
                    Position::new(&Setup { en_passant: None, ..next.to_setup() }, Policy::Movable).unwrap();
            }
            let class_now = class_of(next.board(), Color::White);
            moves.push(if class_now == class {
                let board = seen(next.board(), pawns);
                let mirrored = board != *next.board();
                let en_passant = next.en_passant();
                let en_passant = en_passant.map(|square| {
                    if mirrored { Square::at(7 - square.file(), square.rank()) } else { square }
                });
                number(packed(&men, &board, next.turn(), en_passant))
            } else {
                LEAVES | code(outside(&next)) as u32
            });
        }
        starts.push(moves.len());
    }
    let mut values = vec![UNKNOWN; positions.len()];
    let (mut ply, mut idle) = (0, 0);
    while idle < 2 || ply < 100 {
        let mut found = Vec::new();
        for number in 0..positions.len() {
            if values[number] != UNKNOWN {
                continue;
            }
            let moves = &moves[starts[number]..starts[number + 1]];
            let value = |next: u32| if next & LEAVES != 0 { next as u8 } else { values[next as usize] };
            let is = |next: &u32| match value(*next) {
                UNKNOWN | DRAW => None,
                plies if u32::from(plies) < ply => Some(u32::from(plies)),
                _ => None,
            };
            let decided = if ply.is_multiple_of(2) {
                // Lost now: mate, or every move loses, and one as late as this.
                if moves.is_empty() {
                    ply == 0 && position(positions[number]).checkers().has_any()
                } else {
                    moves.iter().all(|next| is(next).is_some_and(|plies| plies % 2 == 1))
                }
            } else {
                moves.iter().any(|next| is(next).is_some_and(|plies| plies % 2 == 0))
            };
            if decided {
                found.push(number);
            }
        }
        idle = if found.is_empty() { idle + 1 } else { 0 };
        found.into_iter().for_each(|number| values[number] = ply as u8);
        ply += 1;
    }
    let value = |value: u8| match value {
        UNKNOWN => OracleValue::Never,
        plies if plies % 2 == 1 => OracleValue::Win(Plies(plies.into())),
        plies => OracleValue::Lost(Plies(plies.into())),
    };
    positions.into_iter().zip(values).map(move |(key, plies)| (unpacked(&men, key).unwrap(), value(plies)))
}

fn code(value: OracleValue) -> u8 {
    match value {
        OracleValue::Never => DRAW,
        OracleValue::Win(plies) | OracleValue::Lost(plies) => u8::try_from(plies.0).unwrap(),
    }
}

/// The same position with the colours exchanged.
pub(super) fn flipped(position: &Position) -> Position {
    let setup = position.to_setup();
    let mut board = Board::EMPTY;
    for (square, Man { color, role }) in setup.board.iter() {
        board.put(Square::at(square.file(), 7 - square.rank()), Man { color: !color, role });
    }
    let en_passant = setup.en_passant.map(|square| Square::at(square.file(), 7 - square.rank()));
    Position::new(&Setup { en_passant, ..Setup::new(board, !setup.turn) }, Policy::Movable).unwrap()
}
