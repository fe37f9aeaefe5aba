"""`at_least`: no game of fewer plies reaches the position."""

from .. import moves
from ..board import EMPTY, WHITE
from ..errors import demand
from ..rulesets import STANDARD
from ..strict import array as listed
from ..strict import integer, string
from .array import Array, owner
from .game import initial
from .lemmas.masks import mask_of
from .moves_needed import Distances
from .rounds_of_node import Rounds
from .ways_home import NAMES, Way

ALL = 2**64 - 1
RULE = "at-least"


class Goal:
    """The men and the side to move, and the rights (None: any)."""

    def __init__(self, claim, past):
        array = Array()
        self.number = claim["at_least"]
        self.men, self.side = past.men[:], past.side
        self.rights = None
        if claim.get("castling") != "any":
            self.rights = frozenset((owner(right), array.rooks_home(right)) for right in past.rights)
        if past.passant is not None and claim.get("en_passant") != "any":
            up = 8 if past.side == WHITE else -8
            landed, start = past.passant - up, past.passant + up
            self.men[start], self.men[landed] = self.men[landed], EMPTY
            self.side, self.number = 1 - past.side, self.number - 1

    def is_at(self, position):
        """Is a position the goal?"""
        return (
            position.men == self.men and position.side == self.side and self.rights in (None, position.rights)
        )


class Node:
    """One node: a position, moves left, and facts."""

    def __init__(self, goal, position, left, walls, opened):
        self.goal, self.position, self.moves = goal, position, left
        counts = [[len(self.men_of(men, side)) for side in (0, 1)] for men in (position.men, goal.men)]
        self.owes = [counts[0][1 - side] - counts[1][1 - side] for side in (0, 1)]
        self.walls = walls
        self.open = [opened[side] & ~walls if self.owes[side] > 0 else 0 for side in (0, 1)]
        self.first = (self.walls, tuple(self.open))
        self.distances = None
        self.refresh()

    def refresh(self):
        """Least moves follow from the facts."""
        self.distances = Distances(self.position, self.walls, self.open, self.owes)

    @staticmethod
    def men_of(men, side):
        """The squares of a side's men."""
        return [s for s in range(64) if men[s] != EMPTY and men[s].isupper() == (side == 0)]

    def missing(self, side):
        """The rights of a side here that the goal has not."""
        if self.goal.rights is None:
            return []
        return [right for right in self.position.rights if right[0] == side and right not in self.goal.rights]

    def has_way(self, side, name):
        """Does the way exist?"""
        missing = self.missing(side)
        first = 0 if side == 0 else 56
        if name == "plain":
            return not missing
        if name == "king":
            return bool(missing)
        if name == "rooks":
            return bool(missing) and self.goal.men[first + 4] == "Kk"[side]
        rook, squares = (7, range(4, 8)) if name == "O-O" else (0, range(0, 5))
        walled = any(self.walls >> (first + file) & 1 for file in squares)
        return (side, first + rook) in self.position.rights and not walled

    def ways(self, side):
        """The ways of a side."""
        return [Way(self, side, name) for name in NAMES if self.has_way(side, name)]

    def owed_too_much(self):
        """Is it refuted by what is owed?"""
        return any(
            self.owes[side] > self.moves[side]
            or self.owes[side] < 0
            or self.owes[side] > 0
            and not self.open[side]
            for side in (0, 1)
        )


class Tree:
    """The list of nodes, read from its beginning."""

    def __init__(self, goal, value):
        self.goal, self.nodes, self.next = goal, value, 0
        self.done = {}

    def take(self):
        """The next node of the list."""
        demand(self.next < len(self.nodes), RULE, "a node is missing at the end of the list")
        move, rounds = listed(self.nodes[self.next], 2)
        self.next += 1
        return move, listed(rounds)

    def is_done(self, node):
        """Has a node that is done this position, with no more facts and no fewer moves?"""
        for left, walls, opened in self.done.get(node.position.key(), ()):
            if all(left[side] >= node.moves[side] and not node.open[side] & ~opened[side] for side in (0, 1)):
                if not walls & ~node.walls:
                    return True
        return False

    def finish(self, node):
        """Notes that a node is done."""
        self.done.setdefault(node.position.key(), []).append((node.moves, *node.first))

    def children(self, node):
        """Nodes for the moves that belong to a game looked at, by their texts."""
        side, found = node.position.side, {}
        if node.moves[side] == 0:
            return found
        left = tuple(count - (owned == side) for owned, count in enumerate(node.moves))
        for move, after in moves.playable(node.position, STANDARD):
            walled = node.walls >> move.start & 1 or move.rook is not None and node.walls >> move.rook & 1
            captures = move.rook is None and (
                node.position.men[move.end] != EMPTY
                or move.end == node.position.passant
                and node.position.men[move.start] in "Pp"
            )
            if walled or captures and not node.open[side] >> move.end & 1:
                continue
            found[moves.write(move)] = Node(self.goal, after, left, node.walls, node.open)
        return found

    def check(self, root):
        """Refuses unless the list refutes the first node, or all that follows from it."""
        move, rounds = self.take()
        demand(move is None, RULE, "the first node has a move")
        stack = []
        self._open(root, rounds, stack)
        while stack:
            node, children = stack[-1]
            for text in [text for text, child in children.items() if self.is_done(child)]:
                del children[text]
            if not children:
                self.finish(node)
                stack.pop()
                continue
            move, rounds = self.take()
            string(move)
            demand(move in children, RULE, f"node {self.next - 1}: {move} is no move to be looked at")
            self._open(children.pop(move), rounds, stack)
        demand(self.next == len(self.nodes), RULE, "nodes are left at the end of the list")

    def _open(self, node, rounds, stack):
        if Rounds(node, self.next - 1).refute(rounds):
            self.finish(node)
            return
        demand(not self.goal.is_at(node.position), RULE, f"node {self.next - 1}: this is the goal")
        stack.append((node, self.children(node)))


def check(claim, value, past):
    """Refuses unless no game is shorter."""
    number = integer(claim["at_least"], 0, 65535, RULE, "at_least")
    demand(number % 2 == past.side, RULE, "at_least has the wrong parity")
    goal = Goal(claim, past)
    length = goal.number - 2
    listed(value)
    if length < 0:
        demand(not value, RULE, "no nodes are needed")
        return
    array, walls = Array(), 0
    for right in "KQkq":
        if goal.rights is not None and (owner(right), array.rooks_home(right)) in goal.rights:
            walls |= mask_of((array.kings_home(owner(right)), array.rooks_home(right)))
    root = Node(goal, initial(array), ((length + 1) // 2, length // 2), walls, [ALL, ALL])
    Tree(goal, value).check(root)
