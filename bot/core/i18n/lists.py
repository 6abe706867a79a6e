"""Lists with *and* and *or*; how these change before some sounds is in each language's `language.toml`."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.i18n.text_format import joined
from bot.core.i18n.translator import N_, Line, Translator

AND, OR = N_("{some} and {last}"), N_("{some} or {last}")


def listed(t: Translator, words: Sequence[str], sentence: str = AND) -> str:
    """Join words as `a, b and c`, or with OR as `a, b or c`."""
    if len(words) < 2:
        return "".join(words)
    return t(sentence, some=", ".join(words[:-1]), last=words[-1])


def listed_lines(t: Translator, lines: Sequence[Line]) -> Line:
    """Join lines as `a, b and c`."""
    if len(lines) < 2:
        return joined(lines, "")
    return t.text(AND, some=joined(lines[:-1], ", "), last=lines[-1])
