"""`legality`: instant lemmas, nodes, arrays of Chess960."""

import subprocess

from .made import ARBITER, START, ask, certificate, changed, illegal, legal


def instant(made):
    """Part of the topic."""
    for name, why, position in (
        ("kings", "two white kings", "4k3/8/8/8/8/8/4K3/4K3 w - -"),
        ("kings", "no black king", "8/8/8/8/8/8/8/4K3 w - -"),
        ("end-row-pawns", "a pawn on rank 1", "4k3/8/8/8/8/8/8/P3K3 w - -"),
        ("end-row-pawns", "a pawn on rank 8", "p3k3/8/8/8/8/8/8/4K3 w - -"),
        (
            "waiting-side-attacked",
            "Black's king is attacked with White to move",
            "4k3/8/8/8/8/8/8/4RK2 w - -",
        ),
        ("waiting-side-attacked", "adjacent kings", "8/8/8/8/8/8/4k3/4K3 w - -"),
        ("men", "seventeen men", "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w - -"),
        ("promotions", "eight pawns and two queens", "4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - -"),
        (
            "promotions",
            "eight pawns and two bishops on squares of one colour",
            "4k3/8/8/8/8/2B5/PPPPPPPP/2B1K3 w - -",
        ),
        ("castling", "the rook is not on its home", "4k3/8/8/8/8/8/8/4K3 w K -"),
        ("castling", "the king is not on its home", "4k3/8/8/8/8/8/8/3K3R w K -"),
        ("en-passant", "no pawn in front of the square", "4k3/8/8/8/8/8/8/4K3 w - e6"),
        ("en-passant", "a square on rank 5", "4k3/8/8/8/8/8/8/4K3 w - e5"),
        ("en-passant", "the square beyond is occupied", "4k3/4n3/8/4p3/8/8/8/4K3 w - e6"),
        ("en-passant", "Black's double step, but Black is to move", "4k3/8/8/4p3/8/8/8/4K3 b - e6"),
    ):
        number = sum(case["name"].startswith(f"legality/instant-{name}") for case in made.cases)
        case = illegal(position, name)
        made.good(f"instant-{name}-{number}", f"an instant lemma: {why}", case)
        other = "men" if name != "men" else "kings"
        made.bad(
            f"instant-{name}-{number}-other",
            f"{other} does not apply",
            changed(case, (("evidence", "nodes", 0, 1), other)),
        )
        made.trap(
            f"instant-{name}-{number}-origins",
            "lemmas that are not instant are not asked where an instant one applies",
            changed(case, (("evidence", "nodes", 0, 1), "origins")),
        )
    made.bad("instant-none", "no lemma applies to the array", illegal(START, "kings"))
    made.odd(
        "instant-kings-attacked",
        "of two kings of the waiting side one is attacked",
        illegal("4k3/4R3/8/3k4/8/8/8/8 w - -", "waiting-side-attacked"),
    )


def nodes(made):
    """Part of the topic."""
    rook = "4k3/8/8/8/8/8/8/4K3 w K -"
    made.good(
        "covers-rights",
        "a past that demands less covers one that demands more",
        illegal("4k3/8/8/8/8/8/8/4K3 w KQ -", [rook, "castling"]),
    )
    made.bad(
        "covers-more-rights",
        "not the other way round",
        illegal("4k3/8/8/8/8/8/8/4K3 w - -", [rook, "castling"]),
    )
    made.bad(
        "covers-side", "the side to move agrees", illegal("4k3/8/8/8/8/8/8/4K3 b K -", [rook, "castling"])
    )
    made.bad("covers-men", "the men agree", illegal("4k3/8/8/8/8/8/8/3K4 w K -", [rook, "castling"]))
    made.good(
        "covers-passant",
        "no demand for a square covers any",
        illegal("4k3/8/8/8/8/8/8/4K3 w K e5", [rook, "castling"]),
    )
    made.bad(
        "covers-passant-other",
        "a demand for a square covers only itself",
        illegal(rook, ["4k3/8/8/8/8/8/8/4K3 w K e5", "castling"]),
    )
    made.bad("none", "there is a first node", illegal(rook))
    made.bad("twice", "no two nodes have the same position", illegal(rook, "castling", "castling"))
    made.bad(
        "second-false", "every node holds", illegal(rook, "castling", ["4k3/8/8/8/8/8/8/4K3 w - -", "kings"])
    )
    made.good(
        "second-unneeded",
        "a node that is not needed",
        illegal(rook, "castling", ["4k3/8/8/8/8/8/8/4K3 w Q -", "castling"]),
    )
    made.bad(
        "first-other",
        "the first node covers the position, not a later one",
        illegal(rook, ["4k3/8/8/8/8/8/8/4K3 w Q -", "castling"], "castling"),
    )
    made.bad("lemma-unknown", "no such lemma", illegal(rook, "rooks"))
    made.bad("lemma-case", "names are compared letter by letter", illegal(rook, "Castling"))
    made.bad("node-short", "a node has two entries", illegal(rook, [rook]))
    made.bad("node-long", "a node has two entries", illegal(rook, [rook, "castling", 1]))
    made.bad("retract-array", "the array itself", illegal(START, "retract"))
    made.trap(
        "retract-array-fewer-rights",
        "a past that covers the array: it demands fewer rights, and still the empty game reaches it",
        illegal(START.replace("KQkq", "-"), "retract"),
    )
    made.bad(
        "retract-open", "a predecessor that no node covers", illegal(START.replace(" w ", " b "), "retract")
    )
    made.good(
        "retract-black-to-move",
        "nobody can have moved but a knight, and the number of its moves is even: by nodes",
        ask("reach", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -")[0],
    )
    for index, board in enumerate(
        (
            "8/8/8/8/8/5p1k/7P/7K w - -",
            "k7/P7/K7/8/8/8/8/8 b - -",
            "6Bk/8/6KN/8/8/8/8/8 b - -",
            "7k/5NPK/7N/8/8/8/8/8 b - -",
            "8/8/8/8/8/1k6/2P5/K7 b - -",
            "1Rk5/8/K7/8/8/8/8/8 b - -",
            "kB6/8/1K6/8/8/8/8/8 b - -",
            "3k4/2PPP3/3K4/8/8/8/8/8 b - -",
            "KQk5/8/8/8/8/8/8/8 b - -",
            "8/8/8/8/8/8/pp6/kBK5 b - -",
            "B7/8/8/8/8/8/kP6/1RK5 b - -",
            "7k/6pP/6P1/8/8/8/8/K7 b - -",
        )
    ):
        case = ask("reach", board, "--time", "3s")[0] if _decided(board) else None
        if case is None or case["claim"]["answer"] != "illegal" or len(str(case)) > 20000:
            continue
        nodes = case["evidence"]["nodes"]
        made.good(f"illegal-{index}", f"{len(nodes)} nodes", case)
        path = ("evidence", "nodes")
        if len(nodes) > 1:
            made.bad(
                f"illegal-{index}-missing",
                "a predecessor is covered by no node",
                changed(case, ((*path, len(nodes) - 1), ...)),
            )
            made.bad(
                f"illegal-{index}-first-missing",
                "the first node covers the position",
                changed(case, ((*path, 0), ...)),
            )
        made.bad(
            f"illegal-{index}-lemma",
            "another lemma, which does not apply",
            changed(case, ((*path, 0, 1), "files" if nodes[0][1] != "files" else "origins")),
        )
        if nodes[0][1] != "retract" and index in (3, 4):
            made.odd(
                f"illegal-{index}-retract",
                "all predecessors are refuted by instant lemmas, which need no node",
                changed(case, (path, [[nodes[0][0], "retract"]])),
            )
        elif nodes[0][1] != "retract":
            made.bad(
                f"illegal-{index}-retract",
                "predecessors are covered by no node",
                changed(case, (path, [[nodes[0][0], "retract"]])),
            )


def _decided(board):
    run = subprocess.run(
        [ARBITER, "reach", board, "--time", "3s"], capture_output=True, text=True, check=False
    )
    return run.stdout.startswith("illegal")


def _paid_for(made, any_case):
    """The text of arrays pays for the nodes that they stand beside."""
    [[every, [pawn]]] = any_case["evidence"]["arrays"]
    alike = {}
    for array in every:
        alike.setdefault(tuple(file for file in range(8) if array[file] in "kr"), []).append(array)
    alike = list(alike.values())
    claim = {"answer": "illegal", "start": "any"}

    def case(groups, *nodes):
        arrays = [[arrays, list(nodes)] for arrays in groups]
        return certificate("legality", nodes[0][0], claim, {"arrays": arrays})

    retract = ["K1k4Q/8/2R1B3/8/8/8/8/8 b - -", "retract"]
    origins = ["8/8/8/8/2K5/5k2/6P1/8 b - -", "origins"]
    locked = ["8/7K/8/7k/8/1P6/PRP5/1b6 b - -", "locked"]
    files = ["7k/nBN5/4rp2/n2r2NB/2n5/NrBR1Pb1/2qQKbBQ/q1rqN2Q w - -", "files"]
    other = ["4k3/8/8/8/8/8/8/P2K4 w - -", "end-row-pawns"]
    made.good(
        "any-alike", "beside a retract node kings and rooks stand on the same files", case(alike, retract)
    )
    made.good("any-alike-files", "as beside one of files", case(alike, files, other, retract))
    made.good("any-alike-instant", "and beside more than one of instant lemmas", case(alike, pawn, other))
    made.good(
        "any-alone",
        "beside a node of origins each array stands alone",
        case([[one] for one in every], origins),
    )
    for name, node in (("retract", retract), ("files", files), ("origins", origins), ("locked", locked)):
        made.trap(f"any-all-{name}", f"all arrays beside a node of {name}", case([every], node))
    joined = [alike[0] + alike[1], *alike[2:]]
    made.trap(
        "any-joined", "kings and rooks on two sets of files beside a retract node", case(joined, retract)
    )
    made.trap("any-joined-instant", "and beside two nodes of instant lemmas", case(joined, pawn, other))
    for name, node in (("origins", origins), ("locked", locked)):
        made.trap(f"any-alike-{name}", f"arrays that are alike beside a node of {name}", case(alike, node))
    made.trap("any-alike-more", "a node of origins among others", case(alike, retract, origins))


def arrays(made):
    """Part of the topic."""
    other = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq -"
    made.good("array", "the array of the claim", legal(other, "", {"start": "bqnbnrkr"}))
    made.bad("array-not-named", "the usual array is another", legal(other, ""))
    made.bad("array-usual-named", "the usual array is not named", legal(START, "", {"start": "rnbqkbnr"}))
    for name, letters in (
        ("upper", "BQNBNRKR"),
        ("king-outside", "krnbqbnr"),
        ("bishops", "bqbnnrkr"),
        ("short", "bqnbnrk"),
        ("two-queens", "qqnbbrkr"),
        ("number", 518),
    ):
        made.bad(f"array-{name}", "no array", legal(other, "", {"start": letters}))
    made.good(
        "array-asked",
        "as the program writes it",
        ask("reach", "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq -", "--start", "bqnbnrkr")[0],
    )
    made.bad(
        "any-missing",
        "each of the 960 arrays is listed",
        certificate(
            "legality",
            "4k3/8/8/8/8/8/4K3/4K3 w - -",
            {"answer": "illegal", "start": "any"},
            {"arrays": [[["rnbqkbnr"], [["4k3/8/8/8/8/8/4K3/4K3 w - -", "kings"]]]]},
        ),
    )
    any_case = ask("reach", "4k3/8/8/8/8/8/8/P3K3 w", "--start", "any")[0]
    made.good("any", "from no array at all", any_case)
    arrays = ("evidence", "arrays", 0, 0)
    made.bad("any-one-missing", "one of 960 is missing", changed(any_case, ((*arrays, 959), ...)))
    made.bad(
        "any-one-twice",
        "one is listed twice",
        changed(any_case, ((*arrays, 960), any_case["evidence"]["arrays"][0][0][0])),
    )
    groups = any_case["evidence"]["arrays"]
    made.bad(
        "any-none",
        "nodes are for one array at least",
        changed(any_case, (("evidence", "arrays"), [*groups, [[], groups[0][1]]])),
    )
    _paid_for(made, any_case)
    made.bad(
        "any-clocks", "of any array no clocks are claimed", changed(any_case, (("claim", "clocks"), [0, 1]))
    )
    made.bad("any-legal", "any array is claimed of illegal positions", legal(START, "", {"start": "any"}))
