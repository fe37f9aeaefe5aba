"""Files of JSON lines, with the number of each line, and what is wrong with it."""

from __future__ import annotations

import json
from typing import Any, BinaryIO, Dict, Iterator, Tuple, Union

LONGEST = 16 << 20
"""Bytes that a line may have."""


class LineError(ValueError):
    """What is wrong with a line."""


def objects(file: BinaryIO) -> Iterator[Tuple[int, Union[Dict[str, Any], LineError]]]:
    """The objects of a file, each with its line, or why there is none. Empty lines are left out."""
    number = 0
    while True:
        line = file.readline(LONGEST + 1)
        if not line:
            return
        number += 1
        if len(line) > LONGEST and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = file.readline(LONGEST)
            yield number, LineError(f"the line has more than {LONGEST >> 20} MiB")
        elif line.strip():
            yield number, _object(line)


def _object(line: bytes) -> Union[Dict[str, Any], LineError]:
    try:
        value = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return LineError(f"not UTF-8: byte {error.start + 1} of the line")
    except ValueError as error:
        return LineError(f"no JSON: {error}")
    except RecursionError:
        return LineError("no JSON that can be read: it is nested too deeply")
    if not isinstance(value, dict):
        return LineError("expected a JSON object")
    return value
