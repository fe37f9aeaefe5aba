//! Which vector instructions code that works on many positions at once is compiled for.

#![allow(unsafe_code)]

use std::sync::atomic::{AtomicU8, Ordering};

/// Vector instructions, the best last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Vectors {
    /// Those of the target's baseline.
    Portable = 0,
    /// AVX2 beside BMI2.
    Avx2 = 1,
    /// AVX-512 F, BW, CD, DQ, VL, VBMI and VBMI2, and what goes with AVX2.
    Avx512 = 2,
}

impl Vectors {
    /// The best that this processor has.
    #[inline(always)]
    pub(crate) fn here() -> Vectors {
        const UNKNOWN: u8 = u8::MAX;
        static ANSWER: AtomicU8 = AtomicU8::new(UNKNOWN);

        #[cold]
        fn ask() -> u8 {
            let all = [Vectors::Avx512, Vectors::Avx2];
            let answer =
                all.into_iter().find(|vectors| vectors.is_there()).unwrap_or(Vectors::Portable) as u8;
            ANSWER.store(answer, Ordering::Relaxed);
            answer
        }
        let known = ANSWER.load(Ordering::Relaxed);
        match if known == UNKNOWN { ask() } else { known } {
            2 => Vectors::Avx512,
            1 => Vectors::Avx2,
            _ => Vectors::Portable,
        }
    }

    /// Whether this processor has them.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn is_there(self) -> bool {
        let has_avx2 = || std::arch::is_x86_feature_detected!("avx2") && super::isa::has_bmi2();
        match self {
            Vectors::Portable => true,
            Vectors::Avx2 => has_avx2(),
            Vectors::Avx512 => {
                has_avx2()
                    && std::arch::is_x86_feature_detected!("avx512f")
                    && std::arch::is_x86_feature_detected!("avx512bw")
                    && std::arch::is_x86_feature_detected!("avx512cd")
                    && std::arch::is_x86_feature_detected!("avx512dq")
                    && std::arch::is_x86_feature_detected!("avx512vl")
                    && std::arch::is_x86_feature_detected!("avx512vbmi")
                    && std::arch::is_x86_feature_detected!("avx512vbmi2")
                    && std::arch::is_x86_feature_detected!("avx512vpopcntdq")
            }
        }
    }

    /// No such processor.
    #[cfg(not(target_arch = "x86_64"))]
    pub(crate) fn is_there(self) -> bool {
        self == Vectors::Portable
    }
}

/// A loop that the compiler makes vector code of: the same without a branch for each of its lanes.
pub(crate) trait EachLane {
    /// Does it. Implementations are `#[inline(always)]`.
    fn run(self);
}

/// Runs a loop compiled for these instructions, which the processor must have.
///
/// # Panics
/// It has not.
#[inline(always)]
pub(crate) fn vectorized(vectors: Vectors, work: impl EachLane) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn avx2(work: impl EachLane) {
            work.run();
        }
        #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
        fn avx512(work: impl EachLane) {
            work.run();
        }
        assert!(vectors <= Vectors::here());
        match vectors {
            // SAFETY: the processor has been asked.
            Vectors::Avx512 => return unsafe { avx512(work) },
            // SAFETY: as above.
            Vectors::Avx2 => return unsafe { avx2(work) },
            Vectors::Portable => {}
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = vectors;
    work.run();
}
