"""The lists of pawns of a file, for `kernel`: tuples of (side, bound), the lowest pawn first.

Everything is seen from one side, 0 being its pawns, as if it were White; `turned` changes sides.
"""

MOST = 8


def turned(pawns):
    """The same list seen from the other side."""
    return tuple((1 - side, bound) for side, bound in reversed(pawns))


def settle(pawns, closed):
    """Raises bounds; the list, or None if there is no room. `closed`: is the file closed, by side."""
    made = [list(pawn) for pawn in pawns]
    for order, side in ((range(len(made)), 0), (range(len(made) - 1, -1, -1), 1)):
        last = None
        for index in order:
            if made[index][0] != side:
                continue
            if last is not None:
                least = min(MOST, made[last][1] + abs(index - last))
                if least > made[index][1]:
                    if least == MOST and closed[side]:
                        return None
                    made[index][1] = least
            last = index
    for low, (side, bound) in enumerate(made):
        if side == 0:
            for high in range(low + 1, len(made)):
                if made[high][0] == 1 and bound + made[high][1] + high - low > 9:
                    return None
    return tuple(map(tuple, made))


def place(pawns, index, rank, closed):
    """Places the pawn at an index (of side 0) on a rank; the list, or None."""
    if pawns[index][1] > rank:
        return None
    made = list(pawns)
    made[index] = (0, rank)
    for below in range(index):
        side, bound = made[below]
        if side == 1:
            least = min(MOST, 9 - rank + index - below)
            if least > bound:
                if least == MOST and closed[1]:
                    return None
                made[below] = (1, least)
    settled = settle(tuple(made), closed)
    if settled is None or settled[index][1] != rank:
        return None
    return settled
