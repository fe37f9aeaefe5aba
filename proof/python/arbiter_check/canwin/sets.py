"""Sets of squares that men stay in, and the steps that lead on from them."""

from ..board import EMPTY, NAMES
from ..errors import demand
from ..legality.lemmas.masks import STEPS, bits, touches
from ..position import square as read_square
from ..strict import string

QUEEN_KNIGHT = [STEPS["K"][s] | STEPS["N"][s] for s in range(64)]


def read_set(value, rule):
    """Sixteen hexadecimal digits."""
    text = string(value)
    demand(
        len(text) == 16 and all(letter in "0123456789abcdef" for letter in text), rule, f"{text!r} is no set"
    )
    return int(text, 16)


class Man:
    """A man with its sets."""

    def __init__(self, men, entry, rule):
        self.square = read_square(entry[0], "form")
        letter = men[self.square]
        demand(letter != EMPTY, rule, f"{NAMES[self.square]} is empty")
        self.kind, self.side = letter.upper(), 0 if letter.isupper() else 1
        self.stays, self.promoted = read_set(entry[1], rule), read_set(entry[2], rule)
        self.sets = self.stays | self.promoted
        demand(self.stays >> self.square & 1, rule, f"{NAMES[self.square]}: not in its own set")
        demand(self.kind == "P" or not self.promoted, rule, f"{NAMES[self.square]}: not a pawn, but promoted")

    def steps(self, square):
        """One step of its movement; of a pawn, the squares that it attacks."""
        return touches(self.kind, self.side, square)

    def attacks(self, empty=~0):
        """The squares one step from (empty) squares of its sets."""
        found = 0
        for square in bits(self.stays & empty):
            found |= self.steps(square)
        for square in bits(self.promoted & empty):
            found |= QUEEN_KNIGHT[square]
        return found

    def ahead(self, square):
        """The square ahead of a pawn, or None."""
        found = square + (8 if self.side == 0 else -8)
        return found if 0 <= found < 64 else None

    @property
    def last_rank(self):
        """The last rank of a pawn, as a set."""
        return 0xFF << 56 if self.side == 0 else 0xFF


def stepped_over(side, file):
    """The second and fourth rank of a file, and the square between."""
    return (8 + file, 24 + file, 16 + file) if side == 0 else (48 + file, 32 + file, 40 + file)
