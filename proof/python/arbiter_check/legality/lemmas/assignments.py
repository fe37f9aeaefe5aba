"""Assignments: where the men of a side began, and what captures that costs their pawns."""

from . import matching
from .masks import bits

MOST_CAPTURES = 6


class Assignments:
    """The men of a side not on fixed squares, the 16 origins, and the costs of the pairs."""

    def __init__(self, ways, side):
        self.ways, self.side = ways, side
        self.squares = [s for s in ways.squares[side] if not ways.is_fixed(s)]
        self.costs = [[self._cost(s, origin) for origin in range(16)] for s in self.squares]
        self._least = {}

    def _cost(self, square, origin):
        """Of a man from an origin (0 to 7 on the first rank, then the pawns), None if it cannot be."""
        ways, side = self.ways, self.side
        kind = ways.men[square].upper()
        if origin < 8:
            if ways.is_fixed(ways.home(side, origin)) or ways.kind(origin) != kind:
                return None
            return 0 if ways.range(side, origin) >> square & 1 else None
        file = origin - 8
        if ways.is_fixed(ways.pawn_home(side, file)) or kind == "K":
            return None
        if kind == "P":
            return self.pawn_cost(square, file)
        came = ways.fill(kind, side, 1 << square) & ways.eighth(side)
        for captures in range(MOST_CAPTURES + 1):
            for place in bits(ways.reach(side, file, captures) & came):
                if ways.late(kind, side, place) >> square & 1:
                    return captures
        return None

    def pawn_cost(self, square, file):
        """The least captures with which a pawn of a file comes to a square, or None."""
        for captures in range(MOST_CAPTURES + 1):
            if self.ways.reach(self.side, file, captures) >> square & 1:
                return captures
        return None

    def least(self, square=None, origin=None, cost=None):
        """The least cost of an assignment; with a man fixed to an origin at a cost. None if there is none."""
        key = (square, origin, cost)
        if key not in self._least:
            costs = self.costs
            if square is not None:
                row = self.squares.index(square)
                only = [None] * 16
                only[origin] = cost
                costs = costs[:row] + [only] + costs[row + 1 :]
            self._least[key] = matching.least(costs)
        return self._least[key]

    def within(self, square=None, origin=None, cost=None):
        """Is there such an assignment within the captures of the side?"""
        found = self.least(square, origin, cost)
        return found is not None and found <= self.ways.facts.captures[self.side]

    def pockets_unused(self, pockets):
        """Of the assignment that uses as many pockets as possible, those left unused."""
        costs = [
            [None if cost is None else 0 if origin in pockets else 1 for origin, cost in enumerate(row)]
            for row in self.costs
        ]
        found = matching.least(costs)
        if found is None:
            return 0
        return len(pockets) - (len(self.squares) - found)
