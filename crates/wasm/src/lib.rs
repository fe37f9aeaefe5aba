//! The interface of `arbiter serve` as a WebAssembly module: the same requests, limits and answers, without
//! HTTP.
//!
//! Whoever loads the module writes the name of an endpoint and the body of a request into memory that it
//! asked [`alloc`] for, hands them to [`call`], reads the [`ReplyHead`] that comes back and gives everything
//! back with [`free`]. The module imports, from a module called `arbiter`:
//!
//! * `now() -> f64`: milliseconds since some moment, never less than before; limits of time go by it.
//! * `progress(index: u32, nodes: f64, seconds: f64, no_win_within: u32, win_within: u32)`: is told, now and
//!   then, how far an answer is. A `win_within` of 0 is none.
//!
//! The names are exported there only: elsewhere `free` is somebody else's.
//!
//! A call runs to its end: whoever wants to stop it ends the worker that it runs in. A fault of ours is a
//! trap, after which the instance must not be used again.

mod host;
mod memory;

use std::sync::Arc;

use chess_arbiter_answer::Told;
use chess_arbiter_answer::request::{self, Context, Endpoint, Grant, Kind, Problem};

pub use memory::{ReplyHead, alloc, free};

/// What a search may take for its tables. A browser has less to give than a machine that serves.
const MEMORY: usize = 256 << 20;

/// The status of an answer.
const FOUND: u32 = 200;

/// Answers a request: `name` is the last part of the endpoint's address, `body` what would be posted there.
/// The reply is for [`free`].
///
/// # Safety
/// Both are so many bytes that may be read.
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub unsafe extern "C" fn call(
    name: *const u8,
    name_size: usize,
    body: *const u8,
    body_size: usize,
) -> *mut ReplyHead {
    host::start();
    // SAFETY: as the caller promises.
    let (name, body) = unsafe { (memory::bytes(name, name_size), memory::bytes(body, body_size)) };
    match answer(name, body) {
        Ok(text) => ReplyHead::new(FOUND, &text),
        Err(problem) => ReplyHead::new(problem.status.into(), &problem.json()),
    }
}

fn answer(name: &[u8], body: &[u8]) -> Result<String, Problem> {
    let endpoint = std::str::from_utf8(name).ok().and_then(Endpoint::from_name);
    let endpoint = endpoint.ok_or_else(|| Problem::new(Kind::NotFound, "there is no such endpoint"))?;
    let context = Context {
        progress: Some(Arc::new(tell)),
        ..Context::new(Grant { memory: MEMORY, ..Grant::default() })
    };
    request::call(endpoint, body, &context)
}

fn tell(index: usize, told: Told) {
    let Told { no_win_within, win_within, nodes, time } = told;
    host::progress(
        index as u32,
        nodes as f64,
        time.as_secs_f64(),
        no_win_within,
        win_within.unwrap_or_default(),
    );
}
