"""The bearer of an app's session: who plays, at which table, and until when.

It is signed with a key that derives from a bot's token, so it outlives a restart and needs no storage.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from dataclasses import asdict, dataclass

from data.records import APP_ROOM, ROOMS

LIFE = 900.0
"""Seconds; an open app gets a new bearer long before."""
LONGEST = 1024


@dataclass(frozen=True, slots=True)
class Visit:
    """One person's session at one table; `until` in seconds since 1970."""

    platform: str
    user: str
    name: str
    language: str | None
    table: str
    until: float


class Bearers:
    """Issue and read bearers."""

    def __init__(self, token: str) -> None:
        """Derive the key from a bot's token."""
        self._key = hmac.digest(token.encode(), b"palmares app session", hashlib.sha256)

    def issue(self, visit: Visit) -> str:
        """Return a bearer made of letters, digits and `-_.`."""
        body = base64.urlsafe_b64encode(json.dumps(asdict(visit)).encode()).decode().rstrip("=")
        return f"{body}.{self._mark(body)}"

    def read(self, text: str, now: float) -> Visit | None:
        """Return the visit of a bearer; None if it is forged or expired."""
        body, _, mark = text.rpartition(".")
        if len(text) > LONGEST or not hmac.compare_digest(mark.encode("utf-8", "replace"), self._mark(body).encode()):
            return None
        try:
            visit = Visit(**json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))))
        except (binascii.Error, ValueError, TypeError):  # signed by another version
            return None
        return visit if now <= visit.until else None

    def rooms(self, visit: Visit) -> list[str]:
        """Return the names of the chats where this person sees this table, one for each lease; nobody can guess them.

        The first is another one for other people, so that they spread over the leases.
        """
        mark = self._mark(f"room {visit.platform} {visit.user} {visit.table}")[:32]
        first = int(mark[0], 16)
        return [f"{APP_ROOM}{(first + number) % ROOMS:x}{mark[1:]}" for number in range(ROOMS)]

    def prefix(self, visit: Visit) -> str:
        """Return what identifies this person's pages, as a browser's prefix does."""
        return self._mark(f"prefix {visit.platform} {visit.user}")[:16]

    def _mark(self, text: str) -> str:
        return hmac.digest(self._key, text.encode("utf-8", "replace"), hashlib.sha256).hex()
