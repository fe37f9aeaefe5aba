"""What a checker looks at beside a list of nodes, and how much of it."""

from . import moves
from .errors import demand

FOR_EACH = 32768
LEAST = 1024


def price(position, rules):
    """What a look at a position costs, but where stalemates are looked for."""
    return sum(1 for _ in moves.pseudo_legal(position, rules)) ** 2 + LEAST


class Looks:
    """The looks of a list of so many nodes; with more than it pays for the certificate is refused."""

    def __init__(self, number, rules, rule):
        self.rules, self.rule = rules, rule
        self.left = FOR_EACH * (number + 2)
        self._costs = {}

    def pay(self, position, times=1):
        """Counts one look at a position, or what costs as much as so many."""
        key = position.key()
        if key not in self._costs:
            self._costs[key] = price(position, self.rules)
        self.left -= self._costs[key] * times
        demand(self.left >= 0, self.rule, "the looks cost too much: nodes are missing")
