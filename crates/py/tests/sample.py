"""What a user's typed program looks like: mypy must accept it, and reveal these types."""

from __future__ import annotations

import pathlib
from datetime import timedelta
from typing import Any, Dict, List, Optional, Tuple

import chess
import duckdb
import polars as pl
from typing_extensions import assert_type

import chess_arbiter
import chess_arbiter.duckdb
import chess_arbiter.polars
from chess_arbiter import Accepted, Position, PositionError, ReachResult, StatusResult, Table, WinResult, tasks, verify


def one(text: str) -> Optional[Dict[str, Any]]:
    try:
        position = Position(text, rules="standard")
    except PositionError as error:
        assert_type(error.line, int)
        assert_type(error.square, Optional[str])
        return None
    assert_type(position.status(), StatusResult)
    assert_type(position.reach(level="static", time="1s"), ReachResult)
    assert_type(position.win(mate=2, time=timedelta(seconds=1), memory="64MiB"), WinResult)
    assert_type(position.shortest_win(time=None).line, Tuple[str, ...])
    assert_type(position.to_chess(), chess.Board)
    assert_type(Position.from_chess(chess.Board()), Position)
    result = position.win(within=3)
    assert_type(verify(result), Accepted)
    return result.certificate


def columns(series: pl.Series, frame: pl.DataFrame) -> None:
    assert_type(chess_arbiter.status(series), Table)
    assert_type(chess_arbiter.reach(frame, level="static"), Table)
    assert_type(chess_arbiter.win(["8/8/8/8/8/8/8/8 w", None], mate=1), Table)
    pl.DataFrame(chess_arbiter.play(series, series, k=1))


def frames(connection: duckdb.DuckDBPyConnection, frame: pl.LazyFrame) -> pl.LazyFrame:
    chess_arbiter.duckdb.load(connection)
    fen = chess_arbiter.polars.Chess(pl.col("fen"))
    assert_type(fen.mate_in(2), pl.Expr)
    return frame.select(fen.status(), fen.legal("static"), fen.legal(pl.col("level")), fen.play("moves", k=1))


def questions(reply: str) -> float:
    item = tasks.make("mate", difficulty=2, seed=1)
    assert_type(item.grade(reply).parts, Dict[str, float])
    assert_type(tasks.from_id(item.id), tasks.Item)
    prompt, _ = tasks.Environment(["status"]).reset(seed=1)
    assert_type(prompt, str)
    return sum(one.grade(reply).reward for one in tasks.items("status", count=3))


def as_with_python_chess(board: chess.Board) -> Optional[str]:
    position = Position(board)
    assert_type(position.play("e4", chess.Move.from_uci("e7e5"), position.legal_moves[0]), Position)
    assert_type([move.san for move in position.legal_moves], List[str])
    tree = position.win(mate=2, tables=pathlib.Path("tables")).tree
    assert_type(chess_arbiter.status([board, position, "8/8/8/8/8/8/8/8 w", None], progress=True), Table)
    chess_arbiter.play([board], [["e4", chess.Move.null()]], progress=lambda done, rows: print(done, rows))
    return None if tree is None else tree.move.san


async def later(position: Position) -> None:
    assert_type(await position.aio.win(mate=2), WinResult)
    assert_type(await chess_arbiter.aio.status([position]), Table)
