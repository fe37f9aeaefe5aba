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


def _plies(text):
    word, number = text.replace("=", "#").split("#")
    if word == "h":
        return int(2 * float(number))
    return int(number) + (1 if word == "ser-h" else 0)
