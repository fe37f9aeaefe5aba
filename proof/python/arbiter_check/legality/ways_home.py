"""Ways of a side to the goal: the costs of its men's places, duals and rooms, for `at_least`."""

from .moves_needed import NEVER

NAMES = ("plain", "king", "rooks", "O-O", "O-O-O")


class Way:
    """One way of a side at a node."""

    def __init__(self, node, side, name):
        self.node, self.side, self.name = node, side, name
        castling = {"O-O": "K", "O-O-O": "Q"}.get(name)
        self.budget = node.moves[side] - (1 if castling else 0)
        self.rows = node.men_of(node.position.men, side)
        self.columns = node.men_of(node.goal.men, side)
        self.captured = len(self.rows) - len(self.columns)
        self.placed, self.castling = {}, set()
        first = 0 if side == 0 else 56
        if castling:
            rook, to_king, to_rook = (7, 6, 5) if castling == "K" else (0, 2, 3)
            self.placed = {first + 4: first + to_king, first + rook: first + to_rook}
            self.castling = set(self.placed)
        self.must_move = set()
        if name == "king":
            self.must_move = {first + 4}
        if name == "rooks":
            self.must_move = {square for _, square in node.missing(side)}
        self.rooms = [[self.budget] * (len(self.columns) + 1) for _ in self.rows]

    def square(self, row):
        """Where the man of a row is taken to stand."""
        square = self.rows[row]
        return self.placed.get(square, square)

    def kind(self, row):
        """Its kind."""
        return self.node.position.men[self.rows[row]].upper()

    def costs(self):
        """The cost of each row in each column, `captured` last."""
        return [
            [self._cost(row, column) for column in range(len(self.columns) + 1)]
            for row in range(len(self.rows))
        ]

    def _cost(self, row, column):
        node, side, kind, a = self.node, self.side, self.kind(row), self.square(row)
        captured = column == len(self.columns)
        wanted, b = (
            (None, None) if captured else (node.goal.men[self.columns[column]].upper(), self.columns[column])
        )
        if node.walls >> self.rows[row] & 1:
            stays = not captured and wanted == kind and a == b and self.rows[row] not in self.must_move
            return 0 if stays else NEVER
        far = node.distances
        if captured:
            return far.lost(kind, side, a)
        if self.rows[row] in self.must_move and kind == wanted and a == b:
            return far.back(kind, side, a)
        if kind != "P":
            return far.d(kind, side, a, b) if kind == wanted else NEVER
        if wanted == "P":
            return far.p(side, node.owes[side], a, b)
        return NEVER if wanted == "K" else far.q(side, node.owes[side], wanted, a, b)

    def read_dual(self, numbers, costs):
        """Lessens the rooms by a dual; is it valid?"""
        rows, columns = len(self.rows), len(self.columns)
        u, v = numbers[:rows], numbers[rows:]
        for row in range(rows):
            for column in range(columns + 1):
                if costs[row][column] <= self.budget and u[row] + v[column] > costs[row][column]:
                    return False
        total = sum(u) + sum(v[:columns]) + v[columns] * max(0, self.captured)
        for row in range(rows):
            for column in range(columns + 1):
                room = self.budget - total + u[row] + v[column]
                self.rooms[row][column] = min(self.rooms[row][column], room)
        return True

    def fits(self, costs):
        """For each row the columns that fit."""
        return [
            [
                column
                for column, cost in enumerate(line)
                if cost <= self.budget and cost <= self.rooms[row][column]
            ]
            for row, line in enumerate(costs)
        ]
