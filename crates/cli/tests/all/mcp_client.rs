//! `arbiter mcp` asked by a real client: the Python SDK of the Model Context Protocol.

use crate::common::client;

#[test]
#[ignore = "needs Python 3.10 with the MCP SDK, which it fetches with pip"]
fn python_sdk() {
    assert_eq!(client("mcp==2.3.0", "mcp_client.py").trim(), "ok");
}
