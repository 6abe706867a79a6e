"""The platforms on which the bot can be, each behind the same few steps; a chat library is imported only where used.

The house is built over all messengers, whether their platforms can be reached or not. Then each platform is opened,
and left and opened again where it failed; at the end come `drain`, the house's own end, and `close`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from bot.adapters import web_adapter
from bot.adapters.discord_settings import DiscordSettings
from bot.adapters.web_rights import WebAuthority
from bot.core.chat import Authority, Messenger
from bot.core.clock import Clock
from bot.core.commands import Registry
from bot.core.ratelimit.platform import PlatformRateLimiter
from bot.settings import Settings, Telegram
from bot.wiring import House
from data.store import Store

if TYPE_CHECKING:
    from bot.adapters.discord_adapter import DiscordAdapter
    from bot.adapters.telegram_adapter import TelegramAdapter

NAMES = ("web", "discord", "telegram")
PATIENCE = 1.5
"""Seconds for each of the steps in which an adapter finishes what it has heard."""


class CannotStart(Exception):
    """Why the bot cannot run as it is set up, in one line."""


class Unreachable(Exception):
    """Why a platform cannot be reached now, in one line."""


class Platform(Protocol):
    """A platform as the program sees it."""

    name: str
    pace: PlatformRateLimiter | None

    @property
    def authority(self) -> Authority:
        """Who knows about people's rights there."""

    @property
    def messenger(self) -> Messenger:
        """For the publisher."""

    @property
    def connected(self) -> bool:
        """Whether the bot can hear people there now."""

    async def open(self, core: House) -> list[str]:
        """Begin to hear people; return lines that tell whoever hosts where to find the bot.

        Raises CannotStart where the settings cannot be used or the platform refuses the bot, and anything else where
        that may pass.
        """

    async def lost(self) -> None:
        """Wait for as long as the connection holds, or mends itself; raises what `open` does."""

    async def leave(self) -> None:
        """Give up what a connection held that failed; after that, `open` may be called again."""

    async def drain(self) -> None:
        """Hears no more, and finishes what was heard."""

    async def close(self) -> None:
        """Leaves; after the house, which still shows what is due."""


def platforms(
    names: tuple[str, ...], settings: Settings, store: Store, clock: Clock, commands: Registry
) -> list[Platform]:
    """The platforms of these names; raises CannotStart where a token is lacking."""
    found: list[Platform] = []
    for name in names:
        if name == "web":
            found.append(Web(settings, store, clock))
        elif name == "discord":
            if settings.discord is None:
                raise CannotStart("PALMARES_DISCORD_TOKEN is not set; the README tells where to get a token")
            found.append(Discord(settings.discord, store, clock, commands))
        else:
            if settings.telegram is None:
                raise CannotStart("PALMARES_TELEGRAM_TOKEN is not set; @BotFather gives one, as the README tells")
            found.append(OnTelegram(settings.telegram, clock, settings.language))
    return found


def wanted(settings: Settings, asked: str | None) -> tuple[str, ...]:
    """The one platform that was asked for, or all that have a token; without any, the web page."""
    if asked is not None:
        return (asked,)
    chats = [("discord", settings.discord), ("telegram", settings.telegram)]
    found = tuple(name for name, account in chats if account is not None)
    return (*found, "web") if settings.web or not found else found


class Web:
    """The page on this machine."""

    name = "web"
    pace: PlatformRateLimiter | None = None

    def __init__(self, settings: Settings, store: Store, clock: Clock) -> None:
        self._settings = settings
        self._store = store
        self.messenger = web_adapter.WebMessenger(store, clock.now)
        self.authority: Authority = WebAuthority()
        self._adapter: web_adapter.WebAdapter | None = None

    @property
    def connected(self) -> bool:
        """Whether the page is served."""
        return self._adapter is not None

    async def open(self, core: House) -> list[str]:
        """Serves the page."""
        rooms = web_adapter.House(self._store, self.messenger, core.service, core.publisher, core.desk.registry)
        adapter = web_adapter.WebAdapter(rooms, hosts=self._settings.hosts, proxies=self._settings.proxies)
        host, port = self._settings.host, self._settings.port
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


class Discord:
    """Discord."""

    name = "discord"

    def __init__(self, settings: DiscordSettings, store: Store, clock: Clock, commands: Registry) -> None:
        from bot.adapters.discord_adapter import DiscordAdapter

        self._adapter: DiscordAdapter = DiscordAdapter(settings, store, commands, clock)
        self.messenger = self._adapter.messenger
        self.authority: Authority = self._adapter.authority
        self.pace: PlatformRateLimiter | None = self._adapter.pace(clock)

    @property
    def connected(self) -> bool:
        """Whether all shards are."""
        return self._adapter.connected

    async def open(self, core: House) -> list[str]:
        """Logs in and connects."""
        from bot.adapters.discord_adapter import Refused

        try:
            await self._adapter.start(core.service, core.publisher, core.desk)
        except Refused as error:
            raise CannotStart(str(error)) from error
        server, person = self._adapter.invites
        return [f"Palmarés is on Discord. Invite it to a server: {server}", f"Or install it for yourself: {person}"]

    async def lost(self) -> None:
        """Waits for as long as the connection can be mended."""
        from bot.adapters.discord_adapter import Refused

        try:
            await self._adapter.lost()
        except Refused as error:
            raise CannotStart(str(error)) from error

    async def leave(self) -> None:
        """Closes the connection."""
        await self._adapter.leave()

    async def drain(self) -> None:
        """Hears no more."""
        await self._adapter.drain(2 * PATIENCE)

    async def close(self) -> None:
        """Leaves Discord."""
        await self._adapter.stop()


class OnTelegram:
    """Telegram."""

    name = "telegram"

    def __init__(self, settings: Telegram, clock: Clock, language: str) -> None:
        from bot.adapters.telegram_adapter import Account, TelegramAuthority, TelegramMessenger, connect, pace

        self._settings = settings
        self._language = language
        self._client = connect(Account(settings.token, f"{settings.api}/bot"))
        self.messenger = TelegramMessenger(self._client)
        self.authority: Authority = TelegramAuthority(self._client, clock)
        self.pace: PlatformRateLimiter | None = pace(clock)
        self._adapter: TelegramAdapter | None = None

    @property
    def connected(self) -> bool:
        """Whether Telegram was asked for updates with success, or knows where to bring them."""
        return self._adapter is not None and self._adapter.connected

    async def open(self, core: House) -> list[str]:
        """Asks Telegram who the bot is, and begins to take updates."""
        from bot.adapters.telegram_adapter import Rooms, TelegramAdapter, Webhook, say_hello

        ours = self._settings.webhook
        webhook = Webhook(ours.url, ours.secret, ours.host, ours.port) if ours is not None else None
        rooms = Rooms(core.desk, self.messenger, core.service, core.publisher, self.pace)
        self._adapter = TelegramAdapter(self._client, rooms, webhook=webhook, language=self._language)
        with self._explained():
            await say_hello(self._client)
            try:
                address = await self._adapter.start()
            except OSError as error:
                names = "PALMARES_TELEGRAM_HOST, PALMARES_TELEGRAM_PORT"
                raise CannotStart(f"the webhook cannot be received ({names}): {error.strerror or error}") from error
        return [f"Palmarés is on Telegram at {address}. Add it to a group: {self._adapter.invitation}"]

    async def lost(self) -> None:
        """Waits until Telegram takes the token no more; a lost network mends itself."""
        if self._adapter is not None:
            with self._explained():
                await self._adapter.lost()

    async def leave(self) -> None:
        """Takes no more updates, and ends the connections."""
        await self.drain()
        await self.close()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        from bot.adapters.telegram_adapter import BadToken

        try:
            yield
        except BadToken as error:
            raise CannotStart(f"PALMARES_TELEGRAM_TOKEN: {error}") from error
        except CannotStart:
            raise
        except Exception as error:
            raise Unreachable(f"Telegram cannot be reached: {error}") from error

    async def drain(self) -> None:
        """Takes no more updates."""
        adapter, self._adapter = self._adapter, None
        if adapter is not None:
            await adapter.stop(PATIENCE)

    async def close(self) -> None:
        """Ends the connections."""
        await self._client.shutdown()
