"""`win`: no win ever, games won by capture, tables."""

import base64
import string
import zlib

from .made import ask, certificate, changed, no_win
from .thin import lengthened, put, thin


def drawn(made):
    """Part of the topic."""
    path = ("evidence", "refutation")
    for name, board in (("apart", "4/4/1q2/3Q w"), ("guarded", "qr2/rb2/4/3Q w")):
        case = ask("win", board, "--rules", "simplified", "--shortest")[0]
        made.good(f"null-{name}", "no win within any number of plies", case)
        last = len(case["evidence"]["refutation"]) - 1
        for index in (0, last // 2, last):
            node = case["evidence"]["refutation"][index]
            made.bad(
                f"null-{name}-{index}-missing",
                "a node that is needed is missing",
                changed(case, ((*path, index), ...)),
            )
            made.trap(
                f"null-{name}-{index}-number",
                "only null meets null, whatever the number",
                changed(case, ((*path, index, 1), 2**64 - 1)),
            )
            made.bad(
                f"null-{name}-{index}-pass",
                "null, though the defender has a move",
                changed(case, ((*path, index, 2), None)),
            )
            made.bad(
                f"null-{name}-{index}-attacker",
                "the attacker is to move",
                changed(case, ((*path, index, 0), node[0][:-1] + "w")),
            )
        made.good(
            f"null-{name}-1000",
            "what holds for any number holds for 1,000",
            changed(case, (("claim", "plies"), 1000)),
        )
        made.bad(
            f"null-{name}-as-win",
            "a refutation proves no win",
            changed(case, (("claim",), {"answer": "win", "plies": 5})),
        )
    gardner = ask("win", "4k/5/5/5/R3K w", "--rules", "gardner", "--shortest")[0]
    made.good("gardner", "a mate on five ranks", gardner)
    made.good(
        "gardner-bishop",
        "too little to mate with",
        ask("win", "k4/5/K4/5/B4 w", "--rules", "gardner", "--shortest")[0],
    )


def captures(made):
    """Part of the topic."""
    one = ask("win", "rnq1/R3/1QN1/4 w", "--rules", "simplified", "--shortest")[0]
    made.good("simplified", "won by capturing the queen", one)
    made.bad(
        "simplified-plies",
        "the shortest is another",
        changed(one, (("claim", "plies"), one["claim"]["plies"] - 2)),
    )
    made.bad(
        "simplified-aim", "aims are for games won by checkmate", changed(one, (("claim", "aim"), "stalemate"))
    )
    long = ask("win", "3q/4/1R2/Q1r1 w", "--rules", "simplified", "--shortest")[0]
    made.good("simplified-long", "a longer one", long)
    made.bad(
        "simplified-node-missing",
        "a node that is needed is missing",
        changed(long, (("evidence", "strategy", 1), ...)),
    )
    apart = "4/4/1q2/3Q w"
    made.good("simplified-no-win", "the attacker's queen takes nothing", no_win(apart, 1, [], "simplified"))
    made.odd(
        "simplified-checkmated-node",
        "checkmate ends no game won by capture: a node whose defender has no safe move is allowed",
        no_win(apart, 1, [["q3/RR2/2R1/Q3 b", 0, "a4b4"]], "simplified"),
    )
    made.good(
        "simplified-defender-takes",
        "the defender's answer captures the attacker's royal",
        no_win(apart, 1, [["q2R/4/4/Q3 b", None, "a4a1"]], "simplified"),
    )
    made.bad(
        "simplified-null",
        "null though there are moves",
        no_win(apart, 1, [["q2R/4/4/Q3 b", None, None]], "simplified"),
    )
    made.trap(
        "simplified-takes-after",
        "the move lets the defender take the queen: that answer leads to no node",
        certificate(
            "win",
            "q3/4/R3/3Q w",
            {"answer": "win", "plies": 3},
            {"strategy": [["q3/4/R3/3Q w", 3, "d1d4"]]},
            "simplified",
        ),
    )
    made.bad(
        "simplified-too-few-men",
        "too little to mate with is of games won by checkmate",
        no_win(apart, None, [], "simplified"),
    )


def tables(made):
    """Part of the topic."""
    case = ask("win", "8/8/8/8/3k4/8/8/K1Q5 w", "--mate", "4")[0]
    made.slow(
        "accepted", "tables", "a table for the one class of men: each of its bytes is at most its bound", case
    )
    packed = case["evidence"]["tables"]["KQvK"]
    raw = zlib.decompress(base64.b64decode(packed))
    path = ("evidence", "tables")
    made.bad("tables-name", "the attacker's men come first", changed(case, (path, {"KvKQ": packed})))
    made.bad("tables-missing", "a table for each class that can arise", changed(case, (path, {})))
    made.bad("tables-more", "and for no other", changed(case, (path, {"KQvK": packed, "KRvK": packed})))
    made.bad(
        "tables-short", "as many bytes as there are numbers", changed(case, (path, {"KQvK": put(raw[:-1])}))
    )
    made.bad(
        "tables-long", "as many bytes as there are numbers", changed(case, (path, {"KQvK": put(raw + b"\0")}))
    )
    made.bad("tables-base64", "the usual alphabet", changed(case, (path, {"KQvK": packed[:-4] + "-_=="})))
    made.bad(
        "tables-unused-bits", "unused bits of base64 are 0", changed(case, (path, {"KQvK": _loose(raw)}))
    )
    made.bad(
        "tables-padding",
        "with padding",
        changed(case, (path, {"KQvK": packed.rstrip("=") + ("" if packed.endswith("=") else "=")})),
    )
    made.bad(
        "tables-not-packed",
        "zlib-packed",
        changed(case, (path, {"KQvK": base64.b64encode(raw[len(raw) // 2 :]).decode()})),
    )
    whole = base64.b64decode(packed)
    made.bad(
        "tables-paid-for",
        "packed there is a byte for every two; one block of nothing is missing",
        changed(case, (path, {"KQvK": base64.b64encode(whole[:2] + whole[7:]).decode()})),
    )
    made.bad(
        "tables-behind",
        "nothing stands behind the data",
        changed(case, (path, {"KQvK": base64.b64encode(whole + b"\0").decode()})),
    )
    made.bad(
        "tables-claim",
        "more is claimed than the byte of the position says",
        changed(case, (("claim", "plies"), None)),
    )
    made.bad(
        "tables-all-ever",
        "no byte is above its bound",
        changed(case, (path, {"KQvK": put(b"\xff" * len(raw))})),
    )
    made.bad("tables-and-refutation", "one of the two", changed(case, (("evidence", "refutation"), [])))
    made.bad("tables-aim", "an aim is refuted by nodes only", changed(case, (("claim", "aim"), "selfmate")))
    made.bad(
        "tables-rights",
        "with a right to castle a refutation stands beside",
        changed(case, (("position",), "8/8/8/8/3k4/8/8/2Q1K2R w K -")),
    )
    made.bad(
        "tables-six-men", "at most five men", changed(case, (("position",), "8/8/8/8/3k4/8/PPP5/K1Q5 w - -"))
    )
    made.bad(
        "tables-rules",
        "only with standard",
        changed(case, (("rules",), "pawnless"), (("position",), "8/8/8/8/3k4/8/8/K1Q5 w")),
    )
    made.bad(
        "tables-one-byte",
        "the byte of one position is above its bound",
        changed(case, (path, {"KQvK": put(_raised(raw))})),
    )


def castling(made):
    """Part of the topic."""
    case = thin(ask("win", "8/8/8/8/8/8/8/1k2K2R w K -")[0])
    path, packed = ("evidence", "tables"), case["evidence"]["tables"]["KRvK"]
    raw = zlib.decompress(base64.b64decode(packed))
    made.good("tables-castling", "tables say what arises when a right to castle is lost", case)
    stored = base64.b64encode(zlib.compress(raw, 0)).decode()
    made.good(
        "tables-stored",
        "packed there may be more than a byte for every two",
        changed(case, (path, {"KRvK": stored})),
    )
    alone = {"strategy": case["evidence"]["strategy"], "tables": case["evidence"]["tables"]}
    made.bad(
        "tables-castling-alone", "a refutation stands beside tables", changed(case, (("evidence",), alone))
    )
    made.bad(
        "tables-castling-none", "nodes are missing where no tables stand beside", changed(case, (path, ...))
    )
    made.bad("tables-castling-missing", "a table for each class that can arise", changed(case, (path, {})))
    made.bad(
        "tables-castling-lost",
        "the right is lost already: no refutation stands beside",
        changed(case, (("position",), "8/8/8/8/8/8/8/1k2K2R w - -")),
    )
    made.bad(
        "tables-castling-zero",
        "the tables say less than is claimed",
        changed(case, (path, {"KRvK": put(bytes(len(raw)))})),
    )
    within = {"answer": "no-win", "plies": 8}
    refuting = {"refutation": [], "tables": case["evidence"]["tables"]}
    fewer = changed(case, (("claim",), within), (("evidence",), refuting))
    made.good("tables-castling-8", "four moves of the attacker in eight plies", fewer)
    made.bad("tables-castling-9", "it does win within nine", changed(fewer, (("claim", "plies"), 9)))
    made.bad("tables-castling-null", "nor never", changed(fewer, (("claim", "plies"), None)))
    made.bad(
        "tables-castling-aim",
        "an aim is refuted by nodes only",
        changed(fewer, (("claim", "aim"), "selfmate")),
    )
    for name, why, place, byte in (
        ("more", "a byte is above its bound", raw.index(1), 255),
        ("less", "others rest on this byte, or the claim does", raw.index(3), 2),
    ):
        other = bytearray(raw)
        other[place] = byte
        made.bad(f"tables-castling-{name}", why, changed(fewer, (path, {"KRvK": put(other)})))


def numbers(made):
    """Part of the topic: positions with several numbers."""
    two = [["h5", "g6"], ["e8", "f7"]]
    for name, ones, add, why in (
        ("equal", two, made.good, "both numbers of the position have the same byte"),
        ("first", two[:1], made.trap, "the byte of the other number is less, though no more is claimed"),
        ("second", two[1:], made.trap, "likewise, if the position is looked up by that number"),
    ):
        add(f"tables-numbers-{name}", why, _said("8/8/6R1/7K/8/8/1k6/8", {"KRvK": [(4, ones, 1)]}))
    none = [["c5", "c5"], ["h5", "b2"], ["b2", "g6"], ["h5", "b7"], ["h5", "g2"], ["a3", "g6"], ["b1", "f7"]]
    made.odd(
        "tables-numbers-none",
        "no positions: two men on one square or the defender in check; what they say need not be equal",
        _said("8/8/6R1/7K/8/8/1k6/8", {"KRvK": [(4, two, 1), (4, none, 255)]}),
    )


def _said(board, tables):
    """A claim of nothing, with tables whose bytes are 0 but for some: place of the king, squares, byte."""
    packed = {}
    for name, bytes_said in tables.items():
        raw = bytearray(10 * 64 ** (len(name) - 2))
        for place, all_squares, byte in bytes_said:
            for squares in all_squares:
                number = place
                for square in squares:
                    number = 64 * number + "abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1)
                raw[number] = byte
        packed[name] = put(raw)
    return certificate("win", board + " w - -", {"answer": "no-win", "plies": 0}, {"tables": packed})


def _raised(raw):
    """One byte greater: that of k on a1, K on c3, Q on c8, where Qc8-c1 gives mate."""
    made = bytearray(raw)
    made[(0 * 64 + 18) * 64 + 58] = 2
    return bytes(made)


def _loose(raw):
    """The same data, packed so that base64 has unused bits, of which one is set."""
    letters = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
    packings = (lengthened(zlib.compress(raw, level), len(raw)) for level in range(9, 0, -1))
    texts = (base64.b64encode(packed).decode() for packed in packings)
    packed = next(text for text in texts if text.endswith("="))
    body = packed.rstrip("=")
    return body[:-1] + letters[letters.index(body[-1]) + 1] + packed[len(body) :]
