"""A band of ratings that somebody asks for, such as 1000-1300."""

from __future__ import annotations

from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_

Band = tuple[int, int]
_DIGITS = 5


def band_of(word: str) -> Band | None:
    """Return the least and greatest points that a word means, None for an empty one; raises Refusal."""
    if not word.strip():
        return None
    low, _, high = (part.strip() for part in word.partition("-"))
    sound = all(part.isascii() and part.isdecimal() and len(part) <= _DIGITS for part in (low, high))
    if not sound or int(low) >= int(high):
        raise Refusal(N_("Write the ratings like this: {example}."), example="1000-1300")
    return int(low), int(high)
