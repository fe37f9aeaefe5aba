"""Help play: nodes of one ply, and what is looked at where there are none."""

from arbiter_check import moves
from arbiter_check.help import Stipulation
from arbiter_check.position import read
from arbiter_check.rulesets import STANDARD

from .made import changed
from .ways import CORNERS, NODES, Ways, solved, text_of, unsolved

EACH = 32768
MATE = "k7/8/1K6/8/8/8/8/7R w - -"
DOUBLE = "k7/p7/8/8/P7/8/1K6/8 b - a3"
# 253 and 254 pseudo-legal moves; 254² + 1,024 is 65,540.
FIELD = "QqQQnQrk/Q4Qnn/rQ4Qn/Q3Q2Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - -"
WIDER = "QQQQQnrk/Q4Qnn/r5QQ/Q3Q2Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - -"
# 178 and 179 pseudo-legal moves; 179² + 1,024 is 33,065.
STILL = "QnN1N2k/pQ2Q3/Q3Q1Q1/2Q3Q1/Q6P/Q4Q2/2QQQ1QN/K1N5 w - -"
STILL_WIDER = "4QQBk/p1Q5/2Q3QN/2Q1R3/Q5BB/2QQ4/QRNQ2Q1/K2RRQ1R w - -"
# So many moves, after each of which White has none.
STUCK = {
    48: "KN1k3n/PPpPp1r1/P1P5/8/5r2/6q1/6r1/6nb b - -",
    49: "KN1k4/PPpPpn2/P1P5/b6r/2n1pp2/2b5/pn6/5b2 b - -",
    96: "KN1k4/PPpPp1qq/P1Pb4/3r4/8/1n3q2/5r1q/1q1b4 b - -",
    97: "KN1k2bn/PPpPprq1/PpP1p1q1/7q/1q6/6q1/b1n4p/2r5 b - -",
}
CROWDED = "nRnrQ1rQ/P1QPR2r/n2QbQ1Q/RBQQKQ1b/1rrr2bP/bRr1Qrkr/RrR2NNr/bb2Rb2 w - -"
# Nine moves, after which Black's looks cost 122,815.
NINE = "1RQQN1rn/Q5pQ/bBKN1p1q/4QnNQ/2B1nnQ1/q1Q2QR1/Qb4nn/B1BnnnkB b - -"
# Looks that cost 91,804, and 7,265 more for set play.
PASSED = "B1N1N3/1PRPpKR1/2R1NR2/4B2P/1BN4k/RNp1P2P/2Np4/nNBn2Nn b - -"
# One knight's or queen's move leads to the same position from both.
BOTH = (
    "q2q2N1/1QP2PkP/r1RqB3/2q4Q/RrN2bK1/b1QB1PB1/q4Qb1/4Q2Q b - -",
    "q2q2N1/1QP2PkP/r1R1B3/2qq3Q/RrN2bK1/b1QB1PB1/q4Qb1/4Q2Q b - -",
)


def demand(true):
    """What a case is about."""
    if not true:
        raise RuntimeError("looks: these are other positions")


def node(text, plies, stipulation="h#1"):
    """A node that is true."""
    return [text, plies, Ways(Stipulation(stipulation)).count(read(text, STANDARD), plies)]


def after_each(text):
    """The positions after each move."""
    return [after for _, after in moves.playable(read(text, STANDARD), STANDARD)]


def cost(position):
    """What a look costs."""
    return sum(1 for _ in moves.pseudo_legal(position, STANDARD)) ** 2 + 1024


def lines(text, plies, aim="#"):
    """All solutions in just so many plies."""
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
    demand(cost(read(FIELD, STANDARD)) == 65033 and cost(read(WIDER, STANDARD)) == 65540)
    for stipulation in ("h#0.5", "ser-#1"):
        name = f"help-{stipulation}"
        made.good(f"{name}-253", "a look costs less than it may", one_ply(FIELD, stipulation, []))
        made.trap(f"{name}-254", "a look costs more than it may", one_ply(WIDER, stipulation, []))
    name, why = "help-h#0.5-254", "a node instead of a look"
    case = one_ply(WIDER, "h#0.5", [node(WIDER, 1)])
    made.good(f"{name}-node", why, case)
    made.bad(f"{name}-false", "which is true", changed(case, ((*NODES, 0, 2), 8)))
    other = one_ply(WIDER, "h#0.5", [node(CORNERS, 1)])
    made.odd(f"{name}-spare", "nodes that are not needed count as well", other)


def _stalemates(made):
    demand(2 * cost(read(STILL, STANDARD)) == 65416 and cost(read(STILL_WIDER, STANDARD)) == 33065)
    for stipulation in ("h=0.5", "ser-=1"):
        name = f"help-{stipulation}"
        made.good(
            f"{name}-178", "a look for stalemates costs less than it may", one_ply(STILL, stipulation, [])
        )
        made.trap(
            f"{name}-179",
            "a look for stalemates costs twice 33,065, more than it may",
            one_ply(STILL_WIDER, stipulation, []),
        )
    case = one_ply(STILL_WIDER, "h=0.5", [node(STILL_WIDER, 1, "h=0.5")])
    made.good("help-h=0.5-179-node", "a node instead of a look", case)
    made.good("help-h#0.5-179", "a look for mates costs half as much", one_ply(STILL_WIDER, "h#0.5", []))


def _stuck(made):
    for number, text in STUCK.items():
        looks = [cost(after) for after in after_each(text)]
        demand(looks == [1024] * number)
        for stipulation, times in (("h#1", 1), ("h=1", 2)):
            case = changed(unsolved(stipulation, text), (NODES, [[text, 2, 0]]))
            why = f"{number} looks at positions without moves cost {1024 * times:,} each"
            name = f"help-stuck-{stipulation}-{number}"
            total = times * sum(looks)
            if not 1.5 * EACH < total < 4 * EACH:
                continue
            if total == 3 * EACH:
                made.good(name, f"{why}: just what they may", case)
            elif total < 3 * EACH:
                made.good(name, f"{why}: less than they may", case)
            else:
                made.trap(name, f"{why}: more than they may", case)
            if total == 3 * EACH + 1024 * times:
                after = text_of(after_each(text)[0])
                paid = changed(case, ((*NODES, 1), [after, 1, 0]))
                made.good(f"{name}-node", "with one more node", paid)


def _two_plies(made):
    dear = sum(cost(after) for after in after_each(NINE))
    demand(3 * EACH < dear <= 4 * EACH)
    bare = solved(NINE, "h#1", lines(NINE, 2), [node(NINE, 2)])
    made.trap("help-two-plies", "true, but the looks after its moves cost too much", bare)
    after = [node(text_of(at), 1) for at in after_each(NINE)]
    made.good("help-two-plies-one", "with one more node they do not", changed(bare, ((*NODES, 1), after[0])))
    full = changed(bare, (NODES, [*after, node(NINE, 2)]))
    made.good("help-two-plies-all", "nothing is looked at", full)
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
    wide = after_each(CROWDED)
    wide.sort(key=cost, reverse=True)
    left, paid = sum(cost(at) for at in wide), 0
    while left > EACH * (paid + 4):
        left -= cost(wide[paid])
        paid += 1
    case = unsolved("h#1", CORNERS)
    kings, top = case["evidence"]["nodes"], node(CROWDED, 2)
    listed = [node(text_of(at), 1) for at in wide[:paid]]
    demand(left + cost(wide[paid - 1]) > EACH * (paid + 3))
    made.good("help-crowded", "as many nodes as are needed", changed(case, (NODES, [*kings, top, *listed])))
    made.trap("help-crowded-none", "looks cost too much", changed(case, (NODES, [*kings, top])))
    made.trap("help-crowded-less", "a node too few", changed(case, (NODES, [*kings, top, *listed[1:]])))
    looks = [cost(after) for text in BOTH for after in after_each(text)]
    demand(
        sum(looks) > 5 * EACH
        and sum({a.key(): cost(a) for t in BOTH for a in after_each(t)}.values()) <= 5 * EACH
    )
    case = solved(BOTH[0], "h#1", lines(BOTH[0], 2), [node(text, 2) for text in BOTH])
    case = case if case["evidence"]["lines"] else unsolved("h#1", BOTH[0])
    both = changed(case, (NODES, [*(node(text, 2) for text in BOTH), node(CORNERS, 1)]))
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
    for text, aim, name, build in (
        (FIELD, "#", "253", made.good),
        (WIDER, "#", "254", made.trap),
        (STILL, "=", "178", made.good),
        (STILL_WIDER, "=", "179", made.trap),
    ):
        after = text.replace(" w ", " b ")
        first = next(_lines(read(after, STANDARD), 2, aim))
        case = solved(after, f"h{aim}1", [first], [])
        case = changed(
            case,
            (("evidence", "searched"), {"plies": 2, "nodes": 9}),
            (("claim", "set_play"), len(lines(text, 1, aim))),
            (("evidence", "set_play"), lines(text, 1, aim)),
        )
        build(f"help-set-play-{name}", "set play is looked for, though the rest is only searched", case)
        if build == made.trap:
            paid = changed(case, (NODES, [node(text, 1, f"h{aim}1")]))
            made.good(f"help-set-play-{name}-node", "or a node says it", paid)
