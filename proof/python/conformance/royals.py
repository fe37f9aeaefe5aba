"""`status`: castling that is refuted, and captures of the royal."""

from .made import certificate, mate


def castling(made):
    """Part of the topic."""
    # The king on e1 is shut in; castling is pseudo-legal and has to be refuted, too.
    position = "4k3/8/8/8/8/6n1/3PPP1P/3QKB1R w K -"
    made.bad(
        "castling-no-check", "castling is named though a man stands between", mate(position, ["e1g1 g3"], [])
    )
    men = "6k1/8/8/8/8/5n2/3PrP2/R3K3 w Q -"
    made.bad(
        "castling-forgotten",
        "castling out of check is pseudo-legal, and must be named",
        mate("6k1/8/8/b7/8/4r3/8/R3K3 w Q -", ["e1d1 e3"], ["a5", "e3"]),
    )
    made.bad("castling-safe", "castling is safe, so there is no stalemate", mate(men, ["e1c1 e2"], []))
    full = "4k3/8/8/8/8/2n1n3/r6r/R3K3 w Q -"
    made.bad("castling-incomplete", "the rook's moves are missing", mate(full, ["e1c1 c3"], []))
    before = "1k6/8/8/8/8/4q3/8/4K2R w K -"
    moves = ["e1d1 e3", "e1f1 e3", "e1d2 e3", "e1e2 e3", "e1f2 e3"]
    made.bad("castling-not-mate", "the king can go to f1", mate(before, moves + ["e1g1 e3"], ["e3"]))
    rook = [f"h1{f}1 e3" for f in "gf"] + [f"h1h{r} e3" for r in range(2, 9)]
    shut = "1k1r4/8/8/8/8/4q3/5r2/4K2R w K -"
    kings = ["e1d1 d8", "e1f1 f2", "e1d2 e3", "e1e2 e3", "e1f2 e3"]
    for name, by, why in (
        ("before", "e3", "attacks the king where it stands"),
        ("way", "f2", "attacks f1 on its way"),
    ):
        made.good(
            f"castling-refuted-{name}",
            f"castling is refuted by a man that {why}",
            mate(shut, [*kings, *rook, f"e1g1 {by}"], ["e3"]),
        )
    made.bad(
        "castling-refuted-by-none",
        "the man attacks the king neither before, on the way, nor after",
        mate(shut, [*kings, *rook, "e1g1 d8"], ["e3"]),
    )
    made.bad(
        "castling-left-out",
        "castling is pseudo-legal, the king being in check",
        mate(shut, [*kings, *rook], ["e3"]),
    )


def captured_royal(made):
    """Part of the topic."""
    literal = "R1b1/b1Qq/r1nN/3P w"
    made.trap(
        "takes-royal",
        "a move that captures the enemy royal is safe, though the own one could be taken after it",
        mate("1q2/2r1/4/Q3 w", ["a1a2 b4"], [], "checkmate", "simplified"),
    )
    # Every move of a queen that is attacked and can take the enemy queen.
    position = "qr2/4/1n2/Q2r w"
    every = ["a1a2 a4", "a1a3 a4", "a1a4 b4", "a1b1 d1", "a1c1 d1", "a1d1 b2", "a1b2 b4"]
    made.trap(
        "takes-royal-mate",
        "the capture of the queen is refuted by a man that attacks the own one after it: no mate",
        mate(position, every, ["a4", "d1"], "checkmate", "simplified"),
    )
    made.good(
        "takes-royal-check",
        "it is check, and the capture is safe",
        certificate(
            "status", position, {"answer": "check"}, {"checkers": ["a4", "d1"], "move": "a1a4"}, "simplified"
        ),
    )
    every = [
        "d1c2 d3",
        "d2c4 d3",
        "d2b3 d3",
        "d2b1 d3",
        "c3d3 c4",
        "c3b3 d3",
        "c3a3 c2",
        "c3c4 d3",
        "c3c2 a2",
        "c3d4 c2",
        "c3b4 c2",
        "c3b2 a2",
        "c3a1 c2",
        "a4b4 d3",
        "a4c4 d3",
        "a4a3 d3",
    ]
    made.trap(
        "takes-royal-pawns",
        "after every move the own queen is attacked, but c3d3 captures the enemy's",
        mate(literal, every, ["d3"], "checkmate", "simplified-pawns"),
    )
    made.bad(
        "stalemate-with-moves",
        "where the royal may be taken, stalemate has no pseudo-legal move at all",
        mate("1q2/4/4/Q3 w", ["a1a2 b4"], [], "stalemate", "simplified"),
    )
    stuck = "b2q/NP2/BNnn/QBnr w"
    made._add(
        "refused",
        "stalemate-not-stuck",
        "White can move",
        mate(stuck, [], [], "stalemate", "simplified-pawns"),
    )
