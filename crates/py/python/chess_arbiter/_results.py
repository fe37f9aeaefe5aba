"""What is answered."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Tuple

from . import _svg


@dataclass(frozen=True)
class Result:
    """What every answer has. Results can be compared, hashed, pickled, and drawn in notebooks."""

    fen: str
    """The position asked about."""
    rules: str
    """The game."""
    answer: str
    """The answer in a word."""
    reason: str
    """Why, in words."""
    certificate_json: Optional[str] = field(repr=False)
    """The evidence as JSON; ``None`` if nothing is claimed or no certificate was asked for."""
    certificate_error: Optional[str] = field(repr=False)
    """Why the certificate that was asked for could not be written within the limits."""

    @property
    def certificate(self) -> Optional[Dict[str, Any]]:
        """The evidence, for ``verify`` or another checker of the same format.

        >>> from chess_arbiter import Position
        >>> Position("7k/6Q1/6K1/8/8/8/8/8 b").status().certificate["evidence"]["checkers"]
        ['g7']
        """
        if self.certificate_json is None:
            return None
        certificate: Dict[str, Any] = json.loads(self.certificate_json)
        return certificate

    def __str__(self) -> str:
        return self.reason

    def _repr_svg_(self) -> str:
        return self.svg()

    def svg(self, size: int = 360) -> str:
        """The board as SVG, with what the answer is about marked.

        >>> from chess_arbiter import Position
        >>> Position("7k/6Q1/6K1/8/8/8/8/8 b").status().svg(size=200)[:4]
        '<svg'
        """
        return _svg.board(self.fen, self.rules, size=size, title=self.reason, **self._marks())

    def _marks(self) -> Dict[str, Any]:
        return {}


@dataclass(frozen=True)
class StatusResult(Result):
    """Whether the side to move is safe, in check, checkmated or stalemated.

    >>> from chess_arbiter import Position
    >>> mate = Position("7k/6Q1/6K1/8/8/8/8/8 b").status()
    >>> mate.answer, mate.checkers
    ('checkmate', ('g7',))
    """

    checkers: Tuple[str, ...]
    """The squares of the men that give check."""
    royal: Optional[str] = field(repr=False)
    """Where the king (in the 4×4 games the queen) of the side to move stands."""

    def _marks(self) -> Dict[str, Any]:
        target = self.royal if self.checkers else None
        return {
            "attacked": target,
            "lit": self.checkers,
            "arrows": tuple((checker, target) for checker in self.checkers if target),
        }


@dataclass(frozen=True)
class Repair:
    """A change of an illegal position, and what is then said of it."""

    what: str
    """The change in words."""
    fen: str
    """The changed position."""
    answer: str
    """``legal``, or ``undecided`` where nothing speaks against it."""
    level: str
    """How much evidence was looked at."""


@dataclass(frozen=True)
class ReachResult(Result):
    """Whether a game can reach the position: ``legal``, ``illegal`` or ``undecided``; by the five rules
    ``holds`` or ``broken``.

    >>> from chess_arbiter import Position
    >>> impossible = Position("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w").reach()
    >>> impossible.answer, impossible.level, impossible.lemma
    ('illegal', 'static', 'origins')
    """

    level: Optional[str] = None
    """How much evidence it took, or was looked at."""
    lemma: Optional[str] = None
    """The lemma that shows the position to be impossible."""
    game: Optional[Tuple[str, ...]] = field(default=None, repr=False)
    """A game from the initial array to the position, moves as in UCI."""
    broken: Optional[Tuple[int, ...]] = None
    """By the five rules: those that are broken."""
    blame: Optional[str] = None
    """The field of the position that is to blame."""
    repairs: Tuple[Repair, ...] = field(default=(), repr=False)
    """What an illegal position may have been meant to be, the best first."""
    clocks: Tuple[str, ...] = field(default=(), repr=False)
    """What is wrong with the clocks, which are no part of the question."""
    limit: Optional[str] = None
    """The limit that stopped the work."""

    @property
    def plies(self) -> Optional[int]:
        """How many moves, of both sides, the game has."""
        return None if self.game is None else len(self.game)


@dataclass(frozen=True)
class WinResult(Result):
    """Whether the side to move can force a win: ``win``, ``no-win`` or ``undecided``.

    >>> from chess_arbiter import Position
    >>> win = Position("7k/8/6K1/8/8/8/8/R7 w").win(mate=1)
    >>> win.answer, win.plies, win.line
    ('win', 1, ('a1a8',))
    """

    plies: Optional[int] = None
    """Within how many plies there is a win, or none; ``None`` in a ``no-win`` for ever."""
    shortest: bool = False
    """There is no shorter win."""
    line: Tuple[str, ...] = ()
    """Best play, moves as in UCI."""
    keys: Optional[Tuple[str, ...]] = None
    """All first moves that win in time, if they were asked for."""
    no_win_within: Optional[int] = None
    """Of a ``win`` that need not be the shortest, as a limit stopped the search: there is none within so many plies."""
    win_within: Optional[int] = None
    """Of an ``undecided`` shortest win: there is a win within so many plies, perhaps within fewer."""
    lost_in: Optional[int] = None
    """The other side wins within so many plies."""
    limit: Optional[str] = None
    """The limit that stopped the search."""

    def _marks(self) -> Dict[str, Any]:
        moves = self.keys or self.line[:1]
        return {"arrows": tuple((move[:2], move[2:4]) for move in moves)}


@dataclass(frozen=True)
class Accepted:
    """What a certificate proves.

    >>> from chess_arbiter import Position, verify
    >>> print(verify(Position("7k/6Q1/6K1/8/8/8/8/8 b").status()))
    checkmate: 7k/6Q1/6K1/8/8/8/8/8 b - - (standard)
    """

    rules: str
    """The game."""
    question: str
    """``status``, ``rules``, ``win`` or ``legality``."""
    position: str
    """The position; of the five rules only its men."""
    answer: str
    """The answer in a word."""
    plies: Optional[int]
    """Of a win, within how many plies; ``None`` in ``no-win`` means any number."""
    shortest: bool
    """Whether a win in fewer plies is excluded as well."""
    broken: Tuple[int, ...]
    """Of the five rules, those that are broken."""
    text: str = field(repr=False)
    """All of it in a sentence."""

    def __str__(self) -> str:
        return self.text


Answer = Tuple[str, Optional[str], Optional[str]]


def _common(fen: str, rules: str, answer: Answer) -> Tuple[Dict[str, Any], Dict[str, Any]]:
    text, certificate, error = answer
    fields: Dict[str, Any] = json.loads(text)
    return fields, {
        "fen": fen,
        "rules": rules,
        "answer": fields["verdict"],
        "reason": fields["reason"],
        "certificate_json": certificate,
        "certificate_error": error,
    }


def _tuple(items: Optional[List[Any]]) -> Optional[Tuple[Any, ...]]:
    return None if items is None else tuple(items)


def status(fen: str, rules: str, royal: Optional[str], answer: Answer) -> StatusResult:
    _, common = _common(fen, rules, answer)
    checkers = json.loads(answer[1] or "{}").get("evidence", {}).get("checkers", [])
    return StatusResult(**common, checkers=tuple(checkers), royal=royal)


def reach(fen: str, rules: str, answer: Answer) -> ReachResult:
    fields, common = _common(fen, rules, answer)
    repairs = fields.get("repairs") or ()
    return ReachResult(
        **common,
        level=fields.get("level"),
        lemma=fields.get("lemma"),
        game=_tuple(fields.get("game")),
        broken=_tuple(fields.get("rules")),
        blame=fields.get("blame"),
        repairs=tuple(Repair(one["what"], one["fen"], one["verdict"], one["level"]) for one in repairs),
        clocks=tuple(fields.get("clocks", ())),
        limit=fields.get("limit"),
    )


def win(fen: str, rules: str, answer: Answer) -> WinResult:
    fields, common = _common(fen, rules, answer)
    return WinResult(
        **common,
        plies=fields.get("plies"),
        shortest=fields.get("shortest", False),
        line=tuple(fields.get("line") or ()),
        keys=_tuple(fields.get("keys")),
        no_win_within=fields.get("no_win_within"),
        win_within=fields.get("win_within"),
        lost_in=fields.get("lost_in"),
        limit=fields.get("limit"),
    )
