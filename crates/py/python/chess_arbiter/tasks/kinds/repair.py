"""A FEN that was misread: which was meant?"""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional

from .. import _ask
from .._dice import Dice
from .._fen import Fen, distance, read
from .._grade import FORM, UNDECIDED, WRONG, Grade, fault, right
from .._play import edit, parsed, play, tidy
from ._kind import Draft, Kind

NODES = 20_000
"""Positions that Arbiter may look at to tell whether a repair is legal that it has not seen before."""


class Repair(Kind):
    name = "repair"
    about = "a FEN made possible by a few changes"
    levels = ("one gross edit", "one subtle edit", "two edits", "three edits")

    def draft(self, dice: Dice, difficulty: int) -> Optional[Draft]:
        edits = max(1, difficulty - 1)
        played = play(dice, dice.between(6, 60))
        meant = tidy(played.fen, played.moves)
        for _ in range(20):
            broken = meant
            for _ in range(edits):
                broken = edit(dice, broken, gross=difficulty == 1)
            least = distance(broken, meant)
            if not edits <= least <= 2 * edits:
                continue
            # Without a search for games: most edits leave a position possible, and there are enough others.
            verdict = _ask.reach(broken.key, level="last-move")
            gross = verdict["level"] in ("well-formed", "playable")
            if verdict["verdict"] == "illegal" and (difficulty > 2 or gross == (difficulty == 1)):
                break
        else:
            return None
        changes = "one change" if least == 1 else f"{least} changes"
        return Draft(
            broken.full,
            f"No game leads to this position. Give a position that can come about in a game from the starting position of chess and differs "
            f"from it by at most {changes}. A change is: another content of one square; the other side to move; one castling right more or "
            "less; another en passant field. The clocks do not count.",
            "<the FEN>",
            meant.full,
            {"changes": least, "legal": meant.key},
            verdict["reason"],
        )

    def judge(self, position: str, label: Dict[str, Any]) -> Callable[[str], Grade]:
        broken, most = parsed(position), label["changes"]
        seen: Dict[str, Optional[bool]] = {label["legal"]: True, broken.key: False}

        def grade(answer: str) -> Grade:
            said: Optional[Fen] = read(answer)
            if said is None:
                return fault(FORM, answer, "expected a FEN of four or six fields")
            far = distance(broken, said)
            if far > most:
                return fault(WRONG, answer, f"{far} changes, {most} were allowed")
            if said.key not in seen:
                if len(seen) > 10_000:
                    seen.clear()
                # Arbiter takes rights of other rooks for those of Chess960, which is another question.
                seen[said.key] = _ask.legal(said.key, nodes=NODES) if said.rights_stand else False
            legal = seen[said.key]
            if legal is None:
                return fault(UNDECIDED, answer, f"Arbiter could not tell within {NODES} positions whether it is legal: no reward")
            return right(answer) if legal else fault(WRONG, answer, "no game leads to that position either")

        return grade
