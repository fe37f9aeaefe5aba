"""`order`: the men near home cannot have come past one another."""

from .cage import Cage
from .rounds import Rounds


def applies(past, array):
    """Does it apply for a side?"""
    rounds = Rounds(past, array)
    return rounds.lemma is None and any(not Cage(rounds, side).ends() for side in (0, 1))
