"""Files that other programs write come through `arbiter-files`, and they read what it writes."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

PROGRAM = os.environ.get("ARBITER_FILES", "")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="needs the program: ARBITER_FILES")

FENS = ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", None, "9/8 w"]
VERDICTS = ["checkmate", "safe", None, None]


def run(folder: Path, *arguments: str) -> None:
    done = subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 1 and "1 with errors" in done.stderr, done.stderr


def test_pyarrow(tmp_path: Path) -> None:
    pa: Any = pytest.importorskip("pyarrow")
    pq: Any = pytest.importorskip("pyarrow.parquet")
    words = pa.array(["a", "b", "a", None]).dictionary_encode()
    table = pa.table({"fen": FENS, "lists": [[1], [2, 3], [], None], "words": words})
    pq.write_table(table, tmp_path / "in.parquet")
    run(tmp_path, "status", "in.parquet", "-o", "out.parquet")
    found = pq.read_table(tmp_path / "out.parquet")
    assert found.select(table.column_names).equals(table)
    assert found["verdict"].to_pylist() == VERDICTS
    assert found["error_column"].to_pylist() == [None, None, None, 1]


def test_polars(tmp_path: Path) -> None:
    pl: Any = pytest.importorskip("polars")
    frame = pl.DataFrame({"fen": FENS, "words": pl.Series(["a", "b", "a", None], dtype=pl.Categorical)})
    frame.write_parquet(tmp_path / "in.parquet")
    run(tmp_path, "status", "in.parquet", "-o", "out.parquet")
    found = pl.read_parquet(tmp_path / "out.parquet")
    assert found.select(frame.columns).equals(frame)
    assert found["verdict"].to_list() == VERDICTS


def test_pandas(tmp_path: Path) -> None:
    pd: Any = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = pd.DataFrame({"fen": FENS, "day": pd.to_datetime(["2020-01-01"] * 4)})
    frame.to_parquet(tmp_path / "in.parquet")
    run(tmp_path, "status", "in.parquet", "-o", "out.parquet")
    found = pd.read_parquet(tmp_path / "out.parquet")
    assert [None if pd.isna(word) else word for word in found["verdict"]] == VERDICTS
    assert found["day"].tolist() == frame["day"].tolist()


@pytest.mark.parametrize("name", ["out.parquet", "out.csv", "out.jsonl", "out.csv.gz", "out.jsonl.zst"])
def test_duckdb(tmp_path: Path, name: str) -> None:
    duckdb: Any = pytest.importorskip("duckdb")
    values = ", ".join(f"({n}, {'NULL' if fen is None else repr(fen)})" for n, fen in enumerate(FENS))
    query = f"COPY (SELECT * FROM (VALUES {values}) AS rows(n, fen)) TO '{tmp_path}/in.parquet'"
    duckdb.sql(query)
    run(tmp_path, "status", "in.parquet", "-o", name)
    rows = duckdb.sql(f"SELECT n, fen, verdict FROM '{tmp_path}/{name}' ORDER BY n").fetchall()
    assert rows == list(zip(range(4), FENS, VERDICTS))
