"""`kernel`: no sequence of captures leaves the pawns as they are."""

from ...board import light, man
from ...errors import Stopped, demand
from ..instant import promoted
from . import kernel_cases
from .masks import rank_of, touches
from .pawn_lists import MOST, distance, place, settle, turned
from .rounds import Rounds

STEPS_ALLOWED = 20_000
MEN_LOST = 6
TO_SPARE = 2


def lost_men(men, side):
    """What a side has lost: pieces, dark bishops, light bishops, spare pawns."""
    squares = {kind: [s for s in range(64) if men[s] == man(kind, side)] for kind in "QRNBP"}
    pieces = sum(max(0, usual - len(squares[kind])) for kind, usual in (("Q", 1), ("R", 2), ("N", 2)))
    dark = 0 if any(not light(s) for s in squares["B"]) else 1
    bright = 0 if any(light(s) for s in squares["B"]) else 1
    return pieces, dark, bright, 8 - len(squares["P"]) - sum(promoted(men, side).values())


class Kernel:
    """The search for a kernel."""

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
        self.seen, self.steps, self._distances = set(), 0, {}

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

    def _in_the_way(self, file):
        """How many of the two pawns that a file has at first cannot stay there."""
        sides = [side for side, _ in self.wanted[file]]
        if 0 in sides and 1 in sides[sides.index(0) :]:
            return 0
        return 1 if sides or not all(self.closed[file]) else 2

    def is_asked(self):
        """Were few enough men lost for the lemma?"""
        lost = [lost_men(self.men, side) for side in (0, 1)]
        men = sum(map(sum, lost))
        spare = men + sum(entry[3] for entry in lost) - sum(map(self._in_the_way, range(8)))
        return men <= MEN_LOST and spare <= TO_SPARE

    def exists(self):
        """Is there a kernel?"""
        lost = tuple(lost_men(self.men, side) for side in (0, 1))
        if any(entry[3] < 0 for entry in lost):
            return False
        lists = tuple(settle(((0, 2), (1, 2)), closed) for closed in self.closed)
        return None not in lists and self._from(lists, lost)

    def _from(self, lists, lost):
        state = (lists, lost)
        if state in self.seen:
            return False
        self.seen.add(state)
        self.steps += 1
        if self.steps > STEPS_ALLOWED:
            raise Stopped("the search for a kernel takes too long")
        if self.is_end(lists):
            return True
        left = sum(map(sum, lost)) - 1
        for then, taken in self._captures(lists, lost, left):
            if sum(self._needed(then)) <= 2 * left and self._from(then, taken):
                return True
        return False

    def _needed(self, lists):
        """For each file, so many changes at least are needed. A capture makes one in each of two lists at most."""
        needed = []
        for file, pawns in enumerate(lists):
            key = (file, pawns)
            if key not in self._distances:
                self._distances[key] = distance(pawns, self.wanted[file], self.closed[file])
            needed.append(self._distances[key])
        return needed

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

    def _captures(self, lists, lost, left):
        """The captures after which `left` more may be enough: the lists and what is left to be taken."""
        needed = self._needed(lists)
        helps = [1 if number else 0 for number in needed]
        must = sum(needed) - 2 * left
        for side in (0, 1):
            if not any(lost[1 - side]):
                continue
            view = lists if side == 0 else tuple(map(turned, lists))
            closed = [pair if side == 0 else pair[::-1] for pair in self.closed]
            for changed, taken in self._of_side(view, closed, lost[1 - side], side, helps, must):
                then = list(view)
                for file, pawns in changed:
                    then[file] = pawns
                back = tuple(then) if side == 0 else tuple(map(turned, then))
                yield back, (lost[0], taken) if side == 0 else (taken, lost[1])

    def _of_side(self, view, closed, lost, side, helps, must):
        spare = lost[3] > 0
        for file, pawns in enumerate(view):
            for index, (owner, bound) in enumerate(pawns):
                if owner == 1:
                    if spare and helps[file] >= must and not (bound == MOST and closed[file][1]):
                        settled = settle(pawns[:index] + pawns[index + 1 :], closed[file])
                        if settled is not None:
                            yield [(file, settled)], lost[:3] + (lost[3] - 1,)
                else:
                    for goal in (file - 1, file + 1):
                        if 0 <= goal < 8 and helps[file] + helps[goal] >= must:
                            yield from self._by_pawn(view, closed, lost, side, file, index, goal)

    def _by_pawn(self, view, closed, lost, side, file, index, goal):
        pawns, bound = view[file], view[file][index][1]
        others = view[goal]
        enemies_behind = any(owner == 1 for owner, _ in pawns[:index])
        done = set()
        for rank in range(max(3, bound + 1), 9):
            if not self.may_capture(side, file, goal, rank):
                continue
            placed = place(pawns, index, rank - 1, closed[file])
            if placed is None:
                continue
            gone = settle(placed[:index] + placed[index + 1 :], closed[file])
            if gone is None:
                continue
            for at, rest, victim in self._places(others, lost, rank, self.is_light(side, goal, rank)):
                # A higher rank of the same capture helps only enemy pawns below, or on a closed file.
                what = (at, len(rest), victim)
                if what in done and rank < MOST:
                    continue
                came = place(rest[:at] + ((0, 1),) + rest[at:], at, rank, closed[goal])
                if came is None:
                    continue
                if not enemies_behind and not any(owner == 1 for owner, _ in rest[:at]):
                    done.add(what)
                yield [(file, gone), (goal, came)], lost[:victim] + (lost[victim] - 1,) + lost[victim + 1 :]

    def _places(self, others, lost, rank, is_light):
        """Where the pawn may come in a list: the index, the other pawns there, and what was captured."""
        if lost[3] > 0:
            for at, (owner, enemy_bound) in enumerate(others):
                if owner == 1 and enemy_bound <= 9 - rank:
                    yield at, others[:at] + others[at + 1 :], 3
        victim = self._victim(lost, is_light)
        if victim is not None:
            for at in range(len(others) + 1):
                yield at, others, victim

    @staticmethod
    def _victim(lost, is_light):
        """The man that is the least use otherwise: a bishop, then a piece, then a spare pawn."""
        return next((index for index in (2 if is_light else 1, 0, 3) if lost[index] > 0), None)


def check(past, array, value):
    """Refuses unless tariffs and states show that there is no kernel."""
    rounds = Rounds(past, array)
    demand(rounds.lemma is None, "lemma", "the rounds end with a lemma")
    kernel = Kernel(rounds)
    demand(kernel.is_asked(), "lemma", "the lemma is not asked of so many captures")
    lists = tuple(((0, 2), (1, 2)) for _ in range(8))
    kernel_cases.Check(kernel, value).run(lists, tuple(lost_men(past.men, side) for side in (0, 1)))


def applies(past, array):
    """Is there no kernel?"""
    rounds = Rounds(past, array)
    if rounds.lemma is not None:
        return False
    kernel = Kernel(rounds)
    return kernel.is_asked() and not kernel.exists()
