"""Help play: nodes of one ply, and what is looked at where there are none."""

from functools import cache

from arbiter_check import moves
from arbiter_check.help import Stipulation
from arbiter_check.looks import price, price_of_stalemates
from arbiter_check.position import read
from arbiter_check.rulesets import STANDARD

from .made import changed
from .ways import CORNERS, NODES, Ways, solved, text_of, unsolved

EACH = 32768
MATE = "k7/8/1K6/8/8/8/8/7R w - -"
DOUBLE = "k7/p7/8/8/P7/8/1K6/8 b - a3"
# Looks for mates at them cost 49,152, half of 3 · 32,768, and 16 more.
FIELD = "qQ1QKQ1Q/1Q1Q2bQ/qQ2Q1QQ/1Q5Q/Q5QQ/2k5/Q3QQQQ/rQnQ1QQb w - -"
WIDER = "QQKR1QQQ/r2Q1Q1B/Q1Q2QQ1/nQ1Q1Qnq/QQ4QQ/b3k3/QQQ3QQ/rRqQqQbb w - -"
# 234 and 235 pseudo-legal moves: with 468 two looks for stalemates cost less than 3 · 32,768.
STILL = "N1R1Q1Bk/Q5R1/1Q1Q3K/1Q3Q1Q/Q6Q/2Q1Q2b/Q6Q/1Q1QQQQQ w - -"
STILL_WIDER = "BQQQQQ2/Q4Qbk/Q5RB/Q6Q/Q7/2Q1Q3/Q4Q1Q/NQ1QKQqQ w - -"
# So many moves, after each of which White has none.
STUCK = {
    96: "KN1k4/PPpPp1qq/P1Pb4/3r4/8/1n3q2/5r1q/1q1b4 b - -",
    97: "KN1k2bn/PPpPprq1/PpP1p1q1/7q/1q6/6q1/b1n4p/2r5 b - -",
}
# What fills the rest beside three looks like that at FIELD and 96 looks at positions without moves; for
# stalemates there are 32 left.
REST = "b3QBQR/nQQrQQ1b/Q3Q1QQ/QQ4Q1/n2k3r/BQ5Q/QR2Q2b/KQQBQQ1Q w - -"
STILL_REST = "NQ1QNQQB/NR2Q2Q/Q1Q4Q/Q4Q1K/Q6Q/BQ2Q3/1rQQ1q1Q/kr2QBQQ w - -"
# What is counted: a position, how much less (or more) another reader takes it to cost, and what fills the rest.
COUNTED = (
    ("pinned", "a check by a man that is pinned counts", -768,
     "4r3/7k/8/8/4N3/8/8/4K3 w - -",
     "BQqQQQKb/QQ2b1QQ/n3k2r/QQ5Q/1Q3Q1Q/2QQ1QQ1/2rQ4/QB1QqQQQ w - -"),
    ("king", "a check by a king that steps off the line counts, though it is attacked then", -1152,
     "kr6/8/8/8/K7/8/8/R7 w - -",
     "Q1qrRqQb/QrQQQ1QQ/1Q4Q1/N1Q3Q1/QQQQ3Q/5k1B/QQQQ3Q/1K2QqQ1 w - -"),
    ("in-check", "a check by a side that stays in check counts", -384,
     "4k3/4r3/8/8/8/8/8/R3K3 w - -",
     "1QQ1RnQB/QQ2QQ1r/qQQ2n1Q/Q3Q2Q/NQ4QQ/3k3b/QQ3QQR/K1Q1QqnQ w - -"),
    ("promotions", "each choice of piece is a move, and a check, of its own", -3 * 16 - 384,
     "7k/1P6/8/8/8/8/8/K7 w - -",
     "1QQBQ1QQ/Q1Qb2Q1/2QQ3Q/r4kqQ/QQQQ3Q/RKQ3Qq/BQ2Q1QQ/N1QQQ1Qq w - -"),
    ("knight", "only a knight gives check", -384,
     "8/1P1k4/8/8/8/8/8/K7 w - -",
     "QQ1RRQQq/NQ1QBQ1Q/QQ1QK2Q/qQ1Q1QQr/Q3QQQQ/2k4q/Q3QQQQ/1Q1Qn1QQ w - -"),
    ("passant", "both pawns leave the line", -384,
     "8/8/8/R2Pp2k/8/8/8/K7 w - e6",
     "1KQ1qQQ1/RQQ1QQqQ/Q5QN/QQ4Q1/n2k4/Q4Q1Q/Q3QqQB/N1QqQR1B w - -"),
    ("castling", "castling gives check", -384,
     "5k2/8/8/8/8/8/8/4K2R w K -",
     "QQ1BQqQN/q2Q2Qb/Q5QQ/2k5/Q3QQQQ/3Q2QQ/bQ2Q1QB/Q1nQQN1K w - -"),
    ("castling-attacked", "castling gives check, though the king is attacked then", -384,
     "5kr1/8/8/8/8/8/8/4K2R w K -",
     "nQQQ1r1B/Q1q1QQQQ/q1k4r/Q3QQ1Q/bQ5Q/QQ1QQ2Q/R2QNQ1Q/BQ1K1QQr w - -"),
    ("double", "a double check counts once", 2 * 384,
     "4k3/8/8/8/4N3/8/8/4RK2 w - -",
     "QQRBrQBQ/3Q3R/2Q2QbN/1K1Q1Qqb/1QQ4Q/4k2q/QQQ4Q/1Q1QbQbQ w - -"),
)  # fmt: skip
CROWDED = "nRnrQ1rQ/P1QPR2r/n2QbQ1Q/RBQQKQ1b/1rrr2bP/bRr1Qrkr/RrR2NNr/bb2Rb2 w - -"
# Nine moves, after which White's looks cost 103,920.
NINE = "1nQ1Q1QB/3N2B1/Q2KR3/QQB5/6k1/8/1Q2R3/QR1R1N2 b - -"
# Looks that cost 88,512, and 12,768 more for set play.
PASSED = "nQKRN3/1Q6/6k1/7b/8/2R5/RR6/Q3QQ2 b - -"
# One knight's move leads to the same position from both.
BOTH = (
    "1QnQ1nqB/BRbQ1RQB/BrQ1qn1Q/QQ1Q2QQ/QBQ3q1/Q1QK4/1QNQ1k2/R1b2BnQ b - -",
    "1QnQ1nqB/BRbQ1RQB/BrQ1qn1Q/QQ1Q2QQ/QBQ3q1/Q1QK2n1/1QNQ1k2/R1b2B1Q b - -",
)


def demand(true):
    """What a case is about."""
    if not true:
        raise RuntimeError("looks: these are other positions")


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


def lines(text, plies, aim="#"):
    """All solutions in just so many plies."""
    return [list(line) for line in _all_lines(text, plies, aim)]


@cache
def _all_lines(text, plies, aim):
    return list(_lines(read(text, STANDARD), plies, aim))


def _lines(position, left, aim):
    if left == 0:
        if moves.in_check(position, STANDARD) == (aim == "#") and not moves.has_move(position, STANDARD):
            yield []
        return
    for move, after in moves.playable(position, STANDARD):
        for rest in _lines(after, left - 1, aim):
            yield [moves.write(move), *rest]


def told(text, stipulation, all_lines, node_list):
    """A claim of all solutions, or of none."""
    if all_lines:
        return solved(text, stipulation, all_lines, node_list)
    return changed(unsolved(stipulation, text), (NODES, node_list))


def one_ply(text, stipulation, node_list):
    """A claim of the ways in one ply."""
    return told(text, stipulation, lines(text, 1, "=" if "=" in stipulation else "#"), node_list)


def cases(made):
    """All of them."""
    _one_ply(made)
    _limits(made)
    _stalemates(made)
    _counted(made)
    _stuck(made)
    _two_plies(made)
    _set_play(made)


def _one_ply(made):
    for stipulation in ("h#0.5", "ser-#1", "h#1.5"):
        more = [node(at, plies, stipulation) for at, plies in _longer(MATE, stipulation)]
        case = changed(one_ply(MATE, "h#0.5", []), (("claim", "stipulation"), stipulation))
        if more:
            all_lines = lines(MATE, 1) + lines(MATE, 3)
            case = solved(MATE, stipulation, all_lines, more)
        name, here = f"help-{stipulation}", node(MATE, 1, stipulation)

        def put(*added, case=case, more=more):
            return changed(case, (NODES, [*more, *added]))

        made.good(f"{name}-none", "one ply is looked for where no node says it", case)
        made.good(f"{name}-one", "a node of one ply", put(here))
        made.bad(f"{name}-more", "a mate more than there is", put([*here[:2], here[2] + 1]))
        if stipulation == "ser-#1":
            continue
        made.bad(f"{name}-less", "a mate less than there is", put([*here[:2], here[2] - 1]))
        if stipulation == "h#1.5":
            continue
        made.bad(f"{name}-0", "at least one ply", put([MATE, 0, 0]))
        made.bad(f"{name}-twice", "no two nodes have the same position and plies", put(here, here))
        made.good(f"{name}-spare", "nodes that are not needed are allowed", put(node(CORNERS, 1)))
        made.bad(f"{name}-spare-false", "and must be true", put([CORNERS, 1, 1]))
    none = unsolved("h#0.5", MATE)
    made.trap("help-kept-back", "a node says that there is no mate", changed(none, (NODES, [[MATE, 1, 0]])))
    stalemate = "7k/8/6K1/8/8/8/5Q2/8 w - -"
    case = solved(stalemate, "h=0.5", lines(stalemate, 1, "="), [node(stalemate, 1, "h=0.5")])
    made.good("help-stalemate", "a node of one ply to stalemate", case)
    made.bad("help-stalemate-more", "not so many", changed(case, ((*NODES, 0, 2), 7)))
    over = ["k6R/8/1K6/8/8/8/8/8 b - -", 1, 0]
    made.good("help-over", "without moves there are no ways", changed(none_of(), (NODES, [over])))
    series = unsolved("ser-h#1", CORNERS)
    made.good("help-series", "of ser-h too", changed(series, ((*NODES, 1), node(MATE, 1))))
    made.bad("help-series-false", "of ser-h too", changed(series, ((*NODES, 1), [MATE, 1, 0])))
    plain = DOUBLE.replace("a3", "-")
    twice = unsolved("h#0.5", CORNERS)
    made.trap(
        "help-passant",
        "a square on which nobody can capture is no matter: the same position twice",
        changed(twice, (NODES, [[plain, 1, 0], [DOUBLE, 1, 0]])),
    )


def none_of():
    """A claim that kings do not mate in one."""
    return unsolved("h#0.5", CORNERS)


def _longer(text, stipulation):
    """Positions with two plies to go and more, with the plies."""
    if stipulation != "h#1.5":
        return []
    return [(text, 3), *((text_of(after), 2) for after in after_each(text))]


def _limits(made):
    demand(costs(FIELD) == 3 * EACH / 2 and costs(WIDER) == costs(FIELD) + 16)
    for stipulation in ("h#0.5", "ser-#1"):
        name, other = f"help-{stipulation}", node(turned(FIELD)[1], 1)
        made.good(f"{name}-look", "a look costs less than it may", one_ply(WIDER, stipulation, []))
        for text, more, expect in ((FIELD, "", made.good), (WIDER, "-more", made.trap)):
            case = one_ply(text, stipulation, [other])
            why = f"a look, and a node of one ply: {'16 more than' if more else 'just what'} they may cost"
            expect(f"{name}-limit{more}", why, case)
            four = [node(at, 1) for at in [text, *turned(FIELD)]]
            case = one_ply(text, stipulation, four)
            why = f"four nodes of one ply: {'16 more than' if more else 'just what'} they may cost"
            expect(f"{name}-four{more}", why, case)
    name, other = "help-h#0.5-limit-more", node(turned(FIELD)[1], 1)
    case = one_ply(WIDER, "h#0.5", [node(WIDER, 1), other])
    made.good(f"{name}-node", "a node instead of a look pays as much, and brings more", case)
    false = changed(case, ((*NODES, 0, 2), node(WIDER, 1)[2] + 1))
    made.bad(f"{name}-false", "which is true", false)
    spare = one_ply(WIDER, "h#0.5", [other, node(CORNERS, 1)])
    made.odd(f"{name}-spare", "nodes that are not needed count as well", spare)


def _stalemates(made):
    demand(costs(STILL, "=") == 384 + 208 * 234 and costs(STILL_WIDER, "=") == 384 + 208 * 235)
    for stipulation in ("h=0.5", "ser-=1"):
        name, other = f"help-{stipulation}", node(turned(STILL)[1], 1, "h=1")
        less = "looks for stalemates cost 208 for each of 468 moves, less than they may"
        made.good(f"{name}-limit", less, one_ply(STILL, stipulation, [other]))
        made.trap(
            f"{name}-limit-more",
            "208 for each of 469 pseudo-legal moves, more than they may",
            one_ply(STILL_WIDER, stipulation, [other]),
        )
    nodes = [node(text, 1, "h=1") for text in (STILL_WIDER, turned(STILL)[1])]
    made.good("help-h=0.5-limit-node", "a node instead of a look", one_ply(STILL_WIDER, "h=0.5", nodes))
    nodes = [node(text, 1, "h=1") for text in (STILL_WIDER, *turned(STILL))]
    made.good("help-h=0.5-four", "four nodes of one ply", one_ply(STILL_WIDER, "h=0.5", nodes))
    nodes = [node(text, 1, "h=1") for text in (STILL_WIDER, *turned(STILL_WIDER))]
    made.trap("help-h=0.5-four-more", "each pays for itself", one_ply(STILL_WIDER, "h=0.5", nodes))
    both = [node(turned(STILL)[1], 1)]
    made.good("help-h#0.5-still", "looks for mates cost less", one_ply(STILL_WIDER, "h#0.5", both))
    # Checks are of no matter.
    demand(costs(WIDER, "=") + costs(turned(FIELD)[1], "=") < 3 * EACH < 2 * costs(WIDER))
    checks = [node(turned(WIDER)[1], 1, "h=1")]
    made.odd("help-h=0.5-checks", "checks cost nothing for stalemates", one_ply(WIDER, "h=0.5", checks))


def _counted(made):
    for name, why, other, text, rest in COUNTED:
        filled = [*turned(FIELD), rest]
        total, trap = sum(map(costs, [text, *filled])), other < 0
        demand(total == 6 * EACH + 16 * trap and (total + other > 6 * EACH) != trap)
        build = made.trap if trap else made.odd
        build(f"help-counted-{name}", why, one_ply(text, "h#0.5", [node(at, 1) for at in filled]))


def _stuck(made):
    for number, text in STUCK.items():
        demand([cost(after) for after in after_each(text)] == [384] * number)
        for stipulation, filled in (("h#1", [*turned(FIELD), REST]), ("h=1", [*turned(STILL), STILL_REST])):
            nodes = [[text, 2, 0], *(node(at, 1, stipulation) for at in filled)]
            case = changed(unsolved(stipulation, text), (NODES, nodes))
            left = 7 * EACH - 384 * number - sum(costs(at, stipulation[1]) for at in filled)
            why = f"{number} looks at positions without moves cost 384 each"
            name = f"help-stuck-{stipulation}-{number}"
            demand(left in ((0, 32) if number == 96 else (-384, -352)))
            if left >= 0:
                made.good(name, f"{why}: {'less than' if left else 'just what'} they may", case)
                continue
            made.trap(name, f"{why}: more than they may", case)
            after = text_of(after_each(text)[0])
            paid = changed(case, ((*NODES, len(nodes)), [after, 1, 0]))
            made.good(f"{name}-node", "with one more node", paid)


def _two_plies(made):
    dear = sum(cost(after) for after in after_each(NINE))
    demand(3 * EACH < dear <= 4 * EACH)
    bare = solved(NINE, "h#1", lines(NINE, 2), [node(NINE, 2)])
    made.trap("help-two-plies", "true, but the looks after its moves cost too much", bare)
    after = [node(text_of(at), 1) for at in after_each(NINE)]
    made.good("help-two-plies-one", "with one more node they do not", changed(bare, ((*NODES, 1), after[0])))
    full = changed(bare, (NODES, [*after, node(NINE, 2)]))
    made.good("help-two-plies-all", "nodes of one ply after all its moves", full)
    mated = next(index for index, entry in enumerate(after) if entry[2])
    made.trap(
        "help-two-plies-sums",
        "sums fit, and a solution is kept back: what a node of one ply says must be true",
        changed(
            full,
            (("claim",), {"answer": "unsolved", "stipulation": "h#1", "solutions": 0}),
            (("evidence", "lines"), []),
            ((*NODES, mated, 2), 0),
            ((*NODES, len(after), 2), 0),
        ),
    )
    _crowded(made)
    _both(made)


def _crowded(made):
    wide, case = after_each(CROWDED), unsolved("h#1", CORNERS)
    kings, top = case["evidence"]["nodes"], node(CROWDED, 2)
    left, paid = sum(map(cost, [*wide, *after_each(CORNERS)])), 0
    while left > EACH * (paid + 4):
        paid += 1
    listed = [node(text_of(at), 1) for at in wide[:paid]]
    made.good("help-crowded", "as many nodes as are needed", changed(case, (NODES, [*kings, top, *listed])))
    made.trap("help-crowded-none", "looks cost too much", changed(case, (NODES, [*kings, top])))
    made.trap("help-crowded-less", "a node too few", changed(case, (NODES, [*kings, top, *listed[1:]])))


def _both(made):
    looks, own = [after for text in BOTH for after in after_each(text)], costs(CORNERS)
    once = {after.key(): cost(after) for after in looks}
    demand(sum(map(cost, looks)) + own > 5 * EACH >= sum(once.values()) + own)
    case = solved(BOTH[0], "h#1", lines(BOTH[0], 2), [node(text, 2) for text in BOTH])
    both = changed(case, ((*NODES, 2), node(CORNERS, 1)))
    made.trap("help-twice", "what two nodes lead to is looked at for each of them", both)
    shared = {after.key() for after in after_each(BOTH[0])}
    same = next(after for after in after_each(BOTH[1]) if after.key() in shared)
    made.good(
        "help-twice-node", "a node of one ply for it", changed(both, ((*NODES, 3), node(text_of(same), 1)))
    )


def _set_play(made):
    other = PASSED.replace(" b ", " w ")
    dear = sum(cost(after) for after in after_each(PASSED))
    demand(dear <= 3 * EACH < dear + cost(read(other, STANDARD)))
    case = solved(PASSED, "h#1", lines(PASSED, 2), [node(PASSED, 2)])
    made.good("help-set-play-without", "without set play the looks are cheap enough", case)
    set_lines = lines(other, 1)
    case = changed(case, (("claim", "set_play"), len(set_lines)), (("evidence", "set_play"), set_lines))
    made.trap("help-set-play", "what set play asks for costs as well", case)
    made.good("help-set-play-node", "a node of one ply for it", changed(case, ((*NODES, 1), node(other, 1))))
    for text, beside, aim, name, build in (
        (FIELD, FIELD, "#", "limit", made.good),
        (WIDER, FIELD, "#", "limit-more", made.trap),
        (STILL, STILL, "=", "still", made.good),
        (STILL_WIDER, STILL, "=", "still-more", made.trap),
    ):
        after = text.replace(" w ", " b ")
        first = next(_lines(read(after, STANDARD), 2, aim))
        case = solved(after, f"h{aim}1", [first], [node(turned(beside)[1], 1, f"h{aim}1")])
        case = changed(
            case,
            (("evidence", "searched"), {"plies": 2, "nodes": 9}),
            (("claim", "set_play"), len(lines(text, 1, aim))),
            (("evidence", "set_play"), lines(text, 1, aim)),
        )
        build(f"help-set-play-{name}", "set play is looked for, though the rest is only searched", case)
        if build == made.trap:
            paid = changed(case, ((*NODES, 1), node(text, 1, f"h{aim}1")))
            made.good(f"help-set-play-{name}-node", "or a node says it", paid)
