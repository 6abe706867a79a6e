"""Tells bots' turns as they happen, one after the other, where a chat is in no hurry.

A table is stored as it is when a person is to act again; nobody waits for what is told here. It is told by editing
the chat's board, without buttons, to what it was after each bot's turn, and nothing of that is noted: so a process
that dies in the middle leaves a board that is behind, which the next one brings up to date. A press, a command or
another change in between ends it at once, and so does a platform that has no calls to spare.
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
"""Seconds between two bots' turns, where these are told one by one."""
MOST = 3.0
"""Seconds that all turns together may take until the board is for the person who acts next."""


@dataclass(slots=True)
class Progress:
    """How far a chat has been told.

    `pause`: the seconds between two turns. `told`: how many plies its board has shown. `since`: how many there were
    when a person had last pressed for something; `ends`: when, in Unix seconds, what has come since then is to be
    told in any case.
    """

    pause: float
    told: int = 0
    since: int = -1
    ends: float = 0.0


@dataclass(frozen=True, slots=True)
class TurnSteps:
    """Over the repository, with what shows boards."""

    tables: TableRepository
    executor: ActionExecutor
    clock: Clock
    limiters: Mapping[str, PlatformRateLimiter]

    async def tell(self, display: TableDisplay, chat: ChatKey, progress: Progress, news: asyncio.Event) -> bool:
        """Show what bots have done since a person acted, turn by turn, until `news` is set.

        Return whether that took any time, in which others may have shown the newest board.
        """
        boards, told = [board for board in display.messages(chat) if not board.call], False
        if not boards or display.role(chat) is not Role.PLAY:
            return False
        plies = stops(display.table, boards[-1], progress, self.clock.now())
        for number, ply in enumerate(plies, start=1):
            if not await self._step(display, boards[-1], ply, progress.pause) or news.is_set():
                break
            progress.told, told = ply, True
            if number < len(plies):  # the next turn is put in motion while this one is looked at
                now = replace(display, table=as_at(display.table, plies[number]))
                self.executor.ahead_of(now, chat, ply, progress.pause - BRIEF)
            else:
                self.executor.ahead_of(display, chat, ply)
            in_time = self.clock.now() + progress.pause <= progress.ends
            if not in_time or await sleep_or(self.clock, progress.pause, news):
                break
        return told

    async def _step(self, display: TableDisplay, board: BoardRecord, ply: int, pause: float) -> bool:
        """Show a board as of a ply; return whether that was done."""
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
        except Exception as error:  # noqa: BLE001 - whatever a platform throws, the newest board comes next
            _log.info("table %s is not told turn by turn now: %s", board.table, type(error).__name__)
            return False
        return True


def stops(table: Table, board: BoardRecord, progress: Progress, now: float) -> tuple[int, ...]:
    """Return after how many plies a live board is to be shown on the way to its table as it is now.

    That is after the last thing that a person pressed for and after each turn since then, where a bot is to act next.
    There are none while a clock of seconds runs, which nobody shall lose any of.
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
    """Return after how many plies a person had last pressed for one."""
    standing = table.standing
    return next((at for at in range(len(standing), 0, -1) if standing[at - 1].automation is None), 0)


def as_at(table: Table, ply: int) -> Table:
    """Return a table in play as it stood after so many plies, with nobody's time running."""
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
