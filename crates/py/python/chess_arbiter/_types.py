"""Types of what others hand in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Optional, Protocol, Tuple, Union


class ArrowArray(Protocol):
    """Offers an Arrow array."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Tuple[Any, Any]: ...


class ArrowStream(Protocol):
    """Offers chunks of an Arrow column, or a table of one column."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


Strings = Union[ArrowArray, ArrowStream, Iterable[Optional[str]]]
"""A column of strings."""
