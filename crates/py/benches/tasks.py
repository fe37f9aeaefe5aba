"""Gradings a second and the time to make an item, by kind and difficulty; proof games beside python-chess on the same answers in the same run.

    pip install ./crates/py chess
    python crates/py/benches/tasks.py [ITEMS [ROUNDS]]

Half of the answers are right; the others are of the right form and mostly wrong (a word dropped, added, doubled or exchanged). Processor time on one
thread, the median over rounds.
"""

from __future__ import annotations

import pathlib
import platform
import statistics
import sys
import time
from typing import Callable, List

import chess

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests"))
from adversary import Adversary, game_leads_to, several  # noqa: E402
from chess_arbiter import __version__, tasks  # noqa: E402

REPEAT = 40


def timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def answers(item: tasks.Item, count: int) -> List[str]:
    adversary = Adversary(item, seed=3)
    near = [f"Answer: {adversary._near(item.reference)}" for _ in range(count // 2)]
    return near + [f"I think.\nAnswer: {item.reference}"] * (count - len(near))


def plain(item: tasks.Item, text: str) -> bool:
    """As one would with python-chess: it reads more spellings."""
    board = chess.Board()
    for word in several(text.partition("Answer: ")[2]):
        if word[-1] == ".":
            continue
        try:
            board.push_san(word)
        except ValueError:
            return False
    return board.epd() == chess.Board(item.position).epd()


def main() -> None:
    count, rounds = (int(number) for number in (sys.argv[1:] + ["20", "5"])[:2])
    print(f"chess_arbiter {__version__}, python-chess {chess.__version__}, Python {platform.python_version()}, {count} items each, {rounds} rounds")
    for kind in tasks.KINDS:
        for difficulty in (1, 2, 3, 4):
            made: List[tasks.Item] = []
            each = [timed(lambda seed=seed: made.append(tasks.make(kind, difficulty, seed))) for seed in range(count)]
            asked = [(item, answers(item, REPEAT)) for item in made]
            # A repair that is new takes a search; from the second time on it is known.
            first = timed(lambda: [item.grade(text) for item, texts in asked for text in texts])
            spent = [timed(lambda: [item.grade(text) for item, texts in asked for text in texts]) for _ in range(rounds)]
            rate = count * REPEAT / statistics.median(spent)
            line = f"{kind:11} {difficulty}  {rate:10,.0f} a second, first time {count * REPEAT / first:10,.0f};"
            line += f" made in {statistics.median(each) * 1e3:7.1f} ms (at most {max(each) * 1e3:,.0f})"
            if kind == "proof-game":
                assert all(game_leads_to([word for word in item.reference.split() if word[-1] != "."], item.position) for item in made)
                other = timed(lambda: [plain(item, text) for item, texts in asked for text in texts])
                line += f"; python-chess {count * REPEAT / other:,.0f} a second"
            print(line, flush=True)


if __name__ == "__main__":
    main()
