"""Recognise people who have deleted their data, so that nobody can ping them, without storing who they are.

What is kept is a hash of platform and id under a secret key. A person who uses the bot again is known again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from data.records import PersonKey
from data.store import Store

KEY = "forgotten"
_BYTES = 32


async def note_forgotten(store: Store, person: PersonKey) -> None:
    """Note that a person has deleted their data."""
    await store.secret(await _purpose(store, person), bytes(_BYTES))


async def was_forgotten(store: Store, person: PersonKey) -> bool:
    """Return whether a person has deleted their data and hasn't used the bot since."""
    return await store.person(person) is None and bool(await store.secrets_of(await _purpose(store, person)))


async def _purpose(store: Store, person: PersonKey) -> str:
    key = await store.secret(KEY, secrets.token_bytes(_BYTES))
    mark = hmac.new(key, f"{person.platform} {person.user}".encode(), hashlib.sha256)
    return f"{KEY} {mark.hexdigest()}"
