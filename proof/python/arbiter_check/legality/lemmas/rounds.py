"""The rounds: facts from facts, until nothing changes or a lemma applies."""

from ..instant import count
from .assignments import MOST_CAPTURES, Assignments
from .facts import Facts, Ways, first_facts
from .locked_men import Locked
from .masks import bits, rank_of


class Rounds:
    """How the rounds end: the lemma that applies, or None, with the last ways and assignments."""

    def __init__(self, past, array):
        self.past, self.array = past, array
        facts = first_facts(past, array)
        never = facts.fixed
        self.lemma = None
        while True:
            self.ways = Ways(past, array, facts)
            self.assignments = [Assignments(self.ways, side) for side in (0, 1)]
            if not all(assignment.within() for assignment in self.assignments):
                self.lemma = "origins"
                return
            locked = Locked(self.ways, self.assignments, never).locked()
            if any(past.men[s] != array.men[s] for s in bits(locked)):
                self.lemma = "locked"
                return
            following = self._next(facts, locked)
            if following.same(facts):
                return
            facts = following

    @property
    def facts(self):
        """The facts of the last round."""
        return self.ways.facts

    def _next(self, facts, locked):
        cuts, held = [set(facts.cuts[0]), set(facts.cuts[1])], list(facts.held)
        for side in (0, 1):
            for square in self.ways.squares[side]:
                step = self.single_step(square, side)
                if step is None:
                    continue
                if len(step) == 1:
                    cuts[side].add((self.ways.pawn_home(side, step[0]), square))
                if square % 8 not in step:
                    held[side] |= 1 << square
        captures = tuple(self.captures_left(side, set(range(16))) for side in (0, 1))
        return Facts(locked, (frozenset(cuts[0]), frozenset(cuts[1])), captures, tuple(held))

    def single_step(self, square, side):
        """The files that a pawn in its third rank can have come from (step 3), None of other men."""
        ways = self.ways
        if ways.men[square] not in "Pp" or ways.is_fixed(square) or rank_of(square, side) != 3:
            return None
        files = []
        for file in range(8):
            if ways.is_fixed(ways.pawn_home(side, file)):
                continue
            cost = self.assignments[side].pawn_cost(square, file)
            if cost is None or cost > ways.facts.captures[side]:
                continue
            if self.assignments[side].within(square, 8 + file, cost):
                files.append(file)
        return files

    def captured_on(self, side):
        """C of step 4: the squares on which a pawn of the side captures."""
        ways, captures = self.ways, self.ways.facts.captures[side]
        if captures == 0:
            return 0
        found = 0
        for start in bits(ways.pawn_range(side, captures - 1) & ~ways.facts.fixed):
            found |= ways.captures_onto(side, start)
        return found & ways.pawn_range(side, captures)

    def pockets(self, side, on):
        """The origins of a side that can have been captured on no square of a set."""
        ways, found = self.ways, set()
        for file in range(8):
            if ways.kind(file) != "K" and not ways.is_fixed(ways.home(side, file)):
                if not ways.range(side, file) & on:
                    found.add(file)
            if ways.is_fixed(ways.pawn_home(side, file)):
                continue
            reach = ways.reach(side, file, MOST_CAPTURES)
            can = reach
            for place in bits(reach & ways.eighth(side)):
                can |= ways.late("Q", side, place) | ways.late("N", side, place)
            if not can & on:
                found.add(8 + file)
        return found

    def captures_left(self, side, origins):
        """What the captures of a side become (step 4), with pockets among some origins only."""
        other = 1 - side
        pockets = self.pockets(other, self.captured_on(side)) & origins
        unused = self.assignments[other].pockets_unused(pockets)
        return max(0, 16 - count(self.past.men, other) - unused)
