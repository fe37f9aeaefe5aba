"""The lemmas, and histories."""

import json
import os

from .columns import columns, confined
from .kernel import kernel
from .made import Cases, ask, changed, illegal
from .placements import placements, shown

HERE = os.path.dirname(__file__)
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
NAMES = ("files", "origins", "locked", "order", "parity", "columns", "confined-columns", "kernel")


def cases():
    """The topic."""
    made = Cases("lemmas")
    known = {}
    for lemma, number, position, *cases in _lines("lemmas.txt"):
        side = int(lemma == "order" and position.split()[1] == "b")
        cases = [json.loads(entry) for entry in cases]
        if lemma in ("order", "parity"):
            cases = [shown(lemma, position, side)]
        known[lemma, number] = known[lemma] = cases
        made.good(f"{lemma}-{number}", f"{lemma} applies", illegal(position, [position, lemma, *cases]))
        if cases and number == "0":
            without = illegal(position, [position, lemma])
            made.bad(f"{lemma}-without-cases", "it takes cases that show it", without)
    for lemma in NAMES:
        made.bad(
            f"{lemma}-of-the-array",
            f"{lemma} does not apply to the initial array",
            illegal(START, [START, lemma, *known[lemma]]),
        )
    for lemma, number, position, why in _lines("not_lemmas.txt"):
        cases = known.get((lemma, number), known[lemma])
        if lemma in ("order", "parity"):
            cases = [shown(lemma, position, int(lemma == "order" and position.split()[1] == "b"))]
        made.bad(f"not-{lemma}-{number}", why, illegal(position, [position, lemma, *cases]))
    _histories(made)
    _readings(made)
    columns(made)
    confined(made)
    kernel(made)
    placements(made)
    return made


def _lines(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as lines:
        return [[field.strip() for field in line.split("|")] for line in lines]


def _histories(made):
    for index, board in enumerate(
        (
            "rnbqkbnr/pppppppp/8/8/8/2P5/PP1PPPPP/RNBQKB1R w KQkq -",
            "r1bqkbnr/pppppppp/8/8/4P3/3P4/PPP2PPP/RN1QKBNR b KQkq -",
            "rnbqkb1r/pppppppp/8/8/3P4/2P5/P1P1PPPP/RNBQKBNR w KQkq -",
        )
    ):
        found = [case for case in ask("retro", board) if case["claim"]["answer"].endswith("history")]
        for case in found[:2]:
            _history(made, f"{case['claim']['answer']}-{index}", case)


def _readings(made):
    """What two sentences of the document mean."""

    def claim(position, victims, on):
        pawn = {"square": "c3", "origins": ["b2"], "least": 1, "most": 1, "on": on, "victims": victims}
        return {
            "format": "arbiter-certificate",
            "version": 2,
            "rules": "standard",
            "question": "legality",
            "position": position,
            "claim": {
                "answer": "white-history",
                "pawn_captures": 1,
                "pawns": [pawn],
                "promoted_among": [],
                "lost_men": [],
            },
            "evidence": {},
        }

    knight = "rnbqkb1r/pppppppp/8/8/8/2P5/P1PPPPPP/RNBQKBNR w KQkq -"
    made.odd(
        "reach-home",
        "the reach of a pawn includes its home: it captured from there",
        claim(knight, ["b8", "g8"], ["c3"]),
    )
    made.trap(
        "reach-without-home",
        "it captured from nowhere only to a reader who leaves the home out",
        claim(knight, [], []),
    )
    pawn = "rnbqkbnr/1ppppppp/8/8/P7/2P5/2PPPPPP/RNBQKBNR w kq -"
    made.odd(
        "pocket-promoted",
        "the pawn of the a-file can have been captured on c3 once it was promoted: it is no pocket",
        claim(pawn, ["a7", "b8", "g8"], ["c3"]),
    )
    made.trap(
        "pocket-pawn-only",
        "it is a pocket only to a reader who asks of the pawn's reach alone, or of one of the two",
        claim(pawn, ["b8", "g8"], ["c3"]),
    )
    bishop = "rn1qkb1r/pppppppp/8/8/8/2P5/P1PPPPPP/RNBQKBNR w KQkq -"
    made.good(
        "history-pocket",
        "the bishop was lost where it began, so a knight was captured on c3",
        claim(bishop, ["b8", "g8"], ["c3"]),
    )
    made.bad(
        "history-pocket-as-victim",
        "the bishop never came to c3",
        claim(bishop, ["b8", "c8", "g8"], ["c3"]),
    )
    twice = claim(knight, ["b8", "g8"], ["c3"])
    made.odd(
        "history-pawn-twice",
        "an entry may be repeated",
        changed(twice, (("claim", "pawns", 1), twice["claim"]["pawns"][0])),
    )
    made.odd(
        "history-nothing",
        "no entry has to be there",
        changed(twice, (("claim", "pawns"), []), (("claim", "pawn_captures"), 0)),
    )
    made.odd(
        "history-no-men",
        "of no men none was a pawn",
        changed(twice, (("claim", "promoted_among"), [{"squares": [], "least": 0}])),
    )
    made.bad(
        "history-no-men-1",
        "of no men none was a pawn",
        changed(twice, (("claim", "promoted_among"), [{"squares": [], "least": 1}])),
    )


def _history(made, name, case):
    made.good(name, "all that it says follows from the facts", case)
    claim = case["claim"]
    made.bad(
        f"{name}-captures",
        "so many captures are not shown",
        changed(case, (("claim", "pawn_captures"), claim["pawn_captures"] + 1)),
    )
    for key in ("pawn_captures", "pawns", "promoted_among", "lost_men"):
        made.bad(f"{name}-no-{key}", "all of these keys", changed(case, (("claim", key), ...)))
    made.bad(f"{name}-evidence", "no evidence is needed", changed(case, (("evidence", "nodes"), [])))
    if claim["pawns"]:
        pawn = ("claim", "pawns", 0)
        first = claim["pawns"][0]
        made.bad(
            f"{name}-least", "another least number", changed(case, ((*pawn, "least"), first["least"] + 1))
        )
        made.bad(
            f"{name}-most", "another greatest number", changed(case, ((*pawn, "most"), first["most"] + 1))
        )
        made.bad(
            f"{name}-origins",
            "an origin is left out",
            changed(case, ((*pawn, "origins"), first["origins"][1:])),
        )
        made.bad(
            f"{name}-square", "no pawn of the side stands there", changed(case, ((*pawn, "square"), "e1"))
        )
        if first["victims"]:
            made.bad(
                f"{name}-victims",
                "a victim is left out",
                changed(case, ((*pawn, "victims"), first["victims"][1:])),
            )
            made.bad(
                f"{name}-victim-twice",
                "none twice",
                changed(case, ((*pawn, "victims"), first["victims"] + first["victims"][:1])),
            )
        if first["on"]:
            made.bad(f"{name}-on", "a square is left out", changed(case, ((*pawn, "on"), [])))
    if claim["lost_men"]:
        made.bad(
            f"{name}-lost-on",
            "the squares of its range",
            changed(case, (("claim", "lost_men", 0, "on"), ["h8", "a1"])),
        )
        made.bad(
            f"{name}-lost-king",
            "a king is never lost",
            changed(case, (("claim", "lost_men", 0, "home"), "e1" if claim["answer"][0] == "w" else "e8")),
        )
