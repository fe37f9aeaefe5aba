"""Squares, directions and attacks on boards of several sizes.

Squares are numbers, a1 = 0, b1 = 1, … h8 = 63, on small boards too. Men are letters, White's in upper
case, and `.` is an empty square: a board is a list of 64 of these. A side is 0 (White) or 1 (Black).
"""

WHITE, BLACK = 0, 1
EMPTY = "."
ALONG = ((1, 0), (-1, 0), (0, 1), (0, -1))
ACROSS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
JUMPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
DIRECTIONS = {"R": ALONG, "B": ACROSS, "Q": ALONG + ACROSS, "K": ALONG + ACROSS, "N": JUMPS}
SLIDERS = "QRB"
NAMES = [file + rank for rank in "12345678" for file in "abcdefgh"]
SQUARES = {name: index for index, name in enumerate(NAMES)}


def side_of(man):
    """The side of a man, None of an empty square."""
    return None if man == EMPTY else WHITE if man.isupper() else BLACK


def man(kind, side):
    """The letter of a man, its kind being in upper case."""
    return kind if side == WHITE else kind.lower()


def light(square):
    """Is this a light square? a1 is dark."""
    return (square + square // 8) % 2 == 1


class Geometry:
    """Where the men of a board of `size` ranks and files go."""

    def __init__(self, size):
        self.size = size
        self.squares = [8 * rank + file for rank in range(size) for file in range(size)]
        self.rays = {kind: [()] * 64 for kind in DIRECTIONS}
        self.steps = {kind: [()] * 64 for kind in DIRECTIONS}
        self.pawn_attacks = [[()] * 64, [()] * 64]
        for square in self.squares:
            for kind, directions in DIRECTIONS.items():
                rays = [self._ray(square, way, 8 if kind in SLIDERS else 1) for way in directions]
                self.rays[kind][square] = tuple(ray for ray in rays if ray)
                self.steps[kind][square] = tuple(ray[0] for ray in rays if ray)
            for side, up in ((WHITE, 1), (BLACK, -1)):
                ahead = [self._ray(square, (way, up), 1) for way in (-1, 1)]
                self.pawn_attacks[side][square] = tuple(ray[0] for ray in ahead if ray)

    def _ray(self, square, way, length):
        rank, file = divmod(square, 8)
        found = []
        for _ in range(length):
            file, rank = file + way[0], rank + way[1]
            if not (0 <= file < self.size and 0 <= rank < self.size):
                break
            found.append(8 * rank + file)
        return tuple(found)


GEOMETRY = {size: Geometry(size) for size in (4, 5, 6, 8)}


def attackers(men, geometry, square, by):
    """The squares of the men of a side that attack a square, whatever stands on it."""
    found = []
    white = by == WHITE
    knight, king, pawn, queen = ("N", "K", "P", "Q") if white else ("n", "k", "p", "q")
    for start in geometry.steps["N"][square]:
        if men[start] == knight:
            found.append(start)
    for start in geometry.steps["K"][square]:
        if men[start] == king:
            found.append(start)
    # An own pawn on the square would attack just those from which enemy pawns attack it.
    for start in geometry.pawn_attacks[1 - by][square]:
        if men[start] == pawn:
            found.append(start)
    for kind in "RB":
        letter = kind if white else kind.lower()
        for ray in geometry.rays[kind][square]:
            for start in ray:
                if men[start] != EMPTY:
                    if men[start] == letter or men[start] == queen:
                        found.append(start)
                    break
    return found


def attacked(men, geometry, square, by):
    """Does a man of this side attack the square?"""
    white = by == WHITE
    knight, king, pawn, queen = ("N", "K", "P", "Q") if white else ("n", "k", "p", "q")
    for ray in geometry.rays["R"][square]:
        for start in ray:
            there = men[start]
            if there != EMPTY:
                if there == queen or there == ("R" if white else "r"):
                    return True
                break
    for ray in geometry.rays["B"][square]:
        for start in ray:
            there = men[start]
            if there != EMPTY:
                if there == queen or there == ("B" if white else "b"):
                    return True
                break
    for start in geometry.steps["N"][square]:
        if men[start] == knight:
            return True
    for start in geometry.steps["K"][square]:
        if men[start] == king:
            return True
    for start in geometry.pawn_attacks[1 - by][square]:
        if men[start] == pawn:
            return True
    return False
