//! What a pawn gets for a need, by hand.

use super::*;

#[test]
fn needs_on_the_nearest_files() {
    // Of the files b; b and c; b and d.
    let needs = vec![0b10, 0b110, 0b1010];
    let pawns = [needs, Vec::new()].map(|needs| Pawns {
        captures: 8,
        spare: 0,
        squares: Vec::new(),
        needs,
        fates: Default::default(),
    });
    let cases = Cases { pawns, sorts: [vec![0b10, 0b110, 0b1010], Vec::new()], left: [[Left::ALL; 8]; 2] };
    for (file, captures, covers, served, expected) in [
        // The pawn of the a-file beside it; on d, of two needs one is nearer.
        (0, 1, 0b10, 0b111, Some(7)),
        (0, 1, 0b10, 0b011, Some(5)),
        (0, 1, 0b10, 0b001, Some(3)),
        (0, 3, 0b1110, 0b100, None),
        (0, 2, 0b110, 0b010, None),
        // From the other side d is the nearest, and so is c.
        (4, 1, 0b1000, 0b100, Some(7)),
        (4, 2, 0b1100, 0b010, Some(5)),
        (4, 3, 0b1110, 0b111, Some(3)),
        // On its own file with two captures or none.
        (1, 2, 0b111, 0b111, Some(7)),
        (1, 2, 0b111, 0b011, Some(5)),
        (1, 0, 0, 0b011, Some(5)),
        (2, 2, 0b1110, 0b010, Some(5)),
    ] {
        let fate = Fate { end: End::Serves(served), captures, covers };
        let found = cases.earned(0, file, &fate, served, &[3, 5, 7]);
        assert_eq!(found, expected, "{file} {captures} {covers:b} {served:b}");
    }
}
