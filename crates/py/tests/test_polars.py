"""The functions in Polars say what they say everywhere."""

from __future__ import annotations

import polars as pl
import pyarrow as pa
import pytest

import chess_arbiter
from chess_arbiter.polars import Chess
from functions import GIVEN, OF_ROWS, Call, calls, rows_of

MATE = "7k/6Q1/6K1/8/8/8/8/8 b"
ONE = "7k/8/6K1/8/8/8/8/R7 w"
FEN = pl.col("fen")


@pytest.fixture(scope="module")
def few(boards) -> pa.Table:
    return rows_of(boards[::15])


@pytest.fixture(scope="module")
def many(boards) -> pa.Table:
    return rows_of(boards * 4)


def expression(call: Call, expr: pl.Expr = FEN) -> pl.Expr:
    method = getattr(expr.chess, call.name[len("chess_") :])
    return method(*(name if name in OF_ROWS else GIVEN[name] for name in call.parameters[1:]))


@pytest.mark.parametrize("call", calls(), ids=str)
def test_every_function(few, call):
    frame = pl.DataFrame(few)
    expected = call.arrow(few)
    said = expression(call)
    assert frame.select(said).to_series().to_list() == expected
    lazy = frame.lazy().select(said)
    assert lazy.collect_schema() == lazy.collect().schema == lazy.collect(engine="streaming").schema
    assert lazy.collect(engine="streaming").to_series().to_list() == expected
    # Rows that do not begin where a byte of bits does, and none.
    assert frame.slice(3, 50).select(said).to_series().to_list() == expected[3:53]
    assert frame.clear().select(said).to_series().to_list() == []
    assert frame.slice(5, 1).select(said).to_series().to_list() == expected[5:6]


@pytest.mark.parametrize("name", ["chess_status", "chess_fen_error", "chess_play", "chess_board"])
def test_many_rows(many, name, tmp_path):
    call = next(call for call in calls() if call.name == name)
    expected = call.arrow(many)
    assert len(expected) > 20_000 and call.arrow(many, threads=3) == expected
    frame = pl.DataFrame(many)
    assert frame.select(expression(call)).to_series().to_list() == expected
    frame.write_parquet(tmp_path / "in.parquet", row_group_size=3000)
    scan = pl.scan_parquet(tmp_path / "in.parquet")
    scan.select("number", said=expression(call)).sink_parquet(tmp_path / "out.parquet")
    found = pl.read_parquet(tmp_path / "out.parquet")
    assert found["number"].to_list() == list(range(len(expected))) and found["said"].to_list() == expected


def test_the_package_says_the_same(few):
    answers = chess_arbiter.status(few["fen"])["answer"].to_pylist()
    assert pl.DataFrame(few).select(FEN.chess.status()).to_series().to_list() == answers
    play = chess_arbiter.play(few["fen"], few["moves"], k=1)
    assert pl.DataFrame(few).select(FEN.chess.play("moves", 1)).to_series().to_list() == play["fen"].to_pylist()


def test_where_values_lie(few):
    """Chunks, categoricals, enums, other expressions, groups and windows."""
    frame = pl.DataFrame(few)
    said = FEN.chess.status()
    expected = frame.select(said).to_series()
    known = frame["fen"].drop_nulls().unique()
    for kind in (pl.Categorical, pl.Enum(known)):
        words = frame.with_columns(FEN.cast(kind))
        assert words.select(said).to_series().equals(expected)
        assert words.lazy().select(said).collect(engine="streaming").to_series().equals(expected)
        assert pl.concat([words[:30], words[30:]], rechunk=False).select(said).to_series().equals(expected)
        assert words.select(FEN.chess.play("moves", 1)).to_series().equals(frame.select(FEN.chess.play("moves", 1)).to_series())
        assert words.filter(said.is_null()).select(said).to_series().null_count() == expected.null_count() > 1
        assert words.clear().select(said).height == 0 and words[:1].select(said).item() == expected[0]
    chunks = pl.concat([frame[:7], frame[7:7], frame[7:100], frame[100:]], rechunk=False)
    assert chunks["fen"].n_chunks() > 1 and chunks.select(said).to_series().equals(expected)
    uneven = chunks.with_columns(frame["moves"].rechunk())
    played = FEN.chess.play("moves", 1)
    assert uneven.select(played).to_series().equals(frame.select(played).to_series())
    # Two functions of one column are not taken for one.
    both = frame.lazy().select(a=said, b=FEN.chess.material(), c=FEN.chess.status(), d=FEN.chess.legal("static")).collect()
    assert both["a"].equals(expected) and both["c"].equals(expected) and both["b"].dtype == pl.String and both["d"].dtype == pl.Boolean
    assert frame.filter(said == "checkmate").height == (expected == "checkmate").sum() > 0
    groups = frame.group_by(pl.col("number") % 3, maintain_order=True).agg(said)["fen"]
    assert groups.to_list() == [expected.gather_every(3, start).to_list() for start in range(3)]
    assert frame.group_by(said.alias("said")).len().height == expected.n_unique()
    assert frame.select(pl.when(pl.col("number") % 2 == 0).then(said)).to_series().to_list()[::2] == expected.to_list()[::2]
    assert frame.select(said.over(pl.col("number") % 3)).to_series().equals(expected)
    assert pl.select(Chess(pl.lit(MATE)).status()).item() == "checkmate"
    assert frame.with_columns(pl.lit(None).alias("fen")).select(said).to_series().null_count() == frame.height


def test_arguments_of_each_row():
    frame = pl.DataFrame({"fen": [ONE, ONE, None], "n": pl.Series([1, None, 2], dtype=pl.Int64), "level": ["static", "playable", None]})
    assert frame.select(FEN.chess.mate_in(pl.col("n"))).to_series().to_list() == [1, None, None]
    assert frame.select(FEN.chess.keys(pl.col("n").cast(pl.UInt8))).to_series().to_list() == [["a1a8"], None, None]
    bishop = pl.lit("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w")
    assert frame.select(bishop.chess.legal(pl.col("level"))).to_series().to_list() == [False, None, None]
    assert frame.select(FEN.chess.reach("static").struct.field("verdict")).to_series().to_list() == ["undecided", "undecided", None]


def test_errors(many):
    frame = pl.DataFrame(many)
    bad = [
        (FEN.chess.legal("nonsense"), 'level: .*found "nonsense"'),
        (FEN.chess.board("z9"), "chess_board: square: "),
        (FEN.chess.mate_in(0), "chess_mate_in: n: "),
        (pl.col("number").chess.status(), "chess_status: fen: expected a column of strings, found Arrow type Int64"),
        (FEN.chess.play(pl.lit(5)), "chess_play: moves: expected a column of strings"),
    ]
    for said, message in bad:
        for engine in ("in-memory", "streaming"):
            with pytest.raises((ValueError, pl.exceptions.ComputeError), match=message):
                frame.lazy().select(said).collect(engine=engine)
    with pytest.raises((OverflowError, TypeError)):
        FEN.chess.mate_in(5_000_000_000)
    with pytest.raises(pl.exceptions.InvalidOperationError):
        frame.select(FEN.chess.mate_in(pl.lit(5_000_000_000)))
    with pytest.raises(TypeError):
        FEN.chess.legal()
    assert frame.select(FEN.chess.status()).height == frame.height
