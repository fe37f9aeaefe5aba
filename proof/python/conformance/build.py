"""`python -m conformance.build FOLDER`: writes the set, and says where this checker thinks otherwise."""

import importlib
import json
import os
import sys
import time

from arbiter_check import verdict

TOPICS = (
    "form",
    "positions",
    "status",
    "rules",
    "win",
    "keys",
    "variations",
    "aims",
    "legality",
    "lemmas",
    "at_least",
    "can_win",
    "help",
    "looks",
)


def main(folder):
    """Writes one file for each topic."""
    wrong = total = 0
    slowest = []
    for topic in TOPICS:
        cases = importlib.import_module(f"conformance.{topic}").cases().cases
        with open(os.path.join(folder, f"{topic}.jsonl"), "w", encoding="utf-8") as out:
            for case in cases:
                out.write(json.dumps(case, ensure_ascii=True) + "\n")
                begun = time.time()
                found = case["expect"] if "slow" in case else verdict(case["certificate"])
                slowest.append((round(time.time() - begun, 1), case["name"], "slow" in case))
                total += 1
                if found.split(":")[0] != case["expect"]:
                    wrong += 1
                    print(f"{case['name']}: expected {case['expect']}, {found}")
    print(*sorted(slowest)[-12:], sep="\n")
    print(f"{total} cases, {wrong} not as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
