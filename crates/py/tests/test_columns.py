"""Columns: as python-chess says, from and to the libraries that people have them in."""

from __future__ import annotations

import chess
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import chess_arbiter
from test_position import FOUR, HARD, MATE, THREE, by_chess

MIXED = [MATE, None, "nonsense", "4k3/8/8/8/8/8/8/P3K3 w", "7k/5Q2/6K1/8/8/8/8/8 b", "  " + MATE + "\n"]
ANSWERS = ["checkmate", None, None, None, "stalemate", "checkmate"]


def query() -> duckdb.DuckDBPyRelation:
    rows = pa.table({"place": range(len(MIXED)), "fen": MIXED})  # noqa: F841
    return duckdb.sql("select fen from rows order by place")


COLUMNS = {
    "list": lambda: MIXED,
    "tuple": lambda: tuple(MIXED),
    "generator": lambda: (text for text in MIXED),
    "numpy": lambda: np.array(MIXED, dtype=object),
    "pyarrow string": lambda: pa.array(MIXED),
    "pyarrow large_string": lambda: pa.array(MIXED, pa.large_string()),
    "pyarrow string_view": lambda: pa.array(MIXED, pa.string_view()),
    "pyarrow dictionary": lambda: pa.array(MIXED).dictionary_encode(),
    "pyarrow dictionary of large_string, int8 keys": lambda: pa.DictionaryArray.from_arrays(
        pa.array([0, None, 1, 2, 3, 4], pa.int8()), pa.array([text for text in MIXED if text], pa.large_string())
    ),
    "pyarrow dictionary with a null value": lambda: pa.DictionaryArray.from_arrays(
        pa.array(range(6), pa.uint32()), pa.array(MIXED)
    ),
    "pyarrow chunks": lambda: pa.chunked_array([[], MIXED[:1], [], MIXED[1:4], MIXED[4:], []], pa.string()),
    "pyarrow chunks with dictionaries": lambda: pa.chunked_array(
        [pa.array(MIXED[:2]).dictionary_encode(), pa.array(MIXED[2:]).dictionary_encode()]
    ),
    "pyarrow slice": lambda: pa.array(["x", "y", *MIXED, "z"]).slice(2, 6),
    "pyarrow table": lambda: pa.table({"fen": MIXED}),
    "pyarrow batch": lambda: pa.record_batch({"fen": MIXED}),
    "pyarrow reader": lambda: pa.table({"fen": MIXED}).to_reader(max_chunksize=2),
    "polars": lambda: pl.Series(MIXED),
    "polars slice": lambda: pl.Series(["x", *MIXED])[1:],
    "polars chunks": lambda: pl.concat([pl.Series(MIXED[:3]), pl.Series(MIXED[3:])], rechunk=False),
    "polars categorical": lambda: pl.Series(MIXED, dtype=pl.Categorical),
    "polars frame": lambda: pl.DataFrame({"fen": MIXED}),
    "pandas str": lambda: pd.Series(MIXED, dtype="str"),
    "pandas arrow": lambda: pd.Series(MIXED, dtype=pd.ArrowDtype(pa.string())),
    "pandas string": lambda: pd.Series(MIXED, dtype="string"),
    "pandas object": lambda: pd.Series(MIXED, dtype=object),
    "pandas category": lambda: pd.Series(MIXED, dtype="category"),
    "duckdb": query,
    "duckdb arrow": lambda: query().to_arrow_table(),
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_every_kind_of_column(kind):
    table = chess_arbiter.status(COLUMNS[kind]())
    assert len(table) == 6 and table.column_names == ["answer", "error"]
    assert table["answer"].to_pylist() == ANSWERS == list(table["answer"])
    errors = table["error"].to_pylist()
    assert [error is not None for error in errors] == [False, False, True, True, False, False]
    assert errors[2] == "line 1, column 2: expected a piece letter or a digit 1-8, found 'o'"
    assert errors[3] == "a pawn on a1, where no pawn can stand"


def test_what_is_no_column():
    for wrong in (MATE, MATE.encode(), 3, None, [1], ["x", 2], pa.array([1, 2]), pa.table({"a": ["x"], "b": ["y"]}), pl.Series, object()):
        with pytest.raises(TypeError):
            chess_arbiter.status(wrong)
    read = pa.table({"fen": MIXED}).__arrow_c_stream__()

    class Again:
        def __arrow_c_stream__(self, requested_schema=None):
            return read

    assert len(chess_arbiter.status(Again())) == 6
    with pytest.raises(ValueError, match="read already"):
        chess_arbiter.status(Again())

    class Wrong:
        def __arrow_c_array__(self, requested_schema=None):
            return 1, 2

    with pytest.raises(TypeError):
        chess_arbiter.status(Wrong())

    class Fails:
        def __arrow_c_array__(self, requested_schema=None):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        chess_arbiter.status(Fails())


def test_streams_that_fail():
    def batches():
        yield pa.record_batch({"fen": [MATE]})
        raise RuntimeError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"fen": pa.string()}), batches())
    with pytest.raises(ValueError, match="the disk is gone"):
        chess_arbiter.status(reader)


def test_empty_columns():
    for empty in ([], pa.array([], pa.string()), pa.chunked_array([], pa.string()), pl.Series([], dtype=pl.String)):
        for table in (
            chess_arbiter.status(empty),
            chess_arbiter.reach(empty),
            chess_arbiter.win(empty, mate=1),
            chess_arbiter.play(empty, empty),
        ):
            assert len(table) == 0 == len(pa.table(table)) == pl.DataFrame(table).height
    assert chess_arbiter.status(pa.nulls(3))["answer"].to_pylist() == [None] * 3


def test_every_caller_reads_the_table():
    table = answers = chess_arbiter.status(MIXED, reason=True)
    arrow = pa.table(table)
    arrow.validate(full=True)
    pa.array(table).validate(full=True)
    pa.array(table["error"]).validate(full=True)
    assert arrow.column_names == ["answer", "reason", "error"] and arrow["answer"].to_pylist() == ANSWERS
    assert pa.record_batch(table).num_rows == 6
    frame = pl.DataFrame(table)
    assert frame["answer"].cast(pl.String).to_list() == ANSWERS
    assert frame.filter(pl.col("answer") == "checkmate").height == 2
    assert pl.Series(table["answer"]).cast(pl.String).to_list() == ANSWERS
    pandas = pd.DataFrame.from_arrow(table)
    assert pandas["answer"].astype(object).where(pandas["answer"].notna(), None).tolist() == ANSWERS
    assert arrow.to_pandas()["reason"].notna().tolist() == [True, False, False, False, True, True]
    counts = duckdb.sql("select answer, count(*) n from answers group by answer order by all nulls last").fetchall()
    assert counts == [("checkmate", 2), ("stalemate", 1), (None, 3)]
    assert pd.DataFrame(table.to_pydict())["answer"].notna().sum() == 3
    with pytest.raises(KeyError):
        table["nothing"]


def test_exports_outlive_what_they_came_from():
    column = pa.array(chess_arbiter.status(pl.Series(MIXED))["error"])
    import gc

    gc.collect()
    assert column[2].as_py().startswith("line 1")


def test_status_agrees_with_python_chess(boards, fens):
    expected = [by_chess(board) for board in boards]
    assert {"checkmate", "stalemate", "check", "safe"} == set(expected)
    for threads in (None, 1, 3, 64):
        table = chess_arbiter.status(pa.array(fens * 3), threads=threads)
        assert table["answer"].to_pylist() == expected * 3
        assert not any(table["error"].to_pylist())


def test_reasons_are_those_of_one_position(fens):
    table = chess_arbiter.status(fens[::40], reason=True)
    one = [chess_arbiter.Position(fen).status().reason for fen in fens[::40]]
    assert table["reason"].to_pylist() == one


def test_reach():
    column = [
        "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w",
        "4k3/8/8/8/8/8/8/4K2R w",
        None,
        "x",
        "4k3/8/8/8/8/8/8/K3R3 w",
        "8/8/8/8/8/8/8/4K3 w",
    ]
    table = chess_arbiter.reach(pl.Series(column), reason=True)
    assert table.column_names == ["answer", "level", "lemma", "limit", "reason", "error"]
    found = table.to_pydict()
    assert found["answer"] == ["illegal", "legal", None, None, "illegal", "illegal"]
    assert found["lemma"] == ["origins", None, None, None, "waiting-side-attacked", "kings"]
    assert found["level"] == ["static", "full", None, None, "playable", "playable"]
    assert [error is None for error in found["error"]] == [True, True, True, False, True, True]
    one = [chess_arbiter.Position(column[row]).reach().reason for row in (0, 4)]
    assert [found["reason"][row] for row in (0, 4)] == one
    static = chess_arbiter.reach(column[:2], level="static")
    assert static["answer"].to_pylist() == ["illegal", "undecided"] and static["limit"].to_pylist() == [None, None]
    limited = chess_arbiter.reach([HARD.replace("w KQkq", "w -")], nodes=100)
    assert limited.to_pydict()["answer"] == ["undecided"] and limited["limit"].to_pylist() == ["nodes"]
    rules = chess_arbiter.reach(["4k3/8/8/8/8/3P4/1PPPPPPP/4K3 w", *column[1:3]], by="rules")
    assert rules.to_pydict() == {"answer": ["broken", "holds", None], "rules": ["5", "", None], "error": [None] * 3}


def test_played_positions_are_reachable(boards, fens):
    answers = chess_arbiter.reach(fens[:3000], level="static")["answer"].to_pylist()
    assert set(answers) == {"undecided"}


def test_win():
    column = [THREE, None, "x", MATE, "4k3/8/8/8/8/8/8/4K3 w"]
    table = chess_arbiter.win(pa.array(column), mate=3, keys=True)
    assert table.column_names == ["answer", "plies", "shortest", "line", "keys", "limit", "error"]
    found = table.to_pydict()
    assert found["answer"] == ["win", None, None, "no-win", "no-win"]
    assert found["plies"] == [5, None, None, None, None] and found["shortest"] == [True, None, None, False, False]
    assert found["keys"][0] == "a4a5" and found["line"][0].startswith("a4a5 ")
    shortest = chess_arbiter.win([FOUR], shortest=True, rules="simplified").to_pydict()
    assert (shortest["answer"], shortest["plies"], shortest["shortest"]) == (["win"], [9], [True])
    limited = chess_arbiter.win([HARD] * 3, mate=20, time="200ms").to_pydict()
    assert limited["answer"] == ["undecided"] * 3 and limited["limit"] == ["time"] * 3
    arrow = pa.table(table)
    arrow.validate(full=True)
    assert [str(arrow.schema.field(name).type).split("<")[0] for name in arrow.column_names] == [
        "dictionary", "uint32", "bool", "large_string", "large_string", "dictionary", "large_string"
    ]  # fmt: skip
    assert pl.DataFrame(table).filter(pl.col("answer") == "win").height == 1
    with pytest.raises(TypeError):
        chess_arbiter.win(column, within=1, shortest=True)


def test_mates_in_one_agree_with_python_chess(boards, fens):
    sample = slice(3000, 6000, 6)
    answers = chess_arbiter.win(fens[sample], within=1)["answer"].to_pylist()
    for board, answer in zip(boards[sample], answers):
        mates = False
        for move in board.legal_moves:
            board.push(move)
            mates |= board.is_checkmate()
            board.pop()
        assert (answer == "win") == mates, board.fen()


def test_play(boards):
    import random

    dice = random.Random(3)
    positions, moves, expected = [], [], []
    for board in boards[:3000:3]:
        board = board.copy()
        positions.append(board.fen())
        line = []
        for _ in range(3):
            if any(board.legal_moves):
                line.append(dice.choice(list(board.legal_moves)))
                board.push(line[-1])
        moves.append(" ".join(map(str, line)) + " a1a1")
        expected.append(board.fen(en_passant="fen") if len(line) == 3 else None)
    table = chess_arbiter.play(pl.Series(positions), pa.array(moves), k=3)
    fens = table["fen"].to_pylist()
    for fen, want, error in zip(fens, expected, table["error"].to_pylist()):
        assert fen == want and (error is None) == (want is not None)
    bad = chess_arbiter.play([chess.STARTING_FEN] * 4 + [None, MATE], ["e2e4", "e2e5", "", None, "e2e4", "h8h7"]).to_pydict()
    assert bad["fen"] == ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"] + [None] * 5
    assert bad["error"][1] == "move 1, e2e5: the pawn on e2 cannot go to e5"
    assert bad["error"][2] == "expected 1 moves, found 0" and bad["error"][3:5] == [None, None] and bad["error"][5]
    assert chess_arbiter.play([MATE], [""], k=0)["error"].to_pylist() == [None]
    with pytest.raises(ValueError, match="2 rows"):
        chess_arbiter.play([MATE], ["", ""])
    with pytest.raises(ValueError):
        chess_arbiter.play([MATE], [""], k=-1)


def test_a_million_rows(fens):
    column = pa.chunked_array([fens] * 170)
    table = chess_arbiter.status(column)
    assert len(table) == len(column) > 1_000_000
    counts = pa.table(table)["answer"].value_counts().to_pylist()
    once = pa.table(chess_arbiter.status(fens))["answer"].value_counts().to_pylist()
    assert {c["values"]: c["counts"] for c in counts} == {c["values"]: 170 * c["counts"] for c in once}


def test_threads_must_be_some():
    assert len(chess_arbiter.win([MATE] * 3000, within=1, threads=1 << 40)) == 3000
    for wrong in (0, -1):
        with pytest.raises(ValueError, match="threads must be at least 1"):
            chess_arbiter.status([MATE], threads=wrong)
