"""What is answered."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Tuple

from . import _svg
from ._schema import (
    CapturingPawn,
    CastlingRights,
    DoubleStep,
    LastMove,
    LostMan,
    PromotedAmong,
    ReachFields,
    Repair,
    RetroFields,
    RetroSide,
    SideHistory,
    Try,
    WinFields,
)


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
        return _svg.board(self.fen, size=size, title=self.reason, **self._marks())

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
    """``status``, ``rules``, ``win`` or ``legality``."""
    position: str
    """The position; of the five rules only its men."""
    answer: str
    """The answer in a word."""
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


def _result(fen: str, rules: str, reply: str) -> Tuple[Dict[str, Any], Dict[str, Any]]:
    """The members of a reply by the names that results have, and those that all results have."""
    fields: Dict[str, Any] = json.loads(reply)
    certificate = fields.pop("certificate", None)
    common = {
        "fen": fen,
        "rules": rules,
        "answer": fields.pop("verdict"),
        "reason": fields.pop("reason"),
        "certificate_json": None if certificate is None else _compact(certificate),
        "certificate_error": fields.pop("certificate_error", None),
    }
    fields.pop("input", None)
    return {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}, common


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def status(fen: str, rules: str, royal: Optional[str], reply: str) -> StatusResult:
    _, common = _result(fen, rules, reply)
    checkers = json.loads(common["certificate_json"] or "{}").get("evidence", {}).get("checkers", [])
    return StatusResult(**common, checkers=tuple(checkers), royal=royal)


def reach(fen: str, rules: str, reply: str) -> ReachResult:
    fields, common = _result(fen, rules, reply)
    if "rules" in fields:
        fields["broken"] = fields.pop("rules")
    repairs = fields.pop("repairs", None) or ()
    changes = tuple(Repair(answer=one.pop("verdict"), **one) for one in repairs)
    games = tuple(tuple(game) for game in fields.pop("games", None) or ())
    return ReachResult(**common, **fields, repairs=changes, games=games)


def retro(fen: str, rules: str, reply: str) -> RetroResult:
    fields, common = _result(fen, rules, reply)
    sides = tuple(
        RetroSide(
            turn=side["turn"],
            may_be_start=side["may_be_start"],
            last_moves=tuple(
                LastMove(
                    move=one["move"],
                    man=one["man"],
                    from_square=one["from"],
                    to_square=one["to"],
                    kind=one["kind"],
                    captured=one.get("captured"),
                    promoted=one.get("promoted"),
                    before=one["before"],
                    **_proved(one),
                )
                for one in side["last_moves"]
            ),
            castling=tuple(CastlingRights(rights=one["rights"], **_proved(one)) for one in side["castling"]),
            en_passant=tuple(
                DoubleStep(square=one["square"], move=one["move"], forced=one["forced"], **_proved(one))
                for one in side["en_passant"]
            ),
            history=tuple(
                SideHistory(
                    side=one["side"],
                    lost=one["lost"],
                    promotions=one["promotions"],
                    promoted=tuple(one["promoted"]),
                    pawn_captures=one["pawn_captures"],
                    captors=tuple(one["captors"]),
                    pawns=tuple(
                        CapturingPawn(
                            square=pawn["square"],
                            origins=tuple(pawn["origins"]),
                            least=pawn["least"],
                            most=pawn["most"],
                            on=tuple(pawn["on"]),
                            victims=tuple(pawn["victims"]),
                        )
                        for pawn in one["pawns"]
                    ),
                    promoted_among=tuple(
                        PromotedAmong(role=kind["role"], squares=tuple(kind["squares"]), least=kind["least"]) for kind in one["promoted_among"]
                    ),
                    lost_men=tuple(LostMan(home=man["home"], on=tuple(man["on"])) for man in one["lost_men"]),
                )
                for one in side["history"]
            ),
            **_proved(side),
        )
        for side in fields.pop("sides")
    )
    return RetroResult(**common, **fields, sides=sides)


def _proved(part: Dict[str, Any]) -> Dict[str, Any]:
    """What all parts have."""
    certificate = part.get("certificate")
    return {"answer": part["verdict"], "certificate_json": None if certificate is None else _compact(certificate)}


def win(fen: str, rules: str, reply: str) -> WinResult:
    fields, common = _result(fen, rules, reply)
    tries = tuple(Try(one["move"], tuple(one["refutations"])) for one in fields.pop("tries", ()))
    return WinResult(**common, **fields, tries=tries)
