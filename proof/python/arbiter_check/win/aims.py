"""What the attacker wants: the two ways of winning, and the aims of problems."""

from .. import moves
from ..board import EMPTY, WHITE, light
from ..looks import ANSWER, SEARCH

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
    is_win = True
    reflex = by_defender = False

    def __init__(self, rules):
        self.rules = rules
        self.by_checkmate = not rules.taken
        self._won = {}

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

    def needs_no_node(self, after, plies, looks):
        """Is it shown without a node that the attacker does not win, the defender being to move?"""
        if plies is None:
            return False
        return plies <= 1 or plies <= 3 and self.is_met(after, looks)

    def is_met(self, position, looks):
        """Is there, looking at them in order, an answer after which no move wins at once, or no answer?"""
        looks.spend(SEARCH)
        playable = dict(self.playable(position))
        for move in sorted(
            moves.pseudo_legal(position, self.rules), key=lambda m: moves.order(m, self.rules)
        ):
            looks.spend(ANSWER)
            if move not in playable:
                continue
            if moves.takes_royal(position, move, self.rules):
                return True
            looks.pay(playable[move])
            if not self.wins_at_once(playable[move]):
                return True
        return not playable

    def wins_at_once(self, position):
        """Does a move of the attacker win at once?"""
        key = position.key()
        if key not in self._won:
            self._won[key] = self._has_winning(position)
        return self._won[key]

    def _has_winning(self, position):
        if self.rules.taken:
            played = moves.pseudo_legal(position, self.rules)
            return any(moves.takes_royal(position, move, self.rules) for move in played)
        return any(self._mates(position, move) for move in moves.pseudo_legal(position, self.rules))

    def _mates(self, position, move):
        after = moves.play(position, move)
        if not moves.in_check(after, self.rules) or not moves.safe(position, move, self.rules, after):
            return False
        return not moves.has_move(after, self.rules)


class Aim:
    """Stalemate, selfmate or reflexmate, in games won by checkmate."""

    by_checkmate = is_win = False

    def __init__(self, rules, name):
        self.rules, self.name = rules, name
        self.reflex, self.by_defender = name == "reflexmate", name != "stalemate"
        self.least = 2 if self.by_defender else 1

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
        return self.by_defender and cannot_mate(position.men, 1 - position.side)

    def needs_no_node(self, after, plies, looks):
        """Is it shown without a node that there is an answer to meet, or that the aim is missed?"""
        short = plies is not None and plies <= self.least
        if self.by_defender:
            looks.pay(after)
        missed, answers = self.meets(after)
        return missed or short and answers != []
