"""The items as an environment with ``reset`` and ``step``, as Gymnasium has them; that package is not needed."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Tuple

from ._dice import Dice
from ._item import Item, ItemError
from ._make import make
from .kinds import KINDS


class Environment:
    """One question an episode: the observation is the prompt, the action the text of a model.

    >>> from chess_arbiter.tasks import Environment
    >>> environment = Environment(["mate", "status"], difficulties=[1])
    >>> prompt, info = environment.reset(seed=4)
    >>> _, reward, terminated, truncated, info = environment.step("Answer: I resign")
    >>> reward, terminated, truncated, info["fault"]
    (0.0, True, False, 'form')
    """

    metadata: Dict[str, Any] = {"render_modes": []}

    def __init__(self, kinds: Optional[Sequence[str]] = None, difficulties: Sequence[int] = (1, 2, 3, 4), seed: int = 0) -> None:
        self.kinds = tuple(KINDS if kinds is None else kinds)
        self.difficulties = tuple(difficulties)
        unknown = [kind for kind in self.kinds if kind not in KINDS]
        if unknown or not self.kinds:
            raise ItemError(f"unknown kinds {unknown}: expected some of {', '.join(KINDS)}")
        if not self.difficulties or not set(self.difficulties) <= {1, 2, 3, 4}:
            raise ItemError(f"difficulties {list(self.difficulties)}: expected some of 1 to 4")
        self.item: Optional[Item] = None
        self._seed, self._episode = seed, 0

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[str, Dict[str, Any]]:
        """The next question; with a seed the first of that series. ``options`` may have ``kind``, ``difficulty`` and the ``seed`` of one item."""
        if seed is not None:
            self._seed, self._episode = seed, 0
        dice = Dice("environment", self._seed, self._episode)
        self._episode += 1
        chosen = {"kind": dice.pick(self.kinds), "difficulty": dice.pick(self.difficulties), "seed": dice.below(1 << 62)}
        unknown = set(options or {}) - set(chosen)
        if unknown:
            raise ItemError(f"unknown options {sorted(unknown)}: expected kind, difficulty, seed")
        self.item = make(**{**chosen, **(options or {})})
        return self.item.prompt, {"id": self.item.id, "kind": self.item.kind, "difficulty": self.item.difficulty}

    def step(self, action: str) -> Tuple[str, float, bool, bool, Dict[str, Any]]:
        """Grades the answer and ends the episode: nothing to see, the reward, ``True``, ``False``, and what the grader says."""
        if self.item is None:
            raise RuntimeError("call reset first: an episode is one question")
        item, self.item = self.item, None
        grade = item.grade(action)
        info = {"id": item.id, "fault": grade.fault, "detail": grade.detail, "parts": grade.parts, "reference": item.reference}
        return "", grade.reward, True, False, info

    def close(self) -> None:
        """Nothing is held open."""
