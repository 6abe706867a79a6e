"""Lines of parts: small tools that all views share."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.i18n.translator import Line
from bot.core.messages.content import Part, Style, Text
from data.records import PersonKey

NAME_LIMIT = 32


_FIRST_SIGN = 0x1F000  # where the coloured signs and faces begin


_TURNING = dict.fromkeys([0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Signs that turn the direction of writing, and would turn that of the whole line with a name."""


def width(text: str) -> int:
    """Measure a text as the strictest platform counts it: in UTF-16 units, an emoji being two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def plain(line: Line) -> str:
    """Return a line's bare words."""
    return "".join(part.text for part in line)


def clip(text: str, limit: int = NAME_LIMIT) -> str:
    """Clip a text to one line and its direction, its end left out where it is too long."""
    text = " ".join(text.translate(_TURNING).split())
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def named(name: str, person: PersonKey | None, *, called: bool = False) -> Part:
    """Write a person's name so that /deletemydata finds it; `called`: mention them, which rings on their side."""
    return Part(clip(name), Style.STRONG, person if called else None, named=person)


def words(text: str) -> Line:
    """Plain words as a line."""
    return (Part(text),) if text else ()


def strong(text: str) -> Part:
    """Make words stand out."""
    return Part(text, Style.STRONG)


def code(text: str) -> Part:
    """Mark words to be copied exactly."""
    return Part(text, Style.CODE)


def joined(lines: Iterable[Line], between: str) -> Line:
    """Several lines as one, empty ones left out."""
    parts: list[Part] = []
    for line in lines:
        if line and parts:
            parts.append(Part(between))
        parts.extend(line)
    return tuple(parts)


def capital(text: str) -> str:
    """Give a text a capital first letter."""
    return text[:1].upper() + text[1:]


def signed(sign: str, name: str) -> str:
    """Put a name's sign before it; `unsigned` takes all such signs away."""
    return f"{sign} {name}" if sign else name


def unsigned(text: str) -> str:
    """Take the signs out of a text, to be read aloud: the names beside them say the same."""
    return "".join(char for char in text if ord(char) < _FIRST_SIGN).replace("  ", " ").strip()


def text_of(*lines: Line) -> Text:
    """Make a text of the lines that are not empty."""
    return Text(tuple(line for line in lines if line))
