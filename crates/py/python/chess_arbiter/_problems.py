"""Files of problems."""

from __future__ import annotations

import json
from typing import Any, Dict, Tuple, Union

from . import _html, _native, _results
from ._errors import PositionError
from ._request import Tables, request
from ._results import WinResult


class Solutions(Tuple[Union[WinResult, PositionError], ...]):
    """What ``problems`` says of each position, a tuple that a notebook shows as a table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return _html.results(self)


def problems(text: str, options: Dict[str, Any], tables: Tables) -> Tuple[Union[WinResult, PositionError], ...]:
    answers = json.loads(_native.ask("win", request(problems=text, **options), tables))["answers"]
    return Solutions(_one(answer) for answer in answers)


def _one(answer: Dict[str, Any]) -> Union[WinResult, PositionError]:
    if "error" in answer:
        return PositionError(**answer["error"])
    return _results.win(answer["input"], "standard", json.dumps(answer))
