"""The functions about chess in DuckDB.

>>> import duckdb, chess_arbiter.duckdb
>>> connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
>>> chess_arbiter.duckdb.load(connection)
>>> connection.sql("select chess_status('7k/6Q1/6K1/8/8/8/8/8 b')").fetchall()
[('checkmate',)]
"""

from __future__ import annotations

import tempfile
from pathlib import Path

try:
    import duckdb
except ImportError as _missing:
    raise ImportError("chess_arbiter.duckdb needs DuckDB: pip install duckdb") from _missing

from . import _native

__all__ = ["load"]

_NAME = "chess_arbiter"


def load(connection: duckdb.DuckDBPyConnection) -> None:
    """Adds the functions to the connection's database, for all its connections, until it is closed.

    Raises ``RuntimeError`` if the connection does not allow extensions that DuckDB's makers have not signed: that can only
    be said when a database is opened.
    """
    # What the connection is in the midst of goes on.
    cursor = connection.cursor()
    allowed, loaded, platform = cursor.execute(
        "SELECT current_setting('allow_unsigned_extensions'), "
        "EXISTS (FROM duckdb_extensions() WHERE extension_name = ? AND loaded), (SELECT platform FROM pragma_platform())",
        [_NAME],
    ).fetchall()[0]
    if loaded:
        return
    if not allowed:
        raise RuntimeError(
            "this connection refuses extensions that are not signed by DuckDB: open it with "
            'duckdb.connect(…, config={"allow_unsigned_extensions": "true"})'
        )
    # DuckDB wants a file of that name with a footer, and once it is loaded it needs no name.
    with tempfile.TemporaryDirectory(prefix="chess-arbiter-") as folder:
        path = Path(folder) / f"{_NAME}.duckdb_extension"
        with open(path, "wb") as file:
            file.write(Path(_native.__file__).read_bytes())
            file.write(_native.duckdb_footer(platform))
        cursor.load_extension(str(path))
