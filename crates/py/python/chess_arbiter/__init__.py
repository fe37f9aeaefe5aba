"""Exact, explained and checkable answers about chess positions.

Three questions: **status** (safe, check, checkmate, stalemate, and why), **reach** (can a game come to this position, with the game or a
proof that there is none) and **win** (can a win be forced). Every answer has a certificate that an independent checker, ``verify``,
accepts or refuses. Ask about one ``Position``, or about a column of them.

>>> import chess_arbiter
>>> mate = chess_arbiter.Position("7k/6Q1/6K1/8/8/8/8/8 b").status()
>>> print(chess_arbiter.verify(mate))
checkmate: 7k/6Q1/6K1/8/8/8/8/8 b - - (standard)
>>> chess_arbiter.status(["7k/6Q1/6K1/8/8/8/8/8 b", "7k/5Q2/6K1/8/8/8/8/8 b"])["answer"].to_pylist()
['checkmate', 'stalemate']
"""

from . import aio
from ._columns import play
from ._errors import PositionError, Refused, Stopped
from ._moves import LegalMoves, Move
from ._native import Column, Table, __version__
from ._position import Position, from_chess
from ._questions import dead, problems, reach, status, verify, win
from ._results import Accepted, DeadResult, ReachResult, Result, Results, RetroResult, StatusResult, WinResult
from ._schema import CapturingPawn, CastlingRights, DoubleStep, LastMove, LostMan, Problem, PromotedAmong, Repair, RetroSide, SideHistory, SideWin, Try
from ._tree import Tree

__all__ = [
    "Accepted",
    "CapturingPawn",
    "CastlingRights",
    "Column",
    "DeadResult",
    "DoubleStep",
    "LastMove",
    "LegalMoves",
    "LostMan",
    "Move",
    "Position",
    "PositionError",
    "Problem",
    "PromotedAmong",
    "ReachResult",
    "Refused",
    "Repair",
    "Result",
    "Results",
    "RetroResult",
    "RetroSide",
    "SideHistory",
    "SideWin",
    "StatusResult",
    "Stopped",
    "Table",
    "Tree",
    "Try",
    "WinResult",
    "__version__",
    "aio",
    "dead",
    "from_chess",
    "play",
    "problems",
    "reach",
    "status",
    "verify",
    "win",
]
