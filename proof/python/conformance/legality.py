"""`legality`: games, clocks, nodes, arrays."""

from collections import Counter

from arbiter_check import moves
from arbiter_check.legality.array import Array
from arbiter_check.legality.game import initial
from arbiter_check.position import write_men
from arbiter_check.rulesets import STANDARD

from . import clocks, pasts
from .made import START, Cases, certificate, changed, legal


def cases():
    """The topic."""
    made = Cases("legality")
    _games(made)
    _draws(made)
    _clocks(made)
    clocks.add(made)
    pasts.instant(made)
    pasts.nodes(made)
    pasts.arrays(made)
    return made


def _games(made):
    made.good("start", "the empty game", legal(START, ""))
    king = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
    two = legal(king, "e2e4 e7e5")
    made.good("two-plies", "a game", two)
    made.good(
        "two-plies-passant",
        "the square of a last double step may be given",
        legal(king[:-1] + "e6", "e2e4 e7e5"),
    )
    made.bad(
        "two-plies-other-passant",
        "the last move was no double step over it",
        legal(king[:-1] + "e3", "e2e4 e7e5"),
    )
    made.bad(
        "two-plies-no-double-step",
        "the last move was no double step",
        legal(king[:-1] + "e6", "e2e3 e7e6 e3e4 e6e5"),
    )
    made.bad("one-ply", "the other side is to move", legal(king, "e2e4"))
    made.bad("four-plies", "other men", legal(king, "e2e4 e7e5 g1f3 g8f6"))
    made.bad("illegal-move", "a move is not legal", legal(king, "e2e5 e7e5"))
    made.bad("rights-fewer", "exactly the rights", legal(king.replace("KQkq", "KQk"), "e2e4 e7e5"))
    made.bad(
        "rights-lost",
        "knights have moved, and all rights are left",
        legal(START.replace("KQkq", "Qkq"), "g1f3 g8f6 f3g1 f6g8"),
    )
    shuffle = "g1f3 g8f6 f3g1 f6g8"
    made.good("shuffle", "knights out and home again", legal(START, shuffle))
    lost = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w kq -"
    made.good(
        "king-moved", "rights are lost by moving the king", legal(lost, "e2e4 e7e5 e1e2 b8c6 e2e1 c6b8")
    )
    made.bad("king-moved-rights", "and do not come back", legal(king, "e2e4 e7e5 e1e2 b8c6 e2e1 c6b8"))
    can = "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq -"
    made.trap(
        "passant-possible",
        "no square is given, but a legal en passant capture is possible after the last move",
        legal(can, "e2e4 e7e6 e4e5 d7d5"),
    )
    made.good("passant-given", "so it must be given", legal(can[:-1] + "d6", "e2e4 e7e6 e4e5 d7d5"))
    made.bad("claim-key", "no such key", legal(king, "e2e4 e7e5", {"plies": 2}))
    made.bad("evidence-key", "no such key", legal(king, "e2e4 e7e5", pgn=""))
    made.bad("draws-other", "draws are ignored, or not mentioned", legal(king, "e2e4 e7e5", draws="counted"))
    made.good("draws-ignored", "draws are ignored", legal(king, "e2e4 e7e5", draws="ignored"))
    made.good(
        "searched",
        "what was searched proves nothing",
        legal(king, "e2e4 e7e5", searched={"plies": 1, "nodes": 20}),
    )
    made.bad(
        "searched-negative",
        "no negative numbers",
        legal(king, "e2e4 e7e5", searched={"plies": -1, "nodes": 20}),
    )
    made.bad("move-number", "a move is a text", changed(two, (("evidence", "game", 0), 1234)))
    made.bad("file-letters", "rights are KQkq", legal(START.replace("KQkq", "HAha"), ""))
    made.bad("rights-order", "in this order", legal(START.replace("KQkq", "QKkq"), ""))
    made.bad("after-mate", "no move after checkmate", legal(START, "f2f3 e7e5 g2g4 d8h4 e1f2"))
    made.good(
        "mate",
        "a game that ends with checkmate",
        legal("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -", "f2f3 e7e5 g2g4 d8h4"),
    )


def _draws(made):
    four = "g1f3 g8f6 f3g1 f6g8 " * 4
    made.good("repetition-fifth", "the array for the fifth time, and the game is over", legal(START, four))
    after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"
    made.trap("repetition-after", "no move after a fifth repetition", legal(after, four + "e2e4"))
    made.good("repetition-ignored", "unless draws are ignored", legal(after, four + "e2e4", draws="ignored"))
    made.good("repetition-fourth", "a fourth one ends nothing", legal(after, four[20:] + "e2e4"))
    loop = "b1a3 b8a6 a3b1 a6b8 g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 c3b1 c6b8 g1h3 g8h6 h3g1 h6g8"
    made.bad(
        "repetition-other-ways", "the array for the fifth time, by other ways", legal(after, loop + " e2e4")
    )
    quiet = _quiet(152)
    made.trap(
        "seventy-five-moves",
        "no move after the last 150 plies without capture or pawn's move",
        legal(quiet[0], " ".join(quiet[1])),
    )
    ignored = legal(quiet[0], " ".join(quiet[1]), draws="ignored")
    made.good("seventy-five-ignored", "unless draws are ignored", ignored)
    more = _quiet(151)
    made.trap("seventy-five-one", "no move after 150 such plies", legal(more[0], " ".join(more[1])))
    enough = _quiet(150)
    made.good(
        "seventy-five-just",
        "150 such plies end the game, which is over with the last of them",
        legal(enough[0], " ".join(enough[1])),
    )


def _quiet(plies):
    """A game of knights' moves without captures, chosen so that nothing is repeated five times."""
    position, game, seen = initial(Array()), [], Counter()
    for _ in range(plies):
        choices = []
        for move, after in moves.playable(position, STANDARD):
            quiet = position.men[move.start] in "Nn" and position.men[move.end] == "."
            if quiet and not moves.in_check(after, STANDARD):
                choices.append((seen[after.key()], move, after))
        _, move, position = min(choices, key=lambda choice: choice[:2])
        seen[position.key()] += 1
        game.append(moves.write(move))
    rights = "".join(
        r
        for r, pair in (("K", (0, 7)), ("Q", (0, 0)), ("k", (1, 63)), ("q", (1, 56)))
        if pair in position.rights
    )
    return f"{write_men(position.men)} {'wb'[position.side]} {rights or '-'} -", game


def _clocks(made):
    king = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
    made.good("clocks", "the game ends with these clocks", legal(king, "e2e4 e7e5", {"clocks": [0, 2]}))
    made.good(
        "clocks-quiet",
        "plies since the last pawn's move",
        legal(START, "g1f3 g8f6 f3g1 f6g8", {"clocks": [4, 3]}),
    )
    for name, why, clocks in (
        ("half", "another halfmove clock", [1, 2]),
        ("number", "another number of the move", [0, 3]),
        ("zero", "the next move is the second", [0, 0]),
        ("great", "from 0 to 65,535", [0, 65538]),
        ("negative", "from 0 to 65,535", [-1, 2]),
        ("one", "two numbers", [0]),
        ("three", "two numbers", [0, 2, 0]),
        ("texts", "two numbers", ["0", "2"]),
    ):
        made.bad(f"clocks-{name}", why, legal(king, "e2e4 e7e5", {"clocks": clocks}))
    made.bad(
        "clocks-draws",
        "draws are not ignored then",
        legal(king, "e2e4 e7e5", {"clocks": [0, 2]}, draws="ignored"),
    )

    def fault(name, position, clocks, **more):
        return certificate(
            "legality", position, {"answer": "illegal", "clocks": clocks, **more}, {"clocks": name}
        )

    fen = {
        "start": START,
        "double": king[:-1] + "e6",
        "dead": "8/8/8/4k3/8/8/8/4K3 w - -",
        "late": "4k3/P7/8/8/8/8/8/4K3 w - -",
    }
    for name, position, clocks, so, why in (
        ("double-step", "double", [1, 2], True, "the last move was that of a pawn"),
        ("double-step", "double", [0, 2], False, "the clock is 0"),
        ("double-step", "start", [1, 2], False, "no square is given"),
        ("too-long", "start", [151, 100], True, "more than 150"),
        ("too-long", "start", [150, 100], False, "150 is not more than 150"),
        ("after-the-end", "dead", [1, 100], True, "two kings: the game ended with the capture"),
        ("after-the-end", "dead", [0, 100], False, "the capture was the last ply"),
        ("after-the-end", "start", [1, 100], False, "the game is not over"),
        ("move-zero", "start", [0, 0], True, "the number is 0"),
        ("move-zero", "start", [0, 1], False, "the number is 1"),
        ("more-than-played", "start", [3, 2], True, "2 plies were played"),
        ("more-than-played", "start", [2, 2], False, "2 are not more than 2"),
        ("more-than-played", "start", [5, 0], False, "not where the number is 0"),
        (
            "too-few-moves",
            "late",
            [0, 4],
            True,
            "a pawn on the seventh rank needs four moves, and fifteen men were captured",
        ),
        ("too-few-moves", "late", [0, 17], False, "sixteen are enough"),
        ("too-few-moves", "late", [0, 0], False, "not where the number is 0"),
        ("too-few-before", "late", [0, 15], True, "28 plies, but 29 lasting moves are needed"),
        ("too-few-before", "late", [0, 200], False, "there are plies enough"),
    ):
        case = fault(name, fen[position], clocks)
        label = f"fault-{name}-{position}-{clocks[0]}-{clocks[1]}"
        (made.good if so else made.bad)(label, why, case)
    made.bad("fault-unknown", "no such fault", fault("too-old", START, [0, 1]))
    made.bad("fault-list", "one fault", fault(["move-zero"], START, [0, 0]))
    made.bad(
        "fault-without-clocks",
        "clocks are not claimed",
        changed(fault("move-zero", START, [0, 0]), (("claim", "clocks"), ...)),
    )
