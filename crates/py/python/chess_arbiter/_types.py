"""Types of what others hand in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Optional, Protocol, Sequence, Tuple, Union

if TYPE_CHECKING:
    import chess

    from ._moves import MoveLike
    from ._position import Position


class ArrowArray(Protocol):
    """Offers an Arrow array."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Tuple[Any, Any]: ...


class ArrowStream(Protocol):
    """Offers chunks of an Arrow column, or a table of one column."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


Positions = Union[ArrowArray, ArrowStream, Iterable[Union[str, "Position", "chess.Board", None]]]
"""A column of strings, or a list with positions and boards of python-chess among them."""

Moves = Union[ArrowArray, ArrowStream, Iterable[Union[str, "Sequence[MoveLike]", None]]]
"""A column of strings, each of several moves, or a list with lists of moves among them."""
