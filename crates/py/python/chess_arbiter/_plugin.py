"""Expressions that the native module works out, as a plugin of Polars: without Python, on as many threads as there are."""

from __future__ import annotations

from typing import Optional, Union

import polars as pl
from polars.plugins import register_plugin_function

from . import _native


def text(value: Union[str, pl.Expr, None]) -> Optional[pl.Expr]:
    """A text for all rows, or an expression."""
    return pl.lit(value) if isinstance(value, str) else value


def whole(value: Union[int, pl.Expr, None]) -> Optional[pl.Expr]:
    """A number for all rows, or an expression."""
    return value if value is None else (pl.lit(value) if isinstance(value, int) else value).cast(pl.Int32)


def column(value: Union[str, pl.Expr]) -> pl.Expr:
    """A column by its name, or an expression."""
    return pl.col(value) if isinstance(value, str) else value


def call(name: str, *arguments: Optional[pl.Expr]) -> pl.Expr:
    """What a function says of each row; arguments that are not given come last."""
    # The plugin learns from the name of its last argument which function is meant, when it is asked for a type and has no values
    # yet. Polars tells two calls apart by the value.
    return register_plugin_function(
        plugin_path=_native.__file__,
        function_name="chess",
        args=[*(argument for argument in arguments if argument is not None), pl.lit(name).alias(name)],
        is_elementwise=True,
    )
