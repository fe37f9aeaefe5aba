"""What is looked at where nodes are left out, and how much of it: refutations, and help play."""

import json

from arbiter_check import moves
from arbiter_check.position import read
from arbiter_check.rulesets import RULES

from . import looks_aims, looks_aims_held, looks_counted, looks_help, looks_keys
from .looks_edge import (
    REFUTATION,
    UNIT,
    VARIATIONS,
    again,
    filled,
    fits,
    just,
    narrow,
    needed,
    padded,
    spare,
    varied,
)
from .looks_help import MATE
from .looks_price import (
    ANSWER,
    BASE,
    COINS,
    CROWDED,
    DEAR,
    FEW,
    FREE,
    MOVE,
    POOR,
    SEARCH,
    SMALL_COINS,
    STUCK,
    STUCK_NOW,
    Reading,
    edges,
    price,
    total,
)
from .looks_readings import all_but, but_last, by_queen, each_checking, no_moves
from .made import Cases, certificate, changed, demand, no_win
from .purse import purse, told_apart


def cases():
    """The topic."""
    made = Cases("looks")
    _nodes(made)
    _limits(made)
    _few_moves(made)
    looks_counted.cases(made)
    _royals(made)
    _twice(made)
    _keys(made)
    looks_keys.cases(made)
    _purses(made)
    for case in made.cases:
        if case["expect"] == "accepted" or case.get("trap"):
            demand(fits(json.loads(case["certificate"])) == (case["expect"] == "accepted"))
    looks_help.cases(made)
    looks_aims.cases(made, COINS)
    looks_aims_held.cases(made)
    return made


def _nodes(made):
    nodes = needed(CROWDED)
    full = no_win(CROWDED, 4, nodes)
    made.good("nodes", "so many nodes that the looks beside them may cost what they do", full)
    made.good("nodes-order", "nodes stand in any order", no_win(CROWDED, 4, nodes[::-1]))
    made.trap("nodes-none", "true, but the looks cost more than 65,536", no_win(CROWDED, 4, []))
    made.trap(
        "nodes-one-less", "true, but a node too few for what the looks cost", no_win(CROWDED, 4, nodes[1:])
    )
    made.trap(
        "nodes-three-plies",
        "the defender's answer to the last move of 3 plies is looked for as well",
        no_win(CROWDED, 3, []),
    )
    two = [[text, 2, move] for text, _, move in nodes]
    made.good("nodes-of-two-plies", "2 are left after a move of 3 plies", no_win(CROWDED, 3, two))
    made.trap(
        "nodes-too-short", "3 are left after a move of 4 plies: looks are needed", no_win(CROWDED, 4, two)
    )
    made.good("two-plies", "claims with 1 ply left need no answers", no_win(CROWDED, 2, []))
    ever = [[text, None, move] for text, _, move in nodes]
    made.bad("nodes-null", "no such node is true without nodes for what follows", no_win(CROWDED, 4, ever))
    number = next(n for n in range(24) if price(DEAR) <= purse(spare(n)))
    demand(number >= 1)
    made.odd("spare-nodes", "nodes that are not needed count as well", no_win(DEAR, 4, spare(number)))
    made.trap("spare-nodes-one-less", "a node too few", no_win(DEAR, 4, spare(number - 1)))
    false = [*spare(number - 1), [spare(number)[-1][0], 0, "a8a6"]]
    made.bad("spare-nodes-false", "and must be valid", no_win(DEAR, 4, false))


def _limits(made):
    for number in (0, 3):
        just(made, f"limit-{number}", "looks and answers", no_win(COINS[-2], 4, []), number)
    for number in (0, 1):
        just(made, f"limit-held-{number}", "positions held", again(COINS[-1], 8, 1), number)


def _few_moves(made):
    demand(price(STUCK) == 2 * BASE + MOVE + SEARCH + ANSWER and price(STUCK_NOW) == BASE)
    times = purse([]) // price(STUCK) - 3
    why = "looks at positions without moves cost 384 each, and seeking answers"
    just(made, "stuck", why, again(STUCK, times))
    just(made, "stuck-node", f"{why}, with a node", again(STUCK, times, nodes=spare(1)))
    why = "a position without moves costs 384 to be held"
    just(made, "stuck-now", why, again(STUCK_NOW, 120, 2))
    narrow(made, "stuck-now-looked-at", why, no_win(STUCK_NOW, 9, []), wrong="stuck")
    few = COINS[0]
    times = purse([]) // price(few)
    made.good("few-moves", "some looks at few moves: less than they may cost", again(few, times))
    made.trap("few-moves-more", "some looks at few moves: more than they may cost", again(few, times + 1))
    why, times = "the attacker has too little left to mate, and is looked at", purse([]) // price(POOR)
    made.good("too-little", f"{why}: less than looks may cost", again(POOR, times))
    made.trap("too-little-more", f"{why}: more than looks may cost", again(POOR, times + 1))
    for name, text in (
        ("king", FREE),
        ("knight", "8/8/8/8/8/1k6/8/K6N w - -"),
        ("bishops", "8/8/8/8/2B1B3/k4B2/2B5/K6B w - -"),
    ):
        case = again(text, 180)
        demand(price(text) == 0 and 180 * BASE > purse([]))
        made.odd(
            f"too-little-before-{name}", "too little to mate holds nothing against the claim: no looks", case
        )
    narrow(made, "too-little-almost", "a knight is not too little against a king and a knight",
            no_win("8/8/8/8/8/1k6/7n/KN6 w - -", 2, []), wrong="held")  # fmt: skip


def _royals(made):
    name, rules = "simplified", RULES["simplified"]
    text = "rB1r/rqBQ/n2B/r1rr w"
    single = price(text, 4, rules)
    first = Reading(wrong="taken-first")
    times = purse([]) // single + 1
    demand(total(no_win(text, 4, [], name), first) * times <= purse([]))

    def some(number):
        return varied(no_win(text, 4, [], name), [[text, 4, []]] * (number - 1))

    made.good("royal-taken", "a small board", some(times - 1))
    made.trap(
        "royal-taken-later",
        "answers before one that captures the attacker's royal are looked at",
        some(times),
    )
    other = no_win("nNr1/nrnn/BBbq/RQR1 w", 4, [], name)
    why = "what such a move leads to is not looked at"
    narrow(made, "royal-taken-now", why, other, wrong="taken-looked-at")
    nodes = [node for _, after, _, node in edges(read(other["position"], rules), rules)
             if moves.takes_royal(after, moves.find(after, node[2], rules)[0], rules)][:1]  # fmt: skip
    paid = changed(other, (REFUTATION, nodes))
    narrow(
        made,
        "royal-taken-node",
        "what a node's answer leads to costs nothing if it captures the royal",
        paid,
        wrong="taken-held",
    )
    why = "to try an answer that captures the royal costs 64"
    narrow(made, "royal-taken-tried", why, other, tried=but_last)
    case = no_win(text, 4, [], name)
    why = "what captures the royal is counted"
    narrow(made, "royal-count", why, case, counted=all_but(moves.takes_royal))
    narrow(made, "royal-checks", "capturing the royal costs as a check does", case, checked=no_moves)
    after = "what attacks the royal is no check here, capturing it is"
    narrow(made, "royal-attacked", after, case, checked=each_checking(by_queen))


def _twice(made):
    text = FEW
    first = ["1NB1RQnB/2rPR3/1R1r2Pp/5KBn/6P1/pb5k/2Q2R2/B2R1N2 b - -", 5, "d6d5"]
    other = ["1NB1RQnB/2rPR3/1R4Pp/5KBn/6P1/pb5k/2Qr1R2/B2R1N2 b - -", 5, "d2d5"]
    demand(price(text) <= purse([first]) and 2 * price(text) > purse([first, other]))
    made.good(
        "twice-not", "a node that leads to a position whose moves are looked at", no_win(FREE, 9, [first])
    )
    case = no_win(FREE, 9, [first, other])
    made.trap("twice-nodes", "what two nodes lead to is looked at for each of them", case)
    small = [first[0], 3, first[2]]
    case = no_win(FREE, 9, [small, other])
    made.odd("twice-nodes-shorter", "after this one 2 are left, and no answers are looked for", case)
    case = varied(no_win(text, 4, spare(2)), [[text, 4, []]])
    made.trap("twice-entries", "an entry of variations counts as often as it is repeated", case)
    case = varied(no_win(text, 4, spare(2)), [[text, 2, []]])
    made.odd("twice-entries-shorter", "with 1 ply left no answers are looked for", case)


def _keys(made):
    text, key = "3Q4/1n3b1n/bbQ1n3/6b1/p5kb/1n1b1q2/2pp1bK1/3nQQ1Q w - -", "c6f3"
    keys = {"plies": 4, "moves": [key]}
    claim = {"answer": "win", "plies": 1, "keys": keys}
    evidence = {"strategy": [[text, 1, key]], "refutation": []}
    case = certificate("win", text, claim, evidence)
    cost = total(case)
    number = next(n for n in range(9) if 2 * cost <= purse(spare(n)))
    demand(3 * cost > purse(spare(number)))
    case = changed(case, (REFUTATION, spare(number)))
    entry = [text, 4, [key]]
    why = "what keys rest on costs, with variations"
    just(made, "keys-limit", why, case)
    made.good("keys", "a key has nothing to be looked at, other moves have", case)
    made.good("keys-and-entry", "a variation costs as much again", changed(case, (VARIATIONS, [entry])))
    made.trap(
        "keys-and-entries", "all claims together cost too much", changed(case, (VARIATIONS, [entry] * 2))
    )
    some = [entry, *[[text, 1]] * 99]
    made.good("keys-and-won", "that a position is won takes no looks", changed(case, (VARIATIONS, some)))
    one = changed(case, (("claim", "keys", "plies"), 1))
    narrow(made, "keys-strategy", "nodes of strategies cost nothing", case, wrong="strategy")
    narrow(made, "keys-held", "a position with keys costs a look", one, wrong="held")
    text, fewer = "6k1/8/R7/8/8/8/1R6/7K w - -", {"plies": 2, "moves": []}
    nodes = [[text, 3, "b2b7"], *([f"{row}/1R6/R7/8/8/8/8/7K w - -", 1, "a6a8"] for row in ("5k2", "7k"))]
    claim = {"answer": "win", "plies": 3, "shortest": True, "keys": fewer}
    case = certificate("win", text, claim, {"strategy": nodes, "refutation": []})
    narrow(
        made, "keys-shortest", "with shortest beside the position costs a look twice", case, wrong="held-once"
    )


def _purses(made):
    case = no_win(COINS[-2], 1, [])

    def beside(nodes, more):
        full = filled(changed(case, (REFUTATION, nodes)), 0, more)
        return full, full["evidence"]["refutation"]

    told_apart(made, "purse-", lambda text: [text, 0, "a8b8"], beside)
    small = padded(no_win(SMALL_COINS["los-alamos"][0], 1, [], "los-alamos"), UNIT)
    made.trap("purse-small", "nobody pays for rights that are not written there", small)
    one = filled(case, 1, UNIT)
    full = changed(one, (("evidence", "strategy"), [[MATE, 1, "h1h8"]]))
    made.trap("purse-strategy", "a node of the strategy is in another list, and pays nothing here", full)
    written = json.dumps(one, separators=(",", ":"))
    text = one["evidence"]["refutation"][0][0]
    escaped = written.replace(f'"{text}"', f'"\\u{ord(text[0]):04x}{text[1:]}"')
    demand(len(escaped) == len(written) + 5)
    made.trap("purse-escapes", "a character that is written with an escape is one", escaped)
