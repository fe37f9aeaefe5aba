//! Which instructions the hot code is compiled for.
//!
//! Code that looks up sliding attacks in a loop is generic over [`Isa`] and written as a [`Task`].
//! [`with_best_isa`] asks the processor once and runs the task compiled for what it has: inside
//! [`Isa::call`] everything marked `#[inline(always)]` is compiled with those instructions, so that
//! `pext`, `popcnt` and `tzcnt` cost one instruction each although the crate is built for any x86-64.
//! A recursive algorithm recurses through `I::call`.

use crate::board::{Bitboard, Square};

use super::portable;

/// A computation that can be compiled for several instruction sets.
///
/// ```
/// use chess_arbiter::{Bitboard, Square, attacks::{Isa, Task, with_best_isa}};
/// struct Reach(Square);
/// impl Task for Reach {
///     type Output = u32;
///     fn run<I: Isa>(self) -> u32 {
///         I::rook(self.0, Bitboard::EMPTY).len()
///     }
/// }
/// assert_eq!(with_best_isa(Reach(Square::E4)), 14);
/// ```
pub trait Task {
    /// What it computes.
    type Output;
    /// Whether the task is so seldom asked for that it is compiled for the portable code alone: half as much
    /// to build and to carry.
    const PORTABLE_ONLY: bool = false;
    /// Does it. Implementations are `#[inline(always)]`.
    fn run<I: Isa>(self) -> Self::Output;
}

/// An instruction set, as an implementation of the sliding attacks and a way to be compiled for it.
pub trait Isa: Copy + Send + Sync + 'static {
    /// Squares that a rook attacks past `occupied`, blockers included.
    fn rook(square: Square, occupied: Bitboard) -> Bitboard;
    /// Squares that a bishop attacks past `occupied`, blockers included.
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard;
    /// The bits of `bits` at the places of `mask`, moved together to the low end.
    fn extract(bits: u32, mask: u32) -> u32;
    /// The low bits of `bits` spread to the places of `mask`: what [`extract`](Isa::extract) undoes.
    fn deposit(bits: u32, mask: u32) -> u32;
    /// Runs a task in a function compiled for this instruction set.
    fn call<T: Task>(task: T) -> T::Output;
}

/// Nothing but the target's baseline. Correct everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Isa for Portable {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        portable::rook(square, occupied)
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        portable::bishop(square, occupied)
    }

    #[inline(always)]
    fn extract(bits: u32, mask: u32) -> u32 {
        portable::extract(bits, mask)
    }

    #[inline(always)]
    fn deposit(bits: u32, mask: u32) -> u32 {
        portable::deposit(bits, mask)
    }

    // Not compiled into its callers, where it would stand beside the code for the better instructions.
    #[inline(never)]
    fn call<T: Task>(task: T) -> T::Output {
        task.run::<Portable>()
    }
}

/// x86-64 with BMI1, BMI2, LZCNT and POPCNT.
///
/// Private: only [`with_best_isa`] may name it, after it has asked the processor. That makes it
/// sound that its methods are safe.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
struct Bmi2;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
impl Isa for Bmi2 {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        debug_assert!(has_bmi2());
        // SAFETY: `Bmi2` is named only by `with_best_isa`, after `has_bmi2` was true.
        unsafe { super::pext::rook(square, occupied) }
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        debug_assert!(has_bmi2());
        // SAFETY: as above.
        unsafe { super::pext::bishop(square, occupied) }
    }

    #[inline(always)]
    fn extract(bits: u32, mask: u32) -> u32 {
        debug_assert!(has_bmi2());
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pext_u32(bits, mask) }
    }

    #[inline(always)]
    fn deposit(bits: u32, mask: u32) -> u32 {
        debug_assert!(has_bmi2());
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pdep_u32(bits, mask) }
    }

    fn call<T: Task>(task: T) -> T::Output {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<T: Task>(task: T) -> T::Output {
            task.run::<Bmi2>()
        }
        // SAFETY: as above.
        unsafe { compiled(task) }
    }
}

/// Whether this processor has the instructions of `Bmi2` and runs `pext` fast.
///
/// AMD before Zen 3 (family 19h) has `pext` in microcode, slower than the portable way.
#[cfg(target_arch = "x86_64")]
pub(super) fn has_bmi2() -> bool {
    use std::sync::atomic::{AtomicU8, Ordering};
    const UNKNOWN: u8 = 2;
    static ANSWER: AtomicU8 = AtomicU8::new(UNKNOWN);

    #[cold]
    fn detect() -> bool {
        let has = std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt");
        let vendor = std::arch::x86_64::__cpuid(0);
        let family = {
            let eax = std::arch::x86_64::__cpuid(1).eax;
            (eax >> 8 & 0xF) + (eax >> 20 & 0xFF)
        };
        // "AuthenticAMD" in ebx, edx, ecx
        let amd = vendor.ebx == 0x6874_7541 && vendor.edx == 0x6974_6E65 && vendor.ecx == 0x444D_4163;
        has && !(amd && family < 0x19)
    }
    match ANSWER.load(Ordering::Relaxed) {
        UNKNOWN => {
            let answer = detect();
            ANSWER.store(answer as u8, Ordering::Relaxed);
            answer
        }
        known => known == 1,
    }
}

/// No such processor.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn has_bmi2() -> bool {
    false
}

/// Runs a task compiled for the best instruction set this processor has (of those the task is compiled for).
#[inline(always)]
pub fn with_best_isa<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if !T::PORTABLE_ONLY && has_bmi2() {
        return Bmi2::call(task);
    }
    Portable::call(task)
}
