"""`tables`: of endings of standard chess, how long the attacker needs at least."""

import base64
import binascii
import itertools
import zlib

from .. import moves
from ..board import EMPTY, WHITE, attacked
from ..errors import Refused, demand
from ..position import Position
from ..strict import string
from .aims import Win

ORDER = "KQRBNP"
TRIANGLE = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27]
EVER = 255


def _name(men, attacker):
    sides = ["", ""]
    for square in range(64):
        if men[square] != EMPTY:
            own = men[square].isupper() == (attacker == WHITE)
            sides[0 if own else 1] += men[square].upper()
    return "v".join("".join(sorted(side, key=ORDER.index)) for side in sides)


def classes(name):
    """All classes that captures and promotions lead to, with this one, but for a lone attacking king."""
    found, todo = set(), [name]
    while todo:
        here = todo.pop()
        if here in found:
            continue
        found.add(here)
        sides = here.split("v")
        for which in (0, 1):
            for index, kind in enumerate(sides[which]):
                if kind == "K":
                    continue
                rest = sides[which][:index] + sides[which][index + 1 :]
                for new in ["", "Q", "R", "B", "N"] if kind == "P" else [""]:
                    made = list(sides)
                    made[which] = "".join(sorted(rest + new, key=ORDER.index))
                    todo.append("v".join(made))
    return {name for name in found if not name.startswith("Kv")}


def _normal(men, attacker):
    """The men with the attacker as White."""
    if attacker == WHITE:
        return men
    return [men[square ^ 56].swapcase() for square in range(64)]


def _symmetries(pawns):
    yield lambda s: s
    yield lambda s: s ^ 7
    if not pawns:
        yield lambda s: s ^ 56
        yield lambda s: s ^ 63
        flip = lambda s: 8 * (s % 8) + s // 8
        yield flip
        yield lambda s: flip(s) ^ 7
        yield lambda s: flip(s) ^ 56
        yield lambda s: flip(s) ^ 63


class Table:
    """A class with its bytes."""

    def __init__(self, name, packed):
        attacker, defender = name.split("v")
        self.name = name
        self.pawns = "P" in name
        self.others = attacker[1:] + defender[1:].lower()
        size = (32 if self.pawns else 10) * 64 ** (len(self.others) + 1)
        self.size = size
        try:
            raw = base64.b64decode(packed, validate=True)
            demand(base64.b64encode(raw).decode() == packed, "tables", f"{name}: not the usual base64")
            demand(2 * len(raw) >= size, "tables", f"{name}: not {size // 2} bytes of zlib")
            pump = zlib.decompressobj()
            self.data = pump.decompress(raw, size + 1)
            whole = pump.eof and not pump.unused_data
        except (binascii.Error, ValueError, zlib.error) as error:
            raise Refused("tables", f"{name}: {error}") from None
        demand(whole and len(self.data) == size, "tables", f"{name}: not {size} bytes")

    def is_in_region(self, king):
        """Are there numbers with the defender's king there?"""
        return king % 8 < 4 if self.pawns else king in TRIANGLE

    def numbers(self, men):
        """All numbers of a position, White attacking."""
        places = {}
        for square in range(64):
            if men[square] not in ".Kk":
                places.setdefault(men[square], []).append(square)
        # Alike men stand together in the name.
        alike = [places[letter] for letter in dict.fromkeys(self.others)]
        for change in _symmetries(self.pawns):
            king = change(men.index("k"))
            if not self.is_in_region(king):
                continue
            place = 4 * (king // 8) + king % 8 if self.pawns else TRIANGLE.index(king)
            for orders in itertools.product(*map(itertools.permutations, alike)):
                number = place * 64 + change(men.index("K"))
                for square in itertools.chain(*orders):
                    number = number * 64 + change(square)
                yield number

    def number(self, men):
        """A number of a position, White attacking."""
        return next(self.numbers(men))

    def position(self, number):
        """The position of a number, or None."""
        squares = []
        for _ in range(len(self.others) + 1):
            number, square = divmod(number, 64)
            squares.append(square)
        king = 8 * (number // 4) + number % 4 if self.pawns else TRIANGLE[number]
        squares = [king] + squares[::-1]
        if len(set(squares)) < len(squares):
            return None
        men = [EMPTY] * 64
        for letter, square in zip("kK" + self.others, squares):
            if letter in "Pp" and square // 8 in (0, 7):
                return None
            men[square] = letter
        return Position(men, WHITE)


class Bounds:
    """The bounds that the tables give."""

    def __init__(self, tables, rules):
        self.tables, self.rules = tables, rules
        self.mate = Win(rules)

    def bound(self, position):
        """Of a position with the attacker, White, to move."""
        name = _name(position.men, WHITE)
        if name.startswith("Kv"):
            return EVER
        # Only beside a pawn of the attacker's a double step leaves an en passant capture.
        if moves.passant_possible(position, self.rules):
            return self.examined(position)
        table = self.tables.get(name)
        if table is None:
            return 0
        return table.data[table.number(position.men)]

    def waits_attacked(self, position):
        """Is the defender, not to move, in check?"""
        return attacked(position.men, self.rules.geometry, position.men.index("k"), WHITE)

    def examined(self, position):
        """The least answer of the positions that the legal moves lead to."""
        return min((self.answer(after) for _, after in moves.playable(position, self.rules)), default=EVER)

    def answer(self, position):
        """Of a position with the defender to move."""
        greatest, any_move = 0, False
        for _, after in moves.playable(position, self.rules):
            any_move = True
            greatest = max(greatest, self.bound(after))
        if not any_move:
            return 0 if moves.in_check(position, self.rules) else EVER
        return greatest if greatest >= EVER - 1 else greatest + 1


class Examined:
    """Tables; of positions without a right to castle they say something, if they are valid."""

    def __init__(self, value, position, rules):
        demand(rules.name == "standard", "tables", "tables are of endings of standard chess")
        demand(sum(man != EMPTY for man in position.men) <= 5, "tables", "more than five men")
        demand(isinstance(value, dict), "form", "tables are an object")
        name = _name(position.men, position.side)
        wanted = set() if name.startswith("Kv") else classes(name)
        demand(set(value) == wanted, "tables", f"the tables needed are {' '.join(sorted(wanted))}")
        tables = {name: Table(name, string(packed)) for name, packed in value.items()}
        self.attacker = position.side
        self.bounds = Bounds(tables, rules)

    def check(self):
        """Refuses unless they are valid."""
        for table in self.bounds.tables.values():
            for number, byte in enumerate(table.data):
                # Where another number of the same position has a greater byte, that one is refused.
                if byte == 0:
                    continue
                here = table.position(number)
                if here is None or self.bounds.waits_attacked(here):
                    continue
                for other in table.numbers(here.men):
                    equal = table.data[other] == byte
                    demand(equal, "tables", f"{table.name}: {number} and {other} are one position")
                bound = self.bounds.examined(here)
                demand(byte <= bound, "tables", f"{table.name}: byte {number} is too great")

    def seen(self, position):
        """A position with the attacker as White."""
        passant = position.passant
        if passant is not None and self.attacker != WHITE:
            passant ^= 56
        side = WHITE if position.side == self.attacker else 1 - WHITE
        return Position(_normal(position.men, self.attacker), side, frozenset(), passant)

    def hold(self, position, plies):
        """Do they say that the attacker does not win within these plies?"""
        if position.rights:
            return False
        at = self.seen(position)
        attacks = position.side == self.attacker
        known = self.bounds.bound(at) if attacks else self.bounds.answer(at)
        if plies is None:
            return known == EVER
        return known >= min(EVER, (plies + (1 if attacks else 2)) // 2)


def check(value, position, plies, rules):
    """Refuses unless the tables are valid and show that there is no win within these plies."""
    tables = Examined(value, position, rules)
    demand(tables.hold(position, plies), "tables", "of the position less is known")
    tables.check()
