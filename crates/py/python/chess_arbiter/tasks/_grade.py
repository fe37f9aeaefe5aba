"""What a grader says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, Optional

WRONG = "wrong"
FORM = "form"
MISSING = "missing"
UNDECIDED = "undecided"


@dataclass(frozen=True)
class Grade:
    """What an answer is worth.

    >>> from chess_arbiter import tasks
    >>> item = tasks.make("status", seed=1)
    >>> item.grade("I give up").fault
    'missing'
    """

    reward: float
    """1.0 if the answer is right, otherwise 0.0: nothing between."""
    answer: Optional[str] = None
    """What was taken for the answer."""
    fault: Optional[str] = None
    """``None`` if it is right; ``"missing"``: there is no line with an answer, or there are several; ``"form"``: it is not of the form
    asked for; ``"wrong"``; ``"undecided"``: Arbiter could not tell within the work allowed."""
    detail: str = ""
    """The fault in words."""
    parts: Dict[str, float] = field(default_factory=dict)
    """Partial scores from 0 to 1, which never count as reward, for kinds that have some."""


def right(answer: str, parts: Optional[Dict[str, float]] = None) -> Grade:
    return Grade(1.0, answer, parts=parts or {})


def fault(kind: str, answer: Optional[str], detail: str, parts: Optional[Dict[str, float]] = None) -> Grade:
    return Grade(0.0, answer, kind, detail, parts or {})
