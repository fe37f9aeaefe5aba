"""`status`."""

from . import royals
from .made import Cases, certificate, changed, mate


def cases():
    """The topic."""
    made = Cases("status")
    corner = mate("7k/6Q1/6K1/8/8/8/8/8 b - -", ["h8g8 g7", "h8h7 g7", "h8g7 g6"], ["g7"])
    made.good("mate", "each pseudo-legal move is refuted by a man that attacks the king after it", corner)
    made.good(
        "mate-order",
        "the refuted moves stand in any order",
        changed(corner, (("evidence", "refuted"), corner["evidence"]["refuted"][::-1])),
    )
    made.good(
        "mate-other-refuter",
        "any man that attacks the king will do",
        changed(corner, (("evidence", "refuted", 1), ["h8h7", "g6"])),
    )
    made.bad(
        "mate-missing-move",
        "a pseudo-legal move is not named",
        changed(corner, (("evidence", "refuted", 2), ...)),
    )
    made.bad(
        "mate-move-twice",
        "a move is named twice",
        changed(corner, (("evidence", "refuted", 3), ["h8g8", "g7"])),
    )
    made.bad(
        "mate-move-twice-for-another",
        "twice, in place of another",
        changed(corner, (("evidence", "refuted", 2), ["h8g8", "g7"])),
    )
    made.bad(
        "mate-no-such-move",
        "a move that is not pseudo-legal is named besides",
        changed(corner, (("evidence", "refuted", 3), ["h8f8", "g7"])),
    )
    made.bad(
        "mate-captured-refuter",
        "the man was captured by the move",
        changed(corner, (("evidence", "refuted", 2), ["h8g7", "g7"])),
    )
    made.bad(
        "mate-wrong-refuter",
        "no man stands there",
        changed(corner, (("evidence", "refuted", 0), ["h8g8", "a1"])),
    )
    made.bad(
        "mate-refuter-does-not-attack",
        "the man does not attack the king there",
        changed(corner, (("evidence", "refuted", 0), ["h8g8", "g6"])),
    )
    made.bad(
        "mate-own-refuter",
        "the man is of the mover's side",
        mate("6rk/5Q1p/6K1/8/8/8/8/8 b - -", ["h8g8 g8"], []),
    )
    made.bad(
        "mate-no-checkers",
        "the men that attack the king are left out",
        changed(corner, (("evidence", "checkers"), [])),
    )
    made.bad("mate-checker-twice", "each once", changed(corner, (("evidence", "checkers"), ["g7", "g7"])))
    made.bad(
        "mate-checker-more",
        "a man that does not attack the king",
        changed(corner, (("evidence", "checkers"), ["g7", "g6"])),
    )
    made.bad(
        "mate-checker-no-square", "a name of no square", changed(corner, (("evidence", "checkers"), ["g9"]))
    )
    made.bad(
        "mate-checker-upper",
        "squares are in small letters",
        changed(corner, (("evidence", "checkers"), ["G7"])),
    )
    made.bad("mate-as-stalemate", "the king is attacked", changed(corner, (("claim", "answer"), "stalemate")))
    made.bad(
        "mate-as-check",
        "there is no safe move",
        certificate("status", corner["position"], {"answer": "check"}, {"checkers": ["g7"], "move": "h8g8"}),
    )
    made.bad(
        "mate-pair-short", "a pair has two entries", changed(corner, (("evidence", "refuted", 0), ["h8g8"]))
    )
    made.bad(
        "mate-pair-long",
        "a pair has two entries",
        changed(corner, (("evidence", "refuted", 0), ["h8g8", "g7", "g7"])),
    )
    made.bad(
        "mate-pair-object",
        "a pair is a list",
        changed(corner, (("evidence", "refuted", 0), {"move": "h8g8"})),
    )
    made.bad("mate-no-refuted", "the list is missing", changed(corner, (("evidence", "refuted"), ...)))
    made.bad("mate-and-move", "both kinds of evidence", changed(corner, (("evidence", "move"), "h8g8")))
    made.trap(
        "mate-could-take",
        "the checker can be taken safely, so the capture is not refuted",
        mate("7k/6Q1/5K2/8/8/8/8/8 b - -", ["h8g8 g7", "h8h7 g7", "h8g7 f6"], ["g7"]).copy()
        | {"position": "7k/6Q1/4K3/8/8/8/8/8 b - -"},
    )
    made.bad(
        "mate-pawn-promotions",
        "each choice of piece is a move of its own",
        mate("8/8/8/8/8/5k2/p7/7K w - -", ["h1g1 a2"], [], "stalemate"),
    )
    promotion = mate("8/8/8/8/8/2bk4/1p6/K7 w - -", ["a1a2 b2"], ["b2"])
    made.bad(
        "mate-pinned-checker",
        "the king can take the pawn? no: the bishop guards it; but a2 is free",
        promotion,
    )
    stale = mate("7k/5Q2/6K1/8/8/8/8/8 b - -", ["h8g8 f7", "h8g7 f7", "h8h7 f7"], [], "stalemate")
    made.good("stalemate", "no safe move and no check", stale)
    made.bad(
        "stalemate-as-mate", "the king is not attacked", changed(stale, (("claim", "answer"), "checkmate"))
    )
    made.bad(
        "stalemate-as-safe",
        "a move that is not safe",
        certificate("status", stale["position"], {"answer": "safe"}, {"checkers": [], "move": "h8g8"}),
    )
    made.bad(
        "stalemate-pawn-left-out",
        "a pawn's move is forgotten, and is safe",
        mate("7k/5Q2/6K1/8/8/8/p7/8 b - -", ["h8g8 f7", "h8g7 f7", "h8h7 f7"], [], "stalemate"),
    )
    made.trap(
        "stalemate-promotions-left-out",
        "one promotion of four is not enough",
        mate("k7/2Q5/1K6/8/8/8/p7/8 b - -", ["a8b8 c7", "a2a1q b6"], [], "stalemate"),
    )
    pinned = mate(
        "k1b4R/8/1K6/8/8/8/8/8 b - -",
        [
            "a8b8 h8",
            "a8a7 b6",
            "a8b7 b6",
            "c8d7 h8",
            "c8e6 h8",
            "c8f5 h8",
            "c8g4 h8",
            "c8h3 h8",
            "c8b7 h8",
            "c8a6 h8",
        ],
        [],
        "stalemate",
    )
    made.bad(
        "stalemate-of-pinned-man",
        "the pinned bishop's moves are refuted, but b8 is not attacked by the rook",
        pinned,
    )
    _check(made)
    royals.castling(made)
    royals.captured_royal(made)
    return made


def _check(made):
    def check(position, move, checkers, answer="check", rules="standard"):
        return certificate(
            "status", position, {"answer": answer}, {"checkers": checkers, "move": move}, rules
        )

    made.good("check", "in check, with a safe move", check("4k3/8/8/8/8/8/4r3/4K3 w - -", "e1e2", ["e2"]))
    made.bad(
        "check-as-safe", "the king is attacked", check("4k3/8/8/8/8/8/4r3/4K3 w - -", "e1e2", ["e2"], "safe")
    )
    made.bad(
        "check-not-out-of-it",
        "the move does not meet the check",
        check("4k3/8/8/8/4r3/8/P7/4K3 w - -", "a2a3", ["e4"]),
    )
    made.good(
        "check-interposed", "a man comes between", check("4k3/8/8/8/4r3/8/8/4KB2 w - -", "f1e2", ["e4"])
    )
    made.good(
        "check-double", "both men are named", check("4k3/8/8/8/4r3/8/2n5/4K3 w - -", "e1f1", ["c2", "e4"])
    )
    made.bad(
        "check-double-one", "one of two is left out", check("4k3/8/8/8/4r3/8/2n5/4K3 w - -", "e1f1", ["c2"])
    )
    made.bad(
        "check-king-backs-off",
        "the king stays on the line of the rook",
        check("4k3/8/8/8/8/4r3/4K3/8 w - -", "e2e1", ["e3"]),
    )
    made.bad("safe-as-check", "the king is not attacked", check("4k3/8/8/8/8/8/8/4K3 w - -", "e1e2", []))
    made.bad("answer-none", "no such answer", check("4k3/8/8/8/8/8/8/4K3 w - -", "e1e2", [], "none"))
    made.good(
        "check-passant",
        "an en passant capture takes the pawn that gives check",
        check("8/8/8/2k5/3Pp3/8/8/4K3 b - d3", "e4d3", ["d4"]),
    )
    made.bad(
        "checkers-own",
        "own men attack nothing here",
        check("4k3/8/8/8/8/8/4R3/4K3 w - -", "e1d1", ["e2"], "safe"),
    )
    made.good(
        "check-simplified",
        "the royal is the queen",
        check("q3/4/4/Q3 w", "a1a4", ["a4"], "check", "simplified"),
    )
    made.trap(
        "check-simplified-not-safe",
        "it can be played, but for check it must be safe",
        check("q3/4/2R1/Q3 w", "c2b2", ["a4"], "check", "simplified"),
    )
    made.odd(
        "safe-simplified-not-safe",
        "a move may leave the own royal attacked, where it may be taken",
        check("1q2/4/R3/Q3 w", "a1b1", [], "safe", "simplified"),
    )
