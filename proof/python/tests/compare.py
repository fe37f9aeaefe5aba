"""`python -m tests.compare PROGRAM [SEED] [SCALE]`: both checkers' verdicts, one by one."""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile

from arbiter_check import verdict

from .fresh import certificates
from .mutants import mutant

SECONDS = 10
MUTANTS = 3


def _late(*_):
    raise TimeoutError


def ours(text):
    """This checker's verdict, in time."""
    signal.signal(signal.SIGALRM, _late)
    signal.alarm(SECONDS)
    try:
        return verdict(text)
    except TimeoutError:
        return "stopped: by the clock"
    finally:
        signal.alarm(0)


def theirs(program, texts):
    """The program's verdicts: words and reasons."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", delete=False) as out:
        out.write("\n".join(texts) + "\n")
    try:
        run = subprocess.run(
            [program, "verify", "-q", "--json", "-j1", "--time", "20s", out.name],
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        os.unlink(out.name)
    found = [json.loads(line) for line in run.stdout.splitlines()]
    if len(found) != len(texts):
        raise SystemExit(f"{len(texts)} certificates, {len(found)} verdicts: {run.stderr[:300]}")
    return [(entry["verdict"], entry.get("reason", "")) for entry in found]


def main(program, seed=1, scale=1.0):
    """Compares, and says what differs."""
    dice = random.Random(seed)
    fresh = certificates(program, dice, scale)
    texts = [json.dumps(certificate, separators=(",", ":")) for certificate in fresh]
    texts += [mutant(dice, certificate) for certificate in fresh for _ in range(MUTANTS)]
    passed = failed = skipped = accepted = 0
    for text, (other, reason) in zip(texts, theirs(program, texts)):
        own = ours(text)
        word = own.split(":")[0]
        if "stopped" in (word, other):
            skipped += 1
        elif word == other:
            passed += 1
            accepted += word == "accepted"
        else:
            failed += 1
            print(f"{own} / {other} {reason[:200]}\n  {text[:1000]}")
    if passed < len(texts) * 9 // 10:
        failed += 1
        print("more than a tenth was stopped")
    mutants = len(texts) - len(fresh)
    print(f"seed {seed}: {len(fresh)} fresh certificates, {mutants} mutants, {accepted} accepted by both")
    print(f"python2: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(
        main(sys.argv[1], *(int(seed) for seed in sys.argv[2:3]), *(float(scale) for scale in sys.argv[3:4]))
    )
