"""The keys of a win: all first moves that win within a number of plies."""

from .made import Cases, ask, changed

# Mate in one, and seven moves that mate in two.
SEVEN = "7k/8/5K2/8/8/8/8/6Q1 w"
# A mate in three by Sam Loyd with one key.
LOYD = "k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w"


def cases():
    """The topic."""
    made = Cases("keys")
    two = ask("win", SEVEN, "--mate", "2", "--keys")[0]
    moves, plies = ("claim", "keys", "moves"), ("claim", "keys", "plies")
    seven = two["claim"]["keys"]["moves"]
    made.good("seven", "all seven moves that mate in two, where there is a mate in one", two)
    made.good("order", "in any order", changed(two, (moves, seven[::-1])))
    made.bad("one-missing", "g1g2 mates in two and is left out", changed(two, (moves, seven[1:])))
    made.bad(
        "mate-missing",
        "the mate in one is a key as well",
        changed(two, (moves, [m for m in seven if m != "g1g7"])),
    )
    made.bad("none", "there are keys", changed(two, (moves, [])))
    made.bad("twice", "no move occurs twice", changed(two, (moves, [*seven, seven[0]])))
    made.bad("quiet-move", "g1h1 is check and no mate in two", changed(two, (moves, [*seven, "g1h1"])))
    made.bad("stalemate", "g1g6 is stalemate", changed(two, (moves, [*seven, "g1g6"])))
    made.bad("illegal", "f6g8 is not allowed", changed(two, (moves, [*seven, "f6g8"])))
    made.bad("defender", "a move of the other side", changed(two, (moves, [*seven, "h8h7"])))
    made.trap(
        "fewer-plies",
        "the seven do not all mate within 1 ply, though the win is within 1",
        changed(two, (plies, 1)),
    )
    made.bad("plies-null", "a number of plies", changed(two, (plies, None)))
    made.bad("plies-0", "nothing wins within 0 plies", changed(two, (plies, 0)))
    made.bad("plies-missing", "two keys of the object", changed(two, (plies, ...)))
    made.bad("moves-missing", "two keys of the object", changed(two, (moves, ...)))
    made.bad("more", "no other keys of the object", changed(two, (("claim", "keys", "aim"), "stalemate")))
    made.bad("null", "an object, or left out", changed(two, (("claim", "keys"), None)))
    made.good("not-shortest", "keys without shortest", changed(two, (("claim", "shortest"), ...)))
    made.bad(
        "no-refutation",
        "keys need a refutation, though it may be empty",
        changed(two, (("claim", "shortest"), ...), (("evidence", "refutation"), ...)),
    )
    made.bad(
        "searched",
        "exactly the keys named",
        changed(two, (("evidence", "searched"), {"plies": 0, "nodes": 1})),
    )
    made.bad(
        "no-win",
        "only of a win",
        changed(two, (("claim", "answer"), "no-win"), (("evidence", "strategy"), ...)),
    )
    three = ask("win", LOYD, "--mate", "3", "--keys")[0]
    made.good("loyd", "one key, and every other first move is met", three)
    strategy = three["evidence"]["strategy"]
    for index in (1, len(strategy) - 1):
        made.bad(
            f"loyd-node-{index}",
            "a node after the key is missing",
            changed(three, (("evidence", "strategy", index), ...)),
        )
    made.bad("loyd-other", "another first move", changed(three, (moves, ["c8b7"])))
    made.bad("loyd-both", "and one more", changed(three, (moves, ["a4a5", "c8b7"])))
    made.good(
        "loyd-fewer",
        "within 4 plies the attacker moves twice: no key",
        changed(three, (plies, 4), (moves, [])),
    )
    made.trap("loyd-fewer-key", "the key needs 5", changed(three, (plies, 4)))
    stalemate = ask("win", SEVEN, "--stipulation", "=1", "--keys")[0]
    made.good("stalemate-keys", "the only move that stalemates", stalemate)
    made.bad("stalemate-keys-none", "there is one", changed(stalemate, (moves, [])))
    made.bad("stalemate-keys-mate", "a mate is no stalemate", changed(stalemate, (moves, ["g1g6", "g1g7"])))
    return made
