"""Drives `arbiter uci` with python-chess, as its users would. Argument: the command."""

import faulthandler
import sys
import time

import chess
import chess.engine

THREE = "k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w - - 0 1"
MATED = "7k/8/6K1/8/8/8/8/R7 b - - 0 1"
CHESS960 = "8/8/8/8/2Q5/5k2/3P3P/4K2R w K - 0 1"


def line_mates(board: chess.Board, moves: list[chess.Move]) -> bool:
    board = board.copy()
    for move in moves:
        assert move in board.legal_moves, move
        board.push(move)
    return board.is_checkmate()


# A conversation that hangs is a failure.
faulthandler.dump_traceback_later(60, exit=True)

with chess.engine.SimpleEngine.popen_uci([sys.argv[1], "uci"]) as engine:
    assert engine.id["name"].startswith("Arbiter"), engine.id
    engine.configure({"Hash": 32})
    board = chess.Board(THREE)
    for limit in [chess.engine.Limit(mate=4), chess.engine.Limit(time=1.0), chess.engine.Limit(nodes=500_000)]:
        info = engine.analyse(board, limit)
        assert info["score"].white().mate() == 3, info
        assert len(info["pv"]) == 5 and line_mates(board, info["pv"]), info
    played = engine.play(board, chess.engine.Limit(time=1.0))
    assert played.move == chess.Move.from_uci("a4a5"), played

    info = engine.analyse(chess.Board(MATED), chess.engine.Limit(mate=3))
    assert info["score"].white().mate() == 1 and len(info["pv"]) == 2, info

    # No mate is announced where none is proved, and a legal move is played all the same.
    info = engine.analyse(chess.Board(), chess.engine.Limit(nodes=20_000))
    assert "score" not in info or info["score"].white().mate() is None, info
    assert engine.play(chess.Board(), chess.engine.Limit(time=0.2)).move in chess.Board().legal_moves

    with engine.analysis(chess.Board()) as analysis:
        analysis.stop()
        assert analysis.wait().move in chess.Board().legal_moves

    infos = engine.analyse(chess.Board("k7/8/1K6/8/8/8/7Q/6R1 w - - 0 1"), chess.engine.Limit(mate=1), multipv=3)
    assert [info["score"].white().mate() for info in infos] == [1] * len(infos) and len(infos) == 3, infos

    impossible = chess.Board("k7/8/1K6/8/8/8/8/6RQ w - - 0 1")
    assert engine.play(impossible, chess.engine.Limit(mate=1)).move is None

    board = chess.Board(CHESS960, chess960=True)
    info = engine.analyse(board, chess.engine.Limit(mate=1), root_moves=[board.parse_uci("e1h1")])
    assert info["score"].white().mate() == 1 and line_mates(board, info["pv"]), info

# As programs that give no arguments start it; and it ponders on the reply that it names.
with chess.engine.SimpleEngine.popen_uci([sys.argv[1]]) as engine:
    game, board = object(), chess.Board(THREE)
    clock = chess.engine.Limit(white_clock=60, black_clock=60)
    hits = 0
    while not board.is_game_over():
        played = engine.play(board, clock, game=game, ponder=True)
        board.push(played.move)
        if not board.is_game_over():
            reply = played.ponder if played.ponder in board.legal_moves else next(iter(board.legal_moves))
            hits += reply == played.ponder
            board.push(reply)
    assert board.is_checkmate() and len(board.move_stack) == 5 and hits == 2, (board.move_stack, hits)
    # Another move than the one it ponders on: `stop`, and a search anew.
    board = chess.Board(THREE)
    played = engine.play(board, clock, game=game, ponder=True)
    board.push(played.move)
    board.push(next(move for move in board.legal_moves if move != played.ponder))
    assert engine.play(board, clock, game=game, ponder=True).move in board.legal_moves

    # Stopped at any moment there is a move, and all keys are told where they are asked for.
    for delay in [0, 0.01, 0.1]:
        with engine.analysis(chess.Board("8/8/8/3k4/8/8/8/K6R w - - 0 1")) as analysis:
            time.sleep(delay)
            analysis.stop()
            assert analysis.wait().move is not None
    for fen, mate, keys in [("k7/8/1K6/8/8/8/7Q/6R1 w - - 0 1", 1, 3), (THREE, 3, 1)]:
        board = chess.Board(fen)
        infos = engine.analyse(board, chess.engine.Limit(mate=mate), multipv=keys)
        assert len(infos) == keys and len({info["pv"][0] for info in infos}) == keys, infos
        assert all(info["score"].white().mate() == mate and line_mates(board, info["pv"]) for info in infos), infos
print("ok")
