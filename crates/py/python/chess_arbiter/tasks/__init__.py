"""Exactly graded chess questions for language models: endless, seeded, with difficulty.

>>> from chess_arbiter import tasks
>>> item = tasks.make("mate", difficulty=2, seed=1)
>>> item.grade("I think so.\\nAnswer: " + item.reference).reward
1.0
>>> item.grade("Answer: Qz9").reward
0.0
"""

from ._grade import Grade
from ._item import Item, ItemError
from ._make import Changed, from_id, items, make
from .environment import Environment
from .kinds import KINDS as _KINDS

KINDS = tuple(_KINDS)
"""The names of all kinds."""

for _thing in (Grade, Item, ItemError, Changed, Environment):
    _thing.__module__ = __name__

__all__ = ["KINDS", "Changed", "Environment", "Grade", "Item", "ItemError", "from_id", "items", "make"]
