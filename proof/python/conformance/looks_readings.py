"""How other readers may take the document: orders, and what they count."""

from arbiter_check import moves
from arbiter_check.board import EMPTY, attackers

from .looks_price import checks, count, hits


def captures_first(position, move, rules):
    return position.men[move.end] == EMPTY or move.rook is not None, moves.order(move, rules)


def as_text(_, move, __):
    return moves.write(move)


def toward(_, move, __):
    return move.end, move.start


def backwards(_, move, rules):
    return [-int(part) for part in moves.order(move, rules)]


def castling_first(_, move, rules):
    return move.start, move.rook is None, moves.order(move, rules)


def castling_last(_, move, rules):
    return move.rook is not None, moves.order(move, rules)


def castling_right_first(_, move, rules):
    return move.start, move.rook is not None, -move.end if move.rook else move.end, moves.order(move, rules)


def castling_as_king(_, move, rules):
    end = move.end if move.rook is None else moves.castling_squares(move)[0]
    return move.start, end, moves.order(move, rules)


def knight_first(_, move, rules):
    return [*moves.order(move, rules)[:3], -moves.order(move, rules)[3]]


def legal(position, rules):
    return sum(1 for _ in moves.playable(position, rules))


def ends(position, rules):
    return len({(move.start, move.end) for move in moves.pseudo_legal(position, rules)})


def of_other_side(position, rules):
    other = type(position)(position.men, 1 - position.side, position.rights)
    return count(other, rules)


def all_but(kind):
    """Counts moves which are not of a kind."""

    def counted(position, rules):
        return sum(not kind(position, move, rules) for move in moves.pseudo_legal(position, rules))

    return counted


def unsafe_castling(position, move, rules):
    return move.rook is not None and not moves.safe(position, move, rules)


def with_rights(position, rules):
    castling = sum(move.rook is not None for move in moves.pseudo_legal(position, rules))
    return count(position, rules) - castling + sum(side == position.side for side, _ in position.rights)


def with_king(position, rules):
    return count(position, rules) + len(list(checkers(passed(position), rules)))


def en_passant(position, move, _):
    return move.end == position.passant and position.men[move.start] in "Pp"


def four_pieces(position, rules):
    promoted = {(move.start, move.end) for move in moves.pseudo_legal(position, rules) if move.promotion}
    return count(position, rules) + len(promoted)


def by_safe(position, rules):
    return sum(moves.in_check(after, rules) for _, after in moves.playable(position, rules))


def each_checking(kind):
    """Counts checks otherwise."""

    def checked(position, rules):
        return sum(
            kind(position, move, moves.play(position, move), rules)
            for move in moves.pseudo_legal(position, rules)
        )

    return checked


def checkers(after, rules):
    royal = after.men.index("k" if after.side else "K")
    return attackers(after.men, rules.geometry, royal, 1 - after.side)


def by_moved(_, move, after, rules):
    return move.end in checkers(after, rules)


def by_any(_, __, after, rules):
    return len(list(checkers(after, rules)))


def not_by_king(_, __, after, rules):
    return any(after.men[square] not in "Kk" for square in checkers(after, rules))


def not_castling(_, move, after, rules):
    return move.rook is None and moves.in_check(after, rules)


def pawn_left(position, move, after, rules):
    if not en_passant(position, move, rules):
        return moves.in_check(after, rules)
    left = type(after)(after.men[:], after.side)
    taken = move.end - 8 if after.side else move.end + 8
    left.men[taken] = position.men[taken]
    return moves.in_check(left, rules)


def not_before(position, _, after, rules):
    return moves.in_check(after, rules) and not moves.in_check(passed(position), rules)


def passed(position):
    return type(position)(position.men, 1 - position.side)


def ever_once(position, rules):
    return min(1, checks(position, rules))


def by_squares(position, rules):
    listed = moves.pseudo_legal(position, rules)
    return len({(move.start, move.end) for move in listed if hits(position, move, rules)})


def no_moves(_, __):
    return 0


def only_allowed(_, tried, allowed):
    return sum(move in allowed for move in tried)


def all_answers(listed, _, __):
    return len(listed)


def all_allowed(_, __, allowed):
    return len(allowed)


def but_last(_, tried, allowed):
    return len(tried) - (1 if allowed else 0)


def before_mate(_, tried, allowed):
    return len(tried) if allowed else 0


def by_queen(_, __, after, rules):
    letter = rules.royal.lower() if after.side else rules.royal
    return letter in after.men and moves.in_check(after, rules)
