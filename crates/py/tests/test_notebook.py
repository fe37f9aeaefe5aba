"""What a notebook shows: well-formed, escaped, with everything that is said, in the colours of the page."""

from __future__ import annotations

import dataclasses
import json
import pathlib
import re
import xml.etree.ElementTree as xml
from typing import Any, List

import pytest

import chess_arbiter
from chess_arbiter import Position, PositionError, Results, _html, problems, verify
from test_position import FOUR, HARD, MATE, THREE

ROOT = pathlib.Path(__file__).resolve().parents[3]
BISHOP = "4k3/8/8/8/8/8/PPPPPPPP/B3K3 w"
# What would run or be fetched, if it were markup.
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&"
SVG = "{http://www.w3.org/2000/svg}"


def parsed(thing: Any) -> xml.Element:
    """Its HTML, which must be well-formed, and of which nothing runs or is fetched."""
    html = thing._repr_html_()
    tree = xml.fromstring(html)
    for element in tree.iter():
        assert element.tag not in ("script", "img", "iframe", "link", "object"), element.tag
        assert not [name for name in element.attrib if name.startswith("on") or name in ("href", "src")], element.attrib
    assert "chess-arbiter" in tree.attrib["class"] and "url(" not in html
    return tree


def text(tree: xml.Element) -> str:
    return " ".join("".join(tree.itertext()).split())


def lit(tree: xml.Element) -> List[xml.Element]:
    return [rect for rect in tree.iter(f"{SVG}rect") if rect.attrib["fill"] in ("#f0c04f", "#e0685e")]


RESULTS = {
    "status": lambda: Position(MATE).status(),
    "reach, illegal": lambda: Position(BISHOP).reach(repair=True),
    "reach, legal": lambda: Position("4k3/8/8/8/8/8/8/4K2R w").reach(),
    "reach, undecided": lambda: Position().reach(level="static"),
    "reach by rules": lambda: Position("4k3/8/8/8/8/3P4/1PPPPPPP/4K3 w").reach(by="rules"),
    "retro": lambda: Position("6Bk/6pp/2N1N3/2KpP3/8/8/8/8 w").retro(unknown=("en_passant", "turn")),
    "retro, castling": lambda: Position("r3k2r/8/8/8/8/8/8/4K3 w").retro(unknown=("castling",)),
    "dead": lambda: Position("8/8/8/4k3/8/8/5P2/4K3 w").dead(),
    "flag": lambda: Position("8/8/8/4k3/8/8/5P2/4K3 w").dead(flagged="black"),
    "win": lambda: Position(THREE).win(mate=3, keys=True, tries=2, tree=True),
    "win, castling by convention": lambda: Position("8/4RBQ1/8/8/8/3k4/8/R3K3 w").win(within=1),
    "no win": lambda: Position(THREE).win(within=3),
    "undecided win": lambda: Position(HARD).win(mate=20, nodes=1000),
    "4x4": lambda: Position(FOUR, rules="simplified").shortest_win(),
    "help": lambda: Position("8/2k5/8/5K2/1R6/8/8/8 b - - 0 1").win(stipulation="h#3", solutions=True),
    "selfmate": lambda: Position("4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8 w").win(stipulation="s#2", keys=True, tree=True),
}


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_is_shown(name):
    result = RESULTS[name]()
    tree = parsed(result)
    said = text(tree)
    verdict = tree.find(".//span").text
    assert verdict == {"no-win": "no win", "broken": "rule broken"}.get(result.answer, result.answer)
    assert " ".join(result.reason.split()) in said and result.fen in said
    assert tree.find(f".//{SVG}svg") is not None


def test_what_is_blamed_is_marked():
    result = Position(BISHOP).reach()
    assert result.squares == ("b2", "a1") and len(lit(parsed(result))) == 2 and "origins" in text(parsed(result))
    rules = Position("4k3/8/8/8/8/3P4/1PPPPPPP/4K3 w").reach(by="rules")
    assert len(rules.squares) == len(lit(parsed(rules))) >= 2 and "rule 5" in text(parsed(rules))
    assert Position().reach().squares == () == Position("4k3/8/8/8/8/8/8/8 w").reach(by="rules").squares
    assert len(lit(parsed(Position(MATE).status()))) == 2


def test_what_is_found_is_told():
    win = parsed(RESULTS["win"]())
    assert "Key a5" in text(win) and "Line 1. a5" in text(win) and "refuted by" in text(win) and win.find(".//pre") is not None
    legal = RESULTS["reach, legal"]()
    assert legal.movetext in text(parsed(legal)) and legal.movetext.startswith("1. ")
    repaired = RESULTS["reach, illegal"]()
    boards = len(parsed(repaired).findall(f".//li//{SVG}svg"))
    assert boards == min(len(repaired.repairs), 20) > 0 and repaired.repairs[0].what in text(parsed(repaired))
    dead = text(parsed(RESULTS["dead"]()))
    assert "White winnable" in dead and "Black unwinnable material" in dead and "1. " in dead
    assert "Result 1-0" in text(parsed(RESULTS["flag"]()))
    assert "d7-d5 possible (it must have been)" in text(parsed(RESULTS["retro"]()))
    assert "rule broken" in text(parsed(RESULTS["reach by rules"]()))
    assert "accepted" in text(parsed(verify(Position(MATE).status())))
    assert "O-O-O" in text(parsed(RESULTS["win, castling by convention"]()))


def test_the_strategy():
    tree = parsed(RESULTS["win"]().tree)
    assert "a5" in text(tree) and tree.findall(".//details") and "Bb7#" in text(tree)
    wide = Position("8/8/8/8/4k3/8/8/K2BN3 w - -").shortest_win(time=None).tree
    # It has thousands of branches: no more are drawn than anybody opens.
    assert len(wide._repr_html_()) < 100_000 and "…" in text(parsed(wide))


def test_nothing_is_markup():
    result = Position(MATE).status()
    changes = {name: HOSTILE for name in ("answer", "reason")}
    tree = parsed(dataclasses.replace(result, **changes))
    assert text(tree).count(HOSTILE) == 3  # and in the title of the board
    reach = RESULTS["reach, illegal"]()
    wrong = [dataclasses.replace(repair, what=HOSTILE, answer=HOSTILE) for repair in reach.repairs]
    tree = parsed(dataclasses.replace(reach, repairs=tuple(wrong), level=HOSTILE, lemma=HOSTILE, clocks=(HOSTILE,), limit=HOSTILE))
    assert HOSTILE in text(tree)
    win = RESULTS["win"]()
    assert HOSTILE in text(parsed(dataclasses.replace(win, solution=HOSTILE, stipulation=HOSTILE, line_error=HOSTILE)))
    assert HOSTILE in text(parsed(Results([result, PositionError(HOSTILE)])))
    table = chess_arbiter.status([HOSTILE, MATE, None], reason=True)
    assert HOSTILE in text(parsed(table))
    accepted = dataclasses.replace(verify(result), text=HOSTILE, question=HOSTILE)
    assert text(parsed(accepted)).count(HOSTILE) == 2


def test_tables_have_boards_on_demand():
    fens = [MATE, BISHOP, None, "nonsense", *[MATE] * 30]
    for table, boards in (
        (chess_arbiter.status(fens, reason=True), 18),
        (chess_arbiter.reach(fens, level="static"), 18),
        (chess_arbiter.win(["7k/8/6K1/8/8/8/8/R7 w"] * 3, mate=1, keys=True), 3),
        (chess_arbiter.dead(["8/8/8/4k3/8/8/5P2/4K3 w"] * 2), 2),
        (chess_arbiter.status([FOUR] * 2, rules="simplified"), 2),
        # The position before, and after.
        (chess_arbiter.play(["7k/8/6K1/8/8/8/8/R7 w"], ["Ra8"]), 2),
        (chess_arbiter.status([]), 0),
    ):
        tree = parsed(table)
        assert len(tree.findall(f".//td/details/{SVG}svg")) == boards
        assert len(tree.findall(".//tbody/tr")) == min(len(table), 20)
        head = [cell.text or "" for cell in tree.findall(".//th")]
        assert head[2:] == table.column_names
        assert ("20 of 34 rows" in text(tree)) == (len(table) == 34)
    changed = parsed(chess_arbiter.reach(["4k2r/8/8/8/8/8/8/3K4 w k -"], repair=True, game=True))
    assert "without Black's right" in text(changed) and changed.findall(f".//td/details/ul/li/details/{SVG}svg")


def test_lists_of_results():
    results = Results([RESULTS["status"](), RESULTS["reach, illegal"](), PositionError("no")] + [RESULTS["no win"]()] * 20)
    tree = parsed(results)
    assert len(tree.findall(".//tbody/tr")) == 20 and "20 of 23 rows" in text(tree)
    assert "}no win 20 " in text(tree) and "error 1" in text(tree)
    assert results == tuple(results) and repr(results).startswith("<Results: checkmate, illegal, error")
    solved = problems("BeginProblem Title A <b> Stipulation #1 Pieces White Kf7 Ra1 Black Kh8 Twin Stipulation hs#1 EndProblem".replace("Stip", "\nStip", 1))
    assert "win 1 error 1" in text(parsed(solved))


def test_a_kernel_shows_it():
    """What Jupyter's kernel would send, from IPython's own formatter."""
    interactive = pytest.importorskip("IPython.core.interactiveshell")
    formatter = interactive.InteractiveShell.instance().display_formatter
    for thing in (Position(MATE).status(), RESULTS["win"]().tree, Results([Position(MATE).status()]), chess_arbiter.status([MATE])):
        data, _ = formatter.format(thing)
        assert data["text/html"] == thing._repr_html_() and data["text/plain"] == repr(thing)
        json.dumps(data)
    data, _ = formatter.format(Position(MATE))
    assert data["image/svg+xml"].startswith("<svg") and "text/html" not in data


def test_the_colours_are_those_of_the_page():
    css = (ROOT / "web/src/styles/base.css").read_text(encoding="utf-8")
    light, dark = css.split("@media (prefers-color-scheme: dark)")[:2]
    for part, ours in ((light, _html.LIGHT), (dark, _html.DARK)):
        page = dict(re.findall(r"^\s*--([\w-]+): (#\w+);", part, re.M))
        assert ours == {name: page[name] for name in ours}
    assert set(_html.LIGHT) == set(_html.DARK)
    # Every colour that is used is one of them, and both themes of notebooks are known.
    assert set(re.findall(r"var\(--ca-([\w-]+)\)", _html.STYLE)) == set(_html.LIGHT)
    for sign in ("prefers-color-scheme:dark", "data-jp-theme-light='false'", ".vscode-dark"):
        assert sign in _html.STYLE
    tsx = (ROOT / "web/src/parts/parts.tsx").read_text(encoding="utf-8")
    block = tsx.split("const TONE", 1)[1].split("};", 1)[0]
    tones = dict(re.findall(r'"?([\w-]+)"?: "(\w+)"', block))
    ours = {verdict: tone for tone, verdicts in _html.TONES.items() for verdict in verdicts}
    for verdict, tone in tones.items():
        assert ours.get(verdict, "open") == tone, verdict
