//! The server, asked over its sockets.

mod common;
mod endpoints;
mod hostile;
mod mcp;
mod problems;
mod streams;
