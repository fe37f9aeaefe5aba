"""`region`: sets of squares that no man leaves, in which the defender is never mated."""

from .. import moves
from ..board import EMPTY, NAMES
from ..errors import demand
from ..legality.lemmas.masks import STEPS
from ..rulesets import STANDARD
from ..strict import array
from .sets import QUEEN_KNIGHT, Man, bits, stepped_over

RULE = "region"


def check(position, attacker, value):
    """Refuses unless the sets have the six properties."""
    demand(not position.rights, RULE, "there are castling rights")
    demand(not moves.passant_possible(position, STANDARD), RULE, "a pawn could capture en passant")
    men = [Man(position.men, array(entry, 3), RULE) for entry in array(value)]
    squares = [s for s in range(64) if position.men[s] != EMPTY]
    demand([man.square for man in men] == squares, RULE, "not each man once, in order")
    Region(men, attacker, position.side).check()


class Region:
    """The men with their sets."""

    def __init__(self, men, attacker, mover):
        self.men, self.attacker, self.mover = men, attacker, mover
        self.of = [[man for man in men if man.side == side] for side in (0, 1)]
        self.king = [next(man for man in side if man.kind == "K") for side in self.of]
        sets = [0, 0]
        for man in men:
            sets[man.side] |= man.sets
        self.fixed = [0, 0]
        self.guarded = [0, 0]  # by a side
        for man in men:
            alone = man.sets == 1 << man.square and not man.promoted
            if alone and (man.kind == "K" or not sets[1 - man.side] >> man.square & 1):
                self.fixed[man.side] |= 1 << man.square
                self.guarded[man.side] |= man.steps(man.square)

    def check(self):
        """Refuses unless all is so."""
        for man in self.men:
            needed = self._pawn(man) if man.kind == "P" else self._piece(man)
            self._has(man, man.stays, needed)
            if man.kind == "P":
                self._has(man, man.promoted, self._promoted(man))
        self._walk()

    @staticmethod
    def _has(man, there, needed):
        for square in bits(needed & ~there):
            demand(False, RULE, f"{NAMES[man.square]}: its set has not {NAMES[square]}")

    def _closed(self, man):
        """Squares onto which a man does not go: of fixed own men, and of a fixed enemy king."""
        king = 1 << self.king[1 - man.side].square
        return self.fixed[man.side] | self.fixed[1 - man.side] & king

    def _piece(self, man):
        found = 0
        for square in bits(man.stays):
            found |= man.steps(square)
        found &= ~self._closed(man)
        return found & ~self.guarded[1 - man.side] if man.kind == "K" else found

    def _pawn(self, man):
        side = man.side
        fixed = self.fixed[0] | self.fixed[1]
        prey = 0
        for enemy in self.of[1 - side]:
            if enemy.kind != "K":
                prey |= enemy.sets
        found = 0
        for square in bits(man.stays & ~man.last_rank):
            found |= (1 << man.ahead(square)) & ~fixed
            found |= man.steps(square) & prey & ~self.fixed[side]
            if square // 8 == (4 if side == 0 else 3):
                found |= man.steps(square) & self._stepped_over(1 - side)
        return found

    def _stepped_over(self, side):
        found = 0
        for man in self.of[side]:
            for file in range(8):
                second, fourth, between = stepped_over(side, file)
                if man.kind == "P" and man.stays >> second & 1 and man.stays >> fourth & 1:
                    found |= 1 << between
        return found

    def _promoted(self, man):
        found = man.stays & man.last_rank
        reached = 0
        for square in bits(man.promoted):
            reached |= QUEEN_KNIGHT[square]
        return found | reached & ~self._closed(man)

    def _walk(self):
        """The kings walk; each check has a square to go to."""
        self.attacked = 0
        for man in self.of[self.attacker]:
            if man.kind != "K":
                self.attacked |= man.attacks()
        self.occupied = 0
        for man in self.of[1 - self.attacker]:
            if man.kind != "K":
                self.occupied |= man.sets
        kinds = {"Q" if man.promoted else man.kind for man in self.of[self.attacker]}
        self.across, self.along = bool(kinds & set("BQ")), bool(kinds & set("RQ"))
        idle = [any(man.kind != "K" and man.sets != 1 << man.square for man in side) for side in self.of]
        begin = (self.king[0].square, self.king[1].square, self.mover)
        seen, todo = {begin}, [begin]
        while todo:
            *kings, mover = todo.pop()
            here, other = kings[mover], kings[1 - mover]
            goes = bits(STEPS["K"][here] & self.king[mover].stays & ~STEPS["K"][other])
            for to in [*goes] + ([None] if idle[mover] else []):
                then = list(kings)
                if to is not None:
                    then[mover] = to
                if mover == self.attacker and (to is None or self._in_line(here, other)):
                    self._escape(then)
                state = (then[0], then[1], 1 - mover)
                if state not in seen:
                    seen.add(state)
                    todo.append(state)

    def _in_line(self, here, other):
        rank, file = abs(here // 8 - other // 8), abs(here % 8 - other % 8)
        return self.across and rank == file or self.along and (rank == 0 or file == 0)

    def _escape(self, kings):
        k, other = kings[1 - self.attacker], kings[self.attacker]
        if not self.attacked >> k & 1:
            return
        free = STEPS["K"][k] & self.king[1 - self.attacker].stays
        free &= ~(self.attacked | self.occupied | STEPS["K"][other])
        demand(free, RULE, f"the king on {NAMES[k]} may have no square to go to")
