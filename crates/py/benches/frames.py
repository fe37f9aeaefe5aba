"""Mates among a column of FENs in DuckDB and Polars, beside their own `length` and python-chess as a function of theirs, in the same run.

    pip install ./crates/py chess duckdb polars pyarrow
    python crates/py/benches/frames.py [ROWS [ROUNDS]]

Contestants take turns; python-chess gets a part of the rows. Processor time of a row on one thread, with what it takes to scan the column; the
median over rounds. Then the time on the wall with all threads, which a busy machine makes long.
"""

from __future__ import annotations

import os
import platform
import statistics
import sys
import time

# Before it is imported: it makes its threads then.
os.environ.setdefault("POLARS_MAX_THREADS", "1")

import chess
import duckdb
import polars as pl

import chess_arbiter.duckdb
import chess_arbiter.polars
from chess_arbiter import __version__
from status import by_chess, positions, timed

PART = 500


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    # Random games are dear to make here: a part of them, over and over, but more than a cache holds.
    distinct = positions(min(rows, 100_000))
    frame = pl.DataFrame({"fen": (distinct * -(-rows // len(distinct)))[:rows]})
    part = frame.gather_every(PART)
    con = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    chess_arbiter.duckdb.load(con)
    con.create_function("by_chess", by_chess, ["VARCHAR"], "VARCHAR")
    con.execute("CREATE TABLE t AS FROM frame")
    con.execute("CREATE TABLE part AS FROM part")

    def sql(said: str, table: str = "t"):
        return lambda: con.execute(f"SELECT count(*) FROM {table} WHERE {said}").fetchall()[0][0]

    def select(said: pl.Expr, frame: pl.DataFrame = frame):
        return lambda: frame.lazy().select(said.sum()).collect(engine="streaming").item()

    fen = pl.col("fen")
    contestants = {
        "DuckDB, length": (sql("length(fen) = 55"), rows),
        "DuckDB, chess_status": (sql("chess_status(fen) = 'checkmate'"), rows),
        "DuckDB, python-chess": (sql("by_chess(fen) = 'checkmate'", "part"), part.height),
        "Polars, len_bytes": (select(fen.str.len_bytes() == 55), rows),
        "Polars, chess.status": (select(fen.chess.status() == "checkmate"), rows),
        "Polars, python-chess": (select(fen.map_elements(by_chess, return_dtype=pl.String) == "checkmate", part), part.height),
    }
    con.execute("SET threads = 1")
    times = {name: [] for name in contestants}
    found = {}
    for _ in range(rounds):
        for name, (work, count) in contestants.items():
            found[name], taken = timed(work, time.process_time)
            times[name].append(taken / count * 1e9)
    assert found["DuckDB, chess_status"] == found["Polars, chess.status"]
    assert found["DuckDB, python-chess"] == found["Polars, python-chess"]
    print(f"{rows} FENs, {rounds} rounds, Arbiter {__version__}, python-chess {chess.__version__}, Python {platform.python_version()}")
    print(f"DuckDB {duckdb.__version__}, Polars {pl.__version__}; ns a row on one thread, median (range)")
    for name, taken in times.items():
        print(f"{name:22} {statistics.median(taken):8.1f} ({min(taken):.1f} to {max(taken):.1f})")
    for threads in (1, os.cpu_count() or 1):
        con.execute(f"SET threads = {threads}")
        walls = [timed(contestants["DuckDB, chess_status"][0], time.perf_counter)[1] for _ in range(rounds)]
        print(f"DuckDB, chess_status, {threads} threads: {statistics.median(walls) / rows * 1e9:.1f} ns a row on the wall")


if __name__ == "__main__":
    main()
