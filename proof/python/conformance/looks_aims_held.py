"""What is looked at where another aim is to be held: stalemates, and whatever misses a selfmate or reflexmate."""

import json

from arbiter_check import moves
from arbiter_check.position import read
from arbiter_check.rulesets import RULES, STANDARD
from arbiter_check.win.aims import Aim

from .looks_aims import MORE, QUIET, aim_entries, aim_missed, aim_reached, exactly
from .looks_edge import REFUTATION, VARIATIONS, spare, varied
from .looks_help import STILL, WIDER
from .looks_help_edge import DEAREST, turned
from .looks_price import (
    BASE,
    COINS,
    DOCUMENT,
    STUCK_NOW,
    Reading,
    claims_to_hold,
    keys_cost,
)
from .looks_readings import all_but, legal, of_other_side, unsafe_castling, with_king
from .made import changed, demand
from .purse import purse

END = 208
# One move stalemates, after which there are 3 and 11 pseudo-legal moves.
STALEMATES = (
    ("8/6K1/6Q1/8/8/8/8/7k w - -", "g6g3"),
    ("7k/8/4K3/8/3R4/2n5/2Q5/Q7 w - -", "d4g4"),
)
# White steps aside and back, and so does Black.
ASIDE = "2r1k3/8/8/8/8/p7/P7/K7 w - -"
ASIDE_NODES = [
    ["2r1k3/8/8/8/8/p7/P7/1K6 b - -", None, "e8e7"],
    ["2r5/4k3/8/8/8/p7/P7/K7 b - -", None, "e7e8"],
]
# White has few moves, and Black many.
FEW = "8/b7/6P1/8/k6n/1b5K/6q1/3q4 w - -"
PINNED = "4r3/8/8/8/8/k7/4R3/4K3 w - -"
CHESS960 = "2r4k/8/8/8/8/8/8/RK6 w Q -"
PAWNLESS = "k7/8/8/8/8/8/8/R3K3 w"
# Both moves stalemate, and so they do after the move that a node names.
STALE = "8/8/8/8/1p6/KP6/2Q5/k7 w - -"
STALE_AFTER = ["8/8/8/1p6/8/KP6/2Q5/k7 b - -", None, "b5b4"]
STALE_NODES = ["8/8/8/8/Kp6/1P6/2Q5/k7 b - -", "8/8/8/8/1K6/1P6/2Q5/k7 b - -"]
# One move, which stalemates a king that could only step beside the other; one, which mates; and one of either kind.
STALE_BESIDE = "4R3/8/8/8/8/2N1p3/4P1R1/k1rK4 w - -"
MATES = "k7/1p2Q3/KP6/4r3/8/1q6/8/8 w - -"
EITHER = "8/4R3/8/2B4p/7P/p5Qr/P6K/5k2 w - -"


def total(case, reading=DOCUMENT):
    """What a certificate's looks and keys cost the refutation, as some reader reads it; keys are of stalemates."""
    rules, wrong, evidence = RULES[case["rules"]], reading.wrong, case["evidence"]
    aim, nodes, seen = Aim(rules, case["claim"]["aim"]), {}, []
    asked = [(read(text, rules), plies, keys) for text, plies, keys in claims_to_hold(case)]
    cost = keys_cost(case, reading)
    for text, plies, move in evidence["refutation"]:
        position = read(text, rules)
        nodes[position.key()] = plies
        if move is None:
            continue
        if aim.by_defender:
            cost += reading.look(position, rules)
        if wrong != "nodes":
            asked.append((moves.find(position, move, rules)[1], None if plies is None else plies - 1, ()))
    for position, plies, keys in asked:
        if plies is None and wrong == "ever" or wrong == "once" and (position.key(), plies) in seen:
            continue
        seen.append((position.key(), plies))
        if plies is not None and plies < aim.least and wrong != "none-left" or aim.hopeless(position):
            continue
        if aim.by_defender:
            cost += _mates(aim, position, plies, nodes, reading)
        else:
            times = {"free": 0, "keys": 0 if keys else 1, "keys-too": 1 + len(keys)}.get(wrong, 1)
            cost += times * _stalemates(position, rules, reading)
    if wrong == "strategy":
        cost += sum(_stalemates(read(text, rules), rules, reading) for text, _, _ in evidence["strategy"])
    return cost


def _stalemates(position, rules, reading=DOCUMENT):
    if reading.wrong == "wins":
        return reading.look(position, rules)
    return BASE + END * reading.counted(position, rules)


def _mates(aim, position, plies, nodes, reading):
    """What is looked at where a selfmate or reflexmate is to be held."""
    wrong, cost = reading.wrong, reading.look(position, aim.rules) if aim.reflex else 0
    if aim.reflex and aim.mates(position) and wrong != "mates":
        return cost
    for _, after in aim.playable(position):
        listed = nodes.get(after.key(), -1)
        enough = (
            listed is None or plies is not None and (listed >= plies - 1 or listed >= 0 and wrong == "any")
        )
        if enough and wrong != "listed" or wrong == "short" and (plies is None or plies > 3):
            continue
        if wrong != "mated" or not moves.in_check(after, aim.rules) or moves.has_move(after, aim.rules):
            cost += reading.look(after, aim.rules)
    return cost


def fits(case, reading=DOCUMENT):
    """May the looks cost what they do?"""
    return total(case, reading) <= purse(case["evidence"]["refutation"])


def _fillers(case):
    """Entries of variations that need no nodes, by what they cost."""
    rules, texts = RULES[case["rules"]], (*COINS, *MORE, STUCK_NOW)
    aim = Aim(rules, case["claim"]["aim"])
    if aim.by_defender:
        return aim_entries(aim, texts[:-1])[0]
    if rules != STANDARD:
        texts = [text[:-4] for text in texts if "p" not in text.split()[0].lower()]
    return {_stalemates(read(text, rules), rules): [text, 1, []] for text in texts}


def filled(case, more=0):
    """With as few nodes that are not needed as will do, and looks that cost just what all pay, or so much more."""
    for number in range(3):
        nodes = case["evidence"]["refutation"] + spare(number)
        full = changed(case, (REFUTATION, nodes))
        entries = exactly(_fillers(case), purse(nodes) + more - total(full))
        if entries is not None:
            full = varied(full, entries)
            demand(total(full) == purse(nodes) + more)
            return full
    raise RuntimeError("these are other positions")


def _edge(made, name, why, case, *readings):
    """What may be, and one unit more: each of these readings errs in one of them."""
    just, more = filled(case), filled(case, 16)
    made.good(name, f"{why}: just what looks may cost", just)
    made.trap(f"{name}16", f"{why}: 16 more than looks may cost", more)
    for reading in readings:
        demand(not fits(just, reading) or fits(more, reading))


def _narrow(made, name, why, case, **reading):
    """What another reader would judge otherwise, with other entries beside."""
    reading = Reading(**reading)
    true, other = total(case), total(case, reading)
    demand(true != other)
    full = filled(case, 16 * int(other < true))
    demand(fits(full, reading) == (other < true))
    build = made.trap if other < true else made.odd
    build(name, why, full)


def cases(made):
    """Adds the cases."""
    before = len(made.cases)
    _stalemates_to_hold(made)
    _keys(made)
    _strategy(made)
    for name in ("selfmate", "reflexmate"):
        _missed(made, Aim(STANDARD, name))
    for case in made.cases[before:]:
        demand(fits(json.loads(case["certificate"])) == (case["expect"] == "accepted"))


def _stalemates_to_hold(made):
    aim, name, coin = Aim(STANDARD, "stalemate"), "aim-stalemate", COINS[-1]
    quiet, why = aim_missed(aim, QUIET, 2, []), "a look for stalemates costs 384, and 208 for each move"
    _edge(made, name, why, quiet, Reading(wrong="free"), Reading(counted=of_other_side))
    why = "looks are for stalemates, not for wins"
    _narrow(made, f"{name}-wins", f"{why}, which cost less", aim_missed(aim, coin, 1, []), wrong="wins")
    checks = varied(aim_missed(aim, WIDER, 2, []), [[WIDER, 1, []]])
    _narrow(made, f"{name}-checks", f"{why}: checks cost nothing", checks, wrong="wins")
    why = "where stalemates are looked for pseudo-legal moves are counted"
    _narrow(made, f"{name}-legal", why, aim_missed(aim, PINNED, 1, []), counted=legal)
    castling = all_but(unsafe_castling)
    case = aim_missed(aim, CHESS960, 1, [])
    _narrow(made, f"{name}-chess960", f"{why}, castling in Chess960 too", case, counted=castling)
    case = changed(aim_missed(aim, PAWNLESS, 1, []), (("rules",), "pawnless"))
    _narrow(made, f"{name}-pawnless", f"{why}: capturing a king is none", case, counted=with_king)
    why = "where stalemates are looked for moves of the attacker are counted"
    case = varied(aim_missed(aim, FEW, 2, []), [[FEW, 1, []]] * 20)
    _narrow(made, f"{name}-side", why, case, counted=of_other_side)
    case = aim_missed(aim, ASIDE, 4, [[ASIDE_NODES[0][0], 3, "e8e7"]])
    why = "stalemates are looked for where a node's answer leads to, too"
    _narrow(made, f"{name}-node", why, case, wrong="nodes")
    why = "stalemates are looked for with any number of plies left, too"
    _narrow(made, f"{name}-ever", why, aim_missed(aim, ASIDE, None, ASIDE_NODES), wrong="ever")
    why = "an entry of variations is looked at for stalemates as often as it is repeated"
    _narrow(made, f"{name}-repeated", why, varied(quiet, [[PINNED, 2, []]] * 2), wrong="once")
    case = varied(aim_missed(aim, ASIDE, 0, [[ASIDE_NODES[0][0], 1, "e8e7"]]), [[PINNED, 0, []]] * 9)
    why = "with no ply left stalemates are not looked for"
    _narrow(made, f"{name}-none-left", why, case, wrong="none-left")


def _keys(made):
    aim, ((text, key), _) = Aim(STANDARD, "stalemate"), STALEMATES
    case = aim_reached(aim, text, [[text, 1, key]])
    keys, entries = {"plies": 1, "moves": [key]}, [[at, 1, [move]] for at, move in STALEMATES]
    case = varied(changed(case, (("claim", "keys"), keys), (REFUTATION, [])), entries * 4)
    why = "for a stalemate, too, the refutation pays for keys; their position costs one look"
    readings = [Reading(wrong=wrong) for wrong in ("free", "keys", "keys-too", "once")]
    _edge(made, "aim-stalemate-keys", why, case, Reading(keyed=lambda *_: 0), *readings)


def _strategy(made):
    """More moves than a strategy could pay for."""
    aim, nodes = Aim(STANDARD, "stalemate"), []
    for text in (at for dear in (STILL, *DEAREST["="]) for at in (dear, turned(dear)[0])):
        position = read(text, STANDARD)
        key = next(move for move, after in aim.playable(position) if aim.at_once(position, move, after))
        nodes.append([text, 1, moves.write(key)])
    demand(sum(_stalemates(read(text, STANDARD), STANDARD) for text, _, _ in nodes) > purse(nodes))
    case = changed(aim_reached(aim, nodes[0][0], nodes), (REFUTATION, []), (VARIATIONS, [[nodes[0][0], 1]]))
    why = "a strategy of a stalemate pays for nothing, nor the refutation for it"
    _narrow(made, "aim-stalemate-strategy", why, case, wrong="strategy")


def _missed(made, aim):
    name = f"aim-{aim.name}-missed"
    why = "moves that stalemate the defender are looked at with 3 plies left, too"
    case = varied(aim_missed(aim, STALE, 4, []), [[STALE_BESIDE, 4, []]])
    _edge(made, name, why, case, Reading(wrong="short"), Reading(counted=legal))
    if aim.reflex:
        case = aim_missed(aim, STALE, 4, [[text, 2, None] for text in STALE_NODES])
        why = "nodes of 2 plies are not enough for 3: a look after each move"
        _narrow(made, f"{name}-too-short", why, case, wrong="any")
        why = "where a move of the attacker gives checkmate nothing is looked at after its moves"
        _narrow(made, f"{name}-mates", why, aim_missed(aim, EITHER, 4, []), wrong="mates")
        return
    why = "moves that mate the defender are looked at with 3 plies left, too"
    _narrow(made, f"{name}-mate", why, aim_missed(aim, MATES, 4, []), wrong="mated")
    why = "moves that stalemate the defender are looked at with any number of plies left"
    _narrow(made, f"{name}-ever", why, aim_missed(aim, QUIET, 2, [STALE_AFTER]), wrong="short")
    case = aim_missed(aim, STALE, 4, [[text, 3, None] for text in STALE_NODES])
    why = "a node with as many plies is enough: nothing is looked at"
    _narrow(made, f"{name}-node", why, case, wrong="listed")
