"""What the sessions of the page's server share, and what each knows of its visitor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.core.application import Application
from bot.platforms.web.chat import WebMessenger
from bot.platforms.web.invitation import Invitation
from bot.platforms.web.rate_limits import ClientLimiter

if TYPE_CHECKING:
    from bot.platforms.web.session import Session


@dataclass(frozen=True, slots=True)
class WebContext:
    """What the sessions of one server share."""

    core: Application
    messenger: WebMessenger
    limiter: ClientLimiter
    sessions: set[Session]
    invitation: Invitation | None = None
    """The invitation that admits people, if the page needs one."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """The visitor: the browser by its public prefix, and the client whose address is limited."""

    prefix: str
    client: str
    origin: str = ""
    """The page's address in their browser, without a slash at its end."""
    guest: str | None = None
    """The cookie that admitted them."""
