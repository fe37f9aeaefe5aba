"""`win` with an aim."""

from .made import Cases, ask, certificate, changed


def cases():
    """The topic."""
    made = Cases("aims")
    boards = {
        "queen": "8/8/8/8/8/1p6/1P1Q4/k1K5 w",
        "pawn": "7k/8/5K2/6P1/8/8/8/8 w",
        "rook": "8/8/8/8/1p6/1P1k4/2R5/K7 w",
        "reflex": "8/8/8/8/8/2k5/1q6/K7 w",
    }
    for letter, aim in (("s", "selfmate"), ("r", "reflexmate"), ("", "stalemate")):
        for name, board in boards.items():
            for moves in (1, 2):
                if name == "reflex" and letter == "":
                    continue
                case = ask("win", board, "--stipulation", f"{letter or '='}{'#' if letter else ''}{moves}")[0]
                if len(str(case)) > 6000:
                    continue
                made.good(f"{aim}-{name}-{moves}", f"{aim}: {case['claim']['answer']}", case)
                _mutants(made, f"{aim}-{name}-{moves}", case)
    _own(made)
    return made


def _mutants(made, name, case):
    evidence = case["evidence"]
    if evidence.get("strategy"):
        path = ("evidence", "strategy")
        made.bad(f"{name}-no-node", "no node for the position", changed(case, (path, [])))
        made.bad(
            f"{name}-plies",
            "fewer plies than the node has",
            changed(case, (("claim", "plies"), evidence["strategy"][0][1] - 1)),
        )
        if len(evidence["strategy"]) > 1:
            made.bad(
                f"{name}-node-missing",
                "a node that is needed is missing",
                changed(case, ((*path, len(evidence["strategy"]) - 1), ...)),
            )
        made.bad(f"{name}-move", "the move is not allowed", changed(case, ((*path, 0, 2), "a8a1")))
    elif evidence.get("refutation"):
        made.bad(
            f"{name}-move",
            "the answer is not allowed",
            changed(case, (("evidence", "refutation", 0, 2), "a8a1")),
        )
        made.bad(
            f"{name}-null",
            "the aim is not missed there, or the defender has a move",
            changed(case, (("evidence", "refutation", 0, 2), None)),
        ) if evidence["refutation"][0][2] else None
    if "aim" in case["claim"]:
        made.bad(f"{name}-aim", "no such aim", changed(case, (("claim", "aim"), "helpmate")))


def _own(made):
    stale = "7k/5K2/8/6Q1/8/8/8/8 w - -"

    def won(position, plies, nodes, aim):
        return certificate(
            "win", position, {"answer": "win", "plies": plies, "aim": aim}, {"strategy": nodes}
        )

    def held(position, plies, nodes, aim):
        return certificate(
            "win", position, {"answer": "no-win", "plies": plies, "aim": aim}, {"refutation": nodes}
        )

    made.good(
        "stalemate-one", "stalemate with the first ply", won(stale, 1, [[stale, 1, "g5g6"]], "stalemate")
    )
    made.bad(
        "stalemate-checkmate", "checkmate misses the aim", won(stale, 1, [[stale, 1, "g5g7"]], "stalemate")
    )
    made.bad("stalemate-goes-on", "the defender has a move", won(stale, 1, [[stale, 1, "g5a5"]], "stalemate"))
    made.bad(
        "stalemate-plies-0", "nodes have at least 1 ply", won(stale, 1, [[stale, 0, "g5g6"]], "stalemate")
    )
    made.bad(
        "stalemate-as-win",
        "without the aim it is no win",
        certificate("win", stale, {"answer": "win", "plies": 1}, {"strategy": [[stale, 1, "g5g6"]]}),
    )
    made.bad(
        "selfmate-plies-1",
        "nodes of a selfmate have at least 2 plies",
        won(stale, 1, [[stale, 1, "g5g6"]], "selfmate"),
    )
    made.trap(
        "selfmate-stalemate",
        "a defender that is stalemated has no answer to meet, but the aim is missed",
        won(stale, 2, [[stale, 2, "g5g6"]], "selfmate"),
    )
    made.trap(
        "selfmate-checkmate",
        "so it is when the defender is checkmated",
        won(stale, 2, [[stale, 2, "g5g7"]], "selfmate"),
    )
    made.bad(
        "aim-simplified",
        "only for games won by checkmate",
        certificate(
            "win",
            "q3/4/4/3Q w",
            {"answer": "no-win", "plies": 1, "aim": "selfmate"},
            {"refutation": []},
            "simplified",
        ),
    )
    made.bad("aim-null", "an aim is a name", held(stale, 1, [], None))
    made.good("selfmate-1", "no selfmate within 1 ply, ever", held(stale, 1, [], "selfmate"))
    made.good(
        "selfmate-king-alone", "a defender with a king alone never mates", held(stale, None, [], "selfmate")
    )
    made.good("reflexmate-king-alone", "nor has it to", held(stale, None, [], "reflexmate"))
    made.trap(
        "stalemate-king-alone",
        "for a stalemate too little to mate with does not count",
        held(stale, None, [], "stalemate"),
    )
    made.bad("stalemate-held-1", "a move stalemates", held(stale, 1, [], "stalemate"))
    far = "7k/8/8/8/8/8/8/K7 w - -"
    made.good("stalemate-far", "no stalemate within 2 plies", held(far, 2, [], "stalemate"))
    made.trap(
        "stalemate-no-search", "for aims only l plies need no node, not 5", held(far, 5, [], "stalemate")
    )
    made.odd(
        "selfmate-checkmated-node",
        "a node with the defender checkmated is one where the aim is missed",
        held(stale, 1, [["7k/5KQ1/8/8/8/8/8/8 b - -", 3, None]], "selfmate"),
    )
    made.bad(
        "win-checkmated-node",
        "not so without an aim",
        certificate(
            "win",
            far,
            {"answer": "no-win", "plies": 1},
            {"refutation": [["7k/5KQ1/8/8/8/8/8/8 b - -", 3, None]]},
        ),
    )
    must = "7k/R7/6K1/8/8/8/8/8 w - -"
    made.good(
        "reflexmate-must",
        "the attacker has to give mate, so that it is no reflexmate",
        held(must, None, [], "reflexmate"),
    )
    made.trap(
        "reflexmate-strategy-must",
        "a node at which a move gives checkmate",
        won("k7/7R/1K6/8/8/8/7r/8 w - -", 4, [["k7/7R/1K6/8/8/8/7r/8 w - -", 4, "h7h2"]], "reflexmate"),
    )
