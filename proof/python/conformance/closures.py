"""The positions of a closure, as they are listed."""

from arbiter_check import moves
from arbiter_check.board import EMPTY
from arbiter_check.canwin.closure import key
from arbiter_check.canwin.ghost_view import View
from arbiter_check.canwin.ghosts import Ghost, Ghosts
from arbiter_check.canwin.material import material
from arbiter_check.position import Position, read
from arbiter_check.rulesets import STANDARD

from .made import certificate
from .ways import text_of


def _others(first, following):
    """All positions but the first, in the order in which they are found."""
    found, todo = {key(first): first}, [first]
    for here in todo:
        for after in following(here):
            if key(after) not in found:
                found[key(after)] = after
                todo.append(after)
    return [text_of(position) for position in todo[1:]]


def others(text, side):
    """Those of a closure in which a side never mates."""
    attacker = 0 if side == "white" else 1

    def following(here):
        return [p for _, p in moves.playable(here, STANDARD) if not material(p.men, attacker)]

    return _others(read(text, STANDARD), following)


def others_without(text, side, entries):
    """Those of a closure with ghosts."""
    position = read(text, STANDARD)
    ghosts = [Ghost(position.men, entry) for entry in entries]
    men = position.men[:]
    for ghost in ghosts:
        men[ghost.square] = EMPTY
    every = Ghosts(ghosts, 0 if side == "white" else 1)

    def following(here):
        return [p for p, *_ in View(every, here).moves() if not every.left_out(p)]

    return _others(Position(men, position.side), following)


def list_of(most, *positions):
    """Evidence with a list."""
    return {"closure": most, "positions": list(positions)}


def unwinnable(position, side, **evidence):
    """A claim that a side cannot win."""
    return certificate("can-win", position, {"answer": "unwinnable", "side": side}, evidence)
