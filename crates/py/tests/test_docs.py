"""Everything that is shown to people runs: docstrings, the guide, the README's Python."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pathlib
import pkgutil
import re
import subprocess
import sys

import pytest

import chess_arbiter
from functions import FUNCTIONS

ROOT = pathlib.Path(__file__).resolve().parents[3]
# What needs a package that is not installed here is tested elsewhere.
ELSEWHERE = {"chess_arbiter._native", "chess_arbiter.tasks.verifiers"}
MODULES = ["chess_arbiter"] + [
    module.name for module in pkgutil.walk_packages(chess_arbiter.__path__, "chess_arbiter.") if module.name not in ELSEWHERE
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    # The names of exceptions are shown with their module by doctest, as in a session.
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert failed == 0


def test_everything_public_has_an_example_or_says_what_it_is():
    assert re.fullmatch(r"\d+\.\d+\.\d+", chess_arbiter.__version__)
    for name in set(chess_arbiter.__all__) - {"__version__"}:
        thing = getattr(chess_arbiter, name)
        assert inspect.getdoc(thing), name
        if callable(thing) and not inspect.isclass(thing):
            assert ">>>" in inspect.getdoc(thing), name


@pytest.mark.parametrize("page", ["docs/python.md", "docs/frames.md", "docs/tasks.md", "README.md", "crates/py/README.md"])
def test_pages(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text(encoding="utf-8")
    names = {"__name__": "__main__"}
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.M | re.S))
    assert blocks
    for block in blocks:
        source = block[1]
        line = text.count("\n", 0, block.start(1))
        if source.startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(source, names, page, page, line)
            # Later blocks go on where earlier ones ended.
            outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False)
            names.update(test.globs)
            assert outcome.failed == 0
        else:
            exec(compile("\n" * line + source, page, "exec"), names)


def test_the_page_of_functions_has_them_all():
    text = (ROOT / "docs/frames.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)\((.*?)\)` \| `\.chess\.(\w+)\(", text, re.M)
    assert [name for name, _, _ in rows] == [function["name"] for function in FUNCTIONS]
    for (name, parameters, method), function in zip(rows, FUNCTIONS):
        assert name == f"chess_{method}"
        assert re.findall(r"\w+", parameters) == [parameter["name"] for parameter in function["parameters"]]


def test_options_and_replies_are_those_of_rust():
    subprocess.run([sys.executable, str(ROOT / "crates/py/generate"), "--check"], check=True)


@pytest.mark.parametrize("name", ["reach", "retro", "win", "shortest_win"])
def test_options_reach_rust(name):
    """What a signature offers is what Rust reads: a wrong value of any option is named."""
    method = getattr(chess_arbiter.Position("4k3/8/8/8/8/8/8/4K2R w"), name)
    goal = {"mate": 1} if name == "win" else {}
    options = set(inspect.signature(method).parameters) - {"unknown", "mate", "within", "certificate"}
    assert {"time", "memory", "nodes"} <= options
    for option in options:
        with pytest.raises(ValueError, match=option):
            method(**{**({} if option == "stipulation" else goal), option: "no such thing"})
