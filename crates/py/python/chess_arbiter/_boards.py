"""Positions that others hold: boards of python-chess, which need not be installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Tuple

from ._moves import Move, move_text

if TYPE_CHECKING:
    import chess
    import chess.pgn

    from ._position import Position

CHESS960 = "chess960"
"""Standard chess whose games begin with any array."""


def native_rules(rules: str) -> str:
    """The rule set that the native module knows by that name.

    >>> native_rules("chess960"), native_rules("gardner")
    ('standard', 'gardner')
    """
    return "standard" if rules == CHESS960 else rules


def is_board(thing: Any) -> bool:
    """Whether it looks like a board of python-chess, or a node of one of its games."""
    return callable(getattr(thing, "fen", None)) and hasattr(thing, "chess960") or callable(getattr(thing, "board", None))


def board_text(thing: Any) -> Tuple[str, str]:
    """What a board says, as FEN, and its rules."""
    if not hasattr(thing, "chess960"):
        thing = thing.board()
    variant = getattr(thing, "uci_variant", "chess")
    if variant not in ("chess", None):
        raise ValueError(
            f"this board is of a variant, {variant}, which is not known here: expected standard chess or Chess960 (the smaller "
            'boards are texts: Position(text, rules="gardner"))'
        )
    # All that the board knows: not only a double step that can be answered en passant.
    text: str = thing.fen(shredder=thing.chess960, en_passant="fen")
    return text, CHESS960 if thing.chess960 else "standard"


def reader(rules: str, problem: bool = False) -> Callable[[int, Any], str]:
    """Makes texts of the rows of a column that are none; wins are asked of problems, where castling may be left open."""
    from ._position import Position

    def text(row: int, thing: Any) -> str:
        if isinstance(thing, Position):
            said, theirs = thing._setup.problem if problem else thing.fen, thing.rules
        elif is_board(thing):
            said, theirs = board_text(thing)
        else:
            raise TypeError(f"row {row}: expected str, Position, chess.Board or None, not {type(thing).__name__}")
        if native_rules(theirs) != native_rules(rules):
            raise ValueError(f'row {row}: a position of rules="{theirs}" in a column of rules="{rules}": ask about it apart')
        return said

    return text


def moves_reader(rules: str) -> Callable[[int, Any], str]:
    """As ``reader``; a row may also be a move or a list of moves."""
    position = reader(rules)

    def text(row: int, thing: Any) -> str:
        if isinstance(thing, (list, tuple)):
            return " ".join(move_text(move) for move in thing)
        if isinstance(thing, Move) or hasattr(thing, "from_square"):
            return move_text(thing)
        return position(row, thing)

    return text
