"""What is looked at where nodes are left out, and how much of it: refutations, and help play."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from arbiter_check import moves
from arbiter_check.board import EMPTY, attackers
from arbiter_check.position import read, write_men
from arbiter_check.rulesets import RULES, STANDARD
from arbiter_check.win.aims import Win

from . import looks_aims, looks_help
from .coins import made_of
from .made import Cases, certificate, changed, no_win
from .ways import text_of

EACH = 32768
BASE, MOVE, CHECK = 384, 16, 384
SEARCH, ANSWER = 128, 64
# All prices are multiples of this.
UNIT = 16
REFUTATION, VARIATIONS = ("evidence", "refutation"), ("claim", "variations")

# From 4 plies on hundreds of looks, which cost 1,057,968.
CROWDED = "nRnrQ1rQ/P1QPR2r/n2QbQ1Q/RBQQKQ1b/1rrr2bP/bRr1Qrkr/RrR2NNr/bb2Rb2 w - -"
# One move to meet, and few answers, at positions with 3 to 54 pseudo-legal moves.
COINS = (
    "8/5nn1/7B/1r6/1r6/k7/2r5/K1q5 w - -",
    "2n5/K7/P7/1r6/8/8/4r1k1/7q w - -",
    "1R5q/8/8/8/8/2pk4/1q6/1K6 w - -",
    "8/b7/6P1/8/k6n/1b5K/6q1/3q4 w - -",
    "4k3/5q1K/n1r5/8/8/8/8/2N5 w - -",
    "8/8/8/5r2/KP6/6p1/4r2k/r7 w - -",
    "3K4/3q2k1/8/8/7P/8/8/8 w - -",
    "N7/1nn5/b5n1/q5nK/7q/3k4/8/8 w - -",
    "8/8/4b3/B7/3k4/4qK2/8/8 w - -",
    "6R1/7k/8/5r1r/8/8/8/6Kr w - -",
    "3kq3/6N1/4R2K/5Nq1/8/6q1/N7/8 w - -",
    "8/8/8/1R2Q3/1N3rkq/8/6r1/4K3 w - -",
    "Q7/7Q/5q2/7K/8/5p2/2B5/6kq w - -",
)
# Nothing is won at once, where the board is small.
SMALL_COINS = {
    "simplified": ("Q3/1n2/4/3q w", "Q3/1n2/4/N2q w", "Q3/1n2/R1n1/3q w", "Q3/1n2/N1n1/3q w"),
    "los-alamos": ("5k/6/6/6/R5/K5 w", "5k/6/6/6/R5/KN4 w", "5k/6/1N4/3Q2/6/K5 w", "5k/6/1R4/3Q2/6/K5 w"),
}
SMALL_SPARE = {
    "simplified": ("q3/4/4/{} b", "a4a3"),
    "los-alamos": ("k5/6/6/6/6/{} b", "a6a5"),
    "pawnless": ("k7/8/8/8/8/8/8/{} b", "a8a7"),
}
# One move to meet, and one look, at a position without any move; and one without any.
STUCK = "KN1n2k1/PPpP3p/P1P5/8/7P/8/8/8 w - -"
STUCK_NOW = "KN1n2k1/PPpP4/P1P5/7p/7P/8/8/8 w - -"
# One move to meet, and one look, at a king alone with five moves.
POOR = "4K1qk/1r6/8/8/6Q1/8/8/8 w - -"
# A king alone.
FREE = "8/8/8/8/8/1k6/8/K7 w - -"
# Looks that cost more than without nodes is paid for; and much more.
FEW = "1NB1RQnB/2rPR3/1R4Pp/3r1KBn/6P1/pb5k/2Q2R2/B2R1N2 w - -"
DEAR = "1rQ1BbQ1/P2QQQb1/B2rpN1Q/NrPbk3/qKb1bpB1/2bBPnRp/2R1p1qP/bRR1bN1R w - -"


def in_order(_, move, rules):
    """The order of the document."""
    return moves.order(move, rules)


def count(position, rules):
    """Pseudo-legal moves."""
    return sum(1 for _ in moves.pseudo_legal(position, rules))


def checks(position, rules):
    """Those that give check, or capture the royal."""
    return sum(_hits(position, move, rules) for move in moves.pseudo_legal(position, rules))


def _hits(position, move, rules):
    if rules.taken:
        return moves.takes_royal(position, move, rules)
    return moves.in_check(moves.play(position, move), rules)


def until_met(_, tried, __):
    """Answers that are tried."""
    return len(tried)


@dataclass(frozen=True)
class Reading:
    """How a reader takes the document: this is what it says, but for what is wrong."""

    order: Callable = in_order
    counted: Callable = count
    checked: Callable = checks
    tried: Callable = until_met
    wrong: str = ""

    def look(self, position, rules):
        """What a look costs."""
        return _look(position.key(), position, rules, self.counted, self.checked)


DOCUMENT = Reading()
_LOOKS = {}


def _look(key, position, rules, counted, checked):
    name = key, rules.name, counted, checked
    if name not in _LOOKS:
        _LOOKS[name] = BASE + MOVE * counted(position, rules) + CHECK * checked(position, rules)
    return _LOOKS[name]


@cache
def _win(rules):
    return Win(rules)


def met(after, rules, reading=DOCUMENT):
    """The answer that is found, None if there is no move, and what it costs to find it."""
    win = _win(rules)
    listed = sorted(moves.pseudo_legal(after, rules), key=lambda move: reading.order(after, move, rules))
    allowed, tried, cost, found = dict(win.playable(after)), [], 0, None
    if reading.wrong == "taken-first":
        listed.sort(key=lambda move: not moves.takes_royal(after, move, rules))
    for move in listed:
        tried.append(move)
        if move not in allowed:
            continue
        then, taken = allowed[move], moves.takes_royal(after, move, rules)
        if not taken or reading.wrong == "taken-looked-at":
            first = cost == 0 or reading.wrong != "base-once"
            cost += reading.look(then, rules) - (0 if first else BASE)
        if taken or not win.wins_at_once(then):
            found = move
            break
    else:
        demand(not allowed)
    return found, cost + ANSWER * reading.tried(listed, tried, allowed)


def edges(position, rules=STANDARD, reading=DOCUMENT):
    """What holds each move for 3 or 4 plies: the position after it, what the looks cost, a node instead."""
    for move, after in _win(rules).playable(position):
        found, cost = met(after, rules, reading)
        yield move, after, cost, [put(after, rules), 3, found and moves.write(found)]


def put(position, rules):
    """The position as text."""
    if rules.castling:
        return text_of(position)
    return f"{write_men(position.men, rules.size)} {'wb'[position.side]}"


@cache
def _edges(text, rules, reading):
    listed = edges(read(text, rules), rules, reading)
    return [(moves.write(move), after.key(), cost) for move, after, cost, _ in listed]


def total(case, reading=DOCUMENT):
    """What a certificate's looks cost, as some reader reads it."""
    rules, claim, nodes = RULES[case["rules"]], case["claim"], {}
    for text, plies, _ in case["evidence"]["refutation"]:
        nodes[read(text, rules).key()] = plies
    seen = set()

    def held(position, plies, keys=()):
        text, wrong = put(position, rules), reading.wrong
        if plies is not None and plies < (0 if wrong == "none-left" else 1):
            return 0
        if _win(rules).hopeless(position) and wrong != "hopeless":
            return 0
        cost = (
            0 if wrong == "held" or wrong == "held-once" and text in seen else reading.look(position, rules)
        )
        if wrong == "stuck" and not count(position, rules):
            cost = 0
        seen.add(text)
        if plies is None or plies < (1 if wrong == "short" else 3):
            return cost
        sought = 0
        for move, after, each in _edges(text, rules, reading):
            listed = nodes.get(after, -1)
            if (
                move in keys
                and wrong != "keys"
                or (listed is None or listed >= plies - 1)
                and wrong != "listed"
            ):
                continue
            cost += each
            sought += 1
        if sought and wrong == "search-once":
            sought = 1
        return cost + (0 if wrong == "search" else SEARCH * sought)

    entries = [entry for entry in claim.get("variations", ()) if len(entry) == 3]
    if "keys" in claim:
        entries.append([case["position"], claim["keys"]["plies"], claim["keys"]["moves"]])
    if claim["answer"] == "no-win" or "shortest" in claim:
        entries.append([case["position"], claim["plies"] - ("shortest" in claim), []])
    cost = sum(held(read(text, rules), plies, keys) for text, plies, keys in entries)
    if reading.wrong == "strategy":
        cost += sum(reading.look(read(text, rules), rules) for text, _, _ in case["evidence"]["strategy"])
    for text, plies, answer in case["evidence"]["refutation"]:
        if reading.wrong == "nodes" or answer is None:
            continue
        position = read(text, rules)
        if reading.wrong == "node":
            cost += reading.look(position, rules)
        move, then = moves.find(position, answer, rules)
        if not moves.takes_royal(position, move, rules) or reading.wrong == "taken-held":
            cost += held(then, None if plies is None else plies - 1)
    return cost


def price(text, plies=4, rules=STANDARD):
    """What the looks cost without nodes."""
    return total(no_win(text, plies, [], rules.name))


def mirrored(text):
    """The same with the other colours."""
    men, side = text.split()[:2]
    return f"{'/'.join(men.swapcase().split('/')[::-1])} {'b' if side == 'w' else 'w'} - -"


def spare(number, attacker="w", rules=STANDARD):
    """So many nodes that are not needed."""
    if rules != STANDARD:
        return _small_spare(number, rules)
    texts = [f"k7/8/8/8/8/8/8/{at or ''}K{7 - at or ''} b - -" for at in range(8)]
    texts += [f"k7/8/8/8/8/8/{at or ''}K{7 - at or ''}/8 b - -" for at in range(8)]
    texts += [f"k7/8/8/8/8/{at or ''}K{7 - at or ''}/8/8 b - -" for at in range(8)]
    demand(number <= len(texts))
    if attacker == "w":
        return [[text, 0, "a8b8"] for text in texts[:number]]
    return [[mirrored(text), 0, "a1b1"] for text in texts[:number]]


def _small_spare(number, rules):
    text, answer = SMALL_SPARE[rules.name]
    last = rules.size - 1
    rows = [f"{at}{rules.royal}{last - at or ''}" for at in range(1, rules.size)]
    demand(number <= len(rows))
    return [[text.format(row), 0, answer] for row in rows[:number]]


def demand(true):
    """What a case is about."""
    if not true:
        raise RuntimeError("looks: these are other positions")


LOW = 16000


@cache
def _priced(attacker, rules):
    """Entries of variations by what they cost."""
    texts, both = COINS, (4, 1)
    if rules.name in SMALL_COINS:
        texts, both = SMALL_COINS[rules.name], (1,)
    if rules.name == "pawnless":
        texts = [text[:-4] for text in COINS if "p" not in text.split()[0].lower()]
    if attacker == "b":
        demand(rules == STANDARD)
        texts = list(map(mirrored, COINS))
    return {price(text, plies, rules): [text, plies, []] for plies in both for text in texts}


def coins(amount, attacker="w", rules=STANDARD):
    """Entries of variations that cost so much together; none if there are no such."""
    priced = _priced(attacker, rules)
    if amount < 0 or amount % UNIT:
        return None
    dear = max(priced)
    many = max(0, (amount - LOW) // dear)
    small = made_of([coin // UNIT for coin in priced], (amount - many * dear) // UNIT, (LOW + dear) // UNIT)
    return None if small is None else [priced[coin] for coin in [dear] * many + [c * UNIT for c in small]]


def varied(case, entries):
    """With variations, of which none is won, beside those there are."""
    entries = case["claim"].get("variations", []) + entries
    evidence = {"strategy": [], **case["evidence"]}
    return changed(case, (VARIATIONS, entries), (("evidence",), evidence))


def filled(case, number, amount):
    """With so many nodes that are not needed, and looks that cost so much; None if that cannot be."""
    rules, attacker = RULES[case["rules"]], case["position"].split()[1]
    entries = coins(amount - total(case), attacker, rules)
    if entries is None:
        return None
    nodes = case["evidence"]["refutation"] + spare(number, attacker, rules)
    full = varied(changed(case, (REFUTATION, nodes)), entries)
    demand(total(full) == amount)
    return full


def limit(number=0):
    """What looks may cost beside so many nodes."""
    return EACH * (number + 2)


def fits(case):
    """May the looks cost what they do?"""
    return total(case) <= limit(len(case["evidence"]["refutation"]))


def cases():
    """The topic."""
    made = Cases("looks")
    _nodes(made)
    _limits(made)
    _few_moves(made)
    _orders(made)
    _counts(made)
    _checks(made)
    _answers(made)
    _held(made)
    _royals(made)
    _twice(made)
    _keys(made)
    for case in made.cases:
        if case["expect"] == "accepted" or case.get("trap"):
            demand(fits(json.loads(case["certificate"])) == (case["expect"] == "accepted"))
    looks_help.cases(made)
    looks_aims.cases(made, COINS)
    return made


def needed(text):
    """The fewest nodes for 4 plies, the dearest first: what each leads to is looked at."""
    listed = []
    for _, after, cost, node in edges(read(text, STANDARD)):
        then = moves.find(after, node[2], STANDARD)[1]
        listed.append((SEARCH + cost - DOCUMENT.look(then, STANDARD), node))
    listed.sort(key=lambda edge: -edge[0])
    left, nodes = price(text), []
    while left > limit(len(nodes)):
        saved, node = listed[len(nodes)]
        nodes.append(node)
        left -= saved
    demand(left == total(no_win(text, 4, nodes)))
    return nodes


def _nodes(made):
    nodes = needed(CROWDED)
    full = no_win(CROWDED, 4, nodes)
    made.good("nodes", "so many nodes that the looks beside them may cost what they do", full)
    made.good("nodes-order", "nodes stand in any order", no_win(CROWDED, 4, nodes[::-1]))
    made.trap("nodes-none", "true, but the looks cost more than 65,536", no_win(CROWDED, 4, []))
    made.trap(
        "nodes-one-less", "true, but a node too few for what the looks cost", no_win(CROWDED, 4, nodes[1:])
    )
    made.trap(
        "nodes-three-plies",
        "the defender's answer to the last move of 3 plies is looked for as well",
        no_win(CROWDED, 3, []),
    )
    two = [[text, 2, move] for text, _, move in nodes]
    made.good("nodes-of-two-plies", "2 are left after a move of 3 plies", no_win(CROWDED, 3, two))
    made.trap(
        "nodes-too-short", "3 are left after a move of 4 plies: looks are needed", no_win(CROWDED, 4, two)
    )
    made.good("two-plies", "claims with 1 ply left need no answers", no_win(CROWDED, 2, []))
    ever = [[text, None, move] for text, _, move in nodes]
    made.bad("nodes-null", "no such node is true without nodes for what follows", no_win(CROWDED, 4, ever))
    number = next(n for n in range(24) if price(CROWDED) > limit(24) and price(DEAR) <= limit(n))
    demand(number >= 1)
    made.odd("spare-nodes", "nodes that are not needed count as well", no_win(DEAR, 4, spare(number)))
    made.trap("spare-nodes-one-less", "a node too few", no_win(DEAR, 4, spare(number - 1)))
    false = [*spare(number - 1), [spare(number)[-1][0], 0, "a8a6"]]
    made.bad("spare-nodes-false", "and must be valid", no_win(DEAR, 4, false))


def _just(made, name, why, case, number=0):
    """What may be, and one unit more."""
    for more in (0, UNIT):
        build = made.trap if more else made.good
        words = "more than looks may cost" if more else "just what looks may cost"
        full = filled(case, number, limit(number + len(case["evidence"]["refutation"])) + more)
        build(f"{name}-more" if more else name, f"{why}: {words}", full)


def _again(text, times, plies=4, nodes=()):
    """So many looks for the same."""
    return varied(no_win(text, plies, list(nodes)), [[text, plies, []]] * (times - 1))


def _limits(made):
    for number in (0, 3):
        _just(made, f"limit-{number}", "looks and answers", no_win(COINS[-2], 4, []), number)
    for number in (0, 1):
        _just(made, f"limit-held-{number}", "positions held", _again(COINS[-1], 8, 1), number)


def _few_moves(made):
    demand(price(STUCK) == 2 * BASE + MOVE + SEARCH + ANSWER and price(STUCK_NOW) == BASE)
    times = limit() // price(STUCK) - 3
    why = "looks at positions without moves cost 384 each, and seeking answers"
    _just(made, "stuck", why, _again(STUCK, times))
    _just(made, "stuck-node", f"{why}, with a node", _again(STUCK, times, nodes=spare(1)))
    why = "a position without moves costs 384 to be held"
    _just(made, "stuck-now", why, _again(STUCK_NOW, 120, 2))
    _narrow(made, "stuck-now-looked-at", why, no_win(STUCK_NOW, 9, []), wrong="stuck")
    few = COINS[0]
    times = limit() // price(few)
    made.good("few-moves", "some looks at few moves: less than they may cost", _again(few, times))
    made.trap("few-moves-more", "some looks at few moves: more than they may cost", _again(few, times + 1))
    why, times = "the attacker has too little left to mate, and is looked at", limit() // price(POOR)
    made.good("too-little", f"{why}: less than looks may cost", _again(POOR, times))
    made.trap("too-little-more", f"{why}: more than looks may cost", _again(POOR, times + 1))
    for name, text in (
        ("king", FREE),
        ("knight", "8/8/8/8/8/1k6/8/K6N w - -"),
        ("bishops", "8/8/8/8/2B1B3/k4B2/2B5/K6B w - -"),
    ):
        case = _again(text, 180)
        demand(price(text) == 0 and 180 * BASE > limit())
        made.odd(
            f"too-little-before-{name}", "too little to mate holds nothing against the claim: no looks", case
        )
    _narrow(made, "too-little-almost", "a knight is not too little against a king and a knight",
            no_win("8/8/8/8/8/1k6/7n/KN6 w - -", 2, []), wrong="held")  # fmt: skip


def _captures_first(position, move, rules):
    return position.men[move.end] == EMPTY or move.rook is not None, moves.order(move, rules)


def _as_text(_, move, __):
    return moves.write(move)


def _toward(_, move, __):
    return move.end, move.start


def _backwards(_, move, rules):
    return [-int(part) for part in moves.order(move, rules)]


def _castling_first(_, move, rules):
    return move.start, move.rook is None, moves.order(move, rules)


def _castling_last(_, move, rules):
    return move.rook is not None, moves.order(move, rules)


def _castling_right_first(_, move, rules):
    return move.start, move.rook is not None, -move.end if move.rook else move.end, moves.order(move, rules)


def _castling_as_king(_, move, rules):
    end = move.end if move.rook is None else moves.castling_squares(move)[0]
    return move.start, end, moves.order(move, rules)


def _knight_first(_, move, rules):
    return [*moves.order(move, rules)[:3], -moves.order(move, rules)[3]]


# Positions whose looks cost something else as another reader might take the answers.
ORDERS = (
    ("backwards", "from a1 to h8, not from h8 to a1", _backwards,
     "b4RR1/kr1QnPnb/3P1nrR/1RPnbb2/1q2N3/Pp1NrBq1/n1q1Qnrn/2RQ1NK1 w - -",
     "2N1Qb1r/1nNn1nP1/nn1rN1NB/KR1rQP2/BB5N/r4NBB/1RrPB3/nn1Nr2k w - -"),
    ("captures", "captures are not taken before other moves", _captures_first,
     "r2kbR2/4R2R/Q2p1q1Q/2pQKr2/PQ1R2N1/5Q1N/R6p/3RN3 w - -",
     "NQR2R1r/nQQQ1Pn1/Qnn1R2b/RQ1qbbR1/N1Bkrbn1/npR1R1bR/BQQrQn1r/Q1QK2n1 w - -"),
    ("text", "from a1 to b1 to h8: not as texts are sorted, a1, a2 to h8", _as_text,
     "1rQ1BbQ1/P2QQQb1/B2rpN1Q/NrPbk3/qKb1bpB1/2bBPnRp/2R1p1qP/bRR1bN1R w - -",
     "N2nKqBN/3R2RQ/PN3kb1/4RN2/3QRq2/1nn4n/7n/N2b4 w - -"),
    ("toward", "first by where moves begin, then by where they end", _toward,
     "3Nnq1b/b2Rb3/1n2B3/krb2r1n/1b5p/1rKRr1B1/4QQr1/BQ1Q1b1B w - -",
     "b1rk4/R4p1B/4bpBn/1qQPPqB1/n1r2QN1/1Rq2KQ1/b1q1B1q1/N7 w - -"),
    ("castling-before", "castling comes after the king's other moves", _castling_first,
     "6Br/1p1nBB2/n2kp2q/4r2N/rr1NNB1P/B1r4p/B1q2PPP/4K2R b K -",
     "3n4/P2k4/8/P3P3/8/2n3p1/8/4K2R b K -"),
    ("castling-as-king", "castling comes after moves of the king to squares beyond", _castling_as_king,
     "r3NB2/3bP3/7P/6r1/N3pP1k/p5Qb/b5r1/R3Knnr b Q -",
     "3r4/8/1rn3k1/8/8/8/7N/4K2R b K -"),
    ("castling-last", "castling comes before moves that begin on a square beyond", _castling_last,
     "r3NB2/3bP3/7P/6r1/N3pP1k/p5Qb/b5r1/R3Knnr b Q -"),
    ("castling-sides", "castling on the a-side comes first", _castling_right_first,
     "r3k2r/8/1N3K2/5R2/3R4/8/8/8 w kq -"),
    ("promotion", "a pawn becomes a queen first, then a rook, a bishop, a knight", _knight_first,
     "2n1k1nN/3RB3/3PP3/RR2P1PP/8/3BPKP1/1Pp2P2/N3n2N w - -",
     "5k1q/1pN1b3/4Q3/n4n2/3Q2Q1/2N5/1B1p4/2K5 w - -"),
)  # fmt: skip


def _orders(made):
    for name, why, order, *texts in ORDERS:
        for text, which in zip(texts, ("", "-other")):
            _narrow(made, f"order-{name}{which}", why, no_win(text, 4, []), order=order)


def _narrow(made, name, why, case, **reading):
    """What another reader would judge otherwise, with other entries beside."""
    reading = Reading(**reading)
    true, other = total(case), total(case, reading)
    demand(true != other)
    more, own = UNIT * int(other < true), len(case["evidence"]["refutation"])
    for number in range(16):
        full = filled(case, number, limit(own + number) + more)
        if full is not None:
            break
    demand((total(full, reading) <= limit(own + number)) == (more > 0))
    build = made.trap if more else made.odd
    build(name, why, full)


def _legal(position, rules):
    return sum(1 for _ in moves.playable(position, rules))


def _ends(position, rules):
    return len({(move.start, move.end) for move in moves.pseudo_legal(position, rules)})


def _of_other_side(position, rules):
    other = type(position)(position.men, 1 - position.side, position.rights)
    return count(other, rules)


def _not(kind):
    """Counts moves which are not of a kind."""

    def counted(position, rules):
        return sum(not kind(position, move, rules) for move in moves.pseudo_legal(position, rules))

    return counted


def _unsafe_castling(position, move, rules):
    return move.rook is not None and not moves.safe(position, move, rules)


def _with_rights(position, rules):
    castling = sum(move.rook is not None for move in moves.pseudo_legal(position, rules))
    return count(position, rules) - castling + sum(side == position.side for side, _ in position.rights)


def _with_king(position, rules):
    return count(position, rules) + len(list(_attackers(_passed(position), rules)))


def _en_passant(position, move, _):
    return move.end == position.passant and position.men[move.start] in "Pp"


def _four_pieces(position, rules):
    promoted = {(move.start, move.end) for move in moves.pseudo_legal(position, rules) if move.promotion}
    return count(position, rules) + len(promoted)


def _counts(made):
    few = no_win("Q4N1n/QNpppBKQ/qP2nr2/4P2p/4rNR1/kB1N1P2/6Q1/N2rr3 w - -", 4, [])
    _narrow(made, "count-pseudo-legal", "pseudo-legal moves are counted", few, counted=_legal)
    promoting = no_win("Nr1b2B1/N2BPr2/1n1nQQ1n/B2n1K1k/P1BN2q1/1N6/3Q2b1/6Nn w - -", 4, [])
    _narrow(made, "count-promotions", "each choice of piece is a move of its own", promoting, counted=_ends)
    _narrow(made, "count-each", "each look costs 384, not each move that is met", few, wrong="base-once")
    _narrow(made, "count-side", "moves of the side to move are counted", few, counted=_of_other_side)
    case = no_win("8/6k1/8/8/8/8/5p2/4K2R w K -", 1, [])
    demand(total(case) != total(case, Reading(counted=_not(_unsafe_castling))))
    why = "castling over a square that is attacked is pseudo-legal"
    _narrow(made, "count-castling", why, case, counted=_not(_unsafe_castling))
    case = no_win("8/6k1/8/3pP3/8/8/8/4K3 w - d6", 1, [])
    _narrow(made, "count-en-passant", "capturing en passant is a move", case, counted=_not(_en_passant))
    case = no_win("8/6k1/8/8/8/8/8/4KB1R w K -", 1, [])
    _narrow(made, "count-blocked", "castling over men is no move", case, counted=_with_rights)
    case = no_win("k7/8/8/8/8/8/8/R3K3 w", 1, [], "pawnless")
    _narrow(
        made, "count-king", "capturing a king is no move, though it is attacked", case, counted=_with_king
    )
    case = no_win("3k2/P5/6/6/6/K5 w", 1, [], "los-alamos")
    _narrow(made, "count-los-alamos", "pawns become one of three pieces", case, counted=_four_pieces)


def _by_safe(position, rules):
    return sum(moves.in_check(after, rules) for _, after in moves.playable(position, rules))


def _each_checking(kind):
    """Counts checks otherwise."""

    def checked(position, rules):
        return sum(
            kind(position, move, moves.play(position, move), rules)
            for move in moves.pseudo_legal(position, rules)
        )

    return checked


def _attackers(after, rules):
    royal = after.men.index("k" if after.side else "K")
    return attackers(after.men, rules.geometry, royal, 1 - after.side)


def _by_moved(_, move, after, rules):
    return move.end in _attackers(after, rules)


def _by_any(_, __, after, rules):
    return len(list(_attackers(after, rules)))


def _not_by_king(_, __, after, rules):
    return any(after.men[square] not in "Kk" for square in _attackers(after, rules))


def _not_castling(_, move, after, rules):
    return move.rook is None and moves.in_check(after, rules)


def _pawn_left(position, move, after, rules):
    if not _en_passant(position, move, rules):
        return moves.in_check(after, rules)
    left = type(after)(after.men[:], after.side)
    taken = move.end - 8 if after.side else move.end + 8
    left.men[taken] = position.men[taken]
    return moves.in_check(left, rules)


def _not_before(position, _, after, rules):
    return moves.in_check(after, rules) and not moves.in_check(_passed(position), rules)


def _passed(position):
    return type(position)(position.men, 1 - position.side)


def _ever_once(position, rules):
    return min(1, checks(position, rules))


def _by_squares(position, rules):
    listed = moves.pseudo_legal(position, rules)
    return len({(move.start, move.end) for move in listed if _hits(position, move, rules)})


def _none(_, __):
    return 0


def _checks(made):
    pinned = "4r3/8/8/8/8/k7/4R3/4K3 w - -"
    found = "4k3/8/8/4N3/8/8/8/K3R3 w - -"
    other = (
        ("checks", "moves that give check cost more", found, _none),
        ("each", "each move that gives check costs more", found, _ever_once),
        ("discovered", "any man may give the check", found, _each_checking(_by_moved)),
        ("double", "a double check is one move", "4k3/8/8/8/4N3/8/8/K3R3 w - -", _each_checking(_by_any)),
        ("unsafe", "moves give check whatever becomes of the own king", pinned, _by_safe),
        ("king", "a king beside the other attacks it", "8/8/8/3k4/8/3K4/8/7R w - -", _each_checking(_not_by_king)),
        ("promotions", "each choice of piece that gives check", "4k3/6P1/8/8/8/8/8/4K3 w - -", _by_squares),
        ("castling", "castling may give check", "5k2/8/8/8/8/8/8/4K2R w K -", _each_checking(_not_castling)),
        ("unsafe-castling", "castling that is not allowed may give check", "5k2/8/8/8/8/8/8/r3K2R w K -", _by_safe),
        ("en-passant", "no man stands where a pawn was captured", "8/8/8/k2pP2R/8/8/8/4K3 w - d6",
         _each_checking(_pawn_left)),
    )  # fmt: skip
    for name, why, text, checked in other:
        _narrow(made, f"check-{name}", why, no_win(text, 1, []), checked=checked)
    for name, text in (("near", "8/8/8/8/8/2k5/1K6/7R w"), ("before", "k7/8/8/8/8/8/8/R3K3 w")):
        case = no_win(text, 1, [], "pawnless")
        why = "the other king is attacked after the move, as it was before"
        _narrow(made, f"check-{name}", why, case, checked=_each_checking(_not_before))
    crowded = no_win(FEW, 4, [])
    for name, checked in (("looks", _none), ("looks-safe", _by_safe), ("looks-each", _ever_once)):
        why = "checks cost more at the positions after answers, too"
        _narrow(made, f"check-{name}", why, crowded, checked=checked)


def _only_allowed(_, tried, allowed):
    return sum(move in allowed for move in tried)


def _all_answers(listed, _, __):
    return len(listed)


def _all_allowed(_, __, allowed):
    return len(allowed)


def _but_last(_, tried, allowed):
    return len(tried) - (1 if allowed else 0)


def _before_mate(_, tried, allowed):
    return len(tried) if allowed else 0


def _answers(made):
    text = "3r4/8/1rn3k1/8/8/8/7N/4K2R b K -"
    case = no_win(text, 4, [])
    for name, why, tried in (
        ("not-allowed", "answers that are tried cost 64, allowed or not", _only_allowed),
        ("not-all", "answers after the one that is found are not tried", _all_answers),
        ("not-all-allowed", "answers after the one that is found are not tried", _all_allowed),
        ("last", "the answer that is found was tried", _but_last),
        ("any", "answers that are tried cost 64", lambda *_: 0),
    ):
        _narrow(made, f"answers-{name}", why, case, tried=tried)
    # b2b6 stalemates.
    stale = no_win("k7/8/8/8/8/8/1Q6/7K w - -", 4, [])
    _narrow(made, "answers-stalemate", "where no answer is allowed all are tried", stale, tried=_before_mate)
    _narrow(made, "answers-search", "to look for an answer costs 128", case, wrong="search")
    _narrow(
        made, "answers-search-each", "to look for an answer costs 128 each time", case, wrong="search-once"
    )
    nodes = needed(CROWDED)
    full = no_win(CROWDED, 4, nodes)
    _narrow(made, "answers-listed", "no answer is looked for where a node stands", full, wrong="listed")
    three = no_win(text, 3, [])
    _narrow(made, "answers-three-plies", "to look for an answer costs 128", three, wrong="search")


def _held(made):
    text = COINS[-2]
    why = "a position that is to be held costs a look"
    for plies in (1, 2, 3, 4):
        _narrow(made, f"held-{plies}", why, no_win(text, plies, []), wrong="held")
    case = _again(text, 5, 2)
    _narrow(
        made, "held-again", "a position that is to be held costs a look each time", case, wrong="held-once"
    )
    case = no_win(text, 2, [])
    _narrow(made, "held-2-answers", "with 1 ply left no answers are looked for", case, wrong="short")
    _narrow(
        made,
        "held-none-left",
        "with no ply left a position costs nothing",
        no_win(text, 0, []),
        wrong="none-left",
    )
    poor = no_win("8/8/8/8/8/1k6/8/KN6 w - -", 3, [])
    _narrow(
        made, "held-hopeless", "positions that are held by their men cost nothing", poor, wrong="hopeless"
    )
    why = "what a node's answer leads to costs a look"
    for plies in (3, 2):
        nodes = [[text, plies, answer] for text, _, answer in needed(CROWDED)[:3]]
        _narrow(made, f"held-node-{plies}", why, no_win(COINS[-2], 1, nodes), wrong="nodes")
    case = no_win(COINS[-2], 1, nodes)
    _narrow(made, "held-node", "a node's own position is not looked at", case, wrong="node")
    nodes = [[text, 1, answer] for text, _, answer in nodes]
    _narrow(
        made,
        "held-node-1",
        "what a node's answer leads to costs nothing with no ply left",
        no_win(COINS[-2], 1, nodes),
        wrong="none-left",
    )
    nodes = [[STUCK_NOW.replace(" w ", " b "), None, "g8g7"]]
    _narrow(
        made, "held-node-ever", f"{why}, with any number left", no_win(COINS[-2], 1, nodes), wrong="nodes"
    )


def _royals(made):
    name, rules = "simplified", RULES["simplified"]
    text = "rB1r/rqBQ/n2B/r1rr w"
    single = price(text, 4, rules)
    first = Reading(wrong="taken-first")
    times = limit() // single + 1
    demand(total(no_win(text, 4, [], name), first) * times <= limit())

    def some(number):
        return varied(no_win(text, 4, [], name), [[text, 4, []]] * (number - 1))

    made.good("royal-taken", "a small board", some(times - 1))
    made.trap(
        "royal-taken-later",
        "answers before one that captures the attacker's royal are looked at",
        some(times),
    )
    other = no_win("nNr1/nrnn/BBbq/RQR1 w", 4, [], name)
    why = "what such a move leads to is not looked at"
    _narrow(made, "royal-taken-now", why, other, wrong="taken-looked-at")
    nodes = [node for _, after, _, node in edges(read(other["position"], rules), rules)
             if moves.takes_royal(after, moves.find(after, node[2], rules)[0], rules)][:1]  # fmt: skip
    paid = changed(other, (REFUTATION, nodes))
    _narrow(
        made,
        "royal-taken-node",
        "what a node's answer leads to costs nothing if it captures the royal",
        paid,
        wrong="taken-held",
    )
    why = "to try an answer that captures the royal costs 64"
    _narrow(made, "royal-taken-tried", why, other, tried=_but_last)
    case = no_win(text, 4, [], name)
    why = "what captures the royal is counted"
    _narrow(made, "royal-count", why, case, counted=_not(moves.takes_royal))
    _narrow(made, "royal-checks", "capturing the royal costs as a check does", case, checked=_none)
    after = "what attacks the royal is no check here, capturing it is"
    _narrow(made, "royal-attacked", after, case, checked=_each_checking(_by_queen))


def _by_queen(_, __, after, rules):
    letter = rules.royal.lower() if after.side else rules.royal
    return letter in after.men and moves.in_check(after, rules)


def _twice(made):
    text = FEW
    first = ["1NB1RQnB/2rPR3/1R1r2Pp/5KBn/6P1/pb5k/2Q2R2/B2R1N2 b - -", 5, "d6d5"]
    other = ["1NB1RQnB/2rPR3/1R4Pp/5KBn/6P1/pb5k/2Qr1R2/B2R1N2 b - -", 5, "d2d5"]
    demand(price(text) <= limit(1) and 2 * price(text) > limit(2))
    made.good(
        "twice-not", "a node that leads to a position whose moves are looked at", no_win(FREE, 9, [first])
    )
    case = no_win(FREE, 9, [first, other])
    made.trap("twice-nodes", "what two nodes lead to is looked at for each of them", case)
    small = [first[0], 3, first[2]]
    case = no_win(FREE, 9, [small, other])
    made.odd("twice-nodes-shorter", "after this one 2 are left, and no answers are looked for", case)
    case = varied(no_win(text, 4, spare(2)), [[text, 4, []]])
    made.trap("twice-entries", "an entry of variations counts as often as it is repeated", case)
    case = varied(no_win(text, 4, spare(2)), [[text, 2, []]])
    made.odd("twice-entries-shorter", "with 1 ply left no answers are looked for", case)


def _keys(made):
    text, key = "3Q4/1n3b1n/bbQ1n3/6b1/p5kb/1n1b1q2/2pp1bK1/3nQQ1Q w - -", "c6f3"
    keys = {"plies": 4, "moves": [key]}
    claim = {"answer": "win", "plies": 1, "keys": keys}
    evidence = {"strategy": [[text, 1, key]], "refutation": []}
    case = certificate("win", text, claim, evidence)
    cost = total(case)
    number = next(n for n in range(9) if 2 * cost <= limit(n))
    demand(3 * cost > limit(number))
    case = changed(case, (REFUTATION, spare(number)))
    entry = [text, 4, [key]]
    why = "what keys rest on costs, with variations"
    _just(made, "keys-limit", why, case)
    made.good("keys", "a key has nothing to be looked at, other moves have", case)
    made.good("keys-and-entry", "a variation costs as much again", changed(case, (VARIATIONS, [entry])))
    made.trap(
        "keys-and-entries", "all claims together cost too much", changed(case, (VARIATIONS, [entry] * 2))
    )
    some = [entry, *[[text, 1]] * 99]
    made.good("keys-and-won", "that a position is won takes no looks", changed(case, (VARIATIONS, some)))
    one = changed(case, (("claim", "keys", "plies"), 1))
    _narrow(made, "keys-strategy", "nodes of strategies cost nothing", case, wrong="strategy")
    _narrow(made, "keys-held", "a position with keys costs a look", one, wrong="held")
    text, fewer = "6k1/8/R7/8/8/8/1R6/7K w - -", {"plies": 2, "moves": []}
    nodes = [[text, 3, "b2b7"], *([f"{row}/1R6/R7/8/8/8/8/7K w - -", 1, "a6a8"] for row in ("5k2", "7k"))]
    claim = {"answer": "win", "plies": 3, "shortest": True, "keys": fewer}
    case = certificate("win", text, claim, {"strategy": nodes, "refutation": []})
    _narrow(
        made, "keys-shortest", "with shortest beside the position costs a look twice", case, wrong="held-once"
    )
