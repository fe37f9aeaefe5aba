//! What is wrong with a request, as RFC 9457 has it.

use chess_arbiter::board::Square;
use chess_arbiter::format::TextError;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::question::Refused;
use crate::report::Change;

/// A problem document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Problem {
    /// The kind of problem, as a URN.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The kind of problem in words.
    pub title: &'static str,
    /// The status code of the HTTP response.
    pub status: u16,
    /// What is wrong here.
    pub detail: String,
    /// The line, from 1, in the body or, if `field` names one, in the text of that field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column in characters, from 1; in bytes if the body is not JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The square it is about.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "name")]
    #[schemars(with = "Option<String>")]
    pub square: Option<Square>,
    /// The member of the request that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub field: Option<Box<str>>,
    /// What a text that is not a position may have been meant to be, if repairs were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Change>")]
    pub readings: Option<Box<Readings>>,
}

/// What a text can mean that is no position as it stands. (In a box: most problems have none.)
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Readings(pub Vec<Change>);

fn name<S: Serializer>(square: &Option<Square>, serializer: S) -> Result<S::Ok, S::Error> {
    square.map(|square| square.to_string()).serialize(serializer)
}

/// The kinds of problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The body is not what the interface describes.
    BadRequest,
    /// There is nothing at this address.
    NotFound,
    /// The address takes another method.
    WrongMethod,
    /// The body did not arrive in time.
    TooSlow,
    /// The body, or what it asks for, is too large.
    TooLarge,
    /// The body is not called JSON.
    NotJson,
    /// The request is for another host.
    WrongHost,
    /// The request comes from a page of another host.
    WrongOrigin,
    /// A text is no position, or none that the question can be asked about.
    NoPosition,
    /// A fault of ours.
    Internal,
    /// There is too much to do.
    Busy,
}

impl Kind {
    /// The URN, the title, the status code.
    const fn parts(self) -> (&'static str, &'static str, u16) {
        match self {
            Kind::BadRequest => {
                ("urn:arbiter:problem:bad-request", "Not a request that this interface knows", 400)
            }
            Kind::WrongOrigin => {
                ("urn:arbiter:problem:wrong-origin", "The request comes from another page", 403)
            }
            Kind::NotFound => ("urn:arbiter:problem:not-found", "There is nothing here", 404),
            Kind::WrongMethod => {
                ("urn:arbiter:problem:wrong-method", "This address takes another method", 405)
            }
            Kind::TooSlow => ("urn:arbiter:problem:too-slow", "The request arrived too slowly", 408),
            Kind::TooLarge => ("urn:arbiter:problem:too-large", "The request is too large", 413),
            Kind::NotJson => ("urn:arbiter:problem:not-json", "The body must be application/json", 415),
            Kind::WrongHost => ("urn:arbiter:problem:wrong-host", "The request is for another host", 421),
            Kind::NoPosition => ("urn:arbiter:problem:no-position", "Not a position", 422),
            Kind::Internal => ("urn:arbiter:problem:internal", "A fault in the program", 500),
            Kind::Busy => ("urn:arbiter:problem:busy", "Too busy at the moment", 503),
        }
    }
}

impl Problem {
    /// A problem of a kind.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Problem {
        let (urn, title, status) = kind.parts();
        Problem {
            kind: urn,
            title,
            status,
            detail: detail.into(),
            line: None,
            column: None,
            square: None,
            field: None,
            readings: None,
        }
    }

    /// Whether it is of this kind.
    pub fn is(&self, kind: Kind) -> bool {
        self.kind == kind.parts().0
    }

    /// What cannot be asked.
    pub(crate) fn bad(detail: impl Into<String>) -> Problem {
        Problem::new(Kind::BadRequest, detail)
    }

    /// A value that cannot be.
    pub(super) fn field(field: impl Into<String>, detail: impl Into<String>) -> Problem {
        Problem { field: Some(field.into().into()), ..Problem::new(Kind::BadRequest, detail) }
    }

    /// More than is allowed of something.
    pub(super) fn too_many(field: &str, found: usize, most: usize) -> Problem {
        let detail = format!("{found} {field} in one request, at most {most} are allowed here");
        Problem { field: Some(field.into()), ..Problem::new(Kind::TooLarge, detail) }
    }

    /// A text that is no position, in a member of the request.
    pub(super) fn unreadable(field: &str, fault: TextError) -> Problem {
        let TextError { line, column, message, .. } = fault;
        let problem = Problem::new(Kind::NoPosition, message);
        Problem { line: Some(line), column: Some(column), field: Some(field.into()), ..problem }
    }

    /// A position that the question cannot be asked about, which begins on a line and column.
    pub(super) fn refused(field: &str, (line, column): (usize, usize), refused: Refused) -> Problem {
        let Refused { message, square } = refused;
        let problem = Problem::unreadable(field, TextError::new(line, column, message));
        Problem { square, ..problem }
    }

    /// The document.
    pub fn json(&self) -> String {
        crate::json(self).trim_end().to_owned()
    }
}
