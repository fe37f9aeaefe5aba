"""`python -m tests.conformance FOLDER [--slow]`: runs the cases of docs/conformance."""

import glob
import json
import os
import sys

from arbiter_check import verdict


def run(folder, slow=False):
    """The numbers of cases passed, failed and left out."""
    passed = failed = skipped = 0
    for path in sorted(glob.glob(os.path.join(folder, "*.jsonl"))):
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                case = json.loads(line)
                if case.get("slow") and not slow:
                    skipped += 1
                    continue
                found = verdict(case["certificate"])
                if found.split(":")[0] == case["expect"]:
                    passed += 1
                else:
                    failed += 1
                    print(f"{case['name']} ({case['why']}): expected {case['expect']}, {found}")
    return passed, failed, skipped


if __name__ == "__main__":
    counts = run(sys.argv[1], "--slow" in sys.argv)
    print("python2: {} passed, {} failed, {} skipped".format(*counts))
    sys.exit(1 if counts[1] or not counts[0] else 0)
