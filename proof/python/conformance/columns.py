"""Cases of `columns` and `confined-columns`: trees that show that there is no account of the pawns."""

from .made import changed, illegal


def columns(made):
    """All of them, into a topic."""
    position = "r1N1q3/1bP5/Q3RBRb/n2q1k2/3b2qP/4K1P1/rQ1R1pnn/B1NB3N w - -"
    nothing = [0] * 8
    leaves = [[2, 1, [1, 1, 1, 0, 1, 0, 0, 0], [2, 0, 0], [0, 1]], [1, 0, nothing, [0], [0, 1]]]
    otherwise = [
        [11, 9, [1, 0, 1, 0, 1, 0, 0, 3], [1, 6, 0], [0, 11]],
        [13, 10, [2, 1, 2, 1, 2, 1, 0, 0], [0], [0, 11]],
    ]
    moves = [
        [9, 5, [4, 0, 3, 2, 2, 2, 2, 2], [0, 0, 1], [0, 7]],
        [9, 5, [4, 0, 2, 0, 2, 2, 2, 2], [0], [0, 7]],
    ]
    fork = ["g2", "leaves", leaves, otherwise]
    good = illegal(position, [position, "columns", ["d7", "stays", fork, moves]])
    made.good("cases", "each leaf's pawns cost more than they may", good)
    doubled = [
        [18, 10, [8, 0, 6, 4, 4, 4, 4, 4], [0, 0, 2], [0, 14]],
        [18, 10, [8, 0, 4, 0, 4, 4, 4, 4], [0], [0, 14]],
    ]
    free = [[0, 0, nothing, [0, 0, 0], [0, 0]], [0, 0, nothing, [0], [0, 0]]]

    def but(*changes):
        return changed(good, *[(("evidence", "nodes", 0, 2, *path), value) for path, value in changes])

    made.good("cases-doubled", "all prices of a leaf twice as high", but(((3,), doubled)))
    made.odd(
        "cases-none-needed",
        "the prices of bishops of which none is needed do not matter",
        but(((3, 0, 4, 1), -(2**31)), ((3, 1, 4, 1), 2**31 - 1)),
    )
    hall = "4BQ1q/3ppKpk/4pp1P/8/8/8/8/8 b - -"
    black = [0, 0, nothing, [1, 1, 1, 1, 1], [0, 0]]
    made.good(
        "cases-of-squares",
        "too many pawns for the files from which they can have come; captures cost nothing",
        illegal(hall, [hall, "columns", [[0, 0, nothing, [0], [0, 0]], black]]),
    )
    made.trap(
        "cases-equal",
        "the pawns cost 55 at least and may cost 55: that is not more",
        but(((3, 0, 2, 0), 3)),
    )
    made.bad("cases-sum", "the pawns cost less than they may", but(((3, 0, 0), 8)))
    made.bad("cases-nothing", "without prices nothing costs more", but(((3,), free)))
    made.bad("cases-swapped", "the two cases of a fork are exchanged", but(((2,), moves), ((3,), fork)))
    made.bad("cases-other-way", "the pawn does something else in the first cases", but(((1,), "leaves")))
    made.bad("cases-other-pawn", "another pawn", but(((2, 0), "f2")))
    made.trap(
        "cases-forgotten",
        "below the first cases the pawn stays; these say it again",
        but(((2, 0), "d7"), ((2, 1), "stays")),
    )
    made.trap(
        "cases-settled",
        "below the second cases it does not stay; a fork that asks whether it does is settled",
        but(((3,), ["d7", "stays", moves, moves])),
    )
    made.trap(
        "cases-excluded",
        "a way that is not left to the pawn, where the other is the whole",
        but(((2, 2), ["g2", "dies", leaves, leaves])),
    )
    square = ["h2", "g3", moves, moves]
    made.good("cases-square", "a fork on whether a pawn stands on a square", but(((3,), square)))
    made.odd(
        "cases-square-then-way",
        "below the cases where it does not stand there the same pawn is asked what it did",
        but(((3,), [*square[:3], ["h2", "stays", moves, moves]])),
    )
    made.odd(
        "cases-square-beyond",
        "a square that the pawn cannot have come to",
        but(((3,), ["a2", "h4", moves, moves])),
    )
    made.bad(
        "cases-square-settled", "that it stands there is settled", but(((3,), [*square[:2], square, moves]))
    )
    made.bad("cases-square-excluded", "that it does not is settled", but(((3,), [*square[:3], square])))
    made.bad(
        "cases-square-other",
        "where it stands is settled",
        but(((3,), [*square[:2], ["h2", "h4", moves, moves], moves])),
    )
    made.bad("cases-square-empty", "no pawn stands on g5", but(((3,), ["h2", "g5", moves, moves])))
    made.trap(
        "cases-square-enemy", "a pawn of the other side stands there", but(((3,), ["h2", "f2", moves, moves]))
    )
    made.bad("cases-square-piece", "a queen stands there", but(((3,), ["h2", "e8", moves, moves])))
    nothing_left = [[0, 0, nothing, [0] * 3, [0, 0]], [0, 0, nothing, [0], [0, 0]]]
    made.odd(
        "cases-square-way",
        "no fate is left to a pawn that stands on another file and stays on its own: no prices are needed",
        but(((3,), ["h2", "g3", ["h2", "stays", nothing_left, moves], moves])),
    )
    met = ["h2", "g", moves, moves]
    made.good("cases-met", "a fork on whether a pawn can have captured on a file", but(((3,), met)))
    made.odd(
        "cases-met-then-another",
        "below the cases where it meets one file the same pawn is asked for another",
        but(((3,), [*met[:2], ["h2", "f", moves, moves], moves])),
    )
    made.bad("cases-met-settled", "that it meets the file is settled", but(((3,), [*met[:2], met, moves])))
    made.bad("cases-met-excluded", "that it does not is settled", but(((3,), [*met[:3], met])))
    made.odd(
        "cases-met-dies",
        "no fate is left to a pawn that dies and captures: no prices are needed",
        but(((3,), ["h2", "dies", ["h2", "h", nothing_left, moves], moves])),
    )
    made.odd(
        "cases-met-own",
        "a pawn that stands on its own file meets it, with no captures too: no fate is left where it does not",
        but(((3,), ["h2", "h4", ["h2", "h", moves, nothing_left], moves])),
    )
    made.trap(
        "cases-met-own-left",
        "a pawn that stands on its own file meets it, with no captures too: prices are needed",
        but(((3,), ["h2", "h4", ["h2", "h", nothing_left, moves], moves])),
    )
    made.odd(
        "cases-met-between",
        "a pawn that comes from the f-file to the h-file meets the g-file",
        but(((3,), ["f2", "h4", ["f2", "g", moves, nothing_left], moves])),
    )
    made.odd(
        "cases-met-aside",
        "who goes to the left on the nearest way meets no file on the right",
        but(((3,), ["h2", "g3", ["h2", "f", nothing_left, moves], moves])),
    )
    made.bad("cases-met-large", "a file has a small letter", but(((3,), ["h2", "G", moves, moves])))
    made.bad("cases-met-ninth", "there is no i-file", but(((3,), ["h2", "i", moves, moves])))
    # (No forks by ways and squares show this one.)
    promoted = "rnbqkbnr/7p/8/P1ppBp2/2P3p1/1P3PP1/4P2P/RNBQKBNR b - -"
    nearly = [
        [3, 1, [0, 0, 0, 1, 2, 0, 0, 0], [1, 1, 2, 0, 1, -1, 5], [1, 0]],
        [0, 0, nothing, [1, 1, 1, 1, 0], [0, 0]],
    ]
    beyond = [
        [[2, 0, [2, 1, 0, 0, 0, 0, 0, 0], [0, 1, 3, 1, 1, 3, 1], [2, 0]], [0, 0, nothing, [1] * 5, [0, 0]]],
        [
            [3, 0, [3, 0, 0, 0, 2, 0, 0, 0], [5, 5, 5, 4, 6, 3, 0], [5, 0]],
            [0, 0, nothing, [5, 5, 5, 5, 0], [0, 0]],
        ],
    ]
    for name, why, file in (
        ("needed", "one promotes to the right of its file, or on it or to the left", "e"),
        ("other", "a fork by another file", "c"),
    ):
        forks = ["a7", "stays", nearly, ["a2", "leaves", nearly, ["d2", file, *beyond]]]
        make = made.good if file == "e" else made.bad
        make(f"cases-met-{name}", why, illegal(promoted, [promoted, "columns", forks]))
    made.bad("cases-missing", "a fork has two cases", but(((2,), ["g2", "leaves", leaves])))
    made.bad("cases-three", "a fork has no third case", but(((2,), [*fork, otherwise])))
    made.bad("cases-home", "no pawn begins on d6", but(((0,), "d6")))
    made.bad("cases-way", "a pawn that stands is said to stay, or to leave", but(((1,), "stands")))
    made.bad("cases-death", "the price of a death is less than 0", but(((2, 2, 1, 1), -1)))
    made.bad("cases-file", "the price of a file is less than 0", but(((3, 0, 2, 1), -1)))
    made.trap(
        "cases-dear-file",
        "the price of a file is more than that of a capture",
        but(((3, 1, 2, 0), 10)),
    )
    made.bad("cases-pawns", "as many prices as the side has pawns", but(((3, 0, 3), [0, 0])))
    made.bad("cases-more-pawns", "no more prices than the side has pawns", but(((3, 0, 3), [0, 0, 1, 0])))
    made.bad("cases-files", "eight prices of files", but(((3, 0, 2), [4, 0, 3, 2, 2, 2, 2])))
    made.bad("cases-range", "a price beyond 2^31 - 1", but(((3, 1, 4, 0), 2**31)))
    made.bad("cases-range-below", "a price below -2^31", but(((3, 1, 4, 0), -(2**31) - 1)))
    made.bad("cases-null", "cases are no null: who has none leaves them out", but(((), None)))
    made.bad(
        "cases-of-files",
        "cases are of accounts of the pawns",
        changed(good, (("evidence", "nodes", 0, 1), "files")),
    )
    made.bad(
        "cases-retract",
        "cases are of accounts of the pawns",
        changed(good, (("evidence", "nodes", 0, 1), "retract")),
    )
    made.bad(
        "cases-less-material",
        "Black has a man less, so that White may have captured once more",
        _elsewhere(good, position.replace("pnn", "p1n")),
    )
    made.bad(
        "cases-instant",
        "an instant lemma applies: no other is asked",
        _elsewhere(good, position.replace(" w ", " b ")),
    )


def confined(made):
    """Those of `confined-columns`, into a topic."""
    position = "rqB1k2q/BbpN4/3n1N2/qr2P1p1/1pP1PN2/bB1B2KP/6R1/R4B1Q b q -"
    nothing = [0] * 8
    leaf = [
        [4, 3, [2, 0, 0, 1, 1, 1, 0, 2], [1, 1, 1, 1], [2, 1]],
        [0, 1, nothing, [2, 2, 0], [0]],
    ]
    good = illegal(position, [position, "confined-columns", leaf])

    def but(*changes):
        return changed(good, *[(("evidence", "nodes", 0, 2, *path), value) for path, value in changes])

    made.good("confined-cases", "the pawns cost more than they may: White needs men of two sorts", good)
    of_two = "n1b5/pppp4/1N6/8/8/3P2PP/1PPkPPRr/bQ3QKn b - -"
    cheap = [1, 0, nothing, [3, 3, 1, 3], [3]]
    leaves = [[1, 1, [0, 0, 0, 0, 1, 1, 0, 0], [3, 3, 3, 3, 2, 2, 3], [2]], cheap]
    dear = [1, 0, nothing, [4, 4, 2, 4], [4]]
    stays = [[1, 1, [0, 0, 0, 0, 0, 1, 1, 1], [4, 4, 2, 4, 3, 3, 2], [2]], dear]
    forked = illegal(of_two, [of_two, "confined-columns", ["h2", "leaves", leaves, stays]])
    made.good("confined-cases-fork", "a fork on a pawn, and a leaf for each of its cases", forked)
    made.bad(
        "confined-cases-swapped",
        "the two cases of a fork are exchanged",
        changed(forked, (("evidence", "nodes", 0, 2), ["h2", "leaves", stays, leaves])),
    )
    made.trap(
        "confined-cases-order",
        "sorts are in the order of their numbers, not of kinds of men",
        but(((0, 4), [1, 2])),
    )
    made.bad("confined-cases-sum", "the pawns cost less than they may", but(((0, 0), 5)))
    free = [0, 0, nothing, [0] * 4, [0, 0]]
    made.bad(
        "confined-cases-nothing",
        "without prices nothing costs more",
        but(((0,), free), ((1, 1), 0), ((1, 3), [0] * 3)),
    )
    made.trap(
        "confined-cases-bishops",
        "as many prices as there are sorts, not always two as for bishops",
        but(((1, 4), [0, 0])),
    )
    made.bad("confined-cases-few", "each sort has a price", but(((0, 4), [2])))
    made.bad("confined-cases-none", "the price of a sort is missing", but(((1, 4), [])))
    made.bad("confined-cases-range", "a price beyond 2^31 - 1", but(((0, 4, 0), 2**31)))
    made.trap(
        "confined-cases-columns",
        "of the men alone there is an account: by `columns` the leaf shows nothing",
        changed(
            but(((1, 4), [0, 0])),
            (("evidence", "nodes", 0, 1), "columns"),
        ),
    )
    made.bad(
        "confined-cases-other",
        "cases are of accounts of the pawns",
        changed(good, (("evidence", "nodes", 0, 1), "order")),
    )
    made.bad(
        "confined-cases-origins",
        "the rounds end with a lemma: this one is not asked",
        _elsewhere(good, "4k3/8/7R/8/8/1P6/P1PPPPPP/4K3 w - -"),
    )
    made.trap(
        "confined-cases-rights",
        "without the right to castle more can have moved, and there is an account",
        _elsewhere(good, position.replace(" q ", " - ")),
    )


def _elsewhere(case, position):
    """The same of another position."""
    return changed(case, (("position",), position), (("evidence", "nodes", 0, 0), position))
