"""`help`: what nodes are, and where they are wrong."""

import json

from arbiter_check import moves
from arbiter_check.canwin.closure import key
from arbiter_check.help import Stipulation
from arbiter_check.position import read
from arbiter_check.rulesets import STANDARD

from .made import ask, changed
from .purse import SHORT
from .ways import CORNERS, NODES, Ways, nodes, solved, text_of, unsolved

# White's king walks on two ranks, and nothing else moves without check: all that White does is stalemate.
WALK = "7k/7P/6PP/8/p1p1p1p1/P1P1P1P1/8/K7"


def form(made):
    """What a node is, and where."""
    position = "k7/8/K7/8/8/8/8/7R w - -"
    case = ask("win", position, "--stipulation", "h#1.5", "--solutions")[0]
    node_list = case["evidence"]["nodes"]
    node = next(node for node in node_list if node[1] == 2 and node[2])
    place = node_list.index(node)

    def put(value):
        return changed(case, ((*NODES, place), value))

    def added(*values):
        return changed(case, (NODES, [*node_list, *values]))

    made.bad("node-twice", "no two nodes have the same position and plies", added(node))
    made.bad("node-twice-other", "they have not with other numbers either", added([*node[:2], 0]))
    made.bad(
        "node-twice-before", "nor the other one first", changed(case, (NODES, [[*node[:2], 0], *node_list]))
    )
    mates = len([line for line in case["evidence"]["lines"] if len(line) == 1])
    made.good("node-plies-1", "a node may say the ways in one ply", added([position, 1, mates]))
    made.bad("node-plies-1-false", "but truly", added([position, 1, mates + 1]))
    made.bad("node-plies-0", "at least one ply", added([position, 0, 0]))
    made.bad("node-plies-minus", "at least one ply", added([position, -1, 0]))
    mated = "k6R/8/1K6/8/8/8/8/8 b - -"
    made.odd(
        "node-plies-3", "no move leads there with three plies left, but it is true", added([mated, 3, 0])
    )
    made.trap("node-plies-4", "true, but more plies than those of the stipulation", added([mated, 4, 0]))
    for name, value in (("text", "2"), ("true", True), ("null", None), ("list", [2])):
        made.bad(f"node-plies-{name}", "a whole number", put([node[0], value, node[2]]))
        made.bad(f"node-number-{name}", "a whole number", put([node[0], 2, value]))
    made.bad("node-number-minus", "from 0 on", put([*node[:2], -1]))
    made.bad("node-number-huge", "up to 2^64 - 1", put([*node[:2], 2**64]))
    text = json.dumps(case, separators=(",", ":"))
    for name, changes in (("plies-point", (",2,", ",2.0,")), ("plies-e", (",2,", ",2e0,"))):
        made.bad(f"node-{name}", "an integer has neither point nor exponent", text.replace(*changes, 1))
    made.bad("node-of-two", "a node has three values", put(node[:2]))
    made.bad("node-of-four", "a node has three values", put([*node, 0]))
    made.bad("node-of-none", "a node has three values", added([]))
    made.bad("node-object", "a node is a list", put(dict(zip(("position", "plies", "k"), node))))
    made.bad("nodes-object", "a list", changed(case, (NODES, {})))
    made.bad("nodes-null", "a list", changed(case, (NODES, None)))
    made.bad("nodes-empty", "the nodes are missing", changed(case, (NODES, [])))
    spare = "7k/8/8/8/8/8/8/K7 b - -"
    made.good("node-spare", "nodes that cannot be reached are allowed", added([spare, 2, 0]))
    made.good(
        "node-spare-turn",
        "nor need it be that side's turn",
        added([spare.replace("b", "w"), 2, 0], [spare, 2, 0]),
    )
    made.bad("node-spare-false", "but must be true", added([spare, 2, 1]))
    made.bad("node-spare-false-0", "but must be true", added(["7k/8/6K1/8/8/8/8/R7 b - -", 2, 0]))
    made.trap("node-spare-alone", "true, but not shown: its nodes are missing", added([spare, 3, 0]))
    for name, why, men in (
        ("digits", "adjacent digits", "7k/8/8/8/8/8/44/K7 b - -"),
        ("clocks", "further fields are not allowed", f"{spare} 0 1"),
        ("fields", "too few fields", "7k/8/8/8/8/8/8/K7 b"),
        ("no-king", "each side has one king", "8/8/8/8/8/8/8/K7 b - -"),
        ("kings", "the king of the side not to move is attacked", "8/8/8/8/8/8/1k6/K7 b - -"),
        ("check", "the king of the side not to move is attacked", "7k/8/8/8/8/8/8/K6R w - -"),
        ("pawn", "no pawn stands on the last rank", "6Pk/8/8/8/8/8/8/K7 b - -"),
        ("rights", "no such right", "7k/8/8/8/8/8/8/K7 b Q -"),
        ("passant", "no pawn has made a double step", "7k/8/8/8/8/8/8/K7 b - e3"),
    ):
        made.bad(f"node-position-{name}", why, added([men, 2, 0]))
    one = unsolved("h#0.5", CORNERS)
    more = changed(one, (NODES, [[spare, 2, 0]]))
    made.trap("node-of-one-ply", "true, but more plies than those of the stipulation", more)
    made.bad("node-position-null", "a position is a text", added([None, 2, 0]))
    over = next(i for i, node in enumerate(node_list) if node[0].split()[0] == "k6R/8/K7/8/8/8/8/8")
    made.trap(
        "node-mated", "where the game has ended a node is needed, too", changed(case, ((*NODES, over), ...))
    )
    root = next(i for i, node in enumerate(node_list) if node[1] == 3)
    made.bad("node-root", "the position itself needs one", changed(case, ((*NODES, root), ...)))
    made.bad(
        "node-root-2",
        "for the plies that it is asked about",
        changed(case, ((*NODES, root), [position, 2, 0])),
    )
    made.bad("node-side", "the other side is to move", put([node[0].replace(" b ", " w "), 2, 0]))


def false_sums(made):
    """Sums that fit each other, and are false."""
    position, text = "7k/5KpP/8/8/8/8/8/8 b - -", "h#3"
    case = ask("win", position, "--stipulation", text, "--solutions")[0]
    lines, node_list = case["evidence"]["lines"], case["evidence"]["nodes"]
    made.good("h#3", "three solutions of six plies", case)
    # The position of a solution with two plies left, and all solutions that end from there like it.
    here = read(position, STANDARD)
    for move in lines[0][:-2]:
        here = moves.find(here, move, STANDARD)[1]
    wrong = text_of(here)
    fewer = nodes(position, text, wrong=(wrong, -1))
    more = nodes(position, text, wrong=(wrong, 1))
    gone = sum(node[2] for node in node_list if node[0] == position)
    gone -= sum(node[2] for node in fewer if node[0] == position)
    left = [line for line in lines if line[-2:] != lines[0][-2:]]
    if len(left) + gone != len(lines):
        raise SystemExit("help: these are other solutions")
    made.trap(
        "sums-one-less",
        "all sums fit, but one with two plies left is less than there are mates",
        changed(
            case,
            (
                ("claim",),
                {**case["claim"], "answer": "solved" if left else "unsolved", "solutions": len(left)},
            ),
            (("evidence", "lines"), left),
            (NODES, fewer),
        ),
    )
    made.trap(
        "sums-one-more",
        "all sums fit, but one with two plies left is more than there are mates",
        changed(
            case,
            (("claim", "solutions"), len(lines) + gone),
            (("evidence", "lines"), lines + [[*line[:-1], "h7h8b"] for line in lines[:gone]]),
            (NODES, more),
        ),
    )
    # Two nodes that are met equally often after the same ones.
    one, other = _alike(node_list)
    made.trap(
        "sums-compensate",
        "one node says one more, another one less, and elsewhere sums are right",
        changed(
            case, ((*NODES, one, 2), node_list[one][2] - 1), ((*NODES, other, 2), node_list[other][2] + 1)
        ),
    )


def _alike(node_list):
    """Two nodes of as many plies that count as often in every sum, the first of them not 0."""
    met = {}
    for index, (text, plies, _) in enumerate(node_list):
        for _, after in moves.playable(read(text, STANDARD), STANDARD):
            met.setdefault((key(after), plies - 1), []).append(index)
    places = [
        (index, met.get((key(read(text, STANDARD)), plies)))
        for index, (text, plies, _) in enumerate(node_list)
    ]
    return next(
        (one, other)
        for one, by in places
        for other, as_well in places
        if one != other and by and by == as_well and node_list[one][2]
    )


def same_positions(made):
    """Which positions are the same."""
    free, plain = "7k/8/5K2/8/4P3/8/8/6R1 b - e3", "7k/8/5K2/8/4P3/8/8/6R1 b - -"
    for name, position, other in (("spelt", free, plain), ("not-spelt", plain, free)):
        case = unsolved("h#1", position)
        why = "nobody can capture on the en passant square: the positions are the same"
        made.odd(f"passant-{name}", why, changed(case, ((*NODES, 0, 0), other)))
        made.trap(f"passant-{name}-twice", why, changed(case, ((*NODES, 1), [other, 2, 0])))
    edge = unsolved("h#1", "7k/8/5K2/8/P6p/8/8/6R1 b - a3")
    edge = changed(edge, ((*NODES, 0, 0), "7k/8/5K2/8/P6p/8/8/6R1 b - -"))
    made.odd("passant-edge", "the pawn on the other edge does not capture there", edge)
    for name, why, position in (
        ("pinned", "the pawn stands where it could capture, though it is pinned", "3k4/8/8/8/3pP3/5K2/8/3R4"),
        ("possible", "a pawn can capture en passant", "3k4/8/8/8/3pP3/5K2/8/4R3"),
    ):
        case = unsolved("h#1", f"{position} b - e3")
        other = f"{position} b - -"
        made.good(f"passant-{name}", "nothing is solved", case)
        made.trap(f"passant-{name}-other", why, changed(case, ((*NODES, 0, 0), other)))
        made.odd(f"passant-{name}-both", f"{why}: these are two", changed(case, ((*NODES, 1), [other, 2, 0])))
    # After a double step on the way.
    case = ask("win", "7k/8/5K2/8/8/8/4P3/6R1 w - -", "--stipulation", "h#1.5", "--solutions")[0]
    node_list = case["evidence"]["nodes"]
    place = next(i for i, node in enumerate(node_list) if node[0].startswith("7k/8/5K2/8/4P3/8/8/6R1 b"))
    for name, text in (("with", free), ("without", plain)):
        why = "nobody can capture there: with and without the square it is the same"
        made.odd(f"passant-way-{name}", why, changed(case, ((*NODES, place, 0), text)))
    case = ask("win", "8/8/8/8/8/4k3/8/R3K3 b Q -", "--stipulation", "h#1", "--solutions")[0]
    other = ["8/8/8/8/8/4k3/8/R3K3 b - -", *case["evidence"]["nodes"][0][1:]]
    made.bad("rights-other", "without a right it is another position", changed(case, ((*NODES, 0), other)))
    made.good("rights-both", "without a right it is another position", changed(case, ((*NODES, 1), other)))


def series(made):
    """The same side moves again."""
    # Nodes that are not needed, as looks for stalemates are dear.
    spare = [[text, 1, 0] for text in SHORT[:5]]
    own = solved(
        "8/8/2Q5/4k3/8/7K/4PP2/8 w - -",
        "ser-=2",
        [["e2e3", "h3g4"], ["h3g4", "e2e3"], ["e2e4", "f2e3"]],
        [["8/8/2Q5/4k3/8/7K/4PP2/8 w - -", 2, 3], *spare],
    )
    made.trap("own-pawn-en-passant", "no en passant capture is possible within a series", own)
    position = "k7/8/1K6/4pP2/8/8/8/7R w - e6"
    case = ask("win", position, "--stipulation", "ser-#2", "--solutions")[0]
    made.good("series-en-passant", "the first move may capture en passant", case)
    lines = [line for line in case["evidence"]["lines"] if line[0] != "f5e6"]
    number = len(lines) - len([line for line in lines if len(line) == 1])
    made.trap(
        "series-en-passant-without",
        "the first move may capture en passant",
        changed(
            case,
            (("claim", "solutions"), len(lines)),
            (("evidence", "lines"), lines),
            (NODES, [[position.replace("e6", "-"), 2, number]]),
        ),
    )
    two = unsolved("ser-#2", "8/8/8/8/8/k7/8/K7 w - -")
    spelt = ["8/8/2Q5/4k3/4P3/7K/5P2/8 w - e3", 2, 0]
    made.bad("series-own-square", "the pawn beyond is an enemy's", changed(two, ((*NODES, 1), spelt)))
    # After the last move of the series a pawn is captured en passant, as before any other move.
    case = ask("win", "7R/kpK5/8/P7/8/8/8/5B2 b - -", "--stipulation", "ser-h#1", "--solutions")[0]
    lines = [line for line in case["evidence"]["lines"] if line != ["b7b5", "a5b6"]]
    made.trap(
        "series-last-en-passant",
        "after a series a pawn may be captured en passant",
        changed(
            case,
            (
                ("claim",),
                {
                    "answer": "solved" if lines else "unsolved",
                    "stipulation": "ser-h#1",
                    "solutions": len(lines),
                },
            ),
            (("evidence", "lines"), lines),
            ((*NODES, 0, 2), len(lines)),
        ),
    )
    position = "k7/8/8/1K6/8/8/8/7R w - -"
    case = ask("win", position, "--stipulation", "ser-#2", "--solutions")[0]
    made.good("series-check", "the rook does not check before the king has moved", case)
    number = case["claim"]["solutions"] + 1
    made.trap(
        "series-check-early",
        "no check but with the last move",
        changed(
            case,
            (("claim", "solutions"), number),
            (("evidence", "lines"), [*case["evidence"]["lines"], ["h1h8", "b5b6"]]),
            ((*NODES, 0, 2), number),
        ),
    )
    # The same of nodes alone, which no line is about.
    for stipulation, name, why, at, ways in (
        ("ser-=2", "own-pawn", "no en passant capture within a series", own["position"], 2),
        ("ser-#2", "check", "no check but with the last move", position, number - 1),
        ("ser-h#1", "last", "after a series a pawn may be captured", "7R/kpK5/8/P7/8/8/8/5B2 b - -", 2),
    ):
        empty = unsolved(stipulation, "8/8/8/8/8/k7/8/K7 w - -")
        empty["evidence"]["nodes"] += spare
        place = (*NODES, len(empty["evidence"]["nodes"]))
        put = [changed(empty, (place, [at, 2, said])) for said in (ways, ways + 1, ways - 1)]
        made.good(f"series-node-{name}", why, put[0])
        made.trap(f"series-node-{name}-more", why, put[1])
        made.trap(f"series-node-{name}-less", why, put[2])
    after = ["k6R/8/8/1K6/8/8/8/8 w - -", 2, 0]
    case = ask("win", position, "--stipulation", "ser-#3", "--solutions")[0]
    if len(str(case)) < 20000:
        made.good("series-3-check", "after a move that checks no node is needed", case)
        added = changed(case, (NODES, [*case["evidence"]["nodes"], after]))
        made.bad("series-3-check-node", "the king of the side not to move is attacked", added)


def long_numbers(made):
    """Numbers of ways with many digits; the other side, whose turn it is, has no moves."""
    start, ways, plies = read(f"{WALK} w - -", STANDARD), Ways(Stipulation("ser-=100")), 2
    while ways.count(start, plies) < 2**64:
        plies += 1
    case = unsolved(f"ser-={plies}", f"{WALK} b - -")
    for name, why, most, build, change in (
        ("true", "spare nodes with long numbers", plies - 1, made.good, lambda number: number),
        ("float", "one more than there are", plies - 1, made.trap, lambda number: number + 1),
        ("wrapped", "sums are not taken modulo 2^64", plies, made.trap, lambda number: number - 2**64),
    ):
        ways = Ways(Stipulation("ser-=100"))
        ways.count(start, most)
        spare = [[text_of(at), left, number] for (_, left), (at, number) in ways.found.items() if left > 1]
        spare = [[*node[:2], change(node[2]) if node[1] == most else node[2]] for node in spare]
        build(f"long-{name}", why, changed(case, (NODES, case["evidence"]["nodes"] + spare)))
