"""Accounts of the sixteen pawns: the search of `columns` and `confined-columns`."""

from functools import lru_cache
from typing import NamedTuple, Optional

from ...board import man
from ...errors import Stopped
from .masks import rank_of
from .matching import largest

STEPS_ALLOWED = 3_000_000
NEVER = 99


class Fate(NamedTuple):
    """What became of a pawn; `meets` are the files that its captures may have been on."""

    captures: int
    kind: str  # stands, dies or promotes
    square: Optional[int]
    need: Optional[int]  # which of the kinds of needs it serves
    meets: tuple


class Side:
    """The pawns, needs and captures of a side, and the fates of each of its pawns."""

    def __init__(self, men, side, captures, open_files, needs):
        self.captures, self.open = captures, open_files
        self.squares = [s for s in range(64) if men[s] == man("P", side)]
        kinds = sorted(set(needs), key=sorted)
        self.needs = kinds
        self.counts = tuple(needs.count(kind) for kind in kinds)
        self.deaths = 8 - len(self.squares) - len(needs)
        self.side = side
        self.fates = [self._fates(file) for file in range(8)]

    def _fates(self, file):
        found = []
        for square in self.squares:
            away = abs(square % 8 - file)
            for captures in range(away, min(rank_of(square, self.side) - 2, self.captures) + 1, 2):
                more = (captures - away) // 2
                low, high = min(file, square % 8) - more, max(file, square % 8) + more
                found.append(Fate(captures, "stands", square, None, tuple(range(low, high + 1))))
        for need, files in enumerate(self.needs):
            for goal in sorted(files & self.open):
                if goal == file:
                    found.append(Fate(0, "promotes", None, need, ()))
                    found.append(Fate(2, "promotes", None, need, (file - 1, file, file + 1)))
                else:
                    step = 1 if goal > file else -1
                    found.append(
                        Fate(abs(goal - file), "promotes", None, need, tuple(range(goal, file, -step)))
                    )
        found.append(Fate(0, "promotes", None, None, ()))
        found.append(Fate(1, "promotes", None, None, (file - 1, file + 1)))
        if self.deaths > 0:
            found.append(Fate(0, "dies", None, None, ()))
        return sorted(
            (fate for fate in found if fate.captures <= self.captures), key=lambda fate: fate.captures
        )

    def begin(self):
        """The state before any pawn has a fate: squares left, needs left, deaths left."""
        return tuple(self.squares), self.counts, self.deaths

    def after(self, state, fate):
        """The state once a pawn has this fate, or None."""
        squares, counts, deaths = state
        if fate.kind == "dies":
            return (squares, counts, deaths - 1) if deaths > 0 else None
        if fate.square is not None:
            if fate.square not in squares:
                return None
            return tuple(s for s in squares if s != fate.square), counts, deaths
        if fate.need is not None:
            if not counts[fate.need]:
                return None
            counts = counts[: fate.need] + (counts[fate.need] - 1,) + counts[fate.need + 1 :]
            return squares, counts, deaths
        return state

    def fill_in(self):
        """A function for the least captures of the files from one on, whatever the other side's pawns do.

        It gives one number for each count of pawns, among these, that capture or die.
        """

        @lru_cache(maxsize=None)
        def least(file, state):
            squares, counts, _ = state
            best = [NEVER] * (9 - file)
            if file == 8:
                return (0,) if not squares and not any(counts) else (NEVER,)
            if len(squares) + sum(counts) <= 8 - file:
                for fate in self.fates[file]:
                    then = self.after(state, fate)
                    if then is None:
                        continue
                    away = 1 if fate.captures or fate.kind == "dies" else 0
                    for number, cost in enumerate(least(file + 1, then)):
                        best[number + away] = min(best[number + away], fate.captures + cost)
            return tuple(best)

        return least


def compatible(white, black):
    """May the two pawns of a file have these fates?"""
    if white.captures or black.captures:
        return True
    kinds = {white.kind, black.kind}
    if "dies" in kinds:
        return True
    return kinds == {"stands"} and white.square < black.square


class Search:
    """Is there an account?"""

    def __init__(self, sides):
        self.sides = sides
        self.least = [side.fill_in() for side in sides]
        self.failed = set()
        self.steps = 0

    def exists(self):
        """Searches for one."""
        if any(side.deaths < 0 for side in self.sides):
            return False
        return self._from(0, [side.begin() for side in self.sides], (0, 0), ((), ()), ((), ()))

    def _most_away(self, side, file, state, captures):
        """How many of the pawns left can capture or die within the captures of the side, or -1."""
        allowed = self.sides[side].captures - captures
        costs = self.least[side](file, state)
        return max((number for number, cost in enumerate(costs) if cost <= allowed), default=-1)

    def _fits(self, file, states, captures, covers, dead):
        """Can both sides still keep within their captures? `dead` are the files of enemy pawns that died."""
        away = 0
        for side in (0, 1):
            most = self._most_away(side, file, states[side], captures[side])
            if most < 0 or len(dead[side]) > self.sides[side].captures:
                return False
            if file == 8 and dead[side]:
                uncovered = len(dead[side]) - self._covered(covers[side], dead[side])
                if captures[side] + uncovered > self.sides[side].captures:
                    return False
            away += most
        # On each file one of the two captures or dies, or White's stands below Black's.
        white, black = states[0][0], states[1][0]
        free = {w % 8 for w in white for b in black if w % 8 == b % 8 and w < b and w % 8 >= file}
        return away + len(free) >= 8 - file

    @staticmethod
    def _covered(covers, dead):
        places = [(index, copy) for index, (count, _) in enumerate(covers) for copy in range(count)]
        return largest([[place for place in places if file in covers[place[0]][1]] for file in dead])

    def _from(self, file, states, captures, covers, dead):
        if file == 8:
            return True
        key = (file, *states, captures, covers, dead)
        if key in self.failed:
            return False
        for white in self.sides[0].fates[file]:
            if white.captures + captures[0] > self.sides[0].captures:
                break
            state = self.sides[0].after(states[0], white)
            if state is None:
                continue
            if self._most_away(0, file + 1, state, captures[0] + white.captures) < 0:
                continue
            for black in self.sides[1].fates[file]:
                self.steps += 1
                if self.steps > STEPS_ALLOWED:
                    raise Stopped("the search for an account of the pawns takes too long")
                if black.captures + captures[1] > self.sides[1].captures:
                    break
                if compatible(white, black) and self._with(
                    file, states, captures, covers, dead, state, white, black
                ):
                    return True
        self.failed.add(key)
        return False

    def _with(self, file, states, captures, covers, dead, white_state, white, black):
        black_state = self.sides[1].after(states[1], black)
        if black_state is None:
            return False
        used = (captures[0] + white.captures, captures[1] + black.captures)
        died = (
            dead[0] + ((file,) if black.kind == "dies" else ()),
            dead[1] + ((file,) if white.kind == "dies" else ()),
        )
        met = tuple(self._cover(covers[side], fate, side) for side, fate in ((0, white), (1, black)))
        if not self._fits(file + 1, (white_state, black_state), used, met, died):
            return False
        return self._from(file + 1, (white_state, black_state), used, met, died)

    def _cover(self, covers, fate, side):
        # Nothing to cover if no enemy pawn can die.
        if not fate.captures or self.sides[1 - side].deaths == 0:
            return covers
        return tuple(sorted(covers + ((fate.captures, fate.meets),)))
