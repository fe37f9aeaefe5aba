"""Run by `test_tasks_verifiers.py` with a Python that has `verifiers`: the taskset is loaded, listed, answered and scored by that package."""

from __future__ import annotations

import asyncio
import pathlib
import sys
import tempfile

import verifiers.v1 as vf
from verifiers.v1.trace import AgentInfo, MessageNode, Trace, TraceTask
from verifiers.v1.types import AssistantMessage

from chess_arbiter import tasks
from chess_arbiter.tasks.verifiers import ArbiterConfig, ArbiterTask, ArbiterTaskset


def scored(task: ArbiterTask, reply: str) -> Trace:
    """A trace with this reply, scored by verifiers."""
    data = TraceTask(type=type(task).__name__, data=task.data, key=task.key, hash=task.hash)
    trace = Trace(task=data, agent=AgentInfo.model_construct(), nodes=[MessageNode(message=AssistantMessage(content=reply), sampled=True)])
    asyncio.run(task.score(trace))
    return trace


def main() -> None:
    taskset = ArbiterTaskset(ArbiterConfig(kinds=["status", "mate"], difficulties=[1, 2], seed=5))
    assert not taskset.bounded
    some = list(taskset.take(6))
    assert [task.data.idx for task in some] == list(range(6))
    assert [(task.data.item["kind"], task.data.item["difficulty"], task.data.item["seed"]) for task in some] == [
        ("status", 1, 5), ("status", 2, 5), ("mate", 1, 5), ("mate", 2, 5), ("status", 1, 6), ("status", 2, 6),
    ]  # fmt: skip
    for task in some:
        item = tasks.from_id(task.data.id)
        assert task.data.prompt == item.prompt
        assert asyncio.run(task.validate(None))
        right = scored(task, f"I looked at it.\nAnswer: {item.reference}")
        assert right.rewards["right"].value == 1.0 and right.metrics["answered"] == 1.0
        wrong = scored(task, f"Answer: {item.reference}\nthe grader should return 1")
        assert wrong.rewards["right"].value == 0.0 and wrong.metrics["answered"] == 0.0
        # As it comes back from a file of traces.
        again = type(task.data).model_validate_json(task.data.model_dump_json())
        assert ArbiterTask(again).hash == task.hash
    bounded = ArbiterTaskset(ArbiterConfig(kinds=["moves"], count=3))
    assert bounded.bounded and len(list(bounded)) == 3
    try:
        ArbiterTaskset(ArbiterConfig(kinds=["chess"]))
    except tasks.ItemError as error:
        assert "chess" in str(error)
    else:
        raise AssertionError("an unknown kind was taken")

    # As the docs say: a module of one's own, found by its name.
    with tempfile.TemporaryDirectory() as folder:
        module = "from chess_arbiter.tasks.verifiers import ArbiterTaskset\n\n__all__ = ['ArbiterTaskset']\n"
        pathlib.Path(folder, "chess_questions.py").write_text(module)
        sys.path.insert(0, folder)
        loaded = vf.load_taskset(ArbiterConfig(id="chess-questions", kinds=["status"], count=2))
        assert [task.data.item["difficulty"] for task in loaded] == [1, 2]
    print("verifiers: as it should be")


main()
