"""Items from kind, difficulty and seed."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, islice
from typing import Iterator, Optional

from ._dice import Dice
from ._item import Item, ItemError, name_of
from .kinds import KINDS, prompt

GENERATION = 1
"""Changes whenever items are made in another way."""

TRIES = 10_000


class Changed(ItemError):
    """An id names an item that this version of Arbiter makes otherwise."""


def make(kind: str, difficulty: int = 1, seed: int = 0) -> Item:
    """The item of a kind, difficulty and seed: the same on every machine.

    >>> from chess_arbiter import tasks
    >>> item = tasks.make("mate", difficulty=1, seed=5)
    >>> item == tasks.make("mate", difficulty=1, seed=5)
    True
    """
    if kind not in KINDS:
        raise ItemError(f"unknown kind {kind!r}: expected {', '.join(KINDS)}")
    levels = len(KINDS[kind].levels)
    if type(difficulty) is not int or not 1 <= difficulty <= levels:
        raise ItemError(f"difficulty {difficulty!r} of {kind!r}: expected 1 to {levels}")
    if type(seed) is not int or not 0 <= seed < 1 << 63:
        raise ItemError(f"seed {seed!r}: expected a whole number from 0 to 2**63 - 1")
    dice = Dice("chess_arbiter.tasks", GENERATION, kind, difficulty, seed)
    for _ in range(TRIES):
        draft = KINDS[kind].draft(dice, difficulty)
        if draft is not None:
            item = Item("", kind, difficulty, seed, prompt(draft), draft.position, draft.reference, draft.label, draft.explanation)
            return replace(item, id=name_of(item))
    raise RuntimeError(f"no item of {kind}/{difficulty}/{seed} in {TRIES} tries: please report it")


def items(kind: str, difficulty: int = 1, seed: int = 0, count: Optional[int] = None) -> Iterator[Item]:
    """Items of consecutive seeds, without end unless ``count`` says how many.

    >>> from chess_arbiter import tasks
    >>> [item.seed for item in tasks.items("status", seed=10, count=3)]
    [10, 11, 12]
    """
    return islice(_from(kind, difficulty, seed), count)


def _from(kind: str, difficulty: int, seed: int) -> Iterator[Item]:
    for one in count(seed):
        yield make(kind, difficulty, one)


def from_id(name: str) -> Item:
    """The item that an id names.

    >>> from chess_arbiter import tasks
    >>> tasks.from_id("status/1/7/0000000000")
    Traceback (most recent call last):
    ...
    chess_arbiter.tasks.Changed: this version makes 'status/1/7/...', not 'status/1/7/0000000000': use the items as they were written
    """
    parts = name.split("/") if isinstance(name, str) else []
    if len(parts) != 4 or not all(part.isascii() and part.isdigit() and len(part) < 20 for part in parts[1:3]):
        raise ItemError(f"no id of an item: {name!r}: expected kind/difficulty/seed/digest")
    item = make(parts[0], int(parts[1]), int(parts[2]))
    if item.id != name:
        raise Changed(f"this version makes {item.id!r}, not {name!r}: use the items as they were written")
    return item
