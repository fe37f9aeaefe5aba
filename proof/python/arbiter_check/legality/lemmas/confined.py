"""`confined-columns`: captures and needs of the pawns that fit the facts."""

from ...board import light
from .masks import bits
from .matching import largest
from .rounds import Rounds


def originals(rounds, side, squares, kind):
    """The first-rank origins of a kind, not fixed, as pairs of file and the men (of these) in their range."""
    ways, found = rounds.ways, []
    for file in range(8):
        if ways.kind(file) != kind or ways.is_fixed(ways.home(side, file)):
            continue
        men = [s for s in squares if ways.range(side, file) >> s & 1]
        if men:
            found.append((file, men))
    return found


def most_originals(rounds, side, squares, kind):
    """m: the greatest number of different men with different originals."""
    return largest([men for _, men in originals(rounds, side, squares, kind)])


def groups(rounds, side):
    """The men of the kinds that pawns promote to, not on fixed squares; bishops by colour of square."""
    ways = rounds.ways
    of_kind = {
        kind: [s for s in ways.squares[side] if ways.men[s].upper() == kind and not ways.is_fixed(s)]
        for kind in "NBRQ"
    }
    yield "N", of_kind["N"]
    yield "B", [s for s in of_kind["B"] if not light(s)]
    yield "B", [s for s in of_kind["B"] if light(s)]
    yield "R", of_kind["R"]
    yield "Q", of_kind["Q"]


def needs(rounds, side):
    """The needs of a side, each a set of files."""
    ways, found = rounds.ways, []
    for kind, squares in groups(rounds, side):
        number = len(squares) - most_originals(rounds, side, squares, kind)
        reached = {s for _, men in originals(rounds, side, squares, kind) for s in men}
        union = frozenset()
        certain = 0
        for square in squares:
            files = frozenset(s % 8 for s in bits(ways.fill(kind, side, 1 << square) & ways.eighth(side)))
            if square not in reached:
                found.append(files)
                certain += 1
            else:
                union |= files
        found += [union] * (number - certain)
    return found


def sides(past, array):
    """Of each side captures, open files and needs; None if the rounds end with a lemma."""
    rounds = Rounds(past, array)
    if rounds.lemma is not None:
        return None
    found = []
    for side in (0, 1):
        captures = rounds.captures_left(side, set(range(8)))
        open_files = frozenset(
            s % 8 for s in bits(rounds.ways.pawn_range(side, captures) & rounds.ways.eighth(side))
        )
        found.append((captures, open_files, needs(rounds, side)))
    return found
