"""The core, put together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.core.board_messages.publisher import Publisher
from bot.core.board_messages.redrawing import Redrawing
from bot.core.commands.definition import Registry
from bot.core.common.background import BackgroundTasks
from bot.core.common.recurring import Recurring
from bot.core.dispatch.dispatcher import Dispatcher
from bot.core.services.deadline_scheduler import DeadlineScheduler
from bot.core.services.table_service import TableService


@dataclass(frozen=True, slots=True)
class Application:
    """The core, put together: what platforms speak to, and what runs beside them."""

    registry: Registry
    service: TableService
    dispatcher: Dispatcher
    publisher: Publisher
    redrawing: Redrawing
    scheduler: DeadlineScheduler
    background: BackgroundTasks
    resumed: Sequence[Callable[[], Awaitable[None]]] = ()
    """What features take up again."""
    beside: Sequence[Recurring] = ()
    """What features do again and again."""
    everywhere: Sequence[Recurring] = ()
    """What every process does again and again, whatever leases it holds."""

    async def resume(self) -> None:
        """Take up again what features were about when an earlier process ended; tables are the scheduler's."""
        for take_up in self.resumed:
            await take_up()
