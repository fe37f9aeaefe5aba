"""The questions about columns, files of problems and certificates as coroutines: written by `crates/py/generate`, and a test
compares. Do not edit. Those about one position are in ``Position.aio``.

Each works in threads of its own while others of the event loop go on. Cancelled, it stops the work and is done when that has ended.

>>> import asyncio
>>> from chess_arbiter import aio
>>> table = asyncio.run(aio.status(["7k/6Q1/6K1/8/8/8/8/8 b"]))
>>> table["answer"].to_pylist()
['checkmate']
"""

from __future__ import annotations

from typing import Any, Mapping, Optional, Tuple, Union

from . import _aio
from . import _questions as _sync
from ._errors import PositionError
from ._native import Table
from ._progress import Progress
from ._request import Memory, Tables, Time
from ._results import Accepted, Result, WinResult
from ._types import Positions

__all__ = ["dead", "problems", "reach", "status", "verify", "win"]


async def status(
    column: Positions,
    rules: str = "standard",
    *,
    reason: bool = False,
    threads: Optional[int] = None,
    progress: Progress = False,
) -> Table:
    """As ``status``; cancelled, it stops the work."""
    return await _aio.run(
        _sync.status,
        column,
        rules=rules,
        reason=reason,
        threads=threads,
        progress=progress,
    )


async def reach(
    column: Positions,
    level: str = "full",
    by: str = "proof",
    *,
    clocks: bool = False,
    ignore_draws: bool = False,
    memory: Memory = "256MiB",
    nodes: Optional[int] = None,
    repair: bool = False,
    seed: int = 0,
    start: Union[str, int] = "rnbqkbnr",
    time: Time = "10s",
    rules: str = "standard",
    game: bool = False,
    reason: bool = False,
    threads: Optional[int] = None,
    progress: Progress = False,
) -> Table:
    """As ``reach``; cancelled, it stops the work."""
    return await _aio.run(
        _sync.reach,
        column,
        level=level,
        by=by,
        clocks=clocks,
        ignore_draws=ignore_draws,
        memory=memory,
        nodes=nodes,
        repair=repair,
        seed=seed,
        start=start,
        time=time,
        rules=rules,
        game=game,
        reason=reason,
        threads=threads,
        progress=progress,
    )


async def dead(
    column: Positions,
    side: str = "both",
    *,
    count75: bool = False,
    fivefold: bool = False,
    flagged: Optional[str] = None,
    memory: Memory = "512MiB",
    nodes: Optional[int] = None,
    quick: bool = False,
    time: Time = "10s",
    threads: Optional[int] = None,
    progress: Progress = False,
) -> Table:
    """As ``dead``; cancelled, it stops the work."""
    return await _aio.run(
        _sync.dead,
        column,
        side=side,
        count75=count75,
        fivefold=fivefold,
        flagged=flagged,
        memory=memory,
        nodes=nodes,
        quick=quick,
        time=time,
        threads=threads,
        progress=progress,
    )


async def win(
    column: Positions,
    within: Optional[int] = None,
    mate: Optional[int] = None,
    shortest: bool = False,
    rules: str = "standard",
    *,
    keys: bool = False,
    memory: Memory = "1GiB",
    nodes: Optional[int] = None,
    stipulation: Optional[str] = None,
    time: Time = "60s",
    tables: Tables = None,
    threads: Optional[int] = None,
    progress: Progress = False,
) -> Table:
    """As ``win``; cancelled, it stops the work."""
    return await _aio.run(
        _sync.win,
        column,
        within=within,
        mate=mate,
        shortest=shortest,
        rules=rules,
        keys=keys,
        memory=memory,
        nodes=nodes,
        stipulation=stipulation,
        time=time,
        tables=tables,
        threads=threads,
        progress=progress,
    )


async def problems(
    text: str,
    *,
    count: bool = False,
    keys: bool = False,
    lines: Optional[int] = None,
    memory: Memory = "1GiB",
    no_short: bool = False,
    nodes: Optional[int] = None,
    set_play: bool = False,
    solutions: bool = False,
    time: Time = "60s",
    tree: bool = False,
    tries: Optional[int] = None,
    tables: Tables = None,
    certificate: bool = True,
) -> Tuple[Union[WinResult, PositionError], ...]:
    """As ``problems``; cancelled, it stops the work."""
    return await _aio.run(
        _sync.problems,
        text,
        count=count,
        keys=keys,
        lines=lines,
        memory=memory,
        no_short=no_short,
        nodes=nodes,
        set_play=set_play,
        solutions=solutions,
        time=time,
        tree=tree,
        tries=tries,
        tables=tables,
        certificate=certificate,
    )


async def verify(
    certificate: Union[str, Mapping[str, Any], Result],
    *,
    memory: Memory = "1GiB",
    time: Time = "300s",
) -> Accepted:
    """As ``verify``; cancelled, it stops the work."""
    return await _aio.run(
        _sync.verify,
        certificate,
        memory=memory,
        time=time,
    )
