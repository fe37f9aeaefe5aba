"""`can-win`: can a side still win, by any moves?"""

from .. import moves
from ..errors import Refused, demand
from ..position import read
from ..rulesets import STANDARD
from ..strict import array, integer, keys, string
from . import closure, ghosts, region
from .material import material

MOST_POSITIONS = 32


def check(certificate):
    """Refuses unless the claim is proved."""
    claim = keys(certificate["claim"], ["answer", "side"])
    position = read(certificate["position"], STANDARD)
    demand(claim["side"] in ("white", "black"), "can-win-claim", f"no side {claim['side']!r}")
    attacker = 0 if claim["side"] == "white" else 1
    evidence = certificate["evidence"]
    if claim["answer"] == "winnable":
        _line(position, attacker, array(keys(evidence, ["line"])["line"]))
    elif claim["answer"] == "unwinnable":
        _unwinnable(position, attacker, evidence)
    else:
        raise Refused("can-win-claim", f"no answer {claim['answer']!r}")


def _line(position, attacker, texts):
    for number, text in enumerate(texts):
        found = moves.find(position, string(text), STANDARD)
        demand(found is not None, "line", f"ply {number + 1}: {text} is not legal")
        position = found[1]
    demand(
        position.side != attacker and moves.checkmated(position, STANDARD),
        "line",
        "the line does not end in checkmate by this side",
    )


def _leaves(position, attacker, entries):
    """What counts as one with a leaf, from each of which the attacker never mates."""
    found = {closure.key(position)}
    demand(bool(entries), "closure", "no leaves")
    for entry in entries:
        text, evidence = array(entry, 2)
        leaf = read(string(text), STANDARD)
        demand(closure.key(leaf) not in found, "closure", f"{text}: known already")
        found.add(closure.key(leaf))
        demand(isinstance(evidence, dict) and "leaves" not in evidence, "form", "a leaf has no leaves")
        _unwinnable(leaf, attacker, evidence, 1)
    return found - {closure.key(position)}


def _unwinnable(position, attacker, evidence, allowed=MOST_POSITIONS):
    ended = not moves.has_move(position, STANDARD)
    if "terminal" in evidence:
        demand(keys(evidence, ["terminal"])["terminal"] is True, "form", "terminal is true")
        mated = position.side != attacker and moves.in_check(position, STANDARD)
        demand(ended and not mated, "terminal", "the game is not over, or won")
        return
    rule = next((name for name in ("material", "region") if name in evidence), "closure")
    rule = "ghosts" if "ghosts" in evidence else rule
    if rule == "material":
        demand(keys(evidence, ["material"])["material"] is True, "form", "material is true")
        demand(not ended, rule, "the side to move has no move")
        demand(material(position.men, attacker), rule, "there is enough to mate with")
    elif rule == "region":
        value = keys(evidence, ["region"])["region"]
        demand(not ended, rule, "the side to move has no move")
        region.check(position, attacker, value)
    else:
        more = next((name for name in ("ghosts", "leaves") if name in evidence), None)
        keys(evidence, ["closure"] + ([more] if more else []), ["positions"])
        most = integer(evidence["closure"], 1, allowed, rule, "closure")
        texts = [string(text) for text in array(evidence.get("positions", []))]
        demand(not ended, rule, "the side to move has no move")
        if rule == "ghosts":
            ghosts.check(position, attacker, most, texts, evidence["ghosts"])
        elif more:
            leaves = _leaves(position, attacker, array(evidence["leaves"]))
            closure.check(position, attacker, most, texts, leaves)
        else:
            closure.check(position, attacker, most, texts)
