"""`closure`: all positions that play can lead to, in none of which the defender is mated."""

from dataclasses import replace

from .. import moves
from ..errors import Stopped, demand
from ..position import read
from ..rulesets import STANDARD
from .material import material

# Longer lists would take this checker minutes, and it stops.
ALLOWED = 250_000
# The king of the side not to move may be attacked.
WITHOUT_GHOSTS = replace(STANDARD, demanding=False)


def key(position):
    """Equal for positions that count as one."""
    passant = position.passant if moves.passant_possible(position, STANDARD) else None
    return "".join(position.men), position.side, position.rights, passant


def listed(first, texts, rule="closure"):
    """The positions in the list, which are not counted, by what counts as one."""
    if len(texts) > ALLOWED:
        raise Stopped("too many positions are listed")
    found = {}
    for text in texts:
        position = read(text, STANDARD if rule == "closure" else WITHOUT_GHOSTS)
        demand(rule == "closure" or not position.rights, rule, f"{text}: there are castling rights")
        here = key(position)
        demand(here != key(first) and here not in found, rule, f"{text}: known already")
        found[here] = position
    return found


def check(first, attacker, most, texts, leaves=frozenset()):
    """Refuses unless there are no more than `most` positions, without the leaves, and none is mate."""
    known = listed(first, texts)
    seen, todo = {key(first), *known}, [first, *known.values()]
    while todo:
        demand(len(seen) - len(known) <= most, "closure", f"more than {most} positions")
        here = todo.pop()
        any_move = False
        for _, after in moves.playable(here, STANDARD):
            any_move = True
            if material(after.men, attacker) or key(after) in seen or key(after) in leaves:
                continue
            seen.add(key(after))
            todo.append(after)
        mated = not any_move and here.side != attacker and moves.in_check(here, STANDARD)
        demand(not mated, "closure", "a position is mate")
    demand(len(seen) - len(known) <= most, "closure", f"more than {most} positions")
