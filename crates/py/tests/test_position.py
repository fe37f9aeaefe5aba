"""One position: against python-chess, and as objects that live among others."""

from __future__ import annotations

import concurrent.futures
import copy
import dataclasses
import json
import multiprocessing
import pickle
import xml.etree.ElementTree as xml
from datetime import timedelta

import chess
import pytest

import chess_arbiter
from chess_arbiter import Position, PositionError, Refused, verify

MATE = "7k/6Q1/6K1/8/8/8/8/8 b"
THREE = "k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w"
FOUR = "q3/2Q1/1rRn/N3 w"
START = chess.STARTING_FEN
# Ends well beyond what a second of search can do.
HARD = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def by_chess(board: chess.Board) -> str:
    if board.is_checkmate():
        return "checkmate"
    if board.is_stalemate():
        return "stalemate"
    return "check" if board.is_check() else "safe"


def test_status_agrees_with_python_chess(boards):
    for board in boards[::5]:
        result = Position.from_chess(board).status()
        assert result.answer == by_chess(board), board.fen()
        assert set(result.checkers) == {chess.square_name(square) for square in board.checkers()}
        assert verify(result).answer == result.answer


def test_from_chess_and_back(boards):
    for board in boards[::7]:
        position = chess_arbiter.from_chess(board)
        back = position.to_chess()
        assert back == board and back.ep_square == board.ep_square and not back.chess960
        assert Position.from_chess(back) == position


def test_chess960():
    for number in (0, 518, 959):
        board = chess.Board.from_chess960_pos(number)
        back = Position.from_chess(board).to_chess()
        assert back.fen() == board.fen() or back.fen(shredder=True) == board.fen(shredder=True)
        assert sorted(map(str, back.legal_moves)) == sorted(map(str, board.legal_moves))
        # Of a text it is known only by its castling rights.
        assert back.chess960 and Position(board.fen()).to_chess().chess960 == (number != 518)


def test_python_chess_has_no_small_boards():
    with pytest.raises(ValueError, match="8×8"):
        Position(FOUR, rules="simplified").to_chess()
    import chess.variant

    with pytest.raises(ValueError, match="antichess"):
        Position.from_chess(chess.variant.AntichessBoard())


def test_problems_let_king_and_rook_at_home_castle() -> None:
    text = "8/4RBQ1/8/8/8/3k4/8/R3K3 w"
    open_castling = Position(text).win(within=1)
    assert (open_castling.answer, open_castling.castling) == ("win", "Q")
    assert "convention" in open_castling.reason
    closed = Position(text + " - -").win(within=1)
    assert (closed.answer, closed.castling) == ("no-win", None)
    # A position that was played to is one whose rights are known.
    assert Position(text).play("a1a2").win(within=1).castling is None


def test_mates_are_mates():
    result = Position(THREE).win(mate=3, keys=True)
    assert (result.answer, result.plies, result.shortest, result.keys) == ("win", 5, True, ("a4a5",))
    board = chess.Board(THREE + " - - 0 1")
    for move in result.line:
        board.push_uci(move)
    assert board.is_checkmate()
    accepted = verify(result)
    assert accepted.text == "win within 5 plies and no fewer, keys within 5: a4a5: " + THREE + " - - (standard)"
    assert (accepted.keys, accepted.keys_within, accepted.variations) == (("a4a5",), 5, 0)
    assert Position(THREE).win(within=4).answer == "no-win"
    assert Position(THREE).shortest_win() == Position(THREE).shortest_win()


def test_proof_games_arrive():
    result = Position("4k3/8/8/8/8/8/8/4K2R w").reach()
    assert result.answer == "legal" and result.plies == len(result.game)
    board = chess.Board()
    for move in result.game:
        board.push_uci(move)
    assert board.board_fen() == "4k3/8/8/8/8/8/8/4K2R" and board.turn
    assert verify(result).answer == "legal"


def test_reach():
    bishop = Position("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w")
    result = bishop.reach(level="static")
    assert (result.answer, result.level, result.lemma, result.game) == ("illegal", "static", "origins", None)
    assert result.reason and verify(result)
    repaired = bishop.reach(repair=True, time="5s").repairs
    assert repaired and all(Position(repair.fen).reach().answer == repair.answer for repair in repaired[:1])
    assert Position(START).reach(level="static").answer == "undecided"
    rules = Position("4k3/8/8/8/8/3P4/1PPPPPPP/4K3 w").reach(by="rules")
    assert (rules.answer, rules.broken) == ("broken", (5,)) and verify(rules).broken == (5,)
    with pytest.raises(ValueError, match="level"):
        bishop.reach(level="none")
    with pytest.raises(ValueError, match="by: expected one of proof or rules"):
        bishop.reach(by="guess")
    with pytest.raises(ValueError, match="standard"):
        Position(FOUR, rules="simplified").reach()


def test_four_by_four():
    position = Position(FOUR, rules="simplified")
    assert position.size == (4, 4) and position.shortest_win().plies == 9
    lost = Position("2R1/1qrn/N3/2Q1 w", rules="simplified").shortest_win()
    assert (lost.answer, lost.plies, lost.lost_in) == ("no-win", None, 6)


def test_limits_are_kept():
    result = Position(HARD).win(mate=20, time=0.2)
    assert (result.answer, result.limit, result.certificate) == ("undecided", "time", None)
    assert Position(HARD).win(mate=20, nodes=1000).limit == "nodes"
    assert Position(HARD).win(mate=20, time=timedelta(milliseconds=100)).limit == "time"
    assert Position(HARD).win(mate=20, time="100ms", memory="16MiB").limit == "time"
    for wrong in ({"time": 0}, {"time": -1}, {"time": "soon"}, {"time": float("nan")}, {"nodes": 0}, {"memory": "much"}, {"memory": 0}):
        with pytest.raises(ValueError):
            Position(HARD).win(mate=1, **wrong)
    with pytest.raises(TypeError):
        Position(HARD).win(within=1, mate=1)
    assert Position(THREE).win().shortest
    for wrong in ({"within": 0}, {"mate": -1}, {"mate": 1 << 40}):
        with pytest.raises(ValueError):
            Position(HARD).win(**wrong)
    with pytest.raises(ValueError, match="keys"):
        Position(FOUR, rules="simplified").win(within=1, keys=True)


def test_errors_say_where():
    with pytest.raises(PositionError) as caught:
        Position("4k3/8/8/9/8/8/8/4K3 w")
    error = caught.value
    assert (error.line, error.column, error.square) == (1, 9, None) and "found '9'" in error.message
    assert str(error) == f"line 1, column 9: {error.message}" and isinstance(error, ValueError)

    with pytest.raises(PositionError) as caught:
        Position("........\n....k...\n........\n........\n....x...\n........\n....K...\n........\n")
    assert (caught.value.line, caught.value.column) == (5, 5)

    unplayable = Position("4k3/8/8/8/8/8/8/P3K3 w")
    for question in (unplayable.status, unplayable.shortest_win, lambda: unplayable.play("e1e2")):
        with pytest.raises(PositionError) as caught:
            question()
        assert caught.value.square == "a1"
    # But that it cannot be reached can be said.
    assert unplayable.reach().answer == "illegal"

    with pytest.raises(PositionError) as caught:
        Position(START).play("e2e4", "e2e4")
    assert caught.value.column == 1
    again = pickle.loads(pickle.dumps(error))
    assert (again.message, again.line, again.column, again.square) == (error.message, 1, 9, None)
    with pytest.raises(ValueError, match="rule set"):
        Position(START, rules="draughts")
    for hostile in ("", "\0", "é" * 1000, "8/" * 100_000, "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"), "w" * (1 << 20)):
        with pytest.raises(PositionError):
            Position(hostile)
    with pytest.raises(UnicodeEncodeError):
        Position("\ud800")


def test_certificates_are_checked():
    result = Position(MATE).status()
    for form in (result, result.certificate, result.certificate_json):
        accepted = verify(form)
        assert (accepted.question, accepted.answer, accepted.rules) == ("status", "checkmate", "standard")
    forged = result.certificate
    forged["evidence"]["refuted"].pop()
    with pytest.raises(Refused):
        verify(forged)
    for nonsense in ("", "{", "[]", "null", json.dumps({"format": "arbiter-certificate", "version": 3}), "[" * 100_000):
        with pytest.raises(Refused):
            verify(nonsense)
    import dataclasses

    for change in ({"answer": "stalemate"}, {"fen": START}, {"certificate_json": None}):
        with pytest.raises(Refused):
            verify(dataclasses.replace(result, **change))
    win, game = Position(THREE).win(mate=3), Position("4k3/8/8/8/8/8/8/4K2R w").reach()
    rules = Position("4k3/8/8/8/8/3P4/1PPPPPPP/4K3 w").reach(by="rules")
    four = Position(FOUR, rules="simplified").shortest_win()
    for result in (win, game, rules, four, Position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9").status()):
        assert verify(result).answer == result.answer
    for result, change in (
        (win, {"plies": 3}),
        (win, {"fen": "k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 b - - 0 1"}),
        (Position(THREE).win(mate=4), {"plies": 7}),
        (game, {"game": game.game[:-2]}),
        (rules, {"broken": (4,)}),
        (four, {"rules": "simplified-pawns"}),
    ):
        with pytest.raises(Refused, match="proves"):
            verify(dataclasses.replace(result, **change))
    with pytest.raises(Refused, match="no certificate"):
        verify(Position(START).reach(level="static"))
    assert pickle.loads(pickle.dumps(Refused("no"))).args == ("no",)


def test_values_are_values():
    results = [
        Position(MATE),
        Position(FOUR, rules="simplified"),
        Position(MATE).status(),
        Position(THREE).win(mate=3),
        Position("4k3/8/8/8/8/8/8/4K2R w").reach(),
        Position("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w").reach(),
        verify(Position(MATE).status()),
    ]
    for result in results:
        for other in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
            assert other == result and hash(other) == hash(result) and repr(other) == repr(result)
    assert len(set(results)) == len(results)
    assert Position(MATE) == Position(MATE + " - - 0 1") != Position(MATE, rules="pawnless") != MATE
    assert eval(repr(results[1])) == results[1]
    assert str(Position(MATE)) == MATE + " - - 0 1" and Position(MATE).turn == "black"
    with pytest.raises(AttributeError):
        results[2].answer = "safe"


def test_drawings_are_svg():
    mate = Position(MATE).status()
    for drawing, squares, men in [
        (mate._repr_svg_(), 64, 3),
        (Position(FOUR, rules="simplified")._repr_svg_(), 16, 6),
        (Position(THREE).win(mate=3)._repr_svg_(), 64, 17),
        (Position("8/8/8/8/8/8/8/8 w")._repr_svg_(), 64, 0),
        (Position(START).reach(level="static").svg(size=100), 64, 32),
    ]:
        tree = xml.fromstring(drawing)
        names = [element.tag.split("}")[1] for element in tree.iter()]
        assert names.count("rect") == squares and names.count("g") == men
    assert mate.svg().count("<polygon") == 1 and mate.reason in mate.svg()


def test_threads():
    def ask(seconds: float) -> str:
        return Position(HARD).win(mate=20, time=seconds).answer

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert set(pool.map(ask, [0.3] * 8)) == {"undecided"}


def test_other_threads_run_meanwhile():
    import threading
    import time

    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    Position(HARD).win(mate=20, time=1.0)
    done.set()
    thread.join()
    # Without the GIL released there would be next to none.
    assert ticks >= 10, ticks


def ask_in_child(text: str) -> str:
    return chess_arbiter.status([text])["answer"].to_pylist()[0]


def test_forked_processes():
    chess_arbiter.status([MATE] * 20_000)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(ask_in_child, [MATE] * 4).get(timeout=60) == ["checkmate"] * 4


def test_the_past():
    result = Position("r3k2r/8/8/8/8/8/8/4K3 w").retro(unknown=("castling",))
    (side,) = result.sides
    assert [(one.rights, one.answer) for one in side.castling] == [("q", "possible"), ("k", "possible"), ("kq", "impossible")]
    assert side.last_moves and all(last.kind == "step" and last.to_square in ("a8", "e8", "h8") for last in side.last_moves)
    for one in result.certificates[:20]:
        assert verify(one).question == "legality"
    assert pickle.loads(pickle.dumps(result)) == result
    white, black = Position("4k3/8/8/8/8/1P6/1P6/4K3 w").retro(nodes=1).sides[0].history
    assert (white.pawn_captures, white.captors, black.lost) == (1, ("b3",), 15)
    assert Position("4k3/8/8/8/8/8/8/4K2R w").retro(nodes=500, certificate=False).limit == "nodes"
    with pytest.raises(ValueError, match="to be unknown"):
        Position(START).retro(unknown="side")
    with pytest.raises(ValueError, match="standard"):
        Position(FOUR, rules="simplified").retro()


def test_dead() -> None:
    pawn = Position("8/8/8/4k3/8/8/5P2/4K3 w")
    white = pawn.dead("white")
    assert (white.answer, white.sides[0].plies) == ("winnable", len(white.sides[0].line))
    assert verify(white).side == "white"
    assert [verify(one).answer for one in pawn.dead().certificates] == ["winnable", "unwinnable"]
    assert pawn.dead(flagged="white").result == "1/2-1/2"
    assert pawn.dead("black", quick=True).answer == "unwinnable"
    assert pawn.can_win("white") and pawn.can_win("black") is False
    played = Position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").dead("black", moves="f2f3 e7e5 g2g4 d8h4")
    assert (played.answer, played.sides[0].plies, verify(played).side) == ("winnable", 0, "black")
    with pytest.raises(Refused):
        verify(dataclasses.replace(white, sides=pawn.dead("black").sides))
    with pytest.raises(ValueError):
        Position("q3/2Q1/1rRn/N3 w", rules="simplified").dead()


def test_help_play() -> None:
    """Solutions are games that end in mate, for another library too; what is counted is what is listed."""
    position = Position("8/2k5/8/5K2/1R6/8/8/8 b - - 0 1")
    found = position.win(stipulation="h#3", solutions=True)
    assert (found.answer, found.count, found.plies, len(found.solutions)) == ("solved", 88, 4, 88)
    for line in found.solutions:
        board = chess.Board("8/2k5/8/5K2/1R6/8/8/8 b - - 0 1")
        for move in line:
            board.push(board.parse_uci(move))
        assert board.is_checkmate()
    counted = position.win(stipulation="h#2", set_play=True)
    assert (counted.count, counted.solutions, counted.set_count) == (1, (), 0)
    assert verify(counted).question == "help"
    with pytest.raises(ValueError, match="problems with a defence"):
        position.win(stipulation="h#2", tree=True)
