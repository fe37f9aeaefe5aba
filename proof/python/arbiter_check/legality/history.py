"""`white-history`, `black-history`: what the men of a side tell of captures and promotions."""

from ..board import EMPTY, NAMES
from ..errors import Refused, demand
from ..position import square as read_square
from ..strict import array as listed
from ..strict import integer, keys
from . import instant
from .lemmas.assignments import MOST_CAPTURES
from .lemmas.confined import most_originals
from .lemmas.masks import bits
from .lemmas.rounds import Rounds

RULE = "history"


def check(claim, evidence, past, answer):
    """Refuses unless all that the claim says is so."""
    from . import start

    keys(claim, ["answer", "pawn_captures", "pawns", "promoted_among", "lost_men"], ["start"])
    keys(evidence, [], what="evidence")
    array = start(claim)
    refuted = instant.applies(past, array)
    demand(refuted is None, RULE, f"{refuted} applies")
    rounds = Rounds(past, array)
    demand(rounds.lemma is None, RULE, f"{rounds.lemma} applies")
    side = 0 if answer == "white-history" else 1
    captures = integer(claim["pawn_captures"], 0, 255, RULE, "pawn_captures")
    demand(captures <= rounds.assignments[side].least(), RULE, "so many captures are not shown")
    for entry in listed(claim["pawns"]):
        _pawn(rounds, side, entry)
    for entry in listed(claim["promoted_among"]):
        _promoted(rounds, side, entry)
    for entry in listed(claim["lost_men"]):
        _lost(rounds, side, entry)


def _squares(value, what):
    found = [read_square(entry, "form") for entry in listed(value, what=what)]
    demand(len(set(found)) == len(found), RULE, f"{what}: a square twice")
    return set(found)


def _same(value, real, what):
    demand(
        _squares(value, what) == set(real),
        RULE,
        f"{what} are {' '.join(NAMES[s] for s in sorted(real)) or 'none'}",
    )


def _stands(rounds, side, square):
    letter = rounds.past.men[square]
    own = letter != EMPTY and letter.isupper() == (side == 0)
    demand(own and not rounds.ways.is_fixed(square), RULE, f"{NAMES[square]}: no such man, or fixed")
    return letter.upper()


def _home(ways, side, origin):
    return ways.home(side, origin) if origin < 8 else ways.pawn_home(side, origin - 8)


def _account_without(assignments, origin):
    """Is there an account that has no man from this origin?"""
    from .lemmas import matching

    costs = [
        [None if column == origin else cost for column, cost in enumerate(row)] for row in assignments.costs
    ]
    found = matching.least(costs)
    return found is not None and found <= assignments.ways.facts.captures[assignments.side]


def _pawn(rounds, side, entry):
    keys(entry, ["square", "origins", "least", "most", "on", "victims"], what="a pawn")
    ways, assignments = rounds.ways, rounds.assignments[side]
    square = read_square(entry["square"], "form")
    demand(_stands(rounds, side, square) == "P", RULE, f"{NAMES[square]}: no pawn")
    can = []
    for file in range(8):
        if ways.is_fixed(ways.pawn_home(side, file)):
            continue
        for captures in range(abs(file - square % 8), MOST_CAPTURES + 1, 2):
            if ways.reach(side, file, captures) >> square & 1 and assignments.within(
                square, 8 + file, captures
            ):
                can.append((file, captures))
    demand(bool(can), RULE, f"{NAMES[square]}: no origin")
    _same(entry["origins"], {ways.pawn_home(side, file) for file, _ in can}, "origins")
    least, most = min(k for _, k in can), max(k for _, k in can)
    demand(integer(entry["least"], 0, 255, RULE, "least") == least, RULE, f"least is {least}")
    demand(integer(entry["most"], 0, 255, RULE, "most") == most, RULE, f"most is {most}")
    leading = {square}
    back = -8 if side == 0 else 8
    here = square + back
    while 0 <= here < 64 and ways.straight(side, here) >> (here - back) & 1:
        leading.add(here)
        here += back
    on = 0
    for file, captures in can:
        for begin in bits(ways.reach(side, file, captures - 1)):
            on |= ways.captures_onto(side, begin)
    on = {s for s in bits(on) if s in leading}
    _same(entry["on"], on, "on")
    _same(entry["victims"], _victims(rounds, 1 - side, sum(1 << s for s in on)), "victims")


def _victims(rounds, other, on):
    ways, found = rounds.ways, set()
    pockets = rounds.pockets(other, on)
    for origin in range(16):
        home = _home(ways, other, origin)
        if origin < 8 and ways.kind(origin) == "K" or ways.is_fixed(home) or origin in pockets:
            continue
        if _account_without(rounds.assignments[other], origin):
            found.add(home)
    return found


def _promoted(rounds, side, entry):
    keys(entry, ["squares", "least"], what="promoted men")
    squares = _squares(entry["squares"], "squares")
    kinds = {_stands(rounds, side, square) for square in squares}
    demand(len(kinds) <= 1 and kinds <= set("QRBN"), RULE, "not all of one kind that pawns promote to")
    most = len(squares) - sum(most_originals(rounds, side, sorted(squares), kind) for kind in kinds)
    demand(
        integer(entry["least"], 0, 255, RULE, "least") <= most, RULE, f"at least {most} were pawns, no more"
    )


def _lost(rounds, side, entry):
    keys(entry, ["home", "on"], what="a lost man")
    ways, assignments = rounds.ways, rounds.assignments[side]
    home = read_square(entry["home"], "form")
    origin = next((o for o in range(16) if _home(ways, side, o) == home), None)
    demand(origin is not None and not ways.is_fixed(home), RULE, f"{NAMES[home]}: no home, or fixed")
    demand(origin >= 8 or ways.kind(origin) != "K", RULE, "a king is never lost")
    for row, square in enumerate(assignments.squares):
        cost = assignments.costs[row][origin]
        # A man may come from an origin at a higher cost too, but not to a lesser sum.
        if cost is not None and assignments.within(square, origin, cost):
            raise Refused(RULE, f"{NAMES[home]}: its man may stand on {NAMES[square]}")
    _same(entry["on"], set(bits(ways.range(side, origin))) if origin < 8 else set(), "on")
