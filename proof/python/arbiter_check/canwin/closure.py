"""`closure`: all positions that play can lead to, in none of which the defender is mated."""

from .. import moves
from ..errors import Stopped, demand
from ..rulesets import STANDARD
from .material import material

ALLOWED = 500_000


def key(position):
    """Equal for positions that count as one."""
    passant = position.passant if moves.passant_possible(position, STANDARD) else None
    return "".join(position.men), position.side, position.rights, passant


def check(position, attacker, most, leaves=frozenset()):
    """Refuses unless there are no more than `most` positions, without the leaves, and none is mate."""
    seen, todo = {key(position)}, [position]
    while todo:
        demand(len(seen) <= most, "closure", f"more than {most} positions")
        if len(seen) > ALLOWED:
            raise Stopped("the closure has too many positions")
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
    demand(len(seen) <= most, "closure", f"more than {most} positions")
