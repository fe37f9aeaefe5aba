"""`help`: all games in which both sides help."""

import re

from . import moves
from .canwin.closure import key as key_of
from .errors import Refused, demand
from .looks import Looks, price, price_of_stalemates
from .position import Position, read
from .strict import array, integer, keys, string

MOST = 2**64 - 1


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

    def lengths(self):
        """The numbers of plies that solutions have."""
        return range(self.plies, self.least - 1, -self.step)

    def lengths_of_set_play(self):
        """Those of solutions from the position with the other side to move."""
        demand(self.kind == "h" and self.plies > 1, "help-claim", "no set play of this stipulation")
        return range(self.plies - 1, 0, -2)

    def moves_again(self, left):
        """Does the same side move again after a move after which so many plies are left?"""
        return self.kind == "ser-" and left > 0 or self.kind == "ser-h" and left > 1


def check(certificate, rules):
    """Refuses unless the lines are solutions and there are no others."""
    claim = keys(certificate["claim"], ["answer", "stipulation", "solutions"], ["set_play"])
    demand(not rules.taken, "question", "help is asked about games that are won by checkmate")
    position = read(certificate["position"], rules)
    stipulation = Stipulation(string(claim["stipulation"], "help-claim"))
    number = integer(claim["solutions"], 0, MOST, "help-claim", "solutions")
    demand(claim["answer"] == ("solved" if number else "unsolved"), "help-claim", f"{claim['answer']!r}")
    told, searched = "set_play" in claim, "searched" in certificate["evidence"]
    needed = ["lines"] + ["set_play"] * told + ["searched"] * searched + ["nodes"] * (told or not searched)
    evidence = keys(certificate["evidence"], needed, what="evidence")
    play = Play(stipulation, rules)
    play.check_lines(position, evidence["lines"], number, stipulation.lengths())
    if "nodes" in evidence:
        play.check_nodes(evidence["nodes"])
    if told:
        demand(not moves.in_check(position, rules), "help-claim", "set play of a side in check")
        set_number = integer(claim["set_play"], 0, MOST, "help-claim", "set_play")
        other = Position(position.men, 1 - position.side, position.rights, None)
        lengths = stipulation.lengths_of_set_play()
        play.check_lines(other, evidence["set_play"], set_number, lengths)
        play.check_all(other, set_number, lengths)
    if not searched:
        play.check_all(position, number, stipulation.lengths())
        return
    by_search = keys(evidence["searched"], ["plies", "nodes"])
    plies = integer(by_search["plies"], 0, MOST, "solutions")
    demand(
        plies == stipulation.plies and number != 0,
        "solutions",
        "searched are other plies, or nothing is solved",
    )
    integer(by_search["nodes"], 0, MOST, "solutions")


class Play:
    """Play of a stipulation, and of its set play."""

    def __init__(self, stipulation, rules):
        self.stipulation, self.rules = stipulation, rules
        self.said, self.last = {}, {}
        self.looks = Looks((), rules, "solutions")

    def _following(self, position, left):
        """Legal moves with what they lead to, `left` plies being left after them."""
        for move, after in moves.playable(position, self.rules):
            if self.stipulation.moves_again(left):
                if moves.in_check(after, self.rules):
                    continue
                after = Position(after.men, position.side, after.rights, None)
            yield move, after

    def _solved(self, position):
        mated = moves.in_check(position, self.rules)
        return mated == (self.stipulation.aim == "#") and not moves.has_move(position, self.rules)

    def check_lines(self, position, lines, number, lengths):
        """Refuses unless these are so many different solutions."""
        seen = set()
        for place, line in enumerate(array(lines)):
            texts = tuple(string(text) for text in array(line))
            demand(texts not in seen, "solutions", f"line {place} occurs twice")
            seen.add(texts)
            demand(len(texts) in lengths, "solutions", f"line {place}: {len(texts)} plies")
            self._check_line(position, texts, f"line {place}")
        demand(len(seen) == number, "solutions", f"{len(seen)} lines, not {number}")

    def _check_line(self, position, texts, where):
        for ply, text in enumerate(texts):
            following = self._following(position, len(texts) - ply - 1)
            position = next((after for move, after in following if moves.write(move) == text), None)
            if position is None:
                raise Refused("solutions", f"{where}: {text} is not legal, or gives check too early")
        demand(self._solved(position), "solutions", f"{where}: the aim is not reached")

    def check_nodes(self, value):
        """Refuses unless every node says the truth, if those with fewer plies do."""
        nodes = [self._read_node(entry, place) for place, entry in enumerate(array(value, None, "solutions"))]
        self.looks = Looks([text for text, _, _ in value], self.rules, "solutions")
        for place, (position, plies, number) in enumerate(nodes):
            where, left = f"node {place}", plies - 1
            if plies == 1:
                total = self._looked(position)
            else:
                total = sum(self._ways(after, left, where) for _, after in self._following(position, left))
            demand(total == number, "solutions", f"{where}: {total} ways")

    def _read_node(self, entry, place):
        where = f"node {place}"
        text, plies, number = array(entry, 3, "solutions", where)
        position = read(text, self.rules)
        integer(plies, 1, self.stipulation.plies, "solutions", f"plies of {where}")
        integer(number, 0, MOST, "solutions", f"number of {where}")
        name = key_of(position), plies
        demand(name not in self.said, "solutions", f"{where}: the position occurs twice")
        self.said[name] = number
        return position, plies, number

    def check_all(self, position, number, lengths):
        """Refuses unless there are just so many solutions."""
        total = sum(self._ways(position, length, "the position") for length in lengths)
        demand(total == number, "solutions", f"there are {total} solutions")

    def _ways(self, position, plies, where):
        """The number of ways in just so many plies: what a node says, or looked for if it is one ply."""
        said = self.said.get((key_of(position), plies))
        if said is None and plies == 1:
            return self._looked(position)
        demand(said is not None, "solutions", f"{where}: no node for what is needed in {plies} plies")
        return said

    def _looked(self, position):
        """The number of ways in one ply, for which a look is paid."""
        self.looks.pay(position, price if self.stipulation.aim == "#" else price_of_stalemates)
        name = key_of(position)
        if name not in self.last:
            self.last[name] = sum(self._solved(after) for _, after in self._following(position, 0))
        return self.last[name]
