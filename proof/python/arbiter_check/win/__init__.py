"""`win`: forced win within a number of plies."""

from ..errors import demand
from ..position import read
from ..strict import array, integer, keys, string
from . import refutation, strategy, tables
from .aims import AIMS, Aim, Win

MOST = 2**64 - 1


class Node:
    """One node of a list, with its position as it is written there; or what is demanded of one."""

    __slots__ = ("position", "plies", "move", "place", "text")

    def __init__(self, position, plies, move, place, text=""):
        self.position, self.plies, self.move, self.place, self.text = position, plies, move, place, text


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
        found[position.key()] = Node(position, plies, move, place, text)
    return found


def _claim(certificate, rules):
    claim = keys(certificate["claim"], ["answer", "plies"], ["shortest", "aim", "keys", "variations"])
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
        _read_moves(named["moves"])
    return answer, plies, claim.get("shortest", False), aim, named


def _read_moves(value):
    read = [string(move, "win-claim") for move in array(value)]
    demand(len(set(read)) == len(read), "win-claim", "a key occurs twice")
    return read


def _variations(value, rules, side):
    """Positions, plies, and all moves that win within so many, or None."""
    for place, entry in enumerate(array(value)):
        demand(len(array(entry)) in (2, 3), "win-claim", f"variation {place}: two or three values")
        position = read(entry[0], rules)
        demand(position.side == side, "win-claim", f"variation {place}: the defender is to move")
        integer(entry[1], 0, MOST, "win-claim", f"plies of variation {place}")
        yield position, entry[1], _read_moves(entry[2]) if len(entry) == 3 else None


def check(certificate, rules):
    """Refuses unless the claim is proved."""
    answer, plies, shortest, aim, named = _claim(certificate, rules)
    position = read(certificate["position"], rules)
    evidence = certificate["evidence"]
    varied = "variations" in certificate["claim"]
    variations = list(_variations(certificate["claim"]["variations"], rules, position.side)) if varied else []
    more = named is not None or varied
    refuting = answer == "no-win" or shortest or more
    tabled = "tables" in evidence and "aim" not in certificate["claim"] and not more
    by = ["refutation"]
    if tabled:
        by = ["refutation", "tables"] if position.rights else ["tables"]
    playing = answer == "win" or varied
    needed = (["strategy"] if playing else []) + (by if refuting else [])
    keys(evidence, needed, [] if refuting else ["searched"], what="evidence")
    if "searched" in evidence:
        searched = keys(evidence["searched"], ["plies", "nodes"])
        integer(searched["plies"], 0, MOST, what="searched plies")
        integer(searched["nodes"], 0, MOST, what="searched nodes")
    nodes = read_nodes(evidence["strategy"], rules, "strategy", False) if playing else {}
    if playing:
        strategy.check(nodes, position.side, aim)
        if answer == "win":
            strategy.check_found(nodes, position, plies)
    claims = list(variations)
    if named is not None:
        claims.append((position, named["plies"], named["moves"]))
    if refuting:
        bound = plies - 1 if shortest else plies
        refuted = [claim for claim in claims if claim[2] is not None]
        if answer == "no-win" or shortest:
            refuted.append((position, bound, ()))
        if by == ["tables"]:
            tables.check(evidence["tables"], position, bound, rules)
            return
        held = read_nodes(evidence["refutation"], rules, "refutation", True)
        known = tables.Examined(evidence["tables"], position, rules) if tabled else None
        looks = refutation.check(held, position.side, refuted, aim, known)
        if known is not None:
            known.check()
    for at, within, keys_there in claims:
        if keys_there is None:
            strategy.check_found(nodes, at, within)
        for move in keys_there or ():
            strategy.check_key(nodes, Node(at, within, move, "keys"), aim, looks)
