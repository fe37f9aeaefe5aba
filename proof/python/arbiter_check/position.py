"""Positions and their text."""

from .board import BLACK, EMPTY, SQUARES, WHITE, attacked, side_of
from .errors import Refused, demand


class Position:
    """Men, side to move, castling rights (pairs of side and rook's square) and en passant square."""

    __slots__ = ("men", "side", "rights", "passant", "_key")

    def __init__(self, men, side, rights=frozenset(), passant=None):
        self.men = men
        self.side = side
        self.rights = rights
        self.passant = passant
        self._key = None

    def key(self):
        """Equal for equal positions."""
        if self._key is None:
            self._key = ("".join(self.men), self.side, self.rights, self.passant)
        return self._key

    def square_of(self, man):
        """Where the only man of a kind stands."""
        return self.men.index(man)


def read_men(text, size, letters, rule="position"):
    """The men, top rank first."""
    rows = text.split("/")
    demand(len(rows) == size, rule, f"{len(rows)} ranks, not {size}")
    men = [EMPTY] * 64
    for index, row in enumerate(rows):
        rank, file, after_digit = size - 1 - index, 0, False
        for letter in row:
            if letter in "12345678":
                demand(not after_digit, rule, "adjacent digits")
                file, after_digit = file + int(letter), True
            else:
                demand(letter in letters, rule, f"{letter!r} is no man of this game")
                demand(file < size, rule, f"rank {rank + 1} is too long")
                men[8 * rank + file] = letter
                file, after_digit = file + 1, False
            demand(file <= size, rule, f"rank {rank + 1} is too long")
        demand(file == size, rule, f"rank {rank + 1} is too short")
    return men


def read_side(text, rule="position"):
    """`w` or `b`."""
    demand(text in ("w", "b"), rule, f"{text!r} is no side to move")
    return WHITE if text == "w" else BLACK


def home_rank(side):
    """The first rank of a side, counted from 0."""
    return 0 if side == WHITE else 7


def outermost(men, side, king, right):
    """The outermost rook to the right (h-side) or left of a king on its first rank, or None."""
    rank, file = divmod(king, 8)
    rook = "R" if side == WHITE else "r"
    files = range(7, file, -1) if right else range(0, file)
    return next((8 * rank + f for f in files if men[8 * rank + f] == rook), None)


def _read_rights(text, men):
    if text == "-":
        return frozenset()
    rights, order = set(), []
    for letter in text:
        side = WHITE if letter.isupper() else BLACK
        rank = home_rank(side)
        king = men.index("K" if side == WHITE else "k")
        rook_letter = "R" if side == WHITE else "r"
        demand(king // 8 == rank, "position", f"right {letter}: the king is not on its first rank")
        kind = letter.upper()
        if kind in ("K", "Q"):
            rook = outermost(men, side, king, kind == "K")
            demand(rook is not None, "position", f"right {letter}: no rook there")
        else:
            demand(kind in tuple("ABCDEFGH"), "position", f"{letter!r} is no castling right")
            rook = 8 * rank + ord(kind) - ord("A")
            demand(men[rook] == rook_letter, "position", f"right {letter}: no rook there")
            demand(
                rook != outermost(men, side, king, rook > king),
                "position",
                f"right {letter}: the outermost rook has another letter",
            )
        order.append((side, 0 if rook > king else 1))
        rights.add((side, rook))
    demand(len(order) > 0, "position", "no castling rights, not even -")
    demand(all(a < b for a, b in zip(order, order[1:])), "position", "rights not in order")
    return frozenset(rights)


def _read_passant(text, men, side):
    if text == "-":
        return None
    demand(text in SQUARES, "position", f"{text!r} is no square")
    square = SQUARES[text]
    up = 8 if side == WHITE else -8
    demand(square // 8 == (5 if side == WHITE else 2), "position", "en passant square on a wrong rank")
    fits = men[square] == EMPTY and men[square + up] == EMPTY
    demand(
        fits and men[square - up] == ("p" if side == WHITE else "P"),
        "position",
        "no double step over the en passant square",
    )
    return square


def read(text, rules, rule="position"):
    """A position of a game, spelt and formed as the document demands."""
    if not isinstance(text, str):
        raise Refused("form", "position is no text")
    fields = text.split(" ")
    demand(len(fields) == (4 if rules.castling else 2), rule, "wrong number of fields")
    letters = rules.pieces + rules.pieces.lower() + ("Pp" if rules.pawns else "")
    men = read_men(fields[0], rules.size, letters, rule)
    side = read_side(fields[1], rule)
    for letter in (rules.royal, rules.royal.lower()):
        demand(men.count(letter) == 1, rule, f"not exactly one {letter}")
    if rules.pawns:
        ends = {WHITE: [rules.size - 1], BLACK: [0]}
        if rules.name == "standard":
            ends = {WHITE: [0, 7], BLACK: [0, 7]}
        for square in rules.geometry.squares:
            if men[square] in ("P", "p"):
                demand(square // 8 not in ends[side_of(men[square])], rule, "a pawn on an end rank")
    if rules.demanding:
        waiting = men.index("k" if side == WHITE else "K")
        demand(
            not attacked(men, rules.geometry, waiting, side),
            rule,
            "the king of the side not to move is attacked",
        )
    if not rules.castling:
        return Position(men, side)
    return Position(men, side, _read_rights(fields[2], men), _read_passant(fields[3], men, side))


def write_men(men, size=8):
    """The men as text."""
    rows = []
    for rank in range(size - 1, -1, -1):
        row, gap = "", 0
        for file in range(size):
            letter = men[8 * rank + file]
            if letter == EMPTY:
                gap += 1
            else:
                row += (str(gap) if gap else "") + letter
                gap = 0
        rows.append(row + (str(gap) if gap else ""))
    return "/".join(rows)


def square(value, rule):
    """A square's name as a number."""
    if not isinstance(value, str) or value not in SQUARES:
        raise Refused(rule, f"{value!r} is no square")
    return SQUARES[value]
