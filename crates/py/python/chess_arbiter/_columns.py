"""Questions about columns, with options that are checked in Rust."""

from __future__ import annotations

from typing import Any, Dict, Optional

from . import _native
from ._native import Table
from ._request import one_goal, reach_options, request
from ._types import Strings


def status(column: Strings, options: Dict[str, Any], reason: bool, threads: Optional[int]) -> Table:
    return _native.status(column, request(positions=[], **options), reason, threads)


def reach(column: Strings, options: Dict[str, Any], reason: bool, threads: Optional[int]) -> Table:
    return _native.reach(column, request(positions=[], **reach_options(options)), reason, threads)


def win(column: Strings, options: Dict[str, Any], threads: Optional[int]) -> Table:
    one_goal(options)
    return _native.win(column, request(positions=[], **options), threads)


def play(
    positions: Strings, moves: Strings, k: int = 1, rules: str = "standard", *, threads: Optional[int] = None
) -> Table:
    """The position after the first ``k`` moves of each row: UCI moves with spaces between.

    Puzzles of Lichess come with the position before the opponent's move, which is the first: ``k=1``. The table has the
    columns ``fen`` and ``error``.

    >>> import chess_arbiter
    >>> table = chess_arbiter.play(["6k1/5ppp/8/8/8/8/r7/1R4K1 b - - 0 1"], ["a2a8 b1a1"], k=1)
    >>> table["fen"].to_pylist()
    ['r5k1/5ppp/8/8/8/8/8/1R4K1 w - - 1 2']
    """
    if k < 0:
        raise ValueError("k must not be negative")
    return _native.play(positions, moves, k, rules, threads)
