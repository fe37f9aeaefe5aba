"""`rules`: the five rules of reachability."""

from .board import BLACK, NAMES, WHITE, light, man
from .errors import Refused, demand
from .position import read_men, square
from .strict import array, integer, keys, string

KINDS = {"queens": ("Q", 1), "rooks": ("R", 2), "bishops": ("B", 2), "knights": ("N", 2)}


def check(certificate):
    """Refuses unless the claim is proved."""
    text = string(certificate["position"], "position", "position")
    men = read_men(text.split(" ")[0], 8, "KQRBNPkqrbnp")
    claim = keys(certificate["claim"], ["answer", "rules"])
    claimed = array(claim["rules"])
    for number in claimed:
        integer(number, 1, 5, "broken-rules")
    evidence = keys(certificate["evidence"], ["white", "black"])
    broken = set()
    for side, name in ((WHITE, "white"), (BLACK, "black")):
        broken |= _side(men, side, evidence[name])
    demand(claimed == sorted(broken), "broken-rules", f"broken are {sorted(broken)}")
    demand(claim["answer"] == ("broken" if broken else "holds"), "broken-rules", "the answer is another")


def possible_files(pawn, side):
    """The files on which a pawn may have started."""
    rank, file = divmod(pawn, 8)
    gone = rank - 1 if side == WHITE else 6 - rank
    return {f for f in range(8) if abs(f - file) <= gone}


def _set(value, real, what):
    named = [square(entry, "form") for entry in array(value)]
    demand(
        len(set(named)) == len(named) and set(named) == set(real),
        "side-facts",
        f"{what} are {' '.join(NAMES[s] for s in real)}",
    )


def _count(value, real, what):
    demand(integer(value, 0, 64, "side-facts") == real, "side-facts", f"{what}: {real}")


def _side(men, side, facts):
    """The rules that this side breaks."""
    last = "hall" if isinstance(facts, dict) and "hall" in facts else "origins"
    keys(facts, ["kings", "end_pawns", "men", "pawns", "surplus", "bishops", last])
    where = {kind: [s for s in range(64) if men[s] == man(kind, side)] for kind in "KQRBNP"}
    pawns = where["P"]
    ends = [s for s in pawns if s // 8 in (0, 7)]
    total = sum(len(squares) for squares in where.values())
    _set(facts["kings"], where["K"], "kings")
    _set(facts["end_pawns"], ends, "end pawns")
    _count(facts["men"], total, "men")
    _count(facts["pawns"], len(pawns), "pawns")
    surplus = keys(facts["surplus"], list(KINDS))
    extra = 0
    for name, (kind, usual) in KINDS.items():
        more = max(0, len(where[kind]) - usual)
        _count(surplus[name], more, f"surplus {name}")
        extra += more
    bishops = keys(facts["bishops"], ["light", "dark"])
    colours = [[s for s in where["B"] if light(s)], [s for s in where["B"] if not light(s)]]
    _set(bishops["light"], colours[0], "light bishops")
    _set(bishops["dark"], colours[1], "dark bishops")
    broken = set()
    if len(where["K"]) != 1:
        broken.add(1)
    if ends:
        broken.add(2)
    if total > 16 or len(pawns) + extra > 8:
        broken.add(3)
    if len(where["B"]) >= 2 and not all(colours) and len(pawns) + extra >= 8:
        broken.add(4)
    if last == "hall":
        _hall(facts["hall"], pawns, side)
        broken.add(5)
    else:
        _origins(facts["origins"], pawns, side)
    return broken


def _letter(value, rule):
    if not isinstance(value, str) or len(value) != 1 or value not in "abcdefgh":
        raise Refused(rule, f"{value!r} is no file")
    return ord(value) - ord("a")


def _origins(pairs, pawns, side):
    seen, files = set(), set()
    for pair in array(pairs):
        pawn, file = array(pair, 2)
        pawn, file = square(pawn, "origins"), _letter(file, "origins")
        demand(pawn in pawns and pawn not in seen, "origins", f"{NAMES[pawn]}: no pawn, or twice")
        demand(file not in files, "origins", "a file twice")
        demand(file in possible_files(pawn, side), "origins", f"{NAMES[pawn]} not from that file")
        seen.add(pawn)
        files.add(file)
    demand(len(seen) == len(pawns), "origins", "a pawn has no origin")


def _hall(value, pawns, side):
    keys(value, ["pawns", "files"])
    named = [square(entry, "hall") for entry in array(value["pawns"])]
    files = [_letter(entry, "hall") for entry in array(value["files"])]
    demand(len(set(named)) == len(named) and set(named) <= set(pawns), "hall", "no pawn, or one twice")
    demand(len(set(files)) == len(files), "hall", "a file twice")
    union = set().union(*(possible_files(pawn, side) for pawn in named)) if named else set()
    demand(set(files) == union, "hall", "the files are not those possible for these pawns")
    demand(len(named) > len(files), "hall", "not more pawns than files")
