"""Positions by chance: random play, men strewn over the board, and edits."""

from __future__ import annotations

from typing import List, NamedTuple, Tuple

from . import _ask
from ._ask import Move
from ._dice import Dice
from ._fen import SQUARES, Fen, read

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
EMPTY = Fen((".",) * 64, "w", "-", "-")


class Played(NamedTuple):
    """A game, or the end of one."""

    game: Tuple[Move, ...]
    fen: str
    """Where it led, as Arbiter writes it: every double step has its square."""
    moves: Tuple[Move, ...]
    """The legal moves there."""


def play(dice: Dice, plies: int, fen: str = START) -> Played:
    """Random moves, one in three of them a capture, check, castling or promotion if there is one. It may end early."""
    game: List[Move] = []
    moves = _ask.moves(fen)
    while moves and len(game) < plies:
        lively = [move for move in moves if any(sign in move.san for sign in "x+#O=")]
        move = dice.pick(lively if lively and dice.chance(1, 3) else moves)
        game.append(move)
        fen = move.after
        moves = _ask.moves(fen)
    return Played(tuple(game), fen, tuple(moves))


def tidy(fen: str, moves: Tuple[Move, ...]) -> Fen:
    """The position with an en passant square only where the capture is legal."""
    position = parsed(fen)
    captures = (move.uci[2:4] == position.en_passant and position.at(move.uci[:2]) in "pP" for move in moves)
    return position if any(captures) else position._replace(en_passant="-")


def parsed(fen: str) -> Fen:
    """What Arbiter wrote."""
    position = read(fen)
    if position is None:
        raise RuntimeError(f"not the FEN of a position: {fen!r}")
    return position


def strew(dice: Dice, white: str, black: str) -> Fen:
    """These men on any squares, pawns where they can stand."""
    free = dice.sample(SQUARES, 64)
    position = EMPTY._replace(turn=dice.pick("wb"))
    for man in white.upper() + black.lower():
        square = next(square for square in free if man not in "pP" or square[1] not in "18")
        free.remove(square)
        position = position.put(square, man)
    return position


def some(dice: Dice, men: str, least: int, most: int) -> str:
    """A king and some of these men."""
    return "k" + "".join(dice.pick(men) for _ in range(dice.between(least, most)))


def edit(dice: Dice, position: Fen, gross: bool = False) -> Fen:
    """One change: a man put elsewhere, exchanged, added or taken away, or a field. Gross ones need not leave a position."""
    kind = dice.below(10)
    here = dice.pick(position.where("pnbrqPNBRQ" + ("kK" if gross else "")) or ("a1",))
    # Men are moved to where they might stand, so that it takes a thought to see that they cannot.
    pawn = position.at(here) in "pP" and not gross
    there = dice.pick([square for square in position.where(".") if not pawn or square[1] not in "18"])
    if kind < 4:
        return position.put(there, position.at(here)).put(here, ".")
    if kind < 6:
        men = "pnbrqPNBRQ" if gross or here[1] not in "18" else "nbrqNBRQ"
        return position.put(here, dice.pick([man for man in men if man != position.at(here)]))
    if kind < 7:
        return position.put(here, ".")
    if kind < 8:
        men = "pnbrqPNBRQ" + ("kK" if gross else "")
        return position.put(there, dice.pick(men if gross or there[1] not in "18" else "nbrqNBRQ"))
    if kind < 9:
        return position._replace(turn="b" if position.turn == "w" else "w", en_passant="-")
    rights = [right for right in "KQkq" if (right in position.castling) != dice.chance(1, 3)]
    return position._replace(castling="".join(rights) or "-")
