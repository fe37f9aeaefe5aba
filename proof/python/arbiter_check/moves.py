"""Moves: which there are, what they do, and whether they are safe."""

from typing import NamedTuple, Optional

from .board import EMPTY, NAMES, WHITE, attacked, attackers
from .position import Position

NONE = frozenset()


class Move(NamedTuple):
    """From and to; of castling `to` is the rook's square."""

    start: int
    end: int
    promotion: str = ""
    rook: Optional[int] = None


def write(move):
    """The move as UCI text."""
    if move.rook is not None:
        if move.start % 8 == 4 and move.rook % 8 in (0, 7):
            return NAMES[move.start] + NAMES[move.start + (2 if move.rook > move.start else -2)]
        return NAMES[move.start] + NAMES[move.rook]
    return NAMES[move.start] + NAMES[move.end] + move.promotion


def order(move, rules):
    """What moves are sorted by: where they begin and end, castling last, and what a pawn becomes."""
    kind = rules.promotions.index(move.promotion.upper()) if move.promotion else 0
    return move.start, move.rook is not None, move.end, kind


def castling_squares(move):
    """Where king and rook land."""
    first = move.start - move.start % 8
    return (first + 6, first + 5) if move.rook > move.start else (first + 2, first + 3)


def _castling(position):
    men, side = position.men, position.side
    king = men.index("K" if side == WHITE else "k")
    for owner, rook in position.rights:
        if owner != side:
            continue
        move = Move(king, rook, "", rook)
        to_king, to_rook = castling_squares(move)
        way = list(range(min(king, to_king), max(king, to_king) + 1))
        way += range(min(rook, to_rook), max(rook, to_rook) + 1)
        if all(men[square] == EMPTY or square in (king, rook) for square in way):
            yield move


def _pawn_moves(position, rules, start):
    men, side, size = position.men, position.side, rules.size
    up = 8 if side == WHITE else -8
    last = size - 1 if side == WHITE else 0
    enemy = str.islower if side == WHITE else str.isupper
    ends = []
    ahead = start + up
    if men[ahead] == EMPTY:
        ends.append(ahead)
        second = 1 if side == WHITE else size - 2
        if rules.double and start // 8 == second and men[ahead + up] == EMPTY:
            ends.append(ahead + up)
    king = "k" if side == WHITE else "K"
    for end in rules.geometry.pawn_attacks[side][start]:
        there = men[end]
        if enemy(there) and (rules.taken or there != king) or end == position.passant:
            ends.append(end)
    for end in ends:
        if end // 8 == last:
            for kind in rules.promotions:
                yield Move(start, end, kind.lower())
        else:
            yield Move(start, end)


def pseudo_legal(position, rules):
    """All pseudo-legal moves."""
    men, side, geometry = position.men, position.side, rules.geometry
    own = str.isupper if side == WHITE else str.islower
    king = None if rules.taken else "k" if side == WHITE else "K"
    for start in geometry.squares:
        letter = men[start]
        if letter == EMPTY or not own(letter):
            continue
        kind = letter.upper()
        if kind == "P":
            yield from _pawn_moves(position, rules, start)
            continue
        for ray in geometry.rays[kind][start]:
            for end in ray:
                there = men[end]
                if there == EMPTY:
                    yield Move(start, end)
                    continue
                if not own(there) and there != king:
                    yield Move(start, end)
                break
    if position.rights:
        yield from _castling(position)


def play(position, move):
    """The position after a move."""
    men, side = position.men[:], position.side
    letter = men[move.start]
    rights, passant = position.rights, None
    if move.rook is not None:
        to_king, to_rook = castling_squares(move)
        rook = men[move.rook]
        men[move.start] = men[move.rook] = EMPTY
        men[to_king], men[to_rook] = letter, rook
    else:
        men[move.start] = EMPTY
        men[move.end] = letter
        if move.promotion:
            men[move.end] = move.promotion.upper() if side == WHITE else move.promotion
        elif letter in ("P", "p"):
            if move.end == position.passant:
                men[move.end + (-8 if side == WHITE else 8)] = EMPTY
            elif abs(move.end - move.start) == 16:
                passant = (move.start + move.end) // 2
    if rights:
        if letter in ("K", "k"):
            rights = frozenset(right for right in rights if right[0] != side)
        rights = frozenset(r for r in rights if r[1] not in (move.start, move.end))
    return Position(men, 1 - side, rights, passant)


def king_path(move):
    """For castling, the squares where the king stands and that it crosses, not that it lands on."""
    to_king, _ = castling_squares(move)
    step = 1 if to_king > move.start else -1
    return list(range(move.start, to_king, step)) or [move.start]


def takes_royal(position, move, rules):
    """Does the move capture the enemy royal?"""
    there = position.men[move.end]
    return rules.taken and there == (rules.royal.lower() if position.side == WHITE else rules.royal)


def safe(position, move, rules, after=None):
    """Is a pseudo-legal move safe?"""
    if takes_royal(position, move, rules):
        return True
    side, geometry = position.side, rules.geometry
    if move.rook is not None:
        if any(attacked(position.men, geometry, square, 1 - side) for square in king_path(move)):
            return False
    after = after or play(position, move)
    royal = after.men.index(rules.royal if side == WHITE else rules.royal.lower())
    return not attacked(after.men, geometry, royal, 1 - side)


def playable(position, rules):
    """The moves that may be played, each with the position after it."""
    for move in pseudo_legal(position, rules):
        after = play(position, move)
        if rules.taken or safe(position, move, rules, after):
            yield move, after


def find(position, text, rules):
    """The move that may be played with this text and the position after it, or None."""
    if not isinstance(text, str):
        return None
    for move in pseudo_legal(position, rules):
        if write(move) == text:
            after = play(position, move)
            return (move, after) if rules.taken or safe(position, move, rules, after) else None
    return None


def royal_attackers(position, rules, side=None):
    """The squares of enemy men that attack the royal of a side (the one to move)."""
    side = position.side if side is None else side
    royal = position.men.index(rules.royal if side == WHITE else rules.royal.lower())
    return attackers(position.men, rules.geometry, royal, 1 - side)


def in_check(position, rules):
    """Is the royal of the side to move attacked?"""
    side = position.side
    royal = position.men.index(rules.royal if side == WHITE else rules.royal.lower())
    return attacked(position.men, rules.geometry, royal, 1 - side)


def has_move(position, rules):
    """Can the side to move play at all?"""
    return next(playable(position, rules), None) is not None


def checkmated(position, rules):
    """Is the side to move in check without a safe move?"""
    return in_check(position, rules) and not has_move(position, rules)


def passant_possible(position, rules):
    """Does a pawn of the side to move stand where it could capture en passant (legally or not)?"""
    square = position.passant
    if square is None:
        return False
    pawn = "P" if position.side == WHITE else "p"
    # An enemy pawn on the square would attack those from which own pawns capture there.
    return any(position.men[s] == pawn for s in rules.geometry.pawn_attacks[1 - position.side][square])
