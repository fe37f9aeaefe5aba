"""Mate in n."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional

from .. import _ask
from .._dice import Dice
from .._grade import FORM, WRONG, Grade, fault, right
from .._moves import FORM as MOVES, spellings, table
from .._play import some, strew
from ._kind import Draft, Kind

MOST_KEYS = 3
"""Positions with more keys ask too little."""


class Mate(Kind):
    name = "mate"
    about = "the first move of a mate in n"
    levels = ("mate in 1", "mate in 2", "mate in 3", "mate in 4")

    def draft(self, dice: Dice, difficulty: int) -> Optional[Draft]:
        strong, weak = some(dice, "qrrbbnnp", 2, 4), some(dice, "rbnppp", 0, 3)
        position = strew(dice, strong, weak)._replace(turn="w")
        if dice.chance(1, 2):
            position = position._replace(turn="b", men=tuple(man.swapcase() for man in position.men))
        fen = position.full
        if _ask.statuses([fen])[0] != "safe":
            return None
        found = _ask.win(fen, difficulty)
        keys = found.get("keys") or []
        if found["verdict"] != "win" or found["plies"] != 2 * difficulty - 1 or not found["shortest"]:
            return None
        # None are told where a limit left some open.
        if not 1 <= len(keys) <= MOST_KEYS:
            return None
        if not _ask.legal(fen):
            return None
        moves = table(_ask.moves(fen))
        side = "White" if position.turn == "w" else "Black"
        times = "move" if difficulty == 1 else "moves"
        return Draft(
            fen,
            f"{side} to move can force mate in {difficulty} {times}. Name a first move after which {side} mates "
            f"within {difficulty} {times}, this one counted, whatever the other side does.",
            f"<the move alone, {MOVES}>",
            moves[min(keys)],
            {"mate": difficulty, "keys": sorted(keys), "moves": moves},
        )

    def judge(self, position: str, label: Dict[str, Any]) -> Callable[[str], Grade]:
        known, keys = spellings(label["moves"]), frozenset(label["keys"])

        def grade(answer: str) -> Grade:
            move = known.get(answer)
            if move is None:
                return fault(FORM if " " in answer else WRONG, answer, "not a legal move, spelled as asked for")
            return right(answer) if move in keys else fault(WRONG, answer, f"no mate in {label['mate']} begins so")

        return grade
