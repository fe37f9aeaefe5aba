"""What a checker looks at beside a list of nodes, and how much of it."""

from . import moves
from .errors import demand

# What a list of nodes pays: for itself, for each node, and for each character of a node's position.
LIST, NODE, CHARACTER = 65536, 4096, 512
# A look: at least, for each pseudo-legal move, for each that gives check besides; for each where stalemates are
# looked for.
LEAST, MOVE, CHECK, END = 384, 16, 384, 208
# What it costs to seek an answer, and for each that is tried.
SEARCH, ANSWER = 128, 64


def price(position, rules):
    """What a look at a position costs, for moves that win at once."""
    played = list(moves.pseudo_legal(position, rules))
    if rules.taken:
        threats = sum(moves.takes_royal(position, move, rules) for move in played)
    else:
        threats = sum(moves.in_check(moves.play(position, move), rules) for move in played)
    return LEAST + MOVE * len(played) + CHECK * threats


def price_of_stalemates(position, rules):
    """The same for moves that stalemate."""
    return LEAST + END * sum(1 for _ in moves.pseudo_legal(position, rules))


class Looks:
    """The looks of a list of nodes with these texts; with more than it pays for the certificate is refused."""

    def __init__(self, texts, rules, rule):
        self.rules, self.rule = rules, rule
        self.left = LIST + sum(NODE + CHARACTER * len(text) for text in texts)
        self._costs = {}

    def pay(self, position, price=price):
        """Counts one look at a position."""
        key = position.key(), price
        if key not in self._costs:
            self._costs[key] = price(position, self.rules)
        self.spend(self._costs[key])

    def spend(self, cost):
        """Counts what else is done."""
        self.left -= cost
        demand(self.left >= 0, self.rule, "the looks cost too much: nodes are missing")
