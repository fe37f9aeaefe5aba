"""The instant lemmas."""

from ..board import EMPTY, GEOMETRY, WHITE, attacked, light, man
from .array import owner

BOARD = GEOMETRY[8]


def promoted(men, side):
    """How many pieces of a side are counted as promoted, by kind and colour of square."""
    kinds = {"Q": 0, "R": 0, "N": 0, "light": 0, "dark": 0}
    for square in range(64):
        letter = men[square]
        if letter == EMPTY or letter.isupper() != (side == WHITE):
            continue
        kind = letter.upper()
        if kind == "B":
            kinds["light" if light(square) else "dark"] += 1
        elif kind in kinds:
            kinds[kind] += 1
    usual = {"Q": 1, "R": 2, "N": 2, "light": 1, "dark": 1}
    return {kind: max(0, count - usual[kind]) for kind, count in kinds.items()}


def count(men, side):
    """The number of men of a side."""
    return sum(1 for letter in men if letter != EMPTY and letter.isupper() == (side == WHITE))


def _kings(past, _array):
    return past.men.count("K") != 1 or past.men.count("k") != 1


def _end_row_pawns(past, _array):
    return any(past.men[square] in "Pp" for square in (*range(8), *range(56, 64)))


def _waiting_side_attacked(past, _array):
    kings = [square for square in range(64) if past.men[square] == past.waiting_king()]
    return any(attacked(past.men, BOARD, king, past.side) for king in kings)


def _men(past, _array):
    return any(count(past.men, side) > 16 for side in (0, 1))


def _promotions(past, _array):
    men = past.men
    return any(men.count(man("P", side)) + sum(promoted(men, side).values()) > 8 for side in (0, 1))


def _castling(past, array):
    for right in past.rights:
        side = owner(right)
        king, rook = past.men[array.kings_home(side)], past.men[array.rooks_home(right)]
        if king != man("K", side) or rook != man("R", side):
            return True
    return False


def _en_passant(past, _array):
    return past.passant is not None and not _passant(past)


LEMMAS = {
    "kings": _kings,
    "end-row-pawns": _end_row_pawns,
    "waiting-side-attacked": _waiting_side_attacked,
    "men": _men,
    "promotions": _promotions,
    "castling": _castling,
    "en-passant": _en_passant,
}


def applies(past, array):
    """The name of an instant lemma that refutes the past, or None."""
    return next((name for name, lemma in LEMMAS.items() if lemma(past, array)), None)


def _passant(past):
    up = 8 if past.side == WHITE else -8
    square = past.passant
    if square // 8 != (5 if past.side == WHITE else 2):
        return False
    men = past.men
    return men[square] == EMPTY and men[square + up] == EMPTY and men[square - up] == man("P", 1 - past.side)
