"""Fresh certificates: positions of random play, and what the program writes about them."""

import json
import os
import subprocess
import tempfile

from arbiter_check import moves
from arbiter_check.board import EMPTY
from arbiter_check.legality.array import Array
from arbiter_check.legality.game import initial
from arbiter_check.position import Position, write_men
from arbiter_check.rulesets import RULES, STANDARD


def fen(position, rules=STANDARD):
    """The text of a position (arrays other than the usual one do not occur)."""
    text = f"{write_men(position.men, rules.size)} {'wb'[position.side]}"
    if rules.name != "standard":
        return text
    names = (("K", (0, 7)), ("Q", (0, 0)), ("k", (1, 63)), ("q", (1, 56)))
    rights = "".join(letter for letter, pair in names if pair in position.rights) or "-"
    square = (
        "-" if position.passant is None else "abcdefgh"[position.passant % 8] + str(position.passant // 8 + 1)
    )
    return f"{text} {rights} {square}"


def played(dice, plies):
    """A position of random play; captures are preferred a little."""
    position = initial(Array())
    for _ in range(plies):
        choices = list(moves.playable(position, STANDARD))
        if not choices:
            break
        takes = [choice for choice in choices if position.men[choice[0].end] != EMPTY]
        position = dice.choice(takes if takes and dice.random() < 0.4 else choices)[1]
    return position


def spoiled(dice, position):
    """The position with one man moved, added or exchanged: often it cannot arise."""
    men = position.men[:]
    squares = [s for s in range(64) if men[s] not in (EMPTY, "K", "k")]
    empty = [s for s in range(8, 56) if men[s] == EMPTY]
    square, goal = dice.choice(squares), dice.choice(empty)
    kind = dice.randrange(3)
    if kind == 0:
        men[goal], men[square] = men[square], EMPTY
    elif kind == 1:
        men[goal] = dice.choice("QRBNPqrbnp")
    else:
        men[square] = dice.choice("QRBNqrbn")
    return fen(Position(men, position.side))


def scattered(dice, rules, letters):
    """Men thrown on a board."""
    squares = dice.sample(rules.geometry.squares, len(letters))
    men = [EMPTY] * 64
    for square, letter in zip(squares, letters):
        if letter in "Pp" and square // 8 in (0, rules.size - 1):
            continue
        men[square] = letter
    text = f"{write_men(men, rules.size)} {dice.choice('wb')}"
    return text + " - -" if rules.name == "standard" else text


def blocked(dice):
    """Pawns that block each other on several files, with kings and perhaps a bishop."""
    men = [EMPTY] * 64
    files = dice.sample(range(8), dice.randrange(3, 7))
    for file in files:
        rank = dice.randrange(2, 5)
        men[8 * rank + file], men[8 * rank + 8 + file] = "P", "p"
    empty = [s for s in range(64) if men[s] == EMPTY]
    kings = dice.choice([s for s in empty if s // 8 < 2]), dice.choice([s for s in empty if s // 8 > 5])
    men[kings[0]], men[kings[1]] = "K", "k"
    if dice.random() < 0.5:
        men[dice.choice([s for s in empty if men[s] == EMPTY])] = dice.choice("Bb")
    return fen(Position(men, dice.randrange(2)))


def promoted(dice):
    """The men of both sides, most of their pawns promoted and few of them captured, thrown on the board."""
    letters = "KQRRBBNNkqrrbbnn"
    for _ in range(8):
        letters += dice.choice("PPQRBN") + dice.choice("ppqrbn")
    gone = dice.sample(range(2, len(letters)), dice.randrange(6))
    kept = [letter for place, letter in enumerate(letters) if place not in gone or letter in "Kk"]
    return scattered(dice, STANDARD, kept)


def crowded(dice):
    """Any men anywhere, for the five rules."""
    men = [EMPTY] * 64
    for letter in "Kk" + "".join(dice.choice("PPPPpppQRBNqrbnKk") for _ in range(dice.randrange(4, 30))):
        men[dice.randrange(64)] = letter
    return f"{write_men(men)} w"


# Of `kernel` and `confined-columns`, whose cases hardly any other position has; each for several mutants.
RARE = (
    "q2R3N/k2nK2p/bPR2Q1q/2r4N/rr2B2P/3BbN1p/r3q1q1/2Q2n1b b - - 0 1",
    "1rkQ1r2/b5p1/1nnRrRN1/pRNN4/B4Nb1/1bn1PNP1/3K4/1qn2r2 b - - 0 1",
    "rqB1k2q/BbpN4/3n1N2/qr2P1p1/1pP1PN2/bB1B2KP/6R1/R4B1Q b q - 0 1",
    "nnr3Bn/3P1q1Q/QB1rR1b1/1P2RbrN/K3pk2/R1N2q2/3bQ1P1/4B3 b - - 0 1",
)

# Closures of which some positions are listed, with and without ghosts.
LISTED = (
    "6kB/p1PP2P1/P5P1/1p6/8/1K6/1P6/8 w - -",
    "1b3kBR/4pP1P/1p1pP2P/1P1P4/7p/6pP/K3B1P1/8 b - -",
    "1k6/1p4p1/1b1b2P1/6b1/1p1p4/1P1Pp1bp/4Pp1p/1B3Kbr b - -",
)


def ask(program, words, positions):
    """The certificates that the program writes about positions."""
    with tempfile.NamedTemporaryFile("w", suffix=".fen", delete=False) as out:
        out.write("\n".join(positions) + "\n")
    try:
        run = subprocess.run(
            [program, words[0], out.name, *words[1:], "--certificate", "-j1"],
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        os.unlink(out.name)
    found = []
    for line in run.stdout.splitlines():
        if line.startswith('{"format"') and len(line) < 30000:
            found.append(json.loads(line))
    return found


def certificates(program, dice, scale=1):
    """About a thousand certificates of all questions."""

    def some(number, make):
        return [make() for _ in range(int(number * scale))]

    def play(low, high):
        return played(dice, dice.randrange(low, high))

    made = ask(program, ["status"], some(220, lambda: fen(play(4, 120))))
    for name, letters in (
        ("simplified", "QqRrBn"),
        ("simplified-pawns", "QqRrPp"),
        ("gardner", "KkRqPp"),
        ("los-alamos", "KkQrNp"),
        ("pawnless", "KkQrBn"),
    ):
        rules = RULES[name]
        boards = some(24, lambda rules=rules, letters=letters: scattered(dice, rules, letters))
        made += ask(program, ["status", "--rules", name], boards)
        if name != "pawnless":
            made += ask(program, ["win", "--rules", name, "--within", "3", "--time", "2s"], boards[:16])
    made += ask(program, ["reach", "--by", "rules"], some(40, lambda: crowded(dice)))
    made += ask(program, ["reach", "--by", "rules"], some(20, lambda: spoiled(dice, play(10, 100))))
    made += ask(program, ["reach", "--time", "500ms"], some(60, lambda: fen(play(2, 40))))
    made += ask(program, ["reach", "--time", "500ms"], some(160, lambda: spoiled(dice, play(0, 30))))
    made += ask(program, ["reach", "--time", "300ms"], some(80, lambda: scattered(dice, STANDARD, "KkRP")))
    made += ask(program, ["reach", "--time", "300ms"], some(40, lambda: scattered(dice, STANDARD, "KkQBNrp")))
    made += ask(program, ["reach", "--time", "300ms"], some(160, lambda: promoted(dice)))
    made += 8 * ask(program, ["reach", "--time", "5s"], RARE)
    made += ask(program, ["reach", "--time", "1s", "--shortest"], some(24, lambda: fen(play(1, 7))))
    made += ask(program, ["retro", "--time", "300ms"], some(6, lambda: fen(play(3, 16))))
    men = ("KkP", "KkR", "KkBp", "KkNp", "KkQ", "KkRr", "KkPp", "KkBBp")
    ending = lambda: scattered(dice, STANDARD, dice.choice(men))  # noqa: E731
    made += ask(program, ["dead", "--time", "500ms"], some(60, ending))
    made += ask(program, ["dead", "--time", "500ms"], some(30, lambda: blocked(dice)))
    made += ask(program, ["dead", "--time", "5s"], LISTED)
    made += ask(program, ["win", "--mate", "2", "--time", "2s"], some(60, ending))
    problem = ["win", "--tries", "--set-play", "--tree", "--time", "2s"]
    made += ask(program, [*problem, "--mate", "2"], some(20, ending))
    for text in ("h#1", "h#1.5", "ser-#2", "h=1", "s#1", "r#1", "=1", "=2", "ser-h#2"):
        made += ask(program, ["win", "--stipulation", text, "--time", "2s"], some(10, ending))
    for text in ("h#1", "h=1.5", "h#2"):
        made += ask(program, ["win", "--stipulation", text, "--set-play", "--time", "2s"], some(8, ending))
    for text in ("s#2", "r#1", "=2"):
        made += ask(program, [*problem, "--stipulation", text], some(6, ending))
    return made
