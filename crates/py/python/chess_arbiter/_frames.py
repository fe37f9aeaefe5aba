"""Expressions of Polars that the native module works out.

They are Python's only at their ends: rows go to and fro by pointers, and the GIL is free meanwhile. An expression plugin would save
a few nanoseconds a row, too few to be measured beside the answers.
"""

from __future__ import annotations

from typing import Any, List, Optional, Union

import polars as pl

from . import _native

Argument = Union[pl.Expr, pl.Series, None]
"""A column, or a series of one value for all rows; ``None`` if it is not given."""


def text(value: Union[str, pl.Expr]) -> Argument:
    """A text for all rows, or an expression."""
    return value if isinstance(value, pl.Expr) else pl.Series([value], dtype=pl.String)


def whole(value: Union[int, pl.Expr, None]) -> Argument:
    """A number for all rows, or an expression."""
    if value is None:
        return None
    return value.cast(pl.Int32) if isinstance(value, pl.Expr) else pl.Series([value], dtype=pl.Int32)


def column(value: Union[str, pl.Expr]) -> Argument:
    """A column by its name, or an expression."""
    return value if isinstance(value, pl.Expr) else pl.col(value)


def call(name: str, result: Any, expr: pl.Expr, *arguments: Argument) -> pl.Expr:
    """What a function says of each row; arguments that are not given come last."""
    given = [argument for argument in arguments if argument is not None]
    columns = [argument.alias(f"{name} {place}") for place, argument in enumerate(given) if isinstance(argument, pl.Expr)]

    def answer(rows: pl.Series) -> pl.Series:
        fen, *others = rows.struct.unnest().get_columns() if columns else [rows]
        asked: List[pl.Series] = [fen, *(others.pop(0) if isinstance(argument, pl.Expr) else argument for argument in given)]
        return pl.Series(_native.call(name, asked, None))

    rows = pl.struct(expr, *columns) if columns else expr
    return rows.map_batches(answer, return_dtype=result, is_elementwise=True)
