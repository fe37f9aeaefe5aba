"""`{"answer": "illegal"}`: nodes about pasts."""

from ..board import WHITE
from ..errors import demand
from ..strict import array as listed
from ..strict import string
from . import instant, lemmas
from . import past as pasts
from .predecessors import predecessors


def read(value):
    """Pasts with their evidence, and their cases if there are any."""
    nodes, seen = [], set()
    for place, entry in enumerate(listed(value)):
        text, by, *cases = listed(entry, 3 if len(listed(entry)) == 3 else 2)
        past = pasts.read(text)
        string(by)
        demand(past.key() not in seen, "nodes", f"node {place}: the position occurs twice")
        seen.add(past.key())
        known = by == "retract" or by in lemmas.LEMMAS or by in lemmas.WITH_CASES
        demand(known, "form", f"node {place}: no lemma {by!r}")
        demand(not cases or by in lemmas.WITH_CASES, "form", f"node {place}: cases of {by!r}")
        nodes.append((past, by, *cases))
    return nodes


def check(nodes, position, array):
    """Refuses unless the nodes are valid for a position and an array."""
    demand(nodes and nodes[0][0].covers(position), "nodes", "the first node does not cover the position")
    by_men = {}
    for past, *_ in nodes:
        by_men.setdefault(("".join(past.men), past.side), []).append(past)
    for place, (past, by, *cases) in enumerate(nodes):
        if by == "retract":
            _retract(past, by_men, array, place)
        else:
            lemmas.check(by, past, array, place, *cases)


def _retract(past, by_men, array, place):
    begins = past.men == array.men and past.side == WHITE and past.passant is None
    demand(not begins, "retract", f"node {place}: the array is covered")
    for before in predecessors(past, array):
        if instant.applies(before, array):
            continue
        covers = by_men.get(("".join(before.men), before.side), ())
        demand(
            any(other.covers(before) for other in covers),
            "retract",
            f"node {place}: a predecessor is covered by no node: {before.key()[0]}",
        )
