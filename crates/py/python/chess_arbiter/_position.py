"""One position and the questions about it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Dict, Iterable, Optional, Tuple, Type, Union

from . import _native, _results
from ._boards import CHESS960, board_text, is_board, native_rules
from ._moves import LegalMoves, Move, MoveLike, move_text
from ._native import Setup
from ._questions import AsyncQuestions, Questions
from ._request import USUAL, Tables, one_goal, reach_options, request
from ._results import DeadResult, ReachResult, RetroResult, StatusResult, WinResult

if TYPE_CHECKING:
    import chess
    import chess.pgn


class Position(Questions):
    """A position as somebody wrote it down: a FEN, an EPD or a diagram; a board of
    `python-chess <https://pypi.org/project/chess/>`_ (or a node of one of its games), another ``Position``, or nothing for the
    starting position.

    What is written need not make sense; each question says what it asks of it. ``rules`` is ``"standard"``, ``"chess960"``
    (the same moves; games begin with any array), ``"pawnless"``, one of the 4×4 games ``"simplified"`` and
    ``"simplified-pawns"``, ``"gardner"`` (5×5) or ``"los-alamos"`` (6×6).

    >>> from chess_arbiter import Position
    >>> position = Position("7k/6Q1/6K1/8/8/8/8/8 b")
    >>> print(position.status().reason)
    Black is checkmated: the queen on g7 attacks the king on h8; Kh8xg7 and Kh8-h7 are refuted by the king on g6, Kh8-g8 \
by the queen on g7.
    >>> Position("1q2/4/4/Q2n w", rules="simplified").win(within=1).answer
    'no-win'
    >>> import chess
    >>> Position(chess.Board()) == Position()
    True
    """

    __slots__ = ("_rules", "_setup")
    _setup: Setup
    _rules: str

    def __init__(
        self, text: Union[str, chess.Board, chess.pgn.GameNode, Position, None] = None, rules: Optional[str] = None
    ) -> None:
        said: Optional[str]
        if isinstance(text, Position):
            said, theirs = text.fen, text.rules
        elif text is None or isinstance(text, str):
            said, theirs = text, rules or "standard"
        elif is_board(text):
            said, theirs = board_text(text)
        else:
            raise TypeError(f"expected a FEN, an EPD or a diagram, a chess.Board or a Position, not {type(text).__name__}")
        asked = rules or theirs
        if native_rules(asked) != native_rules(theirs):
            raise ValueError(f'this is a position of rules="{theirs}", not of rules="{asked}"')
        if said is None:
            said = _native.start(native_rules(asked))
            if said is None:
                raise ValueError(f'games of rules="{asked}" have no starting position: give a position')
        self._setup = Setup(said, native_rules(asked))
        self._rules = asked

    @classmethod
    def from_chess(cls, board: chess.Board) -> Position:
        """The position of a board of `python-chess <https://pypi.org/project/chess/>`_.

        >>> import chess
        >>> board = chess.Board()
        >>> _ = board.push_san("e4")
        >>> Position.from_chess(board)
        Position('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1')
        """
        if not is_board(board):
            raise TypeError(f"expected a chess.Board, not {type(board).__name__}")
        return cls(board)

    def to_chess(self) -> chess.Board:
        """A board of `python-chess <https://pypi.org/project/chess/>`_, which must be installed.

        >>> Position("7k/6Q1/6K1/8/8/8/8/8 b").to_chess().is_checkmate()
        True
        """
        if self.size != (8, 8):
            raise ValueError("boards of python-chess are 8×8")
        try:
            import chess
        except ImportError as missing:
            raise ImportError("to_chess() needs python-chess: pip install chess") from missing

        board = chess.Board(self.fen, chess960=True)
        board.chess960 = self.rules == CHESS960 or board.has_chess960_castling_rights()
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
        return self._rules

    @property
    def turn(self) -> str:
        """Who is to move, ``"white"`` or ``"black"``."""
        return "white" if self._setup.white_to_move else "black"

    @property
    def size(self) -> Tuple[int, int]:
        """Files and ranks of the board."""
        return self._setup.size

    @property
    def legal_moves(self) -> LegalMoves:
        """All legal moves: a sequence of ``Move``, each with ``uci`` and ``san``.

        >>> Position("7k/8/6K1/8/8/8/8/R7 w").legal_moves[:3]
        (Move(uci='a1b1', san='Rb1'), Move(uci='a1c1', san='Rc1'), Move(uci='a1d1', san='Rd1'))
        """
        said = json.loads(self._ask("play", rules=self._setup.rules))
        return LegalMoves(tuple(Move(move["move"], move["san"]) for move in said["moves"]))

    @property
    def aio(self) -> AsyncQuestions:
        """The same questions as coroutines: cancelling one stops its search.

        >>> import asyncio
        >>> async def ask():
        ...     return await Position("7k/8/6K1/8/8/8/8/R7 w").aio.win(mate=1)
        >>> asyncio.run(ask()).movetext
        '1. Ra8#'
        """
        return AsyncQuestions(self)

    def play(self, *moves: MoveLike) -> Position:
        """The position after moves, each as UCI or SAN, or a move of python-chess.

        >>> Position().play("e4", "e7e5", "Nf3").fen
        'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'
        >>> Position("4k3/8/8/8/8/8/8/4K3 w").play("e1e3")
        Traceback (most recent call last):
        ...
        chess_arbiter.PositionError: line 1, column 3: the king on e1 cannot go to e3
        """
        setup = self._setup
        for move in moves:
            setup = setup.play(move_text(move))
        return Position(setup.fen, self.rules)

    def _status(self, options: Dict[str, Any]) -> StatusResult:
        return _results.status(self.fen, self._setup.rules, self._setup.royal, self._ask("status", certificate=True, **options, rules=self._setup.rules))

    def _reach(self, options: Dict[str, Any]) -> ReachResult:
        self._only_chess("reachability")
        return _results.reach(self.fen, self._setup.rules, self._ask("reach", **reach_options(options, self.rules)))

    def _retro(self, options: Dict[str, Any], unknown: Iterable[str]) -> RetroResult:
        self._only_chess("the past")
        if self.rules == CHESS960 and options["start"] == USUAL:
            raise ValueError("say which array the game began with, as retro(start='bqnbnrkr') or retro(start=959); 518 is the usual one")
        names = ("turn", "castling", "en_passant")
        unknown = (unknown,) if isinstance(unknown, str) else tuple(unknown)
        for name in unknown:
            if name not in names:
                raise ValueError(f'expected "turn", "castling" or "en_passant" to be unknown, found {name!r}')
        men, *fields = self.fen.split(" ")[:4]
        fields = ["?" if name in unknown else value for name, value in zip(names, fields)]
        reply = _native.ask("retro", request(position=" ".join([men, *fields]), **{**options, "start": str(options["start"])}))
        return _results.retro(self.fen, self._setup.rules, reply)

    def can_win(self, color: str, **limits: Any) -> Optional[bool]:
        """Whether a side can still win by any series of legal moves; ``None`` if undecided. The options are those of ``dead``.

        >>> Position("8/8/8/4k3/8/8/5P2/4K3 w").can_win("white"), Position("8/8/8/4k3/8/8/5P2/4K3 w").can_win("black")
        (True, False)
        """
        answer = self.dead(color, certificate=False, **limits).answer
        return {"winnable": True, "unwinnable": False}.get(answer)

    def _dead(self, options: Dict[str, Any]) -> DeadResult:
        self._only_chess("who can still win")
        moves = options.get("moves")
        if moves is not None and not isinstance(moves, str):
            options = {**options, "moves": " ".join(map(move_text, moves))}
        if options.get("quick"):
            options = {**options, "certificate": False}
        return _results.dead(self.fen, self._setup.rules, self._ask("dead", **options))

    def _win(self, options: Dict[str, Any], tables: Tables) -> WinResult:
        one_goal(options)
        reply = _native.ask("win", request(position=self._setup.problem, rules=self._setup.rules, **options), tables)
        return _results.win(self.fen, self._setup.rules, reply)

    def _only_chess(self, what: str) -> None:
        if self._setup.rules != "standard":
            raise ValueError(f'{what} is asked of rules="standard" or "chess960", not of {self.rules!r}')

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
