"""The functions about chess in Polars: ``import chess_arbiter.polars`` adds ``.chess`` to expressions.

>>> import polars as pl, chess_arbiter.polars
>>> frame = pl.DataFrame({"fen": ["7k/6Q1/6K1/8/8/8/8/8 b", "7k/8/6K1/8/8/8/8/R7 w", None]})
>>> frame.select(pl.col("fen").chess.status().alias("status"), mate=pl.col("fen").chess.mate_in(2)).rows()
[('checkmate', 0), ('safe', 1), (None, None)]
"""

from __future__ import annotations

try:
    import polars as pl
except ImportError as _missing:
    raise ImportError("chess_arbiter.polars needs Polars: pip install polars") from _missing

from ._expressions import Chess

__all__ = ["Chess"]

pl.api.register_expr_namespace("chess")(Chess)
