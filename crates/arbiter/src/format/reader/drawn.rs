//! What has been seen of a diagram.

use super::super::diagram::line::Line;

/// What has been seen of a diagram.
#[derive(Default)]
pub(super) struct Drawn {
    pub(super) rows: u8,
    turn: bool,
    framed: bool,
    frame_below: bool,
    files_below: bool,
}

impl Drawn {
    /// Whether a line belongs to this diagram and does not begin the next.
    pub(super) fn accepts(&mut self, line: Line, height: u8) -> bool {
        let complete = self.rows >= height;
        let closed = complete || self.files_below;
        let (flag, accepted) = match line {
            Line::Blank => return false,
            Line::Row => {
                self.rows += u8::from(!closed);
                return !closed;
            }
            Line::Frame if !closed => (&mut self.framed, true),
            // A frame that was not opened cannot be closed: the line is the top of the next.
            Line::Frame => {
                let below = self.framed && !self.frame_below && !self.files_below;
                (&mut self.frame_below, below)
            }
            Line::Files { .. } if self.rows == 0 => return true,
            Line::Files { .. } => {
                let first = !self.files_below;
                (&mut self.files_below, first)
            }
            Line::Turn(_) => {
                let first = !self.turn;
                (&mut self.turn, first)
            }
        };
        *flag |= accepted;
        accepted
    }
}
