"""Exceptions."""

from __future__ import annotations

from typing import Optional, Tuple, Type


class PositionError(ValueError):
    """A text is no position, or no position that can be asked this question.

    >>> from chess_arbiter import Position
    >>> try:
    ...     Position("4k3/9/8/8/8/8/8/4K3 w")
    ... except PositionError as error:
    ...     print(error.line, error.column, error.message)
    1 5 expected a piece letter or a digit 1-8, found '9'

    Where a position can be read, but is not one that can be played on, ``square`` is the first square to blame:

    >>> try:
    ...     Position("4k3/8/8/8/8/8/8/P3K3 w").status()
    ... except PositionError as error:
    ...     print(error.square, error.message)
    a1 a pawn on a1, where no pawn can stand
    """

    message: str
    """What is wrong, and what was expected."""
    line: int
    """Line of the text, from 1."""
    column: int
    """Column in characters, from 1."""
    square: Optional[str]
    """The first square to blame, if the position could be read."""

    def __init__(self, message: str, line: int = 1, column: int = 1, square: Optional[str] = None) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.message = message
        self.line = line
        self.column = column
        self.square = square

    def __reduce__(self) -> Tuple[Type[PositionError], Tuple[str, int, int, Optional[str]]]:
        return type(self), (self.message, self.line, self.column, self.square)


class Refused(ValueError):
    """The checker does not accept a certificate; the message says where and why.

    >>> from chess_arbiter import Position, Refused, verify
    >>> forged = Position("7k/5Q2/6K1/8/8/8/8/8 b").status().certificate
    >>> forged["claim"]["answer"] = "checkmate"
    >>> verify(forged)
    Traceback (most recent call last):
    ...
    chess_arbiter.Refused: certificate.claim.answer: checkmate, but the royal on h8 is not attacked

    What is wrong, and where, can be read without the message:

    >>> try:
    ...     verify(forged)
    ... except Refused as refused:
    ...     print(refused.rule, refused.place)
    status-claim certificate.claim.answer
    """

    rule: Optional[str]
    """The rule that the certificate breaks, by its name in ``docs/certificate.md``; ``None`` if a valid one proves something else."""
    place: Optional[str]
    """The place in the certificate, empty of what is no JSON."""
    node: Optional[str]
    """Where a node is wrong, its position."""
    move: Optional[str]
    """Where a move is wrong, or the move of a node, that move."""
    lemma: Optional[str]
    """Where a lemma is wrong, its name."""

    def __init__(
        self,
        message: str,
        rule: Optional[str] = None,
        place: Optional[str] = None,
        node: Optional[str] = None,
        move: Optional[str] = None,
        lemma: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.rule = rule
        self.place = place
        self.node = node
        self.move = move
        self.lemma = lemma

    def __reduce__(self) -> Tuple[Type[Refused], Tuple[Optional[str], ...]]:
        return type(self), (str(self), self.rule, self.place, self.node, self.move, self.lemma)


class Stopped(RuntimeError):
    """A limit stopped the check of a certificate: it is neither accepted nor refused.

    >>> from chess_arbiter import Position, verify
    >>> verify(Position("7k/8/5K2/8/8/8/8/6Q1 w").win(mate=1), memory=1)
    Traceback (most recent call last):
    ...
    chess_arbiter.Stopped: the check was stopped by the memory limit
    """


# What users import is what tracebacks should show.
PositionError.__module__ = "chess_arbiter"
Refused.__module__ = "chess_arbiter"
Stopped.__module__ = "chess_arbiter"
