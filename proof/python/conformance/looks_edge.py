"""Refutations whose looks cost just what their nodes pay, or 16 more."""

from functools import cache

from arbiter_check import moves
from arbiter_check.position import read
from arbiter_check.rulesets import RULES, STANDARD

from .coins import made_of
from .looks_price import (
    COINS,
    DOCUMENT,
    SEARCH,
    SMALL_COINS,
    Reading,
    edges,
    price,
    total,
)
from .made import changed, demand, no_win
from .purse import SHORT, purse

# All prices are multiples of this.
UNIT = 16
REFUTATION, VARIATIONS = ("evidence", "refutation"), ("claim", "variations")
SMALL_SPARE = {
    "simplified": ("q3/4/4/{} b", "a4a3"),
    "los-alamos": ("k5/6/6/6/6/{} b", "a6a5"),
    "pawnless": ("k7/8/8/8/8/8/8/{} b", "a8a7"),
}


def mirrored(text):
    """The same with the other colours."""
    men, side = text.split()[:2]
    return f"{'/'.join(men.swapcase().split('/')[::-1])} {'b' if side == 'w' else 'w'} - -"


def spare(number, attacker="w", rules=STANDARD):
    """So many nodes that are not needed."""
    if rules != STANDARD:
        return _small_spare(number, rules)
    texts = SHORT + [f"k7/8/8/8/8/8/{at or ''}K{7 - at or ''}/8 b - -" for at in range(8)]
    texts += [f"k7/8/8/8/8/{at or ''}K{7 - at or ''}/8/8 b - -" for at in range(8)]
    demand(number <= len(texts))
    if attacker == "w":
        return [[text, 0, "a8b8"] for text in texts[:number]]
    return [[mirrored(text), 0, "a1b1"] for text in texts[:number]]


def _small_spare(number, rules):
    text, answer = SMALL_SPARE[rules.name]
    last = rules.size - 1
    rows = [f"{at}{rules.royal}{last - at or ''}" for at in range(1, rules.size)]
    demand(number <= len(rows))
    return [[text.format(row), 0, answer] for row in rows[:number]]


# From here on coins make up what is asked for; above it the dearest is taken.
LOW = 16000


@cache
def _priced(attacker, rules):
    """Entries of variations by what they cost."""
    texts, both = COINS, (4, 1)
    if rules.name in SMALL_COINS:
        texts, both = SMALL_COINS[rules.name], (1,)
    if rules.name == "pawnless":
        texts = [text[:-4] for text in COINS if "p" not in text.split()[0].lower()]
    if attacker == "b":
        demand(rules == STANDARD)
        texts = list(map(mirrored, COINS))
    return {price(text, plies, rules): [text, plies, []] for plies in both for text in texts}


def coins(amount, attacker="w", rules=STANDARD):
    """Entries of variations that cost so much together; none if there are no such."""
    priced = _priced(attacker, rules)
    if amount < 0 or amount % UNIT:
        return None
    dear = max(priced)
    many = max(0, (amount - LOW) // dear)
    small = made_of([coin // UNIT for coin in priced], (amount - many * dear) // UNIT, (LOW + dear) // UNIT)
    return None if small is None else [priced[coin] for coin in [dear] * many + [c * UNIT for c in small]]


def varied(case, entries):
    """With variations, of which none is won, beside those there are."""
    entries = case["claim"].get("variations", []) + entries
    evidence = {"strategy": [], **case["evidence"]}
    return changed(case, (VARIATIONS, entries), (("evidence",), evidence))


def filled(case, number, more=0):
    """With so many nodes that are not needed, and looks that cost just what all pay, or so much more; None if that
    cannot be."""
    rules, attacker = RULES[case["rules"]], case["position"].split()[1]
    nodes = case["evidence"]["refutation"] + spare(number, attacker, rules)
    entries = coins(purse(nodes) + more - total(case), attacker, rules)
    if entries is None:
        return None
    full = varied(changed(case, (REFUTATION, nodes)), entries)
    demand(total(full) == purse(nodes) + more)
    return full


def padded(case, more):
    """The same with as few nodes that are not needed as will do."""
    return next(filter(None, (filled(case, number, more) for number in range(16))))


def fits(case, reading=DOCUMENT):
    """May the looks cost what they do?"""
    return total(case, reading) <= purse(case["evidence"]["refutation"])


def needed(text):
    """The fewest nodes for 4 plies, the dearest first: what each leads to is looked at."""
    listed = []
    for _, after, cost, node in edges(read(text, STANDARD)):
        then = moves.find(after, node[2], STANDARD)[1]
        listed.append((SEARCH + cost - DOCUMENT.look(then, STANDARD), node))
    listed.sort(key=lambda edge: -edge[0] - purse([edge[1]]))
    left, nodes = price(text), []
    while left > purse(nodes):
        saved, node = listed[len(nodes)]
        nodes.append(node)
        left -= saved
    demand(left == total(no_win(text, 4, nodes)))
    return nodes


def just(made, name, why, case, number=0):
    """What may be, and one unit more."""
    for more in (0, UNIT):
        build = made.trap if more else made.good
        words = "more than looks may cost" if more else "just what looks may cost"
        full = filled(case, number, more)
        build(f"{name}-more" if more else name, f"{why}: {words}", full)


def again(text, times, plies=4, nodes=()):
    """So many looks for the same."""
    return varied(no_win(text, plies, list(nodes)), [[text, plies, []]] * (times - 1))


def narrow(made, name, why, case, **reading):
    """What another reader would judge otherwise, with other entries beside."""
    reading = Reading(**reading)
    true, other = total(case), total(case, reading)
    demand(true != other)
    more = UNIT * int(other < true)
    full = padded(case, more)
    demand(fits(full, reading) == (more > 0))
    build = made.trap if more else made.odd
    build(name, why, full)
