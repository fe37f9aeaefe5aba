"""Asks an installed wheel what can be asked without any other package; `dist/build` runs it."""

import asyncio
import importlib.util
import os
import tempfile
import xml.etree.ElementTree as xml

import chess_arbiter
from chess_arbiter import Position, Results, aio, verify

for name in ("chess", "tqdm", "pyarrow", "polars", "pandas", "numpy", "duckdb"):
    assert importlib.util.find_spec(name) is None, name
assert "PYTHONPATH" not in os.environ

MATE = "7k/6Q1/6K1/8/8/8/8/8 b"
mate = Position(MATE).status()
assert mate.answer == "checkmate", mate
assert str(verify(mate)).startswith("checkmate: 7k/6Q1")

# Moves, strategies and games.
start = Position()
assert len(start.legal_moves) == 20 and start.play("e4", "e7e5", "Nf3") == start.play("e2e4", "e5", "g1f3")
win = Position("7k/8/5K2/8/8/8/8/R7 w").win(mate=2, keys=True)
assert win.tree["Kg8"].move.san == "Ra8#" and "1. Kg6" in win.pgn and verify(win).plies == 3
proof = start.play("e4").reach(shortest=True)
assert proof.movetext == "1. e4" and verify(proof).answer == "legal"
assert Position("q3/2Q1/1rRn/N3 w", rules="simplified").shortest_win().tree.plies == 9
assert Position("bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq -", rules="chess960").reach().answer == "legal"

# Notebooks.
for thing in (mate, win, win.tree, proof, Results([mate, win]), chess_arbiter.status([MATE, None], reason=True)):
    xml.fromstring(thing._repr_html_())

# Columns, of texts and of positions.
heard = []
table = chess_arbiter.reach([start.play("e4"), start.fen, None, "?"], game=True, repair=True, progress=lambda *told: heard.append(told))
assert table["answer"].to_pylist() == ["legal", "legal", None, None] and table["game"].to_pylist()[0] == "e2e4" and heard[-1] == (4, 4)
try:
    chess_arbiter.status([MATE], progress=True)
except ImportError as missing:
    assert "pip install tqdm" in str(missing)
with tempfile.TemporaryDirectory() as folder:
    assert chess_arbiter.win([MATE], mate=1, tables=folder)["answer"].to_pylist() == ["no-win"]


# Coroutines.
async def cancelled():
    task = asyncio.ensure_future(Position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").aio.win(mate=30, time=None))
    await asyncio.sleep(0.3)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        return (await aio.status([MATE]))["answer"].to_pylist()


assert asyncio.run(cancelled()) == ["checkmate"]
