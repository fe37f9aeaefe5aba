"""Sets of squares as numbers, a1 the lowest bit; and the steps of men as such sets."""

from ...board import ACROSS, ALONG, GEOMETRY

BOARD = GEOMETRY[8]
ALL = 2**64 - 1


def bits(mask):
    """The squares of a set, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(squares):
    """The set of these squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


# One step of a kind from a square.
STEPS = {kind: [mask_of(BOARD.steps[kind][s]) for s in range(64)] for kind in "KQRBN"}
PAWN_STEPS = [[mask_of(BOARD.pawn_attacks[side][s]) for s in range(64)] for side in (0, 1)]
DIRECTIONS = {"K": ALONG + ACROSS, "Q": ALONG + ACROSS, "R": ALONG, "B": ACROSS}


def touches(kind, side, square):
    """The squares one step from a man (of a pawn, those it attacks)."""
    return PAWN_STEPS[side][square] if kind == "P" else STEPS[kind][square]


def first_rank(side):
    """The set of a side's first rank."""
    return 0xFF if side == 0 else 0xFF << 56


def rank_of(square, side):
    """The rank from a side's own end, its first being 1."""
    return square // 8 + 1 if side == 0 else 8 - square // 8


def on_rank(side, rank):
    """The squares of a rank counted from a side's own end."""
    index = rank - 1 if side == 0 else 8 - rank
    return [8 * index + file for file in range(8)]


def between(a, b):
    """The squares strictly between two on one line, or None if they are on none."""
    (ra, fa), (rb, fb) = divmod(a, 8), divmod(b, 8)
    dr, df = rb - ra, fb - fa
    if dr == 0 and df == 0 or not (dr == 0 or df == 0 or abs(dr) == abs(df)):
        return None
    length = max(abs(dr), abs(df))
    sr, sf = dr // length, df // length
    return [a + i * (8 * sr + sf) for i in range(1, length)]


def in_line(kind, a, b):
    """The squares between, if a man of this kind moves along the line of a and b; else None."""
    if a == b:
        return None
    along = a // 8 == b // 8 or a % 8 == b % 8
    if along and kind not in "QR" or not along and kind not in "QB":
        return None
    return between(a, b)
