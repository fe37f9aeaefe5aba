"""``python -m chess_arbiter.tasks``: makes items, and scores answers."""

from __future__ import annotations

import argparse
import contextlib
import sys
from typing import BinaryIO, ContextManager, Dict, List, Optional, TextIO

from ._item import Item, ItemError
from ._make import items
from ._report import read_items, report
from .kinds import KINDS


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m chess_arbiter.tasks", description="Exactly graded chess questions for language models.")
    commands = parser.add_subparsers(dest="command", required=True)
    levels = "\n".join(f"  {kind.name}: {kind.about}" for kind in KINDS.values())
    make = commands.add_parser(
        "make", help="write items as JSON lines", epilog=f"kinds:\n{levels}", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    make.add_argument("--kind", action="append", choices=list(KINDS), help="a kind of question; may be given several times; all unless told otherwise")
    make.add_argument("--difficulty", action="append", type=int, choices=[1, 2, 3, 4], help="may be given several times; all unless told otherwise")
    make.add_argument("--seed", type=int, default=0, help="of the first item of each kind and difficulty; the others follow (0)")
    make.add_argument("--count", type=int, default=10, help="items of each kind and difficulty (10)")
    make.add_argument("--no-answers", action="store_true", help="leave out reference and label: what may be shown to a model")
    make.add_argument("-o", "--output", metavar="FILE", help="instead of standard output")
    score = commands.add_parser("report", help="score a file of answers")
    score.add_argument("answers", metavar="answers.jsonl", help='JSON lines with "id" and "response"; - is standard input')
    score.add_argument("--items", metavar="FILE", help="the items as `make` wrote them; without it they are made again from their ids")
    score.add_argument("--json", action="store_true", help="JSON instead of a table")
    return parser


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs a command; the exit status is 1 if something is wrong with a file or some of its lines."""
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        return _make(given) if given.command == "make" else _report(given)
    except ItemError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read has enough.
        sys.stderr.close()
        return 1
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 1


def _make(given: argparse.Namespace) -> int:
    if given.count < 0:
        raise ItemError(f"--count {given.count}: expected 0 or more")
    out: ContextManager[TextIO] = contextlib.nullcontext(sys.stdout)
    if given.output is not None:
        out = open(given.output, "w", encoding="utf-8", newline="\n")
    with out as file:
        for kind in given.kind or KINDS:
            for difficulty in given.difficulty or range(1, len(KINDS[kind].levels) + 1):
                for item in items(kind, difficulty, given.seed, given.count):
                    print(item.to_json(answers=not given.no_answers), file=file, flush=True)
    return 0


def _report(given: argparse.Namespace) -> int:
    known: Optional[Dict[str, Item]] = None
    wrong = False
    if given.items is not None:
        with open(given.items, "rb") as file:
            known, errors = read_items(file)
        for line, message in errors:
            print(f"{given.items}:{line}: {message}", file=sys.stderr)
        wrong = bool(errors)
    answers: ContextManager[BinaryIO] = contextlib.nullcontext(sys.stdin.buffer) if given.answers == "-" else open(given.answers, "rb")
    with answers as source:
        told = report(source, known)
    for line, message in told.errors:
        print(f"{given.answers}:{line}: {message}", file=sys.stderr)
    print(told.to_json() if given.json else told.table())
    return 1 if wrong or told.errors else 0


if __name__ == "__main__":
    sys.exit(main())
