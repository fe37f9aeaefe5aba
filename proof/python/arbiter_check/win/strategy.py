"""`strategy`: the attacker wins, one move for each of its positions."""

from .. import moves
from ..errors import demand
from ..looks import ANSWER, SEARCH, Looks


def check_found(nodes, position, plies):
    """Refuses unless there is a node for the position."""
    found = nodes.get(position.key())
    demand(found is not None, "strategy", "no node for the position")
    demand(found.plies <= plies, "strategy", f"the node of the position has {found.plies} plies")


def check(nodes, attacker, aim):
    """Refuses unless every node is valid."""
    looks = Looks([node.text for node in nodes.values()], aim.rules, "strategy")
    for node in nodes.values():
        demand(node.position.side == attacker, "strategy", f"node {node.place}: the defender is to move")
        demand(node.plies >= aim.least, "strategy", f"node {node.place}: too few plies")
        _node(nodes, node, aim, looks)


def check_key(nodes, node, aim, looks):
    """Refuses unless what is demanded of a node holds of this one, which is in no list; the looks are those
    of the refutation beside, which pays for the answers too."""
    demand(node.plies >= aim.least, "strategy", "keys: too few plies")
    found = moves.find(node.position, node.move, aim.rules)
    demand(found is not None, "strategy", f"keys: {node.move} is not allowed")
    looks.spend(SEARCH + ANSWER * sum(1 for _ in moves.pseudo_legal(found[1], aim.rules)))
    _node(nodes, node, aim, looks)


def _node(nodes, node, aim, looks):
    where = f"node {node.place}"
    if aim.reflex:
        looks.pay(node.position)
        demand(not aim.mates(node.position), "strategy", f"{where}: the attacker has to mate")
    found = moves.find(node.position, node.move, aim.rules)
    demand(found is not None, "strategy", f"{where}: {node.move} is not allowed")
    move, after = found
    if aim.by_defender:
        looks.pay(after)
    if aim.at_once(node.position, move, after):
        return
    demand(node.plies >= aim.least + 2, "strategy", f"{where}: {node.move} does not reach the aim at once")
    missed, answers = aim.meets(after)
    demand(not missed, "strategy", f"{where}: {node.move} misses the aim")
    for answer, then in answers:
        next_node = nodes.get(then.key())
        text = moves.write(answer)
        demand(next_node is not None, "strategy", f"{where}: no node after {text}")
        demand(next_node.plies <= node.plies - 2, "strategy", f"{where}: too many plies after {text}")
