"""Requests as Rust reads them: JSON with the options of the command."""

from __future__ import annotations

import json
import os
from datetime import timedelta
from typing import Any, Dict, Optional, Union

Time = Union[float, str, timedelta, None]
"""Seconds, a text such as ``"500ms"``, ``"10s"``, ``"5m"`` or ``"1h"``, a ``timedelta``; ``None`` for no limit."""

Memory = Union[int, str, None]
"""Bytes, or a text such as ``"512MiB"``; ``None`` for the default."""

Tables = Union[str, "os.PathLike[str]", None]
"""A folder of tables that ``arbiter table build`` made."""


def time_text(time: Time) -> str:
    """A time limit as a text.

    >>> time_text("250ms"), time_text(2), time_text(timedelta(minutes=1)), time_text(None)
    ('250ms', '2000.000000ms', '60000.000000ms', 'none')
    """
    if time is None:
        return "none"
    if isinstance(time, str):
        return time
    seconds = time.total_seconds() if isinstance(time, timedelta) else float(time)
    return f"{seconds * 1000:.6f}ms"


def request(*, time: Time = "", memory: Memory = None, **options: Any) -> str:
    """The request with these options; those that are ``None`` or ``False`` are left out.

    >>> request(within=3, keys=False, nodes=None, time="1s", memory=4096)
    '{"time": "1s", "memory": "4096", "within": 3}'
    """
    limits: Dict[str, Any] = {"time": time_text(time) if time != "" else None, "memory": None if memory is None else str(memory)}
    given = {**limits, **options}
    return json.dumps({name: value for name, value in given.items() if value is not None and value is not False})


USUAL = "rnbqkbnr"
"""The array that games begin with unless another is named."""


def one_goal(options: Dict[str, Any]) -> None:
    """Raises ``TypeError`` if several of them are given; with none the shortest win is asked for."""
    goals = [options.get(name) for name in ("within", "mate", "stipulation", "shortest")]
    if sum(goal is not None and goal is not False for goal in goals) > 1:
        raise TypeError("choose at most one of within=PLIES, mate=MOVES, stipulation='s#3' and shortest=True")


def reach_options(options: Dict[str, Any], rules: str = "standard") -> Dict[str, Any]:
    """The options as the request has them: the five rules know none of those of proofs.

    >>> reach_options({"by": "rules", "certificate": True, "level": "full"})
    {'by': 'rules', 'certificate': True}

    In Chess960 games begin with any array, unless one is named.

    >>> reach_options({"by": "proof", "start": "rnbqkbnr"}, "chess960")
    {'by': 'proof', 'start': 'any'}
    """
    if options["by"] == "rules":
        return {name: value for name, value in options.items() if name in ("by", "certificate")}
    start = "any" if rules == "chess960" and options["start"] == USUAL else str(options["start"])
    return {**options, "start": start}
