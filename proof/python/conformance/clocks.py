"""`too-few-moves` and `too-few-before`: each position with the last clocks that are refuted, and the next."""

from arbiter_check import moves
from arbiter_check.legality.array import Array
from arbiter_check.legality.game import initial
from arbiter_check.position import write_men
from arbiter_check.rulesets import STANDARD

from .made import certificate, legal

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
    _over(made, fault)
    _pinned(made)
    taken = "e2e4 d7d5 b1c3 g8f6 c3d5"
    for name, clocks in (("", [0, 3]), ("-counted", [1, 3]), ("-since", [3, 3])):
        (made.bad if name else made.good)(
            f"clocks-knight-captures{name}", "a piece has captured", _legal(taken, {"clocks": clocks})
        )


def _over(made, fault):
    """What men end a game."""
    for name, men, so in (
        ("dark", "8/8/8/4k3/8/2b5/8/B1B1K3", True),
        ("light", "8/8/8/4k3/2b5/1b6/8/4KB2", True),
        ("both", "8/8/8/4k3/8/2b5/8/4KB2", False),
        ("knight", "8/8/8/4k3/8/2N5/8/4K3", True),
        ("knights", "8/8/8/4k3/8/2N5/8/4K1N1", False),
        ("knight-bishop", "8/8/8/4k3/8/2N5/8/4KB2", False),
        ("pawn", "8/8/8/4k3/8/2P5/8/4K3", False),
        ("rook", "8/8/8/4k3/8/2R5/8/4K3", False),
        ("queen", "8/8/8/4k3/8/2q5/8/4K3", False),
    ):
        case = fault("after-the-end", f"{men} w - -", [1, 100])
        (made.good if so else made.bad)(f"fault-after-{name}", "whether the men end the game", case)


def _legal(text, claim=None):
    """The game's end."""
    position = initial(Array())
    for move in text.split():
        _, position = moves.find(position, move, STANDARD)
    homes = (("K", (0, 7)), ("Q", (0, 0)), ("k", (1, 63)), ("q", (1, 56)))
    rights = "".join(right for right, pair in homes if pair in position.rights) or "-"
    return legal(f"{write_men(position.men)} {'wb'[position.side]} {rights} -", text, claim)


def _pinned(made):
    """En passant captures that uncover the king, or are moves of a queen."""
    game = "d2d4 e7e5 d4e5 d7d6 g1f3 d6e5 f3d4 e5d4 a2a3 d8g5 a3a4 e8d8 e2e4"
    made.good("passant-pinned", "the pawn is pinned, and a queen's move is no such capture", _legal(game))
    there = " g8f6 b1a3 f6g8 a3b1"
    fifth = "for the fifth time: a square that nobody can capture on is none"
    made.good("passant-repeated", fifth, _legal(game + 4 * there))
    made.bad("passant-repeated-after", "no move after it", _legal(game + 4 * there + " g8f6"))
    made.good("passant-repeated-less", "for the fourth time", _legal(game + 3 * there + " g8f6"))
    free = game.replace("e8d8", "e8e7")
    made.trap("passant-free", "the pawn is not pinned: a square must be given", _legal(free))
