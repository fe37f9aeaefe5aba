//! Selfmates, reflexmates and stalemates: problems in which one side works for an aim that is not to mate.
//!
//! The *attacker* is the side to move, the *defender* the other. The attacker has n moves. As in all problems
//! nothing but the position counts: neither repetition nor the fifty moves end the game. Who cannot move has
//! nothing more to try, so each rule below is by induction on n, and a problem that can be solved within n
//! moves can be within n + 1.
//!
//! With the attacker to move the aim is reached within n moves (n ≥ 1) if it has a move after which the aim
//! is reached *with n − 1 moves left*; in a reflexmate, moreover, only if the attacker cannot mate at once:
//! it would have to. With the defender to move and k moves of the attacker left it is reached
//!
//! * **stalemate** `=n`: if the defender is stalemated; or if k ≥ 1, the defender has a move, and after each
//!   of them the aim is reached within k moves. A defender that is mated has ended the game: not reached.
//! * **selfmate** `s#n`: if the defender has a move, and each of them either mates the attacker or, if k ≥ 1,
//!   leaves a position in which the aim is reached within k moves. The mate may come sooner than with the
//!   n-th move, in some variations or in all.
//! * **reflexmate** `r#n`: if the defender can mate the attacker at once: then it has to, with whichever move
//!   does it. Or if it cannot but has a move, k ≥ 1, and after each of them the aim is reached within k
//!   moves. A defender that is mated or stalemated has ended the game: not reached.
//!
//! So a selfmate or reflexmate in n takes 2n plies, since the defender makes the last move, and the others
//! 2n − 1. From the ground up:
//!
//! * `free`: moves of the defender that hardly any move of the attacker takes away;
//! * `last_move`: the last move of the attacker, where nearly all the time goes;
//! * `replies`: what the defender may try, the best first;
//! * `search`: proves single claims, exhaustively, depth first without recursion;
//! * `solver`: the questions.

mod free;
mod last_move;
mod replies;
mod search;
mod solver;

pub use solver::ProblemSolver;
