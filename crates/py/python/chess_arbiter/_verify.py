"""Checking certificates."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, Tuple, Union

from . import _native
from ._errors import Refused
from ._native import Setup
from ._request import request
from ._results import Accepted, DeadResult, ReachResult, Result, WinResult


def verify(certificate: Union[str, Mapping[str, Any], Result], options: Dict[str, Any]) -> Accepted:
    if isinstance(certificate, Result):
        return _verify_result(certificate, request(**options))
    text = certificate if isinstance(certificate, str) else json.dumps(certificate)
    return _verify_text(text, request(**options))


def _verify_text(text: str, limits: str) -> Accepted:
    found = _native.verify(text, limits)
    return Accepted(**{**found, "broken": tuple(found["broken"])})


def _verify_result(result: Result, limits: str) -> Accepted:
    if result.certificate_json is None:
        raise Refused("this result has no certificate: " + (result.certificate_error or "nothing is claimed, or none was asked for"))
    accepted = _verify_text(result.certificate_json, limits)
    # The certificate of the five rules is about the men alone, all others about the position without clocks.
    fen = result.position if isinstance(result, DeadResult) and result.position else result.fen
    about, position = Setup(accepted.position, accepted.rules).key, Setup(fen, result.rules).key
    if accepted.question == "rules":
        about, position = about.split(" ")[0], position.split(" ")[0]
    pairs: List[Tuple[Any, Any]] = [(result.rules, accepted.rules), (position, about), (result.answer, accepted.answer)]
    if isinstance(result, DeadResult):
        pairs.append((tuple(side.side for side in result.sides), (accepted.side,)))
    if isinstance(result, WinResult):
        pairs.append((result.plies, accepted.plies))
        if result.shortest:
            pairs.append((True, accepted.shortest))
    if isinstance(result, ReachResult):
        pairs.append((list(result.broken or ()), list(accepted.broken)))
        if result.game is not None:
            game = (result.certificate or {})["evidence"].get("game")
            pairs.append((list(result.game), game))
        if result.at_least is not None:
            # What is only searched is said in the text of what is accepted.
            proved = accepted.at_least is not None and accepted.at_least >= result.at_least
            if not proved and accepted.searched != result.at_least - 1:
                raise Refused(f"the result says that no game has fewer than {result.at_least} plies, and its certificate does not prove it")
    for said, proved in pairs:
        if said != proved:
            raise Refused(f"the result says {said!r}, but its certificate proves {proved!r}")
    return accepted
