"""All legal moves."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional

from .. import _ask
from .._dice import Dice
from .._fen import Fen
from .._grade import FORM, WRONG, Grade, fault, right
from .._moves import FORM as MOVES, compared, spellings, table, words
from .._play import play, some, strew, tidy
from ._kind import Draft, Kind

MOST = 300
"""Moves that an answer may have; no position has so many."""


class Moves(Kind):
    name = "moves"
    about = "all legal moves of a position"
    levels = (
        "three to six men",
        "positions of random play, not in check",
        "check, or castling, en passant or a promotion is possible",
        "at least 40 moves, from random play",
    )

    def draft(self, dice: Dice, difficulty: int) -> Optional[Draft]:
        if difficulty == 1:
            position: Fen = strew(dice, some(dice, "pnbrq", 0, 2), some(dice, "pnbrq", 1, 2))
            if _ask.statuses([position.full])[0] not in ("safe", "check") or not _ask.legal(position.full):
                return None
            moves = tuple(_ask.moves(position.full))
        else:
            played = play(dice, dice.between(*((0, 0), (8, 40), (10, 60), (24, 70))[difficulty - 1]))
            position, moves = tidy(played.fen, played.moves), played.moves
            sans = [move.san for move in moves]
            check = bool(moves) and _ask.statuses([position.full])[0] == "check"
            special = check or position.en_passant != "-" or any("O" in san or "=" in san for san in sans)
            fits = (not check, special, len(moves) >= 40)[difficulty - 2]
            if not moves or not fits:
                return None
        side = "White" if position.turn == "w" else "Black"
        return Draft(
            position.full,
            f"{side} is to move. Name all legal moves.",
            f"<the moves with a space between them, each once, {MOVES}>",
            " ".join(move.san for move in moves),
            {"moves": table(moves)},
        )

    def judge(self, position: str, label: Dict[str, Any]) -> Callable[[str], Grade]:
        known, all_moves = spellings(label["moves"]), frozenset(label["moves"])

        def grade(answer: str) -> Grade:
            said = words(answer)
            if len(said) > MOST:
                return fault(FORM, answer, f"more than {MOST} moves")
            wrong, parts = compared(said, known, all_moves)
            return right(answer, parts) if wrong is None else fault(WRONG, answer, wrong, parts)

        return grade
