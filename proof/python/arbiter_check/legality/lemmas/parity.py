"""`parity`: the number of moves of each side is known up to an even number."""

from ...board import light, man
from ...errors import demand
from ...strict import array as listed
from .cage import Cage
from .masks import rank_of
from .rounds import Rounds

ALL_OF_A_KIND = {"Q": 1, "K": 1, "R": 2, "B": 2}


def _taken_on(rounds, side):
    """The square on which the other side's only capture by a pawn took a knight of this side, or None."""
    ways, other = rounds.ways, 1 - side
    if ways.facts.captures[other] != 1:
        return None
    for square in range(64):
        if ways.men[square] != man("P", other):
            continue
        step = rounds.single_step(square, other)
        if step is not None and len(step) == 1 and step[0] != square % 8:
            break
    else:
        return None
    for file in range(8):
        kind = ways.kind(file)
        if kind == "N":
            continue
        there = ways.men.count(man(kind, side)) == ALL_OF_A_KIND[kind]
        if not there and ways.range(side, file) >> square & 1:
            return None
    return square


def _outside(rounds, cage, side):
    """The moves of the men outside the cage, up to an even number, or None."""
    ways = rounds.ways
    pawns = [s for s in ways.squares[side] if ways.men[s] in "Pp"]
    if len(pawns) != 8 or any(rank_of(s, side) not in (2, 3) for s in pawns):
        return None
    for file in range(8):
        home = ways.home(side, file)
        if not (ways.kind(file) == "N" or file in cage.files or ways.is_fixed(home)):
            return None
    knights = [s for s in ways.squares[side] if ways.men[s] in "Nn"]
    if len(knights) == 1:
        taken = _taken_on(rounds, side)
        if taken is None:
            return None
        knights.append(taken)
    if len(knights) != 2:
        return None
    homes = [ways.home(side, file) for file in range(8) if ways.kind(file) == "N"]
    moved = sum(rank_of(s, side) == 3 for s in pawns)
    return moved + sum(map(light, homes)) + sum(map(light, knights))


def check(past, array, value):
    """Refuses unless no ends of the two sides fit."""
    rounds = Rounds(past, array)
    demand(rounds.lemma is None, "lemma", "the rounds end with a lemma")
    known, ends = past.side, []
    for side, entry in enumerate(listed(value, 2)):
        files, even, odd = listed(entry, 3)
        cage = Cage(rounds, side, files)
        outside = _outside(rounds, cage, side)
        demand(outside is not None, "lemma", "the moves of the men outside are not known")
        known += outside
        ends.append(cage.ends(even, odd))
    fits = any(
        ends[0][white] and ends[1][black] and (white + black + known) % 2 == 0
        for white in (0, 1)
        for black in (0, 1)
    )
    demand(not fits, "lemma", "the numbers of moves fit")
