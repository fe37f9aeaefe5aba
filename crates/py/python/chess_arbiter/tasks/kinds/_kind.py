"""What a kind of item has to bring."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Callable, Dict, NamedTuple, Optional, Tuple

from .._dice import Dice
from .._grade import Grade


class Draft(NamedTuple):
    """What an item is made of."""

    position: str
    question: str
    form: str
    """How the answer is written, after ``Answer:``."""
    reference: str
    label: Dict[str, Any]
    explanation: str = ""


class Kind(ABC):
    """A kind of question."""

    name: str
    about: str
    levels: Tuple[str, ...]
    """What each difficulty means, from 1."""

    @abstractmethod
    def draft(self, dice: Dice, difficulty: int) -> Optional[Draft]:
        """Tries to make one; ``None`` if nothing came of it, and then it is asked again with the same dice."""

    @abstractmethod
    def judge(self, position: str, label: Dict[str, Any]) -> Callable[[str], Grade]:
        """A grader of answers to one item."""


def prompt(draft: Draft) -> str:
    """The whole text for a model."""
    return (
        f"{draft.question}\n\nPosition (FEN): {draft.position}\n\n"
        f"You may think first. End with one line of this form, in plain ASCII, with nothing after it:\n"
        f"Answer: {draft.form}\nNo other line may begin with \"Answer:\"."
    )
