"""What the program asks of a platform, and the errors of a platform that cannot start."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from bot.core.application import Application
from bot.core.messages.ports import Authority, Messenger
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter
from data.records import ChatKey

PATIENCE = 1.5
"""Seconds for each of the steps in which a platform finishes what it has heard."""

Home = Callable[[ChatKey], Awaitable[int]]
"""Returns the id of the Discord server a chat belongs to; 0 if it has none or nobody knows it."""
LeaseNumber = Callable[[ChatKey, int, Home], Awaitable[int]]
"""Returns the number of a chat's lease, given how many leases the platform has.

`data/postgres/owned_work.py` has the same rules in SQL.
"""


async def single_lease(_chat: ChatKey, _count: int, _home: Home) -> int:
    """Put all chats under the platform's one lease."""
    return 0


@dataclass(frozen=True, slots=True)
class PlatformDescription:
    """What is known of a platform before its library is imported; the command line's help shows `label`."""

    name: str
    label: str
    lease_number: LeaseNumber = single_lease


class CannotStart(Exception):
    """Why the bot cannot run as it is set up, in one line."""


class CannotStartNow(CannotStart):
    """Why the bot cannot run now, in one line, where another start may be able to."""


class Unreachable(Exception):
    """Why a platform cannot be reached now, in one line."""


class Platform(Protocol):
    """A platform as the program sees it."""

    name: str

    @property
    def limiter(self) -> PlatformRateLimiter | None:
        """Return how often it may be called; None for as often as anybody likes."""

    @property
    def authority(self) -> Authority:
        """Return who knows about people's rights there."""

    @property
    def messenger(self) -> Messenger:
        """Return what the publisher shows boards by."""

    @property
    def connected(self) -> bool:
        """Return whether the bot can hear people there now."""

    async def open(self, core: Application) -> list[str]:
        """Begin to hear people; return lines that tell whoever hosts where to find the bot.

        Raises CannotStart where the settings cannot be used or the platform refuses the bot, and anything else where
        that may pass.
        """

    async def lost(self) -> None:
        """Wait for as long as the connection holds, or mends itself; raises what `open` does."""

    async def leave(self) -> None:
        """Give up what a connection held that failed; after that, `open` may be called again."""

    async def drain(self) -> None:
        """Hear no more, and finish what was heard."""

    async def close(self) -> None:
        """Leave; after the application, which still shows what is due."""


@runtime_checkable
class Backlogged(Protocol):
    """A platform whose updates may come in at one process and wait for another."""

    def how_far_behind(self) -> tuple[int, float]:
        """Return how many wait for this process, and for how many seconds the first of them has."""


@runtime_checkable
class SharedOut(Protocol):
    """A platform of which a process serves a part."""

    @property
    def serving(self) -> str:
        """Return which part of it is this process's, where several share it; else nothing."""
