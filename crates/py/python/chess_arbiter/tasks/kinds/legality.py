"""Can the position come about in play, and if not, what is to blame?"""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple

from .. import _ask
from .._dice import Dice
from .._fen import Fen
from .._grade import FORM, WRONG, Grade, fault, right
from .._play import edit, parsed, play, some, strew, tidy
from ._kind import Draft, Kind
from .last_move import checked

BLAMES = ("men", "turn", "castling", "en-passant")
ANSWERS = ("legal", *(f"illegal {blame}" for blame in BLAMES))


class Legality(Kind):
    name = "legality"
    about = "can it come about in play, and what is to blame if not"
    levels = (
        "gross edits of positions of random play",
        "subtle edits",
        "few men, castling with few men, or the turn early in a game",
        "checks by few men that say much about the move before, and positions one move before",
    )

    def draft(self, dice: Dice, difficulty: int) -> Optional[Draft]:
        wanted = dice.chance(1, 2)
        for _ in range(1000):
            position = _position(dice, difficulty)
            # What can be refuted is refuted without a search for games, which takes longer.
            if position is None or (_ask.reach(position.key, level="last-move")["verdict"] == "illegal") == wanted:
                continue
            found = blamed(position)
            if found is None or (found[0] is None) != wanted:
                continue
            blame, level, reason = found
            if blame is not None and not _fits(level, difficulty):
                continue
            reference = "legal" if blame is None else f"illegal {blame}"
            return Draft(
                position.full,
                "Can this position come about in a game from the starting position of chess, by legal moves? The side to move, the castling "
                "rights and the en passant square are part of it (a square says that a double step over it was the last move, \"-\" that no "
                "en passant capture is legal); the clocks are not. If it cannot, say what is to blame, the first of these that applies:\n"
                "men: no game leads to these men on these squares, whoever is to move and whatever rights there are\n"
                "turn: a game leads to these men, but none with this side to move\n"
                "castling: a game leads to these men with this side to move, but none with these castling rights\n"
                "en-passant: a game leads to all of it but for the en passant field",
                "<legal, illegal men, illegal turn, illegal castling, or illegal en-passant>",
                reference,
                {"answer": reference},
                reason,
            )
        return None

    def judge(self, position: str, label: Dict[str, Any]) -> Callable[[str], Grade]:
        wanted = label["answer"]

        def grade(answer: str) -> Grade:
            if answer not in ANSWERS:
                return fault(FORM, answer, f"expected one of: {', '.join(ANSWERS)}")
            parts = {"verdict": float(answer.split(" ")[0] == wanted.split(" ")[0])}
            return right(answer, parts) if answer == wanted else fault(WRONG, answer, "not that", parts)

        return grade


def blamed(position: Fen) -> Optional[Tuple[Optional[str], str, str]]:
    """What is to blame (``None``: nothing, it is legal), the level of the evidence and the reason; ``None`` if any of it is undecided.

    Each question knows one field more than that before it, so that the first that no game answers names the field.
    """
    whole = _ask.reach(position.key)
    if whole["verdict"] == "undecided":
        return None
    said = (whole["level"], whole["reason"])
    if whole["verdict"] == "legal":
        return (None, *said)
    men = position.key.split(" ")[0]
    sides = {turn: _ask.legal(f"{men} {turn} ? ?") for turn in "wb"}
    if True not in sides.values():
        return None if None in sides.values() else ("men", *said)
    for blame, known in (("turn", sides[position.turn]), ("castling", _ask.legal(f"{men} {position.turn} {position.castling} ?"))):
        if not known:
            return None if known is None else (blame, *said)
    return ("en-passant", *said)


def _fits(level: str, difficulty: int) -> bool:
    levels = (("well-formed", "playable"), ("five-rules", "static"), ("static", "last-move", "full"), ("static", "last-move", "full"))
    return level in levels[difficulty - 1]


def _position(dice: Dice, difficulty: int) -> Optional[Fen]:
    if difficulty < 3:
        return _edited(dice, gross=difficulty == 1)
    if difficulty == 4:
        few = checked(dice)
        if few is None or dice.chance(1, 2):
            return few
        # Whether they can have been played is asked afterwards, of one.
        before = [move["before"] for move in _ask.retro(few.full, nodes=1)["last_moves"]]
        return parsed(dice.pick(before)) if before else None
    way = dice.below(4)
    if way < 2:
        return strew(dice, some(dice, "qrbnp", 1, 4), some(dice, "qrbnp", 0, 4))
    if way == 2:
        # Whoever is to move, so early in a game: a move cannot always be lost.
        played = play(dice, dice.between(3, 9))
        position = tidy(played.fen, played.moves)
        return position._replace(turn=dice.pick("wb"), en_passant="-")
    home = strew(dice, some(dice, "qrbnp", 1, 5), some(dice, "qrbnp", 0, 5))
    for square, man in (("e1", "K"), ("e8", "k")):
        home = home.put(next(iter(home.where(man)), square), ".").put(square, man)
    home = home.put("h1", "R").put("a8", "r")
    return home._replace(castling=dice.pick(("K", "q", "Kq")))


def _edited(dice: Dice, gross: bool) -> Fen:
    played = play(dice, dice.between(6, 50))
    position = tidy(played.fen, played.moves)
    if dice.chance(1, 5):
        files = "abcdefgh" if gross else _double_steps(position)
        if files:
            return position._replace(en_passant=dice.pick(files) + ("6" if position.turn == "w" else "3"))
    for _ in range(dice.between(1, 2)):
        position = edit(dice, position, gross=gross and dice.chance(1, 2))
    return position


def _double_steps(position: Fen) -> str:
    """The files on which a pawn can have made a double step by the look of it."""
    pawn, ranks = ("p", "567") if position.turn == "w" else ("P", "432")
    return "".join(file for file in "abcdefgh" if "".join(position.at(file + rank) for rank in ranks) == pawn + "..")
