"""`legality`: can the position arise in play?"""

from ..errors import Refused, demand
from ..strict import array as listed
from ..strict import integer, keys, string
from . import bound, clocks, game, history, nodes
from . import past as pasts
from .array import USUAL, Array, is_array
from .array import read as read_array


def check(certificate):
    """Refuses unless the claim is proved."""
    claim = certificate["claim"]
    answer = string(claim.get("answer"), what="answer")
    past = pasts.read(certificate["position"])
    evidence = certificate["evidence"]
    if answer == "legal":
        _legal(claim, evidence, past)
    elif answer == "illegal":
        _illegal(claim, evidence, past)
    elif answer in ("white-history", "black-history"):
        history.check(claim, evidence, past, answer)
    else:
        raise Refused("form", f"no answer {answer!r}")


def start(claim):
    """The array of a claim."""
    if "start" not in claim:
        return Array()
    array = read_array(claim["start"], "form")
    demand(claim["start"] != USUAL, "form", "the usual array is not named")
    return array


def _legal(claim, evidence, past):
    keys(claim, ["answer"], ["start", "clocks", "at_least", "castling", "en_passant"])
    array = start(claim)
    for free in ("castling", "en_passant"):
        if free in claim:
            demand(claim[free] == "any" and "at_least" in claim, "form", f"{free} is any, beside at_least")
    needed = ["game"]
    optional = ["searched"]
    if "at_least" in claim:
        demand("start" not in claim, "form", "at_least is of games from the usual array")
        needed.append("bound")
    if "clocks" not in claim:
        optional.append("draws")
    keys(evidence, needed, optional, what="evidence")
    if "searched" in evidence:
        searched = keys(evidence["searched"], ["plies", "nodes"])
        integer(searched["plies"], 0, 2**64 - 1, what="searched plies")
        integer(searched["nodes"], 0, 2**64 - 1, what="searched nodes")
    ignored = "draws" in evidence
    if ignored:
        demand(evidence["draws"] == "ignored", "form", "draws are ignored, or not mentioned")
    quiet, plies = game.replay(evidence["game"], past, array, ignored)
    if "clocks" in claim:
        clocks.check_game(clocks.read(claim["clocks"]), quiet, plies, past.side)
    if "at_least" in claim:
        bound.check(claim, evidence["bound"], past)


def _illegal(claim, evidence, past):
    keys(claim, ["answer"], ["start", "clocks"])
    if claim.get("start") == "any":
        demand("clocks" not in claim, "form", "clocks are not asked about with any array")
        _any_array(keys(evidence, ["arrays"])["arrays"], past)
        return
    array = start(claim)
    if "clocks" in claim and "clocks" in evidence:
        read = clocks.read(claim["clocks"])
        clocks.check_fault(keys(evidence, ["clocks"])["clocks"], read, past, array)
        return
    if "clocks" in claim:
        clocks.read(claim["clocks"])
    nodes.check(nodes.read(keys(evidence, ["nodes"])["nodes"]), past, array)


# Reasons that ask where kings and rooks begin, and those that ask for the whole array.
_OF_CASTLING = {"retract", "files", "columns"}
_OF_ALL = {"origins", "locked", "confined-columns", "kernel", "order", "parity"}


def _is_paid(node_list, letters):
    """May so many arrays stand beside these nodes?"""
    reasons = {reason for _, reason, *_ in node_list}
    castling = {tuple(file for file in range(8) if text[file] in "kr") for text in letters if is_array(text)}
    if len(letters) == 1:
        return True
    if reasons & _OF_ALL:
        return False
    return len(castling) == 1 or len(node_list) == 1 and not reasons & _OF_CASTLING


def _any_array(value, past):
    listed_once = set()
    for entry in listed(value):
        letters, node_list = listed(entry, 2)
        read, letters = nodes.read(node_list), listed(letters)
        demand(len(letters) > 0, "nodes", "no array is listed")
        demand(_is_paid(read, letters), "nodes", "the nodes ask too much of so many arrays")
        for text in letters:
            demand(is_array(text), "nodes", f"{text!r} is no array")
            demand(text not in listed_once, "nodes", f"{text} is listed twice")
            listed_once.add(text)
            nodes.check(read, past, Array(text))
    demand(len(listed_once) == 960, "nodes", f"{len(listed_once)} arrays, not 960")
