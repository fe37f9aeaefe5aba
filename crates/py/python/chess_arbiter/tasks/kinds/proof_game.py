"""A game that leads to a position."""

from __future__ import annotations

import re
from typing import Any, Callable, Dict, List, Optional

from ... import _native
from .. import _ask
from .._dice import Dice
from .._fen import Fen
from .._grade import FORM, WRONG, Grade, fault, right
from .._moves import FORM as MOVES
from .._play import START, play, tidy
from ._kind import Draft, Kind

LONGEST = 600
"""Moves of both sides that an answer may have."""

_NUMBER = re.compile(r"([1-9][0-9]{0,2})\.")


class ProofGame(Kind):
    name = "proof-game"
    about = "a game that leads to a position"
    levels = ("of a game of 3 to 6 moves of both sides together", "of 8 to 14", "of 16 to 30", "of 40 to 80")

    def draft(self, dice: Dice, difficulty: int) -> Optional[Draft]:
        least, most = ((3, 6), (8, 14), (16, 30), (40, 80))[difficulty - 1]
        played = play(dice, dice.between(least, most))
        if len(played.game) < least:
            return None
        position = tidy(played.fen, played.moves)
        return Draft(
            position.full,
            "Find a game from the starting position of chess that leads to exactly this position: its men, the side to "
            "move, the castling rights, and the en passant square, which is given only where the capture is legal. "
            f"The clocks do not count. Any legal game is right, however long, up to {LONGEST} moves of both sides together.",
            f"<the moves of both sides with a space between them, with or without numbers such as 1., each {MOVES}>",
            numbered([move.san for move in played.game]),
            {"ends": ends(position)},
        )

    def judge(self, position: str, label: Dict[str, Any]) -> Callable[[str], Grade]:
        wanted = frozenset(label["ends"])

        def grade(answer: str) -> Grade:
            said = unnumbered(answer)
            if said is None or len(said) > LONGEST:
                return fault(FORM, answer, f"not at most {LONGEST} moves, numbered rightly or not at all")
            played, end = _native.game(START, said)
            if played < len(said):
                return fault(WRONG, answer, f"move {played // 2 + 1} of {'Black' if played % 2 else 'White'}, {said[played][:20]!r}, is not legal")
            return right(answer) if end in wanted else fault(WRONG, answer, f"the game leads to {end}")

        return grade


def ends(position: Fen) -> List[str]:
    """The position as Arbiter writes it at the end of a game: after a double step it has a square, whether or not a pawn can capture."""
    if position.en_passant != "-":
        return [position.key]
    rank, pawn = ("6", "p") if position.turn == "w" else ("3", "P")
    behind, stands = ("7", "5") if pawn == "p" else ("2", "4")
    found = [position.key]
    for file in "abcdefgh":
        after = position._replace(en_passant=file + rank)
        if (position.at(file + stands), position.at(file + rank), position.at(file + behind)) == (pawn, ".", "."):
            moves = _ask.moves(after.full)
            if not any(move.uci[2:4] == file + rank and position.at(move.uci[:2]) in "pP" for move in moves):
                found.append(after.key)
    return found


def numbered(moves: List[str]) -> str:
    """A game as people write it.

    >>> numbered(["e4", "e5", "Nf3"])
    '1. e4 e5 2. Nf3'
    """
    return " ".join(move if ply % 2 else f"{ply // 2 + 1}. {move}" for ply, move in enumerate(moves))


def unnumbered(answer: str) -> Optional[List[str]]:
    """The moves alone, or nothing if a number is wrong, or if there are some and not all.

    >>> unnumbered("1. e4 e5 2. Nf3"), unnumbered("1.e4 e5"), unnumbered("e2e4 e7e5")
    (['e4', 'e5', 'Nf3'], ['e4', 'e5'], ['e2e4', 'e7e5'])
    >>> unnumbered("1. e4 e5 3. Nf3"), unnumbered("1. e4 1... e5"), unnumbered("1. e4 e5 Nf3")
    (None, None, None)
    """
    moves: List[str] = []
    numbers = 0
    pending = False
    for word in answer.split():
        number = _NUMBER.match(word)
        if number is not None:
            if pending or len(moves) % 2 or int(number[1]) != len(moves) // 2 + 1:
                return None
            numbers += 1
            pending = True
            word = word[number.end() :]
            if not word:
                continue
        moves.append(word)
        pending = False
    return None if pending or numbers not in (0, (len(moves) + 1) // 2) else moves
