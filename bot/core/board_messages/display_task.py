"""The state of one table's updates in one chat."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.core.board_messages.turn_steps import Progress
from bot.core.ratelimit.platform_limiter import Ticket
from bot.core.services.table_display import TableDisplay


@dataclass(slots=True)
class DisplayTask:
    """A table in one chat, while an update is pending.

    `since`: when its newest state began to wait. `read`: the display, if it was read just now. `again`: the table has
    changed since. `ticket`: the place in the chat's queue. `tried`: the platform was called, or the call has to wait.
    `news`: another change was noted. `wanted`: somebody pressed or asked for the board since the last try began.
    `progress`: how far bots' turns have been shown one by one; None if they aren't.
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
