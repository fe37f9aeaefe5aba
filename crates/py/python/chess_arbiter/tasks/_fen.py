"""A FEN as its parts, for edits and their number: what stands where, not what may."""

from __future__ import annotations

import re
from typing import NamedTuple, Optional, Tuple

_FORM = re.compile(r"([pnbrqkPNBRQK1-8/]{15,71}) ([wb]) (-|(?=[KQkq])K?Q?k?q?) (-|[a-h][36])(?: [0-9]{1,4} [0-9]{1,4})?", re.ASCII)
SQUARES = tuple(file + rank for rank in "87654321" for file in "abcdefgh")
"""In the order of a FEN."""


class Fen(NamedTuple):
    """A FEN without clocks."""

    men: Tuple[str, ...]
    """A letter or a dot for each of ``SQUARES``."""
    turn: str
    castling: str
    en_passant: str

    @property
    def key(self) -> str:
        """The first four fields."""
        rows = ("".join(self.men[start : start + 8]) for start in range(0, 64, 8))
        men = "/".join(re.sub(r"\.+", lambda dots: str(len(dots[0])), row) for row in rows)
        return f"{men} {self.turn} {self.castling} {self.en_passant}"

    @property
    def full(self) -> str:
        """All six fields, with the clocks at the start."""
        return f"{self.key} 0 1"

    def at(self, square: str) -> str:
        """What stands there."""
        return self.men[SQUARES.index(square)]

    def put(self, square: str, man: str) -> Fen:
        """With this man there, or nothing: ``.``."""
        index = SQUARES.index(square)
        return self._replace(men=self.men[:index] + (man,) + self.men[index + 1 :])

    def where(self, men: str) -> Tuple[str, ...]:
        """The squares of such men."""
        return tuple(square for square, man in zip(SQUARES, self.men) if man in men)

    @property
    def rights_stand(self) -> bool:
        """Whether kings and rooks with castling rights are where games begin."""
        homes = {"K": ("e1", "K", "h1", "R"), "Q": ("e1", "K", "a1", "R"), "k": ("e8", "k", "h8", "r"), "q": ("e8", "k", "a8", "r")}
        used = (homes[right] for right in self.castling if right != "-")
        return all(self.at(king) == one and self.at(rook) == other for king, one, rook, other in used)


def read(text: str) -> Optional[Fen]:
    """Four fields, or six; nothing else, and nothing is read leniently.

    >>> read("4k3/8/8/8/8/8/8/4K2R w K - 0 1").at("h1")
    'R'
    >>> read("4k3/8/8/8/8/8/8/4K2R w KK -"), read("4k3/8/8/8/8/8/4K2R w K -"), read("4k3/8/8/8/8/8/44/4K2R w K -")
    (None, None, None)
    """
    form = _FORM.fullmatch(text)
    if form is None:
        return None
    rows = form[1].split("/")
    if len(rows) != 8 or any(re.search("[1-8][1-8]", row) for row in rows):
        return None
    men = [re.sub("[1-8]", lambda blanks: "." * int(blanks[0]), row) for row in rows]
    if any(len(row) != 8 for row in men):
        return None
    return Fen(tuple("".join(men)), form[2], form[3], form[4])


def distance(one: Fen, other: Fen) -> int:
    """Changes between them: squares that differ, the side to move, each castling right, the en passant square.

    >>> start = read("4k3/8/8/8/8/8/8/4K2R w K -")
    >>> distance(start, read("4k3/8/8/8/8/8/8/4K1R1 b - -"))
    4
    """
    squares = sum(a != b for a, b in zip(one.men, other.men))
    rights = len((set(one.castling) ^ set(other.castling)) - {"-"})
    return squares + (one.turn != other.turn) + rights + (one.en_passant != other.en_passant)
