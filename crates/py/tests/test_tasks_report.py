"""The commands of `python -m chess_arbiter.tasks`."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from math import comb

import pytest

from chess_arbiter import tasks
from chess_arbiter.tasks import _lines
from chess_arbiter.tasks._report import interval, read_items, report


def run(*arguments, given=b""):
    return subprocess.run([sys.executable, "-m", "chess_arbiter.tasks", *map(str, arguments)], input=given, capture_output=True)


def test_make_writes_items(tmp_path):
    out = tmp_path / "items.jsonl"
    done = run("make", "--kind", "status", "--kind", "moves", "--difficulty", 1, "--difficulty", 2, "--seed", 7, "--count", 3, "-o", out)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    items = [tasks.Item.from_json(line) for line in out.read_text().splitlines()]
    assert items == [tasks.make(kind, difficulty, seed) for kind in ("status", "moves") for difficulty in (1, 2) for seed in (7, 8, 9)]
    shown = run("make", "--kind", "status", "--difficulty", 1, "--seed", 7, "--count", 1, "--no-answers")
    assert json.loads(shown.stdout) == items[0].to_dict(answers=False)
    assert run("make", "--count", 0).stdout == b""


def test_report_scores_what_can_be_scored(tmp_path):
    one, other = tasks.make("status", 1, 1), tasks.make("moves", 2, 1)
    rows = [
        json.dumps({"id": one.id, "response": f"Answer: {one.reference}"}),
        "{",
        "",
        json.dumps({"id": one.id, "response": "Answer: mate"}),
        json.dumps({"id": other.id, "response": "no idea", "model": "m"}),
        json.dumps(["id"]),
        json.dumps({"id": 3, "response": "x"}),
        json.dumps({"id": one.id, "response": None}),
        json.dumps({"id": "status/1/1/0000000000", "response": "x"}),
        json.dumps({"id": other.id, "response": f"Answer: {other.reference}"}),
    ]
    answers = tmp_path / "answers.jsonl"
    answers.write_bytes("\n".join(rows).encode() + b"\n\xff\n" + b"[" * 100_000)
    done = run("report", answers, "--json")
    assert done.returncode == 1
    told = json.loads(done.stdout)
    status, moves = sorted(told["scores"], key=lambda row: row["kind"], reverse=True)
    assert (status["answers"], status["right"], status["form"], status["rate"]) == (2, 1, 1, 0.5)
    assert (moves["answers"], moves["right"], moves["missing"], moves["parts"]["f1"]) == (2, 1, 1, 0.5)
    assert told["total"]["answers"] == 4 and told["total"]["right"] == 2
    assert [error["line"] for error in told["errors"]] == [2, 6, 7, 8, 9, 11, 12]
    lines = done.stderr.decode().splitlines()
    assert lines[0].startswith(f"{answers}:2: no JSON: ") and lines[2] == f'{answers}:7: expected "id", the id of an item as text'
    assert "byte 1 of the line" in lines[5]
    # The same from the items as they were written, where one is missing, and from standard input.
    items = tmp_path / "items.jsonl"
    items.write_text(one.to_json() + "\n" + other.to_json(answers=False) + "\n")
    done = run("report", "-", "--items", items, given=answers.read_bytes())
    text = done.stderr.decode()
    assert f"{items}:2: an item without" in text and f"-:5: the file of items has no {other.id!r}" in text
    table = done.stdout.decode().splitlines()
    assert done.returncode == 1 and table[0].split()[:3] == ["kind", "difficulty", "answers"] and table[-1].split()[:3] == ["total", "2", "1"]
    clean = run("report", "-", given="\n".join(rows[:1]).encode())
    assert (clean.returncode, clean.stderr) == (0, b"")


@pytest.mark.parametrize(
    "arguments,message",
    [
        (["make", "--kind", "chess"], "invalid choice"),
        (["make", "--difficulty", "9"], "invalid choice"),
        (["make", "--count", "-1"], "--count -1: expected 0 or more"),
        (["make", "--seed", "-1"], "seed -1: expected a whole number"),
        ([], "required"),
        (["report"], "required"),
    ],
)
def test_wrong_options_are_named(arguments, message):
    done = run(*arguments)
    assert done.returncode == 2 and message in done.stderr.decode() and "Traceback" not in done.stderr.decode()


def test_files_that_are_not_there(tmp_path):
    for arguments in (["report", tmp_path / "no.jsonl"], ["make", "-o", tmp_path / "no/items.jsonl"]):
        done = run(*arguments)
        assert done.returncode == 1 and "No such file or directory" in done.stderr.decode() and "Traceback" not in done.stderr.decode()


def test_long_lines_do_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr(_lines, "LONGEST", 1000)
    item = tasks.make("status", 1, 1)
    row = json.dumps({"id": item.id, "response": "Answer: safe"})
    told = report(io.BytesIO(b"x" * 5000 + b"\n" + row.encode()))
    assert [line for line, _ in told.errors] == [1] and told.total().answers == 1
    items, errors = read_items(io.BytesIO(b" \n" + b"{}\n"))
    assert not items and errors[0][0] == 2


def test_intervals_cover_what_they_should():
    """For each true rate, intervals hold it in about 95 of 100 samples: exactly summed, not sampled."""
    for of in (30, 100):
        for rate in (0.1, 0.3, 0.5, 0.8):
            covered = sum(
                comb(of, right) * rate**right * (1 - rate) ** (of - right)
                for right in range(of + 1)
                if interval(right, of)[0] <= rate <= interval(right, of)[1]
            )
            assert 0.92 < covered < 0.985
