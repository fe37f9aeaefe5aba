"""One position of a closure with ghosts: what its men and ghosts can do."""

from .. import moves
from ..board import EMPTY, GEOMETRY, NAMES, attackers, light
from ..board import man as letter_of
from ..errors import demand
from ..legality.lemmas.masks import between, in_line
from ..position import Position
from ..rulesets import STANDARD
from .sets import QUEEN_KNIGHT, bits, stepped_over

RULE = "ghosts"
BOARD = GEOMETRY[8]


class View:
    """One position of men on the board, with the ghosts."""

    def __init__(self, all_ghosts, position):
        self.all, self.position, self.men = all_ghosts, position, position.men
        self.empty = 0
        self.own = [0, 0]
        for square, letter in enumerate(self.men):
            if letter == EMPTY:
                self.empty |= 1 << square
            else:
                self.own[0 if letter.isupper() else 1] |= 1 << square
        self.kings = [1 << self.men.index("K"), 1 << self.men.index("k")]

    def _crossed_by_men(self, side):
        """Squares that pawns on the board cross, each with the square of the pawn."""
        found = {}
        for file in range(8):
            second, fourth, crossed = stepped_over(side, file)
            if (
                self.men[fourth] == letter_of("P", side)
                and self.empty >> second & 1
                and self.empty >> crossed & 1
            ):
                found[crossed] = fourth
        return found

    def captures(self, ghost):
        """The squares that a pawn can capture on."""
        enemy = 1 - ghost.side
        prey = self.own[enemy] & ~self.kings[enemy] | self.all.sets[enemy] | self.all.crossed[enemy]
        for crossed in self._crossed_by_men(enemy):
            prey |= 1 << crossed
        found = 0
        for square in bits(ghost.stays & self.empty):
            found |= ghost.steps(square) & prey
        return found & ~self.own[ghost.side] & ~self.kings[enemy]

    def _ahead(self, ghost):
        found = 0
        for square in bits(ghost.stays & self.empty):
            ahead = ghost.ahead(square)
            if ahead is not None and self.empty >> ahead & 1 and not self._barred(ghost, ahead):
                found |= 1 << ahead
        return found

    def _barred(self, ghost, ahead):
        """Is an enemy pawn that is kept in the way?"""
        if not ghost.on_file:
            return False

        def beyond(a, b):
            return a > b if ghost.side == 0 else a < b

        for enemy in self.all.of[1 - ghost.side]:
            if enemy.kept and enemy.square % 8 == ghost.square % 8 and beyond(enemy.square, ghost.square):
                if not any(beyond(square, ahead) for square in bits(enemy.stays)):
                    return True
        return False

    def goes(self, ghost):
        """Squares it can go to: as it is, and once promoted."""
        closed = self.own[ghost.side] | self.kings[1 - ghost.side]
        if ghost.kind != "P":
            found = 0
            for square in bits(ghost.stays & self.empty):
                found |= ghost.steps(square)
            return found & ~closed, 0
        promoted = 0
        for square in bits(ghost.promoted & self.empty):
            promoted |= QUEEN_KNIGHT[square]
        return self.captures(ghost) | self._ahead(ghost), promoted & ~closed

    def check_sets(self):
        """3: the sets have the squares that the ghosts can go to."""
        for ghost in self.all.ghosts:
            stays, promoted = self.goes(ghost)
            if ghost.kind == "P":
                promoted |= ghost.stays & ghost.last_rank
            demand(
                not stays & ~ghost.stays and not promoted & ~ghost.promoted,
                RULE,
                f"{NAMES[ghost.square]}: it can leave its sets",
            )

    def check_kept(self, moved):
        """4: what has moved captures no pawn that is kept. `moved` is (squares, goes ahead)."""
        squares, ahead = moved
        if ahead:
            return
        for ghost in self.all.of[1 - self.position.side]:
            if ghost.kept:
                demand(
                    not squares & (ghost.stays | ghost.crosses),
                    RULE,
                    f"{NAMES[ghost.square]}: it may be captured",
                )

    def moves(self):
        """Positions after moves; squares left empty (None if a ghost has moved); what came where."""
        yield from self._men_move()
        yield from self._ghosts_move()

    def _men_move(self):
        side, men = self.position.side, self.men
        for move in moves.pseudo_legal(self.position, STANDARD):
            emptied = [move.start]
            pawn = men[move.start] in "Pp"
            if (
                pawn
                and move.end == self.position.passant
                and men[move.end] == EMPTY
                and move.start % 8 != move.end % 8
            ):
                emptied.append(move.end + (-8 if side == 0 else 8))
            ahead = pawn and move.start % 8 == move.end % 8
            yield moves.play(self.position, move), emptied, (1 << move.end, ahead)
        enemy = 1 - side
        prey = (self.all.sets[enemy] | self.all.crossed[enemy]) & self.empty
        if self.position.passant is not None:
            prey &= ~(1 << self.position.passant)
        for start in range(64):
            if men[start] != letter_of("P", side):
                continue
            for end in BOARD.pawn_attacks[side][start]:
                if not prey >> end & 1:
                    continue
                emptied = [start]
                if self.all.crossed[enemy] >> end & 1:
                    emptied.append(end + (-8 if side == 0 else 8))
                kinds = "qrbn" if end // 8 == (7 if side == 0 else 0) else [""]
                for kind in kinds:
                    made = men[:]
                    made[start] = EMPTY
                    made[end] = letter_of(kind.upper(), side) if kind else men[start]
                    yield Position(made, enemy), emptied, (1 << end, False)

    def _ghosts_move(self):
        side = self.position.side
        enemy = 1 - side
        can_move, taken, came = False, 0, 0
        crossing = self._crossed_by_men(enemy)
        victims = set()
        for ghost in self.all.of[side]:
            stays, promoted = self.goes(ghost)
            if not stays | promoted:
                continue
            can_move = True
            capture = (self.captures(ghost) if ghost.kind == "P" else stays) | promoted
            came |= capture
            taken |= capture & self.own[enemy]
            if ghost.kind == "P":
                victims |= {
                    fourth for crossed, fourth in crossing.items() if self.captures(ghost) >> crossed & 1
                }
        if not can_move:
            return
        victims |= set(bits(taken & ~self.kings[enemy]))
        yield Position(self.men[:], enemy), None, (came, False)
        for square in victims:
            made = self.men[:]
            made[square] = EMPTY
            yield Position(made, enemy), None, (came, False)

    def check_given(self, emptied):
        """5, here the defender is to move: may it be in check by the attacker's move?"""
        side = self.position.side
        king = self.men.index(letter_of("K", side))
        if attackers(self.men, BOARD, king, 1 - side):
            return True
        if emptied is None:
            return any(ghost.attacks(self.empty) >> king & 1 for ghost in self.all.of[1 - side])
        return any(self._opened(square, king) for square in emptied)

    def _opened(self, square, king):
        if square == king or self.men[square] != EMPTY:
            return False
        for ghost in self.all.of[1 - self.position.side]:
            kind, there = (ghost.kind, ghost.stays) if ghost.kind != "P" else ("Q", ghost.promoted)
            if kind == "N" or not there:
                continue
            line = in_line(kind, king, square)
            if line is None or any(self.men[s] != EMPTY for s in line):
                continue
            step = (square - king) // (len(line) + 1)
            following = square + step
            near = 0 <= following < 64 and abs(following % 8 - square % 8) <= 1
            if near and self.empty >> following & 1 and there >> following & 1:
                return True
        return False

    def has_reply(self):
        """Is there a reply wherever the ghosts are?"""
        side = self.position.side
        goals = set()
        for move in moves.pseudo_legal(self.position, STANDARD):
            if not self._over_sets(move) and move.end not in goals and self._out_of_check(move, side):
                goals.add(move.end)
        own = self.all.of[side]
        # Where a man on the board stands there is no ghost.
        if any(self.position.men[goal] != EMPTY or not self.all.sets[side] >> goal & 1 for goal in goals):
            return True
        for among in (goals, {g for g in goals if light(g)}, {g for g in goals if not light(g)}):
            squares = sum(1 << goal for goal in among)
            if len(among) > sum(1 for ghost in own if ghost.sets & squares):
                return True
        return False

    def _over_sets(self, move):
        letter = self.men[move.start]
        way = between(move.start, move.end) if letter not in "Nn" else []
        if letter in "Pp" and move.start % 8 == move.end % 8:
            way = [*way, move.end]
        return any(self.all.any_set >> s & 1 for s in way)

    def _out_of_check(self, move, side):
        after = View(self.all, moves.play(self.position, move))
        king = after.men.index(letter_of("K", side))
        if attackers(after.men, BOARD, king, 1 - side):
            return False
        return not any(ghost.attacks(after.empty) >> king & 1 for ghost in self.all.of[1 - side])
