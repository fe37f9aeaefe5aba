//! `arbiter uci` driven by a real client: python-chess.

use crate::common::client;

#[test]
#[ignore = "needs python-chess, which it fetches with pip"]
fn python_chess() {
    assert_eq!(client("chess==1.11.2", "python_chess.py").trim(), "ok");
}
