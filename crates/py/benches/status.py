"""Status of a column of FENs, beside python-chess on the same column in the same run.

    pip install ./crates/py chess pyarrow
    python crates/py/benches/status.py [ROWS [ROUNDS]]

python-chess reads the FEN and asks is_check, is_checkmate and is_stalemate. Contestants take turns; python-chess, which has one thread, gets a
part of the rows in each round. The ratio is the median over rounds of the times for a row, both on one thread.
"""

from __future__ import annotations

import platform
import random
import statistics
import sys
import time

import chess
import pyarrow as pa

import chess_arbiter

PART = 50


def positions(count: int) -> list[str]:
    """From random games, each as long as it lasts."""
    dice = random.Random(1)
    fens: list[str] = []
    while len(fens) < count:
        board = chess.Board()
        while len(fens) < count and not board.is_game_over(claim_draw=False) and board.fullmove_number < 150:
            board.push(dice.choice(list(board.legal_moves)))
            fens.append(board.fen())
    return fens


def by_chess(fen: str) -> str:
    board = chess.Board(fen)
    if board.is_checkmate():
        return "checkmate"
    if board.is_stalemate():
        return "stalemate"
    return "check" if board.is_check() else "safe"


def timed(work, cpu):
    """What the work gives, and its processor time: the machine has other work too."""
    start = cpu()
    result = work()
    return result, cpu() - start


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    # Random games are dear to make here: a part of them, over and over, but more than a cache holds.
    distinct = positions(min(rows, 100_000))
    fens = (distinct * -(-rows // len(distinct)))[:rows]
    column = pa.array(fens)
    chess_arbiter.status(column, threads=1)
    ratios, ours, theirs, walls = [], [], [], []
    for number in range(rounds):
        table, mine = timed(lambda: chess_arbiter.status(column, threads=1), time.process_time)
        part = fens[number::PART]
        said, its = timed(lambda: [by_chess(fen) for fen in part], time.process_time)
        assert table["answer"].to_pylist()[number::PART] == said
        ours.append(mine / rows * 1e9)
        theirs.append(its / len(part) * 1e9)
        ratios.append(theirs[-1] / ours[-1])
        walls.append(timed(lambda: chess_arbiter.status(column), time.perf_counter)[1])
    print(f"{rows} FENs, {rounds} rounds, Python {platform.python_version()}, python-chess {chess.__version__}")
    print(f"chess_arbiter.status, one thread: {statistics.median(ours):.0f} ns a position")
    print(f"python-chess:                     {statistics.median(theirs):.0f} ns a position")
    print(f"ratio, median over rounds:        {statistics.median(ratios):.0f} (from {min(ratios):.0f} to {max(ratios):.0f})")
    print(f"all threads, wall time:           {statistics.median(walls):.3f} s for the column")


if __name__ == "__main__":
    main()
