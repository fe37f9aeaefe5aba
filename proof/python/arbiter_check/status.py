"""`status`: is the side to move safe, in check, checkmated or stalemated?"""

from . import moves
from .board import EMPTY, NAMES, attackers, side_of
from .errors import demand
from .position import read, square
from .strict import array, keys, string


def check(certificate, rules):
    """Refuses unless the claim is proved."""
    position = read(certificate["position"], rules)
    answer = string(keys(certificate["claim"], ["answer"])["answer"])
    demand(answer in ("safe", "check", "checkmate", "stalemate"), "status-claim", f"answer {answer!r}")
    evidence = keys(
        certificate["evidence"], ["checkers", "move" if answer in ("safe", "check") else "refuted"]
    )
    named = [square(value, "form") for value in array(evidence["checkers"])]
    real = moves.royal_attackers(position, rules)
    demand(
        len(set(named)) == len(named) and set(named) == set(real),
        "checkers",
        f"the royal is attacked from {', '.join(sorted(NAMES[s] for s in real)) or 'nowhere'}",
    )
    attacked = answer in ("check", "checkmate")
    demand(attacked == bool(real), "status-claim", f"{answer}, but the checkers are {len(real)}")
    if answer in ("safe", "check"):
        _one_move(position, string(evidence["move"]), answer, rules)
    else:
        _all_refuted(position, array(evidence["refuted"]), answer, rules)


def _one_move(position, text, answer, rules):
    found = moves.find(position, text, rules)
    demand(found is not None, "status-move", f"{text} cannot be played")
    if answer == "check":
        demand(moves.safe(position, found[0], rules), "status-move", f"{text} is not safe")


def _all_refuted(position, pairs, answer, rules):
    there_are = {moves.write(move): move for move in moves.pseudo_legal(position, rules)}
    if answer == "stalemate" and rules.taken:
        demand(not there_are, "refuted", "a move can be played")
    seen = set()
    for pair in pairs:
        text, by = array(pair, 2)
        string(text)
        by = square(by, "form")
        demand(text in there_are, "refuted", f"{text} is no pseudo-legal move")
        demand(text not in seen, "refuted", f"{text} is named twice")
        seen.add(text)
        demand(_refutes(position, there_are[text], by, rules), "refuted", f"{text}: not by {NAMES[by]}")
    missing = set(there_are) - seen
    demand(not missing, "refuted", f"{', '.join(sorted(missing))} not refuted")


def _refutes(position, move, by, rules):
    """Does the man on `by` show that the move is not safe?"""
    if moves.takes_royal(position, move, rules):
        return False
    side, geometry = position.side, rules.geometry
    after = moves.play(position, move)
    if after.men[by] == EMPTY or side_of(after.men[by]) == side:
        return False
    if by in moves.royal_attackers(after, rules, side):
        return True
    if move.rook is None:
        return False
    return any(by in attackers(position.men, geometry, step, 1 - side) for step in moves.king_path(move))
