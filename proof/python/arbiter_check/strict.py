"""JSON as the document wants it: no repeated, unknown or missing keys, integers only."""

import json

from .errors import Refused

# Numbers beyond these are refused wherever they stand.
LEAST, MOST = -(2**63), 2**64 - 1


def _pairs(pairs):
    made = {}
    for key, value in pairs:
        if key in made:
            raise Refused("form", f"the key {key!r} is repeated")
        made[key] = value
    return made


def _no_float(text):
    raise Refused("form", f"{text} is no integer")


def _integer(text):
    if len(text) > 20 or not LEAST <= int(text) <= MOST or text == "-0":
        raise Refused("form", f"{text[:30]} is no integer that is asked for")
    return int(text)


def parse(text):
    """The value that a text holds, all of it."""
    try:
        return json.loads(
            text,
            object_pairs_hook=_pairs,
            parse_float=_no_float,
            parse_constant=_no_float,
            parse_int=_integer,
        )
    except json.JSONDecodeError as error:
        raise Refused("form", f"no JSON: {error}") from None
    except RecursionError:
        raise Refused("form", "too deep") from None


def keys(value, needed, optional=(), rule="form", what="object"):
    """An object with exactly these keys."""
    if not isinstance(value, dict):
        raise Refused(rule, f"{what} is no object")
    for key in needed:
        if key not in value:
            raise Refused(rule, f"{what} has no key {key!r}")
    for key in value:
        if key not in needed and key not in optional:
            raise Refused(rule, f"{what} has the unknown key {key!r}")
    return value


def integer(value, least, most, rule="form", what="number"):
    """An integer from `least` to `most`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused(rule, f"{what} is no integer")
    if not least <= value <= most:
        raise Refused(rule, f"{what} is {value}, not from {least} to {most}")
    return value


def string(value, rule="form", what="text"):
    """A text."""
    if not isinstance(value, str):
        raise Refused(rule, f"{what} is no text")
    return value


def array(value, length=None, rule="form", what="list"):
    """A list, of this length if one is given."""
    if not isinstance(value, list):
        raise Refused(rule, f"{what} is no list")
    if length is not None and len(value) != length:
        raise Refused(rule, f"{what} has {len(value)} entries, not {length}")
    return value
