//! `arbiter verify` of answers of `retro`: every part has its proof, and no part can be changed.

use crate::common;

use common::run;
use serde_json::{Value, json};

const ASKED: [&[&str]; 7] = [
    // An en passant capture must be possible.
    &["6Bk/6pp/2N1N3/2KpP3/8/8/8/8 w - ?"],
    // Only White can be to move.
    &["8/8/8/8/8/8/5k1p/7K"],
    // Not all rights at once; promoted men, captors, lost men.
    &["r3k2r/8/8/8/8/8/8/R3K3 w ? -"],
    &["4k3/8/8/8/8/1P6/1P6/2B1KB1B w - -"],
    &["rnbqkb1r/pppppppp/8/8/8/3P4/PP1PPPPP/RNBQKBNR w KQkq -"],
    &["--start", "rqbnkbnr", "rqb1kbnr/pppppppp/8/8/8/3P4/PP1PPPPP/RQBNKBNR w KQkq -"],
    // Nothing can have been played last.
    &["8/8/8/8/8/8/5k1p/7K b - -"],
];

/// Of an answer so many changes are tried at most.
const MOST_CHANGES: usize = 250;

fn told(arguments: &[&str]) -> Value {
    let ran = run(&[&["retro", "--time", "60s", "--json", "--certificate"], arguments].concat(), "");
    serde_json::from_str(&ran.out).unwrap()
}

/// What `verify` says of each.
fn opinions(rows: impl Iterator<Item = String>) -> Vec<String> {
    let rows: Vec<String> = rows.collect();
    run(&["verify"], &rows.join("\n")).lines().into_iter().map(str::to_owned).collect()
}

/// The places of all that an answer says, but for what stands in its certificates.
fn places(value: &Value, place: &str, all: &mut Vec<String>) {
    let under = |name: &str| format!("{place}/{name}");
    match value {
        Value::Object(members) if !members.contains_key("format") => {
            members.iter().for_each(|(name, member)| places(member, &under(name), all));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| places(item, &under(&index.to_string()), all));
            all.push(place.into());
        }
        _ => all.push(place.into()),
    }
}

/// Other values for one.
fn others(value: &Value, all: &Value) -> Vec<Value> {
    match value {
        Value::Bool(is) => vec![json!(!is), json!(null)],
        Value::Number(number) => {
            let number = number.as_u64().unwrap();
            vec![json!(number + 1), json!(number.wrapping_sub(1)), json!(u32::MAX)]
        }
        Value::String(text) => {
            let words = ["possible", "impossible", "undecided", "white", "black", "knight", "a4", "Q"];
            words.into_iter().filter(|word| word != text).map(|word| json!(word)).collect()
        }
        Value::Array(items) => {
            let (less, more) = (items.iter().skip(1), items.iter().chain(items.last()));
            let both = [less.cloned().collect::<Vec<_>>(), more.cloned().collect()];
            both.into_iter().filter(|other| other != items).map(|other| json!(other)).collect()
        }
        // The first two other certificates, and none.
        Value::Object(_) => {
            let mut found = Vec::new();
            certificates(all, &mut found);
            let found = found.into_iter().filter(|other| *other != value).take(2).cloned();
            found.chain([Value::Null]).collect()
        }
        Value::Null => vec![json!(true), json!("possible")],
    }
}

fn certificates<'a>(value: &'a Value, all: &mut Vec<&'a Value>) {
    match value {
        Value::Object(members) if members.contains_key("format") => all.push(value),
        Value::Object(members) => members.values().for_each(|member| certificates(member, all)),
        Value::Array(items) => items.iter().for_each(|item| certificates(item, all)),
        _ => {}
    }
}

#[test]
fn every_part_of_a_past_is_proved() {
    for arguments in ASKED {
        let opinion = opinions([told(arguments).to_string()].into_iter()).remove(0);
        let expected =
            if arguments[0].ends_with("b - -") { "accepted: impossible: " } else { "accepted: possible: " };
        assert!(opinion.starts_with(expected) && opinion.contains(" for its parts"), "{opinion}");
        assert!(opinion.ends_with("; not covered: reason"), "{opinion}");
    }
}

#[test]
fn no_part_of_a_past_can_be_changed() {
    for arguments in ASKED {
        let answer = told(arguments);
        let mut all = Vec::new();
        places(&answer, "", &mut all);
        let all: Vec<(&String, Value)> = (all.iter())
            .filter(|place| *place != "/reason")
            .flat_map(|place| {
                others(answer.pointer(place).unwrap(), &answer).into_iter().map(move |other| (place, other))
            })
            .collect();
        assert!(all.len() > 20, "{arguments:?}");
        // Long answers have very many parts of a kind.
        let changed: Vec<_> = all.iter().step_by(all.len().div_ceil(MOST_CHANGES)).collect();
        let row = |(place, other): &&(&String, Value)| {
            let mut answer = answer.clone();
            *answer.pointer_mut(place).unwrap() = other.clone();
            answer.to_string()
        };
        for (opinion, (place, other)) in opinions(changed.iter().map(row)).iter().zip(&changed) {
            // What follows from no claim is named.
            let named = place[1..].replace("/0", "[0]").replace("/1", "[1]").replace('/', ".");
            let is_named = opinion
                .split("; not covered: ")
                .nth(1)
                .is_some_and(|all| all.split(", ").any(|name| named.starts_with(name)));
            let refused = !opinion.starts_with("accepted");
            assert!(refused || is_named, "{place} {other}: {opinion}");
        }
    }
}

/// Groups that share men do not add up, and a game that goes on after its end shows nothing.
#[test]
fn groups_are_separate_and_games_end() {
    let answer = told(&["4k3/8/8/8/8/1P6/1P6/2B1KB1B w - -"]);
    let history = "/sides/0/history/0";
    let mut repeated = answer.clone();
    let among = answer.pointer(&format!("{history}/promoted_among/0")).unwrap().clone();
    let claimed = json!({"squares": among["squares"], "least": among["least"]});
    let list = |place: &str, item: &Value, answer: &mut Value| {
        let list = answer.pointer_mut(&format!("{history}/{place}")).unwrap().as_array_mut().unwrap();
        list.push(item.clone());
    };
    list("promoted_among", &among, &mut repeated);
    list("certificate/claim/promoted_among", &claimed, &mut repeated);
    *repeated.pointer_mut(&format!("{history}/promotions")).unwrap() = json!(2);
    let mut goes_on = answer.clone();
    for place in ["/sides/0/certificate/evidence", "/sides/0/last_moves/0/certificate/evidence"] {
        goes_on.pointer_mut(place).unwrap()["draws"] = json!("ignored");
    }
    let said = opinions([repeated.to_string(), goes_on.to_string()].into_iter());
    assert!(said[0].ends_with("; not covered: reason, sides[0].history[0].promotions"), "{}", said[0]);
    assert!(said[1].ends_with("its game goes on after it is over"), "{}", said[1]);
}

/// Of games from another array no certificate says that there are no shorter ones.
#[test]
fn what_has_no_certificate_is_named() {
    let position = "bbqnnrkr/pppppppp/8/8/8/P7/1PPPPPPP/BBQNNRKR b HFhf -";
    let asked = ["reach", "--start", "bbqnnrkr", "--shortest", "--certificate", "--json", position];
    let said = run(&["verify"], &run(&asked, "").out).out;
    assert!(
        said.starts_with("accepted: legal") && said.contains("; not covered: ") && said.contains("shortest"),
        "{said}"
    );
}
