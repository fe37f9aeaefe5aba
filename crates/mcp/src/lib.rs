//! Arbiter's answers as tools of the Model Context Protocol, without a transport.
//!
//! A [`Server`] reads a [message](Incoming) of a client. Most have their reply at once; a [`Call`] of a tool
//! is work, which whoever carries messages does where and when it likes, may stop, and may follow. Nothing is
//! kept between messages, so one server is enough for any number of clients.
//!
//! The tools are the questions of [`chess_arbiter_answer::request`]: what they take and give is described
//! from the same types, and no option, default or bound stands here.
//!
//! ```
//! let server = chess_arbiter_mcp::Server::default();
//! let ping = server.handle(br#"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#);
//! assert_eq!(ping.unwrap(), r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
//!
//! let call = br#"{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params":
//!     {"name": "status", "arguments": {"position": "7k/6Q1/6K1/8/8/8/8/8 b"}}}"#;
//! assert!(server.handle(call).unwrap().contains(r#""verdict":"checkmate""#));
//! ```

#![forbid(unsafe_code)]

mod call;
mod message;
mod protocol;
mod reply;
mod says;
mod schema;
mod tools;

use std::sync::Arc;

use chess_arbiter::win::Oracle;
use chess_arbiter_answer::request::{Context, Grant};

pub use call::{Call, Notify};
pub use message::{Id, Incoming, Message, Stateless};
pub use protocol::{STATELESS, VERSIONS};
pub use reply::METHOD_NOT_FOUND;

/// Messages of one text at most (a batch, as version 2025-03-26 of the protocol has them).
const BATCH: usize = 100;

/// What tools may cost, and what helps them.
#[derive(Clone)]
pub struct Server {
    /// What a call may ask for.
    pub grant: Grant,
    /// Bytes of an answer: what has more is refused with a message.
    pub reply: usize,
    /// Tables of the games that are won by capture.
    pub oracle: Option<Arc<dyn Oracle>>,
}

impl Server {
    /// Bytes of an answer unless told otherwise.
    pub const REPLY: usize = 8 << 20;
}

impl Default for Server {
    fn default() -> Server {
        Server { grant: Grant::default(), reply: Server::REPLY, oracle: None }
    }
}

impl Server {
    /// What a text from a client asks for. A text that makes no sense has its error as reply.
    pub fn read(&self, text: &[u8]) -> Incoming {
        message::read(self, text)
    }

    /// The error for a text of which more came than is read.
    pub fn too_long(most: usize) -> String {
        let message = format!("the message has more than {most} bytes, the most that is read here");
        reply::error_text(reply::INVALID_REQUEST, &message)
    }

    /// The error for a request whose headers of HTTP say something else.
    pub fn mismatch(request: &Stateless, detail: &str) -> String {
        match reply::error(Some(&request.id), reply::HEADER_MISMATCH, detail) {
            Message::Error(_, text) => text,
            _ => String::new(),
        }
    }

    /// The error for a request that does not say which version of the protocol it is of, though a header
    /// does.
    pub fn unnamed() -> String {
        let detail = "params._meta: expected io.modelcontextprotocol/protocolVersion and clientCapabilities";
        reply::error_text(reply::INVALID_PARAMS, detail)
    }

    /// What is sent where something has to be, though the client wants no reply any more.
    pub fn cancelled() -> String {
        reply::error_text(reply::CANCELLED, "cancelled")
    }

    /// Answers a text on the spot: what is sent back, if anything is.
    pub fn handle(&self, text: &[u8]) -> Option<String> {
        let Incoming { messages, batch, .. } = self.read(text);
        let replies: Vec<String> = messages
            .into_iter()
            .filter_map(|message| match message {
                Message::Reply(reply) | Message::Error(_, reply) => Some(reply),
                Message::Call(call) => Some(call.run(&self.context(), None)),
                Message::Cancel(_) | Message::Nothing => None,
            })
            .collect();
        Incoming::joined(batch, replies)
    }

    /// What a call that begins now is made with.
    pub fn context(&self) -> Context {
        Context { oracle: self.oracle.clone(), ..Context::new(self.grant.clone()) }
    }
}
