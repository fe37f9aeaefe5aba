"""Cases of `order` and `parity`: placements that no move of the men leaves."""

from arbiter_check.legality.array import Array
from arbiter_check.legality import past as pasts
from arbiter_check.legality.lemmas.cage import SQUARES, Cage
from arbiter_check.legality.lemmas.rounds import Rounds

from .made import changed, illegal

NAMES = {square: name for name, square in SQUARES.items()}
FEW, MOST = 16, 32768


def _rounds(position):
    return Rounds(pasts.read(position), Array())


def _letters(rounds, side):
    """The files of men with few squares, and not too many placements."""
    ways, found, product = rounds.ways, "", 1
    files = [f for f in range(8) if ways.kind(f) != "N" and not ways.is_fixed(ways.home(side, f))]
    for size, file in sorted((ways.range(side, file).bit_count(), file) for file in files):
        product *= size + (ways.kind(file) != "K")
        if size > FEW or product > MOST:
            break
        found += "abcdefgh"[file]
    return found


class _Uncastled(Cage):
    """As somebody would have it who forgets castling."""

    def _castlings(self, _placement, _taken):
        return ()


def _layers(rounds, side, letters, number, cage=Cage):
    """All that the placement at home leads to, in so many lists."""
    cage = cage(rounds, side, letters)
    seen = {(cage.homes, 0)}
    todo = list(seen)
    while todo:
        placement, layer = todo.pop()
        for then, took in cage.following(placement):
            state = (then, (layer + took) % number)
            if state not in seen:
                seen.add(state)
                todo.append(state)
    texts = [("".join(map(NAMES.get, placement)), layer) for placement, layer in seen]
    return [sorted(text for text, layer in texts if layer == at) for at in range(number)]


def order(position, side, letters=None):
    """Cases of `order` for a side, whether it applies or not; of as few men as will do where it does."""
    rounds = _rounds(position)

    def has_end(letters):
        cage = Cage(rounds, side, letters)
        return any(cage.ends(*_layers(rounds, side, letters, 1)))

    if letters is None:
        letters = _letters(rounds, side)
        for letter in letters[::-1]:
            fewer = letters.replace(letter, "")
            letters = letters if has_end(fewer) else fewer
    return [("white", "black")[side], letters, *_layers(rounds, side, letters, 1)]


def parity(position):
    """Cases of `parity`, whether it applies or not."""
    rounds = _rounds(position)
    letters = [_letters(rounds, side) for side in (0, 1)]
    return [[letters[side], *_layers(rounds, side, letters[side], 2)] for side in (0, 1)]


def shown(lemma, position, side=0):
    """Cases for a position that list all there is, whether they show that the lemma applies or not."""
    if _rounds(position).lemma is not None:
        return ["white", "", [""]] if lemma == "order" else [["", [""], []], ["", [""], []]]
    return order(position, side) if lemma == "order" else parity(position)


def placements(made):
    """What makes them valid or not, into a topic."""
    position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/3QRKR1 w - -"
    cases = order(position, 0, "adeh")
    good = illegal(position, [position, "order", cases])
    start = cases[2].index("a1d1e1h1")

    def but(*changes):
        return changed(good, *[(("evidence", "nodes", 0, 2, *path), value) for path, value in changes])

    made.good(
        "order-cases", "two rooks, queen and king, on all squares that moves and captures lead to", good
    )
    made.odd(
        "order-other-files",
        "the files in another order",
        illegal(position, [position, "order", order(position, 0, "head")]),
    )
    made.odd("order-twice", "a placement may be listed twice", but(((2, len(cases[2])), cases[2][7])))
    made.bad("order-no-home", "the placement at home is one of them", but(((2, start), cases[2][start - 1])))
    for at in (0, len(cases[2]) // 2, len(cases[2]) - 1):
        made.bad(
            f"order-without-{at}",
            "what a placement leads to is left out",
            but(((2,), cases[2][:at] + cases[2][at + 1 :])),
        )
    made.bad("order-black", "the placements of another side", but(((0,), "black")))
    made.bad("order-side", "a side", but(((0,), "w")))
    made.bad("order-none", "no placement", but(((2,), [])))
    made.bad("order-null", "cases are no null", but(((), None)))
    made.bad("order-fewer", "a list of three", but(((), cases[:2])))
    made.bad("order-more", "a list of three", but(((), [*cases, []])))
    for name, why, letters in (
        ("twice", "no file twice", "adee"),
        ("knight", "no knight", "adeb"),
        ("fixed", "no man that never moved: a bishop", "adef"),
        ("letter", "letters of files", "adei"),
        ("capital", "small letters", "adeH"),
        ("short", "one square for each file", "ade"),
    ):
        made.bad(f"order-file-{name}", why, but(((1,), letters)))
    for name, why, text in (
        ("square", "squares of the board", "a1d1e1h9"),
        ("short", "a square for each file", "a1d1e1"),
        ("odd", "two letters each", "a1d1e1h"),
        ("off", "two dashes for a man that was captured", "a1d1e1-"),
        ("more", "a square for each file", "a1d1e1h1g1"),
        ("empty", "a square for each file", ""),
    ):
        made.bad(f"order-placement-{name}", why, but(((2, len(cases[2])), text)))
    made.trap(
        "order-end",
        "a placement that is an end, though nothing leads to it",
        but(((2, len(cases[2])), "e1d1f1g1")),
    )
    free = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/3RRK2 w kq -"
    made.bad("order-reached", "an end is reached", illegal(free, [free, "order", order(free, 0)]))
    castled = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1QR1K2R w kq -"
    cases = order(castled, 0, "adeh")
    made.good("order-castling", "king and rook castle", illegal(castled, [castled, "order", cases]))
    cases[2] = _layers(_rounds(castled), 0, cases[1], 1, _Uncastled)[0]
    made.trap("order-no-castling", "castling is left out", illegal(castled, [castled, "order", cases]))
    barred = "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQK2R w Q -"
    made.bad(
        "order-castling-barred",
        "the king never moved, since it may still castle on the other side; the rook stands at home all the same",
        illegal(barred, [barred, "order", ["white", "h", ["h1", "g1", "f1", "--"]]]),
    )
    nobody = illegal(position, [position, "order", ["white", "", [""]]])
    made.trap("order-nobody", "no men: the only placement is an end", nobody)
    knightless = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR b kq -"
    two = ["white", "a", ["--", "a1", "b1"]]
    made.trap(
        "order-two-ends",
        "on a1 or captured: two of them are ends",
        illegal(knightless, [knightless, "order", two]),
    )
    _parity(made)


def _parity(made):
    position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -"
    cases = parity(position)
    good = illegal(position, [position, "parity", cases])
    made.good(
        "parity-nobody", "nobody can have moved but knights: no files, and one placement of nobody", good
    )

    def but(*changes):
        return changed(good, *[(("evidence", "nodes", 0, 2, *path), value) for path, value in changes])

    made.bad("parity-no-home", "the placement at home is one of the even ones", but(((0, 1), [])))
    made.bad("parity-free", "White may have made an odd number of moves", but(((0, 2), [""])))
    made.bad("parity-one", "both sides", but(((), cases[:1])))
    made.bad("parity-two-lists", "files, and two lists", but(((0,), cases[0][:2])))
    made.bad(
        "parity-white-to-move",
        "the numbers fit with White to move",
        illegal(position.replace(" b ", " w "), [position.replace(" b ", " w "), "parity", cases]),
    )
