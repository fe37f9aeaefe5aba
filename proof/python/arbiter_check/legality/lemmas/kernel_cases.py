"""Cases of `kernel`: tariffs and states that show that there is no kernel."""

from typing import NamedTuple

from ...errors import demand
from ...strict import array, integer, string
from .pawn_lists import MOST, place, settle, turned

LEAST_PRICE, MOST_PRICE = -(2**31), 2**31 - 1
SPARE = 3


def _price(value):
    return integer(value, LEAST_PRICE, MOST_PRICE)


class Prices:
    """The prices of a side."""

    def __init__(self, value):
        man, spare, leave, come, bishops = array(value, 5)
        self.man, self.spare = _price(man), _price(spare)
        self.leave = [_price(number) for number in array(leave, 8)]
        self.come = [_price(number) for number in array(come, 8)]
        self.bishops = [_price(number) for number in array(bishops, 2)]


class Tariff:
    """The prices of both sides, by which no capture saves more than it costs."""

    def __init__(self, value, kernel):
        self.sides = [Prices(prices) for prices in array(value, 2)]
        self.kernel = kernel
        demand(self._is_fair(), "lemma", "a capture can save more than it costs")
        self.known = {}

    def _is_fair(self):
        for side, (ours, theirs) in enumerate((self.sides, self.sides[::-1])):
            if min(ours.man, ours.spare, *ours.bishops) < 0:
                return False
            for file in range(8):
                if ours.leave[file] + ours.come[file] < 0 or ours.leave[file] > ours.spare:
                    return False
                if ours.come[file] < ours.bishops[self.kernel.eighth_is_light(side, file)]:
                    return False
                for to in (file - 1, file + 1):
                    if not 0 <= to < 8:
                        continue
                    moved = ours.leave[file] + ours.come[to]
                    if moved > min(theirs.man, theirs.spare) or moved + theirs.leave[to] > theirs.spare:
                        return False
        return True

    def allowed(self, lost):
        """What the files may cost with so much left to capture."""
        total = 0
        for prices, left, needed in zip(self.sides, lost, self.kernel.extra):
            total += prices.man * sum(left[:SPARE]) + prices.spare * left[SPARE]
            total -= prices.bishops[0] * needed[0] + prices.bishops[1] * needed[1]
        return total

    def cost(self, file, pawns):
        """What a file costs: the least for which it becomes an end."""
        key = (file, pawns)
        if key not in self.known:
            self.known[key] = self._least(file, pawns)
        return self.known[key]

    def _least(self, file, pawns):
        wanted, closed = self.kernel.wanted[file], self.kernel.closed[file]
        prize = [self.sides[side].bishops[self.kernel.eighth_is_light(side, file)] for side in (0, 1)]
        last = len(wanted)

        def best(index, done):
            """From a pawn on; so many of the wanted are behind, `last + 1` with white ones that promote."""
            key = (index, done)
            if key not in memo:
                memo[key] = min(choices(index, done))
            return memo[key]

        def choices(index, done):
            if index == len(pawns):
                if done >= last:
                    yield 0
            else:
                side, bound = pawns[index]
                yield self.sides[side].leave[file] + best(index + 1, done)
                promotes = bound == MOST or not closed[side]
                if promotes and side == 1 and done == 0:
                    yield best(index + 1, 0) - prize[1]
                if promotes and side == 0 and done >= last:
                    yield best(index + 1, last + 1) - prize[0]
                if done < last and wanted[done][0] == side and bound <= wanted[done][1]:
                    yield best(index + 1, done + 1)
            if done < last:
                yield self.sides[wanted[done][0]].come[file] + best(index, done + 1)

        memo = {}
        return best(0, 0)


class State(NamedTuple):
    """The lists of all files, what is left to capture of each side, and what is said to be enough."""

    lists: tuple
    lost: tuple
    tariffs: list
    states: list


def _pawns(text):
    made = []
    for at in range(0, len(text), 2):
        letter, bound = text[at], text[at + 1 : at + 2]
        demand(letter in "Pp" and bound in list("2345678"), "lemma", "a list of pawns with their bounds")
        made.append((0 if letter == "P" else 1, int(bound)))
    demand(len(made) <= 8, "lemma", "more than eight pawns on a file")
    return tuple(made)


def _state(value, kernel):
    files, lost, tariffs, states = array(value, 4)
    lists = tuple(_pawns(text) for text in string(files).split("/"))
    demand(len(lists) == 8, "lemma", "eight lists of pawns")
    for pawns in lists:
        demand(settle(pawns, (False, False)) == pawns, "lemma", "bounds are not raised, or there is no room")
    demand(sum(map(len, lists)) <= 16, "lemma", "more than 16 pawns")
    lost = tuple(tuple(integer(number, 0, 127) for number in array(side, 4)) for side in array(lost, 2))
    numbers = [[integer(number, 0, 2**32 - 1) for number in array(entry)] for entry in (tariffs, states)]
    demand(len(numbers[0]) <= 16, "lemma", "more than 16 tariffs")
    return State(lists, lost, *numbers)


def _covers(one, other, closed):
    """Have the pawns of one list all the room that those of another have?"""
    if [side for side, _ in one] != [side for side, _ in other]:
        return False
    for (side, bound), (_, there) in zip(one, other):
        if bound > there or there == MOST and bound < MOST and closed[side]:
            return False
    return True


class Check:
    """All tariffs and states."""

    def __init__(self, kernel, value):
        tariffs, states = array(value, 2)
        self.kernel = kernel
        self.tariffs = [Tariff(entry, kernel) for entry in array(tariffs)]
        self.states = [_state(entry, kernel) for entry in array(states)]

    def run(self, lists, lost):
        """Refuses unless they show that no kernel goes on from these lists."""
        demand(self.states, "lemma", "there is no state")
        begins = self.states[0].lost == lost and self._is_covered(self.states[0], lists)
        demand(begins, "lemma", "the first state does not cover that at the beginning")
        for number, state in enumerate(self.states):
            known = all(place < len(self.tariffs) for place in state.tariffs)
            known = known and all(place < len(self.states) for place in state.states)
            demand(known, "lemma", f"state {number}: no such tariff or state")
            demand(not self.kernel.is_end(state.lists), "lemma", f"state {number} is an end")
            for then, taken in self._captures(state, number):
                refuted = self._is_refuted(state, then, taken)
                demand(refuted, "lemma", f"state {number}: a capture is not refuted")

    def _is_covered(self, state, lists):
        return all(map(_covers, state.lists, lists, self.kernel.closed))

    def _is_refuted(self, state, lists, lost):
        for place in state.tariffs:
            tariff = self.tariffs[place]
            if sum(tariff.cost(file, pawns) for file, pawns in enumerate(lists)) > tariff.allowed(lost):
                return True
        named = (self.states[place] for place in state.states)
        return any(other.lost == lost and self._is_covered(other, lists) for other in named)

    def _captures(self, state, number):
        for side in (0, 1):
            prey = state.lost[1 - side]
            if not any(prey):
                continue
            view = state.lists if side == 0 else tuple(map(turned, state.lists))
            closed = [pair if side == 0 else pair[::-1] for pair in self.kernel.closed]
            demand(all(len(pawns) < 8 for pawns in view), "lemma", f"state {number}: a file has no room")
            for changed, victim in self._of_side(view, closed, prey, side):
                lists = list(state.lists)
                for file, pawns in changed:
                    lists[file] = pawns if side == 0 else turned(pawns)
                taken = prey[:victim] + (prey[victim] - 1,) + prey[victim + 1 :]
                yield tuple(lists), (state.lost[0], taken) if side == 0 else (taken, state.lost[1])

    def _of_side(self, view, closed, prey, side):
        for file, pawns in enumerate(view):
            for index, (owner, bound) in enumerate(pawns):
                if owner == 0:
                    for goal in (file - 1, file + 1):
                        if 0 <= goal < 8:
                            yield from self._by_pawn(view, closed, prey, side, (file, index, goal))
                elif prey[SPARE] and not (bound == MOST and closed[file][1]):
                    yield [(file, pawns[:index] + pawns[index + 1 :])], SPARE

    def _by_pawn(self, view, closed, prey, side, move):
        file, index, goal = move
        pawns, others = view[file], view[goal]
        for rank in range(3, 9):
            if not self.kernel.may_capture(side, file, goal, rank):
                continue
            placed = place(pawns, index, rank - 1, closed[file])
            if placed is None:
                continue
            gone = placed[:index] + placed[index + 1 :]
            for at, rest, victim in self._places(others, prey, rank, self.kernel.is_light(side, goal, rank)):
                came = place(rest[:at] + ((0, 1),) + rest[at:], at, rank, closed[goal])
                if came is not None:
                    yield [(file, gone), (goal, came)], victim

    @staticmethod
    def _places(others, prey, rank, is_light):
        if prey[SPARE]:
            for at, (owner, bound) in enumerate(others):
                if owner == 1 and bound <= 9 - rank:
                    yield at, others[:at] + others[at + 1 :], SPARE
        victim = next((kind for kind in (2 if is_light else 1, 0, SPARE) if prey[kind]), None)
        if victim is not None:
            for at in range(len(others) + 1):
                yield at, others, victim
