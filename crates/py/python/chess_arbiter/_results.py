"""What is answered."""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from typing import Any, Dict, Iterable, List, Optional, Tuple, Type, TypeVar, Union, get_args, get_origin, get_type_hints

from . import _html, _native
from ._errors import PositionError
from ._native import Setup
from ._schema import NAMES, DeadFields, ReachFields, RetroFields, WinFields
from ._tree import Tree

R = TypeVar("R", bound="Result")


@dataclass(frozen=True)
class Result:
    """What every answer has. Results can be compared, hashed, pickled, and drawn in notebooks."""

    fen: str
    """The position asked about."""
    rules: str
    """The game."""
    answer: str
    """The answer in a word."""
    reason: str
    """Why, in words."""
    certificate_json: Optional[str] = field(repr=False)
    """The evidence as JSON; ``None`` if nothing is claimed or no certificate was asked for."""
    certificate_error: Optional[str] = field(repr=False)
    """Why the certificate that was asked for could not be written within the limits."""

    @property
    def certificate(self) -> Optional[Dict[str, Any]]:
        """The evidence, for ``verify`` or another checker of the same format.

        >>> from chess_arbiter import Position
        >>> Position("7k/6Q1/6K1/8/8/8/8/8 b").status().certificate["evidence"]["checkers"]
        ['g7']
        """
        if self.certificate_json is None:
            return None
        certificate: Dict[str, Any] = json.loads(self.certificate_json)
        return certificate

    def __str__(self) -> str:
        return self.reason

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return _html.result(self)

    def _beside(self) -> Tuple[Optional[str], ...]:
        """What stands beside the answer in a notebook."""
        return ()

    def _html_parts(self) -> List[str]:
        """What stands below the reason."""
        return []

    def svg(self, size: int = 360) -> str:
        """The board as SVG, with what the answer is about marked.

        >>> from chess_arbiter import Position
        >>> Position("7k/6Q1/6K1/8/8/8/8/8 b").status().svg(size=200)[:4]
        '<svg'
        """
        marks = {"attacked": None, "lit": (), "arrows": (), **self._marks()}
        return Setup(self.fen, self.rules).svg(size, self.reason, **marks)

    def _marks(self) -> Dict[str, Any]:
        return {}


@dataclass(frozen=True)
class StatusResult(Result):
    """Whether the side to move is safe, in check, checkmated or stalemated.

    >>> from chess_arbiter import Position
    >>> mate = Position("7k/6Q1/6K1/8/8/8/8/8 b").status()
    >>> mate.answer, mate.checkers
    ('checkmate', ('g7',))
    """

    checkers: Tuple[str, ...]
    """The squares of the men that give check."""
    royal: Optional[str] = field(repr=False)
    """Where the king (in the 4×4 games the queen) of the side to move stands."""

    def _marks(self) -> Dict[str, Any]:
        target = self.royal if self.checkers else None
        return {
            "attacked": target,
            "lit": self.checkers,
            "arrows": tuple((checker, target) for checker in self.checkers if target),
        }


@dataclass(frozen=True)
class ReachResult(ReachFields, Result):
    """Whether a game can reach the position: ``legal``, ``illegal`` or ``undecided``; by the five rules
    ``holds`` or ``broken``.

    >>> from chess_arbiter import Position
    >>> impossible = Position("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w").reach()
    >>> impossible.answer, impossible.level, impossible.lemma
    ('illegal', 'static', 'origins')
    >>> impossible.squares
    ('b2', 'a1')
    """

    @property
    def squares(self) -> Tuple[str, ...]:
        """The squares to blame, if the position is not possible: those that the reason names."""
        return tuple(_native.squares(self.reason, self.rules)) if self.answer in ("illegal", "broken") else ()

    @property
    def pgn(self) -> Optional[str]:
        """The proof game as PGN, or all that were asked for; ``None`` if there is none.

        >>> from chess_arbiter import Position
        >>> print(Position("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq -").reach(shortest=True).pgn.strip())
        [Event "Proof game"]
        [Site "?"]
        [Date "????.??.??"]
        [Round "-"]
        [White "?"]
        [Black "?"]
        [Result "*"]
        [PlyCount "3"]
        [FinalFEN "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"]
        <BLANKLINE>
        1. e4 d5 2. exd5 *
        """
        games = self.games or (() if self.game is None else (self.game,))
        return "\n".join(_native.proof_game(self.start, game, self.fen) for game in games) or None

    @property
    def movetext(self) -> Optional[str]:
        """The moves of the proof game as people write them; ``None`` if there is none.

        >>> from chess_arbiter import Position
        >>> Position("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -").reach(shortest=True).movetext
        '1. Nf3'
        """
        if self.game is None:
            return None
        text = _native.proof_game(self.start, self.game, self.fen).split("\n\n", 1)[1]
        return " ".join(text.split()).removesuffix("*").strip()

    def _marks(self) -> Dict[str, Any]:
        return {"lit": self.squares}

    def _beside(self) -> Tuple[Optional[str], ...]:
        broken = "rule " + ", ".join(map(str, self.broken)) if self.broken else None
        return self.level, self.lemma, broken, self.limit and f"stopped by {self.limit}"

    def _html_parts(self) -> List[str]:
        return _html.of_reach(self)


@dataclass(frozen=True)
class RetroResult(RetroFields, Result):
    """What a position tells of its past: ``possible``, ``impossible`` or ``undecided``. Each part of ``sides`` has its own
    certificate, and ``certificates`` are all of them.

    >>> from chess_arbiter import Position
    >>> shut_in = Position("6Bk/6pp/2N1N3/2KpP3/8/8/8/8 w").retro(unknown=("en_passant",))
    >>> [last.move for last in shut_in.sides[0].last_moves if last.answer == "possible"]
    ['d7-d5']
    """

    @property
    def certificates(self) -> Tuple[str, ...]:
        """The evidence of all parts as JSON, each once.

        >>> from chess_arbiter import Position, verify
        >>> nowhere = Position("8/8/8/8/8/8/5k1p/7K b").retro()
        >>> [str(verify(one)) for one in nowhere.certificates]
        ['illegal: 8/8/8/8/8/8/5k1p/7K b - - (standard)']
        """
        found: List[Optional[str]] = []
        for side in self.sides:
            found.append(side.certificate_json)
            found.extend(one.certificate_json for one in side.castling)
            found.extend(one.certificate_json for one in side.en_passant)
            found.extend(one.certificate_json for one in side.last_moves)
        return tuple(dict.fromkeys(one for one in found if one is not None))

    def _beside(self) -> Tuple[Optional[str], ...]:
        return (self.limit and f"stopped by {self.limit}",)

    def _html_parts(self) -> List[str]:
        return _html.of_retro(self)


@dataclass(frozen=True)
class DeadResult(DeadFields, Result):
    """Whether a side can still win: of one side ``winnable``, ``unwinnable`` or ``undecided``, of both ``dead`` if neither can: then each
    of ``sides`` has its own certificate, and ``certificates`` are all of them.

    >>> from chess_arbiter import Position
    >>> pawn = Position("8/8/8/4k3/8/8/5P2/4K3 w").dead()
    >>> pawn.answer, [(side.side, side.answer) for side in pawn.sides]
    ('winnable', [('white', 'winnable'), ('black', 'unwinnable')])
    """

    @property
    def certificates(self) -> Tuple[str, ...]:
        """The evidence of all sides as JSON.

        >>> from chess_arbiter import Position, verify
        >>> [str(verify(one)) for one in Position("8/8/8/4k3/8/8/8/K1N5 w").dead("white").certificates]
        ['unwinnable by white: 8/8/8/4k3/8/8/8/K1N5 w - - (standard)']
        """
        found = (self.certificate_json, *(side.certificate_json for side in self.sides))
        return tuple(one for one in found if one is not None)

    @property
    def pgn(self) -> Optional[str]:
        """The lines that end in mate as PGN, a game for each side that can win; ``None`` if there is none.

        >>> from chess_arbiter import Position
        >>> "[Event \\"White can win\\"]" in Position("8/8/8/4k3/8/8/5P2/4K3 w").dead("white").pgn
        True
        """
        said = (self._line(side.line or (), f"{side.side.capitalize()} can win").pgn for side in self.sides if side.answer == "winnable")
        return "\n".join(said) or None

    def _line(self, moves: Tuple[str, ...], event: str = "") -> Line:
        return Line.of(self.position or self.fen, self.rules, moves, event)

    def _movetext(self, moves: Tuple[str, ...]) -> str:
        return self._line(moves).text

    def _html_parts(self) -> List[str]:
        return _html.of_dead(self)


@dataclass(frozen=True)
class WinResult(WinFields, Result):
    """Whether the side to move can force a win: ``win``, ``no-win`` or ``undecided``.

    >>> from chess_arbiter import Position
    >>> win = Position("7k/8/6K1/8/8/8/8/R7 w").win(mate=1)
    >>> win.answer, win.plies, win.line
    ('win', 1, ('a1a8',))
    """

    @property
    def tree(self) -> Optional[Tree]:
        """The strategy: what is played, and how it goes on after each reply; ``None`` if no win was found. It is read from the
        certificate.

        >>> from chess_arbiter import Position
        >>> tree = Position("k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w").win(mate=3).tree
        >>> tree.move.san, len(tree.replies), tree[tree.replies[0]].plies
        ('a5', 3, 3)
        """
        if self.certificate_json is None:
            if self.answer == "win":
                why = self.certificate_error or "it was asked for with certificate=False"
                raise ValueError(f"this win has no certificate, which the tree is read from: {why}")
            return None
        return Tree.of(self.certificate_json)

    @property
    def pgn(self) -> Optional[str]:
        """The line as a game of PGN that begins with the position; ``None`` if there is no line.

        >>> from chess_arbiter import Position
        >>> print(Position("7k/8/6K1/8/8/8/8/R7 w").win(mate=1).pgn.split("\\n\\n")[1])
        1. Ra8# 1-0
        <BLANKLINE>
        """
        return self._line(self.line, self.stipulation or "Forced win").pgn if self.line else None

    @property
    def movetext(self) -> Optional[str]:
        """The line as people write it; ``None`` if there is none.

        >>> from chess_arbiter import Position
        >>> Position("7k/8/6K1/8/8/8/8/R7 w").win(mate=1).movetext
        '1. Ra8#'
        """
        return self._line(self.line).text if self.line else None

    def _line(self, moves: Iterable[str], event: str = "") -> Line:
        fields = self.fen.split(" ")
        # With the rights that it has by convention.
        fields[2:3] = [self.castling] if self.castling else fields[2:3]
        return Line.of(" ".join(fields), self.rules, moves, event)

    def _san(self, moves: Iterable[str], after: Optional[str] = None) -> List[str]:
        """Single moves as people write them, each from the position, or after a move."""
        before = [] if after is None else [after]
        return [self._line([*before, move]).san[-1] for move in moves]

    def _marks(self) -> Dict[str, Any]:
        moves = self.keys or self.line[:1]
        return {"arrows": tuple((move[:2], move[2:4]) for move in moves)}

    def _beside(self) -> Tuple[Optional[str], ...]:
        plies = f"{self.plies} plies" if self.plies is not None else None
        return self.stipulation, plies, self.limit and f"stopped by {self.limit}"

    def _html_parts(self) -> List[str]:
        return _html.of_win(self)


@dataclass(frozen=True)
class Line:
    """Moves from a position on."""

    san: Tuple[str, ...]
    """Each as people write it."""
    text: str
    """All of them, numbered."""
    pgn: str
    """The same as PGN."""

    @classmethod
    def of(cls, fen: str, rules: str, moves: Iterable[str], event: str = "") -> Line:
        san, text, pgn = _native.line(rules, fen, list(moves), event)
        return cls(tuple(san), text, pgn)


class Results(Tuple[Union[Result, PositionError], ...]):
    """Any results, and errors among them: a tuple that a notebook shows as a table with boards on demand.

    >>> from chess_arbiter import Position, Results
    >>> Results(Position(fen).status() for fen in ("7k/6Q1/6K1/8/8/8/8/8 b", "7k/5Q2/6K1/8/8/8/8/8 b"))
    <Results: checkmate, stalemate>
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return _html.results(self)

    def __repr__(self) -> str:
        said = [one.answer if isinstance(one, Result) else "error" for one in self[:20]]
        return f"<Results: {', '.join(said) or 'none'}{', …' if len(self) > 20 else ''}>"


@dataclass(frozen=True)
class Accepted:
    """What a certificate proves.

    >>> from chess_arbiter import Position, verify
    >>> print(verify(Position("7k/6Q1/6K1/8/8/8/8/8 b").status()))
    checkmate: 7k/6Q1/6K1/8/8/8/8/8 b - - (standard)
    """

    rules: str
    """The game."""
    question: str
    """``status``, ``rules``, ``win``, ``legality`` or ``can-win``."""
    position: str
    """The position; of the five rules only its men."""
    answer: str
    """The answer in a word."""
    side: Optional[str]
    """Of ``can-win``, who."""
    plies: Optional[int]
    """Of a win, within how many plies; ``None`` in ``no-win`` means any number."""
    shortest: bool
    """Whether a win in fewer plies is excluded as well."""
    keys: Optional[Tuple[str, ...]]
    """All first moves that win within ``keys_within`` plies, where that is proved."""
    keys_within: Optional[int]
    """The plies of ``keys``; perhaps more than ``plies``."""
    variations: int
    """Of a win or none: of how many other positions it is proved with which moves they are won."""
    at_least: Optional[int]
    """Of a legal position: no game has fewer plies, if that is proved."""
    any_castling: bool
    """Whether that is so with any castling rights."""
    any_en_passant: bool
    """Whether that is so with any en passant square."""
    searched: Optional[int]
    """Of a legal position: a search found no game within so many plies, which is not proved."""
    broken: Tuple[int, ...]
    """Of the five rules, those that are broken."""
    text: str = field(repr=False)
    """All of it in a sentence."""

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return _html.accepted(self)


def _result(kind: Type[R], fen: str, rules: str, reply: str, **more: Any) -> R:
    """The result that a reply tells of."""
    members: Dict[str, Any] = json.loads(reply)
    members["broken"] = members.pop("rules", None)
    result: R = _read(kind, {**members, **more, "fen": fen, "rules": rules})
    return result


def _read(kind: Any, value: Any) -> Any:
    """What JSON says, as a type of this package."""
    if isinstance(kind, type) and is_dataclass(kind):
        named = {NAMES.get(name, name): one for name, one in value.items()}
        proof = named.get("certificate_json")
        named["certificate_json"] = None if proof is None else json.dumps(proof, separators=(",", ":"), ensure_ascii=False)
        # What is not said is the default, or `None`.
        given = {name: _read(of, named.get(name)) for name, of, has_default in _members(kind) if not has_default or named.get(name) is not None}
        return kind(**given)
    if value is None or not get_args(kind):
        return value
    one = get_args(kind)[0]
    return tuple(_read(one, each) for each in value) if get_origin(kind) is tuple else _read(one, value)


_KNOWN: Dict[type, Tuple[Tuple[str, Any, bool], ...]] = {}


def _members(kind: Any) -> Tuple[Tuple[str, Any, bool], ...]:
    """Name, type, and whether there is a default; read once."""
    if kind not in _KNOWN:
        types = get_type_hints(kind)
        _KNOWN[kind] = tuple((one.name, types[one.name], one.default is not MISSING) for one in fields(kind))
    return _KNOWN[kind]


def status(fen: str, rules: str, royal: Optional[str], reply: str) -> StatusResult:
    checkers = ((json.loads(reply).get("certificate") or {}).get("evidence") or {}).get("checkers", ())
    return _result(StatusResult, fen, rules, reply, royal=royal, checkers=checkers)


def reach(fen: str, rules: str, reply: str) -> ReachResult:
    return _result(ReachResult, fen, rules, reply)


def retro(fen: str, rules: str, reply: str) -> RetroResult:
    return _result(RetroResult, fen, rules, reply)


def dead(fen: str, rules: str, reply: str) -> DeadResult:
    return _result(DeadResult, fen, rules, reply)


def win(fen: str, rules: str, reply: str) -> WinResult:
    return _result(WinResult, fen, rules, reply)
