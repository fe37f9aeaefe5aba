"""`help`: helpmates and series."""

import json

from arbiter_check import moves
from arbiter_check.board import NAMES
from arbiter_check.canwin.closure import key
from arbiter_check.help import Stipulation
from arbiter_check.position import Position, read, write_men
from arbiter_check.rulesets import STANDARD

from .made import Cases, ask, certificate, changed

NODES, SEARCHED = ("evidence", "nodes"), ("evidence", "searched")

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

NAMED_RIGHTS = (("K", (0, 7)), ("Q", (0, 0)), ("k", (1, 63)), ("q", (1, 56)))
KINGS = "8/8/8/4k3/8/8/8/4K3 w - -"
CORNERS = "k7/8/8/8/8/8/8/7K w - -"
# White's king walks on two ranks, and nothing else moves without check: all that White does is stalemate.
WALK = "7k/7P/6PP/8/p1p1p1p1/P1P1P1P1/8/K7"


def text_of(position):
    """The position as text; whoever has rights stands as at the beginning of a game."""
    text = f"{write_men(position.men)} {'wb'[position.side]}"
    rights = "".join(letter for letter, right in NAMED_RIGHTS if right in position.rights) or "-"
    return f"{text} {rights} {'-' if position.passant is None else NAMES[position.passant]}"


class Ways:
    """Ways to end as is asked for, in so many plies, counted without nodes."""

    def __init__(self, stipulation, wrong=None):
        self.stipulation, self.found = stipulation, {}
        # A position, and what is put to its ways in two plies.
        self.wrong, self.by = wrong or (None, 0)

    def count(self, position, left):
        """The ways in just so many plies."""
        if left == 0:
            mated = moves.in_check(position, STANDARD)
            return int(mated == (self.stipulation.aim == "#") and not moves.has_move(position, STANDARD))
        name = key(position), left
        if name not in self.found:
            total = self.by if left == 2 and self.wrong == text_of(position) else 0
            for _, after in moves.playable(position, STANDARD):
                if self.stipulation.moves_again(left - 1):
                    if moves.in_check(after, STANDARD):
                        continue
                    after = Position(after.men, position.side, after.rights, None)
                total += self.count(after, left - 1)
            self.found[name] = position, total
        return self.found[name][1]


def nodes(position, text, main=True, set_play=False, wrong=None):
    """The nodes that a claim needs."""
    stipulation = Stipulation(text)
    ways, position = Ways(stipulation, wrong), read(position, STANDARD)
    for length in stipulation.lengths() if main else ():
        ways.count(position, length)
    for length in stipulation.lengths_of_set_play() if set_play else ():
        ways.count(Position(position.men, 1 - position.side, position.rights, None), length)
    listed = ways.found.items()
    return [[text_of(at), plies, number] for (_, plies), (at, number) in listed if plies > 1]


def unsolved(stipulation, position=KINGS, read_as=None):
    """A claim that there is no solution."""
    return certificate(
        "help",
        position,
        {"answer": "unsolved", "stipulation": stipulation, "solutions": 0},
        {"lines": [], "nodes": nodes(position, read_as or stipulation)},
    )


def solved(position, stipulation, lines, node_list):
    """A claim that these are all solutions."""
    claim = {"answer": "solved", "stipulation": stipulation, "solutions": len(lines)}
    return certificate("help", position, claim, {"lines": lines, "nodes": node_list})


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
    _form_of_nodes(made)
    _false_sums(made)
    _same_positions(made)
    _series(made)
    _long_numbers(made)
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
    at = len(node_list) // 2
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


def _form_of_nodes(made):
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
    made.trap("node-plies-1", "true, but the ways in one ply are counted", added([position, 1, mates]))
    made.bad("node-plies-0", "at least two plies", added([position, 0, 0]))
    made.bad("node-plies-minus", "at least two plies", added([position, -1, 0]))
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


def _false_sums(made):
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


def _same_positions(made):
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


def _series(made):
    """The same side moves again."""
    own = solved(
        "8/8/2Q5/4k3/8/7K/4PP2/8 w - -",
        "ser-=2",
        [["e2e3", "h3g4"], ["h3g4", "e2e3"], ["e2e4", "f2e3"]],
        [["8/8/2Q5/4k3/8/7K/4PP2/8 w - -", 2, 3]],
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
        put = [changed(empty, ((*NODES, 1), [at, 2, said])) for said in (ways, ways + 1, ways - 1)]
        made.good(f"series-node-{name}", why, put[0])
        made.trap(f"series-node-{name}-more", why, put[1])
        made.trap(f"series-node-{name}-less", why, put[2])
    after = ["k6R/8/8/1K6/8/8/8/8 w - -", 2, 0]
    case = ask("win", position, "--stipulation", "ser-#3", "--solutions")[0]
    if len(str(case)) < 20000:
        made.good("series-3-check", "after a move that checks no node is needed", case)
        added = changed(case, (NODES, [*case["evidence"]["nodes"], after]))
        made.bad("series-3-check-node", "the king of the side not to move is attacked", added)


def _long_numbers(made):
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
