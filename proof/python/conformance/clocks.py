"""`too-few-moves` and `too-few-before`: each position with the last clocks that are refuted, and the next."""

from .made import certificate

# What White and Black need: moves in all, and captures and moves of pawns.
COUNTED = (
    (
        "pawns",
        "a pawn on each rank: 0, 1, 1, 2, 3, 4",
        "rnbqkbnr/pppppPpp/4Pp2/3P4/2P5/1P6/P5PP/RNBQKBNR",
        (11, 11),
        (1, 1),
    ),
    (
        "pawns-black",
        "a pawn on each rank: 0, 1, 1, 2, 3, 4",
        "rnbqkbnr/p5pp/1p6/2p5/3p4/4pP2/PPPPPpPP/RNBQKBNR",
        (1, 1),
        (11, 11),
    ),
    (
        "promoted",
        "the second queen cost five, one knight has moved",
        "rnbqkbnr/pppppppp/8/7Q/8/5N2/PPPPPPP1/RNBQKB1R",
        (6, 5),
        (0, 0),
    ),
    ("promoted-twice", "five each", "rnbqkbnr/pppppppp/8/7Q/7R/8/PPPPPP2/RNBQKBNR", (10, 10), (0, 0)),
    (
        "castled",
        "one move for king and rook, and two more",
        "rnbqkbnr/pppppppp/8/8/2B5/5N2/PPPPPPPP/RNBQ1RK1",
        (3, 0),
        (0, 0),
    ),
    ("king", "the rook is at home", "rnbqkbnr/pppppppp/8/8/8/5K2/PPPPPPPP/RNBQ1BNR", (1, 0), (0, 0)),
    ("rook", "the king is at home", "rnbqkbnr/pppppppp/8/8/8/7R/PPPPPPPP/RNBQKBN1", (1, 0), (0, 0)),
    ("castled-black", "and two more", "rnbq1rk1/pppppppp/5n2/2b5/8/8/PPPPPPPP/RNBQKBNR", (0, 0), (3, 0)),
    ("pieces", "all have moved, two by castling", "rnbqkbnr/pppppppp/8/8/RNBQKBNR/8/PPPPPPPP/8", (7, 0), (0, 0)),
    ("captures", "four are gone", "rnbqkbnr/pp4pp/8/8/8/5N2/PPPPPPPP/RNBQKB1R", (4, 4), (0, 0)),
    ("captures-black", "three are gone", "rnbqkb1r/pppppppp/5n2/8/8/8/PP3PPP/RNBQKBNR", (0, 0), (3, 3)),
    (
        "captures-pawn",
        "two captures are more than the move of a pawn, and less than all",
        "rnbqkbnr/1pppppp1/8/8/2B5/P4N2/1PPPPPPP/RNBQ1RK1",
        (4, 2),
        (0, 0),
    ),
    ("both", "two of one, three of the other", "rnbqkbnr/3ppp2/p1p5/1p6/8/8/PPPPPPPP/RNBQKBNR", (2, 2), (3, 3)),
)


def add(made):
    """Writes them, and some of another array."""

    def fault(name, position, clocks, **more):
        claim = {"answer": "illegal", "clocks": clocks, **more}
        return certificate("legality", position, claim, {"clocks": name})

    for label, why, men, white, black in COUNTED:
        for turn in "wb":
            position, later = f"{men} {turn} - -", int(turn == "b")

            def few(clocks, position=position):
                return fault("too-few-moves", position, clocks)

            def before(clocks, position=position):
                return fault("too-few-before", position, clocks)

            # White made as many as the number says, less one with White to move; Black less one.
            enough = max(white[0] + 1 - later, black[0] + 1)
            if enough > 1:
                made.good(f"few-{label}-{turn}", why, few([0, enough - 1]))
            made.bad(f"few-{label}-{turn}-enough", f"{why}: there are enough", few([0, enough]))
            # So many plies before the last quiet ones, of which there are three or four.
            lasting = white[1] + black[1]
            plies = lasting + 3 + (lasting + 3 + later) % 2
            number, quiet = (plies - later) // 2 + 1, plies - lasting
            if lasting > 0:
                made.good(f"before-{label}-{turn}", why, before([quiet + 1, number]))
            made.bad(f"before-{label}-{turn}-enough", f"{why}: there are enough", before([quiet, number]))
            made.bad(f"before-{label}-{turn}-more", "more than were played", before([plies + 1, number]))
    home = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w - -"
    made.good("few-array-usual", "they began elsewhere", fault("too-few-moves", home, [0, 1]))
    own = fault("too-few-moves", home, [0, 1], start="bbqnnrkr")
    made.bad("few-array-own", "they began there", own)
