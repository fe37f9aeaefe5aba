"""Cases that show that there is no account of the pawns: `columns` without a search."""

from typing import NamedTuple

from ...board import light, man
from ...errors import demand
from ...strict import array, integer, string
from ..instant import count, promoted
from .masks import rank_of

WAYS = ("dies", "leaves", "stays")
LEAST, MOST = -(2**31), 2**31 - 1


class Fate(NamedTuple):
    """A fate in a plain account."""

    end: object  # "dies", "promotes", "dark", "light", or the square where it stands
    captures: int
    meets: range

    def way(self):
        """Which of the three."""
        if self.end == "dies":
            return "dies"
        return "leaves" if self.captures else "stays"


def _within(low, high):
    return range(max(low, 0), min(high, 7) + 1)


class Side:
    """What a side may spend, what it has, and the fates of its pawns by file."""

    def __init__(self, men, side):
        bishops = promoted(men, side)
        self.squares = [s for s in range(64) if men[s] == man("P", side)]
        self.captures = 16 - count(men, 1 - side)
        self.deaths = 8 - len(self.squares) - sum(bishops.values())
        self.bishops = [bishops["dark"], bishops["light"]]
        self.side = side
        self.fates = [
            [fate for fate in self._fates(file) if fate.captures <= self.captures] for file in range(8)
        ]

    def _fates(self, file):
        yield Fate("dies", 0, range(0))
        yield Fate("promotes", 0, range(0))
        for beside in (file - 1, file + 1):
            if 0 <= beside < 8:
                yield Fate("promotes", 1, range(beside, beside + 1))
        for square in self.squares:
            on, gone = square % 8, rank_of(square, self.side) - 2
            if abs(on - file) <= gone:
                yield Fate(square, abs(on - file), range(min(on, file), max(on, file) + 1))
            if on == file and gone >= 2:
                yield Fate(square, 2, _within(file - 1, file + 1))
        for kind, needed in zip(("dark", "light"), self.bishops):
            if needed:
                yield from self._bishops(file, kind)

    def _bishops(self, file, kind):
        good = [g for g in range(8) if light((56 if self.side == 0 else 0) + g) == (kind == "light")]
        if file in good:
            yield Fate(kind, 0, range(0))
            yield Fate(kind, 2, _within(file - 1, file + 1))
        left, right = [g for g in good if g < file], [g for g in good if g > file]
        if left:
            yield Fate(kind, file - left[-1], range(left[-1], file))
        if right:
            yield Fate(kind, right[0] - file, range(file + 1, right[0] + 1))


def _fit(white, black):
    """Need the two pawns of a file not have passed each other?"""
    if "stays" != white.way() or "stays" != black.way():
        return True
    return isinstance(white.end, int) and isinstance(black.end, int) and white.end < black.end


class Prices:
    """The prices of a side."""

    def __init__(self, value, side):
        capture, death, files, squares, bishops = array(value, 5)

        def price(number):
            return integer(number, LEAST, MOST)

        self.capture, self.death = price(capture), price(death)
        self.files = [price(number) for number in array(files, 8)]
        self.bishops = [price(number) for number in array(bishops, 2)]
        squares = [price(number) for number in array(squares)]
        demand(self.death >= 0, "lemma", "a price of a death is less than 0")
        demand(all(0 <= p <= self.capture for p in self.files), "lemma", "a price of a file")
        demand(len(squares) == len(side.squares), "lemma", "not as many prices as pawns on the board")
        self.squares = dict(zip(side.squares, squares))

    def allowed(self, side):
        """What the fates of a side may cost."""
        paid = sum(price * needed for price, needed in zip(self.bishops, side.bishops))
        return self.capture * side.captures + self.death * side.deaths - sum(self.squares.values()) - paid

    def cost(self, fate, file, other):
        """What a fate of the pawn of a file costs."""
        if fate.end == "dies":
            return self.death + other.files[file]
        dearest = max((self.files[met] for met in fate.meets), default=0)
        got = 0
        if isinstance(fate.end, int):
            got = self.squares[fate.end]
        elif fate.end != "promotes":
            got = self.bishops[fate.end == "light"]
        return fate.captures * (self.capture - dearest) - got


def _leaf(value, sides, ways):
    white, black = (Prices(entry, side) for entry, side in zip(array(value, 2), sides))
    least = 0
    for file in range(8):
        both = [
            white.cost(one, file, black) + black.cost(two, file, white)
            for one in sides[0].fates[file]
            if one.way() in ways[0, file]
            for two in sides[1].fates[file]
            if two.way() in ways[1, file] and _fit(one, two)
        ]
        if not both:
            return
        least += min(both)
    most = white.allowed(sides[0]) + black.allowed(sides[1])
    demand(least > most, "lemma", f"the pawns cost {least} at least, and may cost {most}")


def _cases(value, sides, ways):
    if len(array(value)) != 4:
        _leaf(value, sides, ways)
        return
    home, way = string(value[0], "lemma"), string(value[1], "lemma")
    demand(len(home) == 2 and home[0] in "abcdefgh" and home[1] in "27", "lemma", "no pawn begins there")
    pawn = (0 if home[1] == "2" else 1, "abcdefgh".index(home[0]))
    left = ways[pawn]
    demand(way in left and len(left) > 1, "lemma", f"{home} {way}: that is settled")
    _cases(value[2], sides, {**ways, pawn: {way}})
    _cases(value[3], sides, {**ways, pawn: left - {way}})


def check(past, value):
    """Refuses unless the cases show that there is no account."""
    sides = [Side(past.men, side) for side in (0, 1)]
    _cases(value, sides, {(side, file): set(WAYS) for side in (0, 1) for file in range(8)})
