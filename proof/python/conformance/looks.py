"""What is looked at where nodes are left out, and how much of it: refutations, and help play."""

from functools import cache

from arbiter_check import moves
from arbiter_check.board import EMPTY
from arbiter_check.position import read, write_men
from arbiter_check.rulesets import RULES, STANDARD
from arbiter_check.win.aims import Win

from . import looks_aims, looks_help
from .coins import made_of
from .made import Cases, certificate, changed, no_win
from .ways import text_of

EACH = 32768
BASE = 1024
LEAST = 2 * EACH

# From 4 plies on hundreds of looks, which cost 1,816,946.
CROWDED = "nRnrQ1rQ/P1QPR2r/n2QbQ1Q/RBQQKQ1b/1rrr2bP/bRr1Qrkr/RrR2NNr/bb2Rb2 w - -"
# One move to meet, and one look, at positions with 3 to 54 pseudo-legal moves.
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
# One move to meet, and one look, at a position without any move.
STUCK = "KN1n2k1/PPpP3p/P1P5/8/7P/8/8/8 w - -"
# One move to meet, and one look, at a king alone with five moves.
POOR = "4K1qk/1r6/8/8/6Q1/8/8/8 w - -"


def in_order(_, move, rules):
    """The order of the document."""
    return moves.order(move, rules)


def count(position, rules):
    """Pseudo-legal moves."""
    return sum(1 for _ in moves.pseudo_legal(position, rules))


def edges(position, rules=STANDARD, order=in_order, counted=count, keys=(), royal=False, once=False):
    """What holds each move of a position for 3 or 4 plies: what the looks cost, and a node instead of them."""
    win = Win(rules)
    for move, after in win.playable(position):
        if moves.write(move) in keys:
            continue
        cost, answers = 0, win.playable(after)
        answers.sort(key=lambda answer: order(after, answer[0], rules))
        for answer, then in answers:
            taken = moves.takes_royal(after, answer, rules)
            if royal or not taken:
                cost += counted(then, rules) ** 2 + (0 if once and cost else BASE)
            if taken or not win.wins_at_once(then):
                yield cost, [put(after, rules), 3, moves.write(answer)]
                break
        else:
            raise SystemExit(f"looks: {moves.write(move)} wins in {put(position, rules)}")


def put(position, rules):
    """The position as text."""
    if rules.castling:
        return text_of(position)
    return f"{write_men(position.men, rules.size)} {'wb'[position.side]}"


@cache
def price(text, rules=STANDARD, **reading):
    """What all looks cost, as some reader reads it."""
    return sum(cost for cost, _ in edges(read(text, rules), rules, **reading))


def mirrored(text):
    """The same with the other colours."""
    men, side = text.split()[:2]
    return f"{'/'.join(men.swapcase().split('/')[::-1])} {'b' if side == 'w' else 'w'} - -"


def spare(number, attacker="w"):
    """So many nodes that are not needed."""
    texts = [f"k7/8/8/8/8/8/8/{at or ''}K{7 - at or ''} b - -" for at in range(8)]
    texts += [f"k7/8/8/8/8/8/{at or ''}K{7 - at or ''}/8 b - -" for at in range(8)]
    texts += [f"k7/8/8/8/8/{at or ''}K{7 - at or ''}/8/8 b - -" for at in range(8)]
    demand(number <= len(texts))
    if attacker == "w":
        return [[text, 0, "a8b8"] for text in texts[:number]]
    return [[mirrored(text), 0, "a1b1"] for text in texts[:number]]


def demand(true):
    """What a case is about."""
    if not true:
        raise RuntimeError("looks: these are other positions")


LOW = 16000


@cache
def _priced(attacker):
    """Coins by what they cost."""
    return {price(text): text for text in (COINS if attacker == "w" else map(mirrored, COINS))}


def coins(total, attacker="w"):
    """Entries of variations that cost so much together; none if there are no such."""
    priced = _priced(attacker)
    dear = max(priced)
    many = max(0, (total - LOW) // dear)
    rest = made_of(priced, total - many * dear, LOW + dear)
    return None if rest is None else [[priced[coin], 4, []] for coin in [dear] * many + rest]


def varied(case, entries):
    """With variations of which none is won."""
    return changed(case, (("claim", "variations"), entries), (("evidence", "strategy"), []))


def padded(text, number, total, plies=4):
    """Not won within 4 plies, with so many nodes that are not needed, and looks that cost so much."""
    attacker = text.split()[1]
    entries = coins(total - price(text), attacker)
    demand(entries is not None)
    return varied(no_win(text, plies, spare(number, attacker)), entries)


def limit(number=0):
    """What looks may cost beside so many nodes."""
    return EACH * (number + 2)


def cases():
    """The topic."""
    made = Cases("looks")
    _nodes(made)
    _limits(made)
    _few_moves(made)
    _orders(made)
    _counts(made)
    _royals(made)
    _twice(made)
    _keys(made)
    looks_help.cases(made)
    looks_aims.cases(made, COINS)
    return made


def needed(text):
    """The fewest nodes for 4 plies, the dearest first."""
    listed = sorted(edges(read(text, STANDARD)), key=lambda edge: -edge[0])
    left, nodes = sum(cost for cost, _ in listed), []
    while left > limit(len(nodes)):
        cost, node = listed[len(nodes)]
        nodes.append(node)
        left -= cost
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
    made.good("two-plies", "claims with 1 ply left need no looks", no_win(CROWDED, 2, []))
    ever = [[text, None, move] for text, _, move in nodes]
    made.bad("nodes-null", "no such node is true without nodes for what follows", no_win(CROWDED, 4, ever))
    total, few = price(CROWDED), "1NB1RQnB/2rPR3/1R4Pp/3r1KBn/6P1/p6k/2Q2R2/B2R1N2 w - -"
    demand(total > limit(24) and limit(1) < price(few) <= limit(2))
    made.odd("spare-nodes", "nodes that are not needed count as well", no_win(few, 4, spare(2)))
    made.trap("spare-nodes-one-less", "a node too few", no_win(few, 4, spare(1)))
    made.bad(
        "spare-nodes-false", "and must be valid", no_win(few, 4, [*spare(1), [spare(2)[1][0], 0, "a8a6"]])
    )


def _limits(made):
    one = COINS[-2]
    for number in (0, 3):
        most = limit(number)
        made.good(f"limit-{number}", "just what looks may cost", padded(one, number, most))
        made.trap(f"limit-{number}-more", "one more than looks may cost", padded(one, number, most + 1))


def _again(text, number, spare_nodes=0):
    """So many looks for the same."""
    return varied(no_win(text, 4, spare(spare_nodes)), [[text, 4, []]] * (number - 1))


def _few_moves(made):
    few = COINS[0]
    demand(price(STUCK) == BASE and price(few) == BASE + 9 and 62 * price(POOR) <= LEAST < 63 * price(POOR))
    why = "looks at positions without moves cost 1,024 each"
    made.good("stuck-64", f"{why}: just what they may", _again(STUCK, 64))
    made.trap("stuck-65", f"{why}: more than they may", _again(STUCK, 65))
    made.good("stuck-node-96", f"{why}: with a node just what they may", _again(STUCK, 96, 1))
    made.trap("stuck-node-97", f"{why}: more than they may with a node", _again(STUCK, 97, 1))
    made.good("few-moves-63", "looks at three moves cost 1,033 each: less than they may", _again(few, 63))
    made.trap("few-moves-64", "looks at three moves cost 1,033 each: more than they may", _again(few, 64))
    why = "the attacker has too little left to mate, and is looked at"
    made.good("too-little-62", f"{why}: less than looks may cost", _again(POOR, 62))
    made.trap("too-little-63", f"{why}: more than looks may cost", _again(POOR, 63))
    free = "8/8/8/8/8/1k6/8/K7 w - -"
    made.odd("too-little-before", "a king alone holds nothing against the claim: no looks", _again(free, 99))


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


def _castling_as_king(_, move, rules):
    end = move.end if move.rook is None else moves.castling_squares(move)[0]
    return move.start, end, moves.order(move, rules)


def _knight_first(_, move, rules):
    return [*moves.order(move, rules)[:3], -moves.order(move, rules)[3]]


# Of each pair the looks are dearer as the document says, and then as another reader might take the answers.
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
)  # fmt: skip
# A pawn becomes a queen first; with a knight first the looks are dearer.
PROMOTION = "5k1q/1pN1b3/4Q3/n4n2/3Q2Q1/2N5/1B1p4/2K5 w - -"
# The same with other entries beside, so that one costs just what is allowed, or one more.
NARROW = (
    ("castling-before", "castling comes after the king's other moves", _castling_first,
     "6Br/1p1nBB2/n2kp2q/4r2N/rr1NNB1P/B1r4p/B1q2PPP/4K2R b K -"),
    ("castling-before-less", "castling comes after the king's other moves", _castling_first,
     "3n4/P2k4/8/P3P3/8/2n3p1/8/4K2R b K -"),
    ("castling-as-king", "castling comes after moves of the king to squares beyond", _castling_as_king,
     "r3NB2/3bP3/7P/6r1/N3pP1k/p5Qb/b5r1/R3Knnr b Q -"),
    ("castling-last", "castling comes before moves that begin on a square beyond", _castling_last,
     "r3NB2/3bP3/7P/6r1/N3pP1k/p5Qb/b5r1/R3Knnr b Q -"),
    ("castling-as-king-less", "castling comes after moves of the king to squares beyond", _castling_as_king,
     "3r4/8/1rn3k1/8/8/8/7N/4K2R b K -"),
    ("promotion-last", "a pawn becomes a queen first, then a rook, a bishop, a knight", _knight_first,
     "2n1k1nN/3RB3/3PP3/RR2P1PP/8/3BPKP1/1Pp2P2/N3n2N w - -"),
)  # fmt: skip


def _orders(made):
    for name, why, order, dear, cheap in ORDERS:
        demand(price(dear, order=order) <= LEAST < price(dear))
        demand(price(cheap) <= LEAST < price(cheap, order=order))
        made.trap(f"order-{name}", why, no_win(dear, 4, []))
        made.odd(f"order-{name}-less", why, no_win(cheap, 4, []))
    demand(price(PROMOTION) <= LEAST < price(PROMOTION, order=_knight_first))
    made.odd("order-promotion", "a pawn becomes a queen first", no_win(PROMOTION, 4, []))
    for name, why, order, text in NARROW:
        _narrow(made, f"order-{name}", why, text, order=order)


def _narrow(made, name, why, text, **reading):
    """What another reader would judge otherwise."""
    true, other = price(text), price(text, **reading)
    demand(true != other)
    more, attacker = int(other < true), text.split()[1]
    number = next(n for n in range(9) if coins(limit(n) + more - true, attacker) is not None)
    build = made.trap if more else made.odd
    build(name, why, padded(text, number, limit(number) + more))


def _legal(position, rules):
    return sum(1 for _ in moves.playable(position, rules))


def _ends(position, rules):
    return len({(move.start, move.end) for move in moves.pseudo_legal(position, rules)})


def _of_other_side(position, rules):
    other = type(position)(position.men, 1 - position.side, position.rights)
    return count(other, rules)


def _counts(made):
    few = "Q4N1n/QNpppBKQ/qP2nr2/4P2p/4rNR1/kB1N1P2/6Q1/N2rr3 w - -"
    _narrow(made, "count-pseudo-legal", "pseudo-legal moves are counted", few, counted=_legal)
    promoting = "Nr1b2B1/N2BPr2/1n1nQQ1n/B2n1K1k/P1BN2q1/1N6/3Q2b1/6Nn w - -"
    _narrow(made, "count-promotions", "each choice of piece is a move of its own", promoting, counted=_ends)
    _narrow(made, "count-each", "each look costs 1,024, not each move that is met", few, once=True)
    _narrow(made, "count-side", "moves of the side to move are counted", few, counted=_of_other_side)


def _royals(made):
    rules = RULES["simplified"]
    text = "rB1r/rqBQ/n2B/r1rr w"
    single = price(text, rules)
    free = sum(cost for cost, node in edges(read(text, rules), rules) if not _can_take(node[0], rules))
    times = LEAST // single + 1
    demand(free * times <= LEAST)

    def some(number):
        return varied(no_win(text, 4, [], "simplified"), [[text, 4, []]] * (number - 1))

    made.good("royal-taken", "a small board", some(times - 1))
    made.trap(
        "royal-taken-later",
        "answers before one that captures the attacker's royal are looked at",
        some(times),
    )
    other = "nNr1/nrnn/BBbq/RQR1 w"
    demand(7 * price(other, rules) <= LEAST < 7 * price(other, rules, royal=True))
    case = varied(no_win(other, 4, [], "simplified"), [[other, 4, []]] * 6)
    made.odd("royal-taken-now", "what such a move leads to is not looked at", case)
    nodes = [node for cost, node in edges(read(text, rules), rules) if cost][:1]
    paid = changed(some(times), (("evidence", "refutation"), nodes))
    made.good("royal-taken-node", "with a node", paid)


def _can_take(text, rules):
    position = read(text, rules)
    return any(moves.takes_royal(position, move, rules) for move in moves.pseudo_legal(position, rules))


def _twice(made):
    text = "1NB1RQnB/2rPR3/1R4Pp/3r1KBn/6P1/p6k/2Q2R2/B2R1N2 w - -"
    first = ["1NB1RQnB/2rPR3/1R1r2Pp/5KBn/6P1/p6k/2Q2R2/B2R1N2 b - -", 5, "d6d5"]
    other = ["1NB1RQnB/2rPR3/1R4Pp/5KBn/6P1/p6k/2Qr1R2/B2R1N2 b - -", 5, "d2d5"]
    demand(price(text) <= limit(2) < 2 * price(text))
    free = "8/8/8/8/8/1k6/8/K7 w - -"
    made.good(
        "twice-not",
        "a node that leads to a position whose moves are looked at",
        no_win(free, 9, [first, *spare(1)]),
    )
    made.trap(
        "twice-nodes", "what two nodes lead to is looked at for each of them", no_win(free, 9, [first, other])
    )
    small = [first[0], 3, first[2]]
    made.odd(
        "twice-nodes-shorter",
        "after this one 2 are left, and nothing is looked at",
        no_win(free, 9, [small, other]),
    )
    case = varied(no_win(text, 4, spare(2)), [[text, 4, []]])
    made.trap("twice-entries", "an entry of variations counts as often as it is repeated", case)
    case = varied(no_win(text, 4, spare(2)), [[text, 2, []]])
    made.odd("twice-entries-shorter", "with 1 ply left nothing is looked at", case)


def _keys(made):
    text, key = "3Q4/1n3b1n/bbQ1n3/6b1/p5kb/1n1b1q2/2pp1bK1/3nQQ1Q w - -", "c6f3"
    cost = price(text, keys=(key,))
    keys = {"plies": 4, "moves": [key]}
    claim = {"answer": "win", "plies": 1, "keys": keys}
    evidence = {"strategy": [[text, 1, key]], "refutation": spare(1)}
    case = certificate("win", text, claim, evidence)
    entry = [text, 4, [key]]
    demand(2 * cost <= limit(1) < 3 * cost)
    path = ("claim", "variations")
    for name, more in (("limit", 0), ("limit-more", 1)):
        build = made.trap if more else made.good
        why = "what keys rest on costs, with variations " + (
            "one more than it may" if more else "just what it may"
        )
        build(f"keys-{name}", why, changed(case, (path, coins(limit(1) - cost + more))))
    made.good("keys", "a key has nothing to be looked at, other moves have", case)
    made.good("keys-and-entry", "a variation costs as much again", changed(case, (path, [entry])))
    made.trap("keys-and-entries", "all claims together cost too much", changed(case, (path, [entry] * 2)))
    some = [entry, [text, 1]]
    made.good("keys-and-won", "that a position is won takes no looks", changed(case, (path, some)))
