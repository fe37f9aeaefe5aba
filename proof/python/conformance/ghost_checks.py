"""`can-win`: what the checks in a closure with ghosts cost, and its positions pay for."""

import json

from .closures import list_of, unwinnable
from .made import demand

# Wherever White's king goes Black's is in check, by a pawn, and nothing but its capture answers it.
IN_CHECK = ["2q3rn/{}pk/4p1Pq/8/{}/7q/" + king for king in ("8/K7", "8/1K6", "K7/8", "1K6/8")]
PAWN = [["e7", "0010000000000000", "0" * 16, False]]


def checks_with_ghosts(made):
    """Checks that are paid for, just and not."""

    def texts(*men):
        return [f"{text.format(*men)} {side} - -" for side in "wb" for text in IN_CHECK]

    # After each of the 12 checks there are 50 pseudo-legal moves, and 51; the list pays for 568.
    fifty, more = texts("3n2", "8"), texts("6", "5b2")
    root = "7k/4p3/4p3/8/8/8/8/K7 w - -"
    for expect, name, why, evidence in (
        ("good", "just", "all that is paid for", list_of(1, *fifty)),
        ("trap", "more", "more than is paid for", list_of(1, *more)),
        ("good", "more-2", "one more pays for 32", list_of(2, *more)),
        ("trap", "made", "one that is made pays less than one that is listed", list_of(2, *fifty[:-1])),
        ("good", "made-4", "with two more it is enough", list_of(4, *fifty[:-1])),
        ("good", "none", "the first alone has no check", list_of(1)),
    ):
        case = unwinnable(root, "white", **evidence, ghosts=PAWN)
        getattr(made, expect)(f"ghosts-checks-{name}", why, case)
    written = json.dumps(unwinnable(root, "white", **list_of(1, *more), ghosts=PAWN))
    escaped = written.replace('"2q3rn', '"\\u0032q3rn')
    demand(len(escaped) == len(written) + 40)
    made.trap("ghosts-checks-escapes", "a character that is written with an escape is one", escaped)
