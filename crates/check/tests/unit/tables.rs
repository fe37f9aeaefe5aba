//! Positions of few men and their moves, against the board that all other rules are checked with; classes.

use super::index::{NOBODY, OTHER, PAWN};
use super::*;
use crate::board::{Colour, Kind, Man, Square};
use crate::squares::Set;

/// Xorshift; the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % n
    }
}

/// Kings and up to three men, many of them pawns, often with a square that a pawn has just crossed.
fn throw(random: &mut Random) -> Board {
    let turn = Colour::BOTH[random.below(2) as usize];
    let sides = Default::default();
    let mut board = Board { sides, rules: RuleSet::Standard, turn, castling: 0, en_passant: None };
    let file = random.below(7) as i8;
    let pawn = |colour| Some(Man { colour, kind: Kind::Pawn });
    let on = |files: i8, rank: i8| Square::on(file + files, turn.own_rank(rank, 8));
    match random.below(3) {
        // One that has just made its double step, beside one that may capture it.
        0 => {
            board.put(on(0, 4), pawn(turn.other()));
            board.put(on(1, 4), pawn(turn));
            board.en_passant = Some(on(0, 5)).filter(|_| random.below(4) > 0);
        }
        // One that may make it.
        1 => {
            board.put(on(0, 1), pawn(turn));
            board.put(on(1, 3), pawn(turn.other()));
        }
        _ => {}
    }
    let kings = Colour::BOTH.map(|colour| Some(Man { colour, kind: Kind::King }));
    let kinds = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn, Kind::Pawn];
    let colour = Colour::BOTH[random.below(2) as usize];
    let other = Some(Man { colour, kind: kinds[random.below(6) as usize] });
    let barred = board.en_passant.map_or(0, |on| on.bit() | on.bit() << 8 | on.bit() >> 8);
    for man in kings.into_iter().chain([other]).flatten() {
        let is_free = |square: &Square| {
            let is_last = man.kind == Kind::Pawn && [0, 7].contains(&square.rank());
            board.empty() & !barred & square.bit() != 0 && !is_last
        };
        let free: Vec<Square> = Square::in_set(Set::MAX).filter(is_free).collect();
        board.put(free[random.below(free.len() as u64) as usize], Some(man));
    }
    board
}

/// What has arisen: the men of the side that was to move at first, then the other's, and the square crossed
/// if a pawn can capture there.
type Arisen = ([[Set; 6]; 2], Option<u8>);

#[test]
fn moves_of_few_men() {
    let (rays, mut random) = (Rays::new(), Random(23));
    let (mut promotions, mut crossings, mut doubles) = (0, 0, 0);
    for _ in 0..20_000 {
        let board = throw(&mut random);
        let (us, them) = (board.turn, board.turn.other());
        let few = Few::read(&board, board.turn, &rays).unwrap();
        // As White sees it, whoever moves.
        let seen = |set: Set| if us == Colour::Black { set.swap_bytes() } else { set };
        let men = |after: &Board| [us, them].map(|side| after.side(side).0.map(seen));
        assert_eq!(few.board().sides.map(|side| side.0), men(&board), "{board}");
        assert_eq!(rays.in_check(&few, Colour::White), board.is_attacked(us), "{board}");
        assert_eq!(rays.in_check(&few, Colour::Black), board.is_attacked(them), "{board}");
        assert_eq!(rays.is_position(&few, Colour::White), !board.is_attacked(them), "{board}");
        for (side, colour) in [(Colour::White, us), (Colour::Black, them)] {
            let mut before = Board { turn: colour, ..board };
            before.en_passant = board.en_passant.filter(|_| colour == us);
            let from = Few { crossed: few.crossed.filter(|_| colour == us), ..few };
            let is_attacked = |on: Square, after: &Board| {
                let pawns = after.side(after.turn).squares(Kind::Pawn);
                after.attackers(on, after.turn) & pawns != 0
            };
            let safe = |m: &crate::moves::Move| {
                let after = before.play(m);
                // Kings are not captured, whoever stands attacked.
                let is_capture = before.captures_royal(m);
                (!is_capture && !after.is_attacked(colour)).then_some(after)
            };
            let mut expected: Vec<Arisen> = Vec::new();
            for m in before.pseudo_legal_moves() {
                promotions += usize::from(m.promotion.is_some());
                crossings += usize::from(before.en_passant == Some(m.to));
                let Some(after) = safe(&m) else { continue };
                let crossed = after.en_passant.filter(|on| is_attacked(*on, &after));
                doubles += usize::from(crossed.is_some());
                expected.push((men(&after), crossed.map(|on| seen(on.bit()).trailing_zeros() as u8)));
            }
            let mut found: Vec<Arisen> = Vec::new();
            rays.each_move(&from, side, |after| {
                let men = after.board().sides.map(|side| side.0);
                found.push((men, after.crossed));
            });
            // Who may capture the enemy king has moves that are none on the board: these do not count.
            if !board.is_attacked(if colour == us { them } else { us }) {
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{before}");
            }
        }
    }
    assert!(promotions > 1_000 && crossings > 1_000 && doubles > 100, "{promotions} {crossings} {doubles}");
}

fn class(men: [u8; MOST]) -> Class {
    Class::of(men)
}

fn names(classes: &[Class]) -> Vec<String> {
    let mut names: Vec<String> = classes.iter().map(Class::to_string).collect();
    names.sort();
    names
}

#[test]
fn classes_that_arise() {
    let pawn = class([0, PAWN, OTHER, NOBODY, NOBODY]);
    assert_eq!(names(&pawn.next()), ["KBvK", "KNvK", "KQvK", "KRvK", "KvK"]);
    assert_eq!(names(&needed(pawn)), ["KBvK", "KNvK", "KPvK", "KQvK", "KRvK"]);
    let rooks = class([0, 2, OTHER, OTHER + 2, NOBODY]);
    assert_eq!(names(&rooks.next()), ["KRvK", "KvKR"]);
    assert_eq!(names(&needed(rooks)), ["KRvK", "KRvKR"]);
    // Each once, though several ways lead there.
    let pawns = needed(class([0, PAWN, PAWN, OTHER, NOBODY]));
    assert_eq!(pawns.len(), 5 + 5 * 6 / 2);
    assert!(needed(class([0, OTHER, OTHER + 1, NOBODY, NOBODY])).is_empty());
}

/// With other tables than these all is said to be within one move.
fn tables(tables: Vec<(Class, Vec<u8>)>) -> Tables {
    Tables { rays: Rays::new(), symmetries: Symmetries::new(), tables }
}

/// A byte says no more than the moves, that of a pawn that promotes among them.
#[test]
fn promotions_lead_to_other_tables() {
    let class = class([0, PAWN, OTHER, NOBODY, NOBODY]);
    let least_of = |text: &str, byte: u8| {
        let mut all = tables(vec![(class, vec![0; class.numbers()])]);
        let few =
            Few::read(&Board::parse(RuleSet::Standard, text).unwrap(), Colour::White, &all.rays).unwrap();
        let number = all.symmetries.number(&class, &few.at);
        all.tables[0].1[number] = byte;
        let wrong = all.wrong(0, &crate::Budget::default()).unwrap();
        wrong.map(|wrong| (wrong.position.board().to_string(), wrong.byte, wrong.least))
    };
    let mate = "7k/4P3/6K1/8/8/8/8/8 w - -";
    // Mirrored: the king of the defender is on the files a to d.
    let shown = "k7/3P4/1K6/8/8/8/8/8 w - -".to_owned();
    assert_eq!(least_of(mate, 1), Some((shown, 1, 0)));
    let queen = "8/4P3/6K1/8/k7/8/8/8 w - -";
    assert_eq!(least_of(queen, 1), None);
    assert_eq!(least_of(queen, 2), Some((queen.to_owned(), 2, 1)));
}

/// A square just crossed is in no table: the moves tell.
#[test]
fn a_square_just_crossed_is_played_on_from() {
    let all = tables(Vec::new());
    let bound = |text: &str| {
        let board = Board::parse(RuleSet::Standard, text).unwrap();
        all.bound(&Few::read(&board, board.turn, &all.rays).unwrap())
    };
    // The only move captures en passant, and then the last pawn is captured.
    assert_eq!(bound("8/8/4q3/4Pp2/8/8/2k5/K7 w - f6"), NEVER);
    assert_eq!(bound("8/8/4q3/4Pp2/8/8/2k5/K7 w - -"), 0);
    // No pawn can capture there, so it is as if nothing had been crossed.
    assert_eq!(bound("8/8/4q3/3P1p2/8/8/2k5/K7 w - f6"), 0);
}

/// Men stand on squares of their own, pawns where they can stand, and nobody may capture the king.
#[test]
fn what_is_a_position() {
    let (rays, class) = (Rays::new(), class([0, PAWN, OTHER, NOBODY, NOBODY]));
    let square = |name: &str| Square::parse(name).unwrap().index() as u8;
    let is_position = |king: &str, pawn: &str, other: &str, turn: Colour| {
        let at = [square(king), square(pawn), square(other), 0, 0];
        rays.is_position(&Few { class, at, crossed: None }, turn)
    };
    let white = |king: &str, pawn: &str, other: &str| is_position(king, pawn, other, Colour::White);
    for pawn in ["a2", "h2", "d4", "a7", "g7"].iter().zip(["h8", "h8", "h8", "h8", "e4"]) {
        assert!(white("c1", pawn.0, pawn.1) && is_position("c1", pawn.0, pawn.1, Colour::Black));
    }
    for pawn in ["a1", "h1", "a8", "g8"] {
        assert!(!white("c1", pawn, "e4"), "{pawn}");
    }
    assert!(!white("c1", "c1", "h8") && !white("c2", "c2", "h8"));
    assert!(!white("h8", "c2", "h8") && !white("c1", "h7", "h7"));
    // The pawn attacks the king: White is not to move, and Black is.
    assert!(!white("c1", "g7", "h8") && is_position("c1", "g7", "h8", Colour::Black));
    assert!(!white("c1", "a2", "d2") && !is_position("c1", "a2", "d2", Colour::Black));
}

/// A number of moves, however great, is less than never.
#[test]
fn the_greatest_number_is_not_never() {
    let class = class([0, 2, OTHER, NOBODY, NOBODY]);
    let text = "7K/8/8/7R/8/8/8/k7 w - -";
    let mut all = tables(Vec::new());
    let few = Few::read(&Board::parse(RuleSet::Standard, text).unwrap(), Colour::White, &all.rays).unwrap();
    let number = all.symmetries.number(&class, &few.at);
    // The king is in its corner, and leaves it.
    let mut bytes = vec![NEVER - 1; class.numbers()];
    bytes[..4096].fill(0);
    bytes[number] = NEVER;
    all.tables.push((class, bytes));
    let wrong = all.wrong(0, &crate::Budget::default()).unwrap().unwrap();
    assert_eq!((wrong.position.at, wrong.byte, wrong.least), (class.at(number), NEVER, NEVER - 1));
}
