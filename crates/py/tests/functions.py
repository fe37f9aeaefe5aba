"""The functions of SQL and data frames, with arguments and rows to call them with, for the tests of each engine."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple

import chess
import pyarrow as pa

from chess_arbiter import _native

FUNCTIONS: List[Dict[str, Any]] = json.loads(_native.functions())
# What is given for arguments beside the position; those of rows come from the column of their name.
GIVEN = {"level": "static", "stipulation": "s#1", "side": "white", "n": 2, "k": 1, "square": "e4"}
OF_ROWS = ("fen", "moves")


@dataclass(frozen=True)
class Call:
    """A function and how many arguments it is given."""

    name: str
    parameters: Tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name}-{len(self.parameters)}"

    def sql(self) -> str:
        """The call as DuckDB and DataFusion write it."""
        given = [name if name in OF_ROWS else repr(GIVEN[name]) for name in self.parameters]
        return f"{self.name}({', '.join(given)})"

    def arrow(self, rows: pa.Table, threads: Optional[int] = 1) -> List[Any]:
        """What it says of rows, asked of the native module with arrays of Arrow."""
        kinds = {str: pa.string(), int: pa.int32()}
        arguments = [
            rows[name].combine_chunks() if name in OF_ROWS else pa.array([GIVEN[name]], kinds[type(GIVEN[name])])
            for name in self.parameters
        ]
        return pa.array(_native.call(self.name, arguments, threads)).to_pylist()


def calls() -> List[Call]:
    """Each function with each number of arguments that it takes."""
    return [
        Call(function["name"], tuple(parameter["name"] for parameter in function["parameters"][:count]))
        for function in FUNCTIONS
        for count in range(len(function["parameters"]) + 1)
        if all(parameter["optional"] for parameter in function["parameters"][count:])
    ]


def rows_of(boards: List[chess.Board], seed: int = 4) -> pa.Table:
    """Positions with moves, and among them nulls and what cannot be read or played."""
    dice = random.Random(seed)
    fens: List[Optional[str]] = []
    moves: List[Optional[str]] = []
    for board in boards:
        legal = list(board.legal_moves)
        fens.append(board.fen())
        moves.append(dice.choice(legal).uci() if legal else "")
        if dice.random() < 0.1:
            fens.append(dice.choice([None, "", "?", "9/8 w", "8/8/8/8/8/8/8/8 w", "ж" * 7, "x" * 100_000 if dice.random() < 0.05 else "x\0"]))
            moves.append(dice.choice([None, "", "e2e4", "a1a1", "?"]))
    return pa.table({"number": range(len(fens)), "fen": pa.array(fens, pa.string()), "moves": pa.array(moves, pa.string())})
