"""Questions as coroutines."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, TypeVar

from ._native import Stop

T = TypeVar("T")

_POOLS: Dict[int, ThreadPoolExecutor] = {}


def _pool() -> ThreadPoolExecutor:
    # Threads do not survive a fork.
    return _POOLS.setdefault(os.getpid(), ThreadPoolExecutor(32, thread_name_prefix="chess_arbiter"))


async def run(question: Callable[..., T], *arguments: Any, **options: Any) -> T:
    """Asks in a thread of its own. Cancelled, it stops the search and is done when that has ended."""
    stop = Stop()
    asked = _pool().submit(lambda: stop.run(lambda: question(*arguments, **options)))
    answer: asyncio.Future[T] = asyncio.wrap_future(asked)
    try:
        return await asyncio.shield(answer)
    except asyncio.CancelledError:
        stop.set()
        # What has not begun never will.
        if not asked.cancel():
            answer.add_done_callback(_heard)
            await asyncio.wait([answer])
        raise


def _heard(answer: asyncio.Future[Any]) -> None:
    """Nobody asks any more why there is no answer."""
    if not answer.cancelled():
        answer.exception()
