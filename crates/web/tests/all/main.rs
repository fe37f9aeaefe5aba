//! The server, asked over its sockets.

mod common;
mod endpoints;
mod hostile;
mod problems;
mod streams;
