"""What the sessions of the page's server share, and what each knows of its visitor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.core.application import Application
from bot.core.services.ownership import Ownership, SoleOwnership
from bot.platforms.web.chat import WebMessenger
from bot.platforms.web.cups import ChatCups
from bot.platforms.web.invitation import Invitation
from bot.platforms.web.rate_limits import ClientLimiter
from data.records import ChatKey, PersonKey


class OpenPage(Protocol):
    """A session as others see it: its browser, its chat, and the people there."""

    prefix: str
    chat: ChatKey | None

    @property
    def names(self) -> list[tuple[str, PersonKey]]: ...

    def send(self, frame: Mapping[str, Any]) -> None:
        """Send a frame, without waiting."""

    def drop(self) -> None:
        """End the connection at once; the page comes again."""

    async def meet(self, people: list[dict[str, Any]]) -> None:
        """Note the people at this page."""


@dataclass(frozen=True, slots=True)
class WebContext:
    """What the sessions of one server share."""

    core: Application
    messenger: WebMessenger
    limiter: ClientLimiter
    sessions: set[OpenPage]
    cups: ChatCups
    invitation: Invitation | None = None
    """The invitation that admits people, if the page needs one."""
    ownership: Ownership = field(default_factory=SoleOwnership)
    """Which rooms this process may show."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """The visitor: the browser by its public prefix, and the client whose address is limited."""

    prefix: str
    client: str
    origin: str = ""
    """The page's address in their browser, without a slash at its end."""
    guest: str | None = None
    """The cookie that admitted them."""
