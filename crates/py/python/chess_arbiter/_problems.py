"""Files of problems."""

from __future__ import annotations

import json
from typing import Any, Dict, Tuple, Union

from . import _native, _results
from ._errors import PositionError
from ._request import request
from ._results import WinResult


def problems(text: str, options: Dict[str, Any]) -> Tuple[Union[WinResult, PositionError], ...]:
    answers = json.loads(_native.ask("win", request(problems=text, **options)))["answers"]
    return tuple(_one(answer) for answer in answers)


def _one(answer: Dict[str, Any]) -> Union[WinResult, PositionError]:
    if "error" in answer:
        return PositionError(**answer["error"])
    return _results.win(answer["input"], "standard", json.dumps(answer))
