"""The items as a taskset of `verifiers <https://pypi.org/project/verifiers/>`_, which must be installed (0.4, with Python 3.11 or later).

A program of theirs that loads tasksets by the name of a module needs one of its own::

    from chess_arbiter.tasks.verifiers import ArbiterTaskset

    __all__ = ["ArbiterTaskset"]
"""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional

import verifiers.v1 as vf

from ._item import Item, ItemError
from ._make import make
from .kinds import KINDS

__all__ = ["ArbiterConfig", "ArbiterData", "ArbiterTask", "ArbiterTaskset"]


class ArbiterConfig(vf.TasksetConfig):
    """Which items there are."""

    kinds: List[str] = list(KINDS)
    difficulties: List[int] = [1, 2, 3, 4]
    seed: int = 0
    """Of the first item of each kind and difficulty; they take turns."""
    count: Optional[int] = None
    """How many there are in all; ``None``: no end."""


class ArbiterData(vf.TaskData):
    """An item."""

    item: Dict[str, Any]


class ArbiterTask(vf.Task[ArbiterData]):
    """A question, graded exactly."""

    @vf.reward
    async def right(self, trace: vf.Trace) -> float:
        """1 if the answer is right, otherwise 0."""
        return Item.from_dict(self.data.item).grade(trace.last_reply).reward

    @vf.metric
    async def answered(self, trace: vf.Trace) -> float:
        """1 if there is an answer of the form asked for."""
        return float(Item.from_dict(self.data.item).grade(trace.last_reply).fault not in ("missing", "form"))

    async def validate(self, runtime: vf.Runtime) -> Optional[bool]:
        """Whether the reference is right."""
        item = Item.from_dict(self.data.item)
        return item.grade(f"Answer: {item.reference}").reward == 1.0


class ArbiterTaskset(vf.Taskset[ArbiterTask, ArbiterConfig]):
    """All kinds and difficulties in turn."""

    INFINITE = True

    def __init__(self, config: ArbiterConfig) -> None:
        super().__init__(config)
        unknown = [kind for kind in config.kinds if kind not in KINDS]
        if unknown or not config.kinds or not config.difficulties:
            raise ItemError(f"kinds {config.kinds}, difficulties {config.difficulties}: expected some of {', '.join(KINDS)}, and of 1 to 4")
        if config.count is not None:
            self._bounded = True

    def load(self) -> Iterator[ArbiterTask]:
        """The tasks."""
        each = [(kind, difficulty) for kind in self.config.kinds for difficulty in self.config.difficulties]
        number = 0
        while self.config.count is None or number < self.config.count:
            turn, place = divmod(number, len(each))
            item = make(*each[place], self.config.seed + turn)
            yield ArbiterTask(ArbiterData(id=item.id, name=item.id, prompt=item.prompt, item=item.to_dict()), self.config.task)
            number += 1
