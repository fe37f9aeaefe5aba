"""The cage of a side, and the play of its men."""

from ...board import EMPTY
from ..instant import count

MOST_RANGE, MOST_PLACES = 16, 32768
OFF = -1


class Cage:
    """First-rank origins whose men cannot get far, and all that they can do among themselves."""

    def __init__(self, rounds, side):
        self.rounds, self.side, self.ways = rounds, side, rounds.ways
        ways = self.ways
        found = []
        for file in range(8):
            if ways.kind(file) == "N" or ways.is_fixed(ways.home(side, file)):
                continue
            size = ways.range(side, file).bit_count()
            if size <= MOST_RANGE:
                found.append((size, file))
        self.files, product = [], 1
        for size, file in sorted(found):
            product *= size + (0 if ways.kind(file) == "K" else 1)
            if product > MOST_PLACES:
                break
            self.files.append(file)
        self.kinds = [ways.kind(file) for file in self.files]
        self.homes = tuple(ways.home(side, file) for file in self.files)
        self.ranges = [ways.range(side, file) for file in self.files]
        self.lost = 16 - count(ways.men, side)
        self.required = self._required()

    def _required(self):
        """The squares of men all of whose origins are in the cage."""
        ways, side = self.ways, self.side
        assignments = self.rounds.assignments[side]
        found = set()
        for row, square in enumerate(assignments.squares):
            costs = assignments.costs[row]
            allowed = [
                origin
                for origin, cost in enumerate(costs)
                if cost is not None and cost <= ways.facts.captures[side]
            ]
            if all(origin in self.files for origin in allowed):
                found.add(square)
        return found

    def is_end(self, placement):
        """Do the men stand as in the past?"""
        men, side = self.ways.men, self.side
        for kind, square in zip(self.kinds, placement):
            if square == OFF:
                continue
            letter = men[square]
            if letter == EMPTY or letter.upper() != kind or letter.isupper() != (side == 0):
                return False
        return self.required <= set(placement)

    def following(self, placement):
        """Placements that this one leads to, each with the number of moves that it takes."""
        off = sum(square == OFF for square in placement)
        taken = {square for square in placement if square != OFF}
        for index, square in enumerate(placement):
            if square == OFF:
                continue
            kind = self.kinds[index]
            if kind != "K" and off < self.lost:
                yield placement[:index] + (OFF,) + placement[index + 1 :], 0
            for end in self.ways.moves(kind, self.side, square, sum(1 << one for one in taken)):
                if self.ranges[index] >> end & 1:
                    yield placement[:index] + (end,) + placement[index + 1 :], 1
        yield from self._castlings(placement, taken)

    def _castlings(self, placement, taken):
        ways, side, array = self.ways, self.side, self.rounds.array
        for right in "KQ" if side == 0 else "kq":
            homes = (array.kings_home(side), array.rooks_home(right))
            way = array.way(right)
            if any(ways.is_fixed(square) for square in way) or any(
                s in way and s not in homes for s in taken
            ):
                continue
            moved, fits, own = list(placement), False, set()
            for home, end in zip(homes, array.castled(right)):
                if home not in self.homes:
                    continue
                index = self.homes.index(home)
                fits = placement[index] == home and bool(self.ranges[index] >> end & 1)
                own.add(index)
                if not fits:
                    break
                moved[index] = end
            # Another man of the cage may stand on a home that is not its own.
            others = {s for i, s in enumerate(placement) if i not in own and s != OFF}
            if fits and not others & way:
                yield tuple(moved), 1

    def ends(self):
        """The parities of the moves with which an end is reached, as a set."""
        begin = (self.homes, 0)
        seen, todo, found = {begin}, [begin], set()
        while todo:
            placement, moves = todo.pop()
            if self.is_end(placement):
                found.add(moves)
                if len(found) == 2:
                    break
            for then, took in self.following(placement):
                state = (then, (moves + took) % 2)
                if state not in seen:
                    seen.add(state)
                    todo.append(state)
        return found
