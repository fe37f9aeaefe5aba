"""Answers for notebooks. All text is escaped; nothing is fetched or run.

The colours are those of the page (web/src/styles/base.css), light or dark as the notebook is.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

from ._native import Setup

if TYPE_CHECKING:
    from ._results import Accepted, DeadResult, ReachResult, Result, RetroResult, WinResult
    from ._tree import Tree

LIGHT = {
    "card": "#fffefb",
    "ink": "#1f2428",
    "soft": "#565e63",
    "line": "#dcd8cc",
    "good": "#1d6b3a",
    "good-soft": "#e1f0e4",
    "warn": "#7d4e00",
    "warn-soft": "#f8ebce",
    "bad": "#a3231b",
    "bad-soft": "#fae3df",
    "open": "#46505c",
    "open-soft": "#e8eaed",
}
DARK = {
    "card": "#1d2123",
    "ink": "#e8e6df",
    "soft": "#a7aeb0",
    "line": "#33393b",
    "good": "#8bd3a0",
    "good-soft": "#1d3325",
    "warn": "#ecc06b",
    "warn-soft": "#3a2f18",
    "bad": "#ff9d92",
    "bad-soft": "#43221f",
    "open": "#bcc5ce",
    "open-soft": "#2c3237",
}

TONES = {
    "good": ("safe", "legal", "possible", "holds", "win", "winnable", "solved", "accepted"),
    "warn": ("check",),
    "bad": ("checkmate", "illegal", "impossible", "broken", "error"),
}
TITLES = {"no-win": "no win", "holds": "rules hold", "broken": "rule broken"}

SHOWN = 20
"""Rows of a table, and of what is beside an answer."""


def _colours(of: Mapping[str, str]) -> str:
    return "".join(f"--ca-{name}:{value};" for name, value in of.items())


# Notebooks say whether they are dark; where nobody says, the system does.
STYLE = (
    f".chess-arbiter{{{_colours(LIGHT)}}}"
    f"@media (prefers-color-scheme:dark){{.chess-arbiter{{{_colours(DARK)}}}}}"
    f"[data-jp-theme-light='true'] .chess-arbiter,.vscode-light .chess-arbiter,html[theme='light'] .chess-arbiter{{{_colours(LIGHT)}}}"
    f"[data-jp-theme-light='false'] .chess-arbiter,.vscode-dark .chess-arbiter,html[theme='dark'] .chess-arbiter{{{_colours(DARK)}}}"
    ".chess-arbiter{background:var(--ca-card);color:var(--ca-ink);border:1px solid var(--ca-line);border-radius:12px;"
    "padding:14px 16px;font:15px/1.5 system-ui,sans-serif;max-width:60rem}"
    ".chess-arbiter .ca-answer{display:flex;flex-wrap:wrap;gap:18px;align-items:flex-start}"
    ".chess-arbiter .ca-words{flex:1 1 18rem;min-width:0}"
    ".chess-arbiter p{margin:0 0 8px}"
    ".chess-arbiter svg{max-width:100%;height:auto;display:block}"
    ".chess-arbiter .ca-pill{display:inline-block;padding:2px 11px;border-radius:99px;font-weight:650}"
    + "".join(
        f".chess-arbiter .ca-{tone}{{background:var(--ca-{tone}-soft);color:var(--ca-{tone})}}" for tone in ("good", "warn", "bad", "open")
    )
    + ".chess-arbiter .ca-soft,.chess-arbiter small{color:var(--ca-soft)}"
    ".chess-arbiter .ca-sentence{font-family:Palatino,Georgia,serif;font-size:17px;overflow-wrap:anywhere}"
    ".chess-arbiter code,.chess-arbiter pre{color:inherit;background:none;font-size:13px;white-space:pre-wrap;overflow-wrap:anywhere}"
    ".chess-arbiter table{border-collapse:collapse;background:none;color:inherit}"
    ".chess-arbiter th,.chess-arbiter td{text-align:left;vertical-align:top;padding:4px 10px;border-top:1px solid var(--ca-line);"
    "background:none;color:inherit}"
    ".chess-arbiter .ca-table{overflow-x:auto}.chess-arbiter .ca-wide{min-width:16em}"
    ".chess-arbiter summary{cursor:pointer}"
    ".chess-arbiter ul{margin:0 0 8px;padding-left:1.2em}"
)


def _framed(*parts: str) -> str:
    return f'<div class="chess-arbiter"><style>{STYLE}</style>{_joined(parts)}</div>'


def _joined(parts: Iterable[str]) -> str:
    return "".join(parts)


def pill(verdict: str) -> str:
    """The answer in a word.

    >>> pill("no-win")
    '<span class="ca-pill ca-open">no win</span>'
    """
    tone = next((tone for tone, verdicts in TONES.items() if verdict in verdicts), "open")
    return f'<span class="ca-pill ca-{tone}">{escape(TITLES.get(verdict, verdict))}</span>'


def _verdict(verdict: str, *beside: Optional[str]) -> str:
    said = " · ".join(escape(one) for one in beside if one)
    return f"<p>{pill(verdict)}{f' <small>{said}</small>' if said else ''}</p>"


def _sentence(text: str) -> str:
    return f'<p class="ca-sentence">{escape(text)}</p>' if text else ""


def _code(text: str) -> str:
    return f"<p><code>{escape(text)}</code></p>"


def _more(summary: str, inside: str, is_open: bool = False) -> str:
    opened = ' open="open"' if is_open else ""
    return f"<details{opened}><summary>{escape(summary)}</summary>{inside}</details>"


def _line(title: str, text: str) -> str:
    return f"<p><b>{escape(title)}</b> {escape(text)}</p>"


def _many(what: str, moves: Sequence[str]) -> str:
    return f"{what} {len(moves)} {'ply' if len(moves) == 1 else 'plies'}"


def _list(items: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"


def board(fen: str, rules: str, size: int = 240) -> str:
    """A board, or nothing where the text is no position.

    >>> board("7k/8/8/8/8/8/8/K7 w", "standard")[:4], board("no position", "standard")
    ('<svg', '')
    """
    try:
        return Setup(fen, rules).svg(size, fen, None, (), ())
    except ValueError:
        return ""


def result(answer: Result) -> str:
    """An answer: the board with its marks, the verdict, the sentence, and what it has beside."""
    words = [_verdict(answer.answer, *answer._beside()), _sentence(answer.reason), *answer._html_parts(), _code(answer.fen)]
    return _framed(f'<div class="ca-answer"><div>{answer.svg(size=300)}</div><div class="ca-words">{_joined(words)}</div></div>')


def of_reach(answer: ReachResult) -> List[str]:
    """The game, and what the position may have been meant to be."""
    parts = [f'<p class="ca-soft">Clocks: {escape(fault)}</p>' for fault in answer.clocks]
    if answer.game is not None:
        parts.append(_more(_many("A game of", answer.game), f"<p>{escape(answer.movetext or '')}</p>", len(answer.game) <= 40))
    if answer.repairs:
        first = list(answer.repairs)[:SHOWN]
        items = (f"{escape(one.what)} {pill(one.answer)}{_more(one.fen, board(one.fen, answer.rules))}" for one in first)
        parts.append("<p><b>It could be with</b></p>" + _list(items))
    return parts


def of_win(answer: WinResult) -> List[str]:
    """Keys, the line, tries and the solution."""
    parts = []
    if answer.keys:
        parts.append(_line("Key" if len(answer.keys) == 1 else "Keys", ", ".join(answer._san(answer.keys))))
    if answer.line:
        parts.append(_line("Line", answer.movetext or ""))
    if answer.tries:
        tries = (_tried(answer, one) for one in answer.tries[:SHOWN])
        parts.append(_more(f"{len(answer.tries)} tries", _list(tries)))
    if answer.solution:
        parts.append(_more("Solution", f"<pre>{escape(answer.solution)}</pre>", answer.solution.count("\n") <= 12))
    for error in (answer.line_error, answer.solution_error, answer.certificate_error):
        if error:
            parts.append(f'<p class="ca-soft">{escape(error)}</p>')
    return parts


def _tried(answer: WinResult, one: Any) -> str:
    (name,) = answer._san((one.move,))
    return f"{escape(name)}, refuted by {escape(', '.join(answer._san(one.refutations, one.move)))}"


def of_dead(answer: DeadResult) -> List[str]:
    """Each side, with its line."""
    parts = [_line("Result", answer.result)] if answer.result else []
    for side in answer.sides:
        parts.append(f"<p>{escape(side.side.capitalize())} {pill(side.answer)}{f' <small>{escape(side.by)}</small>' if side.by else ''}</p>")
        if side.line:
            line = escape(answer._movetext(side.line))
            parts.append(_more(_many("A line of", side.line), f"<p>{line}</p>", len(side.line) <= 20))
    return parts


def of_retro(answer: RetroResult) -> List[str]:
    """The last moves, castling and en passant, for each side that may be to move."""
    parts = []
    for side in answer.sides:
        parts.append(f"<p>{escape(side.turn.capitalize())} to move {pill(side.answer)}</p>")
        rows = [(last.move, last.answer, board(last.before, answer.rules)) for last in side.last_moves[:SHOWN]]
        if rows:
            cells = (f"{escape(move)} {pill(said)}{_more('before', drawn) if drawn else ''}" for move, said, drawn in rows)
            title = f"{len(side.last_moves)} last moves" + (f", the first {SHOWN}" if len(side.last_moves) > SHOWN else "")
            parts.append(_more(title, _list(cells), len(rows) <= 6))
        rights = [f"{escape(one.rights)} {pill(one.answer)}" for one in side.castling]
        steps = [f"{escape(one.move)} {pill(one.answer)}{' (it must have been)' if one.forced else ''}" for one in side.en_passant]
        parts.extend(f"<p><b>{title}</b></p>{_list(found)}" for title, found in (("Castling", rights), ("En passant", steps)) if found)
    return parts


def accepted(proved: Accepted) -> str:
    """What a certificate proves."""
    return _framed(_verdict("accepted", proved.question, proved.rules), _sentence(proved.text))


def tree(strategy: Tree) -> str:
    """A strategy: what follows a reply is behind it, for as many branches as are looked at without being asked for."""
    left = [200]
    return _framed(f"<p><b>{escape(strategy.move.san)}</b> <small>at most {strategy.plies} plies</small></p>", _branches(strategy, left))


def _branches(strategy: Tree, left: List[int]) -> str:
    items = []
    for reply in strategy.replies:
        left[0] -= 1
        if left[0] < 0:
            items.append("…")
            break
        then = strategy.get(reply)
        if then is None:
            items.append(escape(reply.san))
        elif not then.replies:
            items.append(f"{escape(reply.san)} <b>{escape(then.move.san)}</b>")
        else:
            items.append(_more(f"{reply.san} {then.move.san}", _branches(then, left)))
    return _list(items) if items else ""


def _rows(names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="ca-table"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _counted(verdicts: Iterable[str]) -> str:
    counts: Dict[str, int] = {}
    for verdict in verdicts:
        counts[verdict] = counts.get(verdict, 0) + 1
    return " ".join(f"{pill(verdict)} {count}" for verdict, count in sorted(counts.items(), key=lambda one: -one[1]))


def results(answers: Sequence[Any]) -> str:
    """A table of answers, and of errors among them, with boards on demand."""
    from ._results import Result

    rows: List[Tuple[str, str, str, str]] = []
    for number, answer in enumerate(answers[:SHOWN], 1):
        if isinstance(answer, Result):
            beside = "".join(answer._html_parts())
            why = _sentence(answer.reason) + (_more("more", beside) if beside else "")
            rows.append((str(number), pill(answer.answer), why, _more(answer.fen, answer.svg(size=240))))
        else:
            rows.append((str(number), pill("error"), _sentence(str(answer)), ""))
    said = _counted(answer.answer if isinstance(answer, Result) else "error" for answer in answers)
    return _framed(f"<p>{said}</p>", _rows(("", "answer", "why", "position"), rows), _rest(len(answers)))


def table(columns: Mapping[str, Sequence[Any]], positions: Sequence[Optional[str]], rules: str, rows: int) -> str:
    """The first rows of a table of the native module, with boards on demand."""
    names = list(columns)
    lines: List[List[str]] = []
    for number in range(min(rows, SHOWN)):
        values = [columns[name][number] for name in names]
        cells = [_cell(name, value, rules) for name, value in zip(names, values)]
        asked = positions[number] if number < len(positions) else None
        drawn = board(asked, rules) if asked else ""
        where = _more(asked, drawn) if asked and drawn else escape(asked or "")
        lines.append([str(number), where, *cells])
    return _framed(_rows(("", "position", *names), lines), _rest(rows))


def _cell(name: str, value: Any, rules: str) -> str:
    if value is None:
        return ""
    if name == "answer":
        return pill(str(value))
    if name == "fen":
        return _more(str(value), board(str(value), rules))
    if name == "repairs":
        items = (f"{escape(one['what'])} {pill(one['answer'])}{_more(one['fen'], board(one['fen'], rules))}" for one in value)
        return _more(str(len(value)), _list(items))
    if name in ("reason", "error"):
        return f'<div class="ca-wide">{escape(str(value))}</div>'
    text = str(value)
    return _more(text[:40] + "…", escape(text)) if name in ("game", "line") and len(text) > 60 else escape(text)


def _rest(rows: int) -> str:
    return f'<p class="ca-soft">{SHOWN} of {rows:,} rows</p>' if rows > SHOWN else ""
