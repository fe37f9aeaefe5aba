"""The strategy of a forced win, as a tree that is worked out where it is looked at."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Tuple

from ._moves import Move, MoveLike, move_text
from ._native import Strategy


class Tree:
    """A strategy: what the winning side plays, and for each reply how it goes on.

    >>> from chess_arbiter import Position
    >>> tree = Position("7k/8/5K2/8/8/8/8/R7 w").win(mate=2).tree
    >>> tree.move.san, tree.plies, [reply.san for reply in tree.replies]
    ('Kg6', 3, ['Kg8'])
    >>> tree["Kg8"].move.san
    'Ra8#'
    >>> print(tree)
    Kg6
      Kg8 Ra8#
    """

    __slots__ = ("_at", "_strategy", "move", "plies", "position", "replies")

    move: Move
    """What is played."""
    plies: int
    """The win takes at most so many plies from here, this move counted."""
    position: str
    """Where it is played, as a FEN without clocks."""
    replies: Tuple[Move, ...]
    """Every legal reply; none where the game is over."""

    def __init__(self, strategy: Strategy, position: str) -> None:
        found = strategy.at(position)
        if found is None:
            raise ValueError(f"the strategy does not lead to {position}")
        uci, san, plies, replies = found
        self._strategy = strategy
        self._at: Dict[Move, str] = {Move(reply, name): after for reply, name, after in replies}
        self.move = Move(uci, san)
        self.plies = plies
        self.position = position
        self.replies = tuple(self._at)

    @classmethod
    def of(cls, certificate: str) -> Optional[Tree]:
        """The tree of a certificate; ``None`` if it proves no win."""
        strategy = Strategy.of(certificate)
        return None if strategy is None else cls(strategy, strategy.root)

    def __getitem__(self, reply: MoveLike) -> Tree:
        """How it goes on after a reply, as UCI or SAN."""
        found = self._find(reply)
        if self._strategy.at(self._at[found]) is None:
            raise KeyError(f"{found.san} ends the game")
        return Tree(self._strategy, self._at[found])

    def get(self, reply: MoveLike) -> Optional[Tree]:
        """How it goes on after a reply; ``None`` where it ends the game."""
        after = self._at[self._find(reply)]
        return None if self._strategy.at(after) is None else Tree(self._strategy, after)

    def _find(self, reply: MoveLike) -> Move:
        text = move_text(reply)
        for move in self.replies:
            if text == move.uci or text.rstrip("+#") == move.san.rstrip("+#"):
                return move
        legal = ", ".join(move.san for move in self.replies) or "none, the game is over"
        raise KeyError(f"{text} is no reply to {self.move.san}; the replies are {legal}")

    def __len__(self) -> int:
        return len(self.replies)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Tuple[Move, Optional[Tree]]]:
        """Each reply, with how it goes on."""
        return ((reply, self.get(reply)) for reply in self.replies)

    def __repr__(self) -> str:
        return f"<Tree: {self.move.san} from {self.position!r}, at most {self.plies} plies, {len(self)} replies>"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self, most: int = 200) -> List[str]:
        """The tree as text, a reply with its answer on each line, up to so many of them."""
        found = [self.move.san]
        waiting: List[Tuple[int, Move, Optional[Tree]]] = [(1, *one) for one in reversed(list(self))]
        while waiting:
            if len(found) >= most:
                return [*found, "…"]
            depth, reply, then = waiting.pop()
            found.append("  " * depth + (reply.san if then is None else f"{reply.san} {then.move.san}"))
            if then is not None:
                waiting.extend((depth + 1, *one) for one in reversed(list(then)))
        return found

    def _repr_html_(self) -> Any:
        from . import _html

        return _html.tree(self)
