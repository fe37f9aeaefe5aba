"""`closure` with `ghosts`: a closure without some men, which may be anywhere in their sets."""

from .. import moves
from ..board import EMPTY, GEOMETRY, NAMES, attackers
from ..board import man as letter_of
from ..errors import demand
from ..legality.lemmas.masks import between
from ..position import Position
from ..rulesets import STANDARD
from ..strict import array
from .closure import key, listed
from .ghost_view import View
from .sets import Man, bits, stepped_over

RULE = "ghosts"
BOARD = GEOMETRY[8]


class Ghost(Man):
    """A man that is left out."""

    def __init__(self, men, entry):
        super().__init__(men, entry, RULE)
        demand(self.kind != "K", RULE, "a king is no ghost")
        demand(isinstance(entry[3], bool), "form", "kept is true or false")
        self.kept = entry[3]
        one_file = len({s % 8 for s in bits(self.stays)}) == 1
        demand(
            not self.kept or self.kind == "P" and not self.promoted and one_file,
            RULE,
            f"{NAMES[self.square]}: cannot be kept",
        )
        self.on_file = all(s % 8 == self.square % 8 for s in bits(self.sets))
        self.crosses = 0
        if self.kind == "P":
            for file in range(8):
                second, fourth, crossed = stepped_over(self.side, file)
                if self.stays >> second & 1 and self.stays >> fourth & 1:
                    self.crosses |= 1 << crossed


def check(position, attacker, most, texts, value):
    """Refuses unless there are no more than `most` positions, and in each all is so."""
    demand(not position.rights, RULE, "there are castling rights")
    demand(not moves.passant_possible(position, STANDARD), RULE, "a pawn could capture en passant")
    ghosts = [Ghost(position.men, array(entry, 4)) for entry in array(value)]
    squares = [ghost.square for ghost in ghosts]
    demand(
        bool(ghosts) and all(a < b for a, b in zip(squares, squares[1:])), RULE, "no ghosts, or not in order"
    )
    men = position.men[:]
    for square in squares:
        men[square] = EMPTY
    first = Position(men, position.side)
    pays = 32 * most + 2 * sum(len(text) for text in texts)
    Ghosts(ghosts, attacker).check(first, most, listed(first, texts, RULE), pays)


class Ghosts:
    """The ghosts, and what can be done with them."""

    def __init__(self, ghosts, attacker):
        self.attacker = attacker
        self.ghosts = ghosts
        self.of = [[ghost for ghost in ghosts if ghost.side == side] for side in (0, 1)]
        self.sets = [0, 0]
        self.crossed = [0, 0]
        for ghost in ghosts:
            self.sets[ghost.side] |= ghost.sets
            self.crossed[ghost.side] |= ghost.crosses
        self.any_set = self.sets[0] | self.sets[1]

    def check(self, first, most, known, pays):
        """Goes on from every position to those that moves lead to; so many moves after checks are paid for."""
        seen, todo = {key(first), *known}, [first, *known.values()]
        while todo:
            demand(len(seen) - len(known) <= most, RULE, f"more than {most} positions")
            here = View(self, todo.pop())
            here.check_sets()
            for after, emptied, moved in here.moves():
                if self.left_out(after):
                    continue
                there = View(self, after)
                if after.side != self.attacker and there.check_given(emptied):
                    pays -= sum(1 for _ in moves.pseudo_legal(after, STANDARD))
                    demand(pays >= 0, RULE, "the checks cost more than the positions pay for")
                    demand(there.has_reply(), RULE, "a check may have no reply")
                here.check_kept(moved)
                if key(after) not in seen:
                    seen.add(key(after))
                    todo.append(after)
        demand(len(seen) - len(known) <= most, RULE, f"more than {most} positions")

    def left_out(self, after):
        """Is it none to go on from?"""
        side = 1 - after.side
        king = after.men.index(letter_of("K", side))
        for start in attackers(after.men, BOARD, king, after.side):
            way = between(start, king) if after.men[start] not in "Nn" else []
            if not any(self.any_set >> s & 1 for s in way):
                return True
        own = [m for m in after.men if m != EMPTY and m.isupper() == (self.attacker == 0)]
        return not self.of[self.attacker] and len(own) == 1
