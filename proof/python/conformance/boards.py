"""Moves, castling, and the boards of other games."""

from .made import safe


def moves(made):
    """Part of the topic."""
    pawn = "4k3/P7/8/8/8/8/8/4K3 w - -"
    made.good("promotion", "the kind in a small letter", safe(pawn, "a7a8n"))
    for name, why, move in (
        ("none", "a pawn must promote on the last rank", "a7a8"),
        ("upper", "the kind is a small letter", "a7a8Q"),
        ("king", "not to a king", "a7a8k"),
        ("pawn", "not to a pawn", "a7a8p"),
        ("equals", "UCI has no =", "a7a8=q"),
    ):
        made.bad(f"promotion-{name}", why, safe(pawn, move))
    made.bad(
        "promotion-too-early", "a promotion on another rank", safe("4k3/8/P7/8/8/8/8/4K3 w - -", "a6a7q")
    )
    made.bad("move-san", "moves are UCI", safe(pawn, "Kf1"))
    made.bad("move-upper", "squares are in small letters", safe(pawn, "E1F1"))
    made.bad("move-null", "0000 is no move", safe(pawn, "0000"))
    made.bad("move-number", "a move is a text", safe(pawn, 5152))
    made.bad("move-enemy", "a man of the other side", safe(pawn, "e8f8"))
    made.bad("move-empty", "no man stands there", safe(pawn, "b1b2"))
    made.bad("move-own-man", "onto an own man", safe("4k3/8/8/8/8/8/4P3/4K3 w - -", "e1e2"))
    made.bad("move-through", "a rook does not jump", safe("4k3/8/8/8/8/P7/8/R3K3 w Q -", "a1a4"))
    made.bad(
        "move-pawn-blocked", "a pawn captures diagonally only", safe("4k3/8/8/8/8/p7/P7/4K3 w - -", "a2a3")
    )
    made.bad("move-double-blocked", "a double step over a man", safe("4k3/8/8/8/8/n7/P7/4K3 w - -", "a2a4"))
    made.bad(
        "move-double-third", "a double step from the third rank", safe("4k3/8/8/8/8/P7/8/4K3 w - -", "a3a5")
    )
    made.bad("move-pawn-diagonal", "a pawn captures only a man", safe("4k3/8/8/8/8/P7/8/4K3 w - -", "a3b4"))
    made.bad(
        "move-pinned", "a move that leaves the king attacked", safe("4r1k1/8/8/8/8/8/4R3/4K3 w - -", "e2d2")
    )
    made.good(
        "move-along-pin", "a pinned man moves along the line", safe("4r1k1/8/8/8/8/8/4R3/4K3 w - -", "e2e8")
    )
    made.bad(
        "move-into-check", "the king onto an attacked square", safe("6k1/8/8/8/8/8/r7/4K3 w - -", "e1e2")
    )
    made.bad(
        "move-takes-king",
        "where the royal may not be taken, that is never a move",
        safe("8/8/8/8/8/8/4k3/4K2R w", "e1e2", "pawnless", ["e2"], "check"),
    )


def castling(made):
    """Part of the topic."""
    both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"
    made.good("castling-h-side", "the king's move", safe(both, "e1g1"))
    made.good("castling-a-side", "the king's move", safe(both, "e1c1"))
    made.bad(
        "castling-rook",
        "with king and rook on their usual squares the king's move is written",
        safe(both, "e1h1"),
    )
    made.bad("castling-no-right", "no right", safe("r3k2r/8/8/8/8/8/8/R3K2R w Qkq -", "e1g1"))
    made.bad(
        "castling-occupied",
        "a man stands where the rook crosses",
        safe("4k3/8/8/8/8/8/8/RN2K3 w Q -", "e1c1"),
    )
    made.good(
        "castling-rook-attacked",
        "the rook may cross an attacked square",
        safe("1r2k3/8/8/8/8/8/8/R3K3 w Q -", "e1c1"),
    )
    made.bad(
        "castling-through", "the king crosses an attacked square", safe("3rk3/8/8/8/8/8/8/R3K3 w Q -", "e1c1")
    )
    made.bad(
        "castling-into", "the king lands on an attacked square", safe("2r1k3/8/8/8/8/8/8/R3K3 w Q -", "e1c1")
    )
    made.bad(
        "castling-out-of-check",
        "the king is in check",
        safe("4k3/4r3/8/8/8/8/8/R3K3 w Q -", "e1c1", checkers=["e7"], answer="check"),
    )
    made.bad(
        "castling-black-for-white",
        "the rights of the other side",
        safe("r3k2r/8/8/8/8/8/8/R3K2R w kq -", "e1g1"),
    )
    made.good(
        "960-king-takes-rook",
        "elsewhere the king moves onto its own rook",
        safe("4k3/8/8/8/8/8/8/5KR1 w K -", "f1g1"),
    )
    made.bad("960-king-move", "not written as the king's move", safe("4k3/8/8/8/8/8/8/3K3R w K -", "d1g1"))
    made.good("960-d-file", "king on d1, rook on h1", safe("4k3/8/8/8/8/8/8/3K3R w K -", "d1h1"))
    made.good(
        "960-e-file-near-rook",
        "king on its e-square, but the rook not on h1",
        safe("4k3/8/8/8/8/8/8/4K1R1 w K -", "e1g1"),
    )
    made.good(
        "960-inner-rook",
        "a file letter where the rook is not the outermost",
        safe("4k3/8/8/8/8/8/8/4KR1R w F -", "e1f1"),
    )
    made.bad(
        "960-inner-rook-h",
        "the outermost rook has no right here",
        safe("4k3/8/8/8/8/8/8/4KR1R w F -", "e1g1"),
    )
    made.bad(
        "960-occupied",
        "the other rook stands where the king lands",
        safe("4k3/8/8/8/8/8/8/4KRR1 w F -", "e1f1"),
    )
    made.good(
        "960-king-stays",
        "a king that stands where it lands castles too",
        safe("4k3/8/8/8/8/8/8/6KR w K -", "g1h1"),
    )
    made.good(
        "960-a-side", "king on b1 and rook on a1 land on c1 and d1", safe("4k3/8/8/8/8/8/8/RK6 w Q -", "b1a1")
    )
    made.trap(
        "960-uncovered",
        "the rook that leaves uncovers the king where it lands",
        safe("4k3/8/8/8/8/8/8/qRK5 w Q -", "c1b1"),
    )
    made.good("960-mixed", "a letter and Q", safe("4k3/8/8/8/8/8/8/R2RK2R w KD -", "e1d1"))
    made.bad(
        "960-way-of-king", "a man stands where the king crosses", safe("4k3/8/8/8/8/8/8/1KN4R w K -", "b1h1")
    )
    made.bad(
        "960-crossed-attacked",
        "a square that the king crosses is attacked",
        safe("3r2k1/8/8/8/8/8/8/1K5R w K -", "b1h1"),
    )


def boards(made):
    """Part of the topic."""
    made.good("simplified", "four ranks of four squares", safe("q3/4/4/2Q1 w", "c1c2", "simplified"))
    made.bad("simplified-eight", "a board of eight ranks", safe("q7/8/8/8/8/8/8/3Q4 w", "d1d4", "simplified"))
    made.bad(
        "simplified-fields",
        "no rights and no en passant square outside standard",
        safe("q3/4/4/3Q w - -", "d1d4", "simplified"),
    )
    made.bad("simplified-king", "no kings in this game", safe("q3/4/2k1/K2Q w", "d1d4", "simplified"))
    made.bad("simplified-pawn", "no pawns in this game", safe("q3/4/2P1/3Q w", "d1d4", "simplified"))
    made.bad("simplified-two-queens", "exactly one royal", safe("q3/4/4/2QQ w", "d1d4", "simplified"))
    made.bad("simplified-no-queen", "exactly one royal", safe("q3/4/4/3R w", "d1d4", "simplified"))
    made.bad("simplified-row", "five squares in a rank of four", safe("q4/4/4/3Q w", "d1d4", "simplified"))
    made.good(
        "pawns-own-first-rank",
        "a pawn may stand on its own first rank",
        safe("q3/4/4/P1Q1 w", "a1a2", "simplified-pawns"),
    )
    made.bad(
        "pawns-last-rank",
        "none stands on the last rank in its direction",
        safe("q2P/4/4/3Q w", "d1d3", "simplified-pawns"),
    )
    made.bad("pawns-double", "no double step here", safe("q3/4/P3/3Q w", "a2a4", "simplified-pawns"))
    made.good(
        "pawns-promotion",
        "to a rook, bishop or knight",
        safe("4/3P/q3/3Q w", "d3d4n", "simplified-pawns", [], "safe"),
    )
    made.bad(
        "pawns-promotion-queen",
        "not to a queen",
        safe("4/3P/q3/3Q w", "d3d4q", "simplified-pawns", [], "safe"),
    )
    made.good(
        "simplified-waiting-attacked",
        "the side not to move may be attacked",
        safe("3q/4/4/3Q w", "d1d4", "simplified", ["d4"], "check"),
    )
    made.good(
        "pawnless-kings",
        "kings may be adjacent and threaten each other",
        safe("8/8/8/8/8/8/5k2/4K2R w", "e1d1", "pawnless", ["f2"], "check"),
    )
    made.bad("pawnless-pawn", "no pawns in this game", safe("8/8/8/8/8/4k3/P7/4K3 w", "e1d1", "pawnless"))
    made.good("gardner", "five ranks", safe("4k/5/5/P4/4K w", "a2a3", "gardner"))
    made.bad("gardner-double", "pawns go one step", safe("4k/5/5/P4/4K w", "a2a4", "gardner"))
    made.bad(
        "gardner-waiting-attacked",
        "the king of the side not to move is attacked",
        safe("4k/5/4R/5/4K w", "e1d1", "gardner"),
    )
    made.good("los-alamos", "six ranks", safe("5k/6/6/6/P5/5K w", "a2a3", "los-alamos"))
    made.bad("los-alamos-bishop", "no bishops in this game", safe("5k/6/6/6/B5/5K w", "a2b3", "los-alamos"))
    made.bad(
        "los-alamos-promotion", "and none is promoted to", safe("5k/P5/6/6/6/5K w", "a5a6b", "los-alamos")
    )
    made.bad("los-alamos-digit", "a rank of six squares", safe("5k/8/6/6/P5/5K w", "a2a3", "los-alamos"))
