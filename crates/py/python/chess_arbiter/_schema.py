"""Replies as Rust defines them: written by `crates/py/generate`, and a test compares. Do not edit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, Optional, Tuple

NAMES: Dict[str, str] = {"verdict": "answer", "from": "from_square", "to": "to_square", "certificate": "certificate_json"}
"""What members of JSON are called here."""


@dataclass(frozen=True)
class Repair:
    """A change of a position, and what is said of the changed position."""

    certificate_json: Optional[str] = field(repr=False)
    """The evidence as JSON; ``None`` if nothing is claimed or no certificate was asked for."""
    fen: str
    """The changed position."""
    level: str
    """How much evidence it took."""
    answer: str
    """What is said of it."""
    what: str
    """The change in words."""


@dataclass(frozen=True)
class Try:
    """A first move that fails, and to what."""

    move: str
    """As in UCI."""
    refutations: Tuple[str, ...]
    """The defences, as in UCI."""


@dataclass(frozen=True)
class LastMove:
    """What is said of a last move."""

    before: str
    """The position before it, with only the rights and the square that must have existed then."""
    captured: Optional[str]
    """What it captured."""
    certificate_json: Optional[str] = field(repr=False)
    """The evidence as JSON; ``None`` if nothing is claimed or no certificate was asked for."""
    from_square: str
    """Where it came from."""
    kind: str
    """What kind of move it was."""
    man: str
    """What moved."""
    move: str
    """As problemists write it: `Kb1xc2(N)`, `a7-a8=N`, `e5xd6 e.p.`, `O-O`."""
    promoted: Optional[str]
    """What it promoted to."""
    to_square: str
    """Where it went; for castling, the king."""
    answer: str
    """Whether it can have been the last."""


@dataclass(frozen=True)
class CastlingRights:
    """What is said of castling rights together."""

    certificate_json: Optional[str] = field(repr=False)
    """The evidence as JSON; ``None`` if nothing is claimed or no certificate was asked for."""
    rights: str
    """As in a FEN."""
    answer: str
    """Whether at least these can still exist."""


@dataclass(frozen=True)
class DoubleStep:
    """What is said of a double step that would make an en passant capture possible."""

    certificate_json: Optional[str] = field(repr=False)
    """The evidence as JSON; ``None`` if nothing is claimed or no certificate was asked for."""
    forced: Optional[bool]
    """Whether, going by the men, it must have been the last move; null if that is not known."""
    move: str
    """The double step."""
    square: str
    """The en passant square."""
    answer: str
    """Whether it can have been the last move."""


@dataclass(frozen=True)
class SideHistory:
    """What the men say about the captures and promotions of a side; all numbers are lower bounds."""

    captors: Tuple[str, ...]
    """The squares of pawns that certainly captured."""
    certificate_json: Optional[str] = field(repr=False)
    """The evidence as JSON; ``None`` if nothing is claimed or no certificate was asked for."""
    lost: int
    """How many men it has lost."""
    lost_men: Tuple[LostMan, ...]
    """Men of the starting position that are certainly no longer on the board."""
    pawn_captures: int
    """How many captures its pawns made."""
    pawns: Tuple[CapturingPawn, ...]
    """More of these pawns."""
    promoted: Tuple[str, ...]
    """The squares of those that certainly were."""
    promoted_among: Tuple[PromotedAmong, ...]
    """Pieces of which some must have been pawns."""
    promotions: int
    """How many pieces on the board were pawns."""
    side: str
    """The side."""


@dataclass(frozen=True)
class CapturingPawn:
    """What is said of a pawn that captured."""

    least: int
    """It made at least this many captures."""
    most: int
    """It made at most this many captures."""
    on: Tuple[str, ...]
    """Its last capture was on one of these squares."""
    origins: Tuple[str, ...]
    """It began on one of these squares."""
    square: str
    """Where it stands."""
    victims: Tuple[str, ...]
    """The man captured there began on one of these."""


@dataclass(frozen=True)
class PromotedAmong:
    """What is said of pieces of one kind."""

    least: int
    """At least this many of them were pawns."""
    role: str
    """What they are."""
    squares: Tuple[str, ...]
    """Where they stand; for bishops, those on squares of one colour."""


@dataclass(frozen=True)
class LostMan:
    """What is said of a man that was lost."""

    home: str
    """Where it began. (If it was a pawn it may have promoted first.)."""
    on: Tuple[str, ...]
    """For a piece: it was captured on one of these squares. For a pawn: empty, since nothing is said about it."""


@dataclass(frozen=True)
class RetroSide:
    """What is said of the past if a side is to move."""

    castling: Tuple[CastlingRights, ...]
    """If the rights are unknown: each set of rights whose king and rooks are in place."""
    certificate_json: Optional[str] = field(repr=False)
    """The evidence as JSON; ``None`` if nothing is claimed or no certificate was asked for."""
    en_passant: Tuple[DoubleStep, ...]
    """If the square is unknown: each square on which a capture would be legal; otherwise the one that is given."""
    history: Tuple[SideHistory, ...]
    """What the men say about captures and promotions, White's first; empty if nothing leads here."""
    last_moves: Tuple[LastMove, ...]
    """Every move that can have been the last by the men alone."""
    may_be_start: bool
    """It may be the starting position, so that no move need have been played."""
    turn: str
    """The side to move."""
    answer: str
    """Whether it can be to move."""


@dataclass(frozen=True)
class SideWin:
    """What is said of whether one side can still win."""

    by: Optional[str]
    """Why it cannot: `terminal` (the game is over), `material`, `region` or `closure`; or what ended the game if asked to count it, `count75` or `fivefold`."""
    certificate_json: Optional[str] = field(repr=False)
    """The evidence as JSON; ``None`` if nothing is claimed or no certificate was asked for."""
    limit: Optional[str]
    """Which limit stopped the work."""
    plies: Optional[int]
    """How long the line is."""
    side: str
    """The side."""
    answer: str
    """Whether it can win."""
    line: Optional[Tuple[str, ...]] = ()
    """Moves of both sides that end with its mate, in UCI; usually not the fewest."""


@dataclass(frozen=True)
class Problem:
    """What a file of problems says of one of their positions."""

    change: Optional[str]
    """How it differs from the position set up."""
    stipulation: str
    """What is asked, as problemists write it."""
    twin: Optional[str]
    """Which twin it is."""
    authors: Tuple[str, ...] = ()
    """Who made it."""
    awards: Tuple[str, ...] = ()
    """What it won."""
    origins: Tuple[str, ...] = ()
    """Where it appeared."""
    remarks: Tuple[str, ...] = ()
    """What else was noted."""
    titles: Tuple[str, ...] = ()
    """What it is called."""


@dataclass(frozen=True)
class ReachFields:
    """Whether a position can have arisen."""

    acd: Optional[int] = None
    """Of an EPD: how deep, in plies, somebody's analysis went."""
    at_least: Optional[int] = None
    """No game has fewer plies, as far as was asked."""
    blame: Optional[str] = None
    """The field of the position that is to blame."""
    clocks: Tuple[str, ...] = field(default=(), repr=False)
    """What is wrong with the clocks, which are part of the question only if asked for."""
    dm: Optional[int] = None
    """Of an EPD: the mate in so many moves that it says there is. It is repeated, not checked."""
    game: Optional[Tuple[str, ...]] = field(default=None, repr=False)
    """A game that reaches the position from the starting position, as in UCI."""
    games: Tuple[Tuple[str, ...], ...] = ()
    """All games of that length that were asked for and found, unless there is just one."""
    id: Optional[str] = None
    """What the position is called: a field beside it, `id` of an EPD, `game.ply` of a PGN."""
    lemma: Optional[str] = None
    """What refutes the position."""
    level: Optional[str] = None
    """How much evidence it took, or how much was looked at."""
    limit: Optional[str] = None
    """Which limit stopped the work."""
    plies: Optional[int] = None
    """The length of the game."""
    position: Optional[str] = None
    """If castling rights or en passant square were left open: the position in which the game ends."""
    repairs: Tuple[Repair, ...] = field(default=(), repr=False)
    """What may have been meant."""
    shortest: bool = False
    """It is proved that no game has fewer plies than this one."""
    start: Optional[str] = None
    """The array that games begin with, unless the usual one was asked about; if any array was allowed, the one that the game begins with, or `any`."""
    unique: Optional[bool] = None
    """Whether the game is the only one of its length, if that was asked and is known."""
    broken: Optional[Tuple[int, ...]] = None
    """The broken rules."""


@dataclass(frozen=True)
class RetroFields:
    """What a position tells of its past."""

    acd: Optional[int] = None
    """Of an EPD: how deep, in plies, somebody's analysis went."""
    dm: Optional[int] = None
    """Of an EPD: the mate in so many moves that it says there is. It is repeated, not checked."""
    id: Optional[str] = None
    """What the position is called: a field beside it, `id` of an EPD, `game.ply` of a PGN."""
    limit: Optional[str] = None
    """Which limit stopped the work."""
    sides: Tuple[RetroSide, ...] = field(default=(), repr=False)
    """For each side that may be to move: both, White first, unless the position says which."""
    start: Optional[str] = None
    """The array that games begin with, if it is not the usual one."""


@dataclass(frozen=True)
class DeadFields:
    """Whether a side can still win."""

    acd: Optional[int] = None
    """Of an EPD: how deep, in plies, somebody's analysis went."""
    dm: Optional[int] = None
    """Of an EPD: the mate in so many moves that it says there is. It is repeated, not checked."""
    id: Optional[str] = None
    """What the position is called: a field beside it, `id` of an EPD, `game.ply` of a PGN."""
    position: Optional[str] = None
    """The position after the moves to play first, if there were any; the answer is about this one."""
    result: Optional[str] = None
    """If a flag has fallen: the result of the game."""
    sides: Tuple[SideWin, ...] = field(default=(), repr=False)
    """Each side that was asked about, White first."""


@dataclass(frozen=True)
class WinFields:
    """Whether a win can be forced."""

    acd: Optional[int] = None
    """Of an EPD: how deep, in plies, somebody's analysis went."""
    castling: Optional[str] = None
    """Castling rights that the position does not state but has by the convention of problems, as in a FEN."""
    count: Optional[int] = None
    """For help play, how many solutions there are; if undecided, how many of the lengths that were searched. 18446744073709551615 stands for that many or more."""
    dm: Optional[int] = None
    """Of an EPD: the mate in so many moves that it says there is. It is repeated, not checked."""
    id: Optional[str] = None
    """What the position is called: a field beside it, `id` of an EPD, `game.ply` of a PGN."""
    keys: Optional[Tuple[str, ...]] = None
    """The keys of a problem in UCI."""
    limit: Optional[str] = None
    """Which limit stopped the work."""
    line: Tuple[str, ...] = ()
    """Best play in UCI."""
    line_error: Optional[str] = None
    """Why there is no line."""
    lost_in: Optional[int] = None
    """The other side wins within this many plies."""
    no_win_within: Optional[int] = None
    """If a limit stopped the search, so that the win need not be the shortest: there is none within this many plies."""
    plies: Optional[int] = None
    """There is a win, or none, within this many plies; `null`: there is none however many. For help play, the length of the shortest solution."""
    problem: Optional[Problem] = None
    """What the file says about the position, if it is a file of problems."""
    set_count: Optional[int] = None
    """Like `count`, if the first move is skipped."""
    set_solutions: Tuple[Tuple[str, ...], ...] = ()
    """Like `solutions`, if the first move is skipped."""
    shortest: bool = False
    """There is no shorter win."""
    solution: Optional[str] = field(default=None, repr=False)
    """Variations, or solutions of help play, in problem notation."""
    solution_error: Optional[str] = None
    """Why there is no solution, or no complete one."""
    solutions: Tuple[Tuple[str, ...], ...] = ()
    """The solutions of help play, the shortest first, each move in UCI."""
    stipulation: Optional[str] = None
    """What was asked for, if it is not mate: `s#3`, `r#2`, `=4`, `h#2`; "win" then means that it can be done. In a selfmate or reflexmate the defender makes the last move, so `s#3` takes 6 plies."""
    tries: Tuple[Try, ...] = ()
    """First moves that only a few defences refute."""
    win_within: Optional[int] = None
    """If the shortest win is undecided: there is one within this many plies, perhaps within fewer."""
