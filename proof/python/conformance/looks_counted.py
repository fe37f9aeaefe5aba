"""What looks at what refutations leave out cost: what is counted, and in which order answers are tried."""

from .looks_edge import again, narrow, needed
from .looks_price import COINS, CROWDED, FEW, STUCK_NOW, Reading, total
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
from .made import demand, no_win


def cases(made):
    """Adds the cases."""
    _orders(made)
    _counts(made)
    _checks(made)
    _answers(made)
    _held(made)


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
            narrow(made, f"order-{name}{which}", why, no_win(text, 4, []), order=order)


def _counts(made):
    few = no_win("Q4N1n/QNpppBKQ/qP2nr2/4P2p/4rNR1/kB1N1P2/6Q1/N2rr3 w - -", 4, [])
    narrow(made, "count-pseudo-legal", "pseudo-legal moves are counted", few, counted=legal)
    promoting = no_win("Nr1b2B1/N2BPr2/1n1nQQ1n/B2n1K1k/P1BN2q1/1N6/3Q2b1/6Nn w - -", 4, [])
    narrow(made, "count-promotions", "each choice of piece is a move of its own", promoting, counted=ends)
    narrow(made, "count-each", "each look costs 384, not each move that is met", few, wrong="base-once")
    narrow(made, "count-side", "moves of the side to move are counted", few, counted=of_other_side)
    case = no_win("8/6k1/8/8/8/8/5p2/4K2R w K -", 1, [])
    demand(total(case) != total(case, Reading(counted=all_but(unsafe_castling))))
    why = "castling over a square that is attacked is pseudo-legal"
    narrow(made, "count-castling", why, case, counted=all_but(unsafe_castling))
    case = no_win("8/6k1/8/3pP3/8/8/8/4K3 w - d6", 1, [])
    narrow(made, "count-en-passant", "capturing en passant is a move", case, counted=all_but(en_passant))
    case = no_win("8/6k1/8/8/8/8/8/4KB1R w K -", 1, [])
    narrow(made, "count-blocked", "castling over men is no move", case, counted=with_rights)
    case = no_win("k7/8/8/8/8/8/8/R3K3 w", 1, [], "pawnless")
    narrow(made, "count-king", "capturing a king is no move, though it is attacked", case, counted=with_king)
    case = no_win("3k2/P5/6/6/6/K5 w", 1, [], "los-alamos")
    narrow(made, "count-los-alamos", "pawns become one of three pieces", case, counted=four_pieces)


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
        narrow(made, f"check-{name}", why, no_win(text, 1, []), checked=checked)
    for name, text in (("near", "8/8/8/8/8/2k5/1K6/7R w"), ("before", "k7/8/8/8/8/8/8/R3K3 w")):
        case = no_win(text, 1, [], "pawnless")
        why = "the other king is attacked after the move, as it was before"
        narrow(made, f"check-{name}", why, case, checked=each_checking(not_before))
    crowded = no_win(FEW, 4, [])
    for name, checked in (("looks", no_moves), ("looks-safe", by_safe), ("looks-each", ever_once)):
        why = "checks cost more at the positions after answers, too"
        narrow(made, f"check-{name}", why, crowded, checked=checked)


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
        narrow(made, f"answers-{name}", why, case, tried=tried)
    # b2b6 stalemates.
    stale = no_win("k7/8/8/8/8/8/1Q6/7K w - -", 4, [])
    narrow(made, "answers-stalemate", "where no answer is allowed all are tried", stale, tried=before_mate)
    narrow(made, "answers-search", "to look for an answer costs 128", case, wrong="search")
    narrow(
        made, "answers-search-each", "to look for an answer costs 128 each time", case, wrong="search-once"
    )
    nodes = needed(CROWDED)
    full = no_win(CROWDED, 4, nodes)
    narrow(made, "answers-listed", "no answer is looked for where a node stands", full, wrong="listed")
    three = no_win(text, 3, [])
    narrow(made, "answers-three-plies", "to look for an answer costs 128", three, wrong="search")


def _held(made):
    text = COINS[-2]
    why = "a position that is to be held costs a look"
    for plies in (1, 2, 3, 4):
        narrow(made, f"held-{plies}", why, no_win(text, plies, []), wrong="held")
    case = again(text, 5, 2)
    narrow(
        made, "held-again", "a position that is to be held costs a look each time", case, wrong="held-once"
    )
    case = no_win(text, 2, [])
    narrow(made, "held-2-answers", "with 1 ply left no answers are looked for", case, wrong="short")
    narrow(
        made,
        "held-none-left",
        "with no ply left a position costs nothing",
        no_win(text, 0, []),
        wrong="none-left",
    )
    poor = no_win("8/8/8/8/8/1k6/8/KN6 w - -", 3, [])
    narrow(made, "held-hopeless", "positions that are held by their men cost nothing", poor, wrong="hopeless")
    why = "what a node's answer leads to costs a look"
    for plies in (3, 2):
        nodes = [[text, plies, answer] for text, _, answer in needed(CROWDED)[:3]]
        narrow(made, f"held-node-{plies}", why, no_win(COINS[-2], 1, nodes), wrong="nodes")
    case = no_win(COINS[-2], 1, nodes)
    narrow(made, "held-node", "a node's own position is not looked at", case, wrong="node")
    nodes = [[text, 1, answer] for text, _, answer in nodes]
    narrow(
        made,
        "held-node-1",
        "what a node's answer leads to costs nothing with no ply left",
        no_win(COINS[-2], 1, nodes),
        wrong="none-left",
    )
    nodes = [[STUCK_NOW.replace(" w ", " b "), None, "g8g7"]]
    narrow(made, "held-node-ever", f"{why}, with any number left", no_win(COINS[-2], 1, nodes), wrong="nodes")
