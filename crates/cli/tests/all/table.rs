//! `arbiter table`, and tables in other commands.

use crate::common;

use std::path::PathBuf;
use std::time::Duration;

use common::{run, start};

const WON: &str = "rnq1/R3/1QN1/4 w";

fn folder(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("table").join(name);
    let _ = std::fs::remove_dir_all(&path);
    path.to_str().unwrap().into()
}

fn table<'a>(command: &'a str, folder: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let place = if command == "build" { "--out" } else { "--tables" };
    [&["table", command, place, folder], more].concat()
}

#[test]
fn from_building_to_answers() {
    let tables = folder("answers");
    let built = run(&table("build", &tables, &["--class", "QRNvQRN", "--json"]), "").with_code(0);
    let last = &built.json()[15];
    assert_eq!((&last["class"], &last["longest_win"]), (&"QRNvQRN".into(), &47.into()));
    let again = run(&table("build", &tables, &["--class", "QRNvQRN"]), "").with_code(0);
    assert_eq!(again.out, "");

    let probed = run(&table("probe", &tables, &[WON, "4/2q1/4/1Q2 w", "r3/Q3/n1qN/1R2 w"]), "").with_code(0);
    assert_eq!(probed.lines(), ["win 3", "never", "lost 2"]);
    let missing = run(&table("probe", &tables, &["rnq1/R3/1QNB/4 w"]), "").with_code(1);
    assert!(missing.out.contains("there is no table of the class QRBNvQRN"), "{}", missing.out);
    let json = run(&table("probe", &tables, &["--json", WON]), "").with_code(0);
    assert_eq!(json.json()[0]["moves"][0], serde_json::json!({"move": "a3c3", "verdict": "win", "plies": 3}));

    let win = run(
        &[
            "win",
            "--rules",
            "simplified",
            "--shortest",
            "--tables",
            &tables,
            "--json",
            "--certificate",
            WON,
            "4/2q1/4/1Q2",
        ],
        "",
    )
    .with_code(0);
    run(&["verify"], &win.out).with_code(0);
    let game = "1\n2 1 47\nQ B 1\nR A 1\nQ C 3\n";
    let judged = run(&["judge", "simplified", "--tables", &tables], game).with_code(0);
    assert_eq!(judged.out, run(&["judge", "simplified"], game).with_code(0).out);

    let right = run(&table("verify", &tables, &["--class", "QRNvQRN", "--class", "QNvQN"]), "").with_code(0);
    assert_eq!(right.lines().len(), 2);
    let stats = run(&table("stats", &tables, &["--class", "QvQ"]), "").with_code(0);
    assert_eq!(stats.lines()[1], "QvQ\t33\t240\t152\t0\t0\t88\t1\t-\tdbcc60ff");

    // Damage is named, and everything else goes on.
    let path = format!("{tables}/QRNvQRN.arb4");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let searched =
        run(&["win", "--rules", "simplified", "--shortest", "--tables", &tables, WON], "").with_code(0);
    assert_eq!(searched.lines(), ["win 3"]);
    assert!(searched.err.contains("QRNvQRN.arb4: truncated"), "{}", searched.err);
    let refused =
        run(&table("verify", &tables, &["--class", "QRNvQRN", "--class", "QNvQN"]), "").with_code(1);
    assert!(refused.lines()[0].starts_with("refused: ") && refused.lines()[1].starts_with("right: "));
    run(&table("stats", &tables, &[]), "").with_code(1);
}

#[test]
fn pawns() {
    let tables = folder("pawns");
    let wanted = ["--rules", "simplified-pawns", "--class", "QPvQP"];
    run(&table("build", &tables, &wanted), "").with_code(0);
    run(&table("verify", &tables, &wanted), "").with_code(0);
    // The search without tables must say the same.
    let asked = [
        "2qp/2Q1/3P/4 w",
        "Q3/3q/3p/3P w",
        "1Q2/1p1P/4/q3 w",
        "4/q2P/3p/3Q w",
        "2Q1/qp2/2P1/4 w",
        "2q1/4/p1P1/3Q w",
        "q3/4/Pp1Q/4 w",
    ];
    let probe = ["--rules", "simplified-pawns"];
    let probed = run(&table("probe", &tables, &[&probe[..], &asked].concat()), "").with_code(0);
    assert_eq!(probed.lines(), ["win 1", "win 3", "win 7", "win 9", "win 11", "lost 12", "win 13"]);
    let win = |more: &[&str]| {
        let question = ["win", "--rules", "simplified-pawns", "--shortest"];
        run(&[&question[..], more, &asked].concat(), "").with_code(0).out
    };
    assert_eq!(win(&["--tables", &tables]), win(&[]));
}

#[test]
fn killed_and_taken_up_again() {
    let (killed, whole) = (folder("killed"), folder("uninterrupted"));
    let wanted = ["--class", "QRBvQBN"];
    run(&table("build", &whole, &wanted), "").with_code(0);
    for attempt in 0_u64..8 {
        let mut child = start(&table("build", &killed, &wanted));
        std::thread::sleep(Duration::from_millis(5 + 17 * attempt));
        let _ = child.kill();
        child.wait().unwrap();
    }
    run(&table("build", &killed, &wanted), "").with_code(0);
    let stats = |folder: &str| run(&table("stats", folder, &[]), "").with_code(0).out;
    assert_eq!(stats(&killed), stats(&whole));
    run(&table("verify", &killed, &wanted), "").with_code(0);
}

#[test]
fn wrong_usage() {
    let tables = folder("usage");
    for more in [
        &[][..],
        &["--class", "QK"],
        &["--class", "QRRRvQ"],
        &["--up-to", "6"],
        &["--all", "--up-to", "2"],
        &["--rules", "standard", "--up-to", "6"],
        &["--rules", "standard", "--all"],
        &["--rules", "simplified-pawns", "--all"],
    ] {
        run(&table("build", &tables, more), "").with_code(2);
    }
    run(&table("build", &tables, &["--up-to", "2", "--memory", "100"]), "").with_code(3);
    run(&table("verify", &tables, &["--class", "QRvQR"]), "").with_code(1);
}
