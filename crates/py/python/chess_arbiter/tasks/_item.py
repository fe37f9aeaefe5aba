"""Items: made from kind, difficulty and seed, or read from JSON."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Optional

from ._grade import Grade, MISSING, fault
from . import _answer

MADE = ("kind", "difficulty", "seed", "prompt", "position", "reference", "label")
"""What the digest is of."""
MEMBERS = ("id", *MADE, "explanation")
HIDDEN = ("reference", "label", "explanation")
"""What a model must not see."""


class ItemError(ValueError):
    """Something is no item, or no id of one: the message says what was expected."""


@dataclass(frozen=True)
class Item:
    """One question with its exact answer.

    >>> from chess_arbiter import tasks
    >>> item = tasks.make("moves", difficulty=1, seed=3)
    >>> item == tasks.Item.from_json(item.to_json()) == tasks.from_id(item.id)
    True
    >>> item.grade("Answer: " + item.reference).reward
    1.0
    """

    id: str
    """``kind/difficulty/seed/digest``: the digest is of all but the explanation, so that an id never stands for two items."""
    kind: str
    difficulty: int
    seed: int
    prompt: str
    """The question as a model gets it, with the form that the answer must have."""
    position: str
    """The position that it is about, as FEN."""
    reference: str
    """A right answer, as it stands behind ``Answer:``."""
    label: Dict[str, Any] = field(repr=False, hash=False)
    """What the grader knows, as JSON has it."""
    explanation: str = field(default="", repr=False, compare=False)
    """Why, in Arbiter's words, for kinds that have reasons."""

    def grade(self, text: str) -> Grade:
        """Grades the text of a model. Any text may be given; anything but a ``str`` is a ``TypeError``."""
        answer, why = _answer.find(text)
        if answer is None:
            return fault(MISSING, None, why or "")
        return self._judge()(answer)

    def _judge(self) -> Callable[[str], Grade]:
        known: Optional[Callable[[str], Grade]] = self.__dict__.get("_known")
        if known is None:
            from .kinds import KINDS

            known = KINDS[self.kind].judge(self.position, self.label)
            self.__dict__["_known"] = known
        return known

    def to_dict(self, answers: bool = True) -> Dict[str, Any]:
        """All members as JSON has them; without ``answers`` only what may be shown to a model."""
        return {name: getattr(self, name) for name in MEMBERS if answers or name not in HIDDEN}

    def to_json(self, answers: bool = True) -> str:
        """The same as one line of JSON."""
        return json.dumps(self.to_dict(answers))

    @classmethod
    def from_dict(cls, members: Any) -> Item:
        """The item with these members, which must be those it was made with: the digest in its id tells."""
        from .kinds import KINDS

        if not isinstance(members, dict):
            raise ItemError(f"expected an object with the members of an item, found {type(members).__name__}")
        missing = [name for name in MEMBERS if name not in members]
        if missing:
            raise ItemError(f"an item without {', '.join(missing)}" + (": it was written without its answers" if tuple(missing) == HIDDEN else ""))
        item = cls(**{name: members[name] for name in MEMBERS})
        wrong = [name for name in ("id", "kind", "prompt", "position", "reference", "explanation") if not isinstance(getattr(item, name), str)]
        wrong += [name for name in ("difficulty", "seed") if type(getattr(item, name)) is not int]
        if wrong or not isinstance(item.label, dict):
            raise ItemError(f"{(wrong or ['label'])[0]} is not of its type")
        if item.kind not in KINDS:
            raise ItemError(f"unknown kind {item.kind!r}: expected {', '.join(KINDS)}")
        if item.id != name_of(item):
            raise ItemError(f"the item {item.id!r} is not as it was made: its digest is another")
        return item

    @classmethod
    def from_json(cls, text: str) -> Item:
        """The item of a line of JSON."""
        try:
            members = json.loads(text)
        except ValueError as error:
            raise ItemError(f"no JSON: {error}") from None
        return cls.from_dict(members)

    def __getstate__(self) -> Dict[str, Any]:
        return self.to_dict()


def name_of(item: Item) -> str:
    """The id of an item with these members."""
    told = json.dumps({name: getattr(item, name) for name in MADE}, sort_keys=True, separators=(",", ":"))
    digest = hashlib.blake2b(told.encode(), digest_size=5).hexdigest()
    return f"{item.kind}/{item.difficulty}/{item.seed}/{digest}"
