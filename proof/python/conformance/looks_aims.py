"""What is looked at in selfmates and reflexmates: mates, by strategies too."""

from arbiter_check import moves
from arbiter_check.looks import price
from arbiter_check.position import read
from arbiter_check.rulesets import STANDARD
from arbiter_check.win.aims import Aim

from .coins import made_of
from .looks_edge import spare
from .looks_price import ANSWER, SEARCH, count
from .looks_readings import legal
from .made import certificate, changed, demand
from .purse import OTHERS, as_before, purse, told_apart

CROWDED = "nRnrQ1rQ/P1QPR2r/n2QbQ1Q/RBQQKQ1b/1rrr2bP/bRr1Qrkr/RrR2NNr/bb2Rb2 w - -"
# Few moves, and within 2 plies nothing is reached.
QUIET = "8/8/8/8/1p6/1P1k4/2R5/K7 w - -"
MATED = "7k/5KQ1/8/8/8/8/8/8 b - -"
# Selfmates, and reflexmates, at once, after which each pseudo-legal move counts: few of them are legal.
AT_ONCE = (
    ("Rq1q1qkq/qqq1RNqq/R3K3/qq4qq/q6q/q4q1N/Qq5q/1qqq1qqB w - -", "f7h6"),
    ("qkq1q1qR/qqNR1qqq/3K3R/qq4qq/q6q/N1q4q/q5qQ/Bqq1qqq1 w - -", "c7a6"),
    ("q1q1r1bN/qqq1qrqQ/1qq1qq1q/q3q1qr/q5q1/B2KN1RN/qq3qqk/nRq1q2q w - -", "e3f1"),
    ("Nb1r1q1q/Qqrq1qqq/q1qq1qq1/rq1q3q/1q5q/NR1NK2B/kqq3qq/q2q1qRn w - -", "d3c1"),
    ("BqnBqBqB/Bqqq3q/qR3K2/q1qq3q/2q3qB/qQ2q1qQ/1qq3qR/1k1qq1qR w - -", "b3b2"),
    ("BqBqBnqB/q3qqqB/2K3Rq/q3qq1q/Bq3q2/Qq1q2Qq/Rq3qq1/Rq1qq1k1 w - -", "g3g2"),
    ("2qqqqrq/rr1QqkqR/Qqq2Bqq/N3K2N/q5q1/q4qRr/qQ1q1q1b/bqqQRq2 w - -", "d7e7"),
    ("qrqqqq2/RqkqQ1rr/qqB2qqQ/N2K3N/1q5q/rRq4q/b1q1q1Qq/2qRQqqb w - -", "e7d7"),
)
# Nodes to stand last behind the first four of these: they cost just what they pay, which is more than 32,768 for
# each. With the other one they cost 16 more.
LAST = {
    "selfmate": (
        ("2NqRqkb/qqq2Nqq/4K3/1q5q/qq3q1q/2q2qq1/3q2qB/Rqr1BqqR w - -", "f7h6"),
        ("B2qqqkn/qq2BNqq/4K3/2q4q/q6q/2qq1q1R/7q/qq4q1 w - -", "f7h6"),
    ),
    "reflexmate": (
        ("qqR1qRqN/r2q3q/1R3K2/npq4q/1nq5/bQ2q1qq/1bq5/1kq5 w - -", "b3b2"),
        ("r1Q1qBqB/qqnq3q/5K1Q/1q5q/b3q2Q/qQ4qq/rq1r2Q1/nkqqBNqn w - -", "b3b2"),
    ),
}
# Four nodes with fewer than 56 characters, the first two with the files turned round, which cost just what they pay;
# with the third for one of them 16 more.
FEW = {
    "selfmate": (
        ("1qNq1qkn/bqq2Nqq/4K3/bqq4q/q6q/3q4/B5qq/qbqqQqRN w - -", "f7h6"),
        ("1qNq1qkn/bqq2Nqq/4K3/bqq4q/q6q/3q4/N5qq/qbqqQqR1 w - -", "f7h6"),
        ("Bq1q1qkn/Rqq2Nqq/4K3/bqq4q/q6q/3q4/B5qq/qbqqQqRq w - -", "f7h6"),
    ),
    "reflexmate": (
        ("bq1q1qk1/qq3N1q/4K2q/q5qq/q7/q4qqQ/2qq2rq/qq3qnQ w - -", "f7h6"),
        ("Q1RqRqkq/qqq2Nqq/Q3K2b/q5qq/q7/2q5/1q4qq/2qqQqqB w - -", "f7h6"),
        ("rqQq1qkB/qq3Nqq/4K3/1q5q/q6q/q5qB/Qqqq3n/RRB2q2 w - -", "f7h6"),
    ),
}
# The attacker has one move, which is a key of a selfmate in the first, and of a reflexmate in five of them.
MORE = (
    "8/7Q/1p5B/8/8/Pq6/7q/kqK5 w - -",
    "8/5nn1/7B/1r6/1r6/k7/2r5/K1q5 w - -",
    "2n5/K7/P7/1r6/8/8/4r1k1/7q w - -",
    "8/b7/6P1/8/k6n/1b5K/6q1/3q4 w - -",
    "4k3/5q1K/n1r5/8/8/8/8/2N5 w - -",
    "1R5q/8/8/8/8/2pk4/1q6/1K6 w - -",
    "8/8/8/5r2/KP6/6p1/4r2k/r7 w - -",
    "8/8/4b3/B7/3k4/4qK2/8/8 w - -",
    "3K4/3q2k1/8/8/7P/8/8/8 w - -",
    "3kq3/6N1/4R2K/5Nq1/8/6q1/N7/8 w - -",
)


def aim_missed(aim, position, plies, nodes):
    """A claim that the aim is not reached."""
    claim = {"answer": "no-win", "plies": plies, "aim": aim.name}
    return certificate("win", position, claim, {"refutation": nodes})


def aim_reached(aim, position, nodes):
    """A claim that it is, by the first of these nodes."""
    claim = {"answer": "win", "plies": nodes[0][1], "aim": aim.name}
    return certificate("win", position, claim, {"strategy": nodes})


def _with(case, entries):
    """With variations."""
    evidence = {"strategy": [], "refutation": [], **case["evidence"]}
    return changed(case, (("claim", "variations"), entries), (("evidence",), evidence))


def _before(aim, position):
    """What it costs to see whether the attacker has to mate."""
    return price(position, STANDARD) if aim.reflex else 0


def _after(position):
    """What the looks after its moves cost."""
    return sum(price(after, STANDARD) for _, after in moves.playable(position, STANDARD))


def aim_entries(aim, texts):
    """Of positions with one move, which may be a key: what an entry with each costs the refutation."""
    held, won = {}, {}
    for text in texts:
        position = read(text, STANDARD)
        ((move, after),) = aim.playable(position)
        cost = _before(aim, position) + price(after, STANDARD)
        if aim.at_once(position, move, after):
            key = moves.write(move)
            won[cost + _before(aim, position) + _keys_cost(text, key)] = [text, 2, [key]]
        else:
            held[cost] = [text, 2, []]
    return held, won


def exactly(entries, total):
    """Entries that cost so much together, or None; all that looks cost is some times 16."""
    found = made_of(tuple(sorted(cost // 16 for cost in entries)), total // 16, 16384)
    return None if found is None else [entries[16 * unit] for unit in found]


def cases(made, coins):
    """Adds the cases, with these positions of which the attacker has one move."""
    for name in ("selfmate", "reflexmate"):
        aim = Aim(STANDARD, name)
        held, won = aim_entries(aim, (*coins, *MORE))
        _crowded(made, aim)
        _limits(made, aim, held)
        _keys(made, aim, held, won)
        _strategy(made, aim)
        _few(made, aim, held)
        _purses(made, aim, held)


def _crowded(made, aim):
    name, position = aim.name, read(CROWDED, STANDARD)
    cost, number = _before(aim, position) + _after(position), 0
    while cost + 432 * number > purse(spare(number)):
        number += 1
    for plies in (2, 3):
        made.trap(f"aim-{name}-{plies}", "a look after each move", aim_missed(aim, CROWDED, plies, []))
    enough, fewer = (aim_missed(aim, CROWDED, 3, spare(n)) for n in (number, number - 1))
    made.odd(f"aim-{name}-nodes", "spare nodes pay for the looks, and each for its own", enough)
    made.trap(f"aim-{name}-fewer", "one too few", fewer)
    made.good(f"aim-{name}-1", "within 1 ply nothing is looked at", aim_missed(aim, CROWDED, 1, []))


def _limits(made, aim, entries):
    name, quiet = aim.name, read(QUIET, STANDARD)
    cost = _before(aim, quiet) + _after(quiet)
    spared = (("", [], 0), ("-move", spare(1), 432), ("-null", [[MATED, 3, None]], 0))
    for kind, nodes, own in spared:
        left = purse(nodes) - cost - own
        for more, expect in ((0, made.good), (16, made.trap)):
            why = f"{more} more than looks may cost, {own} for the nodes"
            spent = exactly(entries, left + more)
            demand(spent is not None)
            case = _with(aim_missed(aim, QUIET, 2, nodes), spent)
            expect(f"aim-{name}-limit{kind}{more or ''}", why, case)


def _keys_cost(text, *keys, counted=count):
    """What moves of keys cost beside looks."""
    position = read(text, STANDARD)
    found = (moves.find(position, key, STANDARD) for key in keys)
    return sum(SEARCH + ANSWER * counted(after, STANDARD) for _, after in found)


def _keys(made, aim, held, won):
    """Beside a strategy with one node, and no refutation: many of the dearest, and what is left without keys."""
    name, dear = aim.name, max(won)
    text, plies, (key,) = won[dear]
    demand(_keys_cost(text, key) > _keys_cost(text, key, counted=legal))
    case, many = aim_reached(aim, text, [[text, plies, key]]), purse([]) // dear - 2
    for more, expect in ((0, made.good), (16, made.trap)):
        rest = exactly(held, purse([]) + more - many * dear)
        demand(rest is not None)
        why = "the refutation pays for entries with moves, and for their keys; others cost nothing"
        if more:
            why = f"{why}; and here they cost 16 more"
        expect(f"aim-{name}-keys{more or ''}", why, _with(case, [won[dear]] * many + rest + [[text, 2]] * 9))


def _strategy(made, aim):
    """Nodes after whose moves there are very many."""
    nodes = [[text, 2, key] for text, key in AT_ONCE]
    costs = [_of_node(aim, read(text, STANDARD), key) for text, _, key in nodes]
    number = next(n for n in range(len(nodes)) if sum(costs[: n + 1]) > purse(nodes[: n + 1]))
    for more, expect in ((0, made.good), (1, made.trap)):
        case = aim_reached(aim, AT_ONCE[0][0], nodes[: number + more])
        expect(f"aim-{aim.name}-strategy{more or ''}", "a look after the move of each node", case)


def _of_node(aim, position, key):
    """What a node of a strategy costs."""
    return _before(aim, position) + price(moves.find(position, key, STANDARD)[1], STANDARD)


def _all_cost(aim, nodes):
    """What a list of a strategy costs."""
    return sum(_of_node(aim, read(text, STANDARD), key) for text, _, key in nodes)


def _few(made, aim, held):
    """Lists of strategies that cost just what they pay."""
    name, first = aim.name, [[text, 2, key] for text, key in AT_ONCE[:4]]
    for last, more, expect in zip(LAST[name], (0, 16), (made.odd, made.trap)):
        nodes = [*first, [last[0], 2, last[1]]]
        demand(_all_cost(aim, nodes) == purse(nodes) + more and purse(nodes) > as_before(nodes))
        why = "a strategy's nodes pay for their characters: with more than 56 more than 32,768"
        if more:
            why = f"{why}; and here looks cost 16 more"
        expect(f"aim-{name}-strategy-long{more or ''}", why, aim_reached(aim, nodes[0][0], nodes))
    one, two, more = ([text, 2, key] for text, key in FEW[name])
    nodes = [one, two, _turned(one), _turned(two)]
    demand(_all_cost(aim, nodes) == purse(nodes) and all(len(text) < 56 for text, _, _ in nodes))
    made.good(f"aim-{name}-strategy-few", "just what looks may cost", aim_reached(aim, one[0], nodes))
    nodes = [one, two, _turned(one), more]
    demand(purse(nodes) + 16 == _all_cost(aim, nodes) <= as_before(nodes))
    case = aim_reached(aim, one[0], nodes)
    why = "16 more: with fewer than 56 characters a node pays less than 32,768"
    made.trap(f"aim-{name}-strategy-few16", why, case)
    case = changed(_with(case, [held[min(held)]]), (("evidence", "refutation"), spare(1)))
    why = "what the refutation's nodes pay is for its own looks"
    made.trap(f"aim-{name}-strategy-other", why, case)


def _turned(node):
    """The same node with the files turned round."""
    text, plies, key = node
    men, rest = text.split(" ", 1)
    men = "/".join(rank[::-1] for rank in men.split("/"))
    return [f"{men} {rest}", plies, key.translate(str.maketrans("abcdefgh", "hgfedcba"))]


def _purses(made, aim, entries):
    """What nodes of refutations pay."""
    quiet = read(QUIET, STANDARD)
    cost = _before(aim, quiet) + _after(quiet)

    def filled(nodes, more):
        own = sum(price(read(text, STANDARD), STANDARD) for text, _, _ in nodes)
        spent = exactly(entries, purse(nodes) + more - cost - own)
        return _with(aim_missed(aim, QUIET, 2, nodes), spent), nodes

    some = [
        other for other in OTHERS if other[0] in ("short", "long", "men", "list", "node", "root", "root-too")
    ]
    told_apart(made, f"aim-{aim.name}-purse-", lambda text: [text, 0, "a8b8"], filled, some)
    case, _ = filled(spare(1), 16)
    (text, key), why = AT_ONCE[0], "what the strategy's nodes pay is for its own looks"
    made.trap(
        f"aim-{aim.name}-purse-strategy", why, changed(case, (("evidence", "strategy"), [[text, 2, key]]))
    )
