"""The array that games begin with."""

from ..board import BLACK, EMPTY, WHITE, light
from ..errors import demand

USUAL = "rnbqkbnr"


class Array:
    """An array: homes, castling squares, and the ways of castling."""

    def __init__(self, letters=USUAL):
        self.letters = letters
        self.king_file = letters.index("k")
        self.rook_files = {"Q": letters.index("r"), "K": letters.rindex("r")}
        self.men = list(letters.upper()) + ["P"] * 8 + [EMPTY] * 32 + ["p"] * 8 + list(letters)

    def first_rank(self, side):
        """The first square of a side's first rank."""
        return 0 if side == WHITE else 56

    def kings_home(self, side):
        """Where the king begins."""
        return self.first_rank(side) + self.king_file

    def rooks_home(self, right):
        """Where the rook of a right (`KQkq`) begins."""
        return self.first_rank(owner(right)) + self.rook_files[right.upper()]

    def castled(self, right):
        """The squares where king and rook land."""
        first = self.first_rank(owner(right))
        return (first + 6, first + 5) if right.upper() == "K" else (first + 2, first + 3)

    def way(self, right):
        """All squares from king's and rook's homes to where they land, these included."""
        king, rook = self.kings_home(owner(right)), self.rooks_home(right)
        to_king, to_rook = self.castled(right)
        squares = set(range(min(king, to_king), max(king, to_king) + 1))
        return squares | set(range(min(rook, to_rook), max(rook, to_rook) + 1))


def owner(right):
    """The side of a right."""
    return WHITE if right.isupper() else BLACK


def is_array(letters):
    """Is this White's first rank in an array?"""
    if not isinstance(letters, str) or sorted(letters) != sorted(USUAL):
        return False
    bishops = [i for i, letter in enumerate(letters) if letter == "b"]
    between = letters.index("r") < letters.index("k") < letters.rindex("r")
    return between and light(bishops[0]) != light(bishops[1])


def read(letters, rule):
    """An array from its letters."""
    demand(is_array(letters), rule, f"{letters!r} is no array")
    return Array(letters)
