"""The same questions about the same rows have the same answers in DuckDB, Polars, DataFusion (`arbiter-sql`) and files (`arbiter-files`)."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any, Dict, List

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import chess_arbiter.duckdb
import chess_arbiter.polars
from functions import GIVEN, OF_ROWS, calls, rows_of

SQL, FILES = (os.environ.get(name, "") for name in ("ARBITER_SQL", "ARBITER_FILES"))
# A name for what each says: functions with different numbers of arguments have several.
CALLS = {f"said_{number}": call for number, call in enumerate(calls())}
SELECTED = "number, " + ", ".join(f"{call.sql()} AS {name}" for name, call in CALLS.items())


@pytest.fixture(scope="module")
def rows(boards) -> pa.Table:
    return rows_of(boards[::2], seed=9)


@pytest.fixture(scope="module")
def file(rows, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("everywhere") / "rows.parquet"
    pq.write_table(rows, path, row_group_size=1000)
    return path


@pytest.fixture(scope="module")
def expected(rows) -> Dict[str, List[Any]]:
    found = {name: call.arrow(rows, threads=None) for name, call in CALLS.items()}
    assert rows.num_rows > 3000 and all(len(set(map(str, said))) > 1 for said in found.values())
    return found


def same(table: pa.Table, expected: Dict[str, List[Any]]) -> None:
    # Arrow's `sort_by` knows no views.
    order = {number: row for row, number in enumerate(table["number"].to_pylist())}
    for name, call in CALLS.items():
        said = table[name].to_pylist()
        assert [said[order[number]] for number in range(len(said))] == expected[name], call


def test_duckdb(file, expected):
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    chess_arbiter.duckdb.load(connection)
    connection.execute("SET threads = 4")
    same(connection.sql(f"SELECT {SELECTED} FROM '{file}'").to_arrow_table(), expected)


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_polars(file, expected, engine):
    def said(call):
        given = (name if name in OF_ROWS else GIVEN[name] for name in call.parameters[1:])
        return getattr(pl.col("fen").chess, call.name[len("chess_") :])(*given)

    frame = pl.scan_parquet(file).select("number", **{name: said(call) for name, call in CALLS.items()})
    same(frame.collect(engine=engine).to_arrow(), expected)


@pytest.mark.skipif(not SQL, reason="needs the program: ARBITER_SQL")
def test_datafusion(file, expected, tmp_path):
    out = tmp_path / "out.parquet"
    subprocess.run([SQL, f"SELECT {SELECTED} FROM '{file}'", "-o", str(out)], check=True)
    same(pq.read_table(out), expected)


@pytest.mark.skipif(not FILES, reason="needs the program: ARBITER_FILES")
def test_files(file, rows, expected, tmp_path):
    def asked(name: str, *question: str) -> pa.Table:
        out = tmp_path / f"{name}.parquet"
        done = subprocess.run([FILES, *question, str(file), "--column", "fen", "-o", str(out)], capture_output=True, text=True)
        # Some rows are faults, and by static evidence some are undecided.
        assert done.returncode in (1, 3), done.stderr
        return pq.read_table(out)

    said = {call.name: expected[name] for name, call in CALLS.items()}
    status = asked("status", "status")
    assert status["verdict"].to_pylist() == said["chess_status"]
    assert [error is not None for error in status["error"].to_pylist()] == [error is not None for error in said["chess_fen_error"]]
    reach = asked("reach", "reach", "--level", "static").to_pydict()
    for member in ("verdict", "level", "lemma", "limit"):
        assert reach[member] == [one and one[member] for one in said["chess_reach"]]
    win = asked("win", "win", "--mate", "2", "--keys").to_pydict()
    mates = [verdict and ((plies + 1) // 2 if verdict == "win" else 0) for verdict, plies in zip(win["verdict"], win["plies"])]
    assert mates == said["chess_mate_in"]
    keys = [(keys or "").split() if verdict else None for verdict, keys in zip(win["verdict"], win["keys"])]
    assert keys == said["chess_keys"]
