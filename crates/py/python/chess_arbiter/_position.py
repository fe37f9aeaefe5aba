"""One position and the questions about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Tuple, Type

from . import _limits, _results, _svg
from ._limits import Memory, Time
from ._native import Setup
from ._results import ReachResult, StatusResult, WinResult

if TYPE_CHECKING:
    import chess


class Position:
    """A position as somebody wrote it down: a FEN, an EPD or a diagram.

    What is written need not make sense; each question says what it asks of it. ``rules`` is ``"standard"`` (Chess960 too),
    ``"pawnless"``, or one of the 4×4 games ``"simplified"`` and ``"simplified-pawns"``.

    >>> from chess_arbiter import Position
    >>> position = Position("7k/6Q1/6K1/8/8/8/8/8 b")
    >>> print(position.status().reason)
    Black is checkmated: the queen on g7 attacks the king on h8; Kh8xg7 and Kh8-h7 are refuted by the king on g6, Kh8-g8 \
by the queen on g7.
    >>> Position("1q2/4/4/Q2n w", rules="simplified").win(within=1).answer
    'no-win'
    """

    __slots__ = ("_setup",)
    _setup: Setup

    def __init__(self, text: str, rules: str = "standard") -> None:
        self._setup = Setup(text, rules)

    @classmethod
    def from_chess(cls, board: chess.Board) -> Position:
        """The position of a board of `python-chess <https://pypi.org/project/chess/>`_.

        >>> import chess
        >>> board = chess.Board()
        >>> _ = board.push_san("e4")
        >>> Position.from_chess(board)
        Position('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1')
        """
        if getattr(board, "uci_variant", "chess") != "chess":
            raise ValueError(f"this board is of a variant, {board.uci_variant}")
        # All that the board knows: not only a double step that can be answered en passant.
        return cls(board.fen(shredder=board.chess960, en_passant="fen"))

    def to_chess(self) -> chess.Board:
        """A board of `python-chess <https://pypi.org/project/chess/>`_, which must be installed.

        >>> Position("7k/6Q1/6K1/8/8/8/8/8 b").to_chess().is_checkmate()
        True
        """
        if self.size != (8, 8):
            raise ValueError("boards of python-chess are 8×8")
        import chess

        board = chess.Board(self.fen, chess960=True)
        board.chess960 = board.has_chess960_castling_rights()
        return board

    @property
    def fen(self) -> str:
        """The position as FEN.

        >>> Position("4k3/8/8/8/8/8/8/4K3").fen
        '4k3/8/8/8/8/8/8/4K3 w - - 0 1'
        """
        return self._setup.fen

    @property
    def rules(self) -> str:
        """The game."""
        return self._setup.rules

    @property
    def turn(self) -> str:
        """Who is to move, ``"white"`` or ``"black"``."""
        return "white" if self._setup.white_to_move else "black"

    @property
    def size(self) -> Tuple[int, int]:
        """Files and ranks of the board."""
        return self._setup.size

    def play(self, *moves: str) -> Position:
        """The position after moves as in UCI.

        >>> Position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").play("e2e4", "e7e5").turn
        'white'
        >>> Position("4k3/8/8/8/8/8/8/4K3 w").play("e1e3")
        Traceback (most recent call last):
        ...
        chess_arbiter.PositionError: line 1, column 3: the king on e1 cannot go to e3
        """
        setup = self._setup
        for move in moves:
            setup = setup.play(move)
        return Position(setup.fen, setup.rules)

    def status(self) -> StatusResult:
        """Is the side to move safe, in check, checkmated or stalemated, and why?

        >>> Position("7k/5Q2/6K1/8/8/8/8/8 b").status().answer
        'stalemate'
        """
        return _results.status(self.fen, self.rules, self._setup.royal, self._setup.status())

    def reach(
        self,
        level: str = "full",
        by: str = "proof",
        *,
        time: Time = 10.0,
        nodes: Optional[int] = None,
        memory: Memory = None,
        seed: int = 0,
        repair: bool = False,
        certificate: bool = True,
    ) -> ReachResult:
        """Can a game reach this position?

        ``by="proof"`` looks for a proof game or a refutation, with evidence up to ``level``: ``"well-formed"``, ``"playable"``,
        ``"five-rules"``, ``"static"``, ``"last-move"`` or ``"full"``. Where neither is found within the limits the answer is ``undecided``.
        ``repair=True`` looks for single men to move, remove or replace that would make an illegal position possible.
        ``by="rules"`` judges by the five rules alone.

        >>> legal = Position("4k3/8/8/8/8/8/8/4K2R w").reach()
        >>> legal.answer, legal.plies == len(legal.game)
        ('legal', True)
        >>> Position("4k3/8/8/8/8/3P4/1PPPPPPP/4K3 w").reach(by="rules").broken
        (5,)
        """
        if by == "rules":
            answer = self._setup.reach_by_rules()
        elif by == "proof":
            bounds = _limits.bounds(time, nodes, memory)
            answer = self._setup.reach_by_proof(level, bounds, seed, repair, certificate)
        else:
            raise ValueError(f'by must be "proof" or "rules", not {by!r}')
        return _results.reach(self.fen, self.rules, answer)

    def win(
        self,
        within: Optional[int] = None,
        mate: Optional[int] = None,
        *,
        keys: bool = False,
        time: Time = 60.0,
        nodes: Optional[int] = None,
        memory: Memory = None,
        certificate: bool = True,
    ) -> WinResult:
        """Can the side to move force a win within so many plies (moves of both sides counted), or mate in so many moves?

        ``keys=True`` finds all first moves that mate in time. The limits hold for the search, and anew for writing out the line and
        the certificate, which can take longer: ``certificate=False`` goes without.

        >>> win = Position("k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w").win(mate=3, keys=True)
        >>> win.answer, win.plies, win.keys
        ('win', 5, ('a4a5',))
        """
        return self._win(_limits.plies(within, mate), keys, _limits.bounds(time, nodes, memory), certificate)

    def shortest_win(
        self,
        *,
        keys: bool = False,
        time: Time = 60.0,
        nodes: Optional[int] = None,
        memory: Memory = None,
        certificate: bool = True,
    ) -> WinResult:
        """The shortest win of the side to move, or that there is none; the rest as in ``win``.

        >>> win = Position("q3/2Q1/1rRn/N3 w", rules="simplified").shortest_win()
        >>> win.answer, win.plies, win.shortest
        ('win', 9, True)
        """
        return self._win(None, keys, _limits.bounds(time, nodes, memory), certificate)

    def _win(self, plies: Optional[int], keys: bool, bounds: _limits.Bounds, certificate: bool) -> WinResult:
        return _results.win(self.fen, self.rules, self._setup.win(plies, keys, bounds, certificate))

    def svg(self, size: int = 360) -> str:
        """The board as SVG.

        >>> Position("1q2/4/4/Q2n w", rules="simplified").svg().count("<g ")
        3
        """
        return _svg.board(self.fen, self.rules, size=size, title=self.fen)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        rules = "" if self.rules == "standard" else f", rules={self.rules!r}"
        return f"Position({self.fen!r}{rules})"

    def __str__(self) -> str:
        return self.fen

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.fen, self.rules) == (other.fen, other.rules)

    def __hash__(self) -> int:
        return hash((self.fen, self.rules))

    def __reduce__(self) -> Tuple[Type[Position], Tuple[str, str]]:
        return Position, (self.fen, self.rules)


def from_chess(board: chess.Board) -> Position:
    """``Position.from_chess``.

    >>> import chess, chess_arbiter
    >>> chess_arbiter.from_chess(chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")).status().answer
    'checkmate'
    """
    return Position.from_chess(board)
