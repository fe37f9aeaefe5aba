"""`status`."""

from .made import Cases, certificate, changed


def mate(position, refuted, checkers, answer="checkmate", rules="standard"):
    """A certificate of mate or stalemate."""
    return certificate("status", position, {"answer": answer},
                       {"checkers": checkers, "refuted": [pair.split() for pair in refuted]}, rules)


def cases():
    """The topic."""
    made = Cases("status")
    corner = mate("7k/6Q1/6K1/8/8/8/8/8 b - -", ["h8g8 g7", "h8h7 g7", "h8g7 g6"], ["g7"])
    made.good("mate", "each pseudo-legal move is refuted by a man that attacks the king after it", corner)
    made.good("mate-order", "the refuted moves stand in any order", changed(corner, (("evidence", "refuted"), corner["evidence"]["refuted"][::-1])))
    made.good("mate-other-refuter", "any man that attacks the king will do",
              changed(corner, (("evidence", "refuted", 1), ["h8h7", "g6"])))
    made.bad("mate-missing-move", "a pseudo-legal move is not named", changed(corner, (("evidence", "refuted", 2), ...)))
    made.bad("mate-move-twice", "a move is named twice", changed(corner, (("evidence", "refuted", 3), ["h8g8", "g7"])))
    made.bad("mate-move-twice-for-another", "twice, in place of another", changed(corner, (("evidence", "refuted", 2), ["h8g8", "g7"])))
    made.bad("mate-no-such-move", "a move that is not pseudo-legal is named besides", changed(corner, (("evidence", "refuted", 3), ["h8f8", "g7"])))
    made.bad("mate-captured-refuter", "the man was captured by the move", changed(corner, (("evidence", "refuted", 2), ["h8g7", "g7"])))
    made.bad("mate-wrong-refuter", "no man stands there", changed(corner, (("evidence", "refuted", 0), ["h8g8", "a1"])))
    made.bad("mate-refuter-does-not-attack", "the man does not attack the king there", changed(corner, (("evidence", "refuted", 0), ["h8g8", "g6"])))
    made.bad("mate-own-refuter", "the man is of the mover's side",
             mate("6rk/5Q1p/6K1/8/8/8/8/8 b - -", ["h8g8 g8"], []))
    made.bad("mate-no-checkers", "the men that attack the king are left out", changed(corner, (("evidence", "checkers"), [])))
    made.bad("mate-checker-twice", "each once", changed(corner, (("evidence", "checkers"), ["g7", "g7"])))
    made.bad("mate-checker-more", "a man that does not attack the king", changed(corner, (("evidence", "checkers"), ["g7", "g6"])))
    made.bad("mate-checker-no-square", "a name of no square", changed(corner, (("evidence", "checkers"), ["g9"])))
    made.bad("mate-checker-upper", "squares are in small letters", changed(corner, (("evidence", "checkers"), ["G7"])))
    made.bad("mate-as-stalemate", "the king is attacked", changed(corner, (("claim", "answer"), "stalemate")))
    made.bad("mate-as-check", "there is no safe move",
             certificate("status", corner["position"], {"answer": "check"}, {"checkers": ["g7"], "move": "h8g8"}))
    made.bad("mate-pair-short", "a pair has two entries", changed(corner, (("evidence", "refuted", 0), ["h8g8"])))
    made.bad("mate-pair-long", "a pair has two entries", changed(corner, (("evidence", "refuted", 0), ["h8g8", "g7", "g7"])))
    made.bad("mate-pair-object", "a pair is a list", changed(corner, (("evidence", "refuted", 0), {"move": "h8g8"})))
    made.bad("mate-no-refuted", "the list is missing", changed(corner, (("evidence", "refuted"), ...)))
    made.bad("mate-and-move", "both kinds of evidence", changed(corner, (("evidence", "move"), "h8g8")))
    made.trap("mate-could-take", "the checker can be taken safely, so the capture is not refuted",
              mate("7k/6Q1/5K2/8/8/8/8/8 b - -", ["h8g8 g7", "h8h7 g7", "h8g7 f6"], ["g7"]).copy()
              | {"position": "7k/6Q1/4K3/8/8/8/8/8 b - -"})
    made.bad("mate-pawn-promotions", "each choice of piece is a move of its own",
             mate("8/8/8/8/8/5k2/p7/7K w - -", ["h1g1 a2"], [], "stalemate"))
    promotion = mate("8/8/8/8/8/2bk4/1p6/K7 w - -", ["a1a2 b2"], ["b2"])
    made.bad("mate-pinned-checker", "the king can take the pawn? no: the bishop guards it; but a2 is free", promotion)
    stale = mate("7k/5Q2/6K1/8/8/8/8/8 b - -", ["h8g8 f7", "h8g7 f7", "h8h7 f7"], [], "stalemate")
    made.good("stalemate", "no safe move and no check", stale)
    made.bad("stalemate-as-mate", "the king is not attacked", changed(stale, (("claim", "answer"), "checkmate")))
    made.bad("stalemate-as-safe", "a move that is not safe",
             certificate("status", stale["position"], {"answer": "safe"}, {"checkers": [], "move": "h8g8"}))
    made.bad("stalemate-pawn-left-out", "a pawn's move is forgotten, and is safe",
             mate("7k/5Q2/6K1/8/8/8/p7/8 b - -", ["h8g8 f7", "h8g7 f7", "h8h7 f7"], [], "stalemate"))
    made.trap("stalemate-promotions-left-out", "one promotion of four is not enough",
              mate("k7/2Q5/1K6/8/8/8/p7/8 b - -", ["a8b8 c7", "a2a1q b6"], [], "stalemate"))
    pinned = mate("k1b4R/8/1K6/8/8/8/8/8 b - -", ["a8b8 h8", "a8a7 b6", "a8b7 b6", "c8d7 h8", "c8e6 h8", "c8f5 h8", "c8g4 h8", "c8h3 h8", "c8b7 h8", "c8a6 h8"], [], "stalemate")
    made.bad("stalemate-of-pinned-man", "the pinned bishop's moves are refuted, but b8 is not attacked by the rook",
             pinned)
    _check(made)
    _castling(made)
    _captured_royal(made)
    return made


def _check(made):
    def check(position, move, checkers, answer="check", rules="standard"):
        return certificate("status", position, {"answer": answer}, {"checkers": checkers, "move": move}, rules)
    made.good("check", "in check, with a safe move", check("4k3/8/8/8/8/8/4r3/4K3 w - -", "e1e2", ["e2"]))
    made.bad("check-as-safe", "the king is attacked", check("4k3/8/8/8/8/8/4r3/4K3 w - -", "e1e2", ["e2"], "safe"))
    made.bad("check-not-out-of-it", "the move does not meet the check", check("4k3/8/8/8/4r3/8/P7/4K3 w - -", "a2a3", ["e4"]))
    made.good("check-interposed", "a man comes between", check("4k3/8/8/8/4r3/8/8/4KB2 w - -", "f1e2", ["e4"]))
    made.good("check-double", "both men are named", check("4k3/8/8/8/4r3/8/2n5/4K3 w - -", "e1f1", ["c2", "e4"]))
    made.bad("check-double-one", "one of two is left out", check("4k3/8/8/8/4r3/8/2n5/4K3 w - -", "e1f1", ["c2"]))
    made.bad("check-king-backs-off", "the king stays on the line of the rook", check("4k3/8/8/8/8/4r3/4K3/8 w - -", "e2e1", ["e3"]))
    made.bad("safe-as-check", "the king is not attacked", check("4k3/8/8/8/8/8/8/4K3 w - -", "e1e2", []))
    made.bad("answer-none", "no such answer", check("4k3/8/8/8/8/8/8/4K3 w - -", "e1e2", [], "none"))
    made.good("check-passant", "an en passant capture takes the pawn that gives check",
              check("8/8/8/2k5/3Pp3/8/8/4K3 b - d3", "e4d3", ["d4"]))
    made.bad("checkers-own", "own men attack nothing here", check("4k3/8/8/8/8/8/4R3/4K3 w - -", "e1d1", ["e2"], "safe"))
    made.good("check-simplified", "the royal is the queen", check("q3/4/4/Q3 w", "a1a4", ["a4"], "check", "simplified"))
    made.trap("check-simplified-not-safe", "it can be played, but for check it must be safe",
              check("q3/4/2R1/Q3 w", "c2b2", ["a4"], "check", "simplified"))
    made.odd("safe-simplified-not-safe", "a move may leave the own royal attacked, where it may be taken",
             check("1q2/4/R3/Q3 w", "a1b1", [], "safe", "simplified"))


def _castling(made):
    # The king on e1 is shut in; castling is pseudo-legal and has to be refuted, too.
    position = "4k3/8/8/8/8/6n1/3PPP1P/3QKB1R w K -"
    made.bad("castling-no-check", "castling is named though a man stands between", mate(position, ["e1g1 g3"], []))
    men = "6k1/8/8/8/8/5n2/3PrP2/R3K3 w Q -"
    made.bad("castling-forgotten", "castling out of check is pseudo-legal, and must be named",
             mate("6k1/8/8/b7/8/4r3/8/R3K3 w Q -", ["e1d1 e3"], ["a5", "e3"]))
    made.bad("castling-safe", "castling is safe, so there is no stalemate", mate(men, ["e1c1 e2"], []))
    full = "4k3/8/8/8/8/2n1n3/r6r/R3K3 w Q -"
    made.bad("castling-incomplete", "the rook's moves are missing", mate(full, ["e1c1 c3"], []))
    before = "1k6/8/8/8/8/4q3/8/4K2R w K -"
    moves = ["e1d1 e3", "e1f1 e3", "e1d2 e3", "e1e2 e3", "e1f2 e3"]
    made.bad("castling-not-mate", "the king can go to f1", mate(before, moves + ["e1g1 e3"], ["e3"]))
    rook = [f"h1{f}1 e3" for f in "gf"] + [f"h1h{r} e3" for r in range(2, 9)]
    shut = "1k1r4/8/8/8/8/4q3/5r2/4K2R w K -"
    kings = ["e1d1 d8", "e1f1 f2", "e1d2 e3", "e1e2 e3", "e1f2 e3"]
    for name, by, why in (("before", "e3", "attacks the king where it stands"), ("way", "f2", "attacks f1 on its way")):
        made.good(f"castling-refuted-{name}", f"castling is refuted by a man that {why}",
                  mate(shut, [*kings, *rook, f"e1g1 {by}"], ["e3"]))
    made.bad("castling-refuted-by-none", "the man attacks the king neither before, on the way, nor after",
             mate(shut, [*kings, *rook, "e1g1 d8"], ["e3"]))
    made.bad("castling-left-out", "castling is pseudo-legal, the king being in check", mate(shut, [*kings, *rook], ["e3"]))


def _captured_royal(made):
    literal = "R1b1/b1Qq/r1nN/3P w"
    made.trap("takes-royal", "a move that captures the enemy royal is safe, though the own one could be taken after it",
              mate("1q2/2r1/4/Q3 w", ["a1a2 b4"], [], "checkmate", "simplified"))
    # Every move of a queen that is attacked and can take the enemy queen.
    position = "qr2/4/1n2/Q2r w"
    every = ["a1a2 a4", "a1a3 a4", "a1a4 b4", "a1b1 d1", "a1c1 d1", "a1d1 b2", "a1b2 b4"]
    made.trap("takes-royal-mate", "the capture of the queen is refuted by a man that attacks the own one after it: no mate",
              mate(position, every, ["a4", "d1"], "checkmate", "simplified"))
    made.good("takes-royal-check", "it is check, and the capture is safe",
              certificate("status", position, {"answer": "check"}, {"checkers": ["a4", "d1"], "move": "a1a4"}, "simplified"))
    every = ["d1c2 d3", "d2c4 d3", "d2b3 d3", "d2b1 d3", "c3d3 c4", "c3b3 d3", "c3a3 c2", "c3c4 d3", "c3c2 a2", "c3d4 c2", "c3b4 c2",
             "c3b2 a2", "c3a1 c2", "a4b4 d3", "a4c4 d3", "a4a3 d3"]
    made.trap("takes-royal-pawns", "after every move the own queen is attacked, but c3d3 captures the enemy's",
              mate(literal, every, ["d3"], "checkmate", "simplified-pawns"))
    made.bad("stalemate-with-moves", "where the royal may be taken, stalemate has no pseudo-legal move at all",
             mate("1q2/4/4/Q3 w", ["a1a2 b4"], [], "stalemate", "simplified"))
    stuck = "b2q/NP2/BNnn/QBnr w"
    made._add("refused", "stalemate-not-stuck", "White can move", mate(stuck, [], [], "stalemate", "simplified-pawns"))
