"""Coroutines, which can be cancelled, and progress."""

from __future__ import annotations

import asyncio
import inspect
import os
import sys
import time

import pytest

import chess_arbiter
from chess_arbiter import Position, PositionError, aio
from test_position import FOUR, HARD, MATE, THREE

MANY = [HARD] * 300_000
# Each takes far longer than anybody waits here.
CALLS = {
    "win": lambda: Position(HARD).aio.win(mate=30, time=None),
    "shortest_win": lambda: Position(HARD).aio.shortest_win(time=None),
    "shortest_win 4x4": lambda: Position("qN2/1n1Q/4/2rR w", rules="simplified").aio.shortest_win(time=None),
    "selfmate": lambda: Position(HARD).aio.win(stipulation="s#6", time=None),
    "help": lambda: Position(HARD).aio.win(stipulation="h#5", time=None),
    "column of wins": lambda: aio.win([HARD] * 10, mate=30, time=None),
    "column of reach": lambda: aio.reach([HARD] * 100_000, time=None),
    "column of static reach": lambda: aio.reach(MANY, level="static"),
    "column of reasons": lambda: aio.status(MANY * 10, reason=True),
    "problems": lambda: aio.problems(
        "BeginProblem Stipulation #20\nForsyth r3k2r/p1ppqpb1/bs2psp1/3PS3/1p2P3/2S2Q1p/PPPBBPPP/R3K2R EndProblem", time=None
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_cancelled_work_stops(name):
    async def cancelled() -> float:
        task = asyncio.ensure_future(CALLS[name]())
        await asyncio.sleep(0.5)
        assert not task.done(), task
        began = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return time.monotonic() - began

    took = asyncio.run(cancelled())
    # Where others work on the machine too, the least of a few tells.
    for _ in range(4):
        took = took if took < 0.2 else min(took, asyncio.run(cancelled()))
    assert took < 0.2, took
    # It is over, not only given up: the processor rests.
    before = time.process_time()
    time.sleep(0.3)
    assert time.process_time() - before < 0.1


def test_answers_are_those_of_the_questions():
    async def both() -> None:
        position = Position(THREE)
        four = Position(FOUR, rules="simplified")
        win, status, reach, table, four_by_four = await asyncio.gather(
            position.aio.win(mate=3, keys=True),
            Position(MATE).aio.status(),
            Position().aio.reach(level="static"),
            aio.win([THREE, None], mate=3),
            four.aio.shortest_win(),
        )
        assert win == position.win(mate=3, keys=True) and status == Position(MATE).status()
        assert reach == Position().reach(level="static") and four_by_four == four.shortest_win()
        assert table.to_pydict() == chess_arbiter.win([THREE, None], mate=3).to_pydict()
        assert (await aio.verify(win)).plies == 5
        with pytest.raises(PositionError, match="a1"):
            await Position("4k3/8/8/8/8/8/8/P3K3 w").aio.status()

    asyncio.run(both())


def test_every_question_has_one():
    for name, method in inspect.getmembers(chess_arbiter.Position(MATE).aio, inspect.iscoroutinefunction):
        assert inspect.signature(method) == inspect.signature(getattr(Position(MATE), name)), name
    for name in aio.__all__:
        assert inspect.signature(getattr(aio, name)) == inspect.signature(getattr(chess_arbiter, name)), name


def test_the_loop_goes_on_meanwhile():
    async def ticking() -> int:
        ticks = 0
        task = asyncio.ensure_future(Position(HARD).aio.win(mate=20, time=1.0))
        while not task.done():
            await asyncio.sleep(0.01)
            ticks += 1
        assert task.result().limit == "time"
        return ticks

    assert asyncio.run(ticking()) >= 20


def test_time_out():
    async def short() -> None:
        await asyncio.wait_for(Position(HARD).aio.win(mate=30, time=None), 0.3)

    began = time.monotonic()
    with pytest.raises(asyncio.TimeoutError):
        asyncio.run(short())
    assert time.monotonic() - began < 20


def test_more_than_there_are_threads():
    """What waits for a thread and is cancelled never begins."""

    async def crowd() -> None:
        tasks = [asyncio.ensure_future(Position(HARD).aio.win(mate=30, time=None, memory="1MiB")) for _ in range(60)]
        await asyncio.sleep(0.5)
        for task in tasks:
            task.cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(one, asyncio.CancelledError) for one in done)
        assert (await Position(MATE).aio.status()).answer == "checkmate"

    asyncio.run(crowd())


def test_a_forked_process_has_threads_of_its_own():
    async def ask() -> str:
        return (await Position(MATE).aio.status()).answer

    assert asyncio.run(ask()) == "checkmate"
    child = os.fork()
    if not child:
        os._exit(0 if asyncio.run(ask()) == "checkmate" else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_progress_is_told():
    heard = []
    rows = [HARD] * 200
    chess_arbiter.reach(rows, level="static", time=None, reason=True, progress=lambda done, all: heard.append((done, all)))
    assert heard[-1] == (200, 200) and heard == sorted(heard) and all(done <= all for done, all in heard)
    for ask in (
        lambda hear: chess_arbiter.status(rows, progress=hear),
        lambda hear: chess_arbiter.dead(rows, quick=True, progress=hear),
        lambda hear: chess_arbiter.win(rows[:3], mate=1, progress=hear),
        lambda hear: chess_arbiter.play(rows, ["e2a6"] * 200, progress=hear),
    ):
        heard.clear()
        ask(lambda done, all: heard.append((done, all)))
        assert heard[-1][0] == heard[-1][1] > 0
    # Long work is heard of on the way.
    heard.clear()
    chess_arbiter.win([HARD] * 8, mate=20, time=0.2, threads=1, progress=lambda done, all: heard.append(done))
    assert len(set(heard)) > 3


def test_who_hears_of_it_can_end_it():
    class Enough(Exception):
        pass

    def hear(done: int, all: int) -> None:
        raise Enough

    began = time.monotonic()
    with pytest.raises(Enough):
        chess_arbiter.win([HARD] * 1000, mate=30, time=None, progress=hear)
    assert time.monotonic() - began < 20


def test_progress_with_tqdm(capsys):
    pytest.importorskip("tqdm")
    chess_arbiter.win([HARD] * 4, mate=20, time=0.1, progress=True)
    said = capsys.readouterr().err
    assert "win: " in said and "4/4" in said and "positions" in said


def test_without_tqdm(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="pip install tqdm, or give a function"):
        chess_arbiter.status([MATE], progress=True)
