"""Locked men: those that can never have made a last move."""

from ...board import EMPTY
from .masks import between, bits, in_line, rank_of, touches


class Locked:
    """Step 2 of a round."""

    def __init__(self, ways, assignments, never):
        self.ways, self.assignments, self.never = ways, assignments, never
        self.men = ways.men
        self._stood = {}

    def locked(self):
        """The set L."""
        left = 0
        for square in range(64):
            if self.men[square] != EMPTY:
                left |= 1 << square
        changed = True
        while changed:
            changed = False
            for square in bits(left):
                if self.can_take_back(square, left, True):
                    left &= ~(1 << square)
                    changed = True
        return left

    def can_take_back(self, square, left, lawfully):
        """Can the man on a square take back a move, L being `left`?"""
        if self.never >> square & 1:
            return False
        side = 0 if self.men[square].isupper() else 1
        for start, kind in self._moves(square, side, left):
            if not lawfully or self._lawful(square, start, kind, side, left):
                return True
        return self._castled(square, side, left)

    def _moves(self, square, side, left):
        """Squares that the man may have come from, with its kind there."""
        ways = self.ways
        kind = self.men[square].upper()
        if kind == "K":
            found = ways.steps("K", side, square) & ~left & ways.range(side, ways.array.king_file)
            for start in bits(found):
                yield start, kind
            return
        if kind == "P":
            if rank_of(square, side) != 2:
                for start in self._pawn_back(square, side, left):
                    yield start, kind
            return
        stood = self._can_have_stood(kind, side)
        for start in ways.moves(kind, side, square, left):
            if stood >> start & 1:
                yield start, kind
        if rank_of(square, side) == 8 and self._promotion_accounts(square, side):
            for start in self._pawn_back(square, side, left):
                yield start, "P"

    def _can_have_stood(self, kind, side):
        key = (kind, side)
        if key not in self._stood:
            ways = self.ways
            begin = ways.pawn_range(side, 6) & ways.eighth(side)
            for file in range(8):
                if ways.kind(file) == kind:
                    begin |= ways.range(side, file)
            self._stood[key] = ways.fill(kind, side, begin)
        return self._stood[key]

    def _pawn_back(self, square, side, left):
        ways, facts = self.ways, self.ways.facts
        captures = facts.captures[side]
        closed = left | facts.fixed | ways.pawn_barred[side].get(square, 0)
        behind = square - (8 if side == 0 else -8)
        if 0 <= behind < 64 and not closed >> behind & 1 and ways.pawn_range(side, 6) >> behind & 1:
            yield behind
        if captures >= 1:
            for start in bits(touches("P", 1 - side, square) & ~closed & ways.pawn_range(side, captures - 1)):
                yield start

    def _promotion_accounts(self, square, side):
        """Can the man have been promoted here, so far as the captures tell?"""
        ways, assignments = self.ways, self.assignments[side]
        if ways.is_fixed(square):
            return False
        for file in range(8):
            if ways.is_fixed(ways.pawn_home(side, file)):
                continue
            cost = assignments.pawn_cost(square, file)
            if cost is not None and assignments.within(square, 8 + file, cost):
                return True
        return False

    def _castled(self, square, side, left):
        kind = self.men[square].upper()
        if kind not in "KR":
            return False
        array = self.ways.array
        for right in "KQ" if side == 0 else "kq":
            to_king, to_rook = array.castled(right)
            if square != (to_king if kind == "K" else to_rook):
                continue
            letters = {to_king: "K" if side == 0 else "k", to_rook: "R" if side == 0 else "r"}
            ends = all(not left >> s & 1 or self.men[s] == letter for s, letter in letters.items())
            if ends and not any(left >> s & 1 for s in array.way(right) - set(letters)):
                return True
        return False

    def _lawful(self, square, start, kind, side, left):
        men = self.men
        own, other = men.index("Kk"[side]), men.index("kK"[side])
        straight_from_fourth = kind == "P" and rank_of(square, side) == 4 and start % 8 == square % 8
        if left >> other & 1 and not straight_from_fourth and touches(kind, side, start) >> other & 1:
            return False
        is_king = men[square] in "Kk"
        if (is_king or left >> own & 1) and self._shown(square, start, own, side, left):
            return False
        if is_king:
            then = left & ~(1 << square) | 1 << start
            for enemy in bits(left):
                if self._is_enemy(enemy, side) and self._touches(enemy, start):
                    if not self.can_take_back(enemy, then, False):
                        return False
        return True

    def _is_enemy(self, square, side):
        return self.men[square] != EMPTY and self.men[square].isupper() != (side == 0)

    def _touches(self, enemy, square):
        letter = self.men[enemy]
        return touches(letter.upper(), 0 if letter.isupper() else 1, enemy) >> square & 1

    def _shown(self, square, start, king, side, left):
        """Would an enemy man of L attack the own king after the move?"""
        open_squares = set(between(start, square) or ()) | {start}
        for enemy in bits(left):
            if not self._is_enemy(enemy, side):
                continue
            if self._touches(enemy, king):
                return True
            kind = self.men[enemy].upper()
            if kind in "QRB":
                line = in_line(kind, enemy, king)
                if line is not None and all(s in open_squares for s in line):
                    return True
        return False
