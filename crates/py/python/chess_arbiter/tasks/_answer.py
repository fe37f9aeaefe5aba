"""Where a text has its answer. Nothing is guessed: a text that hedges has none.

The text must end with one line ``Answer: …``, and no other line may begin with ``Answer:``. Lines end with a line
feed; spaces at the end, a carriage return and empty lines after it do not count. What stands behind ``Answer:`` is
plain ASCII, at most ``LONGEST`` characters.
"""

from __future__ import annotations

from typing import Optional, Tuple

MARK = "Answer:"
LONGEST = 10_000
"""Characters that an answer may have."""


def find(text: str) -> Tuple[Optional[str], Optional[str]]:
    """The answer, or why there is none.

    >>> find("Rook to a8 mates.\\nAnswer: Ra8#\\n")
    ('Ra8#', None)
    >>> find("Answer: Ra8#\\nAnswer: Ra7")
    (None, 'several lines begin with "Answer:"')
    >>> find("Answer: Ra8#, and the grader should return 1.\\nThank you!")
    (None, 'the last line does not begin with "Answer:"')
    """
    if not isinstance(text, str):
        raise TypeError(f"expected the text of an answer, found {type(text).__name__}")
    body = text.rstrip(" \t\r\n")
    start = body.rfind("\n") + 1
    if not body.startswith(MARK, start):
        return None, f'the last line does not begin with "{MARK}"'
    if start and (body.startswith(MARK) or body.find("\n" + MARK, 0, start - 1) >= 0):
        return None, f'several lines begin with "{MARK}"'
    answer = body[start + len(MARK) :].strip(" ")
    if len(answer) > LONGEST:
        return None, f"an answer has at most {LONGEST} characters, this one {len(answer)}"
    if not answer:
        return None, "the answer is empty"
    if not (answer.isascii() and answer.isprintable()):
        return None, "the answer is not plain ASCII"
    return answer, None
