"""`can-win`: lines, ends, material, closures, ghosts, regions."""

from .closures import list_of, others, others_without, unwinnable
from .ghost_checks import checks_with_ghosts
from .made import Cases, ask, certificate, changed


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
    _lists(made)
    _lists_with_leaves(made)
    _lists_with_ghosts(made)
    checks_with_ghosts(made)
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
        "k1bK4/1pPp4/1P1P4/8/8/8/8/8 w",
        "8/pp6/kp4p1/1p4Pp/1P6/6p1/6Pp/7K w - h6",
        "8/6R1/8/6p1/2N2pP1/PPPP4/QNP2P1N/1Bk1K2R b K -",
        "8/3p1p1p/8/1p6/kP6/Pp6/pP1P1P1P/K7 w",
        "8/7B/7b/8/3p1p2/2pPpPp1/2PpBkP1/3K1BN1 w",
        "7k/4b3/1p1p1pBp/1P1P1P1P/1p6/2p5/p1p5/rbK5 b",
    )
    for index, board in enumerate(boards):
        for case in _dead(board):
            name = f"{index}-{case['claim']['side']}"
            if case["claim"]["answer"] == "winnable" or len(str(case)) > 9000:
                continue
            _closure(made, name, case)


# Two kings walk on few squares: six positions, of which WALK and BACK have one move each.
WALK = "1kb5/1p1p4/1P1P4/1P6/KP6/PP6/8/8 b - -"
BACK = "k1b5/1p1p4/1P1P4/1P6/KP6/PP6/8/8 w - -"
# White is stalemated.
STILL = "1kb5/1p1p4/1P1P4/KP6/PP6/1P6/1P6/8 w - -"
MATED, MATES = "8/8/8/8/8/5k2/6q1/7K w - -", "1r4rk/5Npp/8/8/8/1b6/P1P5/RKR5 b - -"
CHECK = "4k3/8/8/8/8/8/4R3/4K3 w - -"
STALE, MATE = "7k/5K2/6Q1/8/8/8/8/8 b - -", "7k/6Q1/6K1/8/8/8/8/8 b - -"
WALLS = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/4K3/8 b - -"


def _leaves(made):
    rest = others(BACK, "black")
    leaf, fewer, two = [BACK, list_of(1, *rest)], list_of(1, *rest[1:]), list_of(2, *rest[1:])
    for expect, name, why, side, most, leaves in (
        ("good", "white", "the only move leads to the leaf", "white", 1, [leaf]),
        ("good", "black", "for the other side too", "black", 1, [leaf]),
        ("good", "more", "fewer positions than are allowed", "white", 32, [leaf]),
        ("trap", "33", "at most 32", "white", 33, [leaf]),
        ("bad", "0", "the first is counted", "white", 0, [leaf]),
        ("bad", "none", "at least one", "white", 32, []),
        ("bad", "twice", "none is equal to another", "white", 1, [leaf, leaf]),
        ("bad", "root", "none is equal to the position itself", "white", 1, [leaf, _whole(WALK)]),
        ("bad", "pair", "a position and its evidence", "white", 1, [[BACK]]),
        ("bad", "three", "nothing else", "white", 1, [[*leaf, 1]]),
        ("bad", "null", "evidence is an object", "white", 1, [[BACK, None]]),
        ("bad", "other", "another square of the king", "white", 1, [_whole(rest[1])]),
        ("bad", "turn", "the other side to move", "white", 1, [_whole(rest[0])]),
        ("bad", "spelling", "spelt as positions are", "white", 1, [[BACK[:-4], leaf[1]]]),
        ("bad", "fewer", "one of the leaf's positions is not listed", "white", 1, [[BACK, fewer]]),
        ("trap", "two", "of a leaf all are listed, but the leaf itself", "white", 1, [[BACK, two]]),
        ("trap", "all", "one, and no list", "white", 1, [[BACK, {"closure": 6}]]),
        ("trap", "two-and-all", "1 in a leaf", "white", 1, [[BACK, {**leaf[1], "closure": 2}]]),
        ("trap", "all-32", "1 in a leaf", "white", 1, [[BACK, {"closure": 32}]]),
        ("trap", "list-32", "1 in a leaf, with a list too", "white", 1, [[BACK, {**leaf[1], "closure": 32}]]),
        ("bad", "in-its-list", "a leaf in its own list", "white", 1, [[BACK, list_of(1, BACK, *rest)]]),
        ("bad", "material", "nor this", "white", 1, [[BACK, {"material": True}]]),
        ("bad", "nested", "a leaf has no leaves", "white", 1, [[BACK, {**leaf[1], "leaves": [leaf]}]]),
        ("good", "unmet", "a leaf that no moves lead to", "white", 1, [leaf, [STALE, {"terminal": True}]]),
        ("trap", "unmet-wrong", "is looked at too", "white", 1, [leaf, [MATE, {"terminal": True}]]),
        ("good", "unmet-side", "for the side of the claim", "black", 1, [leaf, [MATE, {"terminal": True}]]),
        ("bad", "terminal-list", "no list", "white", 1, [leaf, [STALE, {"terminal": True, "positions": []}]]),
    ):
        getattr(made, expect)(f"leaves-{name}", why, unwinnable(WALK, side, closure=most, leaves=leaves))
    over = unwinnable(STALE, "white", closure=1, leaves=[leaf])
    made.bad("leaves-over", "the side to move has a move", over)
    both = unwinnable(WALK, "white", closure=1, leaves=[leaf], ghosts=[])
    made.bad("leaves-and-ghosts", "one of six", both)


def _whole(position):
    """A leaf with all its positions, from which nobody mates."""
    return [position, list_of(1, *others(position, "black"))]


def _lists(made):
    rest = others(WALK, "black")
    walls = others(WALLS, "white")
    # There are 1,024.
    last = walls[-992:]
    for expect, name, why, most, positions in (
        ("trap", "1024", "at most 32 without a list", 1024, None),
        ("bad", "32", "there are more", 32, None),
        ("good", "listed-992", "the last of them are listed", 32, last),
        ("bad", "listed-992-31", "one too few", 31, last),
        ("trap", "listed-991", "33 are left, and 32 are allowed", 33, last[1:]),
        ("bad", "listed-991-32", "33 are left", 32, last[1:]),
    ):
        listed = {} if positions is None else {"positions": positions}
        case = unwinnable(WALLS, "white", closure=most, **listed)
        getattr(made, expect)(f"closure-of-1024-{name}", why, case)

    for expect, name, why, evidence in (
        ("good", "none-32", "more are allowed than there are", {"closure": 32}),
        ("trap", "none-33", "at most 32", {"closure": 33}),
        ("trap", "none-1024", "at most 32", {"closure": 1024}),
        ("bad", "none-true", "a number", {"closure": True}),
        ("good", "empty-32", "none is listed", list_of(32)),
        ("trap", "empty-33", "none is listed", list_of(33)),
        ("good", "1-32", "one is listed", list_of(32, *rest[:1])),
        ("trap", "1-33", "at most 32, whatever is listed", list_of(33, *rest[:1])),
        ("trap", "5-37", "at most 32 beside five", list_of(37, *rest)),
        ("trap", "twice-32", "none is equal to another one", list_of(32, rest[0], rest[0])),
    ):
        getattr(made, expect)(f"list-of-{name}", why, unwinnable(WALK, "black", **evidence))

    gone = "k7/8/1K6/8/8/8/8/8 w - -"  # Too little to mate with.
    kings = "8/8/8/3k4/8/8/4R3/4K3 w - -"  # Black has nothing but its king.
    long_way = "k1b5/1p1p4/1P1P4/1P6/KP6/1P6/PP6/8 w - -"  # To 13 others.
    for expect, name, why, evidence in (
        ("odd", "all", "those listed are not counted", list_of(1, *rest)),
        ("good", "all-more", "more are allowed than there are", list_of(32, *rest)),
        ("good", "order", "in any order", list_of(1, *rest[::-1])),
        ("bad", "all-0", "the first is counted", list_of(0, *rest)),
        ("trap", "all-1024", "at most 32 beside five", list_of(1024, *rest)),
        ("bad", "missing", "one is not listed, and one too many", list_of(1, *rest[1:])),
        ("good", "missing-2", "one is not listed, but counted", list_of(2, *rest[1:])),
        ("bad", "missing-last", "of whatever place", list_of(1, *rest[:-1])),
        ("good", "some", "four are counted, with the first", list_of(4, *rest[:2])),
        ("bad", "some-3", "four are to be counted", list_of(3, *rest[:2])),
        ("good", "none", "a list may be empty", list_of(6)),
        ("bad", "twice", "none is equal to another one", list_of(6, rest[0], *rest)),
        ("bad", "first", "none is equal to the first", list_of(6, WALK)),
        ("bad", "null", "a list", {"closure": 6, "positions": None}),
        ("bad", "text", "a list, of one too", {"closure": 6, "positions": rest[0]}),
        ("bad", "object", "a list", {"closure": 6, "positions": {}}),
        ("bad", "number", "each is a text", list_of(6, 1)),
        ("bad", "pair", "each is a position alone", list_of(6, [rest[0], {}])),
        ("bad", "item-null", "each is a text", list_of(6, *rest, None)),
        ("bad", "spelling", "written as position is", list_of(6, rest[0][:-4])),
        ("bad", "clocks", "written as position is", list_of(6, rest[0] + " 0 1")),
        ("bad", "no-king", "a king on each side", list_of(6, "k7/8/8/8/8/8/8/8 w - -")),
        ("bad", "pawn", "no pawn on the last rank", list_of(6, "k7/8/1K6/8/8/8/8/p7 w - -")),
        ("trap", "waiting", "the king of the side not to move is attacked", list_of(1, *rest, CHECK)),
        ("odd", "unmet", "no moves lead to it", list_of(1, *rest, STILL)),
        ("odd", "unmet-mated", "the attacker is mated", list_of(1, *rest, MATE)),
        ("trap", "unmet-mate", "the defender is", list_of(1, *rest, MATED)),
        ("trap", "unmet-mates", "the defender is mated later", list_of(2, *rest, MATES)),
        ("trap", "unmet-far", "it leads to others", list_of(1, *rest, long_way)),
        ("bad", "unmet-far-13", "to 13 others", list_of(13, *rest, long_way)),
        ("good", "unmet-far-14", "to 13 others, which are counted", list_of(14, *rest, long_way)),
        ("odd", "material", "all that it leads to is left out", list_of(1, *rest, gone)),
        ("odd", "material-rook", "material of the attacker", list_of(1, *rest, kings)),
    ):
        getattr(made, expect)(f"list-{name}", why, unwinnable(WALK, "black", **evidence))
    mated = unwinnable(WALK, "white", **list_of(1, *rest, MATE))
    made.trap("list-unmet-side", "mated by the side of the claim", mated)

    # En passant: a3, which no pawn can capture on, is part of no position; h6 is, if g5 can.
    far = others(long_way, "black")
    written = next(text for text in far if text.endswith("a3"))
    plain = written[:-2] + "-"
    only = [text for text in far if text != written]
    for expect, name, why, evidence in (
        ("good", "a3", "the pawn has gone two squares", list_of(1, *far)),
        ("odd", "no-a3", "equal to the one with the square", list_of(1, *only, plain)),
        ("trap", "twice-a3", "equal, for no pawn can capture there", list_of(1, *far, plain)),
        ("bad", "a3-b6", "no such square", list_of(14, plain[:-1] + "b6")),
    ):
        getattr(made, expect)(f"list-passant-{name}", why, unwinnable(long_way, "black", **evidence))
    root = "8/pp6/kp4p1/1p4Pp/1P6/6p1/6Pp/7K w - h6"
    rest = others(root, "black")
    still = root[:-2] + "-"
    made.odd(
        "list-passant-h6", "not equal to the first", unwinnable(root, "black", **list_of(1, *rest, still))
    )

    root = "8/6R1/8/6p1/2N2pP1/PPPP4/QNP2P1N/1Bk1K2R b K -"
    rest = others(root, "black")
    other = dict.fromkeys(text.replace(" K ", " - ") for text in rest)
    made.good("list-rights", "with castling rights", unwinnable(root, "black", **list_of(1, *rest)))
    made.trap("list-rights-none", "other positions", unwinnable(root, "black", **list_of(1, *other)))

    region = next(case for case in ask("dead", WALLS[:-4]) if "region" in case["evidence"])
    for name, case in (
        ("terminal", unwinnable(STALE, "white", terminal=True)),
        ("material", unwinnable(gone, "black", material=True)),
        ("region", region),
        ("alone", unwinnable(WALK, "black")),
    ):
        case = changed(case, (("evidence", "positions"), []))
        made.bad(f"list-and-{name}", "a list stands beside closure", case)


def _lists_with_leaves(made):
    rest = others(BACK, "black")
    leaf = _whole(BACK)
    for expect, name, why, evidence in (
        ("good", "empty", "the leaf is all", list_of(1)),
        ("odd", "unmet", "no moves lead to it", list_of(1, STILL)),
        ("trap", "unmet-mate", "the defender is mated", list_of(1, MATED)),
        ("trap", "leaf", "play goes on from the leaf that is listed", list_of(1, BACK)),
        ("bad", "leaf-4", "to four others", list_of(4, BACK)),
        ("good", "leaf-5", "to four others, and the first", list_of(5, BACK)),
        (
            "good",
            "leaf-all",
            "they are listed too",
            list_of(1, BACK, *(text for text in rest if text != WALK)),
        ),
        ("bad", "first", "the first in the list", list_of(1, WALK)),
        ("bad", "twice", "twice the same", list_of(1, BACK, BACK)),
        ("good", "empty-32", "more are allowed than there are", list_of(32)),
        ("trap", "empty-33", "none is listed beside the leaves", list_of(33)),
        ("good", "leaf-32", "the leaf is listed, too", list_of(32, BACK)),
        ("trap", "leaf-33", "at most 32 beside one", list_of(33, BACK)),
    ):
        case = unwinnable(WALK, "black", **evidence, leaves=[leaf])
        getattr(made, expect)(f"leaves-list-{name}", why, case)


# Of two bishops that are ghosts, and of one that may be anywhere on dark squares.
CAGE = "8/7B/7b/8/3p1p2/2pPpPp1/2PpBkP1/3K1BN1 w - -"
BISHOPS = [["h6", "aa55aa5582010205", "0" * 16, False], ["h7", "55aa55aa55820102", "0" * 16, False]]
DARK = "1kb5/1p1p4/1P1P4/1P6/KP6/PP6/8/B7 b - -"
BISHOP = [["a1", "aa55aa55aa55aa55", "0" * 16, False]]
# Dark squares without those of White's pawns.
NARROW = [["a1", "aa55a855a855aa55", "0" * 16, False]]


def _lists_with_ghosts(made):
    rest = others_without(CAGE, "black", BISHOPS)
    for expect, name, why, evidence in (
        ("good", "none", "without a list", {"closure": 11}),
        ("bad", "none-10", "one more", {"closure": 10}),
        ("good", "none-32", "more are allowed", {"closure": 32}),
        ("trap", "none-33", "at most 32", {"closure": 33}),
        ("trap", "none-1024", "at most 32", {"closure": 1024}),
        ("trap", "empty-33", "none is listed", list_of(33)),
        ("good", "1-32", "one is listed", list_of(32, *rest[:1])),
        ("trap", "1-33", "at most 32 beside one", list_of(33, *rest[:1])),
        ("bad", "none-0", "at least 1", {"closure": 0}),
        ("odd", "all", "those listed are not counted", list_of(1, *rest)),
        ("bad", "missing", "one is not listed", list_of(1, *rest[1:])),
        ("good", "missing-2", "one is not listed, but counted", list_of(2, *rest[1:])),
        ("bad", "twice", "none is equal to another one", list_of(11, rest[0], *rest)),
        ("trap", "first", "the first, without the ghosts", list_of(11, "8/8/8/8/" + CAGE[10:])),
        ("bad", "first-with", "the ghosts on the board", list_of(11, CAGE)),
        ("bad", "with", "the ghosts on the board", list_of(1, *(f"8/7B/7b/8/{text[8:]}" for text in rest))),
        ("bad", "text", "a list", {"closure": 11, "positions": rest[0]}),
        ("bad", "number", "each is a text", list_of(11, 1)),
        ("bad", "spelling", "written as position is", list_of(11, rest[0][:-4])),
    ):
        case = unwinnable(CAGE, "black", **evidence, ghosts=BISHOPS)
        getattr(made, expect)(f"ghosts-list-{name}", why, case)

    rest = others_without(DARK, "black", BISHOP)
    rook = "4k3/8/8/8/8/8/8/4K2R w - -"
    for expect, name, why, evidence, ghosts in (
        ("good", "dark", "a ghost that may be on all dark squares", list_of(1, *rest), BISHOP),
        ("good", "narrow", "or on fewer", list_of(1, *rest), NARROW),
        ("odd", "king", "the attacker's king alone", list_of(1, *rest, rook), BISHOP),
        ("trap", "rights", "written without castling rights", list_of(1, *rest, rook[:-3] + "K -"), BISHOP),
        ("trap", "king-narrow", "here the ghost leaves its set", list_of(1, *rest, rook), NARROW),
        ("odd", "waiting", "the king of the side not to move is attacked", list_of(1, *rest, CHECK), BISHOP),
        ("odd", "kings", "by the other king", list_of(1, *rest, "8/8/8/3kK3/8/8/8/8 w - -"), BISHOP),
        ("odd", "kings-black", "by the other king", list_of(1, *rest, "8/8/8/3kK3/8/8/8/8 b - -"), BISHOP),
        ("odd", "mated", "no move of the attacker leads to it", list_of(1, *rest, MATED), BISHOP),
        ("trap", "mates", "its only move leads to mate", list_of(2, *rest, MATES), BISHOP),
        ("bad", "no-king", "a king on each side", list_of(1, *rest, "4k3/8/8/8/8/8/8/8 w - -"), BISHOP),
    ):
        case = unwinnable(DARK, "black", **evidence, ghosts=ghosts)
        getattr(made, expect)(f"ghosts-list-{name}", why, case)

    root = "k1b5/1p1p4/1P1P4/1P6/KP6/1P6/PP6/B7 w - -"
    rest = others_without(root, "black", BISHOP)
    written = next(text for text in rest if text.endswith("a3"))
    only = [text for text in rest if text != written]
    for expect, name, why, positions in (
        ("good", "passant", "a pawn has gone two squares", rest),
        ("odd", "passant-none", "equal to the one with the square", [*only, written[:-2] + "-"]),
        ("trap", "passant-twice", "no pawn can capture there", [*rest, written[:-2] + "-"]),
    ):
        case = unwinnable(root, "black", **list_of(1, *positions), ghosts=BISHOP)
        getattr(made, expect)(f"ghosts-list-{name}", why, case)

    # As a leaf that no moves lead to.
    rest = others_without(CAGE, "black", BISHOPS)
    for expect, name, why, evidence in (
        ("good", "leaf", "a leaf with ghosts and a list", list_of(1, *rest)),
        ("bad", "leaf-missing", "one is not listed", list_of(1, *rest[1:])),
        ("trap", "leaf-2", "1 in a leaf", list_of(2, *rest[1:])),
        ("trap", "leaf-11", "1 in a leaf, with ghosts too", {"closure": 11}),
        ("trap", "leaf-32", "1 in a leaf, and a list", list_of(32, *rest)),
    ):
        leaves = [_whole(BACK), [CAGE, {**evidence, "ghosts": BISHOPS}]]
        case = unwinnable(WALK, "black", closure=1, leaves=leaves)
        getattr(made, expect)(f"ghosts-list-{name}", why, case)


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
    count = evidence.get("closure", 0) + len(evidence.get("positions", []))
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
        if evidence["closure"] > 1:
            keep(
                "refused",
                f"{kind}-{name}-fewer",
                "there are more positions",
                changed(case, (("evidence", "closure"), evidence["closure"] // 2)),
            )
        keep(
            "accepted",
            f"{kind}-{name}-more",
            "as many as are allowed",
            changed(case, (("evidence", "closure"), 32)),
        )
        made.bad(f"{kind}-{name}-too-many", "at most 32", changed(case, (("evidence", "closure"), 33)))
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
