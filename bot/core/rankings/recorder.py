"""Store results of games, once each, and keep the ratings a fold over the rated games in order.

A crash loses nothing: the result is stored at the table's next reading, or at the next start. If a player had a later
game that is stored already, that game is marked, and computed again in the background.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import replace

from bot.core.domain.person_settings import person_settings
from bot.core.domain.season_time import DAY, days_left
from bot.core.domain.table import StartedTable
from bot.core.domain.table_values import Gain, Honour, Honours
from bot.core.rankings.badges import brought_by
from bot.core.rankings.folding import note, step
from bot.core.rankings.ratings import Skill
from bot.core.rankings.results import ended_at, result_of
from bot.core.rankings.season_points import SHOWN
from data.errors import StaleRatings
from data.records import ChatKey, PersonKey, Status
from data.result_records import COMPUTER, FORMER, PlayedSeat, ResultRecord
from data.store import Store

_log = logging.getLogger(__name__)

ATTEMPTS = 20
LAST_DAYS = 3
"""The days before a season's end on which the cards of games say so."""
PAUSE = 1.0
"""Seconds between two looks at what is marked."""


class Recorder:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._one_by_one = asyncio.Lock()

    async def over(self, table: StartedTable) -> StartedTable:
        """Store the result of a finished table unless it is stored; return the table with its changes.

        Errors are logged: the game is over all the same, and its result is stored the next time.
        """
        if table.status is not Status.OVER:
            return table
        try:
            if not await self._store.recorded(table.id):
                await self.add(result_of(table))
            gains, honours = await self._gains(table), await self._honours(table)
            return replace(table, gains=gains, honours=honours, seasons=await self._seasons(table))
        except Exception:  # noqa: BLE001 - logged
            _log.exception("failed to store the result of table %s", table.id)
            return table

    async def add(self, result: ResultRecord) -> None:
        """Store a result; one that is stored already stays as it is. Raises StoreError."""
        if not result.rated:
            await self._store.add_result(result)
            return
        async with self._one_by_one:
            for _ in range(ATTEMPTS):
                try:
                    await note(self._store, result)
                except StaleRatings:
                    continue  # another process has stored a game of the same people
                return
        raise StaleRatings(f"table {result.table} found no gap between the results of other games")

    async def correct(self) -> None:
        """Compute what is marked, in steps with pauses as long as they; raises StoreError."""
        while True:
            began = time.perf_counter()
            async with self._one_by_one:
                try:
                    if not await step(self._store):
                        return
                except StaleRatings:
                    pass  # another process has stored a game of the same people
            await asyncio.sleep(time.perf_counter() - began)

    async def _gains(self, table: StartedTable) -> tuple[Gain, ...]:
        gains = []
        for change in await self._store.rating_changes(table.id):
            hidden = change.player.platform in (COMPUTER, FORMER)
            if not hidden and await self._ranked(change.player):
                before, after = Skill(change.mu_before, change.sigma_before), Skill(change.mu, change.sigma)
                gains.append(Gain(change.player, before.points, after.points))
        return tuple(gains)

    async def _seasons(self, table: StartedTable) -> tuple[tuple[ChatKey, int], ...]:
        """Return the days left of seasons when the game ended, for each chat from which somebody played."""
        display = await self._store.display(table.id)
        places = () if display is None else display.places
        chats = [table.counts_in, *(place.chat for place in places if place.person is not None)]
        found = [(chat, await self._season_days(chat, ended_at(table))) for chat in dict.fromkeys(map(_whole, chats))]
        return tuple((chat, days) for chat, days in found if days is not None)

    async def _season_days(self, chat: ChatKey, at: float) -> int | None:
        """Return the days left of a chat's season at a moment; None if they are many, or it isn't shown."""
        season = await self._store.season(chat)
        if season is None or season.due is None or not 0 < season.due - at <= LAST_DAYS * DAY:
            return None
        games = await self._store.count_rated(chat, season.since, season.due)
        return days_left(season.due, at) if games >= SHOWN else None

    async def _honours(self, table: StartedTable) -> tuple[Honours, ...]:
        played = await self._store.played_until(table.id)
        found = await asyncio.to_thread(_honours, table.id, played)  # some have played for years
        return tuple([honour for honour in found if await self._ranked(honour.person)])

    async def _ranked(self, person: PersonKey) -> bool:
        return (await person_settings(self._store, person)).ranked


def _whole(chat: ChatKey) -> ChatKey:
    return chat._replace(thread="")


def _honours(table: str, played: Sequence[PlayedSeat]) -> list[Honours]:
    by_person: dict[PersonKey, list[PlayedSeat]] = {}
    for seat in played:
        by_person.setdefault(seat.seat.player, []).append(seat)
    brought = {person: brought_by(table, seats) for person, seats in by_person.items()}
    return [
        Honours(person, tuple(Honour(badge.name, badge.told) for badge in badges))
        for person, badges in brought.items()
        if badges
    ]
