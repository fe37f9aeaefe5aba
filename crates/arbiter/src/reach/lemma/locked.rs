//! **`locked`.** [Men that hold each other fast](crate::reach::facts::locked) never moved. So all of them
//! stand where they began, and where one does not, no game reaches the position.

use crate::reach::Level;
use crate::reach::facts::mobility::MobilityEnd;

use super::{Lemma, Witness};

/// `locked`: men that can never have moved are not where they began.
pub static LOCKED: Lemma = Lemma {
    name: "locked",
    level: Level::Static,
    instant: false,
    summary: "some men that hold each other fast can never have moved, and one of them is not where it \
              began. Kings among them hold and are held by checks: no king came from beside the other, or \
              from a check that no move can have given",
    refute: |facts| match facts.mobility().end {
        MobilityEnd::Locked(men) => Some(Witness::Locked(men)),
        MobilityEnd::Origins(_) | MobilityEnd::Open => None,
    },
};
