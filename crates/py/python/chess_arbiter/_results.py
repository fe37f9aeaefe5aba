"""What is answered."""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from typing import Any, Dict, List, Optional, Tuple, Type, TypeVar, get_args, get_origin, get_type_hints

from ._native import Setup
from ._schema import NAMES, DeadFields, ReachFields, RetroFields, WinFields

R = TypeVar("R", bound="Result")


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
        marks = {"attacked": None, "lit": (), "arrows": (), **self._marks()}
        return Setup(self.fen, self.rules).svg(size, self.reason, **marks)

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
class ReachResult(ReachFields, Result):
    """Whether a game can reach the position: ``legal``, ``illegal`` or ``undecided``; by the five rules
    ``holds`` or ``broken``.

    >>> from chess_arbiter import Position
    >>> impossible = Position("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w").reach()
    >>> impossible.answer, impossible.level, impossible.lemma
    ('illegal', 'static', 'origins')
    """


@dataclass(frozen=True)
class RetroResult(RetroFields, Result):
    """What a position tells of its past: ``possible``, ``impossible`` or ``undecided``. Each part of ``sides`` has its own
    certificate, and ``certificates`` are all of them.

    >>> from chess_arbiter import Position
    >>> shut_in = Position("6Bk/6pp/2N1N3/2KpP3/8/8/8/8 w").retro(unknown=("en_passant",))
    >>> [last.move for last in shut_in.sides[0].last_moves if last.answer == "possible"]
    ['d7-d5']
    """

    @property
    def certificates(self) -> Tuple[str, ...]:
        """The evidence of all parts as JSON, each once.

        >>> from chess_arbiter import Position, verify
        >>> nowhere = Position("8/8/8/8/8/8/5k1p/7K b").retro()
        >>> [str(verify(one)) for one in nowhere.certificates]
        ['illegal: 8/8/8/8/8/8/5k1p/7K b - - (standard)']
        """
        found: List[Optional[str]] = []
        for side in self.sides:
            found.append(side.certificate_json)
            found.extend(one.certificate_json for one in side.castling)
            found.extend(one.certificate_json for one in side.en_passant)
            found.extend(one.certificate_json for one in side.last_moves)
        return tuple(dict.fromkeys(one for one in found if one is not None))


@dataclass(frozen=True)
class DeadResult(DeadFields, Result):
    """Whether a side can still win: of one side ``winnable``, ``unwinnable`` or ``undecided``, of both ``dead`` if neither can: then each
    of ``sides`` has its own certificate, and ``certificates`` are all of them.

    >>> from chess_arbiter import Position
    >>> pawn = Position("8/8/8/4k3/8/8/5P2/4K3 w").dead()
    >>> pawn.answer, [(side.side, side.answer) for side in pawn.sides]
    ('winnable', [('white', 'winnable'), ('black', 'unwinnable')])
    """

    @property
    def certificates(self) -> Tuple[str, ...]:
        """The evidence of all sides as JSON.

        >>> from chess_arbiter import Position, verify
        >>> [str(verify(one)) for one in Position("8/8/8/4k3/8/8/8/K1N5 w").dead("white").certificates]
        ['unwinnable by white: 8/8/8/4k3/8/8/8/K1N5 w - - (standard)']
        """
        found = (self.certificate_json, *(side.certificate_json for side in self.sides))
        return tuple(one for one in found if one is not None)


@dataclass(frozen=True)
class WinResult(WinFields, Result):
    """Whether the side to move can force a win: ``win``, ``no-win`` or ``undecided``.

    >>> from chess_arbiter import Position
    >>> win = Position("7k/8/6K1/8/8/8/8/R7 w").win(mate=1)
    >>> win.answer, win.plies, win.line
    ('win', 1, ('a1a8',))
    """

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
    """``status``, ``rules``, ``win``, ``legality`` or ``can-win``."""
    position: str
    """The position; of the five rules only its men."""
    answer: str
    """The answer in a word."""
    side: Optional[str]
    """Of ``can-win``, who."""
    plies: Optional[int]
    """Of a win, within how many plies; ``None`` in ``no-win`` means any number."""
    shortest: bool
    """Whether a win in fewer plies is excluded as well."""
    at_least: Optional[int]
    """Of a legal position: no game has fewer plies, if that is proved."""
    any_castling: bool
    """Whether that is so with any castling rights."""
    any_en_passant: bool
    """Whether that is so with any en passant square."""
    searched: Optional[int]
    """Of a legal position: a search found no game within so many plies, which is not proved."""
    broken: Tuple[int, ...]
    """Of the five rules, those that are broken."""
    text: str = field(repr=False)
    """All of it in a sentence."""

    def __str__(self) -> str:
        return self.text


def _result(kind: Type[R], fen: str, rules: str, reply: str, **more: Any) -> R:
    """The result that a reply tells of."""
    members: Dict[str, Any] = json.loads(reply)
    members["broken"] = members.pop("rules", None)
    result: R = _read(kind, {**members, **more, "fen": fen, "rules": rules})
    return result


def _read(kind: Any, value: Any) -> Any:
    """What JSON says, as a type of this package."""
    if isinstance(kind, type) and is_dataclass(kind):
        named = {NAMES.get(name, name): one for name, one in value.items()}
        proof = named.get("certificate_json")
        named["certificate_json"] = None if proof is None else json.dumps(proof, separators=(",", ":"), ensure_ascii=False)
        # What is not said is the default, or `None`.
        given = {name: _read(of, named.get(name)) for name, of, has_default in _members(kind) if not has_default or named.get(name) is not None}
        return kind(**given)
    if value is None or not get_args(kind):
        return value
    one = get_args(kind)[0]
    return tuple(_read(one, each) for each in value) if get_origin(kind) is tuple else _read(one, value)


_KNOWN: Dict[type, Tuple[Tuple[str, Any, bool], ...]] = {}


def _members(kind: Any) -> Tuple[Tuple[str, Any, bool], ...]:
    """Name, type, and whether there is a default; read once."""
    if kind not in _KNOWN:
        types = get_type_hints(kind)
        _KNOWN[kind] = tuple((one.name, types[one.name], one.default is not MISSING) for one in fields(kind))
    return _KNOWN[kind]


def status(fen: str, rules: str, royal: Optional[str], reply: str) -> StatusResult:
    checkers = ((json.loads(reply).get("certificate") or {}).get("evidence") or {}).get("checkers", ())
    return _result(StatusResult, fen, rules, reply, royal=royal, checkers=checkers)


def reach(fen: str, rules: str, reply: str) -> ReachResult:
    return _result(ReachResult, fen, rules, reply)


def retro(fen: str, rules: str, reply: str) -> RetroResult:
    return _result(RetroResult, fen, rules, reply)


def dead(fen: str, rules: str, reply: str) -> DeadResult:
    return _result(DeadResult, fen, rules, reply)


def win(fen: str, rules: str, reply: str) -> WinResult:
    return _result(WinResult, fen, rules, reply)
