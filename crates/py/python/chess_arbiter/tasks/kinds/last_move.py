"""What was the last move?"""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Set

from .. import _ask
from .._dice import Dice
from .._fen import SQUARES, Fen
from .._grade import FORM, WRONG, Grade, fault, right
from .._moves import compared
from .._play import play, some, strew, tidy
from ._kind import Draft, Kind

_LETTER = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}
_KNOWN = {f"{here}{there}{man}": f"{here}{there}{man}" for here in SQUARES for there in SQUARES if here != there for man in ("", "q", "r", "b", "n")}
TRIES = 96
NODES = 40_000
"""For all last moves of a position together."""


class LastMove(Kind):
    name = "last-move"
    about = "every move that can have been the last"
    levels = ("the only one, with few men", "two or three, with few men", "the only one, after random play", "two to six, after random play")

    def draft(self, dice: Dice, difficulty: int) -> Optional[Draft]:
        position = checked(dice) if difficulty < 3 else _played(dice)
        if position is None:
            return None
        least, most = ((1, 1), (2, 3), (1, 1), (2, 6))[difficulty - 1]
        # A glance first: most positions have too many.
        listed = _ask.retro(position.full, nodes=1)["last_moves"]
        refuted = _ask.refuted([move["before"] for move in listed])
        if not least <= len({_uci(move) for move, no in zip(listed, refuted) if not no}) <= most + 1:
            return None
        side = _ask.retro(position.full, NODES)
        if side["verdict"] != "possible" or side["may_be_start"]:
            return None
        said = _said(side)
        last = sorted(move for move, verdicts in said.items() if "possible" in verdicts)
        # What the move captured is not asked: it can have been the last if with any capture it can.
        if len(last) < len(said) or not least <= len(last) <= most:
            return None
        mover = "Black" if position.turn == "w" else "White"
        return Draft(
            position.full,
            f"This position came about in a game from the starting position of chess. Which moves can have been the last one, {mover}'s? "
            "Name each that some game ends with, with just this side to move, these castling rights and this en passant square "
            "(\"-\" says that no en passant capture is legal). What the move captured is not asked.",
            "<the moves with a space between them, each once, as in UCI: e2e4, e7e8q; castling e1g1>",
            " ".join(last),
            {"moves": last},
        )

    def judge(self, position: str, label: Dict[str, Any]) -> Callable[[str], Grade]:
        moves = frozenset(label["moves"])

        def grade(answer: str) -> Grade:
            said = answer.split()
            if any(word not in _KNOWN for word in said):
                return fault(FORM, answer, "expected moves as in UCI with spaces between them")
            wrong, parts = compared(said, _KNOWN, moves)
            return right(answer, parts) if wrong is None else fault(WRONG, answer, wrong, parts)

        return grade


def _said(side: Dict[str, Any]) -> Dict[str, Set[str]]:
    """The last moves that are not impossible, each with what is said of it: it may be several things, as captures differ."""
    said: Dict[str, Set[str]] = {}
    for move in side["last_moves"]:
        if move["verdict"] != "impossible":
            said.setdefault(_uci(move), set()).add(move["verdict"])
    return said


def _uci(move: Dict[str, Any]) -> str:
    return str(move["from"] + move["to"] + _LETTER.get(move.get("promoted", ""), ""))


def checked(dice: Dice) -> Optional[Fen]:
    """A check given by few men, by a pawn or by two at once: it says most about the move before."""
    positions = [strew(dice, some(dice, "qrbnppp", 1, 4), some(dice, "pppprbn", 0, 4)) for _ in range(TRIES)]
    checks = [one for one, status in zip(positions, _ask.statuses([one.full for one in positions])) if status in ("check", "checkmate")]
    found = [one for one in checks if _tells(one)]
    return dice.pick(found) if found else None


def _played(dice: Dice) -> Optional[Fen]:
    played = play(dice, dice.between(2, 40))
    checks = [move for move in played.moves if move.san[-1] in "+#"]
    found = [position for position in (tidy(move.after, tuple(_ask.moves(move.after))) for move in checks) if _tells(position)]
    return dice.pick(found) if found else None


def _tells(position: Fen) -> bool:
    checkers = _ask.checkers(position.full)
    return len(checkers) > 1 or position.at(checkers[0]) in "pP"
