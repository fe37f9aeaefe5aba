//! What can have become of a pawn, from the paragraph of plain accounts.

use super::*;

/// Each fate in short: what, with how many captures, and the files where it can have captured.
fn told(fates: &[Fate]) -> String {
    let one = |fate: &Fate| {
        let end = match fate.end {
            End::Stands(place) => format!("stands{place}"),
            End::Dies => "dies".into(),
            End::Promotes => "goes".into(),
            End::Serves(needs) => format!("serves{needs:b}"),
        };
        let files = ('a'..='h').enumerate().filter(|(file, _)| fate.covers >> file & 1 == 1);
        let extra = if fate.covers >> 8 == 0 { "" } else { " beyond" };
        format!("{end}:{}{}{extra}", fate.captures, files.map(|(_, letter)| letter).collect::<String>())
    };
    fates.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn fates_of_a_pawn() {
    // Files from 0, and of pawns on the board file, rank, and ranks gone.
    for (file, most, squares, needs, expected) in [
        (3, 8, &[][..], &[][..], "goes:0 dies:0 goes:1ce"),
        (0, 8, &[], &[], "goes:0 dies:0 goes:1b"),
        (7, 8, &[], &[], "goes:0 dies:0 goes:1g"),
        (3, 0, &[], &[], "goes:0 dies:0"),
        // On its own file with two captures or none, if it has gone so far; else as many as it takes.
        (3, 8, &[(3, 3, 2)], &[], "goes:0 stands0:0d stands0:2cde dies:0 goes:1ce"),
        (0, 8, &[(0, 3, 2)], &[], "goes:0 stands0:0a stands0:2ab dies:0 goes:1b"),
        (7, 8, &[(7, 3, 2)], &[], "goes:0 stands0:0h stands0:2gh dies:0 goes:1g"),
        (3, 8, &[(3, 2, 1)], &[], "goes:0 stands0:0d dies:0 goes:1ce"),
        (3, 1, &[(3, 3, 2)], &[], "goes:0 stands0:0d dies:0 goes:1ce"),
        (3, 8, &[(1, 2, 1), (5, 3, 2), (4, 2, 1)], &[], "goes:0 stands1:2def stands2:1de dies:0 goes:1ce"),
        (3, 8, &[(0, 4, 3), (1, 3, 2)], &[], "goes:0 stands0:3abcd stands1:2bcd dies:0 goes:1ce"),
        (3, 2, &[(0, 4, 3), (1, 3, 2)], &[], "goes:0 stands1:2bcd dies:0 goes:1ce"),
        // A need that its own file serves, and on each side the nearest file that does.
        (3, 8, &[], &[0b1000], "goes:0 dies:0 goes:1ce serves1:0 serves1:2cde"),
        (0, 8, &[], &[0b1], "goes:0 dies:0 goes:1b serves1:0 serves1:2ab"),
        (7, 8, &[], &[0b1000_0000], "goes:0 dies:0 goes:1g serves1:0 serves1:2gh"),
        (3, 8, &[], &[0b110], "goes:0 dies:0 goes:1ce serves1:1c"),
        (3, 8, &[], &[0b1010_0010], "goes:0 dies:0 goes:1ce serves1:2bc serves1:2ef"),
        (0, 8, &[], &[0b1000_0000], "goes:0 dies:0 goes:1b serves1:7bcdefgh"),
        (7, 6, &[], &[0b11], "goes:0 dies:0 goes:1g serves1:6bcdefg"),
        (7, 5, &[], &[0b11], "goes:0 dies:0 goes:1g"),
        // Two needs: one is served on a nearer file, the other is not.
        (0, 8, &[], &[0b0010, 0b1010], "goes:0 dies:0 goes:1b serves11:1b"),
        (0, 8, &[], &[0b1000, 0b1010], "goes:0 dies:0 goes:1b serves10:1b serves11:3bcd"),
        (
            4,
            8,
            &[],
            &[0b10, 0b101, 0b1000],
            "goes:0 dies:0 goes:1df serves1:3bcd serves10:2cd \
          serves100:1d",
        ),
        (2, 8, &[], &[0b100, 0b101], "goes:0 dies:0 goes:1bd serves11:0 serves11:2bcd serves10:2ab"),
    ] {
        assert_eq!(told(&fates(file, most, squares, needs)), expected, "{file} {most} {squares:?} {needs:?}");
    }
}

/// Beside bishops other pieces: what was promoted of each, of both sides.
#[test]
fn needs() {
    // Two black bishops on dark squares, three on light ones; White has two knights too many.
    let past = Past::parse("b1b1k3/1b6/1b6/b7/8/1N6/PP2N3/N2NK3 w - -").unwrap();
    let [white, black] = pawns(&past);
    assert_eq!((white.needs, white.captures, white.spare), (vec![0xff, 0xff], 10, 4));
    // Seen from Black a file's last square has the other colour.
    assert_eq!((black.needs, black.captures, black.spare), (vec![0x55, 0xaa, 0xaa], 9, 5));
    let past = Past::parse("4k3/8/1B6/B7/8/BBBB4/P7/Q2QK3 w - -").unwrap();
    let [white, black] = pawns(&past);
    assert_eq!((white.needs, white.spare, black.needs), (vec![0xaa, 0xaa, 0xaa, 0x55, 0xff], 2, vec![]));
}

#[test]
fn pawns_that_pass_each_other() {
    let mut past = Past::parse("4k3/8/p7/1P6/1p6/P7/8/4K3 w - -").unwrap();
    for (is_turned, stand) in [(false, true), (true, false)] {
        if is_turned {
            past = Past::parse("4k3/8/P7/1p6/1P6/p7/8/4K3 w - -").unwrap();
        }
        let both = pawns(&past);
        let fate = |end, captures| Fate { end, captures, covers: 0 };
        // The white and the black pawn of the a-file, and of the b-file.
        let place = |side: usize, file: i32| both[side].squares.iter().position(|on| on.0 == file).unwrap();
        let a = [End::Stands(place(0, 0)), End::Stands(place(1, 0))];
        let b = [End::Stands(place(0, 1)), End::Stands(place(1, 1))];
        let goes = [End::Promotes, End::Serves(1)];
        for ([white, black], expected) in [(a, stand), (b, !stand)] {
            assert_eq!(pass(&both, [fate(white, 0), fate(black, 0)]), expected);
            assert!(
                pass(&both, [fate(white, 1), fate(black, 0)])
                    && pass(&both, [fate(white, 0), fate(black, 2)])
            );
            for end in goes {
                assert!(
                    !pass(&both, [fate(white, 0), fate(end, 0)])
                        && !pass(&both, [fate(end, 0), fate(black, 0)])
                );
                assert!(
                    pass(&both, [fate(white, 0), fate(end, 1)])
                        && pass(&both, [fate(end, 1), fate(black, 0)])
                );
            }
            assert!(pass(&both, [fate(End::Dies, 0), fate(black, 0)]));
            assert!(pass(&both, [fate(white, 0), fate(End::Dies, 0)]));
        }
    }
}
