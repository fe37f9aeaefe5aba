//! Arbiter's page and its HTTP interface: `arbiter serve`.
//!
//! [`Server`] takes connections, [`talk`] converses over streams (`arbiter mcp`), [`Config`] says what a
//! request may cost. The interface is that of [`chess_arbiter_answer::request`], described at
//! `/api/v1/openapi.json`; the page's files are part of the program.
//!
//! ```text
//! connection ─▶ router ─▶ body (bounded, timed) ─▶ lane (bounded queue) ─▶ worker thread
//!     ▲                                                                        │ bytes, bounded
//!     └───────────────────────────── reply ◀───────────────────────────────────┘
//! ```
//!
//! Searches run on threads of their own, never on those that serve connections. Whoever drops a reply,
//! because the client left, sets the interrupt flag of the search and frees its thread.

#![forbid(unsafe_code)]

mod body;
mod callers;
mod config;
mod headers;
mod mcp;
mod metrics;
mod openapi;
mod page;
mod pool;
mod presence;
mod question;
mod reply;
mod room;
mod router;
mod server;
mod stall;
mod work;

pub use config::Config;
pub use mcp::talk;
pub use metrics::Metrics;
pub use server::{Server, run};
