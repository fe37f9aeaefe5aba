"""`help`: helpmates and series."""

from .made import Cases, ask, certificate, changed

BOARDS = (
    ("8/8/8/8/8/4k3/8/R3K3 b - -", ("h#1", "h#2")),
    ("7k/8/5K2/8/8/8/8/7Q b - -", ("h=1", "h#1", "h=2")),
    ("8/8/8/8/8/5k2/8/5K1R w - -", ("ser-#1", "ser-#3")),
    ("8/8/8/8/8/k7/8/K6r w - -", ("ser-h#2",)),
    ("8/8/8/8/8/k1K5/8/7r w - -", ("ser-=2", "ser-h=2")),
    ("k7/8/K7/8/8/8/8/7R w - -", ("h#0.5", "h=0.5", "h#1.5", "h=1.5")),
    ("7k/5K1P/8/8/8/8/8/8 b - -", ("h#2", "h=1", "ser-h#2")),
    ("8/8/8/8/8/1k6/2p5/K7 b - -", ("ser-#1", "ser-#2", "ser-=1")),
    # Pawns that have made a double step: nobody captures one en passant within a series, but after it.
    ("8/8/8/8/k1K5/p7/PP1b1R2/8 w - -", ("ser-#2",)),
    ("8/8/2Q5/4k3/8/7K/4PP2/8 w - -", ("ser-=2",)),
    ("7R/kpK5/8/P7/8/8/8/5B2 b - -", ("ser-h#1",)),
    # The side of the series can mate, which ser-h does not ask for.
    ("k7/6p1/8/6rP/1r6/8/8/K7 b - -", ("ser-h#1", "ser-#1")),
)


# Solutions if the side to move passes over its first move.
SET_PLAY = (
    ("8/2k5/8/5K2/1R6/8/8/8 b - -", "h#2"),
    ("8/8/8/8/8/4k3/8/R3K3 b Q -", "h#1"),
    ("7k/5K1P/8/8/8/8/8/8 b - -", "h=1"),
    ("7k/8/5K2/8/8/8/8/6Q1 b - -", "h=1"),
    ("k7/8/1K6/8/8/8/8/7R b - -", "h#1"),
    ("k7/8/K7/8/8/8/8/7R w - -", "h#1.5"),
)


def unsolved(stipulation, position="8/8/8/4k3/8/8/8/4K3 w - -"):
    """A claim that there is no solution."""
    return certificate(
        "help", position, {"answer": "unsolved", "stipulation": stipulation, "solutions": 0}, {"lines": []}
    )


def cases():
    """The topic."""
    made = Cases("help")
    for text in ("h#1", "h=1", "h#0.5", "h=0.5", "ser-#1", "ser-=1", "ser-h#1", "ser-h=1", "h#2.5"):
        made.good(f"unsolved-{text}", "kings never mate", unsolved(text))
    for text in (
        "h#0",
        "h#01",
        "h#00.5",
        "h#1.0",
        "h#1.50",
        "h#.5",
        "h#101",
        "h#-1",
        "h#+1",
        "ser-#0",
        "ser-h#0",
        "ser-#1.5",
        "ser-h#1.5",
        "h~1",
        "H#1",
        "h# 1",
        " h#1",
        "h#1 ",
        "s#1",
        "#1",
        "h1",
        "h#",
        "hser-#1",
        "ser-h#1.0",
        "h#١",
        "h#99999999999999999999",
    ):
        made.bad(f"no-stipulation-{text}", "no stipulation of help play", unsolved(text))
    for index, (position, texts) in enumerate(BOARDS):
        for text in texts:
            case = ask("win", position, "--stipulation", text, "--solutions")[0]
            if len(str(case)) > 5000:
                continue
            _case(made, f"{index}-{text}", case)
    for index, (position, text) in enumerate(SET_PLAY):
        case = ask("win", position, "--stipulation", text, "--solutions", "--set-play")[0]
        _set_play(made, f"set-play-{index}-{text}", case)
    _no_set_play(made)
    own = certificate(
        "help",
        "8/8/2Q5/4k3/8/7K/4PP2/8 w - -",
        {"answer": "solved", "stipulation": "ser-=2", "solutions": 3},
        {"lines": [["e2e3", "h3g4"], ["h3g4", "e2e3"], ["e2e4", "f2e3"]]},
    )
    made.trap("own-pawn-en-passant", "no en passant capture is possible within a series", own)
    first = certificate(
        "help",
        "k7/6p1/8/6rP/1r6/8/8/K7 b - -",
        {"answer": "solved", "stipulation": "ser-h#1", "solutions": 1},
        {"lines": [["g5a5"]]},
    )
    made.trap("series-without-the-last", "in ser-h at least two plies", first)
    most = certificate(
        "help",
        "7k/8/6K1/8/8/8/8/R7 w - -",
        {"answer": "solved", "stipulation": "h#100.5", "solutions": 1},
        {"lines": [["a1a8"]], "searched": {"plies": 201, "nodes": 9}},
    )
    made.good("most-moves", "up to 100 moves, and a half", most)
    made.bad(
        "simplified",
        "asked about games won by checkmate",
        certificate(
            "help",
            "q3/4/4/3Q w",
            {"answer": "unsolved", "stipulation": "h#1", "solutions": 0},
            {"lines": []},
            "simplified",
        ),
    )
    made.good(
        "gardner",
        "asked about other games too",
        certificate(
            "help",
            "4k/5/5/5/K4 w",
            {"answer": "unsolved", "stipulation": "h#1", "solutions": 0},
            {"lines": []},
            "gardner",
        ),
    )
    return made


def _case(made, name, case):
    number = case["claim"]["solutions"]
    lines = case["evidence"]["lines"]
    made.good(name, f"exactly {number} solutions", case)
    made.bad(
        f"{name}-one-more",
        "a solution more is claimed than shown",
        changed(case, (("claim",), {**case["claim"], "answer": "solved", "solutions": number + 1})),
    )
    made.bad(
        f"{name}-answer",
        "solved says that there is a solution",
        changed(case, (("claim", "answer"), "unsolved" if number else "solved")),
    )
    if not lines:
        return
    path = ("evidence", "lines")
    fewer = {**case["claim"], "solutions": number - 1, "answer": "solved" if number > 1 else "unsolved"}
    made.bad(
        f"{name}-one-less",
        "there is another solution",
        changed(case, (("claim",), fewer), (path, lines[:-1])),
    )
    made.bad(
        f"{name}-twice",
        "the lines are different",
        changed(case, (path, lines + lines[:1]), (("claim", "solutions"), number + 1)),
    )
    made.bad(f"{name}-line-short", "a line has not the plies", changed(case, ((*path, 0), lines[0][:-1])))
    made.bad(f"{name}-line-illegal", "a move is not legal", changed(case, ((*path, 0, 0), "a1h7")))
    made.good(f"{name}-order", "the lines stand in any order", changed(case, (path, lines[::-1])))
    searched = {"plies": _plies(case["claim"]["stipulation"]), "nodes": 7}
    made.good(
        f"{name}-searched",
        "that there are no others is searched, and said to be",
        changed(case, (("evidence", "searched"), searched)),
    )
    made.bad(
        f"{name}-searched-plies",
        "the plies of the stipulation",
        changed(case, (("evidence", "searched"), {**searched, "plies": searched["plies"] + 1})),
    )
    if number > 1:
        part = changed(case, (("claim",), fewer), (path, lines[:-1]), (("evidence", "searched"), searched))
        made.odd(f"{name}-searched-fewer", "with searched only the lines are proved", part)


def _set_play(made, name, case):
    number, lines = case["claim"]["set_play"], case["evidence"]["set_play"]
    made.good(name, f"{number} solutions of set play", case)
    claim, path = ("claim", "set_play"), ("evidence", "set_play")
    made.bad(f"{name}-one-more", "one more is claimed than shown", changed(case, (claim, number + 1)))
    made.bad(f"{name}-no-evidence", "the evidence has the solutions of set play", changed(case, (path, ...)))
    made.bad(f"{name}-no-claim", "evidence of what is not claimed", changed(case, (claim, ...)))
    made.good(f"{name}-without", "set play need not be claimed", changed(case, (claim, ...), (path, ...)))
    if not lines:
        return
    made.bad(
        f"{name}-one-less",
        "there is another solution of set play",
        changed(case, (claim, number - 1), (path, lines[:-1])),
    )
    made.bad(
        f"{name}-twice",
        "the lines are different",
        changed(case, (claim, number + 1), (path, lines + lines[:1])),
    )
    made.bad(f"{name}-short", "a line has not the plies", changed(case, ((*path, 0), lines[0][:-1])))


def _no_set_play(made):
    """Where there is none, or other moves than one might think."""

    def claimed(stipulation, position, set_play, lines):
        case = unsolved(stipulation, position)
        return changed(case, (("claim", "set_play"), set_play), (("evidence", "set_play"), lines))

    kings = "8/8/8/4k3/8/8/8/4K3 w - -"
    for text in ("h#1", "h=2", "h#1.5"):
        made.good(f"set-play-unsolved-{text}", "kings never mate", claimed(text, kings, 0, []))
    for text in ("h#0.5", "h=0.5", "ser-#2", "ser-h#2", "ser-=1", "ser-h=1"):
        case = claimed(text, kings, 0, [])
        made.bad(f"set-play-of-{text}", "set play is that of h with two plies or more", case)
    for value in (-1, 0.5, "0", None, True):
        made.bad(f"set-play-number-{value}", "a whole number", claimed("h#1", kings, value, []))
    check = "4k3/8/8/8/8/8/8/K3r3 w - -"
    made.trap("set-play-in-check", "the side that passes would stay in check", claimed("h#1", check, 0, []))
    # A pawn has just made a double step: nobody captures it after a move that was passed over.
    rook = "7k/4p3/6K1/3p4/8/8/8/R7 w - d6"
    solved = [["e7e6", "a1a8"], ["e7e5", "a1a8"], ["d5d4", "a1a8"], ["h8g8", "a1a8"]]
    for name, lines, build in (
        ("set-play-after-a-double-step", solved, made.good),
        ("set-play-own-pawn-en-passant", [*solved, ["e7d6", "a1a8"]], made.trap),
    ):
        case = certificate(
            "help",
            rook,
            {"answer": "solved", "stipulation": "h#1.5", "solutions": 1, "set_play": len(lines)},
            {
                "lines": [["a1b1", "h8g8", "b1b8"]],
                "set_play": lines,
                "searched": {"plies": 3, "nodes": 9},
            },
        )
        build(name, "no en passant capture is possible where a move was passed over", case)
    searched = claimed("h#1", "k7/8/1K6/8/8/8/8/7R b - -", 0, [])
    searched["evidence"]["searched"] = {"plies": 2, "nodes": 9}
    made.bad("set-play-searched", "set play is tried again, searched or not", searched)


def _plies(text):
    word, number = text.replace("=", "#").split("#")
    if word == "h":
        return int(2 * float(number))
    return int(number) + (1 if word == "ser-h" else 0)
