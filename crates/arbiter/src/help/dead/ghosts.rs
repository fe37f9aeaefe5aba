//! **Ghosts.** A closure with some men left off the board. Of each, a ghost, only a set of squares is known,
//! which it never leaves: what roams without effect makes closures large, and matters little.
//!
//! There are no castling rights, and no capture en passant at first. By induction every position of play
//! stands for one here with the same men but for the ghosts, each of which is captured or in its set:
//!
//! * Men on the board move as they do, through ghosts and onto them as if these were not there; a pawn also
//!   captures where an enemy ghost can be, or an enemy ghost pawn can have stepped over.
//! * A ghost that moves leaves the position as it is, or takes an enemy man on its way. Its set is *closed*:
//!   in each position it has all squares a step of the ghost from those of its squares that are empty, but
//!   for own men and the enemy king. (A slider's way is empty, so it goes step by step.) A pawn has a second
//!   set for when it is promoted; it captures where enemy men stand or enemy ghosts can be, and en passant
//!   wherever an enemy pawn, ghost or not, can have made a double step.
//! * A move is left out if after it an enemy man attacks the mover's king and no ghost can be between, and
//!   a position if the attacker has a king alone and no ghosts.
//! * A ghost pawn is *kept* if its set is of one file and no enemy man or ghost can capture there. Then it is
//!   always on that file, and an enemy ghost pawn that began before it and never leaves the file cannot pass.
//!
//! *A check* by a man on the board is one here. One by a ghost comes over a square next to the king that is
//! empty and in the ghost's set (a knight's or pawn's from its set); and if a man on the board has made the
//! last move, then over a square that this left empty (its own, or a pawn's that it captured en passant), the
//! next one being empty and in the set. For before that move the defender was not in check.
//!
//! *It is no mate* if the defender has a reply by a man on the board wherever the ghosts are: none can be in
//! its way, and after it neither a man nor a ghost can attack the king (in the position after it the sets are
//! closed, too). Replies to squares on which own ghosts can be count if there are more such squares, or more
//! of one colour, than such ghosts: one of them is free.

#[cfg(test)]
pub(super) mod tests;

use crate::attacks::{self, Portable, attackers, between};
use crate::board::{Bitboard, Board, Color, Man, Move, Role, Square};
use crate::limits::{Meter, Reached};
use crate::moves::pseudo_legal_moves;
use crate::position::{Position, en_passant};
use crate::rules::{Pawns, Rules};

use super::graph::{BYTES, Graph};
use super::hex;
use super::region::{promoted_steps, steps};

/// A man that is left off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ghost {
    /// Where it stands.
    pub square: Square,
    /// What it is.
    pub man: Man,
    /// Where it can ever stand as it is.
    pub stays: Bitboard,
    /// Where it can ever stand as a promoted pawn.
    pub promoted: Bitboard,
    /// A pawn that stays on its file and is never captured.
    pub is_kept: bool,
}

const fn up(color: Color) -> i8 {
    if matches!(color, Color::White) { 8 } else { -8 }
}

const fn home(color: Color) -> Bitboard {
    Bitboard::rank(if matches!(color, Color::White) { 1 } else { 6 })
}

impl Ghost {
    /// As certificates have it.
    pub(super) fn written(&self) -> (String, String, String, bool) {
        (self.square.to_string(), hex(self.stays), hex(self.promoted), self.is_kept)
    }

    fn all(&self) -> Bitboard {
        self.stays | self.promoted
    }

    fn is_pawn(&self) -> bool {
        self.man.role == Role::Pawn
    }

    /// What it may attack past these men.
    fn attacks(&self, occupied: Bitboard) -> Bitboard {
        let stays = self.stays - occupied;
        let color = self.man.color;
        if !self.is_pawn() {
            return steps(self.man.role, stays);
        }
        attacks::pawns(color, stays) | promoted_steps(self.promoted - occupied)
    }

    /// Whether it may attack a square over another one, past these men: from next to the other or beyond.
    fn attacks_over(&self, square: Square, over: Square, occupied: Bitboard) -> bool {
        let from = match self.man.role {
            Role::Bishop => attacks::bishop_rays(square) & self.stays,
            Role::Rook => attacks::rook_rays(square) & self.stays,
            Role::Queen => attacks::queen_rays(square) & self.stays,
            Role::Pawn => attacks::queen_rays(square) & self.promoted,
            Role::Knight | Role::King => Bitboard::EMPTY,
        };
        let next = attacks::king(over) & (from - occupied);
        (between(square, over) & occupied).is_empty() && { next }.any(|from| between(square, from).has(over))
    }

    /// Where it can have been stepped over, if it is a pawn.
    fn crossed(&self) -> Bitboard {
        if !self.is_pawn() {
            return Bitboard::EMPTY;
        }
        let (up, home) = (up(self.man.color), home(self.man.color));
        (self.stays & home).shift(up) & self.stays.shift(-up)
    }

    fn is_on_its_file(&self) -> bool {
        (self.all() - Bitboard::file(self.square.file())).is_empty()
    }
}

/// Where pawns of a side on the board can have been stepped over.
fn crossed(board: &Board, color: Color) -> Bitboard {
    let (up, free) = (up(color), Bitboard::FULL - board.occupied());
    (home(color) & free).shift(up) & free & board.men(color, Role::Pawn).shift(-up)
}

/// What a closure without some men shows.
enum Outcome {
    /// There are so many positions, and none can be mate.
    Closed(u64, Vec<Ghost>),
    /// One may be.
    Mate,
    /// There are more positions.
    Open,
}

/// Looks for a mate by the side in a closure without these men, up to so many positions.
fn close<R: Rules>(
    root: &Position<R>,
    color: Color,
    ghosts: Bitboard,
    most: usize,
    meter: &mut Meter,
) -> Result<Outcome, Reached> {
    let Some((first, mut ghosts)) = without(root, color, ghosts) else { return Ok(Outcome::Open) };
    let mut graph = Graph::new(&first);
    let (mut done, mut has_grown) = (0, false);
    let mut after = Vec::new();
    loop {
        if done as usize == graph.len() {
            if !has_grown {
                return Ok(Outcome::Closed(graph.len() as u64, ghosts.men));
            }
            // What was looked at before may lead to more now.
            (done, has_grown) = (0, false);
        }
        if graph.len() > most || graph.len().saturating_mul(BYTES) > meter.memory() / 2 {
            return Ok(Outcome::Open);
        }
        meter.count()?;
        let position = *graph.get(done);
        has_grown |= ghosts.grow(&position);
        ghosts.moves(&position, &mut after);
        has_grown |= ghosts.are_captured(&position, &after);
        for next in &after {
            if position.turn() == color && ghosts.may_be_mate(next) {
                return Ok(Outcome::Mate);
            }
            if !ghosts.is_over(next.position.board()) {
                graph.meet(next.position, (done, Move::new(Square::A1, Square::A1)));
            }
        }
        done += 1;
    }
}

/// The position without these men, none of which is a king.
fn without<R: Rules>(root: &Position<R>, color: Color, ghosts: Bitboard) -> Option<(Position<R>, Ghosts)> {
    let has_rights = Color::BOTH.into_iter().any(|color| root.castling(color).has_any());
    let is_game = R::PAWNS == Pawns::Full && R::ROYAL == Role::King && !R::ROYAL_CAPTURABLE;
    if !is_game || has_rights || en_passant(root).has_any() {
        return None;
    }
    let mut setup = root.to_setup();
    setup.en_passant = None;
    let mut men = Vec::new();
    for square in ghosts {
        let man = setup.board.remove(square).filter(|man| man.role != Role::King)?;
        let is_kept = man.role == Role::Pawn;
        men.push(Ghost { square, man, stays: square.bb(), promoted: Bitboard::EMPTY, is_kept });
    }
    Some((Position::from_valid(&setup), Ghosts { men, color }))
}

/// A position that a move leads to.
struct After<R: Rules> {
    position: Position<R>,
    /// What it has left empty; nothing if a ghost has moved.
    left: Bitboard,
    /// Where a man may have captured.
    to: Bitboard,
}

struct Ghosts {
    men: Vec<Ghost>,
    /// The attacker.
    color: Color,
}

impl Ghosts {
    fn of(&self, color: Color) -> impl Iterator<Item = &Ghost> {
        self.men.iter().filter(move |ghost| ghost.man.color == color)
    }

    fn all(&self, color: Color) -> Bitboard {
        self.of(color).fold(Bitboard::EMPTY, |all, ghost| all | ghost.all())
    }

    fn crossed(&self, color: Color) -> Bitboard {
        self.of(color).fold(Bitboard::EMPTY, |all, ghost| all | ghost.crossed())
    }

    fn is_over(&self, board: &Board) -> bool {
        board.color(self.color).single().is_some() && self.of(self.color).next().is_none()
    }

    /// Where a ghost may capture; pieces may go there, too.
    fn captures(&self, board: &Board, ghost: &Ghost) -> Bitboard {
        let (color, occupied) = (ghost.man.color, board.occupied());
        let free = Bitboard::FULL - board.color(color) - board.men(!color, Role::King);
        if !ghost.is_pawn() {
            return ghost.attacks(occupied) & free;
        }
        let enemy = board.color(!color) | self.all(!color) | self.crossed(!color) | crossed(board, !color);
        attacks::pawns(color, ghost.stays - occupied) & enemy & free
            | promoted_steps(ghost.promoted - occupied) & free
    }

    /// The sets that a ghost must have in a position beside those that it has.
    fn wanted(&self, board: &Board, ghost: &Ghost) -> [Bitboard; 2] {
        let (color, occupied) = (ghost.man.color, board.occupied());
        let free = Bitboard::FULL - board.color(color) - board.men(!color, Role::King);
        if !ghost.is_pawn() {
            return [ghost.attacks(occupied) & free, Bitboard::EMPTY];
        }
        let on = ghost.stays - occupied;
        let enemy = board.color(!color) | self.all(!color) | self.crossed(!color) | crossed(board, !color);
        let mut ahead = on.shift(up(color)) - occupied;
        for other in self.of(!color).filter(|other| other.is_kept && faces(ghost, other)) {
            // It has to be beyond.
            let nearer = match color {
                Color::White => u64::MAX >> 8 >> other.stays.0.leading_zeros(),
                Color::Black => u64::MAX << 8 << other.stays.0.trailing_zeros(),
            };
            ahead = ahead - Bitboard(!nearer);
        }
        let stays = ahead | attacks::pawns(color, on) & enemy & free;
        let last = ghost.stays & Bitboard::rank(if color == Color::White { 7 } else { 0 });
        [stays, last | promoted_steps(ghost.promoted - occupied) & free]
    }

    /// Lets ghosts have what a position asks of their sets; whether one has become larger.
    fn grow<R: Rules>(&mut self, position: &Position<R>) -> bool {
        let mut has_grown = false;
        loop {
            let mut is_larger = false;
            for number in 0..self.men.len() {
                let ghost = self.men[number];
                let [stays, promoted] = self.wanted(position.board(), &ghost);
                let grown =
                    Ghost { stays: ghost.stays | stays, promoted: ghost.promoted | promoted, ..ghost };
                let is_kept = ghost.is_kept && grown.is_on_its_file() && grown.promoted.is_empty();
                is_larger |= grown != ghost;
                self.men[number] = Ghost { is_kept, ..grown };
            }
            if !is_larger {
                return has_grown;
            }
            has_grown = true;
        }
    }

    /// Marks the pawns that are not kept, for one of these moves may capture them; whether there are any.
    fn are_captured<R: Rules>(&mut self, position: &Position<R>, moves: &[After<R>]) -> bool {
        let us = position.turn();
        let mut to = moves.iter().fold(Bitboard::EMPTY, |all, after| all | after.to);
        if moves.iter().any(|after| after.left.is_empty()) {
            to |= self.of(us).fold(Bitboard::EMPTY, |all, own| all | self.captures(position.board(), own));
        }
        let mut is_new = false;
        for ghost in self.men.iter_mut().filter(|ghost| ghost.man.color != us && ghost.is_kept) {
            if ((ghost.stays | ghost.crossed()) & to).has_any() {
                (ghost.is_kept, is_new) = (false, true);
            }
        }
        is_new
    }

    /// What moves lead to, after which no man surely attacks the mover's king.
    fn moves<R: Rules>(&self, position: &Position<R>, all: &mut Vec<After<R>>) {
        all.clear();
        let (board, us) = (position.board(), position.turn());
        let mut meet = |position: Position<R>, left, to| {
            if !self.is_surely_attacked::<R>(position.board(), us) {
                all.push(After { position, left, to });
            }
        };
        for mv in pseudo_legal_moves(position) {
            if board.men(!us, Role::King).has(mv.to()) {
                continue;
            }
            let (from, to) = (mv.from().bb(), mv.to().bb());
            let is_step = (board.role(Role::Pawn) & from).has_any() && mv.from().file() == mv.to().file();
            let left = if position.is_en_passant(mv) { from | to.shift(-up(us)) } else { from };
            meet(position.play(mv), left, if is_step { Bitboard::EMPTY } else { to });
        }
        let crossed = self.crossed(!us);
        let known = position.en_passant().map_or(Bitboard::EMPTY, Square::bb);
        let targets = (self.all(!us) | crossed) - board.occupied() - known;
        for from in board.men(us, Role::Pawn) {
            for to in attacks::pawn(us, from) & targets {
                let left = from.bb() | (crossed & to.bb()).shift(-up(us));
                if R::last_rank(us).has(to) {
                    for &role in R::PROMOTIONS {
                        meet(position.play(Move::promote(from, to, role)), left, to.bb());
                    }
                } else {
                    meet(position.play(Move::new(from, to)), left, to.bb());
                }
            }
        }
        let moves = |ghost: &Ghost| self.wanted(board, ghost).into_iter().any(Bitboard::has_any);
        if !self.of(us).any(moves) {
            return;
        }
        let mut setup = position.to_setup();
        (setup.turn, setup.en_passant) = (!us, None);
        meet(Position::from_valid(&setup), Bitboard::EMPTY, Bitboard::EMPTY);
        let captures = self.of(us).fold(Bitboard::EMPTY, |all, ghost| all | self.captures(board, ghost));
        let steps = self.of(us).filter(|ghost| ghost.is_pawn());
        let pawns =
            steps.fold(Bitboard::EMPTY, |all, pawn| all | attacks::pawns(us, pawn.stays - board.occupied()));
        let victims = captures & board.color(!us);
        for victim in victims | (pawns & self::crossed(board, !us)).shift(-up(us)) {
            let mut setup = setup;
            setup.board.remove(victim);
            meet(Position::from_valid(&setup), Bitboard::EMPTY, Bitboard::EMPTY);
        }
    }

    /// Whether an enemy man attacks the king of a side, and no ghost can be between.
    fn is_surely_attacked<R: Rules>(&self, board: &Board, us: Color) -> bool {
        let Some(king) = board.men(us, Role::King).first() else { return true };
        let ghosts = self.all(Color::White) | self.all(Color::Black);
        attackers::<R, Portable>(board, king, !us, board.occupied())
            .any(|from| (between(king, from) & ghosts).is_empty())
    }

    /// Whether the attacker's ghosts may give check with the move that led to a position.
    fn may_check<R: Rules>(&self, after: &After<R>, king: Square) -> bool {
        let occupied = after.position.board().occupied();
        self.of(self.color).any(|ghost| {
            if after.left.is_empty() {
                return ghost.attacks(occupied).has(king);
            }
            { after.left }.any(|left| ghost.attacks_over(king, left, occupied))
        })
    }

    /// Whether the defender, to move, may be mated.
    fn may_be_mate<R: Rules>(&self, after: &After<R>) -> bool {
        let (position, color) = (&after.position, self.color);
        let board = position.board();
        let Some(king) = board.men(!color, Role::King).first() else { return true };
        let by_man = |board: &Board, square| {
            attackers::<R, Portable>(board, square, color, board.occupied()).has_any()
        };
        if !by_man(board, king) && !self.may_check(after, king) {
            return false;
        }
        let own = self.all(!color);
        let ghosts = own | self.all(color);
        let mut shared = Bitboard::EMPTY;
        for mv in pseudo_legal_moves(position) {
            let (from, to) = (mv.from(), mv.to());
            let is_step = board.role(Role::Pawn).has(from) && from.file() == to.file();
            if (between(from, to) & ghosts).has_any()
                || is_step && ghosts.has(to)
                || board.men(color, Role::King).has(to)
            {
                continue;
            }
            let then = position.play(mv);
            let then = then.board();
            let Some(at) = then.men(!color, Role::King).first() else { continue };
            let by_ghost = |ghost: &Ghost| ghost.attacks(then.occupied()).has(at);
            if by_man(then, at) || self.of(color).any(by_ghost) {
                continue;
            }
            // Where a man on the board stands there is no ghost.
            if !(own - board.occupied()).has(to) {
                return false;
            }
            shared |= to.bb();
        }
        [shared, shared & Bitboard::LIGHT, shared - Bitboard::LIGHT].into_iter().all(|squares| {
            let own = self.of(!color).filter(|ghost| (ghost.all() & squares).has_any());
            squares.len() as usize <= own.count()
        })
    }
}

/// Whether two pawns of different sides began on one file, either before the other, and the first has not
/// left it.
fn faces(pawn: &Ghost, other: &Ghost) -> bool {
    let is_before = match pawn.man.color {
        Color::White => pawn.square < other.square,
        Color::Black => pawn.square > other.square,
    };
    other.is_pawn() && pawn.square.file() == other.square.file() && is_before && pawn.is_on_its_file()
}

/// How much is tried.
#[derive(Clone, Copy)]
pub(super) struct Tries {
    /// Choices of ghosts,
    pub(super) choices: usize,
    /// each with so many positions at most.
    pub(super) most: usize,
}

/// Looks for men without which a closure shows that the side never mates: how many positions it has, and what
/// the men can do. Of the closure so many positions were met without each of them on its square.
pub(super) fn search<R: Rules>(
    root: &Position<R>,
    color: Color,
    moved: &[(Square, usize)],
    Tries { choices: tries, most }: Tries,
    meter: &mut Meter,
) -> Result<Option<(u64, Vec<Ghost>)>, Reached> {
    let until = meter.effort().nodes + 4 * most as u64;
    for choice in choices(root.board(), moved).into_iter().take(tries) {
        if let Outcome::Closed(positions, ghosts) = close(root, color, choice, most, meter)? {
            return Ok(Some((positions, ghosts)));
        }
        if meter.effort().nodes > until {
            break;
        }
    }
    Ok(None)
}

/// Men to leave off the board, one choice after another: those that roam.
fn choices(board: &Board, moved: &[(Square, usize)]) -> Vec<Bitboard> {
    let union = |men: &[(Square, usize)]| men.iter().fold(Bitboard::EMPTY, |all, man| all | man.0.bb());
    let most = moved.first().map_or(0, |(_, times)| *times);
    let often = union(&moved[..moved.iter().filter(|(_, times)| times * 8 > most).count()]);
    let [pawns, bishops] = [Role::Pawn, Role::Bishop].map(|role| board.role(role));
    let [light, dark] = [bishops & Bitboard::LIGHT, bishops - Bitboard::LIGHT];
    let mut choices = Vec::new();
    for part in [Bitboard::FULL, Bitboard::FULL - pawns, pawns, bishops, light, dark] {
        for side in [Bitboard::FULL, board.color(Color::White), board.color(Color::Black)] {
            choices.push(often & part & side);
        }
    }
    let pieces = board.occupied() - pawns - board.role(Role::King);
    for part in [bishops, pieces] {
        for side in [Bitboard::FULL, board.color(Color::White), board.color(Color::Black)] {
            choices.push(part & side);
        }
    }
    choices.extend(often.map(|square| often - square.bb()));
    choices.extend((1..moved.len()).flat_map(|number| [union(&moved[..number]), union(&moved[number..])]));
    let mut known = vec![Bitboard::EMPTY];
    choices.retain(|choice| {
        let is_new = !known.contains(choice);
        known.push(*choice);
        is_new
    });
    choices
}
