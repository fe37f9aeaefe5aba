"""What looks at what refutations leave out cost, and keys, as one reader or another takes the document."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from arbiter_check import moves
from arbiter_check.position import read, write_men
from arbiter_check.rulesets import RULES, STANDARD
from arbiter_check.win.aims import Win

from .made import no_win
from .ways import text_of

BASE, MOVE, CHECK = 384, 16, 384
SEARCH, ANSWER = 128, 64
# From 4 plies on hundreds of looks, which cost 1,057,968.
CROWDED = "nRnrQ1rQ/P1QPR2r/n2QbQ1Q/RBQQKQ1b/1rrr2bP/bRr1Qrkr/RrR2NNr/bb2Rb2 w - -"
# One move to meet, and few answers, at positions with 3 to 54 pseudo-legal moves.
COINS = (
    "8/5nn1/7B/1r6/1r6/k7/2r5/K1q5 w - -",
    "2n5/K7/P7/1r6/8/8/4r1k1/7q w - -",
    "1R5q/8/8/8/8/2pk4/1q6/1K6 w - -",
    "8/b7/6P1/8/k6n/1b5K/6q1/3q4 w - -",
    "4k3/5q1K/n1r5/8/8/8/8/2N5 w - -",
    "8/8/8/5r2/KP6/6p1/4r2k/r7 w - -",
    "3K4/3q2k1/8/8/7P/8/8/8 w - -",
    "N7/1nn5/b5n1/q5nK/7q/3k4/8/8 w - -",
    "8/8/4b3/B7/3k4/4qK2/8/8 w - -",
    "6R1/7k/8/5r1r/8/8/8/6Kr w - -",
    "3kq3/6N1/4R2K/5Nq1/8/6q1/N7/8 w - -",
    "8/8/8/1R2Q3/1N3rkq/8/6r1/4K3 w - -",
    "Q7/7Q/5q2/7K/8/5p2/2B5/6kq w - -",
)
# Nothing is won at once, where the board is small.
SMALL_COINS = {
    "simplified": ("Q3/1n2/4/3q w", "Q3/1n2/4/N2q w", "Q3/1n2/R1n1/3q w", "Q3/1n2/N1n1/3q w"),
    "los-alamos": ("5k/6/6/6/R5/K5 w", "5k/6/6/6/R5/KN4 w", "5k/6/1N4/3Q2/6/K5 w", "5k/6/1R4/3Q2/6/K5 w"),
}
# One move to meet, and one look, at a position without any move; and one without any.
STUCK = "KN1n2k1/PPpP3p/P1P5/8/7P/8/8/8 w - -"
STUCK_NOW = "KN1n2k1/PPpP4/P1P5/7p/7P/8/8/8 w - -"
# One move to meet, and one look, at a king alone with five moves.
POOR = "4K1qk/1r6/8/8/6Q1/8/8/8 w - -"
# A king alone.
FREE = "8/8/8/8/8/1k6/8/K7 w - -"
# Looks that cost more than without nodes is paid for; and much more.
FEW = "1NB1RQnB/2rPR3/1R4Pp/3r1KBn/6P1/pb5k/2Q2R2/B2R1N2 w - -"
DEAR = "1rQ1BbQ1/P2QQQb1/B2rpN1Q/NrPbk3/qKb1bpB1/2bBPnRp/2R1p1qP/bRR1bN1R w - -"


def in_order(_, move, rules):
    """The order of the document."""
    return moves.order(move, rules)


def count(position, rules):
    """Pseudo-legal moves."""
    return sum(1 for _ in moves.pseudo_legal(position, rules))


def checks(position, rules):
    """Those that give check, or capture the royal."""
    return sum(hits(position, move, rules) for move in moves.pseudo_legal(position, rules))


def hits(position, move, rules):
    if rules.taken:
        return moves.takes_royal(position, move, rules)
    return moves.in_check(moves.play(position, move), rules)


def until_met(_, tried, __):
    """Answers that are tried."""
    return len(tried)


def answers(_, __, after, rules):
    """What a move of keys costs beside looks."""
    return SEARCH + ANSWER * count(after, rules)


def everywhere(own, entries):
    """The claims whose moves of keys are paid for."""
    return own + entries


@dataclass(frozen=True)
class Reading:
    """How a reader takes the document: this is what it says, but for what is wrong."""

    order: Callable = in_order
    counted: Callable = count
    checked: Callable = checks
    tried: Callable = until_met
    keyed: Callable = answers
    paid: Callable = everywhere
    wrong: str = ""

    def look(self, position, rules):
        """What a look costs."""
        return _look(position.key(), position, rules, self.counted, self.checked)


DOCUMENT = Reading()
_LOOKS = {}


def _look(key, position, rules, counted, checked):
    name = key, rules.name, counted, checked
    if name not in _LOOKS:
        _LOOKS[name] = BASE + MOVE * counted(position, rules) + CHECK * checked(position, rules)
    return _LOOKS[name]


@cache
def _win(rules):
    return Win(rules)


def met(after, rules, reading=DOCUMENT):
    """The answer that is found, None if there is no move, and what it costs to find it: None where moves are and
    none will do, as after a key."""
    win = _win(rules)
    listed = sorted(moves.pseudo_legal(after, rules), key=lambda move: reading.order(after, move, rules))
    allowed, tried, cost, found = dict(win.playable(after)), [], 0, None
    if reading.wrong == "taken-first":
        listed.sort(key=lambda move: not moves.takes_royal(after, move, rules))
    for move in listed:
        tried.append(move)
        if move not in allowed:
            continue
        then, taken = allowed[move], moves.takes_royal(after, move, rules)
        if not taken or reading.wrong == "taken-looked-at":
            first = cost == 0 or reading.wrong != "base-once"
            cost += reading.look(then, rules) - (0 if first else BASE)
        if taken or not win.wins_at_once(then):
            found = move
            break
    else:
        if allowed:
            return None, None
    return found, cost + ANSWER * reading.tried(listed, tried, allowed)


def edges(position, rules=STANDARD, reading=DOCUMENT):
    """What holds each move for 3 or 4 plies: the position after it, what the looks cost, a node instead."""
    for move, after in _win(rules).playable(position):
        found, cost = met(after, rules, reading)
        yield move, after, cost, [put(after, rules), 3, found and moves.write(found)]


def put(position, rules):
    """The position as text."""
    if rules.castling:
        return text_of(position)
    return f"{write_men(position.men, rules.size)} {'wb'[position.side]}"


@cache
def _edges(text, rules, reading):
    listed = edges(read(text, rules), rules, reading)
    return [(moves.write(move), after.key(), cost) for move, after, cost, _ in listed]


def total(case, reading=DOCUMENT):
    """What a certificate's looks and keys cost, as some reader reads it."""
    rules, nodes = RULES[case["rules"]], {}
    for text, plies, _ in case["evidence"]["refutation"]:
        nodes[read(text, rules).key()] = plies
    seen = set()

    def held(position, plies, keys=()):
        text, wrong = put(position, rules), reading.wrong
        if plies is not None and plies < (0 if wrong == "none-left" else 1):
            return 0
        if _win(rules).hopeless(position) and wrong != "hopeless":
            return 0
        cost = (
            0 if wrong == "held" or wrong == "held-once" and text in seen else reading.look(position, rules)
        )
        if wrong == "stuck" and not count(position, rules):
            cost = 0
        seen.add(text)
        if plies is None or plies < (1 if wrong == "short" else 3):
            return cost
        sought = 0
        for move, after, each in _edges(text, rules, reading):
            listed = nodes.get(after, -1)
            if (
                move in keys
                and wrong != "keys"
                or (listed is None or listed >= plies - 1)
                and wrong != "listed"
            ):
                continue
            cost += each
            sought += 1
        if sought and wrong == "search-once":
            sought = 1
        return cost + (0 if wrong == "search" else SEARCH * sought)

    cost = sum(held(read(text, rules), plies, keys) for text, plies, keys in claims_to_hold(case))
    if reading.wrong == "strategy":
        cost += sum(reading.look(read(text, rules), rules) for text, _, _ in case["evidence"]["strategy"])
    for text, plies, answer in case["evidence"]["refutation"]:
        if reading.wrong == "nodes" or answer is None:
            continue
        position = read(text, rules)
        if reading.wrong == "node":
            cost += reading.look(position, rules)
        move, then = moves.find(position, answer, rules)
        if not moves.takes_royal(position, move, rules) or reading.wrong == "taken-held":
            cost += held(then, None if plies is None else plies - 1)
    keys = keys_cost(case, reading)
    return max(cost, keys) if reading.wrong == "apart" else cost + keys


def claims_to_hold(case):
    """What is to be held, but for keys, as entries of variations."""
    claim, entries = case["claim"], [*_entries(case), *claimed(case)]
    if claim["answer"] == "win" and "shortest" not in claim:
        return entries
    plies = claim["plies"] - 1 if "shortest" in claim else claim["plies"]
    return [*entries, [case["position"], plies, []]]


def _entries(case):
    """Those of variations with moves."""
    return [entry for entry in case["claim"].get("variations", ()) if len(entry) == 3]


def claimed(case):
    """The claim of keys as an entry of variations, if there is one."""
    keys = case["claim"].get("keys")
    return [[case["position"], keys["plies"], keys["moves"]]] if keys else []


def keys_cost(case, reading=DOCUMENT):
    """What the moves of keys cost beside looks."""
    rules, cost = RULES[case["rules"]], 0
    for text, _, keys in reading.paid(claimed(case), _entries(case)):
        position = read(text, rules)
        for key in keys:
            cost += reading.keyed(position, *moves.find(position, key, rules), rules)
    return cost


def price(text, plies=4, rules=STANDARD):
    """What the looks cost without nodes."""
    return total(no_win(text, plies, [], rules.name))
