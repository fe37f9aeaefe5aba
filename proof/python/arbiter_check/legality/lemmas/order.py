"""`order`: the men near home cannot have come past one another."""

from ...errors import demand
from ...strict import array as listed
from .cage import Cage
from .rounds import Rounds


def check(past, array, value):
    """Refuses unless the placements of a side's men show it."""
    rounds = Rounds(past, array)
    demand(rounds.lemma is None, "lemma", "the rounds end with a lemma")
    name, files, placements = listed(value, 3)
    demand(name in ("white", "black"), "lemma", "no side")
    ends = Cage(rounds, 0 if name == "white" else 1, files).ends(placements)
    demand(not any(ends), "lemma", "a placement is an end")
