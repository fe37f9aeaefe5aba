"""`at_least`: no game of fewer plies."""

from .made import Cases, ask, changed

BOARDS = (
    ("knight", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -"),
    ("four", "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"),
    ("capture", "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq -"),
    ("tempo", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -"),
    ("passant", "rnbqkbnr/pppp1pp1/8/4P2p/8/8/PPP1PPPP/RNBQKBNR w KQkq h6"),
    ("kings", "rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w - -"),
    ("castled", "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq -"),
    ("rights", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - -"),
    ("right", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq -"),
    ("rook", "rnbqkbn1/ppppppp1/7r/7p/8/8/PPPPPPPP/RNBQKBNR w KQq -"),
    ("two", "rnbqkb1r/ppp1pp1p/5p2/8/8/8/PPPPPPPP/R1BQKBNR w KQkq -"),
    ("crossed", "rnbqkbnr/ppppp1pp/8/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6"),
    ("crossed-black", "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3"),
    ("moved-rook", "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/1RBQKBNR w Kkq -"),
)


def cases():
    """The topic."""
    made = Cases("at_least")
    for name, board in BOARDS:
        case = ask("reach", board, "--shortest", "--time", "20s")[0]
        if len(str(case)) > 12000 or "at_least" not in case["claim"]:
            continue
        number = case["claim"]["at_least"]
        made.good(name, f"a game of {number} plies, and none of fewer", case)
        made.bad(
            f"{name}-more",
            "two plies more: the game itself is shorter",
            changed(case, (("claim", "at_least"), number + 2)),
        )
        made.bad(
            f"{name}-parity",
            "the other side would be to move",
            changed(case, (("claim", "at_least"), number + 1)),
        )
        made.bad(f"{name}-no-bound", "a bound is claimed", changed(case, (("evidence", "bound"), ...)))
        made.bad(
            f"{name}-start",
            "only of games from the usual array",
            changed(case, (("claim", "start"), "bqnbnrkr")),
        )
        made.bad(
            f"{name}-castling", "castling is any or left out", changed(case, (("claim", "castling"), "none"))
        )
        bound = case["evidence"]["bound"]
        path = ("evidence", "bound")
        if not bound:
            made.bad(f"{name}-node-more", "no nodes are needed", changed(case, ((*path, 0), [None, []])))
            continue
        made.bad(f"{name}-no-nodes", "the first node is missing", changed(case, (path, [])))
        made.bad(
            f"{name}-node-more",
            "nodes are left at the end",
            changed(case, ((*path, len(bound)), ["e2e4", []])),
        )
        made.bad(f"{name}-first-move", "the first node has no move", changed(case, ((*path, 0, 0), "e2e4")))
        if len(bound) > 1:
            made.bad(
                f"{name}-node-missing",
                "a child is missing at the end",
                changed(case, ((*path, len(bound) - 1), ...)),
            )
            made.bad(f"{name}-child-illegal", "no such move", changed(case, ((*path, 1, 0), "e2e5")))
        if name == "crossed":
            made.bad(
                f"{name}-any",
                "with f7-f6 and f6-f5 the men stand so in four plies",
                changed(case, (("claim", "en_passant"), "any")),
            )
        if name == "kings":
            # Of the king and of the pawn before it.
            white = [2 if row == 4 else 1 if row == 12 else 0 for row in range(33)]
            made.bad(
                f"{name}-king-leaves",
                "a king that has lost its rights, and ends elsewhere, need not come back",
                changed(
                    case,
                    (("claim", "at_least"), number + 2),
                    (path, [[None, [[["white", "king", white]]]]]),
                ),
            )
        if name == "moved-rook":
            zeros = [["white", "plain", [0] * 33]]
            for word, rounds in (("any", [zeros]), ("any-rounds", [zeros, zeros])):
                made.bad(
                    f"{name}-{word}",
                    "with rights that may be any the rook may move",
                    changed(
                        case,
                        (("claim", "castling"), "any"),
                        (("claim", "at_least"), number + 2),
                        (path, [[None, rounds]]),
                    ),
                )
        _shifts(made, name, case, number)
        _duals(made, name, case, bound)
    _zeros(made)
    return made


def _zeros(made):
    """Rounds that need no numbers."""
    position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
    case = ask("reach", position, "--shortest", "--time", "20s")[0]
    zeros = [["white", "plain", [0] * 33]]
    path = ("evidence", "bound")
    bound = [[None, [zeros]], ["e2e3", [zeros]], ["e2e4", []]]
    case = changed(case, (("claim", "at_least"), 4), (path, bound))
    made.good("zeros", "numbers that say nothing: what is counted suffices", case)
    for word, node in (("first", 0), ("child", 1)):
        made.bad(
            f"zeros-none-{word}",
            "a round has a dual, though it needs no numbers",
            changed(case, ((*path, node, 1), [[]])),
        )


def _shifted(numbers, by):
    """In the first node: `captured` counts as often as men are captured, so that the sum is the same."""
    return [number + by for number in numbers[:16]] + [number - by for number in numbers[16:]]


def _shifts(made, name, case, number):
    bound, men = case["evidence"]["bound"], case["position"].split()[0]
    left = {"white": sum(c.isupper() for c in men), "black": sum(c.islower() for c in men)}
    for word, by in (("up", 900), ("down", -900)):
        first = [[side, "plain", _shifted([0] * (16 + left[side] + 1), by)] for side in ("white", "black")]
        if case["claim"].get("castling") == "any" or case["position"].split()[2] == "KQkq":
            made.bad(
                f"{name}-dual-nothing-{word}",
                "numbers that cancel: nothing follows from them",
                changed(
                    case, (("claim", "at_least"), number + 2), (("evidence", "bound"), [[None, [first]]])
                ),
            )
        if len(bound) == 1 and any(bound[0][1]):
            rounds = [
                [[side, way, _shifted(numbers, by)] for side, way, numbers in duals] for duals in bound[0][1]
            ]
            made.good(
                f"{name}-dual-shifted-{word}",
                "the numbers of the rows are greater, and those of the columns less, or the other way",
                changed(case, (("evidence", "bound", 0, 1), rounds)),
            )


def _duals(made, name, case, bound):
    index = next((i for i, node in enumerate(bound) if node[1] and node[1][0]), None)
    if index is None:
        return
    path = ("evidence", "bound", index, 1)
    side, way, numbers = bound[index][1][0][0]
    made.bad(f"{name}-dual-great", "a number is above 32,767", changed(case, ((*path, 0, 0, 2, 0), 32768)))
    made.bad(
        f"{name}-dual-above-cost",
        "a dual above a cost",
        changed(case, ((*path, 0, 0, 2), [9] * len(numbers))),
    )
    for word, place in (("row", 0), ("column", 16)):
        if index == 0:
            made.bad(
                f"{name}-dual-first-{word}",
                f"the number of the first {word} is above a cost",
                changed(case, ((*path, 0, 0, 2, place), 900)),
            )
    made.bad(
        f"{name}-dual-short",
        "one number for each man, each place, and captured",
        changed(case, ((*path, 0, 0, 2), numbers[:-1])),
    )
    made.bad(f"{name}-dual-way", "no such way", changed(case, ((*path, 0, 0, 1), "castles")))
    made.bad(
        f"{name}-dual-way-not-there",
        "the way does not exist: no right is missing, or one is",
        changed(case, ((*path, 0, 0, 1), "king" if way == "plain" else "plain")),
    )
    made.bad(f"{name}-dual-side", "white or black", changed(case, ((*path, 0, 0, 0), side[0])))
    made.bad(f"{name}-round-missing", "without its rounds the node is not refuted", changed(case, (path, [])))
    made.bad(f"{name}-round-empty", "a round without duals", changed(case, (path, [[]] + bound[index][1])))
    zeros = changed(case, (path, [[[side, way, [0] * len(numbers)]]] + bound[index][1]))
    if name in ("capture", "kings", "castled", "rights", "right", "rook", "crossed", "moved-rook"):
        made.odd(f"{name}-round-zeros", "a round of zeros, which adds facts all the same", zeros)
    else:
        made.bad(f"{name}-round-zeros", "a round must add something, or refute", zeros)
    made.bad(
        f"{name}-round-after",
        "no round after one that refutes, nor one that adds nothing",
        changed(case, (path, bound[index][1] + bound[index][1][-1:])),
    )
