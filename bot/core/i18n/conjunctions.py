"""Lists with *and* and *or*, in languages where these change before some sounds.

Spanish says *Ana e Irene* but *Ana y Hierro*, and *7 u 8*; Italian says *Ana ed Eva*.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bot.core.i18n.text_format import joined, plain, unsigned
from bot.core.i18n.translator import N_, Line, Translator

AND, OR = N_("{some} and {last}"), N_("{some} or {last}")

_BY_SOUND: Mapping[tuple[str, str], tuple[re.Pattern[str], str]] = {
    # an i, but not that of hie- or hia-, which is spoken as a consonant
    ("es", AND): (re.compile(r"(?!hi[aou])h?[iíîï](?!e)|y[^\Waeiouáéíóú]", re.IGNORECASE), "{some} e {last}"),
    ("es", OR): (re.compile(r"h?[oóö]|8|11\b", re.IGNORECASE), "{some} u {last}"),
    ("it", AND): (re.compile(r"[eèéê]", re.IGNORECASE), "{some} ed {last}"),
}


def conjunction(t: Translator, sentence: str, word: str) -> str:
    """Return the sentence, AND or OR, that joins a word to others; its places are `some` and `last`."""
    sound, other = _BY_SOUND.get((t.language, sentence), (None, sentence))
    return other if sound is not None and sound.match(word) else sentence


def listed(t: Translator, words: Sequence[str], sentence: str = AND) -> str:
    """Join words as `a, b and c`, or with OR as `a, b or c`."""
    if len(words) < 2:
        return "".join(words)
    return t(conjunction(t, sentence, words[-1]), some=", ".join(words[:-1]), last=words[-1])


def listed_lines(t: Translator, lines: Sequence[Line]) -> Line:
    """Join lines as `a, b and c`, by the sound of the last one without its signs."""
    if len(lines) < 2:
        return joined(lines, "")
    return t.text(conjunction(t, AND, unsigned(plain(lines[-1]))), some=joined(lines[:-1], ", "), last=lines[-1])
