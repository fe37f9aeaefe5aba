"""`refutation`: the attacker does not win within a number of plies, or ever (None)."""

from .. import moves
from ..errors import Refused, demand


def check(nodes, attacker, claims, aim, tables=None):
    """Refuses unless the position of each claim is held for its plies, but for its moves, and every node is
    valid; what tables say needs no node."""
    defender = 1 - attacker
    for node in nodes.values():
        demand(node.position.side == defender, "refutation", f"node {node.place}: the attacker is to move")
        if aim.by_checkmate:
            demand(
                not moves.checkmated(node.position, aim.rules),
                "refutation",
                f"node {node.place}: the defender is checkmated",
            )
    for position, plies, keys in claims:
        _held(nodes, position, plies, aim, "the position", tables, keys)
    for node in nodes.values():
        _node(nodes, node, aim, tables)


def _node(nodes, node, aim, tables):
    where = f"node {node.place}"
    position = node.position
    missed, to_meet = aim.meets(position)
    if node.move is None:
        gone = missed and not aim.playable(position)
        demand(gone, "refutation", f"{where}: the defender has a move")
        return
    found = moves.find(position, node.move, aim.rules)
    demand(found is not None, "refutation", f"{where}: {node.move} is not allowed")
    move, after = found
    if aim.rules.taken and moves.takes_royal(position, move, aim.rules):
        return
    if not missed:
        demand(move in [answer for answer, _ in to_meet], "refutation", f"{where}: {node.move} is no answer")
    fewer = None if node.plies is None else node.plies - 1
    _held(nodes, after, fewer, aim, where, tables)


def _held(nodes, position, plies, aim, where, tables, keys=()):
    if plies is not None and plies < aim.least or aim.hopeless(position):
        return
    if aim.reflex and aim.mates(position):
        return
    if tables is not None and tables.hold(position, plies):
        return
    fewer = None if plies is None else plies - 1
    for move, after in aim.playable(position):
        text = moves.write(move)
        if text in keys:
            continue
        if aim.at_once(position, move, after):
            raise Refused("refutation", f"{where}: {text} reaches the aim")
        if hasattr(aim, "name") and aim.meets(after)[0]:
            continue
        node = nodes.get(after.key())
        if node is not None and (node.plies is None or fewer is not None and node.plies >= fewer):
            continue
        if tables is not None and tables.hold(after, fewer):
            continue
        demand(aim.needs_no_node(after, fewer), "refutation", f"{where}: nothing holds {text}")
