"""Render texts as Telegram's HTML: escaped, with mentions by id, and cut to the limits of a message."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from bot.core.i18n.text_format import width
from bot.core.messages.content import Part, Style, Text

PLATFORM = "telegram"
CAPTION, MESSAGE, ANSWER = 1024, 4096, 200
"""Maximum characters of a caption, a message and an answer to a press, without the markup."""

_TAGS = {Style.STRONG: "b", Style.EMPHASIS: "i", Style.CODE: "code"}
_USER = re.compile(r"[1-9][0-9]{0,19}")
_PRESSED = re.compile("/[a-z0-9_]{1,32}")
"""A command that Telegram turns into a link; pressing it sends only this much of a longer line."""
_TABLE = re.compile(r"[a-z0-9]{6}")

Link = Callable[[str], str]
"""Returns the address that opens a table, given its code."""


def html(text: Text, link: Link | None = None, *, moments: bool = True) -> str:
    """Return a text as HTML; with `link`, the code of a table becomes one: that of its first line, or a named one.

    With `moments`, each reader sees times in their own zone, as of Bot API 9.5.
    """
    lines = []
    for index, line in enumerate(text.lines):
        lines.append(
            "".join(_part(part, link if index == 0 or part.table else None, moments=moments) for part in line)
        )
    return "\n".join(lines)


def caption(text: Text) -> Text:
    """Return a board's text cut to a caption; the oldest news, right below the title, goes first."""
    lines = list(text.lines)
    while len(lines) > 2 and _width(lines) > CAPTION:
        del lines[1]
    return _cut(Text(tuple(lines)), CAPTION)


def message(text: Text) -> Text:
    """Return a text cut to a message; its end goes first."""
    return _cut(text, MESSAGE)


def answer(text: Text) -> str:
    """Return a notice cut to an answer to a press, without markup."""
    return _cut(text, ANSWER).plain


def mentions(text: Text) -> bool:
    return any(part.mention is not None for line in text.lines for part in line)


def _part(part: Part, link: Link | None, *, moments: bool) -> str:
    words = escape(part.text, quote=False)
    if not words:
        return ""
    if part.moment is not None and moments:
        words = f'<tg-time unix="{int(part.moment)}" format="{"T" if part.exact else "wdt"}">{words}</tg-time>'
    if part.style is Style.CODE and link is not None and _TABLE.fullmatch(part.text):
        return f'<a href="{escape(link(part.text))}">{words}</a>'
    if part.link is not None:
        return f'<a href="{escape(part.link)}">{words}</a>'
    tag = "code" if part.style is Style.COMMAND and not _PRESSED.fullmatch(part.text) else _TAGS.get(part.style)
    styled = f"<{tag}>{words}</{tag}>" if tag is not None else words
    person = part.mention
    if person is None or person.platform != PLATFORM or not _USER.fullmatch(person.user):
        return styled
    inside = words if tag == "code" else styled  # no links inside code
    return f'<a href="tg://user?id={person.user}">{inside}</a>'


def _width(lines: list[tuple[Part, ...]]) -> int:
    return width(Text(tuple(lines)).plain)


def _cut(text: Text, limit: int) -> Text:
    """Return a text cut to the limit, with a sign if something was cut."""
    if width(text.plain) <= limit:
        return text
    room = limit - 1
    kept: list[tuple[Part, ...]] = []
    for line in text.lines:
        parts: list[Part] = []
        for part in line:
            words = _first(part.text, room)
            room -= width(words)
            parts.append(part._replace(text=words))
            if words != part.text:
                return Text((*kept, (*parts, Part("…"))))
        kept.append(tuple(parts))
        room -= 1
        if room <= 0:
            return Text((*kept[:-1], (*kept[-1], Part("…"))))
    return Text(tuple(kept))


def _first(words: str, room: int) -> str:
    while width(words) > max(0, room):
        words = words[: max(0, min(room, len(words) - 1))]
    return words
