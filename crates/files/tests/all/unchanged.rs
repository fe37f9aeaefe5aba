//! What is not ours comes through as it was.

use std::fmt::Write;

use proptest::prelude::*;

use crate::support::{Folder, records};

const FEN: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

fn field() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z0-9 ,;\"'\n\t\\\\{}é♞-]{0,12}", "[ -~]{0,8}"]
}

fn csv_of(rows: &[(String, String)]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["a", "fen", "b"]).unwrap();
    rows.iter().for_each(|(a, b)| writer.write_record([a, FEN, b]).unwrap());
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn fields_of_csv(rows in prop::collection::vec((field(), field()), 0..20)) {
        let folder = Folder::new();
        let text = csv_of(&rows);
        folder.write("in.csv", &text);
        folder.done("status in.csv -o out.csv");
        let before = records(&text);
        let after: Vec<Vec<String>> = records(&folder.text("out.csv"));
        prop_assert_eq!(after.iter().map(|row| row[..3].to_vec()).collect::<Vec<_>>(), before);
        prop_assert!(after[1..].iter().all(|row| row[3] == "safe"));
    }

    #[test]
    fn members_of_json(rows in prop::collection::vec((field(), any::<i64>(), any::<bool>()), 1..20)) {
        let folder = Folder::new();
        let mut text = String::new();
        for (string, number, spaced) in &rows {
            let space = if *spaced { " " } else { "" };
            let string = serde_json::to_string(string).unwrap();
            writeln!(text, "{{{space}\"s\":{space}{string}, \"n\":{number}.50,\"fen\":\"{FEN}\",\"o\":{{\"k\":[1, {string}]}}}}").unwrap();
        }
        folder.write("in.jsonl", &text);
        folder.done("status in.jsonl -o out.jsonl");
        let expected = text.replace("}\n", ",\"verdict\":\"safe\"}\n");
        prop_assert_eq!(folder.text("out.jsonl"), expected);
    }
}
