"""Name a person in a button."""

from __future__ import annotations

from hashlib import sha256

from data.records import PersonKey

_MARK = 12


def mark_of(person: PersonKey) -> str:
    """Return a button's mark of a person: enough to recognise them, too little to find them."""
    return sha256(f"{person.platform}:{person.user}".encode()).hexdigest()[:_MARK]
