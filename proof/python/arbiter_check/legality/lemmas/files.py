"""`files`: pawns that passed each other on their files, against the men lost."""

from ...board import man
from ..instant import count, promoted


def applies(past, _array):
    """8 − c > l + m."""
    men = past.men
    below = 0
    for file in range(8):
        white = [s // 8 for s in range(file, 64, 8) if men[s] == "P"]
        black = [s // 8 for s in range(file, 64, 8) if men[s] == "p"]
        if white and black and min(white) < max(black):
            below += 1
    lost = most = 0
    for side in (0, 1):
        gone = 16 - count(men, side)
        pawns = 8 - men.count(man("P", side)) - sum(promoted(men, side).values())
        lost += gone
        most += min(gone, pawns)
    return 8 - below > lost + most
