"""Scores of a file of answers."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, BinaryIO, Dict, List, Optional, Tuple

from ._grade import FORM, MISSING, UNDECIDED, WRONG, Grade
from ._item import Item, ItemError
from ._lines import LineError, objects
from ._make import from_id

FAULTS = (MISSING, FORM, WRONG, UNDECIDED)


def interval(right: int, of: int) -> Tuple[float, float]:
    """The 95 % interval of a rate, by Wilson's score.

    >>> [round(bound, 3) for bound in interval(8, 10)], interval(0, 0)
    ([0.49, 0.943], (0.0, 1.0))
    """
    if of == 0:
        return 0.0, 1.0
    z = 1.959963984540054
    rate, share = right / of, z * z / of
    middle, half = rate + share / 2, z * sqrt(rate * (1 - rate) / of + share / (4 * of))
    return max(0.0, (middle - half) / (1 + share)), min(1.0, (middle + half) / (1 + share))


@dataclass
class Score:
    """Counts of one kind and difficulty."""

    answers: int = 0
    right: int = 0
    faults: Dict[str, int] = field(default_factory=lambda: dict.fromkeys(FAULTS, 0))
    sums: Dict[str, float] = field(default_factory=dict)

    def add(self, grade: Grade) -> None:
        self.answers += 1
        if grade.fault is None:
            self.right += 1
        else:
            self.faults[grade.fault] += 1
        for name, part in grade.parts.items():
            self.sums[name] = self.sums.get(name, 0.0) + part

    def merge(self, other: Score) -> None:
        self.answers += other.answers
        self.right += other.right
        for name, count in other.faults.items():
            self.faults[name] += count

    def to_dict(self) -> Dict[str, Any]:
        low, high = interval(self.right, self.answers)
        rate = self.right / self.answers if self.answers else None
        # An answer that could not be read has no parts: it counts as nothing.
        parts = {name: total / self.answers for name, total in sorted(self.sums.items())}
        return {"answers": self.answers, "right": self.right, "rate": rate, "low": low, "high": high, **self.faults, "parts": parts}


@dataclass
class Report:
    """Scores by kind and difficulty, and the lines that have none."""

    scores: Dict[Tuple[str, int], Score] = field(default_factory=dict)
    errors: List[Tuple[int, str]] = field(default_factory=list)

    def total(self) -> Score:
        total = Score()
        for score in self.scores.values():
            total.merge(score)
        return total

    def to_json(self) -> str:
        rows = [{"kind": kind, "difficulty": difficulty, **score.to_dict()} for (kind, difficulty), score in sorted(self.scores.items())]
        errors = [{"line": line, "message": message} for line, message in self.errors]
        total = self.total().to_dict()
        total.pop("parts")
        return json.dumps({"scores": rows, "total": total, "errors": errors}, indent=2)

    def table(self) -> str:
        """The scores for a person."""
        head = ["kind", "difficulty", "answers", "right", "rate", "95 % interval", *FAULTS, "parts"]
        body = [_row(kind, str(difficulty), score) for (kind, difficulty), score in sorted(self.scores.items())]
        body.append(_row("total", "", self.total()))
        widths = [max(len(row[column]) for row in [head, *body]) for column in range(len(head))]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in [head, *body])


def _row(kind: str, difficulty: str, score: Score) -> List[str]:
    told = score.to_dict()
    rate = "-" if told["rate"] is None else f"{told['rate']:.1%}"
    parts = ", ".join(f"{name} {value:.3f}" for name, value in told["parts"].items())
    between = f"{told['low']:.1%} - {told['high']:.1%}"
    return [kind, difficulty, str(score.answers), str(score.right), rate, between, *(str(score.faults[name]) for name in FAULTS), parts]


def report(answers: BinaryIO, items: Optional[Dict[str, Item]] = None) -> Report:
    """Scores the answers of a file: JSON lines with ``id`` and ``response``. Items that are not given are made again from their ids."""
    told = Report()
    known: Dict[str, Item] = {}
    for line, row in objects(answers):
        try:
            item, response = _read(row, known if items is None else items, items is None)
        except (ItemError, LineError) as error:
            told.errors.append((line, str(error)))
            continue
        told.scores.setdefault((item.kind, item.difficulty), Score()).add(item.grade(response))
    return told


def _read(row: object, known: Dict[str, Item], may_make: bool) -> Tuple[Item, str]:
    if isinstance(row, LineError):
        raise row
    assert isinstance(row, dict)
    name, response = row.get("id"), row.get("response")
    if not isinstance(name, str):
        raise LineError('expected "id", the id of an item as text')
    if not isinstance(response, str):
        raise LineError('expected "response", the text of a model')
    if name not in known:
        if not may_make:
            raise LineError(f"the file of items has no {name!r}")
        if len(known) > 10_000:
            known.clear()
        known[name] = from_id(name)
    return known[name], response


def read_items(file: BinaryIO) -> Tuple[Dict[str, Item], List[Tuple[int, str]]]:
    """The items of a file by their ids, and the lines that are none."""
    items: Dict[str, Item] = {}
    errors: List[Tuple[int, str]] = []
    for line, row in objects(file):
        try:
            if isinstance(row, LineError):
                raise row
            item = Item.from_dict(row)
            items[item.id] = item
        except (ItemError, LineError) as error:
            errors.append((line, str(error)))
    return items, errors
