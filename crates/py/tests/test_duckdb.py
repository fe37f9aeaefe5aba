"""The functions in DuckDB say what they say everywhere."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

import chess_arbiter
import chess_arbiter.duckdb
from functions import FUNCTIONS, Call, calls, rows_of

MATE = "7k/6Q1/6K1/8/8/8/8/8 b"
ONE = "7k/8/6K1/8/8/8/8/R7 w"
UNSIGNED = {"allow_unsigned_extensions": "true"}


def connect() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(config=UNSIGNED)
    chess_arbiter.duckdb.load(connection)
    return connection


@pytest.fixture(scope="module")
def few(boards) -> pa.Table:
    return rows_of(boards[::15])


@pytest.fixture(scope="module")
def many(boards) -> pa.Table:
    return rows_of(boards * 4)


@pytest.fixture(scope="module")
def con(few, many):
    connection = connect()
    connection.execute("CREATE TABLE few AS FROM few")
    connection.execute("CREATE TABLE many AS FROM many")
    return connection


def column(con, query, *values):
    return [row[0] for row in con.execute(query, list(values)).fetchall()]


@pytest.mark.parametrize("call", calls(), ids=str)
def test_every_function(con, few, call):
    assert column(con, f"SELECT {call.sql()} FROM few ORDER BY number") == call.arrow(few)


@pytest.mark.parametrize("name", ["chess_status", "chess_fen_error", "chess_play", "chess_board"])
def test_many_rows_on_several_threads(con, many, name):
    call = next(call for call in calls() if call.name == name)
    con.execute("SET threads = 4")
    expected = call.arrow(many)
    assert len(expected) > 20_000 and column(con, f"SELECT {call.sql()} FROM many ORDER BY number") == expected
    counts = con.execute(f"SELECT {call.sql()} AS said, count(*) FROM many GROUP BY said").fetchall()
    assert dict(counts) == Counter(expected)


def test_the_package_says_the_same(con, few):
    fens = few["fen"]
    assert column(con, "SELECT chess_status(fen) FROM few ORDER BY number") == chess_arbiter.status(fens)["answer"].to_pylist()
    reach = chess_arbiter.reach(fens, level="static").to_pydict()
    found = column(con, "SELECT chess_reach(fen, 'static') FROM few ORDER BY number")
    assert [said and said["verdict"] for said in found] == reach["answer"]
    assert [said and said["lemma"] for said in found] == reach["lemma"]
    win = chess_arbiter.win(fens, mate=2, keys=True).to_pydict()
    plies = [None if answer is None else (plies + 1) // 2 if answer == "win" else 0 for answer, plies in zip(win["answer"], win["plies"])]
    assert column(con, "SELECT chess_mate_in(fen, 2) FROM few ORDER BY number") == plies
    keys = column(con, "SELECT chess_keys(fen, 2) FROM few ORDER BY number")
    assert [" ".join(some or []) for some in keys] == [some or "" for some in win["keys"]]


def test_where_values_lie(con, few, tmp_path):
    """Enums, dictionaries and strings of Parquet, selections, constants beside rows."""
    expected = column(con, "SELECT chess_status(fen) FROM few ORDER BY number")
    con.execute("CREATE TYPE written AS ENUM (SELECT DISTINCT fen FROM few WHERE fen IS NOT NULL)")
    assert column(con, "SELECT chess_status(fen::written) FROM few ORDER BY number") == expected
    con.execute(f"COPY (SELECT few.* FROM few, range(5) ORDER BY number) TO '{tmp_path}/f.parquet'")
    again = column(con, f"SELECT chess_status(fen) FROM '{tmp_path}/f.parquet' ORDER BY number")
    assert again == [word for word in expected for _ in range(5)]
    con.register("words", few.set_column(1, "fen", few["fen"].dictionary_encode()))
    assert column(con, "SELECT chess_status(fen) FROM words ORDER BY number") == expected
    some = column(con, "SELECT CASE WHEN number % 3 = 1 THEN chess_status(fen) ELSE '-' END FROM few ORDER BY number")
    assert some == [word if number % 3 == 1 else "-" for number, word in enumerate(expected)]
    filtered = column(con, "SELECT chess_material(fen) FROM few WHERE chess_status(fen) = 'check' AND number % 2 = 0")
    assert len(filtered) == sum(word == "check" for word in expected[::2]) > 0
    squares = [f"{file}{rank}" for rank in range(8, 0, -1) for file in "abcdefgh"]
    assert "".join(column(con, f"SELECT chess_board('{MATE}', square) FROM (SELECT unnest(?) AS square)", squares)) == (
        "." * 7 + "k" + "." * 6 + "Q." + "." * 6 + "K." + "." * 40
    )


def test_arguments_of_each_row(con):
    con.execute("CREATE TABLE asked AS SELECT * FROM (VALUES (1::TINYINT, 'static'), (2, 'playable'), (NULL, NULL)) AS asked(n, level)")
    assert column(con, f"SELECT chess_mate_in('{ONE}', n) FROM asked") == [1, 1, None]
    assert column(con, f"SELECT chess_mate_in('{ONE}', n::BIGINT) FROM asked") == [1, 1, None]
    bishop = "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w"
    assert column(con, f"SELECT chess_legal('{bishop}', level) FROM asked") == [False, None, None]
    assert column(con, "SELECT chess_status(?)", MATE) == ["checkmate"]
    assert column(con, "SELECT chess_legal(fen, ?) FROM few LIMIT 3", "static") == [None] * 3


def test_nulls_and_nothing(con):
    for function in FUNCTIONS:
        given = ", ".join(["NULL"] * len(function["parameters"]))
        assert column(con, f"SELECT {function['name']}({given})") == [None], function
    assert column(con, "SELECT chess_reach(NULL, 'static').verdict") == [None]
    assert column(con, "SELECT chess_status(NULL::VARCHAR) FROM range(3000)") == [None] * 3000
    assert column(con, "SELECT chess_keys(fen, 1) FROM few WHERE false") == []
    assert column(con, f"SELECT unnest(chess_keys('{ONE}', 1))") == ["a1a8"]
    for call in calls():
        assert column(con, f"SELECT {call.sql()} FROM few LIMIT 0") == []


def test_errors_leave_the_connection(con):
    bad = [
        ("SELECT chess_legal(fen, 'nonsense') FROM many", duckdb.InvalidInputException, 'level: .*found "nonsense"'),
        ("SELECT chess_legal(fen, CASE WHEN number < 20000 THEN 'playable' ELSE 'x' END) FROM many", duckdb.InvalidInputException, "level"),
        ("SELECT chess_board(fen, 'z9') FROM few", duckdb.InvalidInputException, "chess_board: square: "),
        ("SELECT chess_mate_in(fen, 0) FROM few", duckdb.InvalidInputException, "chess_mate_in: n: "),
        (f"SELECT chess_mate_in('{ONE}', 5000000000)", duckdb.InvalidInputException, "chess_mate_in: n: 5000000000 is out of range"),
        ("SELECT chess_status()", duckdb.BinderException, "chess_status"),
        ("SELECT chess_status(fen, fen) FROM few", duckdb.BinderException, "chess_status"),
        ("SELECT chess_status([fen]) FROM few", duckdb.BinderException, "chess_status"),
        (f"SELECT chess_mate_in('{ONE}', 'two')", duckdb.ConversionException, "two"),
    ]
    for query, error, message in bad:
        with pytest.raises(error, match=message):
            con.execute(query).fetchall()
        assert column(con, f"SELECT chess_status('{MATE}')") == ["checkmate"]


def test_loading(tmp_path):
    with pytest.raises(RuntimeError, match="allow_unsigned_extensions"):
        chess_arbiter.duckdb.load(duckdb.connect())
    query = f"SELECT chess_status('{MATE}')"
    connection = connect()
    # Once is enough, for all that share the database; what was asked before goes on.
    connection.execute("SELECT 7")
    chess_arbiter.duckdb.load(connection)
    assert connection.fetchall() == [(7,)]
    assert column(connection.cursor(), query) == ["checkmate"]
    connection.close()
    with duckdb.connect(str(tmp_path / "a file.db"), config=UNSIGNED) as other:
        chess_arbiter.duckdb.load(other)
        other.execute("CREATE TABLE t AS SELECT * FROM range(5000)")
        assert column(other, f"SELECT count(*) FROM t WHERE chess_status('{MATE}') = 'checkmate'") == [5000]


def test_connections_at_once(con, few):
    call = Call("chess_status", ("fen",))
    expected = call.arrow(few)
    with ThreadPoolExecutor(4) as pool:
        cursors = [con.cursor() for _ in range(8)]
        found = list(pool.map(lambda cursor: column(cursor, f"SELECT {call.sql()} FROM few ORDER BY number"), cursors))
    assert found == [expected] * 8


EXTENSION = os.environ.get("ARBITER_DUCKDB", "")


@pytest.mark.skipif(not EXTENSION, reason="needs the extension for DuckDB's own command: ARBITER_DUCKDB")
def test_the_extension_alone(few):
    connection = duckdb.connect(config=UNSIGNED)
    connection.load_extension(str(Path(EXTENSION).resolve()))
    connection.register("few", few)
    for call in calls():
        assert column(connection, f"SELECT {call.sql()} FROM few ORDER BY number") == call.arrow(few)
