//! What is known of the game from elsewhere.
#![allow(missing_docs, clippy::print_stderr)]

mod common;

use chess_arbiter::format::fen;
use chess_arbiter::rules::Simplified;
use chess_arbiter::win::{Answer, Limits, Oracle, Solver, Value};
use chess_arbiter_tables::probe::Tables;
use chess_arbiter_tables::verify::verify;
use common::{built, class, figures, folder, shared};

#[test]
fn classes_of_three_pieces() {
    let folder = folder("known");
    let points = [("QRNvQRN", 47, 46, 327_736), ("QRBvQRB", 45, 46, 294_552), ("QBNvQBN", 49, 48, 681_928)];
    built(&folder, points.map(|(name, ..)| class(name)));
    for (name, win, loss, never) in points {
        let figures = figures(&folder, class(name));
        assert_eq!((figures.entries, figures.positions), (720_720, 5_765_760));
        assert_eq!((figures.longest_win, figures.longest_loss), (Some(win), Some(loss)), "{name}");
        assert_eq!(figures.never, never, "{name}");
        let done = Default::default();
        let checked = verify(&folder, class(name), None, 0, &done, &Default::default()).unwrap();
        assert_eq!(checked.entries, 720_720);
    }
    let checked =
        verify(&folder, class("QRNvQRN"), Some(1000), 7, &Default::default(), &Default::default()).unwrap();
    assert!((1000..1100).contains(&checked.entries), "{checked:?}");

    let tables = Tables::new(&folder, |error| panic!("{error}"));
    let Some(text) = shared("win/simplified_deep.tsv") else { return };
    let mut found = 0;
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let position = fen::position::<Simplified>(fields[0]).unwrap();
        let Some(value) = tables.value(position.board(), position.turn()) else { continue };
        found += 1;
        match (value, fields[1].split_at(1)) {
            (Value::Win(plies), ("W", known)) | (Value::Lost(plies), ("L", known)) => {
                assert_eq!(plies.to_string(), known, "{row}");
            }
            (Value::Never, ("N", "EVER")) => {}
            // No win within so many plies.
            (Value::Never | Value::Lost(_), ("N", _)) => {}
            (Value::Win(plies), ("N", bound)) => assert!(plies > bound.parse().unwrap(), "{row}"),
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
        ("rnq1/R3/1QN1/4", Answer::Win { plies: 3, shortest: true }),
        ("r3/Q3/n1qN/1R2", Answer::Lost { plies: 2 }),
        ("2q1/3n/4/1Q2", Answer::Lost { plies: 10 }),
        ("4/2q1/4/1Q2", Answer::Never),
    ] {
        let position = fen::position::<Simplified>(text).unwrap();
        let mut solver = Solver::<Simplified>::new(Limits::default()).with_oracle(Some(tables.clone()));
        let answer = solver.shortest(&position);
        assert_eq!(answer, expected, "{text}");
        let certificate = solver.certificate(&position, answer).unwrap().unwrap().to_json();
        chess_arbiter_check::check(&certificate).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    // The longest win of the class, which takes a search minutes.
    let longest = (0..720_720).find_map(|number| {
        let table = tables.table(class("QRNvQRN")).unwrap();
        let (tiny, _) = table.index().position::<chess_arbiter::attacks::Portable>(number);
        (tables.probe(tiny) == Some(Value::Win(47))).then(|| tiny.position::<Simplified>().unwrap())
    });
    let position = longest.unwrap();
    let mut solver = Solver::<Simplified>::new(Limits::default()).with_oracle(Some(tables));
    let answer = solver.shortest(&position);
    assert_eq!(answer, Answer::Win { plies: 47, shortest: true });
    assert_eq!(solver.within(&position, 45), Answer::NoWin { plies: 45 });
    let line = solver.line(&position, answer).unwrap();
    assert_eq!(line.len(), 47);
    let last = line.iter().fold(position, |position, &mv| position.play(mv));
    assert!(last.royal(last.turn()).is_none());
}
