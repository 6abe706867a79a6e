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
"""Seconds for each step in which a platform finishes the updates it has received."""

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
    """What is known about a platform before importing its library; the command line's help shows `label`."""

    name: str
    label: str
    lease_number: LeaseNumber = single_lease


class CannotStart(Exception):
    """Why the bot cannot run with these settings, in one line."""


class CannotStartNow(CannotStart):
    """Why the bot cannot run now, in one line; a later start may work."""


class Unreachable(Exception):
    """Why a platform is unreachable now, in one line."""


class Platform(Protocol):
    """A platform as the program sees it."""

    name: str

    @property
    def limiter(self) -> PlatformRateLimiter | None:
        """Return the rate limits of its calls; None if there are none."""

    @property
    def authority(self) -> Authority:
        """Return what knows people's rights there."""

    @property
    def messenger(self) -> Messenger:
        """Return the messenger for the publisher."""

    @property
    def connected(self) -> bool:
        """Return whether the bot receives updates now."""

    async def open(self, core: Application) -> list[str]:
        """Start receiving updates; return lines that tell the host where to find the bot.

        Raises CannotStart if the settings are unusable or the platform rejects the bot; other errors may pass.
        """

    async def lost(self) -> None:
        """Wait until the connection is lost for good; raises what `open` raises."""

    async def leave(self) -> None:
        """Free what a failed connection held, so that `open` may be called again."""

    async def drain(self) -> None:
        """Stop receiving updates, and finish those received."""

    async def close(self) -> None:
        """Close the platform, after the application has shown what is due."""


@runtime_checkable
class Backlogged(Protocol):
    """A platform whose updates may reach one process and wait for another."""

    def how_far_behind(self) -> tuple[int, float]:
        """Return how many updates wait for this process, and the age of the first in seconds."""


@runtime_checkable
class SharedOut(Protocol):
    """A platform that processes may share."""

    @property
    def serving(self) -> str:
        """Return the part that this process serves; empty if no processes share the platform."""
