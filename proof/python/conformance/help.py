"""`help`: helpmates and series."""

from arbiter_check.help import Stipulation

from . import help_nodes
from .made import Cases, ask, certificate, changed
from .ways import CORNERS, KINGS, NODES, nodes, solved, unsolved

SEARCHED = ("evidence", "searched")

BOARDS = (
    ("8/8/8/8/8/4k3/8/R3K3 b - -", ("h#1", "h#2")),
    ("7k/8/5K2/8/8/8/8/7Q b - -", ("h=1", "h#1", "h=2")),
    ("8/8/8/8/8/5k2/8/5K1R w - -", ("ser-#1", "ser-#3")),
    ("8/8/8/8/8/k7/8/K6r w - -", ("ser-h#2",)),
    ("8/8/8/8/8/k1K5/8/7r w - -", ("ser-=2", "ser-h=2")),
    ("k7/8/K7/8/8/8/8/7R w - -", ("h#0.5", "h=0.5", "h#1.5", "h=1.5")),
    ("7k/5K1P/8/8/8/8/8/8 b - -", ("h#2", "h=1", "ser-h#2")),
    ("8/8/8/8/8/1k6/2p5/K7 b - -", ("ser-#1", "ser-#2", "ser-=1")),
    # Pawns that have made a double step: nobody captures one en passant within a series, but after it.
    ("8/8/8/8/k1K5/p7/PP1b1R2/8 w - -", ("ser-#2",)),
    ("8/8/2Q5/4k3/8/7K/4PP2/8 w - -", ("ser-=2",)),
    ("7R/kpK5/8/P7/8/8/8/5B2 b - -", ("ser-h#1",)),
    # The side of the series can mate, which ser-h does not ask for.
    ("k7/6p1/8/6rP/1r6/8/8/K7 b - -", ("ser-h#1", "ser-#1")),
)

# Solutions if the side to move passes over its first move.
SET_PLAY = (
    ("8/2k5/8/5K2/1R6/8/8/8 b - -", "h#2"),
    ("8/8/8/8/8/4k3/8/R3K3 b Q -", "h#1"),
    ("7k/5K1P/8/8/8/8/8/8 b - -", "h=1"),
    ("7k/8/5K2/8/8/8/8/6Q1 b - -", "h=1"),
    ("k7/8/1K6/8/8/8/8/7R b - -", "h#1"),
    ("k7/8/K7/8/8/8/8/7R w - -", "h#1.5"),
)


# No stipulations, and what somebody might take them for.
NO_STIPULATIONS = (
    ("h#0", "h#0.5"),
    ("h#01", "h#1"),
    ("h#00.5", "h#0.5"),
    ("h#1.0", "h#1"),
    ("h#1.50", "h#1.5"),
    ("h#.5", "h#0.5"),
    ("h#-1", "h#0.5"),
    ("h#+1", "h#1"),
    ("ser-#0", "ser-#1"),
    ("ser-h#0", "ser-#1"),
    ("ser-#1.5", "ser-#1"),
    ("ser-h#1.5", "ser-h#1"),
    ("h~1", "h#1"),
    ("H#1", "h#1"),
    ("h# 1", "h#1"),
    (" h#1", "h#1"),
    ("h#1 ", "h#1"),
    ("s#1", "h#1"),
    ("#1", "h#0.5"),
    ("h1", "h#1"),
    ("h#", "h#0.5"),
    ("hser-#1", "ser-#1"),
    ("ser-h#1.0", "ser-h#1"),
    ("h#١", "h#1"),
    ("h#99999999999999999999", "h#0.5"),
)


def cases():
    """The topic."""
    made = Cases("help")
    for text in ("h#1", "h=1", "h#0.5", "h=0.5", "ser-#1", "ser-=1", "ser-h#1", "ser-h=1"):
        made.good(f"unsolved-{text}", "kings never mate", unsolved(text))
    made.good("unsolved-h#2.5", "kings never mate", unsolved("h#2.5", CORNERS))
    for text, read_as in NO_STIPULATIONS:
        made.bad(f"no-stipulation-{text}", "no stipulation of help play", unsolved(text, KINGS, read_as))
    stalemate = "k7/2Q5/1K6/8/8/8/8/8 b - -"
    hundred = unsolved("h#100", stalemate)
    made.good("h#100", "up to 100 moves, and a node for each number of plies", hundred)
    more = changed(
        hundred, (("claim", "stipulation"), "h#101"), (("evidence", "nodes", 100), [stalemate, 202, 0])
    )
    made.bad("no-stipulation-h#101", "up to 100 moves", more)
    for index, (position, texts) in enumerate(BOARDS):
        for text in texts:
            case = ask("win", position, "--stipulation", text, "--solutions")[0]
            if len(str(case)) > 20000:
                continue
            _case(made, f"{index}-{text}", case)
            _some_nodes(made, f"{index}-{text}", case)
    for index, (position, text) in enumerate(SET_PLAY):
        case = ask("win", position, "--stipulation", text, "--solutions", "--set-play")[0]
        _set_play(made, f"set-play-{index}-{text}", case)
    _no_set_play(made)
    help_nodes.form(made)
    help_nodes.false_sums(made)
    help_nodes.same_positions(made)
    help_nodes.series(made)
    help_nodes.long_numbers(made)
    first = solved("k7/6p1/8/6rP/1r6/8/8/K7 b - -", "ser-h#1", [["g5a5"]], [])
    made.trap("series-without-the-last", "in ser-h at least two plies", first)
    root = ["k7/6p1/8/6rP/1r6/8/8/K7 b - -", 2]
    for number in (0, 1):
        made.trap(
            f"series-without-the-last-{number}",
            "in ser-h at least two plies",
            changed(first, (("evidence", "nodes"), [[*root, number]])),
        )
    most = solved("7k/8/6K1/8/8/8/8/R7 w - -", "h#100.5", [["a1a8"]], [])
    searched = (("evidence", "searched"), {"plies": 201, "nodes": 9}), (("evidence", "nodes"), ...)
    made.good("most-moves", "up to 100 moves, and a half", changed(most, *searched))
    made.bad("most-moves-no-nodes", "nodes are missing", most)
    small = "q3/4/4/3Q w"
    claim = {"answer": "unsolved", "stipulation": "h#1", "solutions": 0}
    evidence = {"lines": [], "nodes": [[small, 2, 0]]}
    made.bad(
        "simplified",
        "asked about games won by checkmate",
        certificate("help", small, claim, evidence, "simplified"),
    )
    small = "4k/5/5/5/K4 w"
    evidence = {"lines": [], "nodes": [[small, 2, 0]]}
    made.good(
        "gardner", "asked about other games too", certificate("help", small, claim, evidence, "gardner")
    )
    evidence = {"lines": [], "nodes": [[f"{small} - -", 2, 0]]}
    made.bad(
        "gardner-node",
        "a position of a smaller board has neither rights nor en passant square",
        certificate("help", small, claim, evidence, "gardner"),
    )
    return made


def _case(made, name, case):
    number = case["claim"]["solutions"]
    lines = case["evidence"]["lines"]
    made.good(name, f"exactly {number} solutions", case)
    made.bad(
        f"{name}-one-more",
        "a solution more is claimed than shown",
        changed(case, (("claim",), {**case["claim"], "answer": "solved", "solutions": number + 1})),
    )
    made.bad(
        f"{name}-answer",
        "solved says that there is a solution",
        changed(case, (("claim", "answer"), "unsolved" if number else "solved")),
    )
    if not lines:
        return
    path = ("evidence", "lines")
    fewer = {**case["claim"], "solutions": number - 1, "answer": "solved" if number > 1 else "unsolved"}
    made.bad(
        f"{name}-one-less",
        "there is another solution",
        changed(case, (("claim",), fewer), (path, lines[:-1])),
    )
    made.bad(
        f"{name}-twice",
        "the lines are different",
        changed(case, (path, lines + lines[:1]), (("claim", "solutions"), number + 1)),
    )
    made.bad(f"{name}-line-short", "a line has not the plies", changed(case, ((*path, 0), lines[0][:-1])))
    made.bad(f"{name}-line-illegal", "a move is not legal", changed(case, ((*path, 0, 0), "a1h7")))
    made.good(f"{name}-order", "the lines stand in any order", changed(case, (path, lines[::-1])))
    searched = {"plies": Stipulation(case["claim"]["stipulation"]).plies, "nodes": 7}
    bare = changed(case, (NODES, ...))
    made.good(
        f"{name}-searched",
        "that there are no others is searched, and said to be",
        changed(bare, (SEARCHED, searched)),
    )
    made.bad(
        f"{name}-searched-plies",
        "the plies of the stipulation",
        changed(bare, (SEARCHED, {**searched, "plies": searched["plies"] + 1})),
    )
    made.bad(
        f"{name}-searched-nodes",
        "with searched there are no nodes, but for set play",
        changed(case, (SEARCHED, searched)),
    )
    if number > 1:
        part = changed(bare, (("claim",), fewer), (path, lines[:-1]), (SEARCHED, searched))
        made.odd(f"{name}-searched-fewer", "with searched only the lines are proved", part)


def _some_nodes(made, name, case):
    """One thing changed in the nodes of a case, and little else."""
    node_list = case["evidence"]["nodes"]
    made.bad(f"{name}-no-nodes", "there are no certificates without nodes", changed(case, (NODES, ...)))
    if not node_list:
        return
    # Nodes of one ply may be there only to pay for looks.
    longer = [index for index, (_, plies, _) in enumerate(node_list) if plies > 1]
    at = longer[len(longer) // 2]
    made.bad(f"{name}-node-left-out", "a node is missing", changed(case, ((*NODES, at), ...)))
    place, number = (*NODES, at, 2), node_list[at][2]
    made.bad(f"{name}-node-more", "not so many ways", changed(case, (place, number + 1)))
    some = next((index for index, node in enumerate(node_list) if node[2]), None)
    if some is not None:
        less = changed(case, ((*NODES, some, 2), node_list[some][2] - 1))
        made.bad(f"{name}-node-less", "more ways than said", less)
    if len(node_list) > 1:
        other = changed(case, (NODES, node_list[::-1]))
        made.good(f"{name}-nodes-order", "nodes stand in any order", other)
    lines = case["evidence"]["lines"]
    at_root = [i for i, node in enumerate(node_list) if node[0] == case["position"] and node[2]]
    if lines and at_root:
        root, number = at_root[0], len(lines)
        made.trap(
            f"{name}-one-less-too",
            "a solution is kept back, and the first node says so",
            changed(
                case,
                (("claim", "solutions"), number - 1),
                (("claim", "answer"), "solved" if number > 1 else "unsolved"),
                (("evidence", "lines"), lines[:-1]),
                ((*NODES, root, 2), node_list[root][2] - 1),
            ),
        )


def _set_play(made, name, case):
    number, lines = case["claim"]["set_play"], case["evidence"]["set_play"]
    made.good(name, f"{number} solutions of set play", case)
    claim, path = ("claim", "set_play"), ("evidence", "set_play")
    made.bad(f"{name}-one-more", "one more is claimed than shown", changed(case, (claim, number + 1)))
    made.bad(f"{name}-no-evidence", "the evidence has the solutions of set play", changed(case, (path, ...)))
    made.bad(f"{name}-no-claim", "evidence of what is not claimed", changed(case, (claim, ...)))
    made.good(f"{name}-without", "set play need not be claimed", changed(case, (claim, ...), (path, ...)))
    made.bad(f"{name}-no-nodes", "there are no certificates without nodes", changed(case, (NODES, ...)))
    text = case["claim"]["stipulation"]
    needed = nodes(case["position"], text, False, True)
    if needed:
        other = needed[-1]
        place = case["evidence"]["nodes"].index(other)
        made.bad(
            f"{name}-node-left-out", "set play needs its nodes, too", changed(case, ((*NODES, place), ...))
        )
    if case["claim"]["solutions"]:
        searched = changed(case, (SEARCHED, {"plies": Stipulation(text).plies, "nodes": 7}))
        only = changed(searched, (NODES, needed))
        made.good(f"{name}-searched-all", "with set play there are nodes, searched or not", searched)
        made.good(f"{name}-searched", "nodes that are enough for set play", only)
        made.trap(
            f"{name}-searched-no-nodes",
            "with set play there are nodes, searched or not",
            changed(searched, (NODES, ...)),
        )
        made.bad(
            f"{name}-searched-without",
            "with searched there are no nodes, but for set play",
            changed(only, (claim, ...), (path, ...)),
        )
        if needed:
            made.bad(f"{name}-searched-less", "not enough for set play", changed(only, ((*NODES, -1), ...)))
        if case["claim"]["solutions"] > 1:
            made.odd(
                f"{name}-searched-fewer",
                "that there are more is not looked for, with searched",
                changed(
                    searched,
                    (("claim", "solutions"), case["claim"]["solutions"] - 1),
                    (("evidence", "lines"), case["evidence"]["lines"][:-1]),
                ),
            )
        false = [case["position"], 2, case["claim"]["solutions"] + 50]
        made.bad(f"{name}-searched-false", "every node is true", changed(only, (NODES, [*needed, false])))
        if lines:
            made.trap(
                f"{name}-searched-one-less",
                "set play is never only searched",
                changed(only, (claim, number - 1), (path, lines[:-1])),
            )
    if not lines:
        return
    made.bad(
        f"{name}-one-less",
        "there is another solution of set play",
        changed(case, (claim, number - 1), (path, lines[:-1])),
    )
    made.bad(
        f"{name}-twice",
        "the lines are different",
        changed(case, (claim, number + 1), (path, lines + lines[:1])),
    )
    made.bad(f"{name}-short", "a line has not the plies", changed(case, ((*path, 0), lines[0][:-1])))


def _no_set_play(made):
    """Where there is none, or other moves than one might think."""

    def claimed(stipulation, position, set_play, lines):
        case = unsolved(stipulation, position)
        if stipulation in ("h#1", "h=2", "h#1.5"):
            case["evidence"]["nodes"] = nodes(position, stipulation, True, True)
        return changed(case, (("claim", "set_play"), set_play), (("evidence", "set_play"), lines))

    for text in ("h#1", "h=2", "h#1.5"):
        made.good(f"set-play-unsolved-{text}", "kings never mate", claimed(text, CORNERS, 0, []))
    for text in ("h#0.5", "h=0.5", "ser-#2", "ser-h#2", "ser-=1", "ser-h=1"):
        case = claimed(text, KINGS, 0, [])
        made.bad(f"set-play-of-{text}", "set play is that of h with two plies or more", case)
    for value in (-1, 0.5, "0", None, True):
        made.bad(f"set-play-number-{value}", "a whole number", claimed("h#1", KINGS, value, []))
    check = "4k3/8/8/8/8/8/8/K3r3 w - -"
    made.trap("set-play-in-check", "the side that passes would stay in check", claimed("h#1", check, 0, []))
    # A pawn has just made a double step: nobody captures it after a move that was passed over.
    rook = "7k/4p3/6K1/3p4/8/8/8/R7 w - d6"
    solved = [["e7e6", "a1a8"], ["e7e5", "a1a8"], ["d5d4", "a1a8"], ["h8g8", "a1a8"]]
    for name, lines, build in (
        ("set-play-after-a-double-step", solved, made.good),
        ("set-play-own-pawn-en-passant", [*solved, ["e7d6", "a1a8"]], made.trap),
    ):
        case = certificate(
            "help",
            rook,
            {"answer": "solved", "stipulation": "h#1.5", "solutions": 1, "set_play": len(lines)},
            {
                "lines": [["a1b1", "h8g8", "b1b8"]],
                "set_play": lines,
                "searched": {"plies": 3, "nodes": 9},
                "nodes": [[rook.replace(" w - d6", " b - -"), 2, len(lines)]],
            },
        )
        build(name, "no en passant capture is possible where a move was passed over", case)
        passant = rook.replace(" w - d6", " b - d6")
        made.bad(
            f"{name}-spelt",
            "no pawn of Black can be captured there",
            changed(case, ((*NODES, 0, 0), passant)),
        )
