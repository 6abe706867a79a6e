"""What a table's message shows, drawn aside so that nobody waits for a picture."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor
from dataclasses import dataclass, replace

from bot.core.options import Options
from bot.core.screen import Screen
from bot.core.table import Table
from bot.core.texts import Translator
from bot.core.views.board import Draw, board_screen
from bot.core.views.lobby import lobby_screen
from data.records import Status, TableRecord


@dataclass(frozen=True, slots=True)
class Faces:
    """Makes screens of tables; the pictures in the executor's threads."""

    draw: Draw
    executor: Executor

    async def of(self, table: Table, since: int, t: Translator, theme: str) -> Screen:
        """The table now, for readers who know it up to ply `since`, its picture in a theme."""
        if table.match is None:
            return lobby_screen(table, t)
        if Options.load(table.record.options).imported:
            since = len(table.match.plies)  # nobody saw it happen here
        loop = asyncio.get_running_loop()
        screen = await loop.run_in_executor(self.executor, board_screen, table, since, t, self.draw, theme)
        return screen if _offers(table.record) else replace(screen, rows=())


def _offers(record: TableRecord) -> bool:
    """Whether there is anything left to press: not once the next table is open, nor where nobody here has played."""
    options = Options.load(record.options)
    return record.status is Status.PLAYING or not (options.following or options.imported)
