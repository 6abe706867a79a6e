"""Replace hidden names by a sign and four digits, the same in every language.

The digits follow from the person's key: two people at a table stay apart, and neither can be identified.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from data.records import PersonKey

SIGN = "🎭"


@lru_cache(maxsize=1024)
def hidden_name(person: PersonKey) -> str:
    """Return what replaces a person's hidden name: `🎭 7f3a`."""
    digest = sha256(f"hidden name {person.platform}:{person.user}".encode(errors="replace")).hexdigest()
    return f"{SIGN} {digest[:4]}"


def is_hidden(person: PersonKey, words: str) -> bool:
    """Return whether words contain what replaces a person's name."""
    return SIGN in words and hidden_name(person) in words
