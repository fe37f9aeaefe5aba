//! The status of many positions of chess at once, without a branch that depends on what stands where: each is
//! a lane of vectors of sets.
//!
//! Lanes tell what most positions show at a glance: that there is a check or none, and a move that is surely
//! legal. Positions that do not show it, and setups that are none, are asked about one by one.

use crate::attacks::{self, EachLane, Vectors, vectorized};
use crate::board::{Bitboard, Color, Role, Setup, Square};

use super::Status;

/// How many positions are asked about at once.
pub const LANES: usize = 64;

/// One set of each lane.
type Sets = [u64; LANES];

/// Setups, each in its lane: 44 bytes, since so many of them wait in memory.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Lanes {
    /// The bits of what stands on a square: nothing 0, pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6.
    planes: [Sets; 3],
    black: Sets,
    /// From the king of the side to move as a queen on an empty board.
    rays: Sets,
    /// The rooks of castling rights on the first rank, and above them those on the last.
    castling: [u16; LANES],
    /// The en passant square; 0 if there is none.
    en_passant: [u8; LANES],
    /// 1 where Black is to move.
    turn: [u8; LANES],
}

impl Lanes {
    /// No lane has a position.
    pub const EMPTY: Lanes = Lanes {
        planes: [[0; LANES]; 3],
        black: [0; LANES],
        rays: [0; LANES],
        castling: [0; LANES],
        en_passant: [0; LANES],
        turn: [0; LANES],
    };

    /// Puts a setup into a lane; their numbers go round after [`LANES`].
    #[inline(always)]
    pub fn set(&mut self, lane: usize, setup: &Setup) {
        let lane = lane % LANES;
        let [pawns, knights, bishops, rooks, queens, kings] = Role::ALL.map(|role| setup.board.role(role).0);
        self.planes[0][lane] = pawns | bishops | queens;
        self.planes[1][lane] = knights | bishops | kings;
        self.planes[2][lane] = rooks | queens | kings;
        self.black[lane] = setup.board.color(Color::Black).0;
        let king = setup.board.men(setup.turn, Role::King).0.trailing_zeros();
        self.rays[lane] = attacks::queen_rays(Square::wrap(king as u8)).0;
        let rights = setup.castling.0;
        // A right on another rank is as wrong as one on b1.
        let elsewhere = (rights & !BACK_RANKS != 0) as u16;
        self.castling[lane] = (rights as u8) as u16 | ((rights >> 56) as u16) << 8 | elsewhere << 1;
        // Nor can a pawn be taken on a1 or on b1.
        self.en_passant[lane] = setup.en_passant.map_or(0, |square| (square.index() as u8).max(1));
        self.turn[lane] = (setup.turn == Color::Black) as u8;
    }

    /// The status of each lane; nothing where it does not show, or where no valid position is.
    ///
    /// ```
    /// use chess_arbiter::{Position, Setup, Status, status::lanes::Lanes};
    /// let mut lanes = Lanes::EMPTY;
    /// lanes.set(0, &Position::initial().to_setup());
    /// lanes.set(1, &Setup::EMPTY);
    /// assert_eq!(lanes.statuses()[..2], [Some(Status::Safe), None]);
    /// ```
    pub fn statuses(&self) -> [Option<Status>; LANES] {
        self.shown(Vectors::here()).map(|shown| match shown {
            0 => Some(Status::Safe),
            1 => Some(Status::Check),
            _ => None,
        })
    }

    /// The same in two numbers.
    ///
    /// ```
    /// use chess_arbiter::{Position, status::lanes::{Lanes, Shown}};
    /// let mut lanes = Lanes::EMPTY;
    /// lanes.set(0, &Position::initial().to_setup());
    /// assert_eq!(lanes.look(), Shown { checks: 0, unclear: !1 });
    /// ```
    pub fn look(&self) -> Shown {
        let (mut checks, mut unclear) = (0, 0);
        let shown = self.shown(Vectors::here());
        for (number, lanes) in shown.as_chunks::<8>().0.iter().enumerate() {
            let lanes = u64::from_le_bytes(*lanes);
            checks |= low_bits(lanes) << (8 * number);
            unclear |= low_bits(lanes >> UNCLEAR.trailing_zeros()) << (8 * number);
        }
        Shown { checks, unclear }
    }

    fn shown(&self, vectors: Vectors) -> [u8; LANES] {
        let mut shown = [UNCLEAR; LANES];
        vectorized(vectors, Look { lanes: self, shown: &mut shown });
        shown
    }
}

/// What lanes show, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Those in which the side to move is in check and has a move. All others are safe and have one, but:
    pub checks: u64,
    /// Those that do not show their status, or have no valid position.
    pub unclear: u64,
}

/// The lowest bit of each byte.
fn low_bits(bytes: u64) -> u64 {
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

struct Look<'a> {
    lanes: &'a Lanes,
    /// What each shows, as a number.
    shown: &'a mut [u8; LANES],
}

const UNCLEAR: u8 = 4;

/// What of lanes is no set, as sets.
struct Wide {
    castling: Sets,
    en_passant: Sets,
    /// All bits, where Black is to move.
    turn: Sets,
}

impl EachLane for Look<'_> {
    #[inline(always)]
    fn run(self) {
        let Look { lanes, shown } = self;
        // As wide as the sets: vectors of lanes of several widths would take twice as long.
        let mut wide = Wide { castling: [0; LANES], en_passant: [0; LANES], turn: [0; LANES] };
        for lane in 0..LANES {
            let rights = lanes.castling[lane] as u64;
            wide.castling[lane] = rights & 0xFF | rights >> 8 << 56;
        }
        for lane in 0..LANES {
            wide.en_passant[lane] = 1 << (lanes.en_passant[lane] & 63) & !1;
        }
        for lane in 0..LANES {
            wide.turn[lane] = 0u64.wrapping_sub(lanes.turn[lane] as u64);
        }
        for (lane, shown) in shown.iter_mut().enumerate() {
            *shown = Side::of(lanes, &wide, lane).look();
        }
    }
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const BACK_RANKS: u64 = 0xFF00_0000_0000_00FF;
const CORNERS: u64 = 0x8100_0000_0000_0081;
const THIRD_FROM_TOP: u64 = 0xFF << 40;

/// A position as the side to move sees it, which plays upward.
struct Side {
    own: Men,
    enemy: Men,
    rays: u64,
    en_passant: u64,
    /// Rights without their men.
    wrong_rights: u64,
}

struct Men {
    all: u64,
    pawns: u64,
    knights: u64,
    diagonal: u64,
    straight: u64,
    king: u64,
}

impl Side {
    #[inline(always)]
    fn of(lanes: &Lanes, wide: &Wide, lane: usize) -> Side {
        let turn = wide.turn[lane];
        let flip = |set: u64| set & !turn | set.swap_bytes() & turn;
        let [p0, p1, p2] = [0, 1, 2].map(|plane: usize| lanes.planes[plane][lane]);
        let occupied = p0 | p1 | p2;
        let (kings, rooks) = (p1 & p2, p2 & !(p0 | p1));
        let black = lanes.black[lane];
        let men = |of: u64| Men {
            all: flip(of),
            pawns: flip(p0 & !(p1 | p2) & of),
            knights: flip(p1 & !(p0 | p2) & of),
            diagonal: flip(p0 & (p1 | p2) & of),
            straight: flip(p2 & !p1 & of),
            king: flip(kings & of),
        };
        let white = occupied & !black;
        let castling = wide.castling[lane];
        // Each right has a rook in its corner, and its king on the rank.
        let home = |of: u64, rank: u64| if kings & of & rank == 0 { 0 } else { rooks & of & rank & CORNERS };
        Side {
            own: men(white & !turn | black & turn),
            enemy: men(white & turn | black & !turn),
            rays: flip(lanes.rays[lane]),
            en_passant: flip(wide.en_passant[lane]),
            wrong_rights: castling & !(home(white, 0xFF) | home(black, 0xFF << 56)),
        }
    }

    /// Safe (0) or in check (1) where this is a position in which there surely is a move.
    #[inline(always)]
    fn look(&self) -> u8 {
        let Side { own, enemy, rays, en_passant, wrong_rights } = self;
        let empty = !(own.all | enemy.all);
        // The king does not shield the squares behind it.
        let danger = straight(enemy.straight, empty | own.king)
            | diagonal(enemy.diagonal, empty | own.king)
            | knights(enemy.knights)
            | king(enemy.king)
            | south(west(enemy.pawns) | east(enemy.pawns));
        let checked = danger & own.king != 0;
        let flights = king(own.king) & !own.all & !danger;

        // A man that is on no line with its king cannot be pinned.
        let free = !rays;
        let to = !own.all;
        let (lines, slants) = (own.straight & free, own.diagonal & free);
        let moves = north(own.pawns & free) & empty
            | knights(own.knights & free) & to
            | (north(lines) | south(lines) | east(lines) | west(lines)) & to
            | (north(east(slants) | west(slants)) | south(east(slants) | west(slants))) & to;
        let movable = flights | if checked { 0 } else { moves };

        let waiting = enemy.king;
        let attackers = straight(waiting, empty) & own.straight
            | diagonal(waiting, empty) & own.diagonal
            | knights(waiting) & own.knights
            | king(waiting) & own.king
            | south(west(waiting) | east(waiting)) & own.pawns;
        let wrong_en_passant = en_passant & !(THIRD_FROM_TOP & empty & north(enemy.pawns) & south(empty));
        let wrong = attackers | wrong_rights | wrong_en_passant | (own.pawns | enemy.pawns) & BACK_RANKS;
        let is_one = |king: u64| (king != 0) & (king & king.wrapping_sub(1) == 0);
        let is_position = (wrong == 0) & is_one(own.king) & is_one(enemy.king);
        if is_position & (movable != 0) { checked as u8 } else { UNCLEAR }
    }
}

#[inline(always)]
fn north(set: u64) -> u64 {
    set << 8
}

#[inline(always)]
fn south(set: u64) -> u64 {
    set >> 8
}

#[inline(always)]
fn east(set: u64) -> u64 {
    set << 1 & !FILE_A
}

#[inline(always)]
fn west(set: u64) -> u64 {
    set >> 1 & !FILE_H
}

#[inline(always)]
fn king(set: u64) -> u64 {
    attacks::kings(Bitboard(set)).0
}

#[inline(always)]
fn knights(set: u64) -> u64 {
    attacks::knights(Bitboard(set)).0
}

/// Squares that rooks attack.
#[inline(always)]
fn straight(rooks: u64, empty: u64) -> u64 {
    up::<8>(rooks, empty, u64::MAX)
        | down::<8>(rooks, empty, u64::MAX)
        | up::<1>(rooks, empty, !FILE_A)
        | down::<1>(rooks, empty, !FILE_H)
}

/// Squares that bishops attack.
#[inline(always)]
fn diagonal(bishops: u64, empty: u64) -> u64 {
    up::<9>(bishops, empty, !FILE_A)
        | up::<7>(bishops, empty, !FILE_H)
        | down::<9>(bishops, empty, !FILE_H)
        | down::<7>(bishops, empty, !FILE_A)
}

/// Squares attacked in one direction, all lines at once (Kogge and Stone 1973): `landing` is what a step can
/// reach without going round the board.
#[inline(always)]
fn up<const STEP: u32>(from: u64, empty: u64, landing: u64) -> u64 {
    let (mut from, mut through) = (from, empty & landing);
    from |= through & from << STEP;
    through &= through << STEP;
    from |= through & from << (2 * STEP);
    through &= through << (2 * STEP);
    from |= through & from << (4 * STEP);
    from << STEP & landing
}

#[inline(always)]
fn down<const STEP: u32>(from: u64, empty: u64, landing: u64) -> u64 {
    let (mut from, mut through) = (from, empty & landing);
    from |= through & from >> STEP;
    through &= through >> STEP;
    from |= through & from >> (2 * STEP);
    through &= through >> (2 * STEP);
    from |= through & from >> (4 * STEP);
    from >> STEP & landing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Man, Square};
    use crate::moves::legal_moves;
    use crate::position::{Policy, Position};
    use crate::status::status;

    /// xorshift64 (Marsaglia 2003)
    fn below(seed: &mut u64, n: usize) -> usize {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        (*seed % n as u64) as usize
    }

    /// Positions of random play, some with men added, taken away or moved, other rights or en passant
    /// squares.
    fn setups(seed: &mut u64) -> Vec<Setup> {
        let (mut position, mut setups) = (Position::initial(), Vec::new());
        while setups.len() < LANES {
            let moves = legal_moves(&position);
            if moves.is_empty() || below(seed, 150) == 0 {
                position = Position::initial();
                continue;
            }
            position = position.play(moves[below(seed, moves.len())]);
            let mut setup = position.to_setup();
            for _ in 0..below(seed, 4).saturating_sub(1) {
                let square = Square::wrap(below(seed, 64) as u8);
                match below(seed, 6) {
                    0 => drop(setup.board.remove(square)),
                    1..=3 => {
                        let color = Color::BOTH[below(seed, 2)];
                        setup.board.put(square, Man { color, role: Role::ALL[below(seed, 6)] });
                    }
                    4 => setup.castling |= square.bb(),
                    _ => setup.en_passant = Some(square),
                }
            }
            if below(seed, 8) == 0 {
                setup.turn = !setup.turn;
            }
            setups.push(setup);
        }
        setups
    }

    /// Whatever instructions there are, and whatever stands on the board, as of each position alone.
    #[test]
    fn lanes_are_positions() {
        let times = std::env::var("ARBITER_LONG").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
        let (mut seed, mut positions, mut shown) = (0x9E37_79B9_7F4A_7C15, 0, 0);
        let (mut faults, mut checks) = (0, 0);
        for _ in 0..600 * times {
            let setups = setups(&mut seed);
            let mut lanes = Lanes::EMPTY;
            setups.iter().enumerate().for_each(|(lane, setup)| lanes.set(lane, setup));
            let found = lanes.statuses();
            for vectors in [Vectors::Avx2, Vectors::Avx512].into_iter().filter(|vectors| vectors.is_there()) {
                assert_eq!(lanes.shown(vectors), lanes.shown(Vectors::Portable));
            }
            let Shown { checks: check, unclear } = lanes.look();
            for (lane, found) in found.iter().enumerate() {
                assert_eq!(unclear >> lane & 1 == 1, found.is_none());
                assert_eq!(check >> lane & 1 == 1, *found == Some(Status::Check));
            }
            for (setup, found) in setups.iter().zip(found) {
                match Position::new(setup, Policy::Movable) {
                    Ok(position) => {
                        positions += 1;
                        shown += usize::from(found.is_some());
                        checks += usize::from(found == Some(Status::Check));
                        let status = status::<crate::rules::Standard>(&position);
                        assert!(found.is_none_or(|found| found == status), "{position}");
                    }
                    Err(error) => {
                        faults += 1;
                        assert_eq!(found, None, "{setup:?}: {error}");
                    }
                }
            }
        }
        // Nearly all show it.
        assert!(positions > 20_000 && shown > positions * 97 / 100, "{shown} of {positions}");
        assert!(faults > 2_000 && checks > 500, "{faults} {checks}");
    }
}
