"""Put finished games of Palma into the store of a bot that runs, as if they had been played on the page."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.core.rankings.insight import record_of as insight_of
from bot.core.services.analysis_codec import dump, load
from bot.core.services.table_codec import record_of
from data.records import ChatKey
from data.sqlite.store import open_sqlite
from engine.players.analysis import analysed_part
from tests.fakes.finished_tables import finished
from tests.fakes.page_process import Bot


async def stored(bot: Bot, chat: str, code: str, *, analysed: bool = True) -> int:
    """Store a finished game of a chat, once; return how many plies it has."""
    table = finished("palma", {}, ["D", "J"], "random")  # who makes mistakes worth a mark
    log = tuple(move._replace(version=1) for move in table.log)
    table, match = replace(table, id=code, chat=ChatKey("web", chat), version=1, log=log), table.match
    store = await open_sqlite(str(bot.database))
    if await store.table(code) is None:
        await store.add_past(record_of(table), log)
        if analysed:
            start = match.game.dump(match.opening)
            sides, reports = await asyncio.to_thread(analysed_part, match.game, start, match.moves, 1)
            body = dump(sides, reports)
            await store.add_analysis(insight_of(table, load(body, match), body, 1.0))
    await store.close()
    return len(match.plies)
