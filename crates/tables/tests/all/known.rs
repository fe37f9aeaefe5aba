//! What is known of the game from elsewhere.

use crate::common;

use chess_arbiter::format::fen;
use chess_arbiter::rules::Simplified;
use chess_arbiter::win::{Asked, CaptureSolver, Limits, Oracle, OracleValue, Plies, Solve, WinAnswer};
use chess_arbiter_tables::material::{Army, Class};
use chess_arbiter_tables::probe::Tables;
use chess_arbiter_tables::verify::verify;
use common::{built, class, figures, folder};

/// A class and all that captures lead to from it, whoever is to move: any of its men may be gone, on both
/// sides.
fn family(top: Class) -> impl Iterator<Item = Class> {
    let armies = Army::all().into_iter().filter(move |army| {
        army.rooks <= top.us.rooks && army.bishops <= top.us.bishops && army.knights <= top.us.knights
    });
    let armies: Vec<_> = armies.collect();
    armies
        .clone()
        .into_iter()
        .flat_map(move |us| armies.clone().into_iter().map(move |them| Class { us, them }))
}

#[test]
fn classes_of_three_pieces() {
    let folder = folder("known");
    // Shares of the positions that nobody can force: of the class, and of all that it leads to. Both were
    // counted by another program too.
    let points = [
        ("QRNvQRN", 47, 46, 327_736, "5.684", "5.102"),
        ("QRBvQRB", 45, 46, 294_552, "5.109", "4.689"),
        ("QBNvQBN", 49, 48, 681_928, "11.827", "10.688"),
    ];
    built(&folder, points.map(|(name, ..)| class(name)));
    let page = include_str!("../../../../docs/tables.md");
    for (name, win, loss, never, share, of_family) in points {
        let figures = figures(&folder, class(name));
        assert_eq!((figures.entries, figures.positions), (720_720, 5_765_760));
        assert_eq!((figures.longest_win, figures.longest_loss), (Some(win), Some(loss)), "{name}");
        assert_eq!(figures.never, never, "{name}");
        let family = family(class(name)).map(|class| common::figures(&folder, class));
        let [all, open] = family.fold([0, 0], |[all, open], of| [all + of.positions, open + of.never]);
        assert_eq!(all, 8_138_160);
        let percent = |open: u64, all: u64| format!("{:.3}", 100.0 * open as f64 / all as f64);
        assert_eq!((&*percent(never, figures.positions), &*percent(open, all)), (share, of_family), "{name}");
        let row = format!("| {name} | {share} % | {of_family} % |");
        assert!(page.contains(&row), "docs/tables.md: {row}");
        let done = Default::default();
        let checked = verify(&folder, class(name), None, 0, &done, &Default::default()).unwrap();
        assert_eq!(checked.entries, 720_720);
    }
    let checked =
        verify(&folder, class("QRNvQRN"), Some(1000), 7, &Default::default(), &Default::default()).unwrap();
    assert!((1000..1100).contains(&checked.entries), "{checked:?}");

    let tables = Tables::new(&folder, |error| panic!("{error}"));
    let text = include_str!("../../../../tests/cases/win/simplified_deep.tsv");
    let mut found = 0;
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let position = fen::position::<Simplified>(fields[0]).unwrap();
        let Some(value) = tables.value(Asked::of(&position).unwrap(), &|| false) else { continue };
        found += 1;
        match (value, fields[1].split_at(1)) {
            (OracleValue::Win(plies), ("W", known)) | (OracleValue::Lost(plies), ("L", known)) => {
                assert_eq!(plies.to_string(), known, "{row}");
            }
            (OracleValue::Never, ("N", "EVER")) => {}
            // No win within so many plies.
            (OracleValue::Never | OracleValue::Lost(_), ("N", _)) => {}
            (OracleValue::Win(plies), ("N", bound)) => assert!(plies.0 > bound.parse().unwrap(), "{row}"),
            _ => panic!("{row}: {value:?}"),
        }
    }
    assert!(found > 270, "{found}");
}

/// The solver gives the same answers and certificates with tables as without, and the checker accepts them.
#[test]
fn a_solver_with_tables() {
    let folder = folder("solver");
    built(&folder, [class("QRNvQRN")]);
    let tables = std::sync::Arc::new(Tables::new(&folder, |error| panic!("{error}")));
    for (text, expected) in [
        ("rnq1/R3/1QN1/4", WinAnswer::Win { plies: Plies(3), shortest: true }),
        ("r3/Q3/n1qN/1R2", WinAnswer::Lost { plies: Plies(2) }),
        ("2q1/3n/4/1Q2", WinAnswer::Lost { plies: Plies(10) }),
        ("4/2q1/4/1Q2", WinAnswer::Never),
    ] {
        let position = fen::position::<Simplified>(text).unwrap();
        let mut solver = CaptureSolver::<Simplified>::new(Limits::default());
        solver.set_oracle(tables.clone());
        let answer = solver.shortest(&position);
        assert_eq!(answer, expected, "{text}");
        let certificate = solver.certificate(&position, answer).unwrap().unwrap().to_json();
        chess_arbiter_check::check(&certificate).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    // The longest win of the class, which takes a search minutes.
    let longest = (0..720_720).find_map(|number| {
        let table = tables.table(class("QRNvQRN")).unwrap();
        let (tiny, _) = table.index.position::<chess_arbiter::attacks::Portable>(number);
        (tables.probe(tiny) == Some(OracleValue::Win(Plies(47))))
            .then(|| tiny.position::<Simplified>().unwrap())
    });
    let position = longest.unwrap();
    let mut solver = CaptureSolver::<Simplified>::new(Limits::default());
    solver.set_oracle(tables);
    let answer = solver.shortest(&position);
    assert_eq!(answer, WinAnswer::Win { plies: Plies(47), shortest: true });
    assert_eq!(solver.within(&position, Plies(45)), WinAnswer::NoWin { plies: Plies(45) });
    let line = solver.line(&position, answer).unwrap();
    assert_eq!(line.len(), 47);
    let last = line.iter().fold(position, |position, &mv| position.play(mv));
    assert!(last.royal(last.turn()).is_none());
}
