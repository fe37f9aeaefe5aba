"""How cases are written down."""

import copy
import json
import os
import subprocess

ARBITER = os.environ.get("ARBITER_BIN", "target/debug/arbiter")


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


def certificate(question, position, claim, evidence, rules="standard"):
    """A certificate as a value."""
    return {
        "format": "arbiter-certificate",
        "version": 2,
        "rules": rules,
        "question": question,
        "position": position,
        "claim": claim,
        "evidence": evidence,
    }


def ask(*words):
    """The certificates that the program writes for a question."""
    run = subprocess.run(
        [ARBITER, *words, "--certificate", "-j1"], capture_output=True, text=True, check=False
    )
    found = [json.loads(line) for line in run.stdout.splitlines() if line.startswith('{"format')]
    if not found:
        raise SystemExit(f"{words}: no certificate: {run.stdout[:200]} {run.stderr[:200]}")
    return found


def changed(base, *changes):
    """A copy with values put at paths; a value of ... takes the key away."""
    made = copy.deepcopy(base)
    for path, value in changes:
        here = made
        *way, last = path
        for step in way:
            here = here[step]
        value = value if value is ... else copy.deepcopy(value)
        if value is ...:
            del here[last]
        elif isinstance(here, list) and last == len(here):
            here.append(value)
        else:
            here[last] = value
    return made


def demand(true):
    """What a case is about."""
    if not true:
        raise RuntimeError("these are other positions")


def no_win(position, plies, nodes, rules="standard"):
    """A claim of no win."""
    return certificate("win", position, {"answer": "no-win", "plies": plies}, {"refutation": nodes}, rules)


def legal(position, game, claim=None, **evidence):
    """A claim that a game leads to the position."""
    return certificate(
        "legality", position, {"answer": "legal", **(claim or {})}, {"game": game.split(), **evidence}
    )


def illegal(position, *nodes, **claim):
    """A claim that none does; nodes without a position are about this one."""
    nodes = [[position, node] if isinstance(node, str) else list(node) for node in nodes]
    return certificate("legality", position, {"answer": "illegal", **claim}, {"nodes": nodes})


def mate(position, refuted, checkers, answer="checkmate", rules="standard"):
    """A certificate of mate or stalemate."""
    return certificate(
        "status",
        position,
        {"answer": answer},
        {"checkers": checkers, "refuted": [pair.split() for pair in refuted]},
        rules,
    )


def safe(position, move, rules="standard", checkers=(), answer="safe"):
    """A certificate that a side is safe, by a move."""
    return certificate(
        "status", position, {"answer": answer}, {"checkers": list(checkers), "move": move}, rules
    )


class Cases:
    """The cases of a topic, in order."""

    def __init__(self, topic):
        self.topic, self.cases = topic, []

    def _add(self, expect, name, why, text, **more):
        if not isinstance(text, str):
            text = json.dumps(text, separators=(",", ":"), ensure_ascii=False)
        case = {"name": f"{self.topic}/{name}", "why": why, "expect": expect, **more, "certificate": text}
        if any(other["name"] == case["name"] for other in self.cases):
            raise SystemExit(f"{case['name']}: twice")
        self.cases.append(case)

    def good(self, name, why, text):
        """Must be accepted."""
        self._add("accepted", name, why, text)

    def bad(self, name, why, text):
        """Must be refused."""
        self._add("refused", name, why, text)

    def slow(self, expect, name, why, text):
        """A plain checker needs more than a second or two for it."""
        self._add(expect, name, why, text, slow=True)

    def trap(self, name, why, text):
        """Must be refused, though a literal reading might accept it."""
        self._add("refused", name, why, text, trap=True)

    def odd(self, name, why, text):
        """Must be accepted, though a literal reading might refuse it."""
        self._add("accepted", name, why, text, trap=True)
