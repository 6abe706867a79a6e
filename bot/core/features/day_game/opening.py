"""Open the game of the day at the hour that each chat chose.

First its code is stored, then the table, then the time of the next one. A process that dies in between has the same
table opened a minute later, so no day is lost and none has two games. The table starts and ends by itself.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.core.common.recurring import Recurring
from bot.core.domain.chat_settings import ChatSettings, settings_of
from bot.core.domain.day_game import JOINING, UNATTENDED, attended, next_opening, opened
from bot.core.domain.new_table import new_code
from bot.core.features.claimed_posts import send_claimed
from bot.core.features.context import FeatureContext
from bot.core.messages.content import Screen
from bot.core.services.table_creation import CROWD, limit_of
from bot.core.services.waitlist import have_called, with_callers
from data.errors import ChannelFull, StoreError, TableExists
from data.event_records import DayGame
from data.records import ChatKey

_log = logging.getLogger(__name__)

EVERY = 15.0
"""Seconds from the end of one look to the next."""
AT_ONCE = 100
"""The number of chats of a platform served after one look; others wait for the next."""
AGAIN = 60.0
"""Seconds until an opening that did not finish is tried again."""


class DayGames:
    """Opens the games of the day, and pauses where nobody joins."""

    def __init__(self, context: FeatureContext) -> None:
        self._context, self._service, self._publish = context, context.service, context.publish
        context.beside.append(Recurring(EVERY, self.look))

    async def look(self) -> None:
        """Open what is due, one after the other; raises StoreError."""
        store, now = self._service.store, self._service.clock.now()
        for platform in self._context.messengers:
            for game in await store.due_day_games(platform, now, AT_ONCE):
                try:
                    await self._due(game, now)
                except StoreError:
                    raise
                except Exception:  # noqa: BLE001 - logged; other chats still get theirs
                    _log.exception("failed to open a game of the day")
                    await self._wait_for_tomorrow(game, now)

    async def _due(self, game: DayGame, now: float) -> None:
        """Open a chat's game, unless its hour is long over or nobody came on the last days."""
        settings = await settings_of(self._service.store, game.chat)
        since = game.opens if game.opens is not None else game.due
        if settings.game is None or since is None:
            await self._service.store.schedule_day_game(game.chat, None)
        elif now - since >= JOINING:
            await self._wait_for_tomorrow(game, now)
        elif game.opens is not None:
            await self._open(game, settings, now)
        else:
            last = await self._service.tables.outline(game.table) if game.table is not None else None
            idle = 0 if last is None or attended(last) else game.idle + 1
            if idle >= UNATTENDED:
                await self._pause(game, idle)
                return
            code = new_code(self._service.entropy)
            begun = replace(game, due=now + AGAIN, opens=since, table=code, idle=idle)
            if await self._service.store.claim_day_game(game, begun):
                await self._open(begun, settings, now)

    async def _open(self, game: DayGame, settings: ChatSettings, now: float) -> None:
        """Store the table, unless an earlier attempt has, and show it."""
        service, chat, code = self._service, game.chat, game.table
        ends = next_opening(settings, now)
        assert code is not None and ends is not None  # noqa: S101, PT018 - it is being opened
        table = await with_callers(service, opened(chat, code, ends, service.entropy, now))
        try:
            await service.tables.create(table, limit=CROWD * await limit_of(service, chat))
            await have_called(service, table)
        except TableExists:
            _log.info("the game of the day %s had been opened", code)
        except ChannelFull:
            _log.info("no game of the day: the chat has too many open tables")
            await self._wait_for_tomorrow(game, now)
            return
        await self._wait_for_tomorrow(game, now)
        await self._publish(code)

    async def _wait_for_tomorrow(self, game: DayGame, now: float) -> None:
        settings = await settings_of(self._service.store, game.chat)
        after = replace(game, due=next_opening(settings, now), opens=None)
        await self._service.store.claim_day_game(game, after)

    async def _pause(self, seen: DayGame, idle: int) -> None:
        """Open no more games in a chat, and say so once."""
        store = self._service.store
        sent = await send_claimed(
            self._context, seen.chat, await self._paused(seen.chat), f"paused:{seen.table}",
            lambda until: store.claim_day_game(seen, replace(seen, due=until)),
        )  # fmt: skip
        if sent is not None:
            claimed, over = replace(seen, due=sent.claimed), replace(seen, due=None, table=None, idle=idle)
            await store.claim_day_game(claimed, over if sent.again is None else replace(seen, due=sent.again))

    async def _paused(self, chat: ChatKey) -> Screen:
        t, settings = await self._service.languages.of_chat(chat), await settings_of(self._service.store, chat)
        return Screen(
            t.note(
                "Nobody joined the game of the day for {n} days, so I've paused it. To go on, type {command}.",
                n=UNATTENDED,
                command=t.command(f"/settings game={settings.game}"),
            )
        )
