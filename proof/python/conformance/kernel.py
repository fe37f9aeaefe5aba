"""Cases of the lemma `kernel`: tariffs, and states that are closed under captures."""

import json
import os

from .made import changed, illegal

HERE = os.path.dirname(__file__)


def _read(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return json.load(file)


def kernel(made):
    """All of them, into a topic."""
    position, tariffs, states = _read("kernel.json")
    good = illegal(position, [position, "kernel", [tariffs, states]])
    long, *cases = _read("kernel_long.json")
    good_too = illegal(long, [long, "kernel", cases])
    made.good("kernel-cases-long", "five captures, and files closed to either side", good_too)
    for name, bound in (("closed-file", 4), ("end-of-closed-file", 8)):
        files = f"P2/p4P2p2P{bound}/P2/p2//p2/P2/p2"
        state = [files, [[0] * 4] * 2, [], []]
        case = changed(good_too, (("evidence", "nodes", 0, 2, 1, len(cases[1])), state))
        if bound == 8:
            made.bad(
                f"kernel-{name}", "there a pawn has promoted, capturing onto the last rank: an end", case
            )
        else:
            made.odd(f"kernel-{name}", "a pawn that cannot promote on its closed file: no end", case)
    other, *cases = _read("kernel_both.json")
    made.good("kernel-cases-both", "both sides capture", illegal(other, [other, "kernel", cases]))

    def but(*changes):
        return changed(good, *[(("evidence", "nodes", 0, 2, *path), value) for path, value in changes])

    def elsewhere(men):
        return changed(good, (("position",), men), (("evidence", "nodes", 0, 0), men))

    twice = json.loads(json.dumps(tariffs), parse_int=lambda number: 2 * int(number))
    made.good("kernel-cases", "every capture leads to what is dear or covered", good)
    made.good("kernel-cases-doubled", "all prices twice as high", but(((0,), twice)))
    made.odd(
        "kernel-cases-more",
        "a state that nothing leads to, and a tariff that nobody names",
        but(((0,), [*tariffs, twice[0]]), ((1,), [*states, states[15]])),
    )
    made.odd("kernel-cases-named-twice", "a tariff may be named twice", but(((1, 13, 2), [4, 4, 5])))
    _closed(made, but, states)
    _tariffs(made, but)
    _form(made, but, states)
    made.bad(
        "kernel-cases-less-material",
        "Black has a man less, so that there may be one capture more",
        elsewhere(position.replace("rr2B", "r3B")),
    )
    made.bad("kernel-cases-instant", "an instant lemma applies", elsewhere(position.replace(" b ", " w ")))
    made.bad(
        "kernel-cases-origins",
        "the rounds end with a lemma: this one is not asked",
        elsewhere("4k3/8/7R/8/8/1P6/P1PPPPPP/4K3 w - -"),
    )


def _closed(made, but, states):
    """The states are closed under captures, and no end."""
    made.bad("kernel-cases-no-state", "the first state is that at the beginning", but(((1,), [])))
    made.bad("kernel-cases-other-first", "another state is the first", but(((1,), states[1:])))
    made.trap(
        "kernel-cases-less-room",
        "the first state leaves a pawn less room than there is at the beginning",
        but(((1, 0, 0), states[0][0].replace("P2p2/", "P3p2/", 1))),
    )
    made.bad("kernel-cases-less-lost", "less is left to capture than there is", but(((1, 0, 1, 0, 3), 2)))
    made.trap(
        "kernel-cases-more-lost",
        "more is left to capture: a state covers those with as much left",
        but(((1, 0, 1, 0, 3), 4)),
    )
    made.bad(
        "kernel-cases-state-left-out",
        "a state that a capture leads to is not named",
        but(((1, 0, 3), [1, 2, 3, 4])),
    )
    made.bad(
        "kernel-cases-tariff-left-out",
        "what is dear is so by a tariff that is not named",
        but(((1, 13, 2), [4])),
    )
    made.trap(
        "kernel-cases-elsewhere",
        "another state names the tariff; each must name its own",
        but(((1, 15, 2), [4])),
    )
    made.bad("kernel-cases-no-such-state", "there is no such state", but(((1, 13, 3), [16])))
    made.bad("kernel-cases-no-such-tariff", "there is no such tariff", but(((1, 13, 2), [4, 5, 8])))
    made.trap(
        "kernel-cases-end",
        "a state that is an end, though nothing leads to it",
        but(((1,), [*states, ["P2/P2/p2/p2/p2/p2/p2/p4P2p2", [[0, 1, 0, 0], [0, 0, 0, 0]], [], []]])),
    )
    made.trap(
        "kernel-cases-circle",
        "a state does not cover what a capture leads to: less is left to capture",
        but(((1, 13, 2), [4]), ((1, 13, 3), [13])),
    )


def _tariffs(made, but):
    """By a tariff no capture saves more than it costs."""
    nothing = [0, 0, [0] * 8, [0] * 8, [0, 0]]
    for name, why, *changes in (
        ("man", "a pawn that captures a man saves more than that costs", ((0, 0, 1, 0), 0)),
        ("spare", "a pawn that captures a spare pawn saves more than that costs", ((0, 6, 1, 1), 1)),
        ("taken", "a spare pawn that a piece takes saves more than that costs", ((0, 7, 1, 2, 1), 4)),
        ("pass", "a pawn that comes and leaves again saves something", ((0, 2, 1, 3, 7), 0)),
        ("prize", "a pawn that comes and promotes saves something", ((0, 7, 1, 4, 0), 1)),
        ("beside", "a pawn goes to the file beside its own, and saves too much", ((0, 0, 0, 3, 1), 2)),
        ("less-man", "the price of a man is less than 0", ((0, 7, 0, 0), -1)),
        ("less-prize", "the price of a pawn that promotes is less than 0", ((0, 0, 0, 4, 0), -1)),
        ("files", "eight prices of files", ((0, 0, 0, 2), [0, 1, 0, 1, 0, 1, 0])),
        ("range", "a price beyond 2^31 - 1", ((0, 0, 0, 1), 2**31)),
        ("three", "five members", ((0, 0, 0), [1, 1, [0] * 8, [0] * 8])),
        ("cheap", "nothing is dear where nothing costs anything", ((0, 5), [nothing] * 2)),
    ):
        made.bad(f"kernel-tariff-{name}", why, but(*changes))


def _form(made, but, states):
    """How states are spelt."""
    spare = ["p2/P2/p2/p2/p2/p2/p2/p2", [[0, 0, 0, 0], [0, 0, 0, 0]], [], []]
    made.odd(
        "kernel-state-nothing-lost",
        "a state from which nothing is captured",
        but(((1,), [*states, spare])),
    )
    for name, why, text in (
        ("seven", "eight files", "p2/P2/p2/p2/p2/p2/p2"),
        ("nine", "eight files", "p2/P2/p2/p2/p2/p2/p2/p2/"),
        ("bound-1", "bounds are from 2", "p1/P2/p2/p2/p2/p2/p2/p2"),
        ("bound-9", "bounds are to 8", "p9/P2/p2/p2/p2/p2/p2/p2"),
        ("no-bound", "each pawn has a bound", "p/P2/p2/p2/p2/p2/p2/p2"),
        ("queen", "there are pawns alone", "q2/P2/p2/p2/p2/p2/p2/p2"),
        ("order", "bounds are raised: the upper pawn is beyond the lower one", "P3P3/P2/p2/p2/p2/p2/p2/p2"),
        ("room", "there is room between the pawns", "P5p5/P2/p2/p2/p2/p2/p2/p2"),
        ("crowd", "no more than eight pawns on a file", "p8p8p8p7p6p5p4p3p2/P2/p2/p2/p2/p2/p2/p2"),
        ("many", "no more than 16 pawns", "/".join(["P2p2"] * 7 + ["P2P3p2"])),
    ):
        made.bad(f"kernel-state-{name}", why, but(((1,), [*states, [text, *spare[1:]]])))
    full = ["p8p8p7p6p5p4p3p2/P2/p2/p2/p2/p2/p2/p2", [[0, 0, 0, 0], [0, 0, 0, 0]], [], []]
    made.odd(
        "kernel-state-full",
        "a file of eight pawns where nothing is left to capture",
        but(((1,), [*states, full])),
    )
    full = [full[0], [[0, 0, 0, 0], [1, 0, 0, 0]], [5], []]
    made.bad(
        "kernel-state-too-full",
        "a file of eight pawns where something is",
        but(((1,), [*states, full])),
    )
    less = [spare[0], [[0, 0, -1, 0]] * 2, [], []]
    made.bad("kernel-state-lost", "less than nothing is left", but(((1,), [*states, less])))
    made.bad("kernel-state-17", "no more than 16 tariffs", but(((1, 13, 2), [4, 5] + [0] * 15)))
    made.odd("kernel-state-16", "16 tariffs", but(((1, 13, 2), [4, 5] + [0] * 14)))
    made.bad("kernel-cases-null", "cases are no null: who has none leaves them out", but(((), None)))
    made.bad("kernel-cases-alone", "tariffs and states", but(((), [states])))
