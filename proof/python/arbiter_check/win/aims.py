"""What the attacker wants: the two ways of winning, and the aims of problems."""

from .. import moves
from ..board import EMPTY, WHITE, light

AIMS = ("stalemate", "selfmate", "reflexmate")


def cannot_mate(men, side):
    """A king alone, or against a king alone one knight, or bishops on squares of one colour."""
    own, other, bishops = [], 0, []
    for square, letter in enumerate(men):
        if letter == EMPTY:
            continue
        if (letter.isupper()) == (side == WHITE):
            kind = letter.upper()
            if kind == "B":
                bishops.append(light(square))
            if kind != "K":
                own.append(kind)
        elif letter not in "Kk":
            other += 1
    if not own:
        return True
    if other:
        return False
    return own == ["N"] or len(bishops) == len(own) and len(set(bishops)) == 1


class Win:
    """The royal captured, or checkmate."""

    least = 1
    reflex = False

    def __init__(self, rules):
        self.rules = rules
        self.by_checkmate = not rules.taken
        self._lost = {}

    def playable(self, position):
        """Moves with the positions after them."""
        return list(moves.playable(position, self.rules))

    def at_once(self, position, move, after):
        """Does the attacker's move win at once?"""
        if self.rules.taken:
            return moves.takes_royal(position, move, self.rules)
        return moves.checkmated(after, self.rules)

    def meets(self, after):
        """The answers after a move that does not win at once: is the aim missed, and those to meet."""
        answers = self.playable(after)
        if not answers:
            return True, []
        if self.rules.taken and any(moves.takes_royal(after, move, self.rules) for move, _ in answers):
            return True, answers
        return False, answers

    def hopeless(self, position):
        """Is a position with the attacker to move held for any number by the men?"""
        return not self.rules.taken and cannot_mate(position.men, position.side)

    def needs_no_node(self, after, plies, depth=3):
        """Is it shown without a node that the attacker does not win, the defender being to move?"""
        if plies is None:
            return False
        if plies <= 1:
            return True
        return plies <= depth and not self.defender_loses(after, plies)

    def defender_loses(self, position, plies):
        """Does the attacker win within so many plies, the defender, not checkmated, being to move?"""
        if plies < 2:
            return False
        if not self.rules.taken and cannot_mate(position.men, 1 - position.side):
            return False
        key = position.key()
        known = self._lost.get((key, plies))
        if known is None:
            known = self._search(position, plies)
            self._lost[(key, plies)] = known
        return known

    def _search(self, position, plies):
        missed, answers = self.meets(position)
        if missed:
            return False
        return all(self.attacker_wins(after, plies - 1) for _, after in answers)

    def attacker_wins(self, position, plies):
        """Does the attacker, to move, win within so many plies?"""
        if plies < 1:
            return False
        mine = []
        for move in moves.pseudo_legal(position, self.rules):
            if self.rules.taken:
                if moves.takes_royal(position, move, self.rules):
                    return True
                mine.append((move, None))
                continue
            after = moves.play(position, move)
            checks = moves.in_check(after, self.rules)
            if not checks and plies < 3:
                continue
            if not moves.safe(position, move, self.rules, after):
                continue
            if checks and not moves.has_move(after, self.rules):
                return True
            mine.append((move, after))
        if plies < 3:
            return False
        return any(
            self.defender_loses(after or moves.play(position, move), plies - 1) for move, after in mine
        )


class Aim:
    """Stalemate, selfmate or reflexmate, in games won by checkmate."""

    by_checkmate = False

    def __init__(self, rules, name):
        self.rules, self.name = rules, name
        self.least = 1 if name == "stalemate" else 2
        self.reflex = name == "reflexmate"

    def playable(self, position):
        """Moves with the positions after them."""
        return list(moves.playable(position, self.rules))

    def mates(self, position):
        """Does a move of the side to move give checkmate?"""
        return any(moves.checkmated(after, self.rules) for _, after in self.playable(position))

    def at_once(self, position, move, after):
        """Is nothing to be met after the move, and the aim not missed?"""
        return self.meets(after) == (False, [])

    def meets(self, after):
        """With the defender to move: is the aim missed, and the answers to meet."""
        answers = self.playable(after)
        if not answers:
            reached = self.name == "stalemate" and not moves.in_check(after, self.rules)
            return not reached, []
        if self.name == "stalemate":
            return False, answers
        quiet = [(m, p) for m, p in answers if not moves.checkmated(p, self.rules)]
        if self.name == "reflexmate" and len(quiet) < len(answers):
            return False, []
        return False, quiet

    def hopeless(self, position):
        """Is a position with the attacker to move held for any number by the men?"""
        return self.name != "stalemate" and cannot_mate(position.men, 1 - position.side)

    def needs_no_node(self, after, plies):
        """Is it shown without a node, there being an answer to meet?"""
        return plies is not None and plies <= self.least
