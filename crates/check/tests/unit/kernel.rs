//! What is lost, what a capture takes, and where a kernel ends, by hand.

use super::*;
use crate::budget::Budget;
use crate::lemma::rounds::rounds;
use crate::past::Past;

fn kernel(position: &str) -> Kernel {
    let past = Past::parse(position).unwrap();
    Kernel::of(&rounds(&past, &Budget::default()).unwrap().unwrap())
}

/// Files as in certificates.
fn files(text: &str) -> Files {
    let pawn = |pawn: &[u8]| (pawn[1] - b'0') as i8 * if pawn[0] == b'P' { 1 } else { -1 };
    let files: Vec<File> =
        text.split('/').map(|file| file.as_bytes().chunks(2).map(pawn).collect()).collect();
    files.try_into().unwrap()
}

#[test]
fn beginnings() {
    let bare = kernel("4k3/8/8/8/8/8/8/4K3 w - -");
    assert_eq!(bare.start.files, files("P2p2/P2p2/P2p2/P2p2/P2p2/P2p2/P2p2/P2p2"));
    assert_eq!(bare.start.lost, [[5, 1, 1, 8]; 2]);
    // A queen and a dark bishop too many, and two pawns; of Black a light bishop and a knight are left.
    let some = kernel("2b1k1n1/8/8/8/8/PP6/8/B1BQQ1K1 w - -");
    assert_eq!((some.start.lost, some.bishops), ([[4, 0, 1, 4], [4, 1, 0, 8]], [[1, 0], [0, 0]]));
    assert_eq!(some.goal, files("P3/P3//////"));
    assert_eq!(kernel("4k3/8/8/p7/P7/8/7p/4K3 w - -").goal, files("P4p4///////p7"));
}

#[test]
fn best_to_take() {
    for (lost, dark, light) in [
        ([1, 1, 1, 1], 1, 2),
        ([1, 0, 0, 1], 0, 0),
        ([2, 0, 1, 0], 0, 2),
        ([2, 1, 0, 0], 1, 0),
        ([0, 1, 0, 1], 1, SPARE),
        ([0, 0, 1, 0], SPARE, 2),
        ([0, 0, 0, 0], SPARE, SPARE),
    ] {
        assert_eq!([best(lost, false), best(lost, true)], [dark, light], "{lost:?}");
    }
    for (side, file, rank, expected) in [
        (0, 0, 1, false),
        (0, 0, 8, true),
        (0, 1, 1, true),
        (1, 0, 1, true),
        (1, 7, 1, false),
        (1, 7, 8, true),
    ] {
        assert_eq!(is_light(side, file, rank), expected);
    }
}

#[test]
fn ends() {
    let (bare, two) = ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/p7/P7/8/8/4K3 w - -");
    let (white, black) = ("4k2r/8/8/8/8/8/8/4K3 w k -", "4k3/8/8/8/8/8/8/4K2R w K -");
    let (dark, light) = ("4k3/8/8/8/8/8/8/B1B1K3 w - -", "4k3/8/8/8/8/8/8/1B1BK3 w - -");
    let (blacks_dark, blacks_light) = ("4k3/8/8/8/8/8/8/b1b1K3 w - -", "b1b1k3/8/8/8/8/8/8/4K3 w - -");
    for (position, ends, others) in [
        // Black pawns, those of the past, white ones.
        (
            bare,
            &["///////", "P2///////", "p2///////", "p2P2///////", "p2p3P2P3/////p2//P8"][..],
            &["P2p2///////", "p2P2p2///////", "P2/P2p2//////"][..],
        ),
        (
            two,
            &["P2p2///////", "P4p4///////", "p8P2p2P2///////", "P2p2P2//p2/////", "p2P2p2///////"],
            &[
                "P5p2///////",
                "P2p5///////",
                "P2///////",
                "p2///////",
                "p2P2///////",
                "P2P3p2///////",
                "P2p3p2///////",
            ],
        ),
        // Where the king and the rook never moved, and beside the king, White promotes by capturing alone.
        (
            white,
            &["//////P2/", "////P8///", "///P8////", "/////P8//", "///////P8", "////p2///", "p2p2P2///////"],
            &["////P2///", "///P7////", "/////P2//", "///////P7", "////P7P8///", "////p2P2///"],
        ),
        (
            black,
            &["//////p2/", "////p8///", "///p8////", "/////p8//", "///////p8", "////P2///"],
            &["////p2///", "///p7////", "/////p2//", "///////p7", "////p8p7///", "////p2P2///"],
        ),
        // Files on which the bishops promoted.
        (dark, &["/P2//////", "P2///P2////"], &["///////", "P2//P2/////", "/p2//////"]),
        (light, &["P2///////", "//P2/P2////"], &["///////", "/P2//P2////", "p2///////"]),
        (blacks_dark, &["p2///////"], &["///////", "/p2//////", "P2///////"]),
        (blacks_light, &["/p2//////"], &["///////", "p2///////", "/P2//////"]),
        ("4k3/8/8/8/8/8/8/BBBBKB2 w - -", &["P2P3/P2//////"], &["P2/P2//////", "P2/P2P3//////"]),
    ] {
        let kernel = kernel(position);
        for (texts, expected) in [(ends, true), (others, false)] {
            for text in texts {
                let state = State { files: files(text), lost: [[0; 4]; 2] };
                assert_eq!(kernel.is_goal(&state), expected, "{position} {text}");
            }
        }
    }
}
