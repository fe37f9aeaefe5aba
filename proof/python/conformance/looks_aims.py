"""What is looked at in selfmates and reflexmates: mates, by strategies too."""

from arbiter_check import moves
from arbiter_check.looks import price
from arbiter_check.position import read
from arbiter_check.rulesets import STANDARD
from arbiter_check.win.aims import Aim

from .coins import made_of
from .looks_help import demand
from .made import certificate, changed

EACH = 32768
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
# The attacker has one move, which is a key of a reflexmate in four of them.
MORE = (
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


def _held(aim, position, plies, nodes):
    claim = {"answer": "no-win", "plies": plies, "aim": aim.name}
    return certificate("win", position, claim, {"refutation": nodes})


def _won(aim, position, nodes):
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


def _spare(number):
    """So many nodes that are not needed, each of which costs 432."""
    ranks = [f"{at or ''}K{7 - at or ''}" for at in range(8)]
    texts = [f"k7/8/8/{'8/' * up}{rank}{'/8' * (3 - up)}/8 b - -" for up in range(4) for rank in ranks]
    return [[text, 0, "a8b8"] for text in texts[:number]]


def _entries(aim, texts):
    """Of positions with one move, which may be a key: what an entry with each costs the refutation."""
    held, won = {}, {}
    for text in texts:
        position = read(text, STANDARD)
        ((move, after),) = aim.playable(position)
        cost = _before(aim, position) + price(after, STANDARD)
        if aim.at_once(position, move, after):
            won[cost + _before(aim, position)] = [text, 2, [moves.write(move)]]
        else:
            held[cost] = [text, 2, []]
    return held, won


def _exactly(entries, total):
    """Entries that cost so much together, or None; all that looks cost is some times 16."""
    found = made_of(tuple(sorted(cost // 16 for cost in entries)), total // 16, 8192)
    return None if found is None else [entries[16 * unit] for unit in found]


def _spend(entries, total, more):
    """Such entries, or what is as near as there are: less, or more."""
    while (found := _exactly(entries, total)) is None:
        total += 16 if more else -16
    return found


def cases(made, coins):
    """Adds the cases, with these positions of which the attacker has one move."""
    for name in ("selfmate", "reflexmate"):
        aim = Aim(STANDARD, name)
        held, won = _entries(aim, (*coins, *MORE))
        _crowded(made, aim)
        _limits(made, aim, held)
        if won:
            _keys(made, aim, won)
        _strategy(made, aim)
    stale = "7k/5K2/8/6Q1/8/8/8/8 w - -"
    aim, position = Aim(STANDARD, "stalemate"), read(stale, STANDARD)
    keys = [moves.write(m) for m, after in aim.playable(position) if aim.at_once(position, m, after)]
    case = _with(_won(aim, stale, [[stale, 1, keys[0]]]), [[stale, 1, keys]] * 99)
    made.good("aim-stalemate", "for a stalemate nothing is paid", case)


def _crowded(made, aim):
    name, position = aim.name, read(CROWDED, STANDARD)
    cost, number = _before(aim, position) + _after(position), 0
    while cost + 432 * number > EACH * (number + 2):
        number += 1
    for plies in (2, 3):
        made.trap(f"aim-{name}-{plies}", "a look after each move", _held(aim, CROWDED, plies, []))
    enough, fewer = (_held(aim, CROWDED, 3, _spare(n)) for n in (number, number - 1))
    made.odd(f"aim-{name}-nodes", "spare nodes pay for the looks, and each for its own", enough)
    made.trap(f"aim-{name}-fewer", "one too few", fewer)
    made.good(f"aim-{name}-1", "within 1 ply nothing is looked at", _held(aim, CROWDED, 1, []))


def _limits(made, aim, entries):
    name, quiet = aim.name, read(QUIET, STANDARD)
    cost = _before(aim, quiet) + _after(quiet)
    spared = (("", [], 0), ("-move", _spare(1), 432), ("-null", [[MATED, 3, None]], 0))
    for kind, nodes, own in spared:
        left = EACH * (len(nodes) + 2) - cost - own
        for more, expect in ((0, made.good), (16, made.trap)):
            why = f"{more} more than looks may cost, {own} for the nodes"
            spent = _exactly(entries, left + more)
            demand(spent is not None)
            case = _with(_held(aim, QUIET, 2, nodes), spent)
            expect(f"aim-{name}-limit{kind}{more or ''}", why, case)


def _keys(made, aim, entries):
    """Beside a strategy with one node, and no refutation."""
    name, (text, plies, (key,)) = aim.name, entries[max(entries)]
    case = _won(aim, text, [[text, plies, key]])
    for more, expect in ((0, made.good), (16, made.trap)):
        shown = [*_spend(entries, 2 * EACH + more, more), *[[text, 2]] * 9]
        why = "the refutation pays for entries with moves, and for their keys; others cost nothing"
        expect(f"aim-{name}-keys{more or ''}", why, _with(case, shown))


def _strategy(made, aim):
    """Nodes after whose moves there are very many."""
    nodes = [[text, 2, key] for text, key in AT_ONCE]
    costs = [_of_node(aim, read(text, STANDARD), key) for text, _, key in nodes]
    number = next(n for n in range(len(nodes)) if sum(costs[: n + 1]) > EACH * (n + 3))
    for more, expect in ((0, made.good), (1, made.trap)):
        case = _won(aim, AT_ONCE[0][0], nodes[: number + more])
        expect(f"aim-{aim.name}-strategy{more or ''}", "a look after the move of each node", case)


def _of_node(aim, position, key):
    """What a node of a strategy costs."""
    return _before(aim, position) + price(moves.find(position, key, STANDARD)[1], STANDARD)
