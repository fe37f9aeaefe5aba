"""`rules`: the five rules."""

from .made import Cases, ask, certificate, changed


def side(king, **more):
    """The facts of a king alone, and what is changed."""
    facts = {
        "kings": [king],
        "end_pawns": [],
        "men": 1,
        "pawns": 0,
        "surplus": {"queens": 0, "rooks": 0, "bishops": 0, "knights": 0},
        "bishops": {"light": [], "dark": []},
        "origins": [],
    }
    facts.update(more)
    return facts


def cases():
    """The topic."""
    made = Cases("rules")
    bare = certificate(
        "rules",
        "4k3/8/8/8/8/8/8/4K3",
        {"answer": "holds", "rules": []},
        {"white": side("e1"), "black": side("e8")},
    )
    made.good("bare", "two kings", bare)
    men = bare["position"]
    for name, rest in (
        ("space", " "),
        ("side", " w"),
        ("fields", " b KQkq e3 0 1"),
        ("words", " anything at all"),
        ("spaces", "   "),
    ):
        made.odd(
            f"follows-{name}",
            "what follows a space after the men is ignored",
            changed(bare, (("position",), men + rest)),
        )
    for name, rest in (("letter", "x"), ("tab", "\tw"), ("slash", "/8")):
        made.bad(
            f"follows-{name}",
            "the men end at the first space or at the end",
            changed(bare, (("position",), men + rest)),
        )
    made.bad("before", "nothing before the men", changed(bare, (("position",), " " + men)))
    made.bad("rules-other", "rules is standard", changed(bare, (("rules",), "pawnless")))
    made.bad("answer-broken", "no rule is broken", changed(bare, (("claim", "answer"), "broken")))
    made.bad("answer-unknown", "no such answer", changed(bare, (("claim", "answer"), "legal")))
    made.bad(
        "rule-more",
        "a rule that is not broken",
        changed(bare, (("claim",), {"answer": "broken", "rules": [1]})),
    )
    made.bad("rule-6", "no rule has this number", changed(bare, (("claim", "rules"), [6])))
    made.bad("rule-text", "rules are numbers", changed(bare, (("claim", "rules"), ["1"])))
    start = ask("reach", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "--by", "rules")[0]
    made.good("start", "the initial array", start)
    white = ("evidence", "white")
    for key in side("e1"):
        made.bad(f"no-{key}", f"{key} is missing", changed(start, ((*white, key), ...)))
    for key, value, why in (
        ("kings", [], "the king is left out"),
        ("kings", ["e1", "e1"], "each square once"),
        ("kings", ["e8"], "the enemy king"),
        ("end_pawns", ["a2"], "a2 is no end rank"),
        ("men", 15, "sixteen men"),
        ("men", 16.5, "no integer"),
        ("men", 272, "272 is 16 only to a checker that keeps eight bits"),
        ("men", -16, "a negative number"),
        ("pawns", 7, "eight pawns"),
        ("pawns", "8", "a number is no text"),
    ):
        made.bad(f"{key}-{str(value).replace(' ', '')}", why, changed(start, ((*white, key), value)))
    made.bad("men-huge", "16 + 2 to the 64th is not 16", changed(start, ((*white, "men"), 2**64 + 16)))
    for kind in ("queens", "rooks", "bishops", "knights"):
        made.bad(f"surplus-{kind}", "no man is surplus", changed(start, ((*white, "surplus", kind), 1)))
        made.bad(f"surplus-negative-{kind}", "never negative", changed(bare, ((*white, "surplus", kind), -1)))
    made.bad(
        "surplus-unknown", "kings are not counted here", changed(start, ((*white, "surplus", "kings"), 0))
    )
    made.bad(
        "bishops-colour",
        "f1 is light",
        changed(start, ((*white, "bishops"), {"light": ["c1"], "dark": ["f1"]})),
    )
    made.bad("bishops-missing", "both bishops", changed(start, ((*white, "bishops", "dark"), [])))
    origins = start["evidence"]["white"]["origins"]
    made.good(
        "origins-order", "pawns stand in any order", changed(start, ((*white, "origins"), origins[::-1]))
    )
    made.bad("origins-missing", "a pawn has no origin", changed(start, ((*white, "origins"), origins[1:])))
    made.bad("origins-twice", "a pawn twice", changed(start, ((*white, "origins"), origins + origins[:1])))
    made.bad(
        "origins-impossible",
        "a pawn on its starting rank began there",
        changed(start, ((*white, "origins"), [["a2", "b"], ["b2", "a"]] + origins[2:])),
    )
    made.bad("origins-file", "no file i", changed(start, ((*white, "origins", 0), ["a2", "i"])))
    made.bad(
        "origins-file-upper", "files are small letters", changed(start, ((*white, "origins", 0), ["a2", "A"]))
    )
    made.bad(
        "origins-enemy", "a pawn of the other side", changed(start, ((*white, "origins", 0), ["a7", "a"]))
    )
    made.bad(
        "origins-and-hall", "one of the two", changed(start, ((*white, "hall"), {"pawns": [], "files": []}))
    )
    _broken(made)
    return made


def _broken(made):
    def asked(name, board):
        case = ask("reach", f"{board} w", "--by", "rules")[0]
        made.good(name, f"broken are rules {case['claim']['rules']}", case)
        return case

    none = asked("broken-1", "4k3/8/8/8/8/8/8/8")
    made.bad(
        "broken-1-as-holds",
        "White has no king",
        changed(none, (("claim",), {"answer": "holds", "rules": []})),
    )
    asked("broken-1-two", "4k3/8/8/8/8/8/8/K6K")
    two = asked("broken-2", "4k3/8/8/8/8/8/8/P3K3")
    made.bad("broken-2-left-out", "a pawn on the first rank", changed(two, (("claim", "rules"), [5])))
    made.bad("broken-2-order", "ascending", changed(two, (("claim", "rules"), two["claim"]["rules"][::-1])))
    made.bad("broken-2-twice", "each once", changed(two, (("claim", "rules"), two["claim"]["rules"] + [5])))
    asked("broken-2-last-rank", "P3k3/8/8/8/8/8/8/4K3")
    three = asked("broken-3-men", "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR")
    made.bad(
        "broken-3-left-out", "seventeen men", changed(three, (("claim",), {"answer": "holds", "rules": []}))
    )
    asked("broken-3-surplus", "4k3/8/8/8/8/QQ6/PPPPPPPP/4K3")
    four = asked("broken-4", "4k3/8/8/8/8/2B5/PPPPPPPP/2B1K3")
    made.bad(
        "broken-4-left-out",
        "two bishops on squares of one colour and eight pawns",
        changed(four, (("claim",), {"answer": "holds", "rules": []})),
    )
    asked("holds-4-seven-pawns", "4k3/8/8/8/8/2B5/1PPPPPPP/2B1K3")
    asked("holds-4-one-bishop", "4k3/8/8/8/8/2B5/PPPPPPPP/4K3")
    asked("everything", "PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP")
    asked("empty", "8/8/8/8/8/8/8/8")
    five = asked("broken-5", "4k3/8/8/8/8/P7/PP6/4K3")
    hall = ("evidence", "white", "hall")
    given = five["evidence"]["white"]["hall"]
    made.bad(
        "hall-as-holds",
        "rule 5 is broken when hall is given",
        changed(five, (("claim",), {"answer": "holds", "rules": []})),
    )
    made.bad(
        "hall-files-less",
        "files are exactly the union",
        changed(five, ((*hall, "files"), given["files"][1:])),
    )
    made.bad(
        "hall-files-more",
        "files are exactly the union",
        changed(five, ((*hall, "files"), given["files"] + ["h"])),
    )
    made.bad("hall-empty", "more pawns than files", changed(five, (hall, {"pawns": [], "files": []})))
    made.bad(
        "hall-not-more", "as many pawns as files", changed(five, (hall, {"pawns": ["a2"], "files": ["a"]}))
    )
    fair = changed(
        five,
        (("position",), "4k3/8/8/8/8/8/PP6/4K3"),
        (("evidence", "white", "men"), 3),
        (("evidence", "white", "pawns"), 2),
    )
    made.trap(
        "hall-pawn-twice",
        "each pawn once: counted twice, two files would be too few for these two pawns",
        changed(fair, (hall, {"pawns": ["a2", "a2", "b2"], "files": ["a", "b"]})),
    )
    made.trap(
        "hall-file-twice",
        "each file once",
        changed(five, ((*hall, "files"), given["files"] + given["files"][:1])),
    )
    made.bad("hall-no-pawn", "a square without a pawn", changed(five, ((*hall, "pawns", 0), "e1")))
    made.bad(
        "hall-enemy-pawn",
        "a pawn of the other side",
        changed(
            five, (("position",), "4k3/p7/8/8/8/P7/PP6/4K3"), ((*hall, "pawns"), ["a2", "b2", "a3", "a7"])
        ),
    )
    made.bad("hall-unknown-key", "two keys", changed(five, ((*hall, "why"), "")))
    made.odd(
        "hall-behind",
        "a pawn behind its starting rank has no possible file at all",
        certificate(
            "rules",
            "4k3/8/8/8/8/8/8/P3K3",
            {"answer": "broken", "rules": [2, 5]},
            {
                "white": {
                    **{
                        k: v
                        for k, v in side("e1", end_pawns=["a1"], men=2, pawns=1).items()
                        if k != "origins"
                    },
                    "hall": {"pawns": ["a1"], "files": []},
                },
                "black": side("e8"),
            },
        ),
    )
    made.trap(
        "origins-behind",
        "so it can be given none",
        certificate(
            "rules",
            "4k3/8/8/8/8/8/8/P3K3",
            {"answer": "broken", "rules": [2]},
            {
                "white": side("e1", end_pawns=["a1"], men=2, pawns=1, origins=[["a1", "a"]]),
                "black": side("e8"),
            },
        ),
    )
