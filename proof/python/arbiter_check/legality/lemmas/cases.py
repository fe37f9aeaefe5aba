"""Cases that show that there is no account of the pawns: two lemmas."""

from typing import NamedTuple

from ...board import man
from ...errors import demand
from ...strict import array, integer, string
from ..instant import count
from . import columns, confined
from .masks import rank_of

WAYS = ("dies", "leaves", "stays")
FILES = tuple("abcdefgh")
LEAST, MOST = -(2**31), 2**31 - 1


class Fate(NamedTuple):
    """A fate in a plain account."""

    end: object  # "dies", "promotes", the files of the need that it serves, or the square where it stands
    captures: int
    meets: tuple

    def way(self):
        """Which of the three."""
        if self.end == "dies":
            return "dies"
        return "leaves" if self.captures else "stays"


def _within(low, high):
    return tuple(range(max(low, 0), min(high, 7) + 1))


class Side:
    """What a side may spend, what it has, and the fates of its pawns by file."""

    def __init__(self, men, side, captures, needs, sorts):
        self.squares = [s for s in range(64) if men[s] == man("P", side)]
        self.captures = captures
        self.deaths = 8 - len(self.squares) - len(needs)
        self.sorts = sorts
        self.needed = [needs.count(files) for files in sorts]
        self.side = side
        self.fates = [
            [fate for fate in self._fates(file) if fate.captures <= self.captures] for file in range(8)
        ]

    def _fates(self, file):
        yield Fate("dies", 0, ())
        yield Fate("promotes", 0, ())
        yield Fate("promotes", 1, tuple(beside for beside in (file - 1, file + 1) if 0 <= beside < 8))
        for square in self.squares:
            on, gone = square % 8, rank_of(square, self.side) - 2
            if abs(on - file) <= gone:
                yield Fate(square, abs(on - file), _within(min(on, file), max(on, file)))
            if on == file and gone >= 2:
                yield Fate(square, 2, _within(file - 1, file + 1))
        for files, needed in zip(self.sorts, self.needed):
            if needed:
                yield from self._serving(file, files)

    @staticmethod
    def _serving(file, files):
        if file in files:
            yield Fate(files, 0, ())
            yield Fate(files, 2, _within(file - 1, file + 1))
        left, right = [g for g in files if g < file], [g for g in files if g > file]
        if left:
            yield Fate(files, file - max(left), _within(max(left), file - 1))
        if right:
            yield Fate(files, min(right) - file, _within(file + 1, min(right)))


class Left(NamedTuple):
    """What forks leave to a pawn: ways, the square where it stands (or None), squares where it does not.

    And the files that it meets, and that it does not.
    """

    ways: frozenset
    stands: object
    elsewhere: frozenset
    met: frozenset = frozenset()
    unmet: frozenset = frozenset()

    def has(self, fate):
        """Is a fate among it?"""
        if self.stands is not None and fate.end != self.stands:
            return False
        if not self.met <= set(fate.meets) or self.unmet & set(fate.meets):
            return False
        return fate.way() in self.ways and fate.end not in self.elsewhere


def _fit(white, black):
    """Need the two pawns of a file not have passed each other?"""
    if "stays" != white.way() or "stays" != black.way():
        return True
    return isinstance(white.end, int) and isinstance(black.end, int) and white.end < black.end


class Prices:
    """The prices of a side."""

    def __init__(self, value, side):
        capture, death, files, squares, needs = array(value, 5)

        def price(number):
            return integer(number, LEAST, MOST)

        self.capture, self.death = price(capture), price(death)
        self.files = [price(number) for number in array(files, 8)]
        needs = [price(number) for number in array(needs)]
        squares = [price(number) for number in array(squares)]
        demand(self.death >= 0, "lemma", "a price of a death is less than 0")
        demand(all(0 <= p <= self.capture for p in self.files), "lemma", "a price of a file")
        demand(len(squares) == len(side.squares), "lemma", "not as many prices as pawns on the board")
        demand(len(needs) == len(side.sorts), "lemma", "not as many prices as sorts of needs")
        self.squares = dict(zip(side.squares, squares))
        self.needs = dict(zip(side.sorts, needs))

    def allowed(self, side):
        """What the fates of a side may cost."""
        paid = sum(self.needs[files] * needed for files, needed in zip(side.sorts, side.needed))
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
            got = self.needs[fate.end]
        return fate.captures * (self.capture - dearest) - got


def _leaf(value, sides, left):
    white, black = (Prices(entry, side) for entry, side in zip(array(value, 2), sides))
    least = 0
    for file in range(8):
        both = [
            white.cost(one, file, black) + black.cost(two, file, white)
            for one in sides[0].fates[file]
            if left[0, file].has(one)
            for two in sides[1].fates[file]
            if left[1, file].has(two) and _fit(one, two)
        ]
        if not both:
            return
        least += min(both)
    most = white.allowed(sides[0]) + black.allowed(sides[1])
    demand(least > most, "lemma", f"the pawns cost {least} at least, and may cost {most}")


def _cases(value, sides, left):
    if len(array(value)) != 4:
        _leaf(value, sides, left)
        return
    home, asked = string(value[0], "lemma"), string(value[1], "lemma")
    demand(len(home) == 2 and home[0] in "abcdefgh" and home[1] in "27", "lemma", "no pawn begins there")
    pawn = (0 if home[1] == "2" else 1, "abcdefgh".index(home[0]))
    known = left[pawn]
    settled = f"{home} {asked}: that is settled"
    if asked in WAYS:
        demand(asked in known.ways and len(known.ways) > 1, "lemma", settled)
        so, not_so = known._replace(ways=frozenset({asked})), known._replace(ways=known.ways - {asked})
    elif asked in FILES:
        file = FILES.index(asked)
        demand(file not in known.met | known.unmet, "lemma", settled)
        so, not_so = known._replace(met=known.met | {file}), known._replace(unmet=known.unmet | {file})
    else:
        squares = {"abcdefgh"[s % 8] + str(s // 8 + 1): s for s in sides[pawn[0]].squares}
        demand(asked in squares, "lemma", "no way, no square of a pawn of the side and no file")
        square = squares[asked]
        demand(known.stands is None and square not in known.elsewhere, "lemma", settled)
        so, not_so = known._replace(stands=square), known._replace(elsewhere=known.elsewhere | {square})
    _cases(value[2], sides, {**left, pawn: so})
    _cases(value[3], sides, {**left, pawn: not_so})


def _sides(name, past, array_of_men):
    """What a lemma says of the pawns of both sides."""
    if name == "columns":
        for side in (0, 1):
            sorts = [columns.files_of_colour(side, False), columns.files_of_colour(side, True)]
            yield Side(past.men, side, 16 - count(past.men, 1 - side), columns.needs(past.men, side), sorts)
        return
    found = confined.sides(past, array_of_men)
    demand(found is not None, "lemma", "the rounds end with a lemma")
    for side, (captures, open_files, needs) in enumerate(found):
        needs = [files & open_files for files in needs]
        sorts = sorted(
            {files for files in needs if len(files) < 8}, key=lambda files: sum(1 << file for file in files)
        )
        yield Side(past.men, side, captures, needs, sorts)


def _check(name, past, array_of_men, value):
    sides = list(_sides(name, past, array_of_men))
    everything = Left(frozenset(WAYS), None, frozenset())
    _cases(value, sides, {(side, file): everything for side in (0, 1) for file in range(8)})


def check_columns(past, array_of_men, value):
    """Refuses unless the cases show that there is no account."""
    _check("columns", past, array_of_men, value)


def check_confined(past, array_of_men, value):
    """Refuses unless the cases show that there is no account that fits the facts."""
    _check("confined-columns", past, array_of_men, value)
