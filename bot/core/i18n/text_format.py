"""Lines of parts: small tools for all views."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from bot.core.i18n.translator import Line
from bot.core.messages.content import Part, Style, Text
from data.records import PersonKey

NAME_LIMIT = 32


_SIGNS = re.compile("[\U0001f000-\U0010ffff]+")  # the coloured signs and faces begin there

_TURNING = dict.fromkeys([0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Signs that change the direction of writing, which in a name would change the whole line's."""


def width(text: str) -> int:
    """Return a text's length as the strictest platform counts: in UTF-16 units, two for an emoji."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def plain(line: Line) -> str:
    return "".join(part.text for part in line)


@lru_cache(maxsize=4096)
def clip(text: str, limit: int = NAME_LIMIT) -> str:
    """Return the first line of a text, without direction signs, cut at a limit."""
    text = " ".join(text.translate(_TURNING).split())
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def truncate(text: str, limit: int) -> str:
    """Return a text cut to a limit in UTF-16 units, the strictest count: an emoji is two."""
    while width(text) > limit:
        text = text[: min(limit - 1, len(text) - 2)].rstrip() + "…"
    return text


def named(name: str, person: PersonKey | None, *, called: bool = False) -> Part:
    """Write a person's name so that /deletemydata finds it; `called`: as a mention, which notifies them."""
    return Part(_isolated(clip(name)), Style.STRONG, person if called else None, named=person)


def _isolated(name: str) -> str:
    """Return a name; signs around one from right to left keep it from turning its line."""
    if name.isascii() or not any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name):
        return name
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def words(text: str) -> Line:
    """Return a text as a line without emphasis; an empty text is an empty line."""
    return (Part(text),) if text else ()


def strong(text: str) -> Part:
    return Part(text, Style.STRONG)


def code(text: str) -> Part:
    return Part(text, Style.CODE)


def joined(lines: Iterable[Line], between: str) -> Line:
    parts: list[Part] = []
    for line in lines:
        if line and parts:
            parts.append(Part(between))
        parts.extend(line)
    return tuple(parts)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def in_capitals(line: Line) -> Line:
    """Return a line whose sentences all begin with a capital, also where a name such as *the team of Ana* does."""
    parts: list[Part] = []
    for part in line:
        begins = _BEGINS.search(plain(tuple(parts)))
        parts.append(part._replace(text=capital(part.text)) if begins else part)
    return tuple(parts)


_BEGINS = re.compile(r"(^|[.!?…]\s)[^\w.!?…]*$")


def signed(sign: str, name: str) -> str:
    """Put a name's sign before it; `unsigned` removes all such signs."""
    return f"{sign} {name}" if sign else name


def unsigned(text: str) -> str:
    """Remove the signs from a text that is read aloud: the names next to them say the same."""
    return _SIGNS.sub("", text).replace("  ", " ").strip()


def text_of(*lines: Line) -> Text:
    """Make a text of the lines that are not empty."""
    return Text(tuple(line for line in lines if line))
