"""Facts that hold through the whole of any game that reaches a past, and the ways that follow from them."""

from ...board import EMPTY, man
from ..array import owner
from ..instant import count
from .masks import DIRECTIONS, PAWN_STEPS, STEPS, bits, on_rank, touches

NEVER = 99


class Facts:
    """fixed, cuts, captures and held, as the document names them."""

    def __init__(self, fixed, cuts, captures, held):
        self.fixed = fixed
        self.cuts = cuts  # of each side: a set of (home, square)
        self.captures = captures
        self.held = held

    def same(self, other):
        """Has nothing changed?"""
        return (self.fixed, self.cuts, self.captures, self.held) == (
            other.fixed,
            other.cuts,
            other.captures,
            other.held,
        )


def first_facts(past, array):
    """The facts at first."""
    fixed = 0
    for side in (0, 1):
        for square in on_rank(side, 2):
            if past.men[square] == man("P", side):
                fixed |= 1 << square
    for right in past.rights:
        fixed |= 1 << array.kings_home(owner(right))
        fixed |= 1 << array.rooks_home(right)
    captures = tuple(16 - count(past.men, 1 - side) for side in (0, 1))
    return Facts(fixed, (frozenset(), frozenset()), captures, (0, 0))


class Ways:
    """Ways of the men of a past, under certain facts."""

    def __init__(self, past, array, facts):
        self.past, self.array, self.facts = past, array, facts
        self.men = past.men
        self.squares = [
            [s for s in range(64) if self.men[s] != EMPTY and self.men[s].isupper() == (side == 0)]
            for side in (0, 1)
        ]
        self.barred = {}
        for side in (0, 1):
            for a, b in facts.cuts[side]:
                for x, y in ((a, b), (b, a)):
                    self.barred[x] = self.barred.get(x, 0) | 1 << y
        self.pawn_barred = [{}, {}]
        for side in (0, 1):
            for a, b in facts.cuts[1 - side]:
                for x, y in ((a, b), (b, a)):
                    self.pawn_barred[side][x] = self.pawn_barred[side].get(x, 0) | 1 << y
        self.guarded = [self._guarded(side) for side in (0, 1)]
        self._cache = {}

    def _guarded(self, side):
        enemy = 1 - side
        found = self.facts.held[enemy]
        for square in self.squares[enemy]:
            if self.facts.fixed >> square & 1:
                found |= touches(self.men[square].upper(), enemy, square)
        return found

    def steps(self, kind, side, square, walls=0):
        """The squares that a piece steps onto from one."""
        found = STEPS[kind][square] & ~(self.facts.fixed | walls)
        if kind == "K":
            found &= ~self.guarded[side]
        if kind != "N":
            found &= ~self.barred.get(square, 0)
        return found

    def moves(self, kind, side, square, taken):
        """The squares that a piece moves to in one move, past a set of squares that are taken."""
        if kind in "NK":
            yield from bits(self.steps(kind, side, square) & ~taken)
            return
        for way in DIRECTIONS[kind]:
            here = square
            while True:
                file, rank = here % 8 + way[0], here // 8 + way[1]
                if not (0 <= file < 8 and 0 <= rank < 8):
                    break
                end = 8 * rank + file
                if taken >> end & 1 or not self.steps(kind, side, here) >> end & 1:
                    break
                yield end
                here = end

    def fill(self, kind, side, start, walls=0):
        """A set of squares with all that steps lead to from it."""
        key = (kind, side, start, walls)
        if key not in self._cache:
            found = todo = start
            while todo:
                new = 0
                for square in bits(todo):
                    new |= self.steps(kind, side, square, walls)
                todo = new & ~found
                found |= todo
            self._cache[key] = found
        return self._cache[key]

    def home(self, side, file):
        """The home of an origin of the first rank."""
        return self.array.first_rank(side) + file

    def pawn_home(self, side, file):
        """The home of the pawn of a file."""
        return (8 if side == 0 else 48) + file

    def kind(self, file):
        """The kind of the origin of the first rank on a file."""
        return self.array.letters[file].upper()

    def is_fixed(self, square):
        """Is the square fixed?"""
        return bool(self.facts.fixed >> square & 1)

    def range(self, side, file):
        """The range of an origin of the first rank."""
        home = self.home(side, file)
        if self.is_fixed(home):
            return 1 << home
        return self.fill(self.kind(file), side, 1 << home)

    def straight(self, side, square):
        """The square ahead that a pawn steps onto, as a set."""
        ahead = square + (8 if side == 0 else -8)
        if not 0 <= ahead < 64:
            return 0
        return (1 << ahead) & ~self.facts.fixed & ~self.pawn_barred[side].get(square, 0)

    def captures_onto(self, side, square):
        """The squares diagonally ahead that a pawn captures on."""
        return PAWN_STEPS[side][square] & ~self.facts.fixed & ~self.pawn_barred[side].get(square, 0)

    def _walk(self, side, file):
        """For k = 0, 1, …: the squares with at most k captures, whatever the bound; until nothing changes."""
        key = ("walk", side, file)
        if key not in self._cache:
            home = self.pawn_home(side, file)
            levels = []
            found = 1 << home
            if self.is_fixed(home):
                self._cache[key] = [found]
                return self._cache[key]
            while True:
                todo = found
                while todo:
                    new = 0
                    for square in bits(todo):
                        new |= self.straight(side, square)
                    todo = new & ~found
                    found |= todo
                levels.append(found)
                more = found
                for square in bits(found):
                    more |= self.captures_onto(side, square)
                if more == found:
                    break
                found = more
            self._cache[key] = levels
        return self._cache[key]

    def _wanted(self, side):
        """What reaches are restricted to: squares from which a pawn can come to one on the board."""
        key = ("wanted", side)
        if key not in self._cache:
            pawns = [s for s in self.squares[side] if self.men[s] in "Pp"]
            wanted = ~0
            if len(pawns) == 8:
                wanted = 0
                for square in pawns:
                    wanted |= 1 << square
                for rank in range(8, 0, -1):
                    for square in on_rank(side, rank):
                        if (self.straight(side, square) | self.captures_onto(side, square)) & wanted:
                            wanted |= 1 << square
            self._cache[key] = wanted
        return self._cache[key]

    def reach(self, side, file, captures):
        """The squares that the pawn of a file can come to with at most so many captures."""
        captures = min(captures, self.facts.captures[side])
        levels = self._walk(side, file)
        found = levels[min(captures, len(levels) - 1)] if captures >= 0 else 0
        if self.is_fixed(self.pawn_home(side, file)):
            return found
        return found & self._wanted(side)

    def pawn_range(self, side, captures):
        """The union of the reaches over all files."""
        key = ("range", side, captures)
        if key not in self._cache:
            found = 0
            for file in range(8):
                found |= self.reach(side, file, captures)
            self._cache[key] = found
        return self._cache[key]

    def late_walls(self, side, square):
        """The late walls of a square of the eighth rank."""
        key = ("late", side, square)
        if key not in self._cache:
            walls, homes = None, self.pawn_range(side, 6)
            for home in on_rank(side, 7):
                if not homes >> home & 1:
                    continue
                goes = self.straight(side, home)
                if self.facts.captures[side]:
                    goes |= self.captures_onto(side, home)
                if goes >> square & 1:
                    cut = {s for h, s in self.facts.cuts[1 - side] if h == home}
                    walls = cut if walls is None else walls & cut
            mask = 0
            for s in walls or ():
                mask |= 1 << s
            self._cache[key] = mask
        return self._cache[key]

    def late(self, kind, side, square):
        """Where a piece can come to from a square of the eighth rank on which it was promoted."""
        return self.fill(kind, side, 1 << square, self.late_walls(side, square))

    def eighth(self, side):
        """The set of a side's eighth rank."""
        return 0xFF << 56 if side == 0 else 0xFF
