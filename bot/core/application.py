"""The core, put together."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.core.board_messages.publisher import Publisher
from bot.core.commands.definition import Registry
from bot.core.common.background import BackgroundTasks
from bot.core.dispatch.dispatcher import Dispatcher
from bot.core.domain import play
from bot.core.i18n.refusal import CorruptTable
from bot.core.services.deadline_scheduler import DeadlineScheduler
from bot.core.services.table_service import TableService
from data.records import Status
from data.store import StoreError

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Application:
    """The core, put together: what platforms speak to, and what runs beside them."""

    registry: Registry
    desk: TableService
    dispatcher: Dispatcher
    publisher: Publisher
    scheduler: DeadlineScheduler
    background: BackgroundTasks
    resumed: Sequence[Callable[[], Awaitable[None]]] = ()
    """What features take up again."""
    beside: Sequence[Callable[[], Awaitable[None]]] = ()
    """What features do for ever."""

    async def resume(self) -> list[str]:
        """Let tables go on that were about to when an earlier process ended. Return the codes of those that did."""
        resumed = []
        for record in await self.desk.store.all_tables((Status.PLAYING,)):
            try:
                table = await self.desk.tables.get(record.id)
                if table is not None and play.runs_by_itself(table):
                    await self.desk.go_on(record.id)
                    resumed.append(record.id)
            except StoreError:
                raise
            except CorruptTable:  # logged where it was read
                continue
            except Exception:  # noqa: BLE001 - logged; one table must not keep all others from their players
                _log.exception("table %s cannot go on", record.id)
        for take_up in self.resumed:
            await take_up()
        return resumed
