"""Progress of questions about columns."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional, Union

Progress = Union[bool, Callable[[int, int], Any]]
"""``True`` for a bar of tqdm, or a function that hears how many rows are answered and how many there are."""


@contextmanager
def heard(progress: Progress, what: str) -> Iterator[Optional[Callable[[int, int], Any]]]:
    """The function that hears of it, with a bar around it if one is wanted."""
    if progress is False or progress is None:
        yield None
    elif callable(progress):
        yield progress
    else:
        try:
            from tqdm.auto import tqdm  # type: ignore[import-untyped]
        except ImportError as missing:
            raise ImportError(
                "progress=True needs tqdm: pip install tqdm, or give a function instead, progress=lambda done, rows: ..."
            ) from missing
        with tqdm(desc=what, unit=" positions") as bar:

            def tell(done: int, rows: int) -> None:
                # There are none before the work begins.
                if rows:
                    bar.total = rows
                    bar.update(done - bar.n)

            yield tell
            bar.refresh()
