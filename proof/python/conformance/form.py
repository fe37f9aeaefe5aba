"""The form of a certificate."""

import json

from .made import Cases, certificate, changed

STATUS = certificate(
    "status",
    "7k/6Q1/6K1/8/8/8/8/8 b - -",
    {"answer": "checkmate"},
    {"checkers": ["g7"], "refuted": [["h8g8", "g7"], ["h8h7", "g7"], ["h8g7", "g6"]]},
)
SAFE = certificate(
    "status", "4k3/8/8/8/8/8/8/4K2R w K -", {"answer": "safe"}, {"checkers": [], "move": "e1g1"}
)


def cases():
    """The topic."""
    made = Cases("form")
    text = json.dumps(STATUS)
    made.good("mate", "the example of the document", STATUS)
    made.good(
        "spaces",
        "white space between tokens and around the object is no matter",
        "\n " + json.dumps(STATUS, indent=1) + "\n\t \r\n",
    )
    made.good("order", "keys stand in any order", dict(reversed(list(STATUS.items()))))
    made.good(
        "escapes",
        "JSON escapes in texts and keys are read as JSON reads them",
        text.replace('"status"', '"\\u0073tatus"').replace('"claim"', '"cl\\u0061im"'),
    )
    for key in STATUS:
        made.bad(f"no-{key}", f"the key {key} is missing", changed(STATUS, ((key,), ...)))
        made.bad(f"null-{key}", f"null is no {key}", changed(STATUS, ((key,), None)))
    made.bad("unknown-key", "an unknown key beside the others", changed(STATUS, (("note",), "")))
    made.bad("unknown-key-claim", "an unknown key in the claim", changed(STATUS, (("claim", "plies"), 1)))
    made.bad(
        "unknown-key-evidence",
        "an unknown key in the evidence",
        changed(STATUS, (("evidence", "move"), "h8g8")),
    )
    made.bad(
        "repeated-key",
        "a key is repeated, with the same value",
        text.replace('"version": 2', '"version": 2, "version": 2'),
    )
    made.trap(
        "repeated-claim",
        "a key is repeated: a reader that keeps the last would see a true claim",
        text.replace('"claim":', '"claim": {"answer": "stalemate"}, "claim":'),
    )
    made.trap(
        "repeated-claim-escaped",
        "a key is repeated, once with an escape: keys are compared as JSON reads them",
        text.replace('"claim":', '"cl\\u0061im": {"answer": "stalemate"}, "claim":'),
    )
    made.trap(
        "repeated-answer",
        "a key is repeated within the claim",
        text.replace('{"answer": "checkmate"}', '{"answer": "stalemate", "answer": "checkmate"}'),
    )
    made.trap(
        "repeated-checkers",
        "a key is repeated within the evidence",
        text.replace('{"checkers":', '{"checkers": [], "checkers":'),
    )
    made.bad("trailing-text", "text after the object", text + " x")
    made.bad("two-objects", "two objects are no certificate", text + text)
    made.bad("array", "an array is no certificate", "[" + text + "]")
    made.bad("empty", "nothing is no certificate", "")
    made.bad("cut", "the text ends too early", text[:-1])
    made.bad("trailing-comma", "a comma before a closing brace is no JSON", text[:-1] + ",}")
    made.bad("single-quotes", "single quotes are no JSON", text.replace('"', "'"))
    made.bad("comment", "a comment is no JSON", text.replace("{", "{/* mate */", 1))
    made.bad("byte-order-mark", "a byte order mark before the object", "\ufeff" + text)
    made.bad(
        "control-character",
        "a raw line break within a text is no JSON",
        text.replace("arbiter-certificate", "arbiter-\ncertificate"),
    )
    made.bad(
        "lone-surrogate", "an escape for half a character", text.replace("checkmate", "check\\ud800mate")
    )
    made.bad("deep", "5,000 brackets, one in the other", text.replace("[[", "[" * 5000, 1))
    made.bad("format-other", "another format", changed(STATUS, (("format",), "arbiter")))
    made.bad(
        "format-case",
        "names are compared letter by letter",
        changed(STATUS, (("format",), "Arbiter-Certificate")),
    )
    for name, value in (
        ("0", "0"),
        ("3", "3"),
        ("text", '"2"'),
        ("decimal", "2.0"),
        ("exponent", "2e0"),
        ("true", "true"),
        ("list", "[2]"),
        ("great", "18446744073709551617"),
        ("negative", "-1"),
        ("zeros", "02"),
    ):
        made.bad(
            f"version-{name}",
            "the version is the integer 2, or 1, and nothing else",
            text.replace('"version": 2', f'"version": {value}'),
        )
    made.odd(
        "version-1",
        "version 1 is valid by the same rules",
        text.replace('"version": 2', '"version": 1'),
    )
    made.bad(
        "version-first",
        "the version is looked at first, so this is refused by its version",
        text.replace('"version": 2', '"version": 3, "hints": []'),
    )
    for name, rules in (("unknown", "chess"), ("case", "Standard"), ("space", "standard "), ("empty", "")):
        made.bad(f"rules-{name}", "no rule set has this name", changed(STATUS, (("rules",), rules)))
    for name, question in (("unknown", "mate"), ("case", "Status"), ("can_win", "can_win")):
        made.bad(f"question-{name}", "no question has this name", changed(STATUS, (("question",), question)))
    for question in ("rules", "legality", "can-win"):
        made.bad(
            f"question-{question}-pawnless",
            f"{question} is asked about standard only",
            changed(
                STATUS,
                (("question",), question),
                (("rules",), "pawnless"),
                (("position",), "7k/6Q1/6K1/8/8/8/8/8 b"),
            ),
        )
    made.bad(
        "question-help-simplified",
        "help is asked about games that are won by checkmate",
        certificate(
            "help",
            "q3/4/4/3Q w",
            {"answer": "unsolved", "stipulation": "h#1", "solutions": 0},
            {"lines": []},
            "simplified",
        ),
    )
    made.bad("claim-list", "the claim is an object", changed(STATUS, (("claim",), ["checkmate"])))
    made.bad("claim-text", "the claim is an object", changed(STATUS, (("claim",), "checkmate")))
    made.bad("evidence-list", "the evidence is an object", changed(STATUS, (("evidence",), [["g7"]])))
    made.bad(
        "answer-of-another-question",
        "the answer is one of its question",
        changed(STATUS, (("claim", "answer"), "win")),
    )
    made.bad(
        "question-of-another-answer",
        "the answer is one of its question",
        changed(STATUS, (("question",), "win")),
    )
    made.bad(
        "evidence-swapped",
        "evidence of another kind of answer",
        changed(STATUS, (("evidence",), SAFE["evidence"])),
    )
    made.good("safe", "a move that can be played shows that the side to move is safe", SAFE)
    return made
