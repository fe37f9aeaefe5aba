"""Help play: nodes of one ply, and what is looked at where there are none."""

from functools import cache

from arbiter_check import moves
from arbiter_check.position import read
from arbiter_check.rulesets import STANDARD

from .looks_help_edge import (
    DEAREST,
    after_each,
    cost,
    costs,
    filled,
    fits,
    node,
    spent,
    turned,
)
from .made import changed, demand
from .purse import OTHERS, as_before, purse, told_apart
from .ways import CORNERS, NODES, solved, text_of, unsolved

MATE = "k7/8/1K6/8/8/8/8/7R w - -"
DOUBLE = "k7/p7/8/8/P7/8/1K6/8 b - a3"
# A look for mates costs 49,168.
WIDER = "QQKR1QQQ/r2Q1Q1B/Q1Q2QQ1/nQ1Q1Qnq/QQ4QQ/b3k3/QQQ3QQ/rRqQqQbb w - -"
# 235 pseudo-legal moves.
STILL = "BQQQQQ2/Q4Qbk/Q5RB/Q6Q/Q7/2Q1Q3/Q4Q1Q/NQ1QKQqQ w - -"
# So many moves, after each of which White has none.
STUCK = {
    96: "KN1k4/PPpPp1qq/P1Pb4/3r4/8/1n3q2/5r1q/1q1b4 b - -",
    97: "KN1k2bn/PPpPprq1/PpP1p1q1/7q/1q6/6q1/b1n4p/2r5 b - -",
}
# What is counted: how much less (or more) another reader takes it to cost, and a position.
COUNTED = (
    ("pinned", "a check by a man that is pinned counts", -768, "4r3/7k/8/8/4N3/8/8/4K3 w - -"),
    (
        "king",
        "a check by a king that steps off the line counts, though it is attacked then",
        -1152,
        "kr6/8/8/8/K7/8/8/R7 w - -",
    ),
    ("in-check", "a check by a side that stays in check counts", -384, "4k3/4r3/8/8/8/8/8/R3K3 w - -"),
    (
        "promotions",
        "each choice of piece is a move, and a check, of its own",
        -3 * 16 - 384,
        "7k/1P6/8/8/8/8/8/K7 w - -",
    ),
    ("knight", "only a knight gives check", -384, "8/1P1k4/8/8/8/8/8/K7 w - -"),
    ("passant", "both pawns leave the line", -384, "8/8/8/R2Pp2k/8/8/8/K7 w - e6"),
    ("castling", "castling gives check", -384, "5k2/8/8/8/8/8/8/4K2R w K -"),
    (
        "castling-attacked",
        "castling gives check, though the king is attacked then",
        -384,
        "5kr1/8/8/8/8/8/8/4K2R w K -",
    ),
    ("double", "a double check counts once", 2 * 384, "4k3/8/8/8/4N3/8/8/4RK2 w - -"),
)
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
    _purses(made)


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
    demand(costs(WIDER) == 49168)
    for stipulation in ("h#0.5", "ser-#1"):
        name, bare = f"help-{stipulation}", one_ply(WIDER, stipulation, [])
        made.good(f"{name}-look", "a look costs less than it may", bare)
        for more, word, expect in ((0, "", made.good), (16, "-more", made.trap)):
            says = "16 more than they may cost" if more else "just what they may cost"
            full = filled(bare, more)
            expect(f"{name}-limit{word}", f"a look, and nodes of one ply: {says}", full)
            own = filled(one_ply(WIDER, stipulation, [node(WIDER, 1)]), more)
            expect(f"{name}-four{word}", f"nodes of one ply alone: {says}", own)
    name, over = "help-h#0.5-limit-more", filled(one_ply(WIDER, "h#0.5", []), 16)
    case = with_node(over, node(WIDER, 1))
    made.good(f"{name}-node", "a node instead of a look pays as much, and brings more", case)
    false = with_node(over, [WIDER, 1, node(WIDER, 1)[2] + 1])
    made.bad(f"{name}-false", "which is true", false)
    spare = with_node(over, node(CORNERS, 1))
    made.odd(f"{name}-spare", "nodes that are not needed count as well", spare)


def with_node(case, added):
    """With one node more."""
    return changed(case, ((*NODES, len(case["evidence"]["nodes"])), added))


def _stalemates(made):
    demand(costs(STILL, "=") == 384 + 208 * 235)
    here = node(STILL, 1, "h=1")
    for stipulation in ("h=0.5", "ser-=1"):
        name, bare = f"help-{stipulation}", one_ply(STILL, stipulation, [])
        made.good(f"{name}-limit", "208 for each pseudo-legal move: just what looks may cost", filled(bare))
        over = "208 for each pseudo-legal move: more than looks may cost"
        made.trap(f"{name}-limit-more", over, filled(bare, 16))
    made.good("help-h=0.5-limit-node", "a node instead of a look", with_node(filled(bare, 16), here))
    own = one_ply(STILL, "h=0.5", [here])
    made.good("help-h=0.5-four", "nodes of one ply alone", filled(own))
    made.trap("help-h=0.5-four-more", "each pays for itself", filled(own, 16))
    mates = one_ply(STILL, "h#0.5", [node(turned(STILL)[1], 1)])
    demand(fits(mates) and spent(mates, "=") > purse(mates["evidence"]["nodes"]))
    made.good("help-h#0.5-still", "looks for mates cost less", mates)
    # Checks are of no matter.
    four = [node(text, 1, "h=1") for text in (WIDER, *turned(DEAREST["#"][0]))]
    checks = one_ply(WIDER, "h=0.5", four)
    demand(fits(checks) and spent(checks, "#") > purse(checks["evidence"]["nodes"]))
    made.odd("help-h=0.5-checks", "checks cost nothing for stalemates", checks)


def _counted(made):
    for name, why, other, text in COUNTED:
        trap = other < 0
        case = filled(one_ply(text, "h#0.5", []), 16 * trap)
        build = made.trap if trap else made.odd
        build(f"help-counted-{name}", why, case)


def _stuck(made):
    for number, text in STUCK.items():
        demand([cost(after) for after in after_each(text)] == [384] * number)
        for stipulation in ("h#1", "h=1"):
            case = changed(unsolved(stipulation, text), (NODES, [[text, 2, 0]]))
            why, name = (
                f"{number} looks at positions without moves cost 384 each",
                f"help-stuck-{stipulation}-{number}",
            )
            if number == 96:
                made.good(name, f"{why}: just what they may", filled(case))
                continue
            over = filled(case, 16)
            made.trap(name, f"{why}: more than they may", over)
            after = text_of(after_each(text)[0])
            made.good(f"{name}-node", "with one more node", with_node(over, [after, 1, 0]))


def _two_plies(made):
    dear = sum(cost(after) for after in after_each(NINE))
    bare = solved(NINE, "h#1", lines(NINE, 2), [node(NINE, 2)])
    demand(spent(bare) == dear and not fits(bare))
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
    listed = [node(text_of(at), 1) for at in wide]
    while left > purse([*kings, top, *listed[:paid]]):
        paid += 1
    listed = listed[:paid]
    made.good("help-crowded", "as many nodes as are needed", changed(case, (NODES, [*kings, top, *listed])))
    made.trap("help-crowded-none", "looks cost too much", changed(case, (NODES, [*kings, top])))
    made.trap("help-crowded-less", "a node too few", changed(case, (NODES, [*kings, top, *listed[1:]])))


def _both(made):
    looks = [after for text in BOTH for after in after_each(text)]
    once = {after.key(): cost(after) for after in looks}
    case = solved(BOTH[0], "h#1", lines(BOTH[0], 2), [node(text, 2) for text in BOTH])
    demand(spent(case) == sum(map(cost, looks)) > sum(once.values()))
    both = filled(case, 16)
    made.trap("help-twice", "what two nodes lead to is looked at for each of them", both)
    shared = {after.key() for after in after_each(BOTH[0])}
    same = next(after for after in after_each(BOTH[1]) if after.key() in shared)
    made.good("help-twice-node", "a node of one ply for it", with_node(both, node(text_of(same), 1)))


def _set_play(made):
    other = PASSED.replace(" b ", " w ")
    dear = sum(cost(after) for after in after_each(PASSED))
    case = solved(PASSED, "h#1", lines(PASSED, 2), [node(PASSED, 2)])
    demand(spent(case) == dear and fits(case))
    made.good("help-set-play-without", "without set play the looks are cheap enough", case)
    set_lines = lines(other, 1)
    case = changed(case, (("claim", "set_play"), len(set_lines)), (("evidence", "set_play"), set_lines))
    demand(not fits(case))
    made.trap("help-set-play", "what set play asks for costs as well", case)
    made.good("help-set-play-node", "a node of one ply for it", changed(case, ((*NODES, 1), node(other, 1))))
    for text, aim, more, name, build in (
        (WIDER, "#", 0, "limit", made.good),
        (WIDER, "#", 16, "limit-more", made.trap),
        (STILL, "=", 0, "still", made.good),
        (STILL, "=", 16, "still-more", made.trap),
    ):
        after = text.replace(" w ", " b ")
        first = next(_lines(read(after, STANDARD), 2, aim))
        case = changed(
            solved(after, f"h{aim}1", [first], []),
            (("evidence", "searched"), {"plies": 2, "nodes": 9}),
            (("claim", "set_play"), len(lines(text, 1, aim))),
            (("evidence", "set_play"), lines(text, 1, aim)),
        )
        full = filled(case, more)
        build(f"help-set-play-{name}", "set play is looked for, though the rest is only searched", full)
        if more:
            paid = with_node(full, node(text, 1, f"h{aim}1"))
            made.good(f"help-set-play-{name}-node", "or a node says it", paid)


def _purses(made):
    """What nodes pay."""
    bare = unsolved("h#0.5", CORNERS)

    def beside(nodes, more):
        case = filled(changed(bare, (NODES, nodes)), more)
        return case, case["evidence"]["nodes"]

    told_apart(made, "help-purse-", lambda text: node(text, 1), beside, [o for o in OTHERS if o[0] != "long"])
    long, nodes = beside([node(text, 1) for text in (WIDER, *turned(WIDER))], 0)
    demand(spent(long) > as_before(nodes))
    made.odd("help-purse-long", "with many characters a node pays more than 32,768", long)
    # The same position with other plies, and a square that no move depends on.
    both = changed(unsolved("h#1", CORNERS), (NODES, [node(CORNERS, 2), node(CORNERS, 1)]))
    made.odd("help-purse-plies", "the same position with other plies is one more node", filled(both))
    passant = filled(changed(bare, (NODES, [node(DOUBLE, 1)])))
    made.odd("help-purse-written", "a square on which nobody can capture is written there, and pays", passant)
