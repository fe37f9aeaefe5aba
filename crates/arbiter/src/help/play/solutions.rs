//! Solutions of help problems: how many there are of each length, and the lines themselves.

use crate::board::Move;
use crate::certificate::Certificate;
use crate::limits::{Effort, Limits, Reached};
use crate::position::Position;
use crate::rules::{self, Rules};

use super::certificate;
use super::search::{Left, Listing, Search};
use super::stipulation::HelpStipulation;

/// What was found of a help problem.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HelpAnswer {
    /// The lengths that were searched to the end, the shortest first, and how many solutions take as many
    /// plies; `u64::MAX` stands for as many or more.
    pub lengths: Vec<(HelpStipulation, u64)>,
    /// What stopped the search before all lengths had their number.
    pub stopped: Option<Reached>,
    /// As many solutions as were wanted, in the order of [`solve`].
    pub lines: Vec<Vec<Move>>,
    /// What it took.
    pub effort: Effort,
}

impl HelpAnswer {
    /// What is proved, as a certificate, if that is anything; every line must have been asked for.
    ///
    /// That there are no other solutions is shown by a count for each position with two plies or more to go,
    /// and for some with one; beyond ten million moves, or the memory, the certificate says that it was
    /// searched.
    ///
    /// # Errors
    /// A limit stops it, or there are more solutions than lines ([`Reached::Memory`]).
    pub fn certificate<R: Rules>(
        &self,
        position: &Position<R>,
        asked: HelpStipulation,
        limits: &Limits,
    ) -> Result<Option<Certificate>, Reached> {
        certificate::write(self, position, asked, None, limits)
    }

    /// The same with the solutions that there are if the first move is passed over, which `set_play` is.
    /// These are left out where the certificate would not prove that they are all.
    ///
    /// ```
    /// use chess_arbiter::Position;
    /// use chess_arbiter::certificate::Claim;
    /// use chess_arbiter::help::HelpSolvable;
    /// use chess_arbiter::limits::Limits;
    /// use chess_arbiter::rules::Standard;
    ///
    /// let position: Position = "8/2k5/8/5K2/1R6/8/8/8 b - - 0 1".parse()?;
    /// let solve = |position, asked: &str| {
    ///     Standard::solve_help(position, asked.parse().unwrap(), 100, &Limits::default()).unwrap()
    /// };
    /// let found = solve(&position, "h#2");
    /// let set_play = solve(&position.passed().unwrap(), "h#1.5");
    /// let asked = "h#2".parse().unwrap();
    /// let certificate = found.certificate_with_set_play(&position, asked, &set_play, &Limits::default());
    /// let claim = certificate.unwrap().unwrap().claim;
    /// assert!(matches!(claim, Claim::Help { solutions: 1, set_play: Some(0), .. }));
    /// # Ok::<(), chess_arbiter::PositionError>(())
    /// ```
    ///
    /// # Errors
    /// A limit stops it, or there are more solutions than lines ([`Reached::Memory`]).
    pub fn certificate_with_set_play<R: Rules>(
        &self,
        position: &Position<R>,
        asked: HelpStipulation,
        set_play: &HelpAnswer,
        limits: &Limits,
    ) -> Result<Option<Certificate>, Reached> {
        certificate::write(self, position, asked, Some(set_play), limits)
    }

    /// What all the solutions of a problem say of it, each a list of moves as in UCI; `None` where something
    /// is no such list.
    ///
    /// ```
    /// use chess_arbiter::Position;
    /// use chess_arbiter::help::HelpAnswer;
    ///
    /// let position: Position = "8/2k5/8/5K2/1R6/8/8/8 b - - 0 1".parse()?;
    /// let line = ["c7d8", "f5e6", "d8e8", "b4b8"].map(String::from).to_vec();
    /// let found = HelpAnswer::of_all(&position, "h#2".parse().unwrap(), &[line]).unwrap();
    /// assert_eq!((found.count(), found.lengths.len()), (1, 2));
    /// # Ok::<(), chess_arbiter::PositionError>(())
    /// ```
    #[must_use]
    pub fn of_all<R: Rules>(
        position: &Position<R>,
        asked: HelpStipulation,
        all: &[Vec<String>],
    ) -> Option<HelpAnswer> {
        let lines: Option<Vec<_>> =
            all.iter().map(|line| certificate::read(position, asked.play, line)).collect();
        let lines = lines?;
        let of =
            |length: HelpStipulation| lines.iter().filter(|line| line.len() as u32 == length.plies).count();
        let lengths: Vec<_> = asked.shorter().map(|length| (length, of(length) as u64)).collect();
        let found = HelpAnswer { lengths, stopped: None, lines, effort: Effort::default() };
        (found.count() == all.len() as u64).then_some(found)
    }

    /// The lines, each move as in UCI.
    pub fn uci<R: Rules>(&self, position: &Position<R>, asked: HelpStipulation) -> Vec<Vec<String>> {
        self.lines.iter().map(|line| certificate::line(position, asked.play, line)).collect()
    }

    /// How many solutions there are in the lengths that were searched; `u64::MAX` stands for as many or more.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.lengths.iter().fold(0, |sum: u64, &(_, count)| sum.saturating_add(count))
    }
}

/// Solves a help problem: every game of the length asked for or less in which both sides help to end as is
/// asked. The side to move begins.
///
/// Shorter games are those of as many moves less of each side (in a series, of the side that makes it).
/// `most` lines are written down: the shortest first, then in the order of Popeye's output (by the squares
/// that are left, a1 to h8, and so on). Two games with the same moves in another order are two solutions.
///
/// Solutions are counted depth first under exact keys; where mate is asked for, moves are left out that lead
/// to none of the final nets.
///
/// ```
/// use chess_arbiter::help::solve;
/// use chess_arbiter::{Limits, Move, Position};
///
/// let position: Position = "8/2k5/8/5K2/1R6/8/8/8 b - - 0 1".parse()?;
/// let found = solve(&position, "h#2".parse().unwrap(), 10, &Limits::default());
/// assert_eq!((found.count(), found.stopped), (1, None));
/// let line: Vec<Move> = ["c7d8", "f5e6", "d8e8", "b4b8"].map(|mv| mv.parse().unwrap()).into();
/// assert_eq!(found.lines, [line]);
/// # Ok::<(), chess_arbiter::PositionError>(())
/// ```
pub fn solve<R: Rules>(
    position: &Position<R>,
    asked: HelpStipulation,
    most: usize,
    limits: &Limits,
) -> HelpAnswer {
    let mut search = Search::new(limits, asked, position.turn());
    let (mut lengths, mut listing, mut stopped) = (Vec::new(), Listing::new(most), None);
    for asked in asked.shorter() {
        let left = Left::of(asked);
        let counted = search.count(position, left).and_then(|count| {
            if count > 0 && !listing.is_full() {
                search.list(position, left, &mut listing)?;
            }
            Ok(count)
        });
        match counted {
            Ok(count) => lengths.push((asked, count)),
            Err(limit) => {
                stopped = Some(limit);
                break;
            }
        }
    }
    HelpAnswer { lengths, stopped, lines: listing.lines, effort: search.effort() }
}

/// Rule sets in which help problems are solved; [`solve`] as it was compiled once, here.
pub trait HelpSolvable: Rules {
    /// [`solve`]; `None` in games that are not won by checkmate.
    fn solve_help(
        position: &Position<Self>,
        asked: HelpStipulation,
        most: usize,
        limits: &Limits,
    ) -> Option<HelpAnswer>;
}

/// Not one generic `impl`: that would be compiled by everyone who uses it.
macro_rules! help_solvable {
    ($($name:ident),+) => {
        $(impl HelpSolvable for rules::$name {
            fn solve_help(
                position: &Position<rules::$name>,
                asked: HelpStipulation,
                most: usize,
                limits: &Limits,
            ) -> Option<HelpAnswer> {
                if rules::$name::ROYAL_CAPTURABLE { None } else { Some(solve(position, asked, most, limits)) }
            }
        })+
    };
}

rules::for_all_rules!(help_solvable);
