"""Questions with their options as Rust defines them: written by `crates/py/generate`, and a test compares. Do not edit."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Mapping, Optional, Tuple, Union

from . import _aio, _columns, _problems, _verify
from ._errors import PositionError
from ._moves import MoveLike
from ._native import Table
from ._progress import Progress
from ._request import Memory, Tables, Time
from ._results import Accepted, DeadResult, ReachResult, Result, RetroResult, StatusResult, WinResult
from ._types import Positions


class Questions:
    """What can be asked about a position."""

    __slots__ = ()

    def _status(self, options: Dict[str, Any]) -> StatusResult:
        raise NotImplementedError

    def _reach(self, options: Dict[str, Any]) -> ReachResult:
        raise NotImplementedError

    def _retro(self, options: Dict[str, Any], unknown: Iterable[str]) -> RetroResult:
        raise NotImplementedError

    def _dead(self, options: Dict[str, Any]) -> DeadResult:
        raise NotImplementedError

    def _win(self, options: Dict[str, Any], tables: Tables) -> WinResult:
        raise NotImplementedError

    def status(
        self,
    ) -> StatusResult:
        """Is the side to move safe, in check, checkmated or stalemated, and why?

        >>> from chess_arbiter import Position
        >>> Position("7k/5Q2/6K1/8/8/8/8/8 b").status().answer
        'stalemate'
        """
        return self._status(
            {},
        )

    def reach(
        self,
        level: str = "full",
        by: str = "proof",
        *,
        clocks: bool = False,
        ignore_draws: bool = False,
        memory: Memory = "256MiB",
        nodes: Optional[int] = None,
        plies: Optional[int] = None,
        repair: bool = False,
        repairs: str = "5",
        seed: int = 0,
        shortest: bool = False,
        solutions: Optional[int] = None,
        start: Union[str, int] = "rnbqkbnr",
        time: Time = "10s",
        unique: bool = False,
        certificate: bool = True,
    ) -> ReachResult:
        """Can a game reach this position?

        ``by="proof"`` looks for a proof game or a refutation, with evidence up to ``level``: ``"well-formed"``, ``"playable"``,
        ``"five-rules"``, ``"static"``, ``"last-move"`` or ``"full"``. If neither is found within the limits the answer is ``undecided``.
        ``by="rules"`` judges by the five rules alone. If any array is allowed, the answer's ``start`` says which one it was.

        ``level``: The evidence to look at; each level includes those before it.
        ``by``: What to judge by.
        ``clocks``: Make the clocks part of the question: the game must end with exactly these (0 1 if none are given).
        ``ignore_draws``: Let games continue after a fivefold repetition, after 75 moves, or when the men left cannot mate.
        ``memory``: Memory for each position being worked on, such as 512MiB.
        ``nodes``: Positions to look at for each position asked about.
        ``plies``: Look for a game of exactly this many plies.
        ``repair``: Look for single men to move, remove or replace, and for other readings of the board (turned round, colours
            exchanged), that make an illegal position possible.
        ``repairs``: How many repairs of an illegal position to offer at most, or all.
        ``seed``: Choose among the games that are tried.
        ``shortest``: Look for a game of the fewest plies, and prove that none is shorter.
        ``solutions``: Show up to this many games of that length.
        ``start``: The array of Chess960 that games begin with, as a number or as bqnbnrkr, or any.
        ``time``: Time for each position, such as 500ms, 60s, 5m, or none.
        ``unique``: Say whether that game is the only one of its length.
        ``certificate``: The certificate, which may take longer than the answer.

        >>> from chess_arbiter import Position
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
        return self._reach(
            {
                "level": level,
                "by": by,
                "clocks": clocks,
                "ignore_draws": ignore_draws,
                "memory": memory,
                "nodes": nodes,
                "plies": plies,
                "repair": repair,
                "repairs": repairs,
                "seed": seed,
                "shortest": shortest,
                "solutions": solutions,
                "start": start,
                "time": time,
                "unique": unique,
                "certificate": certificate,
            },
        )

    def retro(
        self,
        unknown: Iterable[str] = (),
        *,
        memory: Memory = "256MiB",
        nodes: Optional[int] = None,
        seed: int = 0,
        start: Union[str, int] = "rnbqkbnr",
        time: Time = "30s",
        certificate: bool = True,
    ) -> RetroResult:
        """What does the position say about its past: last moves, castling, en passant, who is to move?

        ``unknown``: What is not known: ``"turn"``, ``"castling"``, ``"en_passant"``.
        ``memory``: Memory for each position being worked on, such as 512MiB.
        ``nodes``: Positions to look at for each position asked about.
        ``seed``: Choose among the games that are tried.
        ``start``: The array of Chess960 that games begin with, as a number or as bqnbnrkr.
        ``time``: Time for each position, such as 500ms, 60s, 5m, or none.
        ``certificate``: The certificate, which may take longer than the answer.

        >>> from chess_arbiter import Position
        >>> nowhere = Position("8/8/8/8/8/8/5k1p/7K").retro(unknown=("turn",))
        >>> [(side.turn, side.answer) for side in nowhere.sides]
        [('white', 'possible'), ('black', 'impossible')]
        """
        return self._retro(
            {
                "memory": memory,
                "nodes": nodes,
                "seed": seed,
                "start": start,
                "time": time,
                "certificate": certificate,
            },
            unknown,
        )

    def dead(
        self,
        side: str = "both",
        *,
        count75: bool = False,
        fivefold: bool = False,
        flagged: Optional[str] = None,
        memory: Memory = "512MiB",
        moves: Optional[Union[str, Iterable[MoveLike]]] = None,
        nodes: Optional[int] = None,
        quick: bool = False,
        time: Time = "10s",
        certificate: bool = True,
    ) -> DeadResult:
        """Can a side still win by any series of legal moves of both sides? Dead positions, and results when a flag falls.

        ``side``: Who may still win.
        ``count75``: The game ends after 75 moves by each side without a capture or a pawn move, going by the position's clock.
        ``fivefold``: The game ends when a position occurs for the fifth time, counting those before the moves.
        ``flagged``: Whose flag has fallen: the answer is the result of the game.
        ``memory``: Memory for each position being worked on, such as 512MiB.
        ``moves``: Moves to play first, in UCI or SAN, separated by spaces.
        ``nodes``: Positions to look at for each side of a position.
        ``quick``: Only what can be said in a microsecond: true, false or unknown.
        ``time``: Time for each side of a position, such as 500ms, 60s, 5m, or none.
        ``certificate``: The certificate, which may take longer than the answer.

        >>> from chess_arbiter import Position
        >>> knight = Position("8/8/8/4k3/8/8/8/K1N5 w").dead()
        >>> knight.answer, [(side.side, side.answer, side.by) for side in knight.sides]
        ('dead', [('white', 'unwinnable', 'material'), ('black', 'unwinnable', 'material')])
        >>> Position("8/8/8/4k3/8/8/5P2/4K3 w").dead(flagged="black").result
        '1-0'
        """
        return self._dead(
            {
                "side": side,
                "count75": count75,
                "fivefold": fivefold,
                "flagged": flagged,
                "memory": memory,
                "moves": moves,
                "nodes": nodes,
                "quick": quick,
                "time": time,
                "certificate": certificate,
            },
        )

    def win(
        self,
        within: Optional[int] = None,
        mate: Optional[int] = None,
        *,
        count: bool = False,
        keys: bool = False,
        lines: Optional[int] = None,
        memory: Memory = "1GiB",
        no_short: bool = False,
        nodes: Optional[int] = None,
        set_play: bool = False,
        solutions: bool = False,
        stipulation: Optional[str] = None,
        time: Time = "60s",
        tree: bool = False,
        tries: Optional[int] = None,
        tables: Tables = None,
        certificate: bool = True,
    ) -> WinResult:
        """Can the side to move force a win within this many plies (counting the moves of both sides), or mate within this many moves?

        The limits apply to the search, and again to writing out the line and the certificate, which can take longer; ``certificate=False`` leaves
        the certificate out.

        ``within``: Is there a win within this many plies, counting the moves of both sides?
        ``mate``: Is there a win within this many moves of the side to move, as in "mate in 3"?
        ``count``: For help play, only count the solutions, in files of problems too.
        ``keys``: All first moves that mate in time, not just one.
        ``lines``: How many moves of the attacker `tree` writes at most, or how many lines `solutions` lists.
        ``memory``: Memory for all threads together, such as 512MiB.
        ``no_short``: Leave out the variations that end before the last move.
        ``nodes``: How many positions the search may look at for each position asked about.
        ``set_play``: What would follow if the other side were to move.
        ``solutions``: For help play, list the solutions instead of only counting them (the default in files of problems).
        ``stipulation``: Can this be solved: `#n` (mate in n), `=n` (stalemate), `s#n` (selfmate), `r#n` (reflexmate); or, with
            both sides cooperating, `h#n` (helpmate; n may end in .5), `ser-h#n`, `ser-#n`, and the same with `=`, for which all
            solutions are counted.
        ``time``: Time for each position, such as 500ms, 60s, 5m, or none.
        ``tree``: The variations after each key, with threats and duals.
        ``tries``: First moves that at most N defences refute.
        ``tables``: A folder of tables made by ``arbiter table build``: what they know is not searched.
        ``certificate``: The certificate, which may take longer than the answer.

        >>> from chess_arbiter import Position
        >>> win = Position("k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w").win(mate=3, keys=True)
        >>> win.answer, win.plies, win.keys
        ('win', 5, ('a4a5',))
        """
        return self._win(
            {
                "within": within,
                "mate": mate,
                "count": count,
                "keys": keys,
                "lines": lines,
                "memory": memory,
                "no_short": no_short,
                "nodes": nodes,
                "set_play": set_play,
                "solutions": solutions,
                "stipulation": stipulation,
                "time": time,
                "tree": tree,
                "tries": tries,
                "certificate": certificate,
            },
            tables,
        )

    def shortest_win(
        self,
        *,
        keys: bool = False,
        memory: Memory = "1GiB",
        nodes: Optional[int] = None,
        time: Time = "60s",
        tables: Tables = None,
        certificate: bool = True,
    ) -> WinResult:
        """The shortest win of the side to move, or that there is none; the rest as in ``win``.

        ``keys``: All first moves that mate in time, not just one.
        ``memory``: Memory for all threads together, such as 512MiB.
        ``nodes``: How many positions the search may look at for each position asked about.
        ``time``: Time for each position, such as 500ms, 60s, 5m, or none.
        ``tables``: A folder of tables made by ``arbiter table build``: what they know is not searched.
        ``certificate``: The certificate, which may take longer than the answer.

        >>> from chess_arbiter import Position
        >>> win = Position("q3/2Q1/1rRn/N3 w", rules="simplified").shortest_win()
        >>> win.answer, win.plies, win.shortest
        ('win', 9, True)
        """
        return self._win(
            {
                "keys": keys,
                "memory": memory,
                "nodes": nodes,
                "time": time,
                "certificate": certificate,
                "shortest": True,
            },
            tables,
        )


def status(
    column: Positions,
    rules: str = "standard",
    *,
    reason: bool = False,
    threads: Optional[int] = None,
    progress: Progress = False,
) -> Table:
    """The status of each position of a column.

    The column is anything that offers strings by the Arrow PyCapsule interface (pyarrow, polars, pandas with Arrow, DuckDB) or a list of
    ``str``, ``Position`` or ``chess.Board``. The table has the columns ``answer`` (``safe``, ``check``, ``checkmate``, ``stalemate``), ``reason`` if it is wanted, and
    ``error``: what is wrong with a row that has no answer. Null in, null out.

    ``rules``: The game.
    ``reason``: A column with the answers in words.
    ``threads``: Threads to work with; ``None``: one per core.
    ``progress``: ``True`` for a bar of tqdm, or a function that is told how many rows are answered, and of how many.

    >>> import chess_arbiter
    >>> table = chess_arbiter.status(["7k/6Q1/6K1/8/8/8/8/8 b", None, "8/8 w"])
    >>> table["answer"].to_pylist()
    ['checkmate', None, None]
    >>> import pyarrow as pa
    >>> pa.table(table).column_names
    ['answer', 'error']
    """
    return _columns.status(
        column,
        {
            "rules": rules,
        },
        reason,
        threads,
        progress,
    )


def reach(
    column: Positions,
    level: str = "full",
    by: str = "proof",
    *,
    clocks: bool = False,
    ignore_draws: bool = False,
    memory: Memory = "256MiB",
    nodes: Optional[int] = None,
    repair: bool = False,
    seed: int = 0,
    start: Union[str, int] = "rnbqkbnr",
    time: Time = "10s",
    rules: str = "standard",
    game: bool = False,
    reason: bool = False,
    threads: Optional[int] = None,
    progress: Progress = False,
) -> Table:
    """Whether a game can reach each position of a column; limits are for each position.

    By proof the table has the columns ``answer`` (``legal``, ``illegal``, ``undecided``), ``level``, ``lemma``, ``limit`` and ``error``;
    by rules ``answer`` (``holds``, ``broken``), ``rules`` (the broken ones) and ``error``; with ``reason=True`` also ``reason``, with
    ``game=True`` the games that reach them in ``game``, with ``repair=True`` a list of what may have been meant by illegal ones in
    ``repairs``, each with ``what``, ``fen``, ``answer`` and ``level``.

    ``level``: The evidence to look at; each level includes those before it.
    ``by``: What to judge by.
    ``clocks``: Make the clocks part of the question: the game must end with exactly these (0 1 if none are given).
    ``ignore_draws``: Let games continue after a fivefold repetition, after 75 moves, or when the men left cannot mate.
    ``memory``: Memory for each position being worked on, such as 512MiB.
    ``nodes``: Positions to look at for each position asked about.
    ``repair``: Look for single men to move, remove or replace, and for other readings of the board (turned round, colours
        exchanged), that make an illegal position possible.
    ``seed``: Choose among the games that are tried.
    ``start``: The array of Chess960 that games begin with, as a number or as bqnbnrkr, or any.
    ``time``: Time for each position, such as 500ms, 60s, 5m, or none.
    ``rules``: ``"chess960"``: games may begin with any array, unless ``start`` names one.
    ``game``: A column with the games, UCI moves separated by spaces.
    ``reason``: A column with the answers in words.
    ``threads``: Threads to work with; ``None``: one per core.
    ``progress``: ``True`` for a bar of tqdm, or a function that is told how many rows are answered, and of how many.

    >>> import chess_arbiter
    >>> table = chess_arbiter.reach(["4k3/8/8/8/8/8/PPPPPPPP/B3K3 w", "4k3/8/8/8/8/8/8/4K2R w"])
    >>> table.to_pydict()["answer"], table.to_pydict()["lemma"]
    (['illegal', 'legal'], ['origins', None])
    >>> table = chess_arbiter.reach(["rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -", "4k2r/8/8/8/8/8/8/3K4 w k -"], game=True, repair=True)
    >>> table["game"].to_pylist()
    ['g1f3', None]
    >>> table["repairs"].to_pylist()[1][0]["what"]
    "without Black's right to castle king-side"
    """
    return _columns.reach(
        column,
        {
            "level": level,
            "by": by,
            "clocks": clocks,
            "ignore_draws": ignore_draws,
            "memory": memory,
            "nodes": nodes,
            "repair": repair,
            "seed": seed,
            "start": start,
            "time": time,
        },
        rules,
        game,
        reason,
        threads,
        progress,
    )


def dead(
    column: Positions,
    side: str = "both",
    *,
    count75: bool = False,
    fivefold: bool = False,
    flagged: Optional[str] = None,
    memory: Memory = "512MiB",
    nodes: Optional[int] = None,
    quick: bool = False,
    time: Time = "10s",
    threads: Optional[int] = None,
    progress: Progress = False,
) -> Table:
    """Whether a side can still win each position of a column by any series of legal moves; limits are for each side of each position.

    The table has the columns ``answer``, for each side asked about ``white_can_win``, ``white_by`` (why not) and ``white_line``
    (moves that end with its mate), ``result`` if a flag has fallen, ``limit`` and ``error``.

    ``side``: Who may still win.
    ``count75``: The game ends after 75 moves by each side without a capture or a pawn move, going by the position's clock.
    ``fivefold``: The game ends when a position occurs for the fifth time, counting those before the moves.
    ``flagged``: Whose flag has fallen: the answer is the result of the game.
    ``memory``: Memory for each position being worked on, such as 512MiB.
    ``nodes``: Positions to look at for each side of a position.
    ``quick``: Only what can be said in a microsecond: true, false or unknown.
    ``time``: Time for each side of a position, such as 500ms, 60s, 5m, or none.
    ``threads``: Threads to work with; ``None``: one per core.
    ``progress``: ``True`` for a bar of tqdm, or a function that is told how many rows are answered, and of how many.

    >>> import chess_arbiter
    >>> table = chess_arbiter.dead(["8/8/8/4k3/8/8/5P2/4K3 w", "8/8/8/4k3/8/8/8/K1N5 w"])
    >>> table["answer"].to_pylist(), table["black_can_win"].to_pylist()
    (['winnable', 'dead'], [False, False])
    """
    return _columns.dead(
        column,
        {
            "side": side,
            "count75": count75,
            "fivefold": fivefold,
            "flagged": flagged,
            "memory": memory,
            "nodes": nodes,
            "quick": quick,
            "time": time,
        },
        threads,
        progress,
    )


def win(
    column: Positions,
    within: Optional[int] = None,
    mate: Optional[int] = None,
    shortest: bool = False,
    rules: str = "standard",
    *,
    keys: bool = False,
    memory: Memory = "1GiB",
    nodes: Optional[int] = None,
    stipulation: Optional[str] = None,
    time: Time = "60s",
    tables: Tables = None,
    threads: Optional[int] = None,
    progress: Progress = False,
) -> Table:
    """Whether the side to move can force a win from each position of a column; time and nodes are for each position, memory for all.

    The table has the columns ``answer`` (``win``, ``no-win``, ``undecided``), ``plies``, ``shortest``, ``line`` (best play, UCI moves
    separated by spaces), ``keys`` if they are wanted, ``limit`` and ``error``.

    ``within``: Is there a win within this many plies, counting the moves of both sides?
    ``mate``: Is there a win within this many moves of the side to move, as in "mate in 3"?
    ``shortest``: Find the shortest win, or that the other side has one (the default unless something else is asked).
    ``rules``: The game.
    ``keys``: All first moves that mate in time, not just one.
    ``memory``: Memory for all threads together, such as 512MiB.
    ``nodes``: How many positions the search may look at for each position asked about.
    ``stipulation``: Can this be solved: `#n` (mate in n), `=n` (stalemate), `s#n` (selfmate), `r#n` (reflexmate); or, with
        both sides cooperating, `h#n` (helpmate; n may end in .5), `ser-h#n`, `ser-#n`, and the same with `=`, for which all
        solutions are counted.
    ``time``: Time for each position, such as 500ms, 60s, 5m, or none.
    ``tables``: A folder of tables made by ``arbiter table build``: what they know is not searched.
    ``threads``: Threads to work with; ``None``: one per core.
    ``progress``: ``True`` for a bar of tqdm, or a function that is told how many rows are answered, and of how many.

    >>> import chess_arbiter
    >>> chess_arbiter.win(["7k/8/6K1/8/8/8/8/R7 w"], mate=1).to_pydict()["line"]
    ['a1a8']
    """
    return _columns.win(
        column,
        {
            "within": within,
            "mate": mate,
            "shortest": shortest,
            "rules": rules,
            "keys": keys,
            "memory": memory,
            "nodes": nodes,
            "stipulation": stipulation,
            "time": time,
        },
        tables,
        threads,
        progress,
    )


def problems(
    text: str,
    *,
    count: bool = False,
    keys: bool = False,
    lines: Optional[int] = None,
    memory: Memory = "1GiB",
    no_short: bool = False,
    nodes: Optional[int] = None,
    set_play: bool = False,
    solutions: bool = False,
    time: Time = "60s",
    tree: bool = False,
    tries: Optional[int] = None,
    tables: Tables = None,
    certificate: bool = True,
) -> Tuple[Union[WinResult, PositionError], ...]:
    """Can the problems in a file be solved? The text is what Popeye reads: ``BeginProblem … EndProblem``, with any number of problems
    and twins. The answers always have the keys, and whatever else the file's options ask for.

    There is a result for each position, with what the file says about it in ``problem``. If a position is impossible to ask about, or asks for
    something unsupported, its place has a ``PositionError``, which is not raised.

    ``count``: For help play, only count the solutions, in files of problems too.
    ``keys``: All first moves that mate in time, not just one.
    ``lines``: How many moves of the attacker `tree` writes at most, or how many lines `solutions` lists.
    ``memory``: Memory for all threads together, such as 512MiB.
    ``no_short``: Leave out the variations that end before the last move.
    ``nodes``: How many positions the search may look at for each position asked about.
    ``set_play``: What would follow if the other side were to move.
    ``solutions``: For help play, list the solutions instead of only counting them (the default in files of problems).
    ``time``: Time for each position, such as 500ms, 60s, 5m, or none.
    ``tree``: The variations after each key, with threats and duals.
    ``tries``: First moves that at most N defences refute.
    ``tables``: A folder of tables made by ``arbiter table build``: what they know is not searched.
    ``certificate``: The certificate, which may take longer than the answer.

    >>> import chess_arbiter
    >>> text = "BeginProblem Stipulation #1 Pieces White Kf7 Ra1 Black Kh8 Twin Stipulation h#1 Twin Stipulation hs#1 EndProblem"
    >>> direct, helped, wrong = chess_arbiter.problems(text)
    >>> direct.keys, direct.problem.twin
    (('a1h1',), 'a')
    >>> helped.count, helped.solutions
    (1, (('h8h7', 'a1h1'),))
    >>> print(wrong)  # doctest: +ELLIPSIS
    line 1, column 98: the stipulation 'hs#1' is not supported: expected #n, =n, s#n or r#n with n from 1 to 999, or h#n...
    """
    return _problems.problems(
        text,
        {
            "count": count,
            "keys": keys,
            "lines": lines,
            "memory": memory,
            "no_short": no_short,
            "nodes": nodes,
            "set_play": set_play,
            "solutions": solutions,
            "time": time,
            "tree": tree,
            "tries": tries,
            "certificate": certificate,
        },
        tables,
    )


def verify(
    certificate: Union[str, Mapping[str, Any], Result],
    *,
    memory: Memory = "1GiB",
    time: Time = "300s",
) -> Accepted:
    """Checks a certificate with a program that shares no code with the one that wrote it.

    It takes JSON, a dict or a result, and returns what is proved; ``Refused`` is raised if nothing is. The answer of a result
    is also compared with what its certificate proves. ``Stopped`` is raised if a limit leaves it open: checking is quick except for
    some lemmas, which take a search.

    ``memory``: Memory for each certificate being checked, such as 512MiB; its text may take a quarter.
    ``time``: Time for all certificates together, such as 500ms, 60s, 5m, or none.

    >>> from chess_arbiter import Position, verify
    >>> proof = Position("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w").reach().certificate
    >>> verify(proof).answer
    'illegal'
    """
    return _verify.verify(
        certificate,
        {
            "memory": memory,
            "time": time,
        },
    )


class AsyncQuestions:
    """The questions of a position as coroutines, ``position.aio``."""

    __slots__ = ("_position",)

    def __init__(self, position: Questions) -> None:
        self._position = position

    async def status(
        self,
    ) -> StatusResult:
        """As ``Position.status``; cancelled, it stops the work."""
        return await _aio.run(
            self._position.status,
        )

    async def reach(
        self,
        level: str = "full",
        by: str = "proof",
        *,
        clocks: bool = False,
        ignore_draws: bool = False,
        memory: Memory = "256MiB",
        nodes: Optional[int] = None,
        plies: Optional[int] = None,
        repair: bool = False,
        repairs: str = "5",
        seed: int = 0,
        shortest: bool = False,
        solutions: Optional[int] = None,
        start: Union[str, int] = "rnbqkbnr",
        time: Time = "10s",
        unique: bool = False,
        certificate: bool = True,
    ) -> ReachResult:
        """As ``Position.reach``; cancelled, it stops the work."""
        return await _aio.run(
            self._position.reach,
            level=level,
            by=by,
            clocks=clocks,
            ignore_draws=ignore_draws,
            memory=memory,
            nodes=nodes,
            plies=plies,
            repair=repair,
            repairs=repairs,
            seed=seed,
            shortest=shortest,
            solutions=solutions,
            start=start,
            time=time,
            unique=unique,
            certificate=certificate,
        )

    async def retro(
        self,
        unknown: Iterable[str] = (),
        *,
        memory: Memory = "256MiB",
        nodes: Optional[int] = None,
        seed: int = 0,
        start: Union[str, int] = "rnbqkbnr",
        time: Time = "30s",
        certificate: bool = True,
    ) -> RetroResult:
        """As ``Position.retro``; cancelled, it stops the work."""
        return await _aio.run(
            self._position.retro,
            unknown=unknown,
            memory=memory,
            nodes=nodes,
            seed=seed,
            start=start,
            time=time,
            certificate=certificate,
        )

    async def dead(
        self,
        side: str = "both",
        *,
        count75: bool = False,
        fivefold: bool = False,
        flagged: Optional[str] = None,
        memory: Memory = "512MiB",
        moves: Optional[Union[str, Iterable[MoveLike]]] = None,
        nodes: Optional[int] = None,
        quick: bool = False,
        time: Time = "10s",
        certificate: bool = True,
    ) -> DeadResult:
        """As ``Position.dead``; cancelled, it stops the work."""
        return await _aio.run(
            self._position.dead,
            side=side,
            count75=count75,
            fivefold=fivefold,
            flagged=flagged,
            memory=memory,
            moves=moves,
            nodes=nodes,
            quick=quick,
            time=time,
            certificate=certificate,
        )

    async def win(
        self,
        within: Optional[int] = None,
        mate: Optional[int] = None,
        *,
        count: bool = False,
        keys: bool = False,
        lines: Optional[int] = None,
        memory: Memory = "1GiB",
        no_short: bool = False,
        nodes: Optional[int] = None,
        set_play: bool = False,
        solutions: bool = False,
        stipulation: Optional[str] = None,
        time: Time = "60s",
        tree: bool = False,
        tries: Optional[int] = None,
        tables: Tables = None,
        certificate: bool = True,
    ) -> WinResult:
        """As ``Position.win``; cancelled, it stops the work."""
        return await _aio.run(
            self._position.win,
            within=within,
            mate=mate,
            count=count,
            keys=keys,
            lines=lines,
            memory=memory,
            no_short=no_short,
            nodes=nodes,
            set_play=set_play,
            solutions=solutions,
            stipulation=stipulation,
            time=time,
            tree=tree,
            tries=tries,
            tables=tables,
            certificate=certificate,
        )

    async def shortest_win(
        self,
        *,
        keys: bool = False,
        memory: Memory = "1GiB",
        nodes: Optional[int] = None,
        time: Time = "60s",
        tables: Tables = None,
        certificate: bool = True,
    ) -> WinResult:
        """As ``Position.shortest_win``; cancelled, it stops the work."""
        return await _aio.run(
            self._position.shortest_win,
            keys=keys,
            memory=memory,
            nodes=nodes,
            time=time,
            tables=tables,
            certificate=certificate,
        )
