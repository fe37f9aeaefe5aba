"""Moves, as they are handed in and out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterator, Tuple, Union, overload

if TYPE_CHECKING:
    import chess


@dataclass(frozen=True)
class Move:
    """A legal move, in both notations.

    >>> from chess_arbiter import Position
    >>> move = Position().legal_moves[0]
    >>> move.san, move.uci, str(move)
    ('a4', 'a2a4', 'a2a4')
    """

    uci: str
    """As in UCI: ``g1f3``."""
    san: str
    """As people write it: ``Nf3``."""

    def __str__(self) -> str:
        return self.uci


MoveLike = Union[str, Move, "chess.Move"]
"""A move as UCI or SAN, a ``Move``, or one of python-chess."""


def move_text(move: MoveLike) -> str:
    """A move as a text in UCI or SAN.

    >>> move_text("Nf3"), move_text(Move("g1f3", "Nf3"))
    ('Nf3', 'g1f3')
    """
    if isinstance(move, str):
        return move
    if isinstance(move, Move):
        return move.uci
    # A board has a method of that name too.
    if hasattr(move, "from_square") and callable(getattr(move, "uci", None)):
        return str(move.uci())
    raise TypeError(f"expected a move as UCI or SAN ('e2e4' or 'e4'), a Move or a chess.Move, not {type(move).__name__}")


class LegalMoves(Sequence[Move]):
    """The legal moves of a position: a sequence, in which moves are found in either notation.

    >>> from chess_arbiter import Position
    >>> moves = Position().legal_moves
    >>> len(moves), "e4" in moves, "e2e4" in moves, "e5" in moves
    (20, True, True, False)
    >>> Position("7k/5Q2/6K1/8/8/8/8/8 b").legal_moves
    <LegalMoves: none>
    """

    __slots__ = ("_moves",)

    def __init__(self, moves: Tuple[Move, ...]) -> None:
        self._moves = moves

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Tuple[Move, ...]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Move, Tuple[Move, ...]]:
        return self._moves[index]

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Move):
            return move in self._moves
        try:
            text = move_text(move)  # type: ignore[arg-type]
        except TypeError:
            return False
        # The signs of check and mate may be left out, as everywhere.
        return any(text == known.uci or text.rstrip("+#") == known.san.rstrip("+#") for known in self._moves)

    def count(self, value: Any = None) -> int:
        """How many there are, as in python-chess; of a move, 1 or 0."""
        return len(self) if value is None else int(value in self)

    def __eq__(self, other: object) -> bool:
        return self._moves == other._moves if isinstance(other, LegalMoves) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._moves)

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(move.san for move in self) or 'none'}>"
