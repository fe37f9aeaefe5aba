"""`material`: no position with such men is mate by the attacker."""

from ..board import EMPTY, light


def material(men, attacker):
    """Does it hold?"""
    own, other, bishops = [], [], set()
    for square, letter in enumerate(men):
        if letter == EMPTY or letter in "Kk":
            continue
        kind = letter.upper()
        (own if letter.isupper() == (attacker == 0) else other).append(kind)
        if kind == "B":
            bishops.add(light(square))
    if any(kind in "PRQ" for kind in own):
        return False
    if not own:
        return True
    if own == ["N"] and all(kind == "Q" for kind in other):
        return True
    return "N" not in own and not any(kind in "PN" for kind in other) and len(bishops) <= 1
