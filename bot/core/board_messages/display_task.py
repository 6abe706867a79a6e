"""What is under way to bring one table's messages in one chat up to date."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.core.board_messages.turn_steps import Progress
from bot.core.ratelimit.platform_limiter import Ticket
from bot.core.services.table_display import TableDisplay


@dataclass(slots=True)
class DisplayTask:
    """A table in one chat, while there is anything to be shown.

    `since`: since when its newest state waits. `read`: how it is shown, if that was read just now. `again`: it has
    changed since it was looked at. `ticket`: the place in the chat's queue. `tried`: the platform has been called, or
    that has to wait. `news`: somebody has noted another change. `wanted`: somebody has pressed or asked for the board
    since the last try began. `progress`: how far bots' turns have been told one by
    one, None where they are not.
    """

    since: float
    read: TableDisplay | None
    again: bool = False
    ticket: Ticket | None = None
    tried: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    wanted: asyncio.Event = field(default_factory=asyncio.Event)
    progress: Progress | None = None
    task: asyncio.Task[None] | None = None
