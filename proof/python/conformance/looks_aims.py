"""What is looked at in selfmates and reflexmates: mates, by strategies too."""

from arbiter_check import moves
from arbiter_check.looks import price
from arbiter_check.position import read
from arbiter_check.rulesets import STANDARD
from arbiter_check.win.aims import Aim

from .coins import made_of
from .made import certificate, changed

EACH = 32768
CROWDED = "nRnrQ1rQ/P1QPR2r/n2QbQ1Q/RBQQKQ1b/1rrr2bP/bRr1Qrkr/RrR2NNr/bb2Rb2 w - -"
# Few moves, and within 2 plies nothing is reached.
QUIET = "8/8/8/8/1p6/1P1k4/2R5/K7 w - -"
MATED = "7k/5KQ1/8/8/8/8/8/8 b - -"
# A selfmate by a5b4, whatever else stands there; 196 pseudo-legal moves after it.
QUEENS = [
    f"1qqqqqq{a}/q6q/2q4q/QqRp3q/q{b}nPq2q/k1KPn2q/q1Q4q/1q{c}qnqq1 w - -"
    for a in "qb"
    for b in "qnb"
    for c in "qn"
]


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
    """So many nodes that are not needed, each of which costs 1,033."""
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


def _spend(entries, total, more=0):
    """Entries that cost so much together, or as near as there are: less, or more."""
    most = total + 9999
    while (found := made_of(entries, total, most)) is None:
        total += 1 if more else -1
    return [entries[coin] for coin in found]


def cases(made, coins):
    """Adds the cases, with these positions of which the attacker has one move."""
    for name in ("selfmate", "reflexmate"):
        aim = Aim(STANDARD, name)
        held, won = _entries(aim, coins)
        _crowded(made, aim)
        _limits(made, aim, held)
        if won:
            _keys(made, aim, won)
    _strategy(made, Aim(STANDARD, "selfmate"))
    stale = "7k/5K2/8/6Q1/8/8/8/8 w - -"
    aim, position = Aim(STANDARD, "stalemate"), read(stale, STANDARD)
    keys = [moves.write(m) for m, after in aim.playable(position) if aim.at_once(position, m, after)]
    case = _with(_won(aim, stale, [[stale, 1, keys[0]]]), [[stale, 1, keys]] * 99)
    made.good("aim-stalemate", "for a stalemate nothing is paid", case)


def _crowded(made, aim):
    name, position = aim.name, read(CROWDED, STANDARD)
    cost, number = _before(aim, position) + _after(position), 0
    while cost + 1033 * number > EACH * (number + 2):
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
    spared = (("", [], 0), ("-move", _spare(1), 1033), ("-null", [[MATED, 3, None]], 0))
    for kind, nodes, own in spared:
        left = EACH * (len(nodes) + 2) - cost - own
        for more, expect in ((0, made.good), (1, made.trap)):
            why = f"{more} more than looks may cost, {own} for the nodes"
            case = _with(_held(aim, QUIET, 2, nodes), _spend(entries, left + more))
            expect(f"aim-{name}-limit{kind}{more or ''}", why, case)


def _keys(made, aim, entries):
    """Beside a strategy with one node, and no refutation."""
    name, (text, plies, (key,)) = aim.name, entries[max(entries)]
    case = _won(aim, text, [[text, plies, key]])
    for more, expect in ((0, made.good), (1, made.trap)):
        shown = [*_spend(entries, 2 * EACH + more, more), *[[text, 2]] * 9]
        why = "the refutation pays for entries with moves, and for their keys; others cost nothing"
        expect(f"aim-{name}-keys{more or ''}", why, _with(case, shown))


def _strategy(made, aim):
    """Nodes after whose moves there are very many."""
    nodes = [[text, 2, "a5b4"] for text in QUEENS]
    costs = [price(moves.find(read(text, STANDARD), key, STANDARD)[1], STANDARD) for text, _, key in nodes]
    number = next(n for n in range(len(nodes)) if sum(costs[: n + 1]) > EACH * (n + 3))
    for more, expect in ((0, made.good), (1, made.trap)):
        case = _won(aim, QUEENS[0], nodes[: number + more])
        expect(f"aim-{aim.name}-strategy{more or ''}", "a look after the move of each node", case)
