"""Moves as answers have them."""

from __future__ import annotations

from typing import Dict, Iterable, List, Mapping, Optional, Tuple

from ._ask import Move

FORM = 'as in UCI (e2e4, e7e8q; castling e1g1) or as in PGN (e4, exd8=Q+, O-O; "+" and "#" may be left out)'


def table(moves: Iterable[Move]) -> Dict[str, str]:
    """The moves for a label: UCI to SAN."""
    return {move.uci: move.san for move in moves}


def spellings(moves: Mapping[str, str]) -> Dict[str, str]:
    """Every way to write each of them, and which it is: as in UCI, or as in PGN, where ``+`` and ``#`` may be left out.

    >>> spellings({"a1a8": "Ra8#"})
    {'a1a8': 'a1a8', 'Ra8#': 'a1a8', 'Ra8': 'a1a8'}
    """
    known: Dict[str, str] = {}
    for uci, san in moves.items():
        known.update({uci: uci, san: uci, san.rstrip("+#"): uci})
    return known


def words(answer: str) -> List[str]:
    """The words of a list with spaces, or commas and spaces, between them.

    >>> words("e4, d4"), words("e4 d4"), words("e4,d4")
    (['e4', 'd4'], ['e4', 'd4'], ['e4,d4'])
    """
    return answer.split(", ") if ", " in answer else answer.split()


def compared(said: Iterable[str], known: Mapping[str, str], right: Iterable[str]) -> Tuple[Optional[str], Dict[str, float]]:
    """What is wrong with a set of moves or squares, and precision, recall and F1 of it. What is no move counts as a wrong one.

    >>> compared(["e4", "e5"], {"e4": "e2e4"}, ["e2e4", "d2d4"])
    ("'e5' is none of them", {'precision': 0.5, 'recall': 0.5, 'f1': 0.5})
    """
    wanted, found, wrong = set(right), set(), set()
    first: Optional[str] = None
    for word in said:
        one = known.get(word)
        if one is None or one not in wanted:
            wrong.add(word)
            first = first or f"{_short(word)} is none of them"
        elif one in found:
            first = first or f"{_short(word)} is named twice"
        else:
            found.add(one)
    if first is None and len(found) < len(wanted):
        first = f"{len(wanted) - len(found)} of {len(wanted)} are missing"
    precision, recall = len(found) / max(1, len(found) + len(wrong)), len(found) / max(1, len(wanted))
    f1 = 2 * precision * recall / (precision + recall) if found else 0.0
    return first, {"precision": precision, "recall": recall, "f1": f1}


def _short(word: str) -> str:
    return repr(word if len(word) <= 20 else word[:20] + "…")
