"""Positions for all tests."""

from __future__ import annotations

import random
from typing import List

import chess
import pytest


def played(count: int, seed: int) -> List[chess.Board]:
    """Boards from random games, to the end of each."""
    dice = random.Random(seed)
    boards: List[chess.Board] = []
    while len(boards) < count:
        board = chess.Board()
        while len(boards) < count and not board.is_game_over(claim_draw=False) and board.fullmove_number < 150:
            board.push(dice.choice(list(board.legal_moves)))
            boards.append(board.copy(stack=False))
    return boards


def drawn(count: int, seed: int) -> List[chess.Board]:
    """Boards with few men anywhere: mates and stalemates are more common."""
    dice = random.Random(seed)
    boards: List[chess.Board] = []
    while len(boards) < count:
        board = chess.Board(None)
        squares = dice.sample(chess.SQUARES, dice.randint(3, 9))
        men = [chess.Piece(chess.KING, chess.WHITE), chess.Piece(chess.KING, chess.BLACK)]
        men += [chess.Piece(dice.randint(1, 5), dice.random() < 0.5) for _ in squares[2:]]
        for square, man in zip(squares, men):
            board.set_piece_at(square, man)
        board.turn = dice.random() < 0.5
        if board.is_valid():
            boards.append(board)
    return boards


@pytest.fixture(scope="session")
def boards() -> List[chess.Board]:
    return played(3000, 1) + drawn(3000, 2)


@pytest.fixture(scope="session")
def fens(boards: List[chess.Board]) -> List[str]:
    return [board.fen() for board in boards]
