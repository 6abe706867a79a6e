"""The core, put together."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.board_messages.publisher import Publisher
from bot.core.dispatcher import Dispatcher
from bot.core.features.replay.commands import ReplayCommands
from bot.core.services.deadline_scheduler import DeadlineScheduler
from bot.core.services.table_service import TableService


@dataclass(frozen=True, slots=True)
class Application:
    """The core, put together."""

    desk: TableService
    service: Dispatcher
    publisher: Publisher
    timekeeper: DeadlineScheduler
    films: ReplayCommands
