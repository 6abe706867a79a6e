"""Show bots' turns one after the other, in chats that want that.

The chat's board is edited to each bot's turn, without buttons; none of that is stored. The stored table is already
final, so any other change or a shortage of calls ends the steps at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.core.board_messages.board_motion import BRIEF
from bot.core.board_messages.executor import ActionExecutor
from bot.core.common.clock import Clock, sleep_or
from bot.core.domain.chat_settings import Pause
from bot.core.domain.table import StartedTable, Table
from bot.core.domain.time_control import TimeControlKind
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter, Priority, Ticket
from bot.core.services.table_display import Role, TableDisplay
from bot.core.services.table_repository import TableRepository
from data.records import BoardRecord, ChatKey, Status

_log = logging.getLogger(__name__)

PAUSES = {Pause.CALM: 0.9, Pause.QUICK: 0.35}
"""Seconds between two bots' turns, where these are shown one by one."""
MOST = 3.0
"""Seconds for all turns together, until the board shows the next player's position."""


@dataclass(slots=True)
class Progress:
    """How far a chat has seen bots' turns.

    `pause`: seconds between two turns. `told`: plies that its board has shown. `since`: plies at a person's last
    press. `ends`: Unix seconds by which everything since then must be shown.
    """

    pause: float
    told: int = 0
    since: int = -1
    ends: float = 0.0


@dataclass(frozen=True, slots=True)
class TurnSteps:
    tables: TableRepository
    executor: ActionExecutor
    clock: Clock
    limiters: Mapping[str, PlatformRateLimiter]

    async def tell(self, display: TableDisplay, chat: ChatKey, progress: Progress, news: asyncio.Event) -> bool:
        """Show bots' turns since a person acted, one by one, until `news` is set.

        Return whether that took time: others may have shown the newest board.
        """
        boards, told = [board for board in display.messages(chat) if not board.call], False
        if not boards or display.role(chat) is not Role.PLAY:
            return False
        plies = stops(display.table, boards[-1], progress, self.clock.now())
        for number, ply in enumerate(plies, start=1):
            if not await self._step(display, boards[-1], ply, progress.pause) or news.is_set():
                break
            progress.told, told = ply, True
            if number < len(plies):  # animate the next turn while this one is shown
                now = replace(display, table=as_at(display.table, plies[number]))
                self.executor.ahead_of(now, chat, ply, progress.pause - BRIEF)
            else:
                self.executor.ahead_of(display, chat, ply)
            in_time = self.clock.now() + progress.pause <= progress.ends
            if not in_time or await sleep_or(self.clock, progress.pause, news):
                break
        return told

    async def _step(self, display: TableDisplay, board: BoardRecord, ply: int, pause: float) -> bool:
        chat, limiter = board.chat, self.limiters[board.chat.platform]
        if not limiter.has_room(chat, board.message):
            return False
        now = await self.tables.display(board.table)
        if now is None or board not in now.messages(chat) or now.table.version != display.table.version:
            return False  # another process shows it
        ticket = Ticket(Priority.OTHER_BOARD, self.clock.now())
        try:
            async with limiter.slot(chat, ticket, board.message):
                await self.executor.step(replace(display, table=as_at(display.table, ply)), board, pause)
        except Exception as error:  # noqa: BLE001 - whatever a platform raises, the newest board comes next
            _log.info("table %s is not shown turn by turn now: %s", board.table, type(error).__name__)
            return False
        return True


def stops(table: Table, board: BoardRecord, progress: Progress, now: float) -> tuple[int, ...]:
    """Return the plies at which a live board stops on its way to the present.

    They are a person's last action and each turn after it, if a bot acts next; none on a live clock, which would cost
    a player time.
    """
    if (
        not isinstance(table, StartedTable)
        or table.started is None
        or table.options.pace.kind is TimeControlKind.LIVE
    ):
        return ()
    if not board.live or board.version < table.started or table.status not in (Status.PLAYING, Status.OVER):
        return ()
    plies = table.match.plies
    since = pressed(table)
    if since != progress.since:
        progress.told, progress.since, progress.ends = 0, since, now + MOST
    first = max(since, table.plies_since(board.version) + 1, progress.told + 1)
    return tuple(
        ply
        for ply in range(first, len(plies))
        if plies[ply - 1].ends_turn and table.seats[table.match.at(ply).turn.seat].is_automated
    )


def pressed(table: StartedTable) -> int:
    """Return the number of plies up to a person's last own one."""
    standing = table.standing
    return next((at for at in range(len(standing), 0, -1) if standing[at - 1].automation is None), 0)


def as_at(table: Table, ply: int) -> Table:
    """Return a started table as of a ply, with no clock running."""
    if not isinstance(table, StartedTable):
        return table
    return replace(
        table,
        match=table.match.at(ply),
        log=table.standing[:ply],
        status=Status.PLAYING,
        result=None,
        gains=(),
        honours=(),
        clock=replace(table.clock, deadline=None, remind=None, closes=None),
    )
