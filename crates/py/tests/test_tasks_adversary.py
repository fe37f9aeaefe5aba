"""No text that is not a right answer is rewarded, and every right one is; what that costs."""

from __future__ import annotations

import os
import time
from typing import Dict, List

import pytest

from adversary import Adversary, deserves
from chess_arbiter import tasks

LONG = bool(os.environ.get("ARBITER_LONG"))
# Of each kind: answers in all, and items that they are about. Long: a million and more together.
ANSWERS, ITEMS = (300_000, 60) if LONG else (5_000, 12)
# Most repairs are new, and take two searches and a game of python-chess.
REPAIRS = 60_000 if LONG else 5_000


def items_of(kind: str, count: int) -> List[tasks.Item]:
    return [tasks.make(kind, 1 + number % 4, 1000 + number) for number in range(count)]


@pytest.mark.parametrize("kind", tasks.KINDS)
def test_no_false_reward(kind):
    items = items_of(kind, ITEMS)
    rewarded = asked = undecided = 0
    answers = REPAIRS if kind == "repair" else ANSWERS
    for item in items:
        adversary = Adversary(item, seed=1)
        # Twice the same text is one attempt.
        for text in {adversary.text() for _ in range(answers // ITEMS)}:
            grade = item.grade(text)
            assert grade.reward in (0.0, 1.0)
            assert (grade.reward == 1.0) == (grade.fault is None)
            # What Arbiter could not decide is not rewarded, whatever it is.
            if grade.fault != "undecided":
                assert (grade.reward == 1.0) == deserves(item, text), (item.id, text, grade)
            asked += 1
            rewarded += grade.reward == 1.0
            undecided += grade.fault == "undecided"
    print(f"{kind}: {asked} different texts about {ITEMS} items, {rewarded} rightly rewarded, {undecided} undecided, no false reward")
    # Some are right, or the oracle would have had nothing to say.
    assert rewarded >= ITEMS


# Answers that cost a search are counted apart: a repair that nobody has asked about yet.
@pytest.mark.parametrize("kind", tasks.KINDS)
def test_speed(kind):
    items = items_of(kind, 8)
    texts: Dict[str, List[str]] = {}
    for item in items:
        adversary = Adversary(item, seed=2)
        texts[item.id] = [adversary.text() for _ in range(200)] + [f"Let me think.\nAnswer: {item.reference}"] * 200
        for text in texts[item.id]:
            item.grade(text)
    start = time.process_time()
    for item in items:
        for text in texts[item.id]:
            item.grade(text)
    spent = time.process_time() - start
    each = sum(map(len, texts.values())) / spent
    print(f"{kind}: {each:,.0f} gradings a second")
    # (What is tested is mostly a debug build on a shared machine.)
    assert each > 2_000
