"""Clocks that no game ends with."""

from ..board import EMPTY, WHITE, man
from ..errors import demand
from ..strict import array as listed
from ..strict import integer
from .game import dead
from .instant import count, promoted


def read(value):
    """The two numbers of the claim."""
    pair = listed(value, 2, what="clocks")
    return tuple(integer(number, 0, 65535, what="clocks") for number in pair)


def played(number, side):
    """How many plies were played before the next move has this number."""
    return 2 * (number - 1) + (0 if side == WHITE else 1)


def check_game(clocks, quiet, plies, side):
    """Does the game end with these clocks?"""
    demand(clocks[0] == quiet, "clocks", f"the game ends with the clock at {quiet}")
    demand(plies == played(clocks[1], side), "clocks", f"the game has {plies} plies")


def _needs(past, side, array):
    """How many moves a side needs, and how many lasting ones."""
    men = past.men
    pawns = 0
    for square in range(64):
        if men[square] == man("P", side):
            rank = square // 8 if side == WHITE else 7 - square // 8
            pawns += max(0, rank - 1) - (1 if rank >= 3 else 0)
    made = sum(promoted(men, side).values())
    pawns += 5 * made
    first = array.first_rank(side)
    kinds = set()
    away = 0
    for square in range(64):
        letter = men[square]
        if letter == EMPTY or letter.isupper() != (side == WHITE) or letter in "Pp":
            continue
        at_home = first <= square < first + 8 and array.letters[square - first] == letter.lower()
        if not at_home:
            away += 1
            kinds.add(letter.upper())
    others = max(0, away - made - (1 if {"K", "R"} <= kinds else 0))
    captures = max(0, 16 - count(men, 1 - side))
    return max(pawns + others, captures), max(pawns, captures)


def check_fault(fault, clocks, past, array):
    """Refuses unless the fault is there."""
    quiet, number = clocks
    plies = played(number, past.side)
    needs = [_needs(past, side, array) for side in (0, 1)]
    made = [number - 1 + (0 if past.side == WHITE else 1), number - 1]
    faults = {
        "double-step": past.passant is not None and quiet != 0,
        "too-long": quiet > 150,
        "after-the-end": quiet != 0 and dead(past.men),
        "move-zero": number == 0,
        "more-than-played": number != 0 and quiet > plies,
        "too-few-moves": number != 0 and any(needs[side][0] > made[side] for side in (0, 1)),
        "too-few-before": number != 0 and quiet <= plies and plies - quiet < needs[0][1] + needs[1][1],
    }
    demand(isinstance(fault, str) and fault in faults, "clocks", f"no fault {fault!r}")
    demand(faults[fault], "clocks", f"{fault}: it is not so")
