"""`can-win`: lines, ends, material, closures, ghosts, regions."""

from .made import Cases, ask, certificate, changed


def unwinnable(position, side, **evidence):
    """A claim that a side cannot win."""
    return certificate("can-win", position, {"answer": "unwinnable", "side": side}, evidence)


def winnable(position, side, line):
    """A claim that it can."""
    return certificate("can-win", position, {"answer": "winnable", "side": side}, {"line": line.split()})


def cases():
    """The topic."""
    made = Cases("can_win")
    _lines(made)
    _ends(made)
    _material(made)
    _closures(made)
    _leaves(made)
    return made


def _lines(made):
    one = "7k/5K2/8/8/8/8/8/Q7 w - -"
    made.good("line", "a mate", winnable("7k/5K2/8/8/8/8/8/6Q1 w - -", "white", "g1h1"))
    made.bad(
        "line-stalemate", "stalemate is no mate", winnable("7k/5K2/8/8/8/8/8/6Q1 w - -", "white", "g1g6")
    )
    made.bad(
        "line-side", "it is the other side that wins", winnable("7k/5K2/8/8/8/8/8/6Q1 w - -", "black", "g1h1")
    )
    made.bad(
        "line-illegal", "a move is not legal", winnable("7k/5K2/8/8/8/8/8/6Q1 w - -", "white", "g1h2 h8h7")
    )
    made.bad("line-short", "no checkmate yet", winnable("7k/5K2/8/8/8/8/8/6Q1 w - -", "white", ""))
    made.good("line-empty", "it is checkmate already", winnable("7k/6Q1/6K1/8/8/8/8/8 b - -", "white", ""))
    made.bad(
        "line-after-mate",
        "no move after checkmate",
        winnable("7k/5K2/8/8/8/8/8/6Q1 w - -", "white", "g1h1 h8h7"),
    )
    made.bad("line-other-side", "a side name", winnable(one, "w", "a1h1"))
    made.bad(
        "line-key",
        "no other key",
        changed(winnable("7k/5K2/8/8/8/8/8/6Q1 w - -", "white", "g1h1"), (("evidence", "material"), True)),
    )
    made.good(
        "line-help", "the other side may help", ask("dead", "8/8/8/4k3/8/8/5P2/4K3 w", "--side", "white")[0]
    )
    made.good("line-promotion", "by promotion", ask("dead", "8/8/8/8/8/1k6/p7/2K5 b", "--side", "black")[0])
    made.bad(
        "answer", "no such answer", changed(winnable(one, "white", "a1h1"), (("claim", "answer"), "dead"))
    )
    made.bad(
        "line-for-unwinnable",
        "a line proves that it can be won",
        changed(winnable("7k/5K2/8/8/8/8/8/6Q1 w - -", "white", "g1h1"), (("claim", "answer"), "unwinnable")),
    )


def _ends(made):
    stale, mate = "7k/5K2/6Q1/8/8/8/8/8 b - -", "7k/6Q1/6K1/8/8/8/8/8 b - -"
    made.good("terminal-stalemate", "no move, and no mate", unwinnable(stale, "white", terminal=True))
    made.good("terminal-stalemate-other", "for the other side too", unwinnable(stale, "black", terminal=True))
    made.bad("terminal-mate", "the defender is checkmated", unwinnable(mate, "white", terminal=True))
    made.good("terminal-mated", "who is checkmated never wins", unwinnable(mate, "black", terminal=True))
    made.bad(
        "terminal-goes-on", "there is a move", unwinnable("7k/8/5K2/8/8/8/8/8 b - -", "white", terminal=True)
    )
    made.bad("terminal-false", "terminal is true", unwinnable(stale, "white", terminal=False))
    made.bad("terminal-one", "true is no number", unwinnable(stale, "white", terminal=1))
    made.bad("terminal-and-material", "one of six", unwinnable(stale, "white", terminal=True, material=True))
    made.bad("nothing", "one of six", unwinnable(stale, "white"))
    made.trap(
        "material-stalemate",
        "in the others the side to move has a move",
        unwinnable("8/8/8/8/8/6k1/5q2/7K w - -", "white", material=True),
    )


def _material(made):
    for name, men, holds in (
        ("king", "8/8/4k3/8/1q6/8/8/5K2", True),
        ("pawn", "8/8/4k3/8/8/8/1P6/4K3", False),
        ("rook", "8/8/4k3/8/8/8/1R6/4K3", False),
        ("knight", "8/8/4k3/8/8/8/1N6/4K3", True),
        ("knight-queens", "8/8/4k3/8/8/8/qN6/6K1", True),
        ("knight-rook", "8/8/4k3/8/8/8/1N4r1/7K", False),
        ("knight-pawn", "8/8/4k3/8/8/8/1N4p1/6K1", False),
        ("knights", "8/8/4k3/8/8/8/1NN5/4K3", False),
        ("bishop", "8/8/4k3/8/8/8/1B6/4K3", True),
        ("bishops-one-colour", "8/8/4k3/8/8/2B5/1B6/4K3", True),
        ("bishops-both", "8/8/4k3/8/8/8/1BB5/4K3", False),
        ("bishop-rook", "8/8/4k3/8/8/8/1B4r1/7K", True),
        ("bishop-other-bishop", "8/8/4k3/8/8/8/1B4b1/6K1", False),
        ("bishop-same-bishop", "8/8/4k3/8/8/8/1B5b/6K1", True),
        ("bishop-knight", "8/8/4k3/8/8/8/1B4n1/6K1", False),
        ("bishop-pawn", "8/8/4k3/8/8/8/1B4p1/6K1", False),
        ("knight-bishop", "8/8/4k3/8/8/8/1NB5/4K3", False),
        ("knight-other-bishop", "8/8/4k3/8/8/8/1N4b1/6K1", False),
        ("queen", "8/8/4k3/8/8/8/1Q6/6K1", False),
    ):
        case = unwinnable(f"{men} w - -", "white", material=True)
        (made.good if holds else made.bad)(
            f"material-{name}",
            "too little for a mate with all help" if holds else "a mate is possible with such men",
            case,
        )
    made.bad(
        "material-false",
        "material is true",
        unwinnable("8/8/4k3/8/8/8/1q6/4K3 w - -", "white", material=False),
    )
    made.bad(
        "material-side",
        "the attacker is the side of the claim",
        unwinnable("8/8/4k3/8/8/8/1q6/4K3 w - -", "black", material=True),
    )
    made.bad(
        "material-position",
        "a position of standard",
        unwinnable("8/8/4k3/8/8/8/1q6/4K3 w", "white", material=True),
    )


def _closures(made):
    boards = (
        "8/8/8/8/8/kp6/1P6/K7 b",
        "8/1k6/1p1p1p1p/pP1P1P1P/P7/8/1K6/8 w",
        "4k3/8/1p1p1p1p/pP1P1P1P/P7/8/8/4K3 w",
        "8/4k3/p1p1p1p1/P1P1P1P1/8/8/4K3/8 w",
        "3k4/8/p1p1p1p1/P1P1P1P1/8/8/8/B3K3 w",
        "3k1b2/8/p1p1p1p1/P1P1P1P1/8/8/8/B3K3 w",
        "8/6k1/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3/8 w",
        "6k1/8/1p6/pPp1p1p1/P1PpPpPp/3P1P1P/8/6K1 w",
        "k7/P7/K7/8/8/8/8/8 w",
        "7k/7P/5K2/8/8/8/8/8 b",
        "8/8/8/p1p1p1k1/P1P1P3/8/8/B5K1 w",
        "bk6/1p6/1P6/K7/8/8/8/8 w",
        "kb6/p7/P7/8/8/8/8/6K1 w",
        "5b1k/7p/7P/8/8/8/8/6K1 w",
        "r3k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w",
    )
    for index, board in enumerate(boards):
        for case in _dead(board):
            name = f"{index}-{case['claim']['side']}"
            if case["claim"]["answer"] == "winnable" or len(str(case)) > 9000:
                continue
            _closure(made, name, case)


def _leaves(made):
    root = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/4q3/4K3 w - -"
    wall = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/4K3/8 b - -"
    mate, stale = "7k/6Q1/6K1/8/8/8/8/8 b - -", "7k/5K2/6Q1/8/8/8/8/8 b - -"
    leaf = [wall, {"closure": 4096}]
    for expect, name, why, side, most, leaves in (
        ("good", "white", "the king has to capture, and no king passes the wall", "white", 1, [leaf]),
        ("good", "black", "for the other side too", "black", 1, [leaf]),
        ("good", "more", "fewer positions than are allowed", "white", 16777216, [leaf]),
        ("bad", "0", "the first is counted", "white", 0, [leaf]),
        ("bad", "none", "at least one", "white", 4096, []),
        ("bad", "twice", "none is equal to another", "white", 1, [leaf, leaf]),
        ("bad", "root", "none is equal to the position itself", "white", 1, [[root, leaf[1]]]),
        ("bad", "pair", "a position and its evidence", "white", 1, [[wall]]),
        ("bad", "three", "nothing else", "white", 1, [[*leaf, 1]]),
        ("bad", "null", "evidence is an object", "white", 1, [[wall, None]]),
        ("bad", "other", "another square of the king", "white", 1, [[wall.replace("4K3", "3K4"), leaf[1]]]),
        ("bad", "turn", "the other side to move", "white", 1, [[wall.replace(" b", " w"), leaf[1]]]),
        ("bad", "spelling", "spelt as positions are", "white", 1, [[wall[:-4], leaf[1]]]),
        ("bad", "fewer", "the evidence is not right", "white", 1, [[wall, {"closure": 3}]]),
        ("bad", "material", "nor this", "white", 1, [[wall, {"material": True}]]),
        ("bad", "nested", "a leaf has no leaves", "white", 1, [[wall, {"closure": 1, "leaves": [leaf]}]]),
        ("good", "unmet", "a leaf that no moves lead to", "white", 1, [leaf, [stale, {"terminal": True}]]),
        ("trap", "unmet-wrong", "is looked at too", "white", 1, [leaf, [mate, {"terminal": True}]]),
        ("good", "unmet-side", "for the side of the claim", "black", 1, [leaf, [mate, {"terminal": True}]]),
    ):
        getattr(made, expect)(f"leaves-{name}", why, unwinnable(root, side, closure=most, leaves=leaves))
    over = unwinnable(stale, "white", closure=1, leaves=[leaf])
    made.bad("leaves-over", "the side to move has a move", over)
    both = unwinnable(root, "white", closure=1, leaves=[leaf], ghosts=[])
    made.bad("leaves-and-ghosts", "one of six", both)


def _dead(board):
    try:
        return ask("dead", board, "--time", "3s")
    except SystemExit:
        return []


def _closure(made, name, case):
    evidence = case["evidence"]
    kind = "ghosts" if "ghosts" in evidence else next(iter(evidence))
    if kind in ("terminal", "material"):
        return
    count = evidence.get("closure", 0)
    keep = made.slow if count > 3000 else (lambda expect, *rest: made._add(expect, *rest))
    keep(
        "accepted",
        f"{kind}-{name}",
        {
            "closure": "all positions, none of which is mate",
            "ghosts": "a closure without some men",
            "region": "sets that no man leaves",
        }[kind],
        case,
    )
    if "closure" in evidence:
        keep(
            "refused",
            f"{kind}-{name}-fewer",
            "there are more positions",
            changed(case, (("evidence", "closure"), count // 2)),
        )
        keep(
            "accepted",
            f"{kind}-{name}-more",
            "fewer positions than are allowed",
            changed(case, (("evidence", "closure"), 16777216)),
        )
        made.bad(
            f"{kind}-{name}-too-many",
            "at most 16,777,216",
            changed(case, (("evidence", "closure"), 16777217)),
        )
        made.bad(f"{kind}-{name}-0", "the first is counted", changed(case, (("evidence", "closure"), 0)))
    if kind == "region":
        path = ("evidence", "region")
        men = evidence["region"]
        made.bad(f"{kind}-{name}-missing", "each man on the board", changed(case, ((*path, 0), ...)))
        made.bad(f"{kind}-{name}-order", "in the order a1, b1, … h8", changed(case, (path, men[::-1])))
        # The same set, so that nothing but the spelling is wrong.
        lettered = next((i for i, man in enumerate(men) if man[1].upper() != man[1]), None)
        if lettered is not None:
            made.bad(
                f"{kind}-{name}-upper",
                "sixteen digits, letters small",
                changed(case, ((*path, lettered, 1), men[lettered][1].upper())),
            )
        made.bad(f"{kind}-{name}-short", "sixteen digits", changed(case, ((*path, 0, 1), men[0][1][1:])))
        made.bad(
            f"{kind}-{name}-prefix",
            "nothing but digits",
            changed(case, ((*path, 0, 1), "0x" + men[0][1][2:])),
        )
        made.bad(
            f"{kind}-{name}-empty",
            "a man's own square is in its set",
            changed(case, ((*path, 0, 1), "0" * 16)),
        )
        wide = max(range(len(men)), key=lambda i: bin(int(men[i][1], 16)).count("1"))
        square = "abcdefgh".index(men[wide][0][0]) + 8 * (int(men[wide][0][1]) - 1)
        made.bad(
            f"{kind}-{name}-confined",
            "a man that can leave its set",
            changed(case, ((*path, wide, 1), f"{1 << square:016x}")),
        )
        made.bad(
            f"{kind}-{name}-everywhere",
            "sets so wide that a check may have no answer, or that nothing is fixed",
            changed(case, (path, [[s, "f" * 16, p] for s, _, p in men])),
        )
    if kind == "ghosts":
        path = ("evidence", "ghosts")
        men = evidence["ghosts"]
        made.bad(f"{kind}-{name}-none", "at least one", changed(case, (path, [])))
        made.bad(f"{kind}-{name}-twice", "in order, each once", changed(case, ((*path, len(men)), men[-1])))
        made.bad(f"{kind}-{name}-kept", "true or false", changed(case, ((*path, 0, 3), 0)))
        made.bad(
            f"{kind}-{name}-own", "its own square is in its set", changed(case, ((*path, 0, 1), "0" * 16))
        )
        made.bad(
            f"{kind}-{name}-nobody",
            "no man stands there",
            changed(case, ((*path, 0, 0), "h8" if men[0][0] != "h8" else "a1")),
        )
