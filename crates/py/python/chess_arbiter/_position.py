"""One position and the questions about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, Optional, Tuple, Type

from . import _native, _results
from ._native import Setup
from ._questions import Questions
from ._request import one_goal, reach_options, request
from ._results import DeadResult, ReachResult, RetroResult, StatusResult, WinResult

if TYPE_CHECKING:
    import chess


class Position(Questions):
    """A position as somebody wrote it down: a FEN, an EPD or a diagram.

    What is written need not make sense; each question says what it asks of it. ``rules`` is ``"standard"`` (Chess960 too),
    ``"pawnless"``, one of the 4×4 games ``"simplified"`` and ``"simplified-pawns"``, ``"gardner"`` (5×5) or
    ``"los-alamos"`` (6×6).

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

    def _status(self, options: Dict[str, Any]) -> StatusResult:
        return _results.status(self.fen, self.rules, self._setup.royal, self._ask("status", certificate=True, **options, rules=self.rules))

    def _reach(self, options: Dict[str, Any]) -> ReachResult:
        if self.rules != "standard":
            raise ValueError(f'reachability is asked of rules="standard", not of {self.rules!r}')
        return _results.reach(self.fen, self.rules, self._ask("reach", **reach_options(options)))

    def _retro(self, options: Dict[str, Any], unknown: Iterable[str]) -> RetroResult:
        if self.rules != "standard":
            raise ValueError(f'the past is asked of positions with rules="standard", not of {self.rules!r}')
        names = ("turn", "castling", "en_passant")
        unknown = (unknown,) if isinstance(unknown, str) else tuple(unknown)
        for name in unknown:
            if name not in names:
                raise ValueError(f'expected "turn", "castling" or "en_passant" to be unknown, found {name!r}')
        men, *fields = self.fen.split(" ")[:4]
        fields = ["?" if name in unknown else value for name, value in zip(names, fields)]
        reply = _native.ask("retro", request(position=" ".join([men, *fields]), **options))
        return _results.retro(self.fen, self.rules, reply)

    def can_win(self, color: str, **limits: Any) -> Optional[bool]:
        """Whether a side can still win, by any series of legal moves; ``None`` if that was not found out. The options are those of ``dead``.

        >>> Position("8/8/8/4k3/8/8/5P2/4K3 w").can_win("white"), Position("8/8/8/4k3/8/8/5P2/4K3 w").can_win("black")
        (True, False)
        """
        answer = self.dead(color, certificate=False, **limits).answer
        return {"winnable": True, "unwinnable": False}.get(answer)

    def _dead(self, options: Dict[str, Any]) -> DeadResult:
        if self.rules != "standard":
            raise ValueError(f'who can still win is asked of rules="standard", not of {self.rules!r}')
        if options.get("quick"):
            options = {**options, "certificate": False}
        return _results.dead(self.fen, self.rules, self._ask("dead", **options))

    def _win(self, options: Dict[str, Any]) -> WinResult:
        one_goal(options)
        reply = _native.ask("win", request(position=self._setup.problem, rules=self.rules, **options))
        return _results.win(self.fen, self.rules, reply)

    def _ask(self, question: str, **options: Any) -> str:
        return _native.ask(question, request(position=self.fen, **options))

    def svg(self, size: int = 360) -> str:
        """The board as SVG.

        >>> Position("rnbqk/ppppp/5/PPPPP/RNBQK w", rules="gardner").svg().count("<rect ")
        25
        >>> Position("1q2/4/4/Q2n w", rules="simplified").svg().count("<g ")
        3
        """
        return self._setup.svg(size, self.fen, None, (), ())

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
