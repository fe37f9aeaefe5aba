"""`{"answer": "legal"}`: a proof game."""

from collections import Counter

from .. import moves
from ..board import EMPTY, NAMES, WHITE, light
from ..errors import Refused, demand
from ..position import Position
from ..rulesets import STANDARD
from ..strict import array as listed
from .array import owner


def dead(men):
    """Kings and one knight, or kings and bishops that all stand on squares of one colour."""
    others = [
        (letter.upper(), light(square))
        for square, letter in enumerate(men)
        if letter not in (EMPTY, "K", "k")
    ]
    if not others:
        return True
    if len(others) == 1 and others[0][0] == "N":
        return True
    return all(kind == "B" for kind, _ in others) and len({colour for _, colour in others}) == 1


def initial(array):
    """The position that games begin with."""
    rights = frozenset((owner(right), array.rooks_home(right)) for right in "KQkq")
    return Position(array.men[:], WHITE, rights)


def passant_legal(position):
    """Is an en passant capture legal?"""
    if not moves.passant_possible(position, STANDARD):
        return False
    return any(
        move.end == position.passant and position.men[move.start] in "Pp"
        for move, _ in moves.playable(position, STANDARD)
    )


def _repeated(position):
    return (
        "".join(position.men),
        position.side,
        position.rights,
        position.passant if passant_legal(position) else None,
    )


def replay(value, past, array, draws_ignored):
    """Plays the game, compares its end with the past; gives quiet plies at its end, and all plies."""
    position, quiet = initial(array), 0
    seen = Counter([_repeated(position)])
    over = None
    texts = listed(value)
    for number, text in enumerate(texts):
        where = f"ply {number + 1}"
        demand(over is None or draws_ignored, "proof-game", f"{where}: the game was over: {over}")
        if not isinstance(text, str):
            raise Refused("form", f"{where}: a move is a text")
        found = moves.find(position, text, STANDARD)
        demand(found is not None, "proof-game", f"{where}: {text} is not legal")
        move, after = found
        pawn = position.men[move.start] in "Pp"
        captures = move.rook is None and position.men[move.end] != EMPTY
        quiet = 0 if pawn or captures else quiet + 1
        if pawn or captures:
            seen.clear()
        position = after
        key = _repeated(position)
        seen[key] += 1
        if seen[key] >= 5:
            over = "a fifth repetition"
        elif quiet >= 150:
            over = "75 moves"
        elif dead(position.men):
            over = "the men left"
    _compare(position, past, array)
    return quiet, len(texts)


def _compare(position, past, array):
    demand(position.men == past.men, "proof-game", "the game ends with other men")
    demand(position.side == past.side, "proof-game", "the game ends with the other side to move")
    rights = frozenset((owner(right), array.rooks_home(right)) for right in past.rights)
    demand(position.rights == rights, "proof-game", "the game ends with other rights")
    if past.passant is not None:
        demand(position.passant == past.passant, "proof-game", f"no double step over {NAMES[past.passant]}")
    else:
        demand(not passant_legal(position), "proof-game", "an en passant capture is possible")
