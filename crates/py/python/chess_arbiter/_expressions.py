"""The functions of data frames as Rust defines them: written by `crates/py/generate`, and a test compares. Do not edit."""

from __future__ import annotations

from typing import Optional, Union

import polars as pl

from ._frames import call, column, text, whole


class Chess:
    """What can be said of positions, row by row; null where nothing can.

    >>> import polars as pl
    >>> from chess_arbiter.polars import Chess
    >>> pl.select(Chess(pl.lit("7k/6Q1/6K1/8/8/8/8/8 b")).status()).item()
    'checkmate'
    """

    __slots__ = ("_expr",)

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def status(self) -> pl.Expr:
        """safe, check, checkmate or stalemate: how the side to move stands."""
        return call("chess_status", pl.String, self._expr)

    def fen_error(self) -> pl.Expr:
        """Why chess_status has no answer, and where the error is; null if it has one."""
        return call("chess_fen_error", pl.String, self._expr)

    def legal(self, level: Union[str, pl.Expr]) -> pl.Expr:
        """Whether the position can arise in play, by evidence up to a level (static, … full); null if that does not decide
        it."""
        return call("chess_legal", pl.Boolean, self._expr, text(level))

    def reach(self, level: Union[str, pl.Expr]) -> pl.Expr:
        """The same with its evidence: verdict (legal, illegal, undecided), level, lemma, limit, error."""
        return call("chess_reach", pl.Struct({"verdict": pl.String, "level": pl.String, "lemma": pl.String, "limit": pl.String, "error": pl.String}), self._expr, text(level))

    def rules(self) -> pl.Expr:
        """Which of the five rules that every position from a game keeps are broken: their numbers separated by spaces, or
        nothing."""
        return call("chess_rules", pl.String, self._expr)

    def mate_in(self, n: Union[int, pl.Expr]) -> pl.Expr:
        """The fewest moves, up to n, in which the side to move can force mate; 0 if it cannot."""
        return call("chess_mate_in", pl.Int32, self._expr, whole(n))

    def solve(self, stipulation: Union[str, pl.Expr]) -> pl.Expr:
        """The fewest moves in which a stipulation such as s#3 (#n, =n, s#n, r#n) can be forced, or be done with both sides
        cooperating (h#n, ser-h#n, ser-#n); 0 if it cannot."""
        return call("chess_solve", pl.Int32, self._expr, text(stipulation))

    def keys(self, n: Union[int, pl.Expr]) -> pl.Expr:
        """All first moves (UCI) that force mate within n moves."""
        return call("chess_keys", pl.List(pl.String), self._expr, whole(n))

    def can_win(self, side: Union[str, pl.Expr]) -> pl.Expr:
        """Whether a side (white, black) can still win by any series of legal moves; null if undecided."""
        return call("chess_can_win", pl.Boolean, self._expr, text(side))

    def play(self, moves: Union[str, pl.Expr], k: Optional[Union[int, pl.Expr]] = None) -> pl.Expr:
        """The FEN after the first k moves (UCI or SAN, separated by spaces), or after all if k is not given; null if one
        of them cannot be played."""
        return call("chess_play", pl.String, self._expr, column(moves), whole(k))

    def board(self, square: Union[str, pl.Expr]) -> pl.Expr:
        """The letter of the man on a square, as in FEN; '.' if the square is empty."""
        return call("chess_board", pl.String, self._expr, text(square))

    def material(self) -> pl.Expr:
        """The men of both sides, White's first, such as KRPvKR."""
        return call("chess_material", pl.String, self._expr)

    def svg(self) -> pl.Expr:
        """The board as an SVG picture."""
        return call("chess_svg", pl.String, self._expr)