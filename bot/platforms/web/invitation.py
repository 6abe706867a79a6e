"""The invitation to a page that is open to friends: the token in its link, and the cookie it is exchanged for.

Both derive from one secret in the database, neither from the other; a new secret invalidates all. The token stands
behind the `#`, so it is in no proxy's log and no Referer.
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
"""Seconds for which the secret is cached; a new one takes effect after that."""
_BYTES = 32


class Invitation:
    """Checks invitations."""

    def __init__(self, store: Secrets, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._secret = b""
        self._until = 0.0
        self.address = ""
        """The page's address for friends, once it is open; without a slash at its end."""

    async def token(self) -> str:
        """Return the token of the link, 32 hexadecimal digits. Raises StoreError."""
        return _half(await self._known(), "link")

    async def cookie(self) -> str:
        """Return the cookie of an admitted browser, 32 hexadecimal digits. Raises StoreError."""
        return _half(await self._known(), "guest")

    async def told(self, origin: str) -> dict[str, str]:
        """Return the parts of the link for friends, for somebody who has the page at an origin.

        At the bot's own machine the origin may be a name that other machines can't use. Raises StoreError.
        """
        is_near = is_loopback(host_of(urlsplit(origin).netloc))
        return {"address": self.address if is_near else origin, "token": await self.token()}

    async def admits(self, token: str) -> bool:
        """Return whether a link's token is valid, in constant time. Raises StoreError."""
        return _same(token, await self.token())

    async def knows(self, cookie: str | None) -> bool:
        """Return whether a browser's cookie is valid, in constant time. Raises StoreError."""
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
    """Renew the invitation: the old link and all its cookies become invalid."""
    await store.renew_secret(PURPOSE, secrets.token_bytes(_BYTES))


def link(address: str, token: str) -> str:
    """Return the link for friends; `address` is the page's, without a slash at its end."""
    return f"{address}/#invite={token}"


def _half(secret: bytes, use: str) -> str:
    return hmac.digest(secret, f"palmares {use}".encode(), hashlib.sha256).hex()[:32]


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), right.encode())
