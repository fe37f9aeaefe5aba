//! `ghosts` near the edge. `tests/cases/ghosts.tsv` has certificates with the least sets and the fewest
//! positions, so that whatever is less is refused, and such in which there may be a mate; the second checker
//! (`proof/python`) says the same of each.
//!
//! Of 396 slips of `crates/check/src/can_win/ghosts.rs` that `tests/slips` makes (operators, conditions left
//! out, numbers one off) 294 are seen here, and all others but thirteen by `tests/unit/ghosts.rs` and
//! `ghosts`; `tests/slips/README.md` names these.

use super::*;

const ROWS: &str = include_str!("../../../../../tests/cases/ghosts.tsv");

/// Which of the ways to have less are accepted; the certificate as it is, too.
fn slips(verdict: &str, certificate: &Value) -> Vec<String> {
    let mut slips = Vec::new();
    let mut see = |name: String, certificate: &Value, expected: &str| {
        let found = chess_arbiter_check::check(&certificate.to_string());
        let found = found.map_or_else(|refusal| refusal.to_string(), |_| "accepted".into());
        if !found.contains(expected) {
            slips.push(format!("{name}: {found}"));
        }
    };
    if verdict == "mate" {
        see("as it is".into(), certificate, "may have mated");
        return slips;
    }
    see("as it is".into(), certificate, "accepted");
    let positions = certificate["evidence"]["closure"].as_u64().unwrap();
    see("fewer".into(), &with(certificate, "/evidence/closure", json!(positions - 1)), "closure: ");
    for (number, ghost) in certificate["evidence"]["ghosts"].as_array().unwrap().iter().enumerate() {
        for set in [1, 2] {
            let squares = u64::from_str_radix(ghost[set].as_str().unwrap(), 16).unwrap();
            for bit in (0..64).filter(|bit| squares >> bit & 1 == 1) {
                let pointer = format!("/evidence/ghosts/{number}/{set}");
                let less = with(certificate, &pointer, json!(format!("{:016x}", squares & !(1 << bit))));
                see(format!("{pointer} without {bit}"), &less, "lacks");
            }
        }
        let pointer = format!("/evidence/ghosts/{number}/3");
        if certificate.pointer(&pointer) == Some(&json!(false)) {
            see(pointer.clone(), &with(certificate, &pointer, json!(true)), "ghosts[");
        }
    }
    slips
}

#[test]
fn whatever_is_less_is_refused() {
    let mut count = [0; 2];
    for row in ROWS.lines().filter(|line| !line.starts_with('#')) {
        let (verdict, certificate) = row.split_once('\t').unwrap();
        let certificate = serde_json::from_str(certificate).unwrap();
        let slips = slips(verdict, &certificate);
        assert!(slips.is_empty(), "{certificate}\n{slips:#?}");
        count[usize::from(verdict == "mate")] += 1;
    }
    assert!(count.iter().all(|count| *count > 20), "{count:?}");
}
