"""Times and memory as people write them."""

from __future__ import annotations

from datetime import timedelta
from typing import Optional, Tuple, Union

from . import _native

Time = Union[float, str, timedelta, None]
"""Seconds, a text such as ``"500ms"``, ``"10s"``, ``"5m"`` or ``"1h"``, a ``timedelta``; ``None`` for no limit."""

Memory = Union[int, str, None]
"""Bytes, or a text such as ``"512MiB"``; ``None`` for the default."""

Bounds = Tuple[Optional[float], Optional[int], Optional[int]]


def seconds(time: Time) -> Optional[float]:
    """A time limit in seconds.

    >>> seconds("250ms"), seconds(2), seconds(timedelta(minutes=1)), seconds(None)
    (0.25, 2.0, 60.0, None)
    """
    if time is None:
        return None
    if isinstance(time, timedelta):
        return time.total_seconds()
    if isinstance(time, str):
        return _native.seconds(time)
    return float(time)


def size(memory: Memory) -> Optional[int]:
    """An amount of memory in bytes.

    >>> size("1GiB"), size(4096), size(None)
    (1073741824, 4096, None)
    """
    if isinstance(memory, str):
        return _native.size(memory)
    return None if memory is None else _whole("memory", memory)


def bounds(time: Time, nodes: Optional[int], memory: Memory) -> Bounds:
    """The limits as the native half has them."""
    return seconds(time), None if nodes is None else _whole("nodes", nodes), size(memory)


def plies(within: Optional[int], mate: Optional[int], shortest: bool = False) -> Optional[int]:
    """How many plies are asked about; ``None`` for the shortest win."""
    if (within is not None) + (mate is not None) + shortest != 1:
        raise TypeError(
            "choose one of within=PLIES, mate=MOVES and shortest=True" if shortest else "choose within=PLIES or mate=MOVES"
        )
    if shortest:
        return None
    plies = _whole("within", within) if within is not None else 2 * _whole("mate", mate or 0) - 1
    if plies >= 1 << 32:
        raise ValueError("that is more moves than can be asked about")
    return plies


def _whole(name: str, number: int) -> int:
    if not 1 <= number < 1 << 64:
        raise ValueError(f"{name} must be at least 1, and {name}=None lifts a limit")
    return number
