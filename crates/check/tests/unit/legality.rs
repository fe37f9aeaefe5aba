//! Which nodes cover a past, and what they ask of the array.

use super::*;
use crate::board::{Kind, Man};
use crate::moves::Move;
use crate::random::Random;
use crate::retract::predecessors;
use crate::squares::home;
use crate::start::Castling;

#[test]
fn a_node_covers_what_demands_as_much_or_more() {
    let past = |rights: usize, crossed: &str, men: &str| {
        let letters = "KQkq".chars().enumerate().filter(|(place, _)| rights >> place & 1 == 1);
        let letters: String = letters.map(|(_, letter)| letter).collect();
        let rights = if letters.is_empty() { "-" } else { &letters };
        Past::parse(&format!("r3k2r/8/8/8/8/8/8/{men} {rights} {crossed}")).unwrap()
    };
    let (mut covered, squares) = (0, ["-", "e3", "d6", "a1"]);
    let all = || (0..16).flat_map(|rights| squares.map(|crossed| (rights, crossed)));
    for (ours, on) in all() {
        let node = past(ours, on, "R3K2R w");
        let nodes = Nodes(HashMap::from([(demand(&node, node.board.en_passant), 1 << rights(&node))]));
        for (theirs, over) in all() {
            let other = past(theirs, over, "R3K2R w");
            let expected = ours & !theirs == 0 && (on == "-" || on == over);
            assert_eq!(nodes.cover(&other), expected, "{node} {other}");
            assert_eq!(node.covers(&other), expected, "{node} {other}");
            covered += u32::from(expected);
        }
        for men in ["R3K2R b", "R3K1R1 w", "4K2R w", "N3K2R w"] {
            assert!(!nodes.cover(&past(ours, on, men)), "{men}");
        }
    }
    assert_eq!(covered, 81 * (4 + 3));
}

/// Some men, many or few, most often with two kings that may castle.
fn crowd(random: &mut Random) -> Past {
    let array = Start::parse(["rnbqkbnr", "bnrkqrnb"][random.below(2)]).unwrap();
    let mut past = Past::parse_from(array, "8/8/8/8/8/8/8/8 w - -").unwrap();
    past.board.turn = Colour::BOTH[random.below(2)];
    let riders = random.below(4) == 0;
    for _ in 0..random.below(36) {
        let kind = if riders { Kind::OFFICERS[random.below(2)] } else { Kind::ALL[1 + random.below(5)] };
        let ranks = if kind == Kind::Pawn && random.below(20) > 0 { [1, 6] } else { [0, 8] };
        let square = Square::on(random.below(8) as i8, (ranks[0] + random.below(ranks[1])) as i8);
        past.board.put(square, Some(Man { colour: Colour::BOTH[random.below(2)], kind }));
    }
    for colour in Colour::BOTH {
        let castlings = array.castlings();
        let first_rank = |file: usize| Square::on(file as i8, colour.own_rank(0, 8));
        let castled = castlings[random.below(2)];
        let (at_home, has_castled) = (random.below(3) == 0, random.below(3) == 0);
        let anywhere = Square::on(random.below(8) as i8, random.below(8) as i8);
        let stands = match (at_home, has_castled) {
            (true, _) => first_rank(castled.king),
            (_, true) => first_rank(castled.king_to),
            _ => anywhere,
        };
        let mut put = |square, kind| past.board.put(square, Some(Man { colour, kind }));
        put(stands, Kind::King);
        if has_castled && !at_home {
            put(first_rank(castled.rook_to), Kind::Rook);
        }
        for castling in castlings.into_iter().filter(|_| at_home && random.below(2) == 0) {
            past.board.put(first_rank(castling.rook), Some(Man { colour, kind: Kind::Rook }));
            past.board.castling |= home(colour, 0, castling.corner);
        }
    }
    if random.below(8) == 0 {
        let rank = past.board.turn.own_rank(5, 8);
        past.board.en_passant = Some(Square::on(random.below(8) as i8, rank));
    }
    past
}

#[test]
fn what_is_left_of_predecessors_is_what_no_instant_lemma_refutes() {
    let (mut random, mut counts) = (Random(9), [0; 4]);
    for _ in 0..6_000 {
        let past = crowd(&mut random);
        let mut expected = predecessors(&past);
        let all = expected.len();
        expected.retain(|(before, _)| lemma::instant(before).is_none());
        let left = lemma::instant::unrefuted(&past);
        assert_eq!(left, expected, "{past}");
        let is_plain = |(_, last): &(_, Move)| last.castling.is_none();
        counts[0] += usize::from(left.is_empty() && all > 0);
        counts[1] += left.len();
        counts[2] += all - left.len();
        counts[3] += left.iter().filter(|found| !is_plain(found)).count();
    }
    assert!(
        counts.iter().zip([1_000, 50_000, 500_000, 50]).all(|(count, least)| *count > least),
        "{counts:?}"
    );
}

/// All arrays, by the files of kings and rooks.
fn arrays() -> HashMap<[Castling; 2], Vec<Start>> {
    let mut texts = vec![String::new()];
    for _ in 0..8 {
        let longer = |text: String| "kqrbn".chars().map(move |letter| format!("{text}{letter}"));
        texts = texts.into_iter().flat_map(longer).collect();
    }
    let mut all: HashMap<_, Vec<_>> = HashMap::new();
    for start in texts.iter().filter_map(|text| Start::parse(text)) {
        all.entry(start.castlings()).or_default().push(start);
    }
    all
}

#[test]
fn most_nodes_ask_of_the_array_where_kings_and_rooks_begin() {
    let arrays = arrays();
    assert_eq!((arrays.len(), arrays.values().map(Vec::len).sum::<usize>()), (56, 960));
    let mut differ = 0;
    for text in [
        "r4rk1/pppppppp/8/8/8/8/PPPPPPPP/2KR3R b - -",
        "1r1k2r1/p1pp4/8/8/8/8/PPPP4/R3K2R w KQkq -",
        "rn1qkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6",
        "4k3/8/8/8/8/8/PPPPPPPP/2KR2N1 b Q -",
        "1nbqk3/8/p7/p7/p7/p7/p7/RNBQKBNR w - -",
    ] {
        let past = Past::parse(text).unwrap();
        let told = |start: &Start| {
            let past = Past { start: *start, ..past };
            let before = predecessors(&past).into_iter().map(|(past, last)| {
                (code(&past.board), past.board.castling, past.board.en_passant, last.to_string())
            });
            let asked = lemma::names().filter(|name| OF_CASTLING.contains(name));
            let applies: Vec<bool> = asked.map(|name| lemma::check(name, &past).is_ok()).collect();
            (before.collect::<Vec<_>>(), lemma::instant(&past), applies)
        };
        let all: Vec<_> = arrays.values().map(|starts| starts.iter().map(told).collect::<Vec<_>>()).collect();
        assert!(all.iter().all(|told| told.windows(2).all(|two| two[0] == two[1])), "{text}");
        differ += all.windows(2).filter(|two| two[0][0] != two[1][0]).count();
    }
    assert!(differ > 0, "nothing asks of castling");
}
