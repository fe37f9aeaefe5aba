"""What users of python-chess expect, with python-chess as the oracle."""

from __future__ import annotations

import io
import os
import pickle
import random
import subprocess
import sys
import warnings
from typing import List

import chess
import chess.pgn
import chess.variant
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import chess_arbiter
from chess_arbiter import LegalMoves, Move, Position, PositionError, Tree
from test_position import FOUR, HARD, MATE, THREE, by_chess

PROGRAM = os.environ.get("ARBITER_BIN", "")


def test_positions_of_boards(boards):
    for board in boards[::11]:
        position = Position(board)
        assert position == Position.from_chess(board) == Position(board.fen(en_passant="fen")) == Position(position)
        assert position.to_chess() == board
    game = chess.pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 *"))
    assert Position(game.end()) == Position().play("e4", "e5", "Nf3") == Position(game.end().board())
    assert Position() == Position(chess.Board()) and Position(rules="gardner").size == (5, 5)


def test_what_is_no_position():
    for variant in (chess.variant.AntichessBoard(), chess.variant.CrazyhouseBoard(), chess.variant.HordeBoard()):
        with pytest.raises(ValueError, match=f"variant, {variant.uci_variant}, which is not known here: expected standard chess"):
            Position(variant)
        with pytest.raises(ValueError, match="variant"):
            chess_arbiter.status([chess.Board(), variant])
    for wrong in (1, b"8/8", ["8/8/8/8/8/8/8/8 w"], object(), chess.Piece.from_symbol("K")):
        with pytest.raises(TypeError, match="expected a FEN"):
            Position(wrong)
    with pytest.raises(TypeError, match="chess.Board"):
        Position.from_chess("8/8/8/8/8/8/8/8 w")
    with pytest.raises(ValueError, match='rules="standard", not of rules="gardner"'):
        Position(chess.Board(), rules="gardner")
    with pytest.raises(ValueError, match="no starting position"):
        Position(rules="simplified")
    with pytest.raises(ValueError, match="unknown rule set: .* los-alamos; and chess960"):
        Position(MATE, rules="atomic")


def test_chess960():
    for number in (0, 518, 959):
        board = chess.Board.from_chess960_pos(number)
        board.push(random.Random(number).choice(list(board.legal_moves)))
        position = Position(board)
        assert position.rules == "chess960" and eval(repr(position)) == position == pickle.loads(pickle.dumps(position))
        assert position.to_chess().chess960 and position.play(position.legal_moves[0]).rules == "chess960"
        found = position.reach()
        assert found.answer == "legal" and found.start == Position(chess.Board.from_chess960_pos(number)).fen.split("/")[0]
        # The usual array is one of them, and can be asked about alone.
        if number == 518:
            assert position.reach(start=518).start is None
        else:
            with pytest.raises(PositionError, match="belongs to Chess960: name the array"):
                position.reach(start=518)
    with pytest.raises(ValueError, match="say which array"):
        position.retro()
    assert position.retro(start=959).answer == "possible"
    table = chess_arbiter.reach([board, position, None], rules="chess960", game=True)
    assert table["answer"].to_pylist() == ["legal", "legal", None]
    assert chess_arbiter.status([board], rules="chess960")["answer"].to_pylist() == ["safe"]
    assert position.dead("white", quick=True).answer and position.win(mate=1).answer == "no-win"


def test_legal_moves(boards):
    nines = [chess.Board.from_chess960_pos(number) for number in range(0, 960, 97)]
    for board in boards[::13] + nines:
        moves = Position(board).legal_moves
        expected = {move.uci(): board.san(move) for move in board.legal_moves}
        assert {move.uci: move.san for move in moves} == expected
        assert len(moves) == moves.count() == board.legal_moves.count()
        assert all(move in moves and move.san in moves and move.uci in moves for move in moves)
        assert all(move in moves for move in board.legal_moves) and chess.Move.null() not in moves
    assert isinstance(moves, LegalMoves) and isinstance(moves[0], Move) and moves[:2] == tuple(moves)[:2]
    assert list(reversed(moves)) == list(moves)[::-1] and moves.index(moves[3]) == 3 and 5 not in moves
    assert Position(MATE).legal_moves == Position(MATE).legal_moves and not Position(MATE).legal_moves
    assert {move.san for move in Position("1q2/4/4/Q2n w", rules="simplified").legal_moves} >= {"Qxd1", "Qc1"}
    with pytest.raises(PositionError, match="a1"):
        Position("4k3/8/8/8/8/8/8/P3K3 w").legal_moves


def test_moves_in_any_notation():
    dice = random.Random(3)
    for _ in range(20):
        board, position = chess.Board(), Position()
        while not board.is_game_over() and board.fullmove_number < 60:
            move = dice.choice(list(board.legal_moves))
            known = next(one for one in position.legal_moves if one.uci == move.uci())
            position = position.play(dice.choice([move, move.uci(), board.san(move), board.lan(move), known]))
            board.push(move)
            assert position == Position(board)
    castled = Position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -")
    assert castled.play("O-O") == castled.play("e1g1") == castled.play("0-0") == castled.play("e1h1")
    for wrong, why in (("e2e5", "the pawn on e2 cannot go to e5"), ("Ne5", "no white knight can go to e5"), ("", "expected a move"), ("e9", "rank 1-8")):
        with pytest.raises(PositionError, match=why):
            Position().play(wrong)
    with pytest.raises(TypeError, match="expected a move as UCI or SAN"):
        Position().play(5)
    flag = Position("8/8/8/4k3/8/8/5P2/4K3 w")
    mated = "f3 e5 g4 Qh4#"
    assert Position().dead("black", moves=mated) == Position().dead("black", moves=mated.split())
    assert Position().dead("black", moves=[chess.Move.from_uci("f2f3"), "e5", "g4", "d8h4"]).sides[0].plies == 0
    with pytest.raises(PositionError, match="move 1, Nf3"):
        flag.dead(moves="Nf3")


def leads_to_mate(board: chess.Board, tree: Tree, plies: int) -> int:
    """How many nodes a strategy has; each must be what python-chess knows, and end in mate in time."""
    assert tree.plies <= plies
    move = board.parse_uci(tree.move.uci)
    assert board.san(move) == tree.move.san
    board.push(move)
    replies = {board.san(reply): reply for reply in board.legal_moves}
    assert {reply.san for reply in tree.replies} == set(replies)
    assert board.is_checkmate() if not replies else tree.plies > 1
    nodes = 1
    for reply, then in tree:
        assert then is not None
        board.push(replies[reply.san])
        nodes += leads_to_mate(board, then, tree.plies - 2)
        board.pop()
    board.pop()
    return nodes


def test_the_tree_of_a_win():
    three = Position(THREE).win(mate=3)
    assert leads_to_mate(chess.Board(THREE + " - - 0 1"), three.tree, 5) > 5
    ending = "8/8/8/8/8/2k5/1r6/3K4 b - - 0 1"
    assert leads_to_mate(chess.Board(ending), Position(ending).shortest_win().tree, 11) == 10
    tree = three.tree
    reply = tree.replies[0]
    assert tree[reply].move == tree[reply.san].move == tree[reply.uci].move == tree.get(reply).move
    with pytest.raises(KeyError, match="e4 is no reply to a5; the replies are B"):
        tree["e4"]
    assert Position(THREE).win(within=3).tree is None and tree and len(tree) == len(tree.replies)
    assert Tree.of(three.certificate_json).move == tree.move and Tree.of(Position(MATE).status().certificate_json) is None
    with pytest.raises(ValueError, match="certificate=False"):
        Position(THREE).win(mate=3, certificate=False).tree
    with pytest.raises(ValueError, match="expected a certificate"):
        Tree.of("{")


def test_the_tree_of_a_win_by_capture():
    """A 4×4 game: whatever is replied, the queen is taken in time."""

    def count(tree: Tree, position: Position) -> int:
        assert tree.move in position.legal_moves
        if not tree.replies:
            # The queen is gone: nobody can go on from there.
            assert "xQ" not in tree.move.san and tree.move.san.count("x") == 1
            return 1
        after = position.play(tree.move)
        assert tuple(after.legal_moves) == tree.replies
        nodes = 1
        for reply, then in tree:
            assert then is not None and then.plies <= tree.plies - 2
            nodes += count(then, after.play(reply))
        return nodes

    position = Position(FOUR, rules="simplified")
    assert count(position.shortest_win().tree, position) > 20


def test_the_tree_of_a_selfmate():
    """The defender ends the game."""
    position = Position("4q3/8/1Q6/2Rp4/3P4/k1KPn3/2Q5/8 w")
    tree = position.win(stipulation="s#2").tree
    assert tree.move.san == "Qa5+"
    ends: List[bool] = []

    def walk(tree: Tree, board: chess.Board) -> None:
        board.push_uci(tree.move.uci)
        assert len(tree.replies) == board.legal_moves.count()
        for reply, then in tree:
            board.push_uci(reply.uci)
            if then is None:
                ends.append(board.is_checkmate())
                with pytest.raises(KeyError, match="ends the game"):
                    tree[reply]
            else:
                walk(then, board)
            board.pop()
        board.pop()

    walk(tree, chess.Board(position.fen))
    assert ends and all(ends)


def read(pgn: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(pgn))
    assert not game.errors
    return game


def test_pgn():
    proof = Position("4k3/8/8/8/8/8/8/4K2R w").reach()
    board = read(proof.pgn).end().board()
    assert board.board_fen() == "4k3/8/8/8/8/8/8/4K2R" and board.turn and len(board.move_stack) == proof.plies
    assert proof.movetext.split()[:2] == proof.pgn.split("\n\n")[1].split()[:2]
    mate = Position(THREE).win(mate=3)
    game = read(mate.pgn)
    assert game.end().board().is_checkmate() and game.headers["Result"] == "1-0" and game.headers["FEN"] == mate.fen
    assert [move.uci() for move in game.mainline_moves()] == list(mate.line)
    black = Position("8/8/8/8/8/2k5/1r6/3K4 b - - 0 1").shortest_win()
    assert read(black.pgn).headers["Result"] == "0-1" and black.movetext.startswith("1... ")
    dead = Position("8/8/8/4k3/8/8/5P2/4K3 w").dead()
    assert read(dead.pgn).end().board().is_checkmate()
    played = Position().dead("black", moves="f3 e5")
    assert read(played.pgn).end().board().is_checkmate()
    nothing = (Position(MATE).win(mate=1), Position("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w").reach(), Position("8/8/8/4k3/8/8/8/K1N5 w").dead())
    assert [one.pgn for one in nothing] == [None] * 3
    many = Position().play("e4", "e5", "Nf3").reach(plies=3, solutions=5)
    texts = io.StringIO(many.pgn)
    games = []
    while (game := chess.pgn.read_game(texts)) is not None:
        games.append(game.end().board().board_fen())
    assert len(games) == max(1, len(many.games)) and len(set(games)) == 1
    small = Position(FOUR, rules="simplified").shortest_win()
    assert '[Variant "simplified"]' in small.pgn and small.movetext.endswith(" 5. Qxc1")


def test_columns_of_boards(boards, fens):
    some = boards[::37]
    texts = [board.fen() for board in some]
    expected = [by_chess(board) for board in some]
    for column in (some, tuple(some), [Position(board) for board in some], pd.Series(some), pl.Series(some, dtype=pl.Object), np.array(some, dtype=object)):
        assert chess_arbiter.status(column)["answer"].to_pylist() == expected
    mixed = [some[0], texts[1], Position(some[2]), None, "nonsense"]
    table = chess_arbiter.status(mixed, reason=True)
    assert table["answer"].to_pylist() == [*expected[:3], None, None] and table["error"].to_pylist()[4]
    static = chess_arbiter.reach(some, level="static")["answer"].to_pylist()
    assert static == chess_arbiter.reach(texts, level="static")["answer"].to_pylist()
    assert chess_arbiter.win([chess.Board("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), None], mate=1)["line"].to_pylist() == ["a1a8", None]
    # By the convention of problems: as the same text says.
    castling = Position("8/4RBQ1/8/8/8/3k4/8/R3K3 w")
    assert chess_arbiter.win([castling, castling.play("a1a2"), castling.fen], within=1)["answer"].to_pylist() == ["win", "no-win", "no-win"]
    quick = chess_arbiter.dead(some, quick=True)["answer"].to_pylist()
    assert quick == [Position(board).dead(quick=True).answer.replace("undecided", "unknown") for board in some]
    moves = [list(board.legal_moves)[:1] for board in some]
    played = chess_arbiter.play(some, moves, k=None)["fen"].to_pylist()
    for board, (first, *_), fen in zip(some, ((*row, None) for row in moves), played):
        after = board.copy()
        if first is not None:
            after.push(first)
        assert Position(after).fen == fen


def test_moves_of_columns():
    start = chess.STARTING_FEN
    rows = ["e4 e5 Nf3", "e2e4 e5 g1f3", ["e4", chess.Move.from_uci("e7e5"), "Nf3"], "e4 e5 Nf6", None]
    table = chess_arbiter.play([start] * 5, rows, k=None)
    first, second, third, fourth, fifth = table["fen"].to_pylist()
    assert first == second == third == Position().play("e4", "e5", "Nf3").fen and (fourth, fifth) == (None, None)
    assert table["error"].to_pylist()[3].startswith("move 3, Nf6: ")
    assert pl.select(pl.lit(start).alias("fen"), pl.lit("e4 c5").alias("moves")).select(
        __import__("chess_arbiter.polars").polars.Chess(pl.col("fen")).play("moves")
    ).item() == Position().play("e4", "c5").fen


def test_columns_say_what_is_wrong():
    gardner = Position(rules="gardner")
    with pytest.raises(ValueError, match='row 1: a position of rules="gardner" in a column of rules="standard"'):
        chess_arbiter.status([MATE, gardner])
    assert chess_arbiter.status([gardner, gardner.fen], rules="gardner")["answer"].to_pylist() == ["safe"] * 2
    with pytest.raises(TypeError, match="row 1: expected str, Position, chess.Board or None, not int"):
        chess_arbiter.status([MATE, 1])
    for single in (chess.Board(), Position(), MATE):
        with pytest.raises(TypeError, match="a single one goes into a list"):
            chess_arbiter.status(single)
    with pytest.raises(ValueError, match='rules="standard" or "chess960", not of \'gardner\''):
        chess_arbiter.reach([gardner], rules="gardner")
    with pytest.raises(ValueError, match="game: this is for by=.proof"):
        chess_arbiter.reach([MATE], by="rules", game=True)
    with pytest.raises(ValueError, match="as many"):
        chess_arbiter.play([MATE], [])
    with pytest.raises(TypeError):
        chess_arbiter.status(pd.Series([1, 2]))


def test_games_and_repairs_in_columns():
    texts = ["4k3/8/8/8/8/8/8/4K2R w", "4k2r/8/8/8/8/8/8/3K4 w k -", None, "nonsense", Position().play("e4").fen]
    table = chess_arbiter.reach(texts, game=True, repair=True, reason=True)
    assert table.column_names == ["answer", "level", "lemma", "limit", "reason", "game", "repairs", "error"]
    for text, game in zip(texts, table["game"]):
        if game is not None:
            board = chess.Board()
            for move in game.split():
                board.push_uci(move)
            assert board.board_fen() == text.split()[0]
    assert [game is not None for game in table["game"]] == [True, False, False, False, True]
    repairs = table["repairs"].to_pylist()
    assert [one is not None for one in repairs] == [False, True, False, False, False]
    single = Position(texts[1]).reach(repair=True)
    first = repairs[1][0]
    assert (first["what"], first["fen"], first["answer"], first["level"]) == (
        single.repairs[0].what, single.repairs[0].fen, single.repairs[0].answer, single.repairs[0].level,
    )  # fmt: skip
    arrow = pa.table(table)
    arrow.validate(full=True)
    assert arrow["repairs"].to_pylist()[1][0] == first
    assert pl.DataFrame(table)["repairs"].explode().drop_nulls().struct.field("fen")[0] == first["fen"]
    again = chess_arbiter.reach(pa.array([texts[1]] * 3 + [None]).dictionary_encode(), repair=True)
    assert [one and len(one) for one in again["repairs"]] == [len(repairs[1])] * 3 + [None]
    assert chess_arbiter.reach([], game=True, repair=True).to_pydict()["repairs"] == []


def test_tables_are_folders(tmp_path):
    with pytest.raises(ValueError, match="tables: .*no-such.*expected a folder that `arbiter table build"):
        Position(FOUR, rules="simplified").shortest_win(tables=tmp_path / "no-such")
    file = tmp_path / "file"
    file.write_text("no table")
    with pytest.raises(ValueError, match="this is no folder"):
        chess_arbiter.win([FOUR], rules="simplified", tables=str(file))
    empty = tmp_path / "empty"
    empty.mkdir()
    # Nothing there: it is searched, and the answers are the same.
    position = Position(FOUR, rules="simplified")
    assert position.shortest_win(tables=empty) == position.shortest_win()
    assert chess_arbiter.win([position], rules="simplified", tables=empty)["plies"].to_pylist() == [9]
    text = "BeginProblem Stipulation #1 Pieces White Kf7 Ra1 Black Kh8 EndProblem"
    assert chess_arbiter.problems(text, tables=empty) == chess_arbiter.problems(text)


@pytest.mark.skipif(not PROGRAM, reason="needs the program: ARBITER_BIN")
def test_tables_are_asked(tmp_path):
    subprocess.run([PROGRAM, "table", "build", "--class", "QRvQR", "--out", str(tmp_path)], check=True, capture_output=True)
    position = Position("Q3/2q1/2r1/2R1 w", rules="simplified")
    # Without them that is not seen at a glance.
    assert position.win(within=9, nodes=60).limit == "nodes"
    known = position.win(within=9, nodes=60, tables=tmp_path)
    assert (known.answer, known.plies) == ("win", 9) and known.plies == position.shortest_win().plies
    table = chess_arbiter.win([position, None], within=9, nodes=60, rules="simplified", tables=str(tmp_path))
    assert table["answer"].to_pylist() == ["win", None]
    for file in tmp_path.iterdir():
        file.write_bytes(b"nonsense")
    # What has changed is opened again.
    (tmp_path / "new").touch()
    with pytest.warns(RuntimeWarning, match="QRvQR.* not a table of Arbiter; this table is not used"):
        assert position.shortest_win(tables=tmp_path).plies == 9
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert position.shortest_win(tables=tmp_path).plies == 9


def test_nothing_is_needed():
    """Without python-chess, tqdm and IPython all that does not need them works, and the rest says what to install."""
    program = f"""
import sys
for name in ("chess", "chess.pgn", "tqdm", "tqdm.auto", "IPython", "polars", "pandas", "numpy", "duckdb"):
    sys.modules[name] = None
import chess_arbiter
from chess_arbiter import Position
position = Position({MATE!r})
assert position.status()._repr_html_() and not position.legal_moves
assert chess_arbiter.status([position])["answer"].to_pylist() == ["checkmate"]
try:
    position.to_chess()
except ImportError as missing:
    print(missing)
try:
    chess_arbiter.status([position], progress=True)
except ImportError as missing:
    print(missing)
for name in ("polars", "duckdb"):
    try:
        __import__("chess_arbiter." + name)
    except ImportError as missing:
        print(missing)
"""
    said = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.splitlines()
    assert said[0] == "to_chess() needs python-chess: pip install chess"
    assert said[1].startswith("progress=True needs tqdm: pip install tqdm, or give a function")
    assert said[2:] == ["chess_arbiter.polars needs Polars: pip install polars", "chess_arbiter.duckdb needs DuckDB: pip install duckdb"]


def test_hard_positions_are_not_searched_by_looking_at_them():
    assert "e5d7" in Position(HARD).legal_moves
