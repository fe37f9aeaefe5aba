"""Help play whose looks cost just what the nodes pay, or 16 more: with nodes of one ply that are not needed."""

from functools import cache
from itertools import combinations_with_replacement

from arbiter_check import moves
from arbiter_check.canwin.closure import key
from arbiter_check.help import Stipulation
from arbiter_check.looks import price, price_of_stalemates
from arbiter_check.position import Position, read
from arbiter_check.rulesets import STANDARD

from .made import changed, demand
from .purse import purse
from .ways import NODES, Ways

# The dearest looks for mates, and for stalemates.
DEAREST = {
    "#": (
        "QQqQQQQ1/Q6Q/Q6Q/7Q/Q5QQ/2k5/Q3QQQQ/nQKQ4 w - -",
        "QQqQQQQb/Q6Q/Q6Q/7Q/Q5QQ/2k5/Q3QQQQ/nQKQ4 w - -",
    ),
    "=": ("N1R1Q1Bk/Q5R1/1Q1Q3K/1Q3Q1Q/Q6Q/2Q1Q2b/Q6Q/1Q1QQQQQ w - -",),
}
# Other positions, some with dear looks and some with cheap ones.
OTHERS = (
    "qQ1QKQ1Q/1Q1Q2bQ/qQ2Q1QQ/1Q5Q/Q5QQ/2k5/Q3QQQQ/rQnQ1QQb w - -",
    "b3QBQR/nQQrQQ1b/Q3Q1QQ/QQ4Q1/n2k3r/BQ5Q/QR2Q2b/KQQBQQ1Q w - -",
    "NQ1QNQQB/NR2Q2Q/Q1Q4Q/Q4Q1K/Q6Q/BQ2Q3/1rQQ1q1Q/kr2QBQQ w - -",
    "BQqQQQKb/QQ2b1QQ/n3k2r/QQ5Q/1Q3Q1Q/2QQ1QQ1/2rQ4/QB1QqQQQ w - -",
    "Q1qrRqQb/QrQQQ1QQ/1Q4Q1/N1Q3Q1/QQQQ3Q/5k1B/QQQQ3Q/1K2QqQ1 w - -",
    "1QQ1RnQB/QQ2QQ1r/qQQ2n1Q/Q3Q2Q/NQ4QQ/3k3b/QQ3QQR/K1Q1QqnQ w - -",
    "1QQBQ1QQ/Q1Qb2Q1/2QQ3Q/r4kqQ/QQQQ3Q/RKQ3Qq/BQ2Q1QQ/N1QQQ1Qq w - -",
    "QQ1RRQQq/NQ1QBQ1Q/QQ1QK2Q/qQ1Q1QQr/Q3QQQQ/2k4q/Q3QQQQ/1Q1Qn1QQ w - -",
    "1KQ1qQQ1/RQQ1QQqQ/Q5QN/QQ4Q1/n2k4/Q4Q1Q/Q3QqQB/N1QqQR1B w - -",
    "QQ1BQqQN/q2Q2Qb/Q5QQ/2k5/Q3QQQQ/3Q2QQ/bQ2Q1QB/Q1nQQN1K w - -",
    "nQQQ1r1B/Q1q1QQQQ/q1k4r/Q3QQ1Q/bQ5Q/QQ1QQ2Q/R2QNQ1Q/BQ1K1QQr w - -",
    "QQRBrQBQ/3Q3R/2Q2QbN/1K1Q1Qqb/1QQ4Q/4k2q/QQQ4Q/1Q1QbQbQ w - -",
    "8/8/8/4k3/8/8/8/4K3 b - -",
    "4k3/8/8/8/3K4/8/8/8 w - -",
    "k7/8/8/8/3NK3/8/8/8 w - -",
    "k7/8/8/8/3QK3/8/8/8 w - -",
    "k7/8/8/8/8/2N5/P7/7K w - -",
)
# Four positions cost the same.
SAME = 4


@cache
def _ways(text, plies, stipulation):
    return Ways(Stipulation(stipulation)).count(read(text, STANDARD), plies)


def node(text, plies, stipulation="h#1"):
    """A node that is true."""
    return [text, plies, _ways(text, plies, stipulation)]


def turned(text):
    """The same three times: the files turned round, the colours, and both."""
    ranks, side, rest = text.split(" ", 2)
    other = " b " if side == "w" else " w "
    files = "/".join(rank[::-1] for rank in ranks.split("/"))
    colours = ["/".join(found.swapcase().split("/")[::-1]) for found in (ranks, files)]
    return [f"{files} {side} {rest}", *(f"{found}{other}{rest}" for found in colours)]


def after_each(text):
    """The positions after each move."""
    return [after for _, after in moves.playable(read(text, STANDARD), STANDARD)]


def cost(position, aim="#"):
    """What a look costs."""
    return price(position, STANDARD) if aim == "#" else price_of_stalemates(position, STANDARD)


def costs(text, aim="#"):
    """What a look at the position costs."""
    return cost(read(text, STANDARD), aim)


def looked_at(case):
    """The positions that are looked at, of which none is reached by a series of moves of one side."""
    position, stipulation = read(case["position"], STANDARD), Stipulation(case["claim"]["stipulation"])
    nodes = [(read(text, STANDARD), plies) for text, plies, _ in case["evidence"].get("nodes", ())]
    said = {(key(at), plies) for at, plies in nodes}
    asked = [] if "searched" in case["evidence"] else [(position, plies) for plies in stipulation.lengths()]
    if "set_play" in case["claim"]:
        other = Position(position.men, 1 - position.side, position.rights)
        asked += [(other, plies) for plies in stipulation.lengths_of_set_play()]
    for at, plies in nodes:
        if plies == 1:
            yield at
        else:
            asked += [(after, plies - 1) for _, after in moves.playable(at, STANDARD)]
    yield from (at for at, plies in asked if plies == 1 and (key(at), 1) not in said)


def spent(case, aim=None):
    """What all looks cost."""
    aim = aim or Stipulation(case["claim"]["stipulation"]).aim
    return sum(cost(at, aim) for at in looked_at(case))


def fits(case):
    """May the looks cost what they do?"""
    return spent(case) <= purse(case["evidence"].get("nodes", ()))


def _more(text, aim):
    """What a node costs more than it pays."""
    return costs(text, aim) - purse([[text]]) + purse([])


@cache
def _sums(aim):
    """Up to five of the others, by what they cost more than they pay, the fewest."""
    found, more = {}, {text: _more(text, aim) for text in OTHERS}
    for number in range(SAME + 2):
        for texts in combinations_with_replacement(OTHERS, number):
            if number <= SAME or texts[0] != texts[SAME]:
                found.setdefault(sum(map(more.get, texts)), texts)
    return found


def filled(case, more=0):
    """With nodes that are not needed, and looks that cost just what all pay, or so much more."""
    nodes, aim = case["evidence"]["nodes"], Stipulation(case["claim"]["stipulation"]).aim
    left, added = purse(nodes) + more - spent(case), []
    dearest = (at for text in DEAREST[aim] for at in (text, *turned(text)))
    while left not in _sums(aim):
        added.append(next(dearest))
        left -= _more(added[-1], aim)
    for text in _sums(aim)[left]:
        added.append(next(at for at in (text, *turned(text)) if at not in added))
    full = changed(case, (NODES, [*nodes, *(node(at, 1, f"h{aim}1") for at in added)]))
    demand(spent(full) == purse(full["evidence"]["nodes"]) + more)
    return full
