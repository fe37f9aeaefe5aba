"""Checking certificates."""

from __future__ import annotations

import json
from typing import Any, Mapping, Union

from . import _native
from ._errors import Refused
from ._results import Accepted, Result


def verify(certificate: Union[str, Mapping[str, Any], Result]) -> Accepted:
    """Checks a certificate with a program that shares no code with the one that wrote it.

    It takes JSON, a dict or a result, and returns what is proved; ``Refused`` is raised where nothing is. Of a result, the
    answer itself is compared with what its certificate proves.

    >>> from chess_arbiter import Position, verify
    >>> proof = Position("4k3/8/8/8/8/8/PPPPPPPP/B3K3 w").reach().certificate
    >>> verify(proof).answer
    'illegal'
    """
    if isinstance(certificate, Result):
        return _verify_result(certificate)
    text = certificate if isinstance(certificate, str) else json.dumps(certificate)
    found = _native.verify(text)
    return Accepted(**{**found, "broken": tuple(found["broken"])})


def _verify_result(result: Result) -> Accepted:
    if result.certificate_json is None:
        raise Refused("this result has no certificate: " + (result.certificate_error or "nothing is claimed, or none was asked for"))
    accepted = verify(result.certificate_json)
    claimed = {
        "rules": result.rules,
        "answer": result.answer,
        # The certificate is about the position without clocks.
        "position": " ".join(result.fen.split(" ")[:4]),
    }
    if accepted.question == "rules":
        claimed["position"] = result.fen.split(" ")[0]
    for name, value in claimed.items():
        if getattr(accepted, name) != value:
            raise Refused(f"the result says {value!r}, but its certificate proves {getattr(accepted, name)!r}")
    return accepted
