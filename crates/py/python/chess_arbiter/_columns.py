"""Questions about columns, with options that are checked in Rust."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Union

from . import _native
from ._boards import CHESS960, moves_reader, native_rules, reader
from ._native import Table
from ._progress import Progress, heard
from ._request import Tables, one_goal, reach_options, request
from ._types import Moves, Positions


def own(
    text: Callable[[int, Any], str],
    told: Optional[Callable[[int, int], Any]],
    threads: Optional[int],
    reason: bool = False,
    game: bool = False,
    repairs: bool = False,
    tables: Tables = None,
) -> Dict[str, Any]:
    """What Python asks beside the request."""
    return {
        "text": text,
        "progress": told,
        "threads": threads,
        "reason": reason,
        "game": game,
        "repairs": repairs,
        "tables": tables,
    }


def status(column: Positions, options: Dict[str, Any], reason: bool, threads: Optional[int], progress: Progress) -> Table:
    rules = options["rules"]
    asked = request(positions=[], **{**options, "rules": native_rules(rules)})
    with heard(progress, "status") as told:
        return _native.status(column, asked, own(reader(rules), told, threads, reason))


def reach(
    column: Positions, options: Dict[str, Any], rules: str, game: bool, reason: bool, threads: Optional[int], progress: Progress
) -> Table:
    if rules not in ("standard", CHESS960):
        raise ValueError(f'reachability is asked of rules="standard" or "chess960", not of {rules!r}')
    repairs = bool(options.get("repair"))
    asked = request(positions=[], **reach_options(options, rules))
    with heard(progress, "reach") as told:
        return _native.reach(column, asked, own(reader(rules), told, threads, reason, game, repairs))


def dead(column: Positions, options: Dict[str, Any], threads: Optional[int], progress: Progress) -> Table:
    asked = request(positions=[], **options)
    with heard(progress, "dead") as told:
        return _native.dead(column, asked, own(reader("standard"), told, threads))


def win(column: Positions, options: Dict[str, Any], tables: Tables, threads: Optional[int], progress: Progress) -> Table:
    one_goal(options)
    rules = options["rules"]
    asked = request(positions=[], **{**options, "rules": native_rules(rules)})
    with heard(progress, "win") as told:
        return _native.win(column, asked, own(reader(rules, problem=True), told, threads, tables=tables))


def play(
    positions: Positions,
    moves: Moves,
    k: Optional[int] = 1,
    rules: str = "standard",
    *,
    threads: Optional[int] = None,
    progress: Union[bool, Callable[[int, int], Any]] = False,
) -> Table:
    """The position after the first ``k`` moves of each row, as UCI or SAN with spaces between; after all of them with ``k=None``.

    Puzzles of Lichess come with the position before the opponent's move, which is the first: ``k=1``. A row of moves may be a
    list too, of texts or of moves of python-chess. The table has the columns ``fen`` and ``error``.

    >>> import chess_arbiter
    >>> table = chess_arbiter.play(["6k1/5ppp/8/8/8/8/r7/1R4K1 b - - 0 1"], ["a2a8 b1a1"], k=1)
    >>> table["fen"].to_pylist()
    ['r5k1/5ppp/8/8/8/8/8/1R4K1 w - - 1 2']
    """
    if k is not None and k < 0:
        raise ValueError("k must not be negative; k=None plays all moves")
    with heard(progress, "play") as told:
        return _native.play(positions, moves, k, native_rules(rules), own(moves_reader(rules), told, threads))
