"""Questions about columns."""

from __future__ import annotations

from typing import Any, Dict, Optional

from . import _native
from ._native import Table
from ._request import Memory, Time, one_goal, request
from ._schema import ReachDefaults, WinDefaults
from ._types import Strings


def status(
    column: Strings, rules: str = "standard", *, reason: bool = False, threads: Optional[int] = None
) -> Table:
    """The status of each position of a column.

    The column is anything that offers strings by the Arrow PyCapsule interface (pyarrow, polars, pandas with Arrow, DuckDB) or a list of
    ``str``. The table has the columns ``answer`` (``safe``, ``check``, ``checkmate``, ``stalemate``), ``reason`` if it is wanted, and
    ``error``: what is wrong with a row that has no answer. Null in is null out.

    >>> import chess_arbiter
    >>> table = chess_arbiter.status(["7k/6Q1/6K1/8/8/8/8/8 b", None, "8/8 w"])
    >>> table["answer"].to_pylist()
    ['checkmate', None, None]
    >>> import pyarrow as pa
    >>> pa.table(table).column_names
    ['answer', 'error']
    """
    return _native.status(column, _about(rules=rules), reason, threads)


def reach(
    column: Strings,
    level: str = ReachDefaults.level,
    by: str = ReachDefaults.by,
    *,
    time: Time = ReachDefaults.time,
    nodes: Optional[int] = ReachDefaults.nodes,
    memory: Memory = ReachDefaults.memory,
    seed: int = ReachDefaults.seed,
    reason: bool = False,
    threads: Optional[int] = None,
) -> Table:
    """Whether a game can reach each position of a column; limits are for each position.

    By proof the table has the columns ``answer`` (``legal``, ``illegal``, ``undecided``), ``level``, ``lemma``, ``limit`` and ``error``;
    by rules ``answer`` (``holds``, ``broken``), ``rules`` (the broken ones) and ``error``; with ``reason=True`` also ``reason``.

    >>> import chess_arbiter
    >>> table = chess_arbiter.reach(["4k3/8/8/8/8/8/PPPPPPPP/B3K3 w", "4k3/8/8/8/8/8/8/4K2R w"])
    >>> table.to_pydict()["answer"], table.to_pydict()["lemma"]
    (['illegal', 'legal'], ['origins', None])
    """
    proof: Dict[str, Any] = {}
    if by != "rules":
        proof = {"level": level, "time": time, "nodes": nodes, "memory": memory, "seed": seed}
    return _native.reach(column, _about(by=by, **proof), reason, threads)


def win(
    column: Strings,
    within: Optional[int] = None,
    mate: Optional[int] = None,
    shortest: bool = False,
    rules: str = "standard",
    *,
    keys: bool = WinDefaults.keys,
    time: Time = WinDefaults.time,
    nodes: Optional[int] = WinDefaults.nodes,
    memory: Memory = WinDefaults.memory,
    threads: Optional[int] = None,
) -> Table:
    """Whether the side to move can force a win from each position of a column; time and nodes are for each position, memory for all.

    The table has the columns ``answer`` (``win``, ``no-win``, ``undecided``), ``plies``, ``shortest``, ``line`` (best play, UCI moves with
    spaces between), ``keys`` if they are wanted, ``limit`` and ``error``.

    >>> import chess_arbiter
    >>> chess_arbiter.win(["7k/8/6K1/8/8/8/8/R7 w"], mate=1).to_pydict()["line"]
    ['a1a8']
    """
    one_goal(within, mate, shortest)
    asked = _about(rules=rules, within=within, mate=mate, shortest=shortest, keys=keys, time=time, nodes=nodes, memory=memory)
    return _native.win(column, asked, threads)


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


def _about(**options: Any) -> str:
    """A request whose positions are those of the column."""
    return request(positions=[], **options)
