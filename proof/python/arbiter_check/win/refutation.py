"""`refutation`: the attacker does not win within a number of plies, or ever (None)."""

from .. import moves
from ..errors import Refused, demand
from ..looks import Looks, price_of_stalemates


def check(nodes, attacker, claims, aim, tables=None):
    """Refuses unless the position of each claim is held for its plies, but for its moves, and every node is
    valid; what tables say needs no node. What looks are left."""
    defender = 1 - attacker
    for node in nodes.values():
        demand(node.position.side == defender, "refutation", f"node {node.place}: the attacker is to move")
        if aim.by_checkmate:
            demand(
                not moves.checkmated(node.position, aim.rules),
                "refutation",
                f"node {node.place}: the defender is checkmated",
            )
    refutation = Refutation(nodes, aim, tables)
    for position, plies, keys in claims:
        refutation.held(position, plies, "the position", keys)
    for node in nodes.values():
        refutation.check_node(node)
    return refutation.looks


class Refutation:
    """Nodes, tables, and what may be looked at."""

    def __init__(self, nodes, aim, tables):
        self.nodes, self.aim, self.tables = nodes, aim, tables
        self.looks = Looks([node.text for node in nodes.values()], aim.rules, "refutation")

    def check_node(self, node):
        """Refuses unless the node is valid."""
        where, aim = f"node {node.place}", self.aim
        position = node.position
        missed, to_meet = aim.meets(position)
        if node.move is None:
            gone = missed and not aim.playable(position)
            demand(gone, "refutation", f"{where}: the defender has a move")
            return
        found = moves.find(position, node.move, aim.rules)
        demand(found is not None, "refutation", f"{where}: {node.move} is not allowed")
        move, after = found
        if aim.by_defender:
            self.looks.pay(position)
        if aim.rules.taken and moves.takes_royal(position, move, aim.rules):
            return
        if not missed:
            answers = [answer for answer, _ in to_meet]
            demand(move in answers, "refutation", f"{where}: {node.move} is no answer")
        self.held(after, None if node.plies is None else node.plies - 1, where)

    def held(self, position, plies, where, keys=()):
        """Refuses unless a position with the attacker to move is held, but for these moves."""
        aim = self.aim
        if plies is not None and plies < aim.least or aim.hopeless(position):
            return
        if aim.reflex:
            self.looks.pay(position)
            if aim.mates(position):
                return
        if self.tables is not None and self.tables.hold(position, plies):
            return
        if aim.is_win:
            self.looks.pay(position)
        elif not aim.by_defender:
            self.looks.pay(position, price_of_stalemates)
        fewer = None if plies is None else plies - 1
        for move, after in aim.playable(position):
            text = moves.write(move)
            if text in keys:
                continue
            if aim.at_once(position, move, after):
                raise Refused("refutation", f"{where}: {text} reaches the aim")
            shown = self._listed(after, fewer) or aim.needs_no_node(after, fewer, self.looks)
            demand(shown, "refutation", f"{where}: nothing holds {text}")

    def _listed(self, after, plies):
        """Do a node or tables hold a position with the defender to move?"""
        node = self.nodes.get(after.key())
        if node is not None and (node.plies is None or plies is not None and node.plies >= plies):
            return True
        return self.tables is not None and self.tables.hold(after, plies)
