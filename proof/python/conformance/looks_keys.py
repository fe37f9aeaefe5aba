"""What moves of keys cost: 128 each, and 64 for each pseudo-legal move of the position that one leads to."""

import json

from arbiter_check import moves
from arbiter_check.position import read
from arbiter_check.rulesets import RULES
from arbiter_check.win.aims import Win

from .keys import LOYD, SEVEN
from .looks_edge import fits, just, narrow, padded, varied
from .looks_price import (
    ANSWER,
    COINS,
    SEARCH,
    Reading,
    answers,
    claimed,
    count,
    keys_cost,
)
from .looks_readings import all_but, en_passant, ends, four_pieces, legal, of_other_side
from .made import ask, certificate, demand, no_win
from .purse import purse

# Mates in one, after which there are moves that are not legal.
RANK = "b5k1/n4ppp/8/8/8/8/8/4R1K1 w - -"
ROOKS = "6k1/r4ppp/8/8/8/8/8/4R1K1 w - -"
PROMOTING = "6k1/5ppp/8/8/8/8/p7/4R1K1 w - -"
CASTLING = "4k2r/8/4K3/8/8/8/8/Q7 w k -"
CHESS960 = "6kr/8/6K1/8/8/8/8/Q7 w k -"
PASSANT = "8/8/8/8/3p4/2R4K/k3P2Q/7Q w - -"


def cases(made):
    """Adds the cases."""
    _costs(made)
    _counts(made)
    _claims(made)
    _small(made)


def _mated(text, name="standard"):
    """A win at once with all its keys."""
    rules, position = RULES[name], read(text, RULES[name])
    win = Win(rules)
    keys = [moves.write(move) for move, after in win.playable(position) if win.at_once(position, move, after)]
    claim = {"answer": "win", "plies": 1, "keys": {"plies": 1, "moves": keys}}
    return certificate("win", text, claim, {"strategy": [[text, 1, keys[0]]], "refutation": []}, name)


def _by(counted):
    """Counts other moves."""
    return lambda position, move, after, rules: SEARCH + ANSWER * counted(after, rules)


def _castles(_, move, __):
    return move.rook is not None


def _before(position, _, __, rules):
    return SEARCH + ANSWER * count(position, rules)


def _unless(free):
    """Some moves cost nothing."""

    def keyed(position, move, after, rules):
        return 0 if free(position, move, after, rules) else answers(position, move, after, rules)

    return keyed


def _at_once(position, move, after, rules):
    return Win(rules).at_once(position, move, after)


def _later(*move):
    return not _at_once(*move)


def _caught(made, *readings):
    """Each of these readings errs in one of the last two cases."""
    last = [json.loads(case["certificate"]) for case in made.cases[-2:]]
    for reading in readings:
        demand(any(fits(case) != fits(case, Reading(**reading)) for case in last))


def _costs(made):
    seven = ask("win", SEVEN, "--mate", "2", "--keys")[0]
    demand(len(seven["claim"]["keys"]["moves"]) == 7)
    for number in (0, 3):
        why = "seven keys, of which one mates at once, each cost 128 and 64 for each move after it"
        just(made, f"keys-paid-limit-{number}", why, seven, number)
        _caught(
            made,
            {"keyed": lambda *_: 0},
            {"keyed": lambda *key: answers(*key) - SEARCH},
            {"keyed": lambda *_: SEARCH},
            {"keyed": _by(legal)},
            {"paid": lambda own, entries: [[*claim, keys[:1]] for *claim, keys in own + entries]},
            {"wrong": "apart"},
        )
    # Nor does the strategy pay, which could.
    demand(keys_cost(seven) < purse(seven["evidence"]["strategy"]))
    narrow(made, "keys-paid-at-once", "a key that wins at once costs as others do", _mated(RANK),
           keyed=_unless(_at_once))  # fmt: skip
    three = ask("win", LOYD, "--mate", "3", "--keys")[0]
    why = "a key that does not win at once costs as one that does"
    narrow(made, "keys-paid-later", why, three, keyed=_unless(_later))
    why = "moves after the key are counted, not before it"
    narrow(made, "keys-paid-before", why, _mated(CASTLING), keyed=_before)
    why = "moves of the side that is to move after the key are counted"
    narrow(made, "keys-paid-side", why, _mated(PROMOTING), keyed=_by(of_other_side))


def _counts(made):
    why = "pseudo-legal moves are counted after a key"
    narrow(made, "keys-paid-pseudo-legal", f"{why}, though none is legal", _mated(ROOKS), keyed=_by(legal))
    castling, passant = _by(all_but(_castles)), _by(all_but(en_passant))
    narrow(made, "keys-paid-promotions", f"{why}, each choice of piece", _mated(PROMOTING), keyed=_by(ends))
    narrow(made, "keys-paid-castling", f"{why}, castling out of check too", _mated(CASTLING), keyed=castling)
    narrow(made, "keys-paid-chess960", f"{why}, in Chess960 too", _mated(CHESS960), keyed=castling)
    narrow(made, "keys-paid-en-passant", f"{why}, capturing en passant too", _mated(PASSANT), keyed=passant)


def _claims(made):
    rank, other = (claimed(_mated(text))[0] for text in (RANK, CASTLING))
    case, why = _mated(RANK), "moves of variations cost as those of keys do"
    narrow(made, "keys-paid-variations", why, varied(case, [other]), paid=lambda own, _: own)
    none = varied(no_win(COINS[-2], 1, []), [rank])
    narrow(made, "keys-paid-no-win", f"{why}, beside no win, too", none, paid=lambda own, _: own)
    why = "moves of keys cost as those of variations do"
    narrow(made, "keys-paid-keys", why, varied(_mated(CASTLING), [rank]), paid=lambda _, entries: entries)
    why = "a variation costs as often as it is repeated"
    narrow(made, "keys-paid-repeated", why, varied(case, [other] * 2), paid=_once)
    why = "a variation that says what keys say costs as well"
    narrow(made, "keys-paid-again", why, varied(case, [rank]), paid=_once)
    many = padded(varied(case, [rank] * 90), 0)
    demand(keys_cost(many) > purse(many["evidence"]["strategy"]))
    why = "the refutation pays for keys, not the strategy, which would pay less"
    made.odd("keys-paid-strategy", why, many)


def _once(own, entries):
    """Each claim once."""
    return [claim for at, claim in enumerate(own + entries) if claim not in (own + entries)[:at]]


def _small(made):
    case = _mated("q1nr/4/4/Q3 w", "simplified")
    why = "after a key that captures the royal, moves of the side without it are counted"
    just(made, "keys-paid-royal", why, case)
    _caught(made, {"keyed": _unless(_at_once)}, {"keyed": lambda *_: SEARCH}, {"keyed": _by(of_other_side)})
    why = "after a key, too, pawns become one of three pieces"
    case = _mated("k5/pp4/6/6/5p/1K2R1 w", "los-alamos")
    narrow(made, "keys-paid-los-alamos", why, case, keyed=_by(four_pieces))
