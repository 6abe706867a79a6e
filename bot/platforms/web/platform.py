"""The page as the program sees it: opened, drained, left."""

from __future__ import annotations

import asyncio

from bot.core.application import Application
from bot.core.common.clock import Clock
from bot.core.messages.ports import Authority
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter
from bot.platforms.base import CannotStart
from bot.platforms.web.chat import WebMessenger
from bot.platforms.web.config import WebConfig
from bot.platforms.web.permissions import WebAuthority
from bot.platforms.web.server import WebAdapter
from bot.platforms.web.session import WebContext
from data.store import Store


class WebPlatform:
    """The page on this machine."""

    name = "web"
    pace: PlatformRateLimiter | None = None

    def __init__(self, config: WebConfig, store: Store, clock: Clock) -> None:
        self._config = config
        self.messenger = WebMessenger(store, clock.now)
        self.authority: Authority = WebAuthority()
        self._adapter: WebAdapter | None = None

    @property
    def connected(self) -> bool:
        """Whether the page is served."""
        return self._adapter is not None

    async def open(self, core: Application) -> list[str]:
        """Serves the page."""
        rooms = WebContext(core, self.messenger)
        adapter = WebAdapter(rooms, hosts=self._config.hosts, proxies=self._config.proxies)
        host, port = self._config.host, self._config.port
        try:
            address = await adapter.start(host, port)
        except OSError as error:
            await adapter.stop()
            raise CannotStart(
                f"the web page cannot be served at {host}:{port}: {error.strerror or error}. Another port: --port 0"
            ) from error
        self._adapter = adapter
        return [f"Palmarés is at {address} (Ctrl+C stops it)"]

    async def lost(self) -> None:
        """Never."""
        await asyncio.Event().wait()

    async def leave(self) -> None:
        """Shuts the door."""
        await self.drain()

    async def drain(self) -> None:
        """Answers what was asked, and says goodbye to the pages."""
        adapter, self._adapter = self._adapter, None
        if adapter is not None:
            await adapter.stop()

    async def close(self) -> None:
        """Nothing is left to be done."""
