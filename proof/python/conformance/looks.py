"""What is looked at where nodes are left out, and how much of it: refutations, and help play."""

import json

from arbiter_check import moves
from arbiter_check.position import read
from arbiter_check.rulesets import RULES, STANDARD

from . import looks_aims, looks_help
from .looks_price import (
    ANSWER,
    BASE,
    COINS,
    CROWDED,
    DEAR,
    DOCUMENT,
    FEW,
    FREE,
    MOVE,
    POOR,
    REFUTATION,
    SEARCH,
    STUCK,
    STUCK_NOW,
    UNIT,
    VARIATIONS,
    Reading,
    demand,
    edges,
    filled,
    fits,
    limit,
    price,
    spare,
    total,
    varied,
)
from .looks_readings import (
    all_allowed,
    all_answers,
    all_but,
    as_text,
    backwards,
    before_mate,
    but_last,
    by_any,
    by_moved,
    by_queen,
    by_safe,
    by_squares,
    captures_first,
    castling_as_king,
    castling_first,
    castling_last,
    castling_right_first,
    each_checking,
    en_passant,
    ends,
    ever_once,
    four_pieces,
    knight_first,
    legal,
    no_moves,
    not_before,
    not_by_king,
    not_castling,
    of_other_side,
    only_allowed,
    pawn_left,
    toward,
    unsafe_castling,
    with_king,
    with_rights,
)
from .made import Cases, certificate, changed, no_win


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


# Positions whose looks cost something else as another reader might take the answers.
ORDERS = (
    ("backwards", "from a1 to h8, not from h8 to a1", backwards,
     "b4RR1/kr1QnPnb/3P1nrR/1RPnbb2/1q2N3/Pp1NrBq1/n1q1Qnrn/2RQ1NK1 w - -",
     "2N1Qb1r/1nNn1nP1/nn1rN1NB/KR1rQP2/BB5N/r4NBB/1RrPB3/nn1Nr2k w - -"),
    ("captures", "captures are not taken before other moves", captures_first,
     "r2kbR2/4R2R/Q2p1q1Q/2pQKr2/PQ1R2N1/5Q1N/R6p/3RN3 w - -",
     "NQR2R1r/nQQQ1Pn1/Qnn1R2b/RQ1qbbR1/N1Bkrbn1/npR1R1bR/BQQrQn1r/Q1QK2n1 w - -"),
    ("text", "from a1 to b1 to h8: not as texts are sorted, a1, a2 to h8", as_text,
     "1rQ1BbQ1/P2QQQb1/B2rpN1Q/NrPbk3/qKb1bpB1/2bBPnRp/2R1p1qP/bRR1bN1R w - -",
     "N2nKqBN/3R2RQ/PN3kb1/4RN2/3QRq2/1nn4n/7n/N2b4 w - -"),
    ("toward", "first by where moves begin, then by where they end", toward,
     "3Nnq1b/b2Rb3/1n2B3/krb2r1n/1b5p/1rKRr1B1/4QQr1/BQ1Q1b1B w - -",
     "b1rk4/R4p1B/4bpBn/1qQPPqB1/n1r2QN1/1Rq2KQ1/b1q1B1q1/N7 w - -"),
    ("castling-before", "castling comes after the king's other moves", castling_first,
     "6Br/1p1nBB2/n2kp2q/4r2N/rr1NNB1P/B1r4p/B1q2PPP/4K2R b K -",
     "3n4/P2k4/8/P3P3/8/2n3p1/8/4K2R b K -"),
    ("castling-as-king", "castling comes after moves of the king to squares beyond", castling_as_king,
     "r3NB2/3bP3/7P/6r1/N3pP1k/p5Qb/b5r1/R3Knnr b Q -",
     "3r4/8/1rn3k1/8/8/8/7N/4K2R b K -"),
    ("castling-last", "castling comes before moves that begin on a square beyond", castling_last,
     "r3NB2/3bP3/7P/6r1/N3pP1k/p5Qb/b5r1/R3Knnr b Q -"),
    ("castling-sides", "castling on the a-side comes first", castling_right_first,
     "r3k2r/8/1N3K2/5R2/3R4/8/8/8 w kq -"),
    ("promotion", "a pawn becomes a queen first, then a rook, a bishop, a knight", knight_first,
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


def _counts(made):
    few = no_win("Q4N1n/QNpppBKQ/qP2nr2/4P2p/4rNR1/kB1N1P2/6Q1/N2rr3 w - -", 4, [])
    _narrow(made, "count-pseudo-legal", "pseudo-legal moves are counted", few, counted=legal)
    promoting = no_win("Nr1b2B1/N2BPr2/1n1nQQ1n/B2n1K1k/P1BN2q1/1N6/3Q2b1/6Nn w - -", 4, [])
    _narrow(made, "count-promotions", "each choice of piece is a move of its own", promoting, counted=ends)
    _narrow(made, "count-each", "each look costs 384, not each move that is met", few, wrong="base-once")
    _narrow(made, "count-side", "moves of the side to move are counted", few, counted=of_other_side)
    case = no_win("8/6k1/8/8/8/8/5p2/4K2R w K -", 1, [])
    demand(total(case) != total(case, Reading(counted=all_but(unsafe_castling))))
    why = "castling over a square that is attacked is pseudo-legal"
    _narrow(made, "count-castling", why, case, counted=all_but(unsafe_castling))
    case = no_win("8/6k1/8/3pP3/8/8/8/4K3 w - d6", 1, [])
    _narrow(made, "count-en-passant", "capturing en passant is a move", case, counted=all_but(en_passant))
    case = no_win("8/6k1/8/8/8/8/8/4KB1R w K -", 1, [])
    _narrow(made, "count-blocked", "castling over men is no move", case, counted=with_rights)
    case = no_win("k7/8/8/8/8/8/8/R3K3 w", 1, [], "pawnless")
    _narrow(made, "count-king", "capturing a king is no move, though it is attacked", case, counted=with_king)
    case = no_win("3k2/P5/6/6/6/K5 w", 1, [], "los-alamos")
    _narrow(made, "count-los-alamos", "pawns become one of three pieces", case, counted=four_pieces)


def _checks(made):
    pinned = "4r3/8/8/8/8/k7/4R3/4K3 w - -"
    found = "4k3/8/8/4N3/8/8/8/K3R3 w - -"
    other = (
        ("checks", "moves that give check cost more", found, no_moves),
        ("each", "each move that gives check costs more", found, ever_once),
        ("discovered", "any man may give the check", found, each_checking(by_moved)),
        ("double", "a double check is one move", "4k3/8/8/8/4N3/8/8/K3R3 w - -", each_checking(by_any)),
        ("unsafe", "moves give check whatever becomes of the own king", pinned, by_safe),
        ("king", "a king beside the other attacks it", "8/8/8/3k4/8/3K4/8/7R w - -", each_checking(not_by_king)),
        ("promotions", "each choice of piece that gives check", "4k3/6P1/8/8/8/8/8/4K3 w - -", by_squares),
        ("castling", "castling may give check", "5k2/8/8/8/8/8/8/4K2R w K -", each_checking(not_castling)),
        ("unsafe-castling", "castling that is not allowed may give check", "5k2/8/8/8/8/8/8/r3K2R w K -", by_safe),
        ("en-passant", "no man stands where a pawn was captured", "8/8/8/k2pP2R/8/8/8/4K3 w - d6",
         each_checking(pawn_left)),
    )  # fmt: skip
    for name, why, text, checked in other:
        _narrow(made, f"check-{name}", why, no_win(text, 1, []), checked=checked)
    for name, text in (("near", "8/8/8/8/8/2k5/1K6/7R w"), ("before", "k7/8/8/8/8/8/8/R3K3 w")):
        case = no_win(text, 1, [], "pawnless")
        why = "the other king is attacked after the move, as it was before"
        _narrow(made, f"check-{name}", why, case, checked=each_checking(not_before))
    crowded = no_win(FEW, 4, [])
    for name, checked in (("looks", no_moves), ("looks-safe", by_safe), ("looks-each", ever_once)):
        why = "checks cost more at the positions after answers, too"
        _narrow(made, f"check-{name}", why, crowded, checked=checked)


def _answers(made):
    text = "3r4/8/1rn3k1/8/8/8/7N/4K2R b K -"
    case = no_win(text, 4, [])
    for name, why, tried in (
        ("not-allowed", "answers that are tried cost 64, allowed or not", only_allowed),
        ("not-all", "answers after the one that is found are not tried", all_answers),
        ("not-all-allowed", "answers after the one that is found are not tried", all_allowed),
        ("last", "the answer that is found was tried", but_last),
        ("any", "answers that are tried cost 64", lambda *_: 0),
    ):
        _narrow(made, f"answers-{name}", why, case, tried=tried)
    # b2b6 stalemates.
    stale = no_win("k7/8/8/8/8/8/1Q6/7K w - -", 4, [])
    _narrow(made, "answers-stalemate", "where no answer is allowed all are tried", stale, tried=before_mate)
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
    _narrow(made, "royal-taken-tried", why, other, tried=but_last)
    case = no_win(text, 4, [], name)
    why = "what captures the royal is counted"
    _narrow(made, "royal-count", why, case, counted=all_but(moves.takes_royal))
    _narrow(made, "royal-checks", "capturing the royal costs as a check does", case, checked=no_moves)
    after = "what attacks the royal is no check here, capturing it is"
    _narrow(made, "royal-attacked", after, case, checked=each_checking(by_queen))


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
