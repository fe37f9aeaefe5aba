"""`win`: forced win within a number of plies."""

from ..errors import demand
from ..position import read
from ..strict import array, integer, keys, string
from . import refutation, strategy, tables
from .aims import AIMS, Aim, Win

MOST = 2**64 - 1


class Node:
    """One node of a list."""

    __slots__ = ("position", "plies", "move", "place")

    def __init__(self, position, plies, move, place):
        self.position, self.plies, self.move, self.place = position, plies, move, place


def read_nodes(value, rules, rule, unbounded):
    """The nodes of a list by the keys of their positions."""
    found = {}
    for place, entry in enumerate(array(value)):
        text, plies, move = array(entry, 3)
        position = read(text, rules)
        if not (unbounded and plies is None):
            integer(plies, 0, MOST, rule, "plies")
        if not (unbounded and move is None):
            string(move)
        demand(position.key() not in found, rule, f"node {place}: the position occurs twice")
        found[position.key()] = Node(position, plies, move, place)
    return found


def _claim(certificate, rules):
    claim = keys(certificate["claim"], ["answer", "plies"], ["shortest", "aim", "keys"])
    answer, plies = claim["answer"], claim["plies"]
    demand(answer in ("win", "no-win"), "win-claim", f"answer {answer!r}")
    if "shortest" in claim:
        demand(claim["shortest"] is True and answer == "win", "win-claim", "shortest is true, of a win")
    if not (answer == "no-win" and plies is None):
        integer(plies, 0, MOST, "win-claim", "plies")
    aim = Win(rules)
    if "aim" in claim:
        demand(claim["aim"] in AIMS and not rules.taken, "win-claim", f"aim {claim['aim']!r}")
        aim = Aim(rules, claim["aim"])
    named = None
    if "keys" in claim:
        demand(answer == "win", "win-claim", "keys are of a win")
        named = keys(claim["keys"], ["plies", "moves"], rule="win-claim", what="keys")
        integer(named["plies"], 0, MOST, "win-claim", "plies of keys")
        moves = [string(move, "win-claim") for move in array(named["moves"])]
        demand(len(set(moves)) == len(moves), "win-claim", "a key occurs twice")
    return answer, plies, claim.get("shortest", False), aim, named


def check(certificate, rules):
    """Refuses unless the claim is proved."""
    answer, plies, shortest, aim, named = _claim(certificate, rules)
    position = read(certificate["position"], rules)
    evidence = certificate["evidence"]
    refuting = answer == "no-win" or shortest or named is not None
    tabled = "tables" in evidence and "aim" not in certificate["claim"] and named is None
    by = "tables" if tabled else "refutation"
    needed = (["strategy"] if answer == "win" else []) + ([by] if refuting else [])
    keys(evidence, needed, [] if refuting else ["searched"], what="evidence")
    if "searched" in evidence:
        searched = keys(evidence["searched"], ["plies", "nodes"])
        integer(searched["plies"], 0, MOST, what="searched plies")
        integer(searched["nodes"], 0, MOST, what="searched nodes")
    if answer == "win":
        nodes = read_nodes(evidence["strategy"], rules, "strategy", False)
        strategy.check(nodes, position, plies, aim)
        if named is not None:
            for move in named["moves"]:
                strategy.check_key(nodes, Node(position, named["plies"], move, "keys"), aim)
    if refuting:
        bound = plies - 1 if shortest else plies
        claims = [] if answer == "win" and not shortest else [(bound, ())]
        if named is not None:
            claims.append((named["plies"], named["moves"]))
        if by == "tables":
            tables.check(evidence["tables"], position, bound, rules)
        else:
            refutation.check(
                read_nodes(evidence["refutation"], rules, "refutation", True), position, claims, aim
            )
