"""The order of an alphabetical list, as CLDR has it for a language: accents and capitals count last.

Letters that aren't accented ones, such as the Spanish ñ, are in `language.toml`. A whole collation table takes
1.4 MB, and sorts names in the bot's languages no better.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping

SortKey = tuple[tuple[str, ...], str, str]
Alphabet = Callable[[str], SortKey]
"""Returns the sort key of a text."""
_JOINED = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i"})
"""Letters that Unicode does not take apart, though they stand with others."""


def sort_key(text: str, letters: Mapping[str, str]) -> SortKey:
    """Return a sort key: letters first, then accents, then capitals.

    The `letters` are those that no accent makes, each with the letter after which it comes.
    """
    folded = unicodedata.normalize("NFC", text.casefold())
    return tuple(part for char in folded for part in _base(char, letters)), folded, text.swapcase()


def _base(char: str, letters: Mapping[str, str]) -> tuple[str, ...]:
    if char in letters:
        return (letters[char] + "\N{COMBINING GRAPHEME JOINER}",)
    plain = unicodedata.normalize("NFKD", char).translate(_JOINED)
    return tuple(part for part in plain if not unicodedata.combining(part))
