"""One position and the questions about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, Optional, Tuple, Type, Union

from . import _native, _results, _svg
from ._request import Memory, Time, one_goal, request
from ._schema import ReachDefaults, RetroDefaults, WinDefaults
from ._native import Setup
from ._results import ReachResult, RetroResult, StatusResult, WinResult

if TYPE_CHECKING:
    import chess


class Position:
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

    def status(self) -> StatusResult:
        """Is the side to move safe, in check, checkmated or stalemated, and why?

        >>> Position("7k/5Q2/6K1/8/8/8/8/8 b").status().answer
        'stalemate'
        """
        return _results.status(self.fen, self.rules, self._setup.royal, self._ask("status", rules=self.rules, certificate=True))

    def reach(
        self,
        level: str = ReachDefaults.level,
        by: str = ReachDefaults.by,
        *,
        start: Union[str, int] = ReachDefaults.start,
        time: Time = ReachDefaults.time,
        nodes: Optional[int] = ReachDefaults.nodes,
        memory: Memory = ReachDefaults.memory,
        seed: int = ReachDefaults.seed,
        ignore_draws: bool = ReachDefaults.ignore_draws,
        shortest: bool = ReachDefaults.shortest,
        plies: Optional[int] = ReachDefaults.plies,
        unique: bool = ReachDefaults.unique,
        solutions: Optional[int] = None,
        clocks: bool = ReachDefaults.clocks,
        repair: bool = ReachDefaults.repair,
        certificate: bool = True,
    ) -> ReachResult:
        """Can a game reach this position?

        ``by="proof"`` looks for a proof game or a refutation, with evidence up to ``level``: ``"well-formed"``, ``"playable"``,
        ``"five-rules"``, ``"static"``, ``"last-move"`` or ``"full"``. Where neither is found within the limits the answer is ``undecided``.
        ``repair=True`` looks for single men to move, remove or replace that would make an illegal position possible.
        ``by="rules"`` judges by the five rules alone.

        ``start`` is the array of Chess960 that games begin with: its number, its first rank, or ``"any"``; then the answer's ``start`` says
        which it was.

        Proof games end when they are over (a fifth occurrence, 75 moves, men that cannot mate); ``ignore_draws=True`` lets them go on.

        ``shortest=True`` looks for a game of the fewest plies, ``plies=12`` for one of exactly so many; ``unique=True`` asks whether it is
        the only one, and ``solutions=5`` for up to five of them. ``clocks=True`` asks for a game that ends with just the halfmove clock and
        the move number of the position.

        >>> Position("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w").reach(start="bqnbnrkr").answer
        'legal'
        >>> legal = Position("4k3/8/8/8/8/8/8/4K2R w").reach()
        >>> legal.answer, legal.plies == len(legal.game)
        ('legal', True)
        >>> Position("4k3/8/8/8/8/3P4/1PPPPPPP/4K3 w").reach(by="rules").broken
        (5,)
        >>> exchange = Position("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq -").reach(shortest=True, unique=True)
        >>> exchange.game, exchange.shortest, exchange.unique
        (('e2e4', 'd7d5', 'e4d5'), True, True)
        >>> from chess_arbiter import verify
        >>> verify(exchange).at_least
        3
        """
        if self.rules != "standard":
            raise ValueError(f'reachability is asked of rules="standard", not of {self.rules!r}')
        proof: Dict[str, Any] = {}
        if by != "rules":
            proof = {"level": level, "time": time, "nodes": nodes, "memory": memory, "seed": seed, "repair": repair}
            proof.update(ignore_draws=ignore_draws, clocks=clocks, start=str(start))
            proof.update(shortest=shortest, plies=plies, unique=unique, solutions=solutions)
        return _results.reach(self.fen, self.rules, self._ask("reach", by=by, certificate=certificate, **proof))

    def retro(
        self,
        unknown: Iterable[str] = (),
        *,
        time: Time = RetroDefaults.time,
        nodes: Optional[int] = RetroDefaults.nodes,
        memory: Memory = RetroDefaults.memory,
        seed: int = RetroDefaults.seed,
        certificate: bool = True,
    ) -> RetroResult:
        """What does the position tell of its past: last moves, castling, en passant, who is to move?

        ``unknown`` names what is not known of it: ``"turn"``, ``"castling"``, ``"en_passant"``.

        >>> nowhere = Position("8/8/8/8/8/8/5k1p/7K").retro(unknown=("turn",))
        >>> [(side.turn, side.answer) for side in nowhere.sides]
        [('white', 'possible'), ('black', 'impossible')]
        """
        if self.rules != "standard":
            raise ValueError(f'the past is asked of positions with rules="standard", not of {self.rules!r}')
        names = ("turn", "castling", "en_passant")
        unknown = (unknown,) if isinstance(unknown, str) else tuple(unknown)
        for name in unknown:
            if name not in names:
                raise ValueError(f'expected "turn", "castling" or "en_passant" to be unknown, found {name!r}')
        men, *fields = self.fen.split(" ")[:4]
        fields = ["?" if name in unknown else value for name, value in zip(names, fields)]
        options: Dict[str, Any] = {"time": time, "nodes": nodes, "memory": memory, "seed": seed, "certificate": certificate}
        reply = _native.ask("retro", request(position=" ".join([men, *fields]), **options))
        return _results.retro(self.fen, self.rules, reply)

    def win(
        self,
        within: Optional[int] = None,
        mate: Optional[int] = None,
        *,
        keys: bool = WinDefaults.keys,
        tries: Optional[int] = WinDefaults.tries,
        set_play: bool = WinDefaults.set_play,
        tree: bool = WinDefaults.tree,
        lines: Optional[int] = None,
        time: Time = WinDefaults.time,
        nodes: Optional[int] = WinDefaults.nodes,
        memory: Memory = WinDefaults.memory,
        certificate: bool = True,
    ) -> WinResult:
        """Can the side to move force a win within so many plies (moves of both sides counted), or mate in so many moves?

        ``keys=True`` finds all first moves that mate in time; ``tree=True`` writes the variations down in ``solution``, ``tries=N`` adds
        first moves that at most N defences refute, ``set_play=True`` what would follow if the other side were to move. The limits hold for the search, and anew for writing out the line and
        the certificate, which can take longer: ``certificate=False`` goes without.

        >>> win = Position("k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w").win(mate=3, keys=True)
        >>> win.answer, win.plies, win.keys
        ('win', 5, ('a4a5',))
        """
        one_goal(within, mate)
        asked = {"within": within, "mate": mate, "keys": keys, "tries": tries, "set_play": set_play, "tree": tree, "lines": lines}
        return self._win(asked, time, nodes, memory, certificate)

    def shortest_win(
        self,
        *,
        keys: bool = WinDefaults.keys,
        time: Time = WinDefaults.time,
        nodes: Optional[int] = WinDefaults.nodes,
        memory: Memory = WinDefaults.memory,
        certificate: bool = True,
    ) -> WinResult:
        """The shortest win of the side to move, or that there is none; the rest as in ``win``.

        >>> win = Position("q3/2Q1/1rRn/N3 w", rules="simplified").shortest_win()
        >>> win.answer, win.plies, win.shortest
        ('win', 9, True)
        """
        return self._win({"shortest": True, "keys": keys}, time, nodes, memory, certificate)

    def _win(
        self, asked: Dict[str, Any], time: Time, nodes: Optional[int], memory: Memory, certificate: bool
    ) -> WinResult:
        limits = {"time": time, "nodes": nodes, "memory": memory, "certificate": certificate}
        return _results.win(self.fen, self.rules, self._ask("win", rules=self.rules, **limits, **asked))

    def _ask(self, question: str, **options: Any) -> str:
        return _native.ask(question, request(position=self.fen, **options))

    def svg(self, size: int = 360) -> str:
        """The board as SVG.

        >>> Position("rnbqk/ppppp/5/PPPPP/RNBQK w", rules="gardner").svg().count("<rect ")
        25
        >>> Position("1q2/4/4/Q2n w", rules="simplified").svg().count("<g ")
        3
        """
        return _svg.board(self.fen, size=size, title=self.fen)

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
