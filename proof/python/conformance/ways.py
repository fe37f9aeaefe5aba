"""Nodes of help play: ways to the end from each position, counted without them."""

from arbiter_check import moves
from arbiter_check.board import NAMES
from arbiter_check.canwin.closure import key
from arbiter_check.help import Stipulation
from arbiter_check.position import Position, read, write_men
from arbiter_check.rulesets import STANDARD

from .made import certificate

NODES = ("evidence", "nodes")
NAMED_RIGHTS = (("K", (0, 7)), ("Q", (0, 0)), ("k", (1, 63)), ("q", (1, 56)))
KINGS = "8/8/8/4k3/8/8/8/4K3 w - -"
CORNERS = "k7/8/8/8/8/8/8/7K w - -"


def text_of(position):
    """The position as text; whoever has rights stands as at the beginning of a game."""
    text = f"{write_men(position.men)} {'wb'[position.side]}"
    rights = "".join(letter for letter, right in NAMED_RIGHTS if right in position.rights) or "-"
    return f"{text} {rights} {'-' if position.passant is None else NAMES[position.passant]}"


class Ways:
    """Ways to end as is asked for, in so many plies, counted without nodes."""

    def __init__(self, stipulation, wrong=None):
        self.stipulation, self.found = stipulation, {}
        # A position, and what is put to its ways in two plies.
        self.wrong, self.by = wrong or (None, 0)

    def count(self, position, left):
        """The ways in just so many plies."""
        if left == 0:
            mated = moves.in_check(position, STANDARD)
            return int(mated == (self.stipulation.aim == "#") and not moves.has_move(position, STANDARD))
        name = key(position), left
        if name not in self.found:
            total = self.by if left == 2 and self.wrong == text_of(position) else 0
            for _, after in moves.playable(position, STANDARD):
                if self.stipulation.moves_again(left - 1):
                    if moves.in_check(after, STANDARD):
                        continue
                    after = Position(after.men, position.side, after.rights, None)
                total += self.count(after, left - 1)
            self.found[name] = position, total
        return self.found[name][1]


def nodes(position, text, main=True, set_play=False, wrong=None):
    """The nodes that a claim needs."""
    stipulation = Stipulation(text)
    ways, position = Ways(stipulation, wrong), read(position, STANDARD)
    for length in stipulation.lengths() if main else ():
        ways.count(position, length)
    for length in stipulation.lengths_of_set_play() if set_play else ():
        ways.count(Position(position.men, 1 - position.side, position.rights, None), length)
    listed = ways.found.items()
    return [[text_of(at), plies, number] for (_, plies), (at, number) in listed if plies > 1]


def unsolved(stipulation, position=KINGS, read_as=None):
    """A claim that there is no solution."""
    return certificate(
        "help",
        position,
        {"answer": "unsolved", "stipulation": stipulation, "solutions": 0},
        {"lines": [], "nodes": nodes(position, read_as or stipulation)},
    )


def solved(position, stipulation, lines, node_list):
    """A claim that these are all solutions."""
    claim = {"answer": "solved", "stipulation": stipulation, "solutions": len(lines)}
    return certificate("help", position, claim, {"lines": lines, "nodes": node_list})
