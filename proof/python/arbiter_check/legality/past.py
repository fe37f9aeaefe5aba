"""Pasts: men, side to move, rights at least demanded, en passant square demanded or None."""

from ..board import SQUARES, WHITE
from ..errors import Refused, demand
from ..position import read_men, read_side

LETTERS = "KQRBNPkqrbnp"


class Past:
    """A position read as a demand."""

    __slots__ = ("men", "side", "rights", "passant")

    def __init__(self, men, side, rights, passant):
        self.men, self.side, self.rights, self.passant = men, side, rights, passant

    def key(self):
        """Equal for equal pasts."""
        return "".join(self.men), self.side, self.rights, self.passant

    def covers(self, other):
        """If nothing reaches this past, does nothing reach the other?"""
        return (
            self.men == other.men
            and self.side == other.side
            and self.rights <= other.rights
            and self.passant in (None, other.passant)
        )

    def waiting_king(self):
        """The letter of the king of the side not to move."""
        return "k" if self.side == WHITE else "K"


def read(text, rule="position"):
    """Any men, any of the rights `KQkq`, any en passant square."""
    if not isinstance(text, str):
        raise Refused("form", "a position is a text")
    fields = text.split(" ")
    demand(len(fields) == 4, rule, "not four fields")
    men = read_men(fields[0], 8, LETTERS, rule)
    side = read_side(fields[1], rule)
    rights = fields[2]
    spelt = "".join(letter for letter in "KQkq" if letter in rights) or "-"
    demand(rights == spelt, rule, f"{rights!r} are no rights")
    demand(fields[3] == "-" or fields[3] in SQUARES, rule, f"{fields[3]!r} is no square")
    return Past(men, side, frozenset(rights.replace("-", "")), SQUARES.get(fields[3]))
