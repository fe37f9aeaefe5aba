"""Tables that say no more than a certificate needs, so that few of their bytes have to be examined.

Of endings without two men that are alike: their positions have more numbers.
"""

import base64
import zlib

from arbiter_check import moves
from arbiter_check.board import WHITE
from arbiter_check.position import Position, read
from arbiter_check.rulesets import RULES
from arbiter_check.win import read_nodes, refutation
from arbiter_check.win.aims import Win
from arbiter_check.win.tables import EVER, Bounds, Examined, Table, _name, _symmetries


def lengthened(packed, size):
    """Zlib data with blocks of nothing after its header, until there is a byte for every two."""
    missing = (size + 1) // 2 - len(packed)
    return packed[:2] + b"\0\0\0\xff\xff" * max(0, (missing + 4) // 5) + packed[2:]


def put(data):
    """As tables are written."""
    return base64.b64encode(lengthened(zlib.compress(bytes(data), 9), len(data))).decode()


class Needs(Examined):
    """Tables that are believed, and what was asked of them, with all that it follows from."""

    def __init__(self, case, rules):
        self.tables = {name: Table(name, packed) for name, packed in case["evidence"]["tables"].items()}
        self.bounds = Bounds(self.tables, rules)
        self.attacker = read(case["position"], rules).side
        self.least = {name: bytearray(table.size) for name, table in self.tables.items()}
        self.waiting = []

    def hold(self, position, plies):
        """As before; what it rests on is wanted."""
        if not super().hold(position, plies):
            return False
        at = self.seen(position)
        attacks = position.side == self.attacker
        bound = EVER if plies is None else (plies + (1 if attacks else 2)) // 2
        if attacks:
            self.want(at, bound)
        else:
            self.want_answer(at, bound)
        while self.waiting:
            self.want_moves(*self.waiting.pop())
        return True

    def want(self, position, bound):
        """A bound of a position with the attacker to move."""
        name = _name(position.men, WHITE)
        if bound == 0 or name.startswith("Kv"):
            return
        if moves.passant_possible(position, self.bounds.rules):
            self.waiting.append((position, bound))
            return
        table, least = self.tables[name], self.least[name]
        for change in _symmetries(table.pawns):
            men = [None] * 64
            for square in range(64):
                men[change(square)] = position.men[square]
            if table.is_in_region(men.index("k")):
                number = table.number(men)
                if least[number] < bound:
                    least[number] = bound
                    self.waiting.append((Position(men, WHITE), bound))

    def want_moves(self, position, bound):
        """What a bound follows from."""
        for _, after in moves.playable(position, self.bounds.rules):
            self.want_answer(after, bound)

    def want_answer(self, position, bound):
        """The best answer of the defender."""
        replies = [after for _, after in moves.playable(position, self.bounds.rules)]
        if replies:
            self.want(max(replies, key=self.bounds.bound), bound if bound == EVER else bound - 1)


def thin(case):
    """The same certificate with tables that say what it needs and no more."""
    rules = RULES[case["rules"]]
    needs, position, claim = Needs(case, rules), read(case["position"], rules), case["claim"]
    plies = claim["plies"]
    if claim["answer"] == "win":
        plies -= 1
    nodes = read_nodes(case["evidence"]["refutation"], rules, "refutation", True)
    refutation.check(nodes, position.side, [(position, plies, ())], Win(rules), needs)
    tables = {name: put(least) for name, least in needs.least.items()}
    return {**case, "evidence": {**case["evidence"], "tables": tables}}
