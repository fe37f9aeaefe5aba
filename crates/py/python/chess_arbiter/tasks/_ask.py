"""Questions to Arbiter, bounded by positions looked at and never by time, so that every machine has the same answers."""

from __future__ import annotations

import json
from typing import Any, Dict, List, NamedTuple, Optional, Sequence

from .. import _native
from .._boards import reader
from .._columns import own
from .._errors import PositionError
from .._request import request

NODES = 20_000
"""Positions that Arbiter may look at for one question; what is undecided then makes no item."""


class Move(NamedTuple):
    """A legal move."""

    uci: str
    san: str
    after: str
    """The position after it, as FEN."""


def _ask(question: str, **options: Any) -> Dict[str, Any]:
    reply: Dict[str, Any] = json.loads(_native.ask(question, request(**options)))
    return reply


def moves(fen: str) -> List[Move]:
    """The legal moves, in the order of their names."""
    reply = _ask("play", position=fen)
    return sorted(Move(move["move"], move["san"], move["position"]) for move in reply["moves"])


def statuses(fens: Sequence[str]) -> List[Optional[str]]:
    """The status of each; ``None`` of what cannot be played on."""
    answers: List[Optional[str]] = _native.status(fens, request(positions=[]), own(reader("standard"), None, 1))["answer"].to_pylist()
    return answers


def refuted(fens: Sequence[str]) -> List[bool]:
    """Whether the static lemmas show that no game leads there, of each."""
    table = _native.reach(fens, request(positions=[], level="static", nodes=NODES, time=None), own(reader("standard"), None, 1))
    return [answer == "illegal" for answer in table["answer"].to_pylist()]


def checkers(fen: str) -> List[str]:
    """The squares of the men that give check."""
    found: List[str] = _ask("status", position=fen, certificate=True)["certificate"]["evidence"]["checkers"]
    return found


def why(fen: str) -> str:
    """The status in words."""
    reason: str = _ask("status", position=fen)["reason"]
    return reason


def reach(fen: str, level: str = "full", nodes: int = NODES) -> Dict[str, Any]:
    """Whether a game leads there; the last two fields may be ``?``. Rights of Chess960 are no question of these items: undecided."""
    try:
        return _ask("reach", position=fen, level=level, nodes=nodes, time=None)
    except PositionError:
        return {"verdict": "undecided", "level": level, "reason": ""}


def legal(fen: str, nodes: int = NODES) -> Optional[bool]:
    """The same in a word."""
    return {"legal": True, "illegal": False}.get(reach(fen, nodes=nodes)["verdict"])


def retro(fen: str, nodes: int = NODES) -> Dict[str, Any]:
    """What the position says of its past, with its side to move, castling rights and en passant square."""
    reply = _ask("retro", position=fen, nodes=nodes, time=None)
    side: Dict[str, Any] = reply["sides"][0]
    return side


def win(fen: str, mate: int, nodes: int = NODES) -> Dict[str, Any]:
    """Whether there is a mate in so many moves, with all keys."""
    return _ask("win", position=fen, mate=mate, keys=True, nodes=nodes, time=None)
