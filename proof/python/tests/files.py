"""`python -m tests.files`: how certificates stand in files, with a checkmate that is accepted."""

import contextlib
import io
import json
import os
import sys
import tempfile

from arbiter_check.__main__ import main

MATE = json.dumps(
    {
        "format": "arbiter-certificate",
        "version": 2,
        "rules": "standard",
        "question": "status",
        "position": "7k/6Q1/6K1/8/8/8/8/8 b - -",
        "claim": {"answer": "checkmate"},
        "evidence": {"checkers": ["g7"], "refuted": [["h8g8", "g7"], ["h8h7", "g7"], ["h8g7", "g6"]]},
    }
)
MARK = "\ufeff"

# What stands in a file, the exit status, and the first words of its verdicts.
FILES = {
    "one": (MATE, 0, ["accepted"]),
    "one over many lines": (json.dumps(json.loads(MATE), indent=1), 0, ["accepted"]),
    "one a line": (f"{MATE}\n\n{MATE}\n", 0, ["accepted", "accepted"]),
    "a byte order mark": (MARK + MATE, 0, ["accepted"]),
    "a byte order mark, one a line": (f"{MARK}{MATE}\n{MATE}\n", 0, ["accepted", "accepted"]),
    "a byte order mark in the second line": (f"{MATE}\n{MARK}{MATE}\n", 1, ["accepted", "refused"]),
    "two byte order marks": (MARK + MARK + MATE, 1, ["refused"]),
    "nothing": ("", 1, ["refused"]),
}


def run():
    """The numbers of files judged as they should be, and otherwise."""
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "file.json")
        for name, (text, status, words) in FILES.items():
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                found = main([path])
            said = [line.split(":")[0] for line in output.getvalue().splitlines()]
            if (found, said) == (status, words):
                passed += 1
            else:
                failed += 1
                print(f"{name}: expected {status} {words}, got {found} {said}")
    return passed, failed


if __name__ == "__main__":
    counts = run()
    print("python2: {} passed, {} failed, 0 skipped".format(*counts))
    sys.exit(1 if counts[1] else 0)
