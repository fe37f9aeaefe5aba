"""Some men of a side, placements of theirs, and what these lead to."""

from ...board import EMPTY
from ...errors import demand
from ...strict import array as listed
from ...strict import string
from ..instant import count

OFF = -1
SQUARES = {"abcdefgh"[square % 8] + str(square // 8 + 1): square for square in range(64)} | {"--": OFF}


class Cage:
    """Men of the first rank that are said to be in each other's way."""

    def __init__(self, rounds, side, files):
        self.rounds, self.side, self.ways = rounds, side, rounds.ways
        ways = self.ways
        self.files = []
        for letter in string(files, "lemma"):
            demand(letter in "abcdefgh", "lemma", "letters of files")
            file = "abcdefgh".index(letter)
            demand(file not in self.files, "lemma", "a file is named twice")
            barred = ways.kind(file) == "N" or ways.is_fixed(ways.home(side, file))
            demand(not barred, "lemma", "a knight, or a man that never moved")
            self.files.append(file)
        self.kinds = [ways.kind(file) for file in self.files]
        self.homes = tuple(ways.home(side, file) for file in self.files)
        self.ranges = [ways.range(side, file) for file in self.files]
        self.lost = 16 - count(ways.men, side)
        self.required = self._required()

    def _required(self):
        """The squares of men all of whose origins are in the cage."""
        ways, side = self.ways, self.side
        assignments = self.rounds.assignments[side]
        found = set()
        for row, square in enumerate(assignments.squares):
            costs = assignments.costs[row]
            allowed = [
                origin
                for origin, cost in enumerate(costs)
                if cost is not None and cost <= ways.facts.captures[side]
            ]
            if all(origin in self.files for origin in allowed):
                found.add(square)
        return found

    def is_end(self, placement):
        """Do the men stand as in the past?"""
        men, side = self.ways.men, self.side
        for kind, square in zip(self.kinds, placement):
            if square == OFF:
                continue
            letter = men[square]
            if letter == EMPTY or letter.upper() != kind or letter.isupper() != (side == 0):
                return False
        return self.required <= set(placement)

    def following(self, placement):
        """Placements that this one leads to, each with the number of moves that it takes."""
        off = sum(square == OFF for square in placement)
        taken = {square for square in placement if square != OFF}
        for index, square in enumerate(placement):
            if square == OFF:
                continue
            kind = self.kinds[index]
            if kind != "K" and off < self.lost:
                yield placement[:index] + (OFF,) + placement[index + 1 :], 0
            for end in self.ways.moves(kind, self.side, square, sum(1 << one for one in taken)):
                if self.ranges[index] >> end & 1:
                    yield placement[:index] + (end,) + placement[index + 1 :], 1
        yield from self._castlings(placement, taken)

    def _castlings(self, placement, taken):
        ways, side, array = self.ways, self.side, self.rounds.array
        for right in "KQ" if side == 0 else "kq":
            homes = (array.kings_home(side), array.rooks_home(right))
            way = array.way(right)
            if any(ways.is_fixed(square) for square in way) or any(
                s in way and s not in homes for s in taken
            ):
                continue
            moved, fits, own = list(placement), False, set()
            for home, end in zip(homes, array.castled(right)):
                if home not in self.homes:
                    continue
                index = self.homes.index(home)
                fits = placement[index] == home and bool(self.ranges[index] >> end & 1)
                own.add(index)
                if not fits:
                    break
                moved[index] = end
            # Another man of the cage may stand on a home that is not its own.
            others = {s for i, s in enumerate(placement) if i not in own and s != OFF}
            if fits and not others & way:
                yield tuple(moved), 1

    def _read(self, value):
        """A placement."""
        text = string(value, "lemma")
        parts = [text[at : at + 2] for at in range(0, len(text), 2)]
        fits = len(parts) == len(self.files) and all(part in SQUARES for part in parts)
        demand(fits, "lemma", "a square, or --, for each file")
        return tuple(SQUARES[part] for part in parts)

    def ends(self, *layers):
        """Which of the lists of placements have an end.

        The first begins at home, and a move leads from each list to the next one, from the last to the first.
        """
        read = [[self._read(entry) for entry in listed(layer)] for layer in layers]
        known = [set(placements) for placements in read]
        demand(self.homes in known[0], "lemma", "the placement at home is missing")
        for number, placements in enumerate(known):
            for placement in placements:
                for then, took in self.following(placement):
                    there = known[(number + took) % len(known)]
                    demand(then in there, "lemma", "what a placement leads to is not listed")
        return [any(map(self.is_end, placements)) for placements in known]
