"""The invitation to a page that is open to friends: what its link carries, and the cookie that it is exchanged for.

Both follow from one secret in the database, neither from the other: whoever sees a cookie cannot invite, and nothing
is stored of who came in. The link carries its half behind the `#`, which no browser sends: it is in no log of a proxy
and in no Referer. With a new secret nobody is in any more.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from bot.platforms.web.identity import host_of, is_loopback
from data.errors import StoreError
from data.roles.secrets import Secrets

PURPOSE = "invitation"
COOKIE = "palmares_guest"
KNOWN = 5.0
"""Seconds for which the secret is not asked of the store again: so soon a new one holds."""
_BYTES = 32


class Invitation:
    """Tells who has been invited."""

    def __init__(self, store: Secrets, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._secret = b""
        self._until = 0.0
        self.address = ""
        """Where friends have the page, once it is open; without a slash at its end."""

    async def token(self) -> str:
        """Return what the link carries, 32 hexadecimal digits. Raises StoreError."""
        return _half(await self._known(), "link")

    async def cookie(self) -> str:
        """Return what a browser keeps that has come in, 32 hexadecimal digits. Raises StoreError."""
        return _half(await self._known(), "guest")

    async def told(self, origin: str) -> dict[str, str]:
        """Return what the link for friends is made of, for somebody who has the page at an origin.

        Whoever is at the bot's own machine may have it under a name that is nothing to others. Raises StoreError.
        """
        is_near = is_loopback(host_of(urlsplit(origin).netloc))
        return {"address": self.address if is_near else origin, "token": await self.token()}

    async def admits(self, token: str) -> bool:
        """Return whether a link's half is the right one, in the same time for any wrong one. Raises StoreError."""
        return _same(token, await self.token())

    async def knows(self, cookie: str | None) -> bool:
        """Return whether a browser has come in, in the same time for any wrong cookie. Raises StoreError."""
        return _same(cookie or "", await self.cookie())

    async def _known(self) -> bytes:
        if not self._secret or self._clock() >= self._until:
            try:
                self._secret = await self._store.secret(PURPOSE, secrets.token_bytes(_BYTES))
            except StoreError:
                if not self._secret:
                    raise
            self._until = self._clock() + KNOWN
        return self._secret


async def renew(store: Secrets) -> None:
    """Make a new invitation: the old link and all cookies that it was exchanged for are worth nothing any more."""
    await store.renew_secret(PURPOSE, secrets.token_bytes(_BYTES))


def link(address: str, token: str) -> str:
    """Return the link for friends; `address` is the page's, without a slash at its end."""
    return f"{address}/#invite={token}"


def _half(secret: bytes, use: str) -> str:
    return hmac.digest(secret, f"palmares {use}".encode(), hashlib.sha256).hex()[:32]


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), right.encode())
