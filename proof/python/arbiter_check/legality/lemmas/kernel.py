"""`kernel`: no sequence of captures leaves the pawns as they are."""

from ...board import light, man
from ...errors import demand
from ..instant import promoted
from . import kernel_cases
from .masks import rank_of, touches
from .pawn_lists import MOST
from .rounds import Rounds


def lost_men(men, side):
    """What a side has lost: pieces, dark bishops, light bishops, spare pawns."""
    squares = {kind: [s for s in range(64) if men[s] == man(kind, side)] for kind in "QRNBP"}
    pieces = sum(max(0, usual - len(squares[kind])) for kind, usual in (("Q", 1), ("R", 2), ("N", 2)))
    dark = 0 if any(not light(s) for s in squares["B"]) else 1
    bright = 0 if any(light(s) for s in squares["B"]) else 1
    return pieces, dark, bright, 8 - len(squares["P"]) - sum(promoted(men, side).values())


class Kernel:
    """What a past demands of captures of the pawns."""

    def __init__(self, rounds):
        self.men, self.fixed = rounds.past.men, rounds.facts.fixed
        self.closed = [tuple(self._closed(side, file) for side in (0, 1)) for file in range(8)]
        self.wanted = []
        for file in range(8):
            pawns = [s for s in range(file, 64, 8) if self.men[s] in "Pp"]
            self.wanted.append([(s, 0 if self.men[s] == "P" else 1) for s in pawns])
        self.wanted = [[(side, rank_of(s, side)) for s, side in pawns] for pawns in self.wanted]
        self.extra = []
        for side in (0, 1):
            more = promoted(self.men, side)
            self.extra.append((more["dark"], more["light"]))

    def _touches_king(self, side, square):
        king = self.men.index(man("K", 1 - side))
        return bool(self.fixed >> king & 1) and bool(touches("P", side, square) >> king & 1)

    def _square(self, side, file, rank):
        return 8 * (rank - 1 if side == 0 else 8 - rank) + file

    def eighth_is_light(self, side, file):
        """Is the square on which a side's pawns promote on a file light (1 if so)?"""
        return int(light(self._square(side, file, 8)))

    def is_light(self, side, file, rank):
        """Is the square of a file and a rank, counted from a side's end, light?"""
        return light(self._square(side, file, rank))

    def may_capture(self, side, file, goal, rank):
        """Do fixed men leave a pawn the way from one file to the rank of another?"""
        start, end = self._square(side, file, rank - 1), self._square(side, goal, rank)
        fixed = self.fixed >> start & 1 or self.fixed >> end & 1
        return not fixed and not self._touches_king(side, start)

    def _closed(self, side, file):
        seventh, eighth = self._square(side, file, 7), self._square(side, file, 8)
        blocked = self.fixed >> seventh & 1 or self.fixed >> eighth & 1
        return bool(blocked) or self._touches_king(side, seventh)

    def is_end(self, lists):
        """Do the pawns stand, or promote, as they must?"""
        options = [list(self._ends(file, pawns)) for file, pawns in enumerate(lists)]
        if not all(options):
            return False
        # Bishops beyond the first promoted on files whose last square has their colour.
        found = {(0, 0, 0, 0)}
        for file, choices in enumerate(options):
            found = {self._added(counts, file, choice) for counts in found for choice in choices}
        needs = self.extra[0] + self.extra[1]
        return any(all(have >= need for have, need in zip(counts, needs)) for counts in found)

    def _ends(self, file, pawns):
        """The numbers of black and white pawns at the ends, for each way of seeing the list as an end."""
        wanted, closed = self.wanted[file], self.closed[file]
        for black in range(len(pawns) - len(wanted) + 1):
            white = len(pawns) - len(wanted) - black
            low, middle, high = (
                pawns[:black],
                pawns[black : black + len(wanted)],
                pawns[black + len(wanted) :],
            )
            sides = all(side == 1 for side, _ in low) and all(side == 0 for side, _ in high)
            fits = all(
                side == there and bound <= rank for (side, bound), (there, rank) in zip(middle, wanted)
            )
            promotes = all(bound == MOST or not closed[side] for side, bound in low + high)
            if sides and fits and promotes:
                yield white, black

    def _added(self, counts, file, choice):
        made = list(counts)
        for side in (0, 1):
            made[2 * side + (1 if light(self._square(side, file, 8)) else 0)] += choice[side]
        return tuple(min(5, count) for count in made)


def check(past, array, value):
    """Refuses unless tariffs and states show that there is no kernel."""
    rounds = Rounds(past, array)
    demand(rounds.lemma is None, "lemma", "the rounds end with a lemma")
    kernel = Kernel(rounds)
    lists = tuple(((0, 2), (1, 2)) for _ in range(8))
    kernel_cases.Check(kernel, value).run(lists, tuple(lost_men(past.men, side) for side in (0, 1)))
