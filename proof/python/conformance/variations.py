"""Variations: the keys of other positions than the certificate's own."""

from .made import Cases, ask, changed

# A mate in three by Sam Loyd: one key, and tries.
LOYD = "k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w"
# A mate in two with seven keys, one of which mates at once.
SEVEN = "7k/8/5K2/8/8/8/8/6Q1 w"
PATH = ("claim", "variations")


def cases():
    """The topic."""
    made = Cases("variations")
    three = ask("win", LOYD, "--mate", "3", "--tries", "--tree", "--set-play")[0]
    entries = three["claim"]["variations"]
    made.good("loyd", "tries, set play and variations of a mate in three", three)
    made.good("order", "in any order", changed(three, (PATH, entries[::-1])))
    made.good("repeated", "positions may be repeated", changed(three, (PATH, entries + entries[:1])))
    made.good("fewer", "there need not be all that a problem rests on", changed(three, (PATH, entries[:3])))
    made.good("empty", "or any", changed(three, (PATH, [])))
    made.bad("null", "a list, or left out", changed(three, (PATH, None)))
    made.bad("object", "a list", changed(three, (PATH, {})))
    none = next(i for i, entry in enumerate(entries) if entry[2:] == [[]] and entry[1] == 3)
    some = next(i for i, entry in enumerate(entries) if len(entry) == 3 and len(entry[2]) > 1)
    one = next(i for i, entry in enumerate(entries) if len(entry) == 3 and len(entry[2]) == 1 and entry[1] == 3)
    made.bad("no-node", "that some move wins is shown by a node", changed(three, ((*PATH, some, 2), ...)))
    made.trap("none-some", "none does after a refutation", changed(three, ((*PATH, none, 2), ...)))
    made.bad("dual-missing", "a dual is a key as well", changed(three, ((*PATH, some, 2, 0), ...)))
    made.bad("no-key", "there are keys", changed(three, ((*PATH, some, 2), [])))
    moves = entries[one][2]
    made.bad("twice", "no move occurs twice", changed(three, ((*PATH, one, 2), moves * 2)))
    made.bad("other", "another move does not mate in time", changed(three, ((*PATH, one, 2), ["e1f2"])))
    made.bad("illegal", "a move that is not allowed", changed(three, ((*PATH, one, 2), [*moves, "a1a8"])))
    made.trap("sooner", "not within so few plies", changed(three, ((*PATH, one, 1), 1)))
    made.good("none-sooner", "nor do other moves within fewer", changed(three, ((*PATH, none, 1), 2)))
    made.bad("plies-null", "a number of plies", changed(three, ((*PATH, none, 1), None)))
    made.bad("four", "two or three values", changed(three, ((*PATH, one), [*entries[one], 1])))
    made.bad("one", "two or three values", changed(three, ((*PATH, one), entries[one][:1])))
    made.bad("text", "moves are a list", changed(three, ((*PATH, one, 2), moves[0])))
    other = entries[one][0].replace(" w ", " b ")
    made.bad("turn", "the attacker is to move", changed(three, ((*PATH, none), [other, 3, []])))
    made.bad("position", "a position", changed(three, ((*PATH, one, 0), "8/8/8/8/8/8/8/8 w - -")))
    strategy = three["evidence"]["strategy"]
    used = next(i for i, node in enumerate(strategy) if i > 0 and node[1] == 3)
    for index in (used, len(strategy) - 1):
        made.bad(
            f"node-{index}",
            "a node that an entry rests on is missing",
            changed(three, (("evidence", "strategy", index), ...)),
        )
    at = strategy[used][0]
    made.good("some", "a position of the strategy is won", changed(three, (PATH, [[at, 3], [at, 4]])))
    made.bad("some-sooner", "not within fewer plies than its node", changed(three, (PATH, [[at, 2]])))
    # What is claimed elsewhere is claimed of that position: no game leads to it from here.
    two = ask("win", SEVEN, "--mate", "2", "--keys")[0]
    mate = ["7k/8/5K2/8/8/8/8/6R1 w - -", 3, ["g1g2"]]
    made.trap("elsewhere", "another position needs evidence of its own", changed(two, (PATH, [mate])))
    lone = ["7k/8/5K2/8/8/8/8/8 w - -", 99, []]
    made.good("lone-king", "a position from which there is no game to it, but it is so", changed(two, (PATH, [lone])))
    made.trap("lone-king-some", "nor does anything win there", changed(two, (PATH, [lone[:2]])))
    # Of a problem without a solution.
    no = ask("win", LOYD, "--mate", "2", "--tries", "--set-play")[0]
    made.good("no-win", "tries of a problem that has no solution", no)
    made.bad("no-win-strategy", "with a strategy", changed(no, (("evidence", "strategy"), ...)))
    made.bad("no-win-refutation", "and a refutation", changed(no, (("evidence", "refutation"), ...)))
    made.bad("no-win-keys", "keys are of a win", changed(no, (("claim", "keys"), {"plies": 3, "moves": []})))
    wins = next(i for i, entry in enumerate(no["claim"]["variations"]) if len(entry) == 2)
    made.bad(
        "no-win-none",
        "no move of one that is won",
        changed(no, ((*PATH, wins), [*no["claim"]["variations"][wins], []])),
    )
    bare = changed(no, (PATH, ...))
    made.bad("no-win-more", "a strategy only beside variations", bare)
    selfmate = "4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8 w"
    self = ask("win", selfmate, "--stipulation", "s#2", "--tries", "--tree", "--set-play")
    made.good("selfmate", "of a selfmate", self[0])
    return made
