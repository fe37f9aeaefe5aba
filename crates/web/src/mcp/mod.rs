//! The Model Context Protocol: over HTTP beside the page, and over a pair of streams.

mod calls;
mod http;
mod lines;
mod stdio;

pub(crate) use calls::Calls;
pub(crate) use http::post;
pub use stdio::talk;

use chess_arbiter_mcp::Server;

use crate::config::Config;

/// The tools, granted what everybody is.
pub(crate) fn server(config: &Config) -> Server {
    Server { grant: config.grant.clone(), oracle: config.oracle.clone(), ..Server::default() }
}
