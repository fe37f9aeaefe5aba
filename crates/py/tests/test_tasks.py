"""Items: the same everywhere, told by their ids, with labels that others confirm."""

from __future__ import annotations

import copy
import itertools
import json
import os
import pathlib
import pickle
import subprocess
import sys

import chess
import pytest

from adversary import deserves, keys
from chess_arbiter import Position, tasks, verify
from chess_arbiter.tasks import Item, ItemError, _ask
from chess_arbiter.tasks._fen import read
from chess_arbiter.tasks.kinds import KINDS

LONG = bool(os.environ.get("ARBITER_LONG"))
GOLDEN = pathlib.Path(__file__).with_name("tasks_golden.txt")
EACH = [(kind, difficulty) for kind in tasks.KINDS for difficulty in range(1, len(KINDS[kind].levels) + 1)]
SEEDS = range(200, 230) if LONG else range(200, 203)
WRITE = """
import sys
from chess_arbiter import tasks
for name in sys.argv[1:]:
    kind, difficulty = name.split("/")
    print(tasks.make(kind, int(difficulty), 0).id)
"""


def test_items_are_those_that_were_written_down():
    """Another version of Python, another machine, another way to hash: the same. What changes them changes GENERATION too."""
    names = [f"{kind}/{difficulty}" for kind, difficulty in EACH]
    if os.environ.get("ARBITER_BLESS"):
        GOLDEN.write_text("".join(tasks.make(*each, seed).id + "\n" for each in EACH for seed in (0, 1)))
    golden = GOLDEN.read_text().split()
    assert [tasks.make(*each, 1).id for each in EACH] == golden[1::2]
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    done = subprocess.run([sys.executable, "-c", WRITE, *names], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == golden[::2]


@pytest.mark.parametrize("kind,difficulty", EACH)
def test_references_are_right(kind, difficulty):
    for item in tasks.items(kind, difficulty, 100, 2):
        for text in (f"Answer: {item.reference}", f"I think.\r\n\r\nAnswer:   {item.reference}  \r\n\n"):
            assert item.grade(text).reward == 1.0 and deserves(item, text), item
        for text in ("", "Answer:", "Answer: x", item.reference, f"Answer: {item.reference} x", f"answer: {item.reference}", item.prompt):
            assert item.grade(text).reward == 0.0, text
        assert item.position in item.prompt and "Answer: " in item.prompt
        assert item.id.startswith(f"{kind}/{difficulty}/{item.seed}/")


@pytest.mark.parametrize("kind", tasks.KINDS)
def test_items_survive_being_written(kind):
    item = tasks.make(kind, 2, 5)
    item.grade("Answer: e4")
    for again in (Item.from_json(item.to_json()), pickle.loads(pickle.dumps(item)), copy.deepcopy(item), tasks.from_id(item.id)):
        assert again == item and hash(again) == hash(item) and again.explanation == item.explanation
        assert again.grade(f"Answer: {item.reference}").reward == 1.0
    shown = json.loads(item.to_json(answers=False))
    assert set(shown) == {"id", "kind", "difficulty", "seed", "prompt", "position"}
    assert item.label == json.loads(json.dumps(item.label))


def test_what_is_wrong_is_said():
    item = tasks.make("status", 1, 1)
    members = item.to_dict()
    for text, message in (
        ("{", "no JSON"),
        ("[]", "expected an object"),
        (json.dumps({**members, "reference": "check a1"}), "its digest is another"),
        (json.dumps({**members, "kind": "chess"}), "unknown kind 'chess'"),
        (json.dumps({**members, "seed": "1"}), "seed is not of its type"),
        (json.dumps({**members, "seed": True}), "seed is not of its type"),
        (json.dumps({**members, "label": 3}), "label is not of its type"),
        (item.to_json(answers=False), "without reference, label, explanation: it was written without its answers"),
    ):
        with pytest.raises(ItemError, match=message):
            Item.from_json(text)
    for name in ("", "status", "status/1/1", "status/one/1/0", "status/1/-1/0", "status/١/1/0", "status/1/1/0/0", None):
        with pytest.raises(ItemError, match="no id of an item"):
            tasks.from_id(name)
    with pytest.raises(tasks.Changed, match="this version makes"):
        tasks.from_id("status/1/1/0123456789")
    for wrong in (("chess", 1, 0), ("status", 0, 0), ("status", 5, 0), ("status", 1, -1), ("status", 1, 1 << 63), ("status", 1, 0.5), ("status", "1", 0)):
        with pytest.raises(ItemError):
            tasks.make(*wrong)
    for text in (None, b"Answer: e4", 1.0):
        with pytest.raises(TypeError, match="expected the text of an answer"):
            item.grade(text)
    for text in ("\ud800", "Answer: \ud800", "Answer: " + "e4 " * 100_000, "\nAnswer:" * 100_000, "\x00" * 1000):
        assert item.grade(text).reward == 0.0


def test_every_item_can_be_answered():
    for kind, difficulty in EACH:
        # Those that take longest to make are among these.
        for item in tasks.items(kind, difficulty, 1050, 40 if LONG else 1):
            assert item.grade(f"Answer: {item.reference}").reward == 1.0, item


def test_seeds_go_on_without_end():
    found = list(itertools.islice(tasks.items("moves", 2, 50), 30))
    assert [item.seed for item in found] == list(range(50, 80)) and len({item.position for item in found}) == 30
    assert tasks.make("moves", 2, (1 << 63) - 1).seed == (1 << 63) - 1


def illegal(fen: str) -> bool:
    """The independent checker accepts a proof that no game leads there."""
    return verify(json.dumps(_ask._ask("reach", position=fen, nodes=200_000, time=None, certificate=True)["certificate"])).answer == "illegal"


def legal(fen: str) -> bool:
    """The independent checker plays a game that leads there."""
    return verify(json.dumps(_ask._ask("reach", position=fen, nodes=200_000, time=None, certificate=True)["certificate"])).answer == "legal"


@pytest.mark.parametrize("difficulty", [1, 2, 3, 4])
def test_labels_of_legality_are_certified(difficulty):
    said = set()
    for seed in SEEDS:
        item = tasks.make("legality", difficulty, seed)
        men, turn, rights, passant = item.position.split(" ")[:4]
        answer = item.label["answer"]
        said.add(answer)
        if answer == "legal":
            assert legal(f"{men} {turn} {rights} {passant}"), item
            continue
        assert illegal(f"{men} {turn} {rights} {passant}"), item
        # Each blame: with one field fewer a game leads there.
        less = {"illegal turn": "bw"["wb".index(turn)] + " ? ?", "illegal castling": f"{turn} ? ?", "illegal en-passant": f"{turn} {rights} ?"}
        more = {"illegal men": ["w ? ?", "b ? ?"], "illegal turn": [f"{turn} ? ?"], "illegal castling": [f"{turn} {rights} ?"], "illegal en-passant": []}
        assert answer not in less or legal(f"{men} {less[answer]}"), item
        assert all(illegal(f"{men} {fields}") for fields in more[answer]), item
    assert len(said) > 1 or not LONG


@pytest.mark.parametrize("difficulty", [1, 2, 3, 4])
def test_last_moves_are_certified(difficulty):
    for seed in SEEDS[:8]:
        item = tasks.make("last-move", difficulty, seed)
        told = Position(item.position).retro(nodes=40_000, time=None)
        for certificate in told.certificates:
            verify(certificate)
        assert all(last.answer == "impossible" or last.answer == "possible" or last.certificate_json is None for last in told.sides[0].last_moves)
        possible = {last.from_square + last.to_square for last in told.sides[0].last_moves if last.answer == "possible"}
        assert possible == {move[:4] for move in item.label["moves"]}
        after = chess.Board(item.position)
        for last in told.sides[0].last_moves:
            if last.answer == "possible":
                # The position before it is played on by python-chess.
                before = chess.Board(last.before + " 0 1")
                letter = {"knight": "n", None: ""}.get(last.promoted, (last.promoted or "")[:1])
                move = chess.Move.from_uci(last.from_square + last.to_square + letter)
                assert move in before.legal_moves and move.uci() in item.label["moves"]
                before.push(move)
                assert before.board_fen() == after.board_fen()


@pytest.mark.parametrize("difficulty", [1, 2, 3])
def test_keys_are_those_that_python_chess_finds(difficulty):
    # Three moves take python-chess minutes.
    seeds = {1: range(300, 340), 2: range(300, 315), 3: range(300, 303) if LONG else ()}[difficulty]
    for seed in seeds:
        item = tasks.make("mate", difficulty, seed)
        assert set(item.label["keys"]) == keys(item.position, difficulty), item
        assert difficulty == 1 or not keys(item.position, difficulty - 1), item


@pytest.mark.parametrize("difficulty", [1, 2, 3, 4])
def test_what_is_to_be_repaired_is_impossible(difficulty):
    for seed in SEEDS:
        item = tasks.make("repair", difficulty, seed)
        assert illegal(" ".join(item.position.split(" ")[:4])), item
        assert item.grade(f"Answer: {item.position}").reward == 0.0


def test_any_right_answer_is_right():
    mate = next(item for item in tasks.items("mate", 1) if len(item.label["keys"]) > 1)
    for key in mate.label["keys"]:
        assert mate.grade(f"Answer: {key}").reward == mate.grade(f"Answer: {mate.label['moves'][key]}").reward == 1.0
    game = tasks.make("proof-game", 1, 0)
    moves = game.reference.split(" ")
    # A detour of both knights, if they can go and come back.
    longer = " ".join(["Nf3", "Nf6", "Ng1", "Ng8", *(move for move in moves if not move[0].isdigit())])
    assert game.grade(f"Answer: {longer}").reward == float(deserves(game, f"Answer: {longer}")) == 1.0
    repair = tasks.make("repair", 1, 0)
    fen = repair.reference.rsplit(" ", 2)[0]
    for text in (fen, f"{fen} 17 45"):
        assert repair.grade(f"Answer: {text}").reward == 1.0
    assert repair.grade(f"Answer: {fen} 0").fault == "form"


def test_a_repair_that_was_not_foreseen_is_proved():
    found = {"right": 0, "wrong": 0}
    for item in tasks.items("repair", 2, 400, 20 if LONG else 3):
        broken = read(item.position)
        for square in broken.where("pnbrqPNBRQ")[:: 1 if LONG else 3]:
            changed = broken.put(square, ".")
            grade = item.grade(f"Answer: {changed.key}")
            if grade.fault != "undecided":
                assert (grade.reward == 1.0) == deserves(item, f"Answer: {changed.key}"), (item.id, changed.key)
                found["right" if grade.reward else "wrong"] += 1
    assert min(found.values()) > 0


def test_partial_scores_are_apart():
    item = tasks.make("moves", 2, 3)
    moves = item.reference.split(" ")
    grade = item.grade("Answer: " + " ".join(moves[:-1]))
    assert grade.reward == 0.0 and grade.parts["recall"] == pytest.approx(1 - 1 / len(moves)) and grade.parts["precision"] == 1.0
    assert item.grade("Answer: " + ", ".join(reversed(moves))).reward == 1.0
    assert item.grade("Answer: " + " ".join([*moves, moves[0]])).detail.endswith("is named twice")


def test_environment():
    environment = tasks.Environment(["status", "moves"], [1, 2], seed=3)
    first, info = environment.reset()
    item = tasks.from_id(info["id"])
    assert item.prompt == first
    assert environment.step(f"Answer: {item.reference}")[1:4] == (1.0, True, False)
    with pytest.raises(RuntimeError, match="call reset first"):
        environment.step("Answer: e4")
    second, _ = environment.reset()
    assert second != first
    assert environment.reset(seed=3)[0] == first
    chosen = {"kind": "mate", "difficulty": 2, "seed": 9}
    assert environment.reset(options=chosen)[0] == tasks.make("mate", 2, 9).prompt
    with pytest.raises(ItemError, match="unknown options"):
        environment.reset(options={"level": 2})
    for wrong in ({"kinds": ["chess"]}, {"kinds": []}, {"difficulties": []}, {"difficulties": [9]}):
        with pytest.raises(ItemError):
            tasks.Environment(**wrong)
