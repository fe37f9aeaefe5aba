"""`win`: strategies, refutations, tables."""

from . import win_other
from .made import Cases, ask, certificate, changed, no_win

ONE = "k7/8/1K6/8/8/8/8/7R w - -"
TWO = "7k/8/5K2/8/8/8/8/6R1 w - -"


def cases():
    """The topic."""
    made = Cases("win")
    one = certificate("win", ONE, {"answer": "win", "plies": 1}, {"strategy": [[ONE, 1, "h1h8"]]})
    made.good("mate-in-one", "a move that gives checkmate", one)
    made.good("more-plies", "a node within fewer plies than claimed", changed(one, (("claim", "plies"), 2)))
    made.good(
        "plies-greatest",
        "numbers go up to 2 to the 64th less 1",
        changed(one, (("claim", "plies"), 2**64 - 1)),
    )
    made.bad("plies-too-great", "beyond 64 bits", changed(one, (("claim", "plies"), 2**64)))
    made.bad(
        "plies-wrap", "1 only to a checker that keeps 64 bits", changed(one, (("claim", "plies"), 2**64 + 1))
    )
    made.good(
        "node-plies-more",
        "a node may have more plies than it needs",
        changed(one, (("claim", "plies"), 3), (("evidence", "strategy", 0, 1), 3)),
    )
    made.bad(
        "node-plies-above-claim",
        "the node of the position has more plies than are claimed",
        changed(one, (("evidence", "strategy", 0, 1), 2)),
    )
    made.bad("plies-0", "the node is not within 0 plies", changed(one, (("claim", "plies"), 0)))
    made.bad(
        "node-plies-0",
        "nodes of a strategy have at least 1 ply",
        changed(one, (("evidence", "strategy", 0, 1), 0)),
    )
    made.bad("plies-negative", "no negative numbers", changed(one, (("claim", "plies"), -1)))
    made.bad("plies-null", "null is for no-win", changed(one, (("claim", "plies"), None)))
    made.bad(
        "node-plies-null", "null is for refutations", changed(one, (("evidence", "strategy", 0, 1), None))
    )
    made.bad(
        "node-move-null", "null is for refutations", changed(one, (("evidence", "strategy", 0, 2), None))
    )
    made.bad(
        "node-move-quiet",
        "the move does not win at once, and 1 ply is left",
        changed(one, (("evidence", "strategy", 0, 2), "h1h7")),
    )
    made.bad(
        "node-move-illegal", "the move is not allowed", changed(one, (("evidence", "strategy", 0, 2), "b6a7"))
    )
    made.bad("no-nodes", "no node for the position", changed(one, (("evidence", "strategy"), [])))
    made.bad("node-short", "a node has three entries", changed(one, (("evidence", "strategy", 0), [ONE, 1])))
    made.bad(
        "node-twice",
        "no position occurs twice",
        changed(one, (("evidence", "strategy", 1), [ONE, 1, "h1h8"])),
    )
    made.bad(
        "node-twice-other-plies",
        "not with other plies either",
        changed(one, (("evidence", "strategy", 1), [ONE, 3, "h1h8"])),
    )
    other = "k7/8/1K6/8/8/8/8/6R1 w - -"
    made.good(
        "unreached-node",
        "a node that cannot be reached is allowed",
        changed(one, (("evidence", "strategy", 1), [other, 1, "g1g8"])),
    )
    made.trap(
        "unreached-node-false",
        "but every node must be valid",
        changed(one, (("evidence", "strategy", 1), [other, 1, "g1g7"])),
    )
    made.bad(
        "node-defender",
        "nodes have the attacker to move",
        changed(one, (("evidence", "strategy", 1), ["k7/8/1K6/8/8/8/8/6R1 b - -", 1, "a8b8"])),
    )
    made.bad(
        "node-spelling",
        "positions have one spelling",
        changed(one, (("evidence", "strategy", 0, 0), ONE.replace("8/8/8/8/7R", "8/8/8/8/43"))),
    )
    made.bad("answer-other", "no such answer", changed(one, (("claim", "answer"), "wins")))
    made.bad(
        "shortest-false",
        "shortest is true or left out",
        changed(one, (("claim", "shortest"), False), (("evidence", "refutation"), [])),
    )
    made.bad(
        "shortest-no-refutation",
        "shortest needs a refutation, though it may be empty",
        changed(one, (("claim", "shortest"), True)),
    )
    made.good(
        "shortest",
        "a win in 1 ply is the shortest",
        changed(one, (("claim", "shortest"), True), (("evidence", "refutation"), [])),
    )
    made.bad("refutation-not-asked", "exactly the keys named", changed(one, (("evidence", "refutation"), [])))
    searched = (("evidence", "searched"), {"plies": 0, "nodes": 12})
    made.good("searched", "what was searched proves nothing and does no harm", changed(one, searched))
    made.bad(
        "searched-shortest",
        "not beside a claim that is shortest",
        changed(one, searched, (("claim", "shortest"), True), (("evidence", "refutation"), [])),
    )
    made.bad("searched-key", "two keys", changed(one, searched, (("evidence", "searched", "time"), 1)))
    made.bad("searched-missing", "two keys", changed(one, searched, (("evidence", "searched", "nodes"), ...)))
    made.good(
        "searched-great",
        "up to 2 to the 64th less 1",
        changed(one, searched, (("evidence", "searched", "nodes"), 2**64 - 1)),
    )
    _two(made)
    _refutations(made)
    win_other.captures(made)
    win_other.tables(made)
    win_other.castling(made)
    win_other.numbers(made)
    return made


def _two(made):
    two = ask("win", TWO, "--shortest")[0]
    made.good("mate-in-two", "after the move every answer leads to a node with 2 plies less", two)
    strategy = ("evidence", "strategy")
    made.bad("two-node-missing", "no node after the only answer", changed(two, ((*strategy, 1), ...)))
    made.bad(
        "two-node-late",
        "a node with only 1 ply less",
        changed(
            two,
            (("claim", "plies"), 4),
            ((*strategy, 0, 1), 3),
            ((*strategy, 1, 1), 2),
            (("claim", "shortest"), ...),
            (("evidence", "refutation"), ...),
        ),
    )
    made.bad(
        "two-plies-2",
        "3 plies are needed for a move that does not win at once",
        changed(two, ((*strategy, 0, 1), 2)),
    )
    made.bad("two-not-shortest", "3 plies are the shortest, not 5", changed(two, (("claim", "plies"), 5)))
    made.bad("two-claim-1", "no win within 1", changed(two, (("claim", "plies"), 1)))
    made.trap(
        "stalemate-in-strategy",
        "the defender must have at least one move: a stalemate leads to no node, so none is missing",
        certificate(
            "win",
            "7k/8/6K1/8/8/8/8/5Q2 w - -",
            {"answer": "win", "plies": 3},
            {"strategy": [["7k/8/6K1/8/8/8/8/5Q2 w - -", 3, "f1f7"]]},
        ),
    )
    middle = ask("win", "8/8/8/8/8/k7/8/K2R4 w", "--shortest")[0]
    made.slow("accepted", "mate-in-eight", "a longer one, with a table for the bound", middle)
    middle = changed(middle, (("claim", "shortest"), ...), (("evidence", "tables"), ...))
    made.good("mate-in-eight-strategy", "its strategy alone", middle)
    for index in (1, 4, len(middle["evidence"]["strategy"]) - 1):
        made.bad(
            f"eight-node-{index}-missing",
            "a node that is needed is missing",
            changed(middle, ((*strategy, index), ...)),
        )
    plies = middle["evidence"]["strategy"][2][1]
    made.bad(
        "eight-node-more-plies",
        "the node after an answer has too many plies",
        changed(middle, ((*strategy, 2, 1), plies + 2)),
    )
    made.good(
        "eight-order",
        "nodes stand in any order",
        changed(middle, (strategy, middle["evidence"]["strategy"][::-1])),
    )


def _refutations(made):
    rook = "8/8/8/8/8/1k6/7R/K7 w - -"
    made.good(
        "no-win-left-out", "claims of at most 3 plies need no node where they are true", no_win(rook, 3, [])
    )
    made.good("no-win-left-out-4", "after the first move 3 are left", no_win(rook, 4, []))
    made.bad("no-win-5", "after the first move 4 are left, which needs nodes", no_win(rook, 5, []))
    made.bad("no-win-6", "or 5", no_win(rook, 6, []))
    made.bad("no-win-7", "or 6", no_win(rook, 7, []))
    made.good("no-win-0", "nobody wins within 0 plies", no_win(ONE, 0, []))
    made.bad("no-win-1", "a move wins at once", no_win(ONE, 1, []))
    made.bad("no-win-3", "so it does within 3", no_win(ONE, 3, []))
    made.bad("no-win-two", "mate in two is found by looking at the moves", no_win(TWO, 3, []))
    made.good("no-win-two-2", "but there is none within 2 plies", no_win(TWO, 2, []))
    made.bad("no-win-negative", "no negative numbers", no_win(ONE, -1, []))
    made.bad(
        "no-win-shortest", "shortest is of a win", changed(no_win(rook, 5, []), (("claim", "shortest"), True))
    )
    made.bad(
        "no-win-strategy",
        "exactly the keys named",
        changed(no_win(rook, 5, []), (("evidence", "strategy"), [])),
    )
    made.bad(
        "no-win-searched",
        "only beside a strategy",
        changed(no_win(rook, 5, []), (("evidence", "searched"), {"plies": 5, "nodes": 1})),
    )
    for name, men in (
        ("king", "8/8/8/8/8/1k6/7r/K7"),
        ("knight", "8/8/8/8/8/1k6/7N/K7"),
        ("bishop", "8/8/8/8/8/1k6/7B/K7"),
        ("bishops", "8/8/8/6B1/8/1k6/7B/K7"),
    ):
        made.good(
            f"men-{name}", "too little to mate with: held for any number", no_win(f"{men} w - -", None, [])
        )
    for name, men in (
        ("knight-and-pawn", "8/8/8/8/8/1k6/p6N/K7"),
        ("two-knights", "8/8/8/8/8/1k6/6NN/K7"),
        ("bishops-both", "8/8/8/8/8/1k6/6BB/K7"),
        ("knight-and-bishop", "8/8/8/8/8/1k6/6NB/K7"),
        ("pawn", "8/8/8/8/8/1k6/7P/K7"),
    ):
        made.bad(
            f"men-{name}", "not too little: nodes are needed for any number", no_win(f"{men} w - -", None, [])
        )
    free = "8/8/8/8/8/8/8/k1K5 w - -"
    node = ["8/8/8/8/8/8/2K5/k7 b - -", 9, "a1a2"]
    made.good("unneeded-node", "a node that is not needed", no_win(free, 3, [node]))
    made.bad("unneeded-node-illegal", "but valid it must be", no_win(free, 3, [[node[0], 9, "a1b1"]]))
    made.bad(
        "unneeded-node-attacker", "nodes have the defender to move", no_win(free, 3, [[free, 9, "c1c2"]])
    )
    made.bad(
        "node-null-with-moves",
        "null only when the defender has no move",
        no_win(free, 3, [[node[0], 9, None]]),
    )
    made.good(
        "refutation-node-plies-null",
        "a node for any number of plies",
        no_win(free, 3, [[node[0], None, "a1a2"]]),
    )
    made.good("refutation-node-plies-0", "a node that says nothing", no_win(free, 3, [[node[0], 0, "a1a2"]]))
    made.bad("node-twice-refutation", "no position occurs twice", no_win(free, 3, [node, node]))
    made.good(
        "node-stalemate",
        "the defender has no move and is not checkmated",
        no_win(free, 3, [["k7/2Q5/2K5/8/8/8/8/8 b - -", 9, None]]),
    )
    made.bad(
        "node-checkmated",
        "no node may have the defender checkmated",
        no_win(free, 3, [["k6R/8/1K6/8/8/8/8/8 b - -", 1, None]]),
    )
    knight = ask("win", "8/8/8/8/8/8/8/k1K4N w", "--shortest")[0]
    made.good("knight-null", "a knight never mates", knight)
    win_other.drawn(made)
