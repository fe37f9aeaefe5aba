"""Chance that is the same on every machine, in every version of Python, for ever."""

from __future__ import annotations

import hashlib
from typing import List, Sequence, TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Dice:
    """SplitMix64 (Steele, Lea, Flood 2014), begun with a hash of some words: ``random`` promises less.

    >>> dice = Dice("mate", 1, 7)
    >>> [dice.below(6) + 1 for _ in range(10)]
    [4, 2, 4, 3, 5, 6, 5, 4, 4, 5]
    """

    __slots__ = ("_state",)

    def __init__(self, *words: object) -> None:
        text = "\x1f".join(map(str, words))
        self._state = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        word = self._state
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
        return word ^ (word >> 31)

    def below(self, bound: int) -> int:
        """A number from 0 to below ``bound``."""
        return (self._next() * bound) >> 64

    def between(self, least: int, most: int) -> int:
        """A number from ``least`` to ``most``."""
        return least + self.below(most - least + 1)

    def chance(self, hits: int, of: int) -> bool:
        """True ``hits`` times ``of`` so many."""
        return self.below(of) < hits

    def pick(self, choices: Sequence[T]) -> T:
        """One of them."""
        return choices[self.below(len(choices))]

    def sample(self, choices: Sequence[T], count: int) -> List[T]:
        """Several of them in a random order, none twice."""
        left = list(choices)
        return [left.pop(self.below(len(left))) for _ in range(count)]
