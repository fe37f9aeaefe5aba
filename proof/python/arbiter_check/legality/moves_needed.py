"""Least moves of single men, for `at_least`: they follow from walls and open squares."""

from ..board import DIRECTIONS, EMPTY
from .lemmas.masks import PAWN_STEPS, STEPS, bits, on_rank, rank_of, touches

NEVER = 10**6


class Distances:
    """Of a node's position, under its facts; `owes` are the captures each side owes."""

    def __init__(self, position, walls, opened, owes):
        self.men, self.passant = position.men, position.passant
        self.walls, self.open, self.owes = walls, opened, owes
        self._known = {}
        self._shut = [walls | self._attacked_by_walls(1 - side) for side in (0, 1)]

    def _attacked_by_walls(self, side):
        found = 0
        for square in bits(self.walls):
            letter = self.men[square]
            if letter != EMPTY and letter.isupper() == (side == 0):
                found |= touches(letter.upper(), side, square)
        return found

    def _ends(self, kind, side, square):
        """The squares that one move leads to."""
        if kind in "KN":
            return STEPS[kind][square] & ~(self._shut[side] if kind == "K" else self.walls)
        found = 0
        for way in DIRECTIONS[kind]:
            file, rank = square % 8 + way[0], square // 8 + way[1]
            while 0 <= file < 8 and 0 <= rank < 8 and not self.walls >> (8 * rank + file) & 1:
                found |= 1 << (8 * rank + file)
                file, rank = file + way[0], rank + way[1]
        return found

    def _table(self, kind, side, start):
        """The moves to each square."""
        key = (kind, side if kind == "K" else 0, start)
        if key not in self._known:
            table = [NEVER] * 64
            table[start] = 0
            todo, moves, seen = 1 << start, 0, 1 << start
            while todo:
                moves += 1
                new = 0
                for square in bits(todo):
                    new |= self._ends(kind, side, square)
                todo = new & ~seen
                seen |= todo
                for square in bits(todo):
                    table[square] = moves
            self._known[key] = table
        return self._known[key]

    def d(self, kind, side, a, b):
        """Of a piece."""
        return self._table(kind, side, a)[b]

    def back(self, kind, side, a):
        """There and back again; never for a pawn."""
        return 2 if kind != "P" and self._ends(kind, side, a) else NEVER

    def _pawn_table(self, side, captures, start):
        key = ("P", side, captures, start)
        if key in self._known:
            return self._known[key]
        table = [NEVER] * 64
        if captures >= 0:
            # levels[k]: the squares with at most k captures, after so many moves
            now = [1 << start] * (captures + 1)
            seen = now[:]
            table[start] = 0
            moves = 0
            while any(now):
                moves += 1
                following = [0] * (captures + 1)
                for used in range(captures + 1):
                    for square in bits(now[used]):
                        following[used] |= self._pawn_ahead(side, square)
                        if used < captures:
                            following[used + 1] |= PAWN_STEPS[side][square] & self.open[side]
                for used in range(captures + 1):
                    now[used] = following[used] & ~seen[used]
                    seen[used] |= now[used]
                    for square in bits(now[used]):
                        table[square] = min(table[square], moves)
        self._known[key] = table
        return table

    def _pawn_ahead(self, side, square):
        rank, up = rank_of(square, side), 8 if side == 0 else -8
        if rank == 8 or self.walls >> (square + up) & 1:
            return 0
        found = 1 << (square + up)
        if rank == 2 and not self.walls >> (square + 2 * up) & 1:
            found |= 1 << (square + 2 * up)
        return found

    def p(self, side, captures, a, b):
        """Of a pawn that stays one."""
        return self._pawn_table(side, captures, a)[b]

    def q(self, side, captures, kind, a, b):
        """Of a pawn that promotes to a kind."""
        key = ("q", side, captures, kind, a, b)
        if key not in self._known:
            table = self._pawn_table(side, captures, a)
            self._known[key] = min(
                (table[e] + self.d(kind, side, e, b) for e in on_rank(side, 8) if table[e] < NEVER),
                default=NEVER,
            )
        return self._known[key]

    def arrive(self, kind, side, a, b):
        """Of any man, to be captured on b."""
        if kind != "P":
            return self.d(kind, side, a, b)
        if self.passant == b and a == b + (8 if side == 0 else -8):
            return 0
        owes = self.owes[side]
        return min(self.p(side, owes, a, b), self.q(side, owes, "Q", a, b), self.q(side, owes, "N", a, b))

    def lost(self, kind, side, a):
        """The least moves until it is captured."""
        if kind == "K":
            return NEVER
        return min((self.arrive(kind, side, a, b) for b in bits(self.open[1 - side])), default=NEVER)
