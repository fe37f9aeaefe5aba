"""`columns`: the needs of the pawns."""

from ...board import light
from ..instant import promoted

ALL_FILES = frozenset(range(8))


def files_of_colour(side, is_light):
    """The files whose eighth-rank square has this colour."""
    return frozenset(file for file in range(8) if light((56 if side == 0 else 0) + file) == is_light)


def needs(men, side):
    """One set of files for each promoted piece."""
    found = []
    for kind, number in promoted(men, side).items():
        files = ALL_FILES if kind in "QRN" else files_of_colour(side, kind == "light")
        found += [files] * number
    return found
