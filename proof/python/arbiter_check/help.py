"""`help`: all games in which both sides help."""

import re

from . import moves
from .canwin.closure import key as key_of
from .errors import Refused, Stopped, demand
from .position import Position, read
from .strict import array, integer, keys, string

MOST_MOVES = 10_000_000
ALLOWED = 3_000_000


class Stipulation:
    """Who moves, what for, and how often."""

    def __init__(self, text):
        found = re.fullmatch(r"(h|ser-h|ser-)([#=])(0|[1-9][0-9]*)(\.5)?", text)
        demand(found is not None, "help-claim", f"{text!r} is no stipulation")
        self.kind, self.aim, number, half = found.groups()
        number = int(number) if len(number) < 4 else 1000
        demand(number <= 100 and (number > 0 or half), "help-claim", f"{text!r}: from 1 to 100 moves")
        demand(not half or self.kind == "h", "help-claim", f"{text!r}: half a move is of h only")
        if self.kind == "h":
            self.plies, self.least, self.step = 2 * number + (1 if half else 0), 1 if half else 2, 2
        elif self.kind == "ser-h":
            self.plies, self.least, self.step = number + 1, 2, 1
        else:
            self.plies, self.least, self.step = number, 1, 1

    def without_first(self):
        """The same with one ply less, which set play has."""
        demand(self.kind == "h" and self.plies > 1, "help-claim", "no set play of this stipulation")
        number, half = divmod(self.plies - 1, 2)
        return Stipulation(f"h{self.aim}{number}{'.5' if half else ''}")

    def lengths(self):
        """The numbers of plies that solutions have."""
        return range(self.plies, self.least - 1, -self.step)

    def moves_again(self, left):
        """Does the same side move again after a move after which so many plies are left?"""
        return self.kind == "ser-" and left > 0 or self.kind == "ser-h" and left > 1


def check(certificate, rules):
    """Refuses unless the lines are solutions and there are no others."""
    claim = keys(certificate["claim"], ["answer", "stipulation", "solutions"], ["set_play"])
    demand(not rules.taken, "question", "help is asked about games that are won by checkmate")
    position = read(certificate["position"], rules)
    stipulation = Stipulation(string(claim["stipulation"], "help-claim"))
    number = integer(claim["solutions"], 0, 2**64 - 1, "help-claim", "solutions")
    demand(claim["answer"] == ("solved" if number else "unsolved"), "help-claim", f"{claim['answer']!r}")
    told = ["set_play"] if "set_play" in claim else []
    evidence = keys(certificate["evidence"], ["lines", *told], ["searched"], what="evidence")
    play = Play(stipulation, rules)
    play.check_lines(position, evidence["lines"], number)
    if told:
        demand(not moves.in_check(position, rules), "help-claim", "set play of a side in check")
        set_number = integer(claim["set_play"], 0, 2**64 - 1, "help-claim", "set_play")
        other = Position(position.men, 1 - position.side, position.rights, None)
        set_play = Play(stipulation.without_first(), rules)
        set_play.check_lines(other, evidence["set_play"], set_number)
        set_play.check_all(other, set_number)
    if "searched" in evidence:
        searched = keys(evidence["searched"], ["plies", "nodes"])
        plies = integer(searched["plies"], 0, 2**64 - 1, "solutions")
        demand(
            plies == stipulation.plies and number != 0,
            "solutions",
            "searched are other plies, or nothing is solved",
        )
        integer(searched["nodes"], 0, 2**64 - 1, "solutions")
        return
    play.check_all(position, number)


class Play:
    """Play of a stipulation."""

    def __init__(self, stipulation, rules):
        self.stipulation, self.rules = stipulation, rules
        self.known, self.tried = {}, 0

    def _following(self, position, left):
        """Legal moves with what they lead to, `left` plies being left after them."""
        for move, after in moves.playable(position, self.rules):
            if self.stipulation.moves_again(left):
                if moves.in_check(after, self.rules):
                    yield move, None
                    continue
                after = Position(after.men, position.side, after.rights, None)
            yield move, after

    def _solved(self, position):
        mated = moves.in_check(position, self.rules)
        return mated == (self.stipulation.aim == "#") and not moves.has_move(position, self.rules)

    def check_lines(self, position, lines, number):
        """Refuses unless these are so many different solutions."""
        seen = set()
        for place, line in enumerate(array(lines)):
            texts = tuple(string(text) for text in array(line))
            demand(texts not in seen, "solutions", f"line {place} occurs twice")
            seen.add(texts)
            self.check_line(position, texts, f"line {place}")
        demand(len(seen) == number, "solutions", f"{len(seen)} lines, not {number}")

    def check_all(self, position, number):
        """Refuses unless there are just so many solutions."""
        total = sum(self.count(position, length) for length in self.stipulation.lengths())
        demand(total == number, "solutions", f"there are {total} solutions")

    def check_line(self, position, texts, where):
        """Refuses unless a line is a solution."""
        demand(len(texts) in self.stipulation.lengths(), "solutions", f"{where}: {len(texts)} plies")
        for ply, text in enumerate(texts):
            found = [
                after
                for move, after in self._following(position, len(texts) - ply - 1)
                if moves.write(move) == text
            ]
            if not found or found[0] is None:
                raise Refused("solutions", f"{where}: {text} is not legal, or gives check too early")
            position = found[0]
        demand(self._solved(position), "solutions", f"{where}: the aim is not reached")

    def count(self, position, left):
        """The number of solutions of just so many plies."""
        if left == 0:
            return 1 if self._solved(position) else 0
        known = (key_of(position), left)
        if known not in self.known:
            before, total = self.tried, 0
            for _, after in self._following(position, left - 1):
                self._try(1)
                if after is not None:
                    total += self.count(after, left - 1)
            self.known[known] = total, self.tried - before
        elif left == 1:
            self._try(self.known[known][1])
        return self.known[known][0]

    def _try(self, number):
        """Counts moves; the last ones count each time."""
        self.tried += number
        demand(self.tried <= MOST_MOVES, "solutions", "more than 10,000,000 moves")
        if self.tried > ALLOWED:
            raise Stopped("so many moves take too long here")
