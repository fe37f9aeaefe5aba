"""Safe, check, checkmate or stalemate, and who gives the check."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional

from .. import _ask
from .._dice import Dice
from .._fen import SQUARES, Fen
from .._grade import FORM, WRONG, Grade, fault, right
from .._play import parsed, play, some, strew
from ._kind import Draft, Kind

ANSWERS = ("safe", "check", "checkmate", "stalemate")
_KNOWN = {square: square for square in SQUARES}
TRIES = 48
"""Positions of few men that are looked at together: mates among them are rare."""


class Status(Kind):
    name = "status"
    about = "safe, check, checkmate or stalemate, and the men that give check"
    levels = ("three to six men", "five to ten men", "ends of random play", "random play, in check in nine of ten cases")

    def draft(self, dice: Dice, difficulty: int) -> Optional[Draft]:
        wanted = dice.pick(ANSWERS[:3] if difficulty > 2 else ANSWERS)
        if difficulty == 4 and wanted == "safe" and dice.chance(7, 10):
            wanted = dice.pick(("check", "checkmate"))
        position = _played(dice, wanted) if difficulty > 2 else _strewn(dice, wanted, difficulty)
        if position is None or not _ask.legal(position.full):
            return None
        checkers = _ask.checkers(position.full) if wanted in ("check", "checkmate") else []
        side = "White" if position.turn == "w" else "Black"
        return Draft(
            position.full,
            f"{side} is to move. Is {side} safe (not in check, with a legal move), in check (and has a legal move), "
            "checkmated or stalemated? If there is a check, name the squares of all men that give it.",
            "<safe, stalemate, check or checkmate; after check and checkmate the squares, such as: check e4 f6>",
            " ".join([wanted, *checkers]),
            {"status": wanted, "checkers": sorted(checkers)},
            _ask.why(position.full),
        )

    def judge(self, position: str, label: Dict[str, Any]) -> Callable[[str], Grade]:
        status, checkers = label["status"], sorted(label["checkers"])

        def grade(answer: str) -> Grade:
            said, *squares = answer.split()
            if said not in ANSWERS or any(square not in _KNOWN for square in squares):
                return fault(FORM, answer, "expected safe, stalemate, check or checkmate, and squares after the last two")
            parts = {"status": float(said == status)}
            if said != status:
                return fault(WRONG, answer, f"{said} is wrong", parts)
            return right(answer, parts) if sorted(squares) == checkers else fault(WRONG, answer, "those do not give the check", parts)

        return grade


def _strewn(dice: Dice, wanted: str, difficulty: int) -> Optional[Fen]:
    least, most = ((1, 3), (2, 5))[difficulty - 1]
    men = [strew(dice, some(dice, "qqrrbnp", least, most), some(dice, "pppbn", 0, most - 1)) for _ in range(TRIES)]
    # The side with fewer men is the one that is asked about more often.
    positions = [one._replace(turn="w" if dice.chance(1, 8) else "b") for one in men]
    if dice.chance(1, 2):
        positions = [one._replace(turn="bw"["wb".index(one.turn)], men=tuple(man.swapcase() for man in one.men)) for one in positions]
    found = [one for one, status in zip(positions, _ask.statuses([one.full for one in positions])) if status == wanted]
    return found[0] if found else None


def _played(dice: Dice, wanted: str) -> Optional[Fen]:
    played = play(dice, dice.between(10, 70))
    sign = {"check": "+", "checkmate": "#"}.get(wanted)
    ends = [move for move in played.moves if move.san[-1:] == sign or (sign is None and move.san[-1:] not in "+#")]
    if not ends:
        return None
    # En passant squares say what was played, and whether a mate can be answered so: they stay.
    position = parsed(dice.pick(ends).after)
    return position if _ask.statuses([position.full])[0] == wanted else None
