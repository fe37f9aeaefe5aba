"""A board as SVG; the men are drawn for this project."""

from __future__ import annotations

from html import escape
from math import hypot
from typing import Iterable, List, Optional, Tuple

_SIDE = 45
_MARGIN = 18

# Each on a square of 45 by 45.
_SHAPES = {
    "p": "M22.5 8a6 6 0 0 1 4 10.5h2v3h-3c.5 7 3 10.5 6 13V38h-18v-3.5c3-2.5 5.5-6 6-13h-3v-3h2a6 6 0 0 1 4-10.5Z",
    "r": "M11 38v-4h3l1.5-14H12V9h5v4h3V9h5v4h3V9h5v11h-3.5L31 34h3v4Z",
    "n": "M12.5 38v-3c0-6 7-8 7-13l-6 4.5-4-2.5 1-4 6-9 .5-5 4 3.5C30 11 33 22 33 35v3Z",
    "b": "M22.5 5.5a2.7 2.7 0 0 1 2 4.6c5 4.4 7 11.4 2.5 17.9h2v3h-2.5l5.5 4v3h-19v-3l5.5-4H16v-3h2"
    "c-4.5-6.5-2.5-13.5 2.5-17.9a2.7 2.7 0 0 1 2-4.6Z",
    "q": "M12 38v-3.5l2-3.5L8.5 15a2.6 2.6 0 1 1 2.5-.5l6 8 4-11a2.7 2.7 0 1 1 3 0l4 11 6-8a2.6 2.6 0 1 1 2.5.5L31 31l2 3.5V38Z",
    "k": "M21 4h3v3h3v3h-3v6c2-3 6-4 9-2 6 4 3 12-2 17l2 3.5V38H12v-3.5l2-3.5c-5-5-8-13-2-17 3-2 7-1 9 2v-6h-3V7h3Z",
}


def board(
    fen: str,
    *,
    size: int,
    title: str,
    attacked: Optional[str] = None,
    lit: Iterable[str] = (),
    arrows: Iterable[Tuple[str, str]] = (),
) -> str:
    """The men of a FEN; squares lit, one of them attacked; arrows between squares."""
    rows = fen.split(" ", 1)[0].split("/")
    height = len(rows)
    width = sum(int(letter) if letter.isdigit() else 1 for letter in rows[0])
    full = (_MARGIN + width * _SIDE, height * _SIDE + _MARGIN)
    tall = round(size * full[1] / full[0])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full[0]} {full[1]}" width="{size}" height="{tall}" role="img">'
        f"<title>{escape(title)}</title>"
    ]
    lights = set(lit)
    for x in range(width):
        for y in range(height):
            name = _name(x, height - 1 - y)
            fill = "#e9dfcb" if (x + height - 1 - y) % 2 else "#b59a77"
            fill = "#e0685e" if name == attacked else "#f0c04f" if name in lights else fill
            parts.append(f'<rect x="{_MARGIN + x * _SIDE}" y="{y * _SIDE}" width="{_SIDE}" height="{_SIDE}" fill="{fill}"/>')
    parts += _labels(width, height)
    for y, row in enumerate(rows):
        x = 0
        for letter in row:
            if letter.isdigit():
                x += int(letter)
            else:
                parts.append(_man(letter, _MARGIN + x * _SIDE, y * _SIDE))
                x += 1
    parts += [_arrow(_center(start, height), _center(end, height)) for start, end in arrows]
    return "".join(parts) + "</svg>"


def _name(x: int, rank: int) -> str:
    return f"{'abcdefgh'[x]}{rank + 1}"


def _labels(width: int, height: int) -> List[str]:
    style = 'font-family="sans-serif" font-size="12" fill="#807060" text-anchor="middle"'
    ranks = [f'<text x="{_MARGIN / 2}" y="{y * _SIDE + 27}" {style}>{height - y}</text>' for y in range(height)]
    files = [
        f'<text x="{_MARGIN + x * _SIDE + 22.5}" y="{height * _SIDE + 13}" {style}>{"abcdefgh"[x]}</text>' for x in range(width)
    ]
    return ranks + files


def _man(letter: str, x: int, y: int) -> str:
    fill, stroke = ("#fffdf7", "#222") if letter.isupper() else ("#333", "#111")
    shape = f'<path d="{_SHAPES[letter.lower()]}" fill="{fill}" stroke="{stroke}" stroke-width="1.5" stroke-linejoin="round"/>'
    return f'<g transform="translate({x} {y})">{shape}</g>'


def _center(square: str, height: int) -> Tuple[float, float]:
    x, rank = "abcdefgh".index(square[0]), int(square[1])
    return _MARGIN + x * _SIDE + _SIDE / 2, (height - rank) * _SIDE + _SIDE / 2


def _arrow(start: Tuple[float, float], end: Tuple[float, float]) -> str:
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    # The head ends short of the center, the shaft in the head.
    tip = (end[0] - 6 * dx, end[1] - 6 * dy)
    neck = (tip[0] - 14 * dx, tip[1] - 14 * dy)
    head = (tip, (neck[0] - 7 * dy, neck[1] + 7 * dx), (neck[0] + 7 * dy, neck[1] - 7 * dx))
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in head)
    line = f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{neck[0]:.1f}" y2="{neck[1]:.1f}" stroke="#a3271c" stroke-width="5"/>'
    return f'{line}<polygon points="{points}" fill="#a3271c"/>'
