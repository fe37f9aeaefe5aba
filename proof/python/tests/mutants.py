"""Mutants of certificates: one thing changed, most often something that matters."""

import copy
import json

SQUARE_LETTERS = "abcdefgh"


def _places(value, path=()):
    """All paths into a value, with the value there."""
    yield path, value
    if isinstance(value, dict):
        for key in value:
            yield from _places(value[key], (*path, key))
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from _places(entry, (*path, index))


def _put(certificate, path, value):
    made = copy.deepcopy(certificate)
    here = made
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = value
    return made


def _text(dice, text):
    """Another text: a square, a move, a position, or a name changed."""
    if "/" in text:
        at = dice.randrange(len(text))
        return text[:at] + dice.choice("KQRBNPkqrbnp12345678wb-") + text[at + 1 :]
    if len(text) in (2, 4, 5) and text[0] in SQUARE_LETTERS:
        at = dice.randrange(min(len(text), 4))
        letter = dice.choice(SQUARE_LETTERS if at % 2 == 0 else "12345678")
        return text[:at] + letter + text[at + 1 :]
    if len(text) == 16:
        at = dice.randrange(16)
        return text[:at] + dice.choice("0123456789abcdef") + text[at + 1 :]
    others = (
        "checkmate",
        "stalemate",
        "safe",
        "check",
        "win",
        "no-win",
        "legal",
        "illegal",
        "white",
        "black",
        "origins",
        "files",
        "locked",
        "columns",
        "dies",
        "leaves",
        "stays",
        "retract",
        "order",
        "parity",
        "solved",
        "unsolved",
        "winnable",
        "unwinnable",
        "plain",
        "king",
    )
    return dice.choice(others)


def mutant(dice, certificate):
    """A copy with one change, as one line of text."""
    places = [
        (path, value)
        for path, value in _places(certificate)
        if path and path[0] in ("position", "claim", "evidence") and len(path) + (path[0] == "position") > 1
    ]
    path, value = dice.choice(places)
    if isinstance(value, bool):
        made = _put(certificate, path, not value)
    elif isinstance(value, int):
        made = _put(certificate, path, value + dice.choice((-2, -1, 1, 2)))
    elif isinstance(value, str):
        made = _put(certificate, path, _text(dice, value))
    elif isinstance(value, list) and value:
        entries = copy.deepcopy(value)
        at = dice.randrange(len(entries))
        change = dice.randrange(3)
        if change == 0:
            del entries[at]
        elif change == 1:
            entries.insert(at, copy.deepcopy(dice.choice(entries)))
        else:
            entries[at] = copy.deepcopy(dice.choice(entries))
        made = _put(certificate, path, entries)
    else:
        made = _put(certificate, path, None if value else [])
    return json.dumps(made, separators=(",", ":"))
