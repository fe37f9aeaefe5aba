"""The rounds of a node of `at_least`: duals, and the facts that follow."""

from ..errors import demand
from ..strict import array as listed
from ..strict import integer
from .lemmas.masks import PAWN_STEPS, bits
from .moves_needed import NEVER

RULE = "at-least"


class Rounds:
    """Reads the rounds of a node."""

    def __init__(self, node, place):
        self.node, self.where = node, f"node {place}"
        self.ways = None

    def refute(self, rounds):
        """Is the node refuted after all rounds? Its facts are then those of the last one."""
        refuted = self.node.owed_too_much()
        rooms = {}
        for value in rounds:
            demand(not refuted, RULE, f"{self.where}: a round after the node is refuted")
            duals = listed(value)
            demand(duals, RULE, f"{self.where}: a round without a dual")
            refuted, added = self._round(duals, rooms)
            demand(refuted or added, RULE, f"{self.where}: a round adds nothing")
        return refuted

    def _round(self, duals, rooms):
        node = self.node
        self.ways = [node.ways(side) for side in (0, 1)]
        costs = {}
        for side in (0, 1):
            for way in self.ways[side]:
                way.rooms = rooms.setdefault((side, way.name), way.rooms)
                costs[side, way.name] = way.costs()
        for entry in duals:
            self._dual(entry, costs)
        self.fits = {key: self._way(*key).fits(line) for key, line in costs.items()}
        holding = [[way for way in self.ways[side] if all(self.fits[side, way.name])] for side in (0, 1)]
        if not all(holding):
            return True, False
        walls = self._walls(holding)
        closed = [self._closed(holding, side) for side in (0, 1)]
        node.walls |= walls
        for side in (0, 1):
            node.open[side] &= ~(closed[side] | walls)
        node.refresh()
        return node.owed_too_much(), bool(walls or any(closed))

    def _way(self, side, name):
        return next(way for way in self.ways[side] if way.name == name)

    def _dual(self, entry, costs):
        name, way_name, numbers = listed(entry, 3)
        demand(name in ("white", "black"), "form", f"{self.where}: no side {name!r}")
        side = 0 if name == "white" else 1
        way = next((way for way in self.ways[side] if way.name == way_name), None)
        demand(way is not None, RULE, f"{self.where}: {name} has no way {way_name!r}")
        listed(numbers, len(way.rows) + len(way.columns) + 1, RULE, "a dual")
        for number in numbers:
            integer(number, -32768, 32767, RULE, "a number of a dual")
        demand(way.read_dual(numbers, costs[side, way_name]), RULE, f"{self.where}: a dual is above a cost")

    def _walls(self, holding):
        """The men that do not leave."""
        node, found = self.node, 0
        for side in (0, 1):
            for row, square in enumerate(holding[side][0].rows):
                if not node.walls >> square & 1 and all(self._stays(way, row) for way in holding[side]):
                    found |= 1 << square
        return found

    def _stays(self, way, row):
        square, kind = way.rows[row], way.kind(row)
        if square in way.castling or square not in way.columns:
            return False
        column = way.columns.index(square)
        if self.node.goal.men[square].upper() != kind:
            return False
        if self.fits[way.side, way.name][row] != [column]:
            return False
        return self.node.distances.back(kind, way.side, square) > way.rooms[row][column]

    def _closed(self, holding, side):
        """The squares on which the side's captures can no longer end."""
        found = 0
        for square in bits(self.node.open[side]):
            taken = any(self._loses_on(way, square) for way in holding[1 - side])
            if not taken or not any(self._takes_on(way, square) for way in holding[side]):
                found |= 1 << square
        return found

    def _loses_on(self, way, square):
        captured = len(way.columns)
        for row in range(len(way.rows)):
            kind = way.kind(row)
            if kind == "K" or captured not in self.fits[way.side, way.name][row]:
                continue
            if (
                self.node.distances.arrive(kind, way.side, way.square(row), square)
                <= way.rooms[row][captured]
            ):
                return True
        return False

    def _takes_on(self, way, square):
        for row in range(len(way.rows)):
            for column in self.fits[way.side, way.name][row]:
                if self._moves_over(way, row, column, square) <= way.rooms[row][column]:
                    return True
        return False

    def _moves_over(self, way, row, column, x):
        """The least moves of a man that captures on x and ends in a column."""
        far, side, kind, a = self.node.distances, way.side, way.kind(row), way.square(row)
        captured = column == len(way.columns)
        b = None if captured else way.columns[column]
        wanted = None if captured else self.node.goal.men[b].upper()
        if kind != "P":
            there = far.back(kind, side, a) if a == x else far.d(kind, side, a, x)
            if not captured:
                return there + far.d(kind, side, x, b)
            if kind == "K":
                return NEVER
            return there + min(
                (far.d(kind, side, x, y) for y in bits(self.node.open[1 - side])), default=NEVER
            )
        owes = self.node.owes[side]
        fewer = owes - 1
        before = min((far.p(side, fewer, a, w) for w in bits(PAWN_STEPS[1 - side][x])), default=NEVER) + 1
        if captured:
            promoted = min(far.q(side, owes, "Q", a, x), far.q(side, owes, "N", a, x))
            return min(before, promoted)
        if wanted == "P":
            return before + far.p(side, fewer, x, b)
        straight = far.q(side, owes, wanted, a, x) + far.d(wanted, side, x, b)
        return min(before + far.q(side, fewer, wanted, x, b), straight)
