"""Assemble the core."""

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
    """The assembled core: what platforms call, and what runs in the background."""

    registry: Registry
    service: TableService
    dispatcher: Dispatcher
    publisher: Publisher
    redrawing: Redrawing
    scheduler: DeadlineScheduler
    background: BackgroundTasks
    resumed: Sequence[Callable[[], Awaitable[None]]] = ()
    """Work of features to resume at a start."""
    beside: Sequence[Recurring] = ()
    """Recurring work of features."""
    everywhere: Sequence[Recurring] = ()
    """Recurring work in every process, whatever leases it holds."""

    async def resume(self) -> None:
        """Resume the features' unfinished work of an earlier process; the scheduler resumes tables."""
        for take_up in self.resumed:
            await take_up()
