"""Ctrl-C in the middle of everything that can take long."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from test_position import HARD

PROGRAM = """
import sys, time
import chess_arbiter
from chess_arbiter import Position
hard = {hard!r}
many = [{fen!r}] * 2_000_000
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
else:
    print("done", flush=True)
print(chess_arbiter.status(["7k/6Q1/6K1/8/8/8/8/8 b"])["answer"].to_pylist())
"""

# Nobody can force a win in the 4×4 game, which takes long to see.
CALLS = {
    "win": "Position(hard).win(mate=30, time=None)",
    "shortest_win": "Position(hard).shortest_win(time=None)",
    "shortest_win 4x4": "Position('qN2/1n1Q/4/2rR w', rules='simplified').shortest_win(time=None)",
    "reach": "Position(hard.replace('KQkq', '-')).reach(time=None) and time.sleep(60)",
    "column of wins": "chess_arbiter.win([hard] * 10, mate=30, time=None)",
    "column of reach": "chess_arbiter.reach([hard] * 100_000, time=None)",
    "column of static reach": "chess_arbiter.reach(many, level='static')",
    "column of reasons": "chess_arbiter.status(many * 10, reason=True)",
}


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c(name):
    program = PROGRAM.format(hard=HARD, fen=HARD, call=CALLS[name])
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            # Long enough for lists to be read and searches to be under way.
            time.sleep(1.5)
            start = time.monotonic()
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "interrupted\n"
            took = time.monotonic() - start
            # A second is promised; other tests may run beside.
            assert took < 2, took
            assert process.stdout.readline() == "['checkmate']\n"
            assert process.wait(10) == 0
        finally:
            process.kill()
