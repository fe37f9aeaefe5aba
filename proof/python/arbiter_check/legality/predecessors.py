"""Predecessors of a past: all pasts from which one move leads to it."""

from ..board import EMPTY, GEOMETRY, WHITE, attacked, man, side_of
from .array import owner
from .past import Past

BOARD = GEOMETRY[8]


def predecessors(past, array):
    """All of them, one after the other."""
    mover = 1 - past.side
    for men, moved, right, passant in _takings_back(past, mover, array):
        if _keeps_rights(past, men, moved, array):
            rights = past.rights | {right} if right else past.rights
            yield Past(men, mover, rights, passant)


def _keeps_rights(past, men, moved, array):
    for right in past.rights:
        side = owner(right)
        for square, kind in ((array.kings_home(side), "K"), (array.rooks_home(right), "R")):
            letter = man(kind, side)
            if square in moved or past.men[square] != letter or men[square] != letter:
                return False
    return True


def _takings_back(past, mover, array):
    """Men before, squares of the men that moved, right that was used, square then demanded."""
    up = 8 if mover == WHITE else -8
    if past.passant is not None:
        landed, start = past.passant + up, past.passant - up
        fourth = 3 if mover == WHITE else 4
        if 0 <= landed < 64 and landed // 8 == fourth and past.men[landed] == man("P", mover):
            if past.men[past.passant] == EMPTY and past.men[start] == EMPTY:
                yield _moved(past.men, landed, start, man("P", mover), EMPTY), (landed,), None, None
        return
    for square in range(64):
        if side_of(past.men[square]) != mover:
            continue
        if past.men[square] in "Pp":
            yield from _pawn(past, square, mover, up)
        else:
            yield from _piece(past, square, mover)
            if square // 8 == (7 if mover == WHITE else 0) and past.men[square] not in "Kk":
                yield from _promotion(past, square, mover, up)
    yield from _castling(past, mover, array)


def _moved(men, square, start, letter, left):
    made = men[:]
    made[square], made[start] = left, letter
    return made


def _captured(past, square):
    """What may have been captured on a square."""
    kinds = "QRBN" if square // 8 in (0, 7) else "QRBNP"
    return [man(kind, past.side) for kind in kinds]


def _piece(past, square, mover):
    letter = past.men[square]
    for ray in BOARD.rays[letter.upper()][square]:
        for start in ray:
            if past.men[start] != EMPTY:
                break
            for left in [EMPTY] + _captured(past, square):
                yield _moved(past.men, square, start, letter, left), (square,), None, None


def _pawn(past, square, mover, up):
    men, letter = past.men, past.men[square]
    rank = square // 8
    start = square - up
    if 0 <= start < 64 and start // 8 in range(1, 7) and men[start] == EMPTY:
        yield _moved(men, square, start, letter, EMPTY), (square,), None, None
        before = start - up
        if rank == (3 if mover == WHITE else 4) and men[before] == EMPTY:
            yield _moved(men, square, before, letter, EMPTY), (square,), None, None
    # The squares that an enemy pawn here would attack are those that own pawns capture from.
    for start in BOARD.pawn_attacks[1 - mover][square]:
        if start // 8 not in range(1, 7) or men[start] != EMPTY:
            continue
        for left in _captured(past, square):
            yield _moved(men, square, start, letter, left), (square,), None, None
        if rank == (5 if mover == WHITE else 2) and men[square - up] == EMPTY and men[square + up] == EMPTY:
            made = _moved(men, square, start, letter, EMPTY)
            made[square - up] = man("P", past.side)
            yield made, (square,), None, square


def _promotion(past, square, mover, up):
    men, pawn = past.men, man("P", mover)
    if men[square - up] == EMPTY:
        yield _moved(men, square, square - up, pawn, EMPTY), (square,), None, None
    for start in BOARD.pawn_attacks[1 - mover][square]:
        if men[start] == EMPTY:
            for kind in "QRBN":
                yield _moved(men, square, start, pawn, man(kind, past.side)), (square,), None, None


def _castling(past, mover, array):
    king, rook = man("K", mover), man("R", mover)
    for right in "KQ" if mover == WHITE else "kq":
        to_king, to_rook = array.castled(right)
        if past.men[to_king] != king or past.men[to_rook] != rook:
            continue
        if any(past.men[s] != EMPTY for s in array.way(right) - {to_king, to_rook}):
            continue
        made = past.men[:]
        made[to_king] = made[to_rook] = EMPTY
        home = array.kings_home(mover)
        made[home], made[array.rooks_home(right)] = king, rook
        step = 1 if to_king > home else -1
        crossed = [home] + list(range(home, to_king, step))
        if any(attacked(made, BOARD, s, past.side) for s in crossed):
            continue
        # Any right of this side would be lost: its king has moved.
        yield made, (to_king, to_rook, home, array.rooks_home(right)), right, None
