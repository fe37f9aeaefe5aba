"""One certificate: its form, and who checks what."""

from . import five, status
from .errors import Refused, demand
from .rulesets import RULES
from .strict import keys, parse

KEYS = ["format", "version", "rules", "question", "position", "claim", "evidence"]


def check(text):
    """Refuses (raises) unless the text is a valid certificate; gives what was only searched, or None."""
    value = parse(text)
    if not isinstance(value, dict):
        raise Refused("form", "a certificate is an object")
    version = value.get("version")
    if not isinstance(version, int) or isinstance(version, bool):
        raise Refused("form", "no version")
    demand(version in (1, 2), "version", f"version {version} is not known here, only 1 and 2")
    keys(value, KEYS, what="the certificate")
    demand(value["format"] == "arbiter-certificate", "form", "format is not arbiter-certificate")
    for key in ("rules", "question", "position"):
        demand(isinstance(value[key], str), "form", f"{key} is no text")
    for key in ("claim", "evidence"):
        demand(isinstance(value[key], dict), "form", f"{key} is no object")
    rules, question = value["rules"], value["question"]
    demand(rules in RULES, "form", f"no rule set {rules!r}")
    if question == "status":
        return status.check(value, RULES[rules])
    if question == "win":
        from .win import check as check_win

        return check_win(value, RULES[rules])
    demand(question in ("rules", "legality", "can-win", "help"), "question", f"no question {question!r}")
    if question == "help":
        from .help import check as check_help

        return check_help(value, RULES[rules])
    demand(rules == "standard", "question", f"{question} is asked about standard only")
    if question == "rules":
        return five.check(value)
    if question == "legality":
        from .legality import check as check_legality

        return check_legality(value)
    from .canwin import check as check_can_win

    return check_can_win(value)


def verdict(text):
    """`accepted`, or `refused: reason`, or `stopped: reason`, for bytes or text."""
    from .errors import Stopped

    try:
        if isinstance(text, bytes):
            try:
                text = text.decode("utf-8")
            except UnicodeDecodeError:
                raise Refused("form", "not UTF-8") from None
        if text.startswith("\ufeff"):
            raise Refused("form", "a byte order mark")
        check(text)
    except Refused as error:
        return f"refused: {error}"
    except Stopped as error:
        return f"stopped: {error}"
    return "accepted"
