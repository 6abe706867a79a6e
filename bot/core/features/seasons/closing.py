"""End the seasons whose time has come, and post their cards.

The end is stored first, in one transaction. Then the card is claimed, posted and confirmed.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

from bot.core.domain.chat_settings import settings_of
from bot.core.domain.person_settings import PersonSettings
from bot.core.features.claimed_posts import AGAIN, send_claimed
from bot.core.features.context import FeatureContext
from bot.core.features.seasons.view import over_rows, over_text, runs_on_text
from bot.core.i18n.time_zones import zone_of
from bot.core.messages.content import Picture, Screen, Subject
from bot.core.services.season_figures import SeasonFigures
from bot.core.services.seasons import SeasonKeeper
from bot.core.views.ranked import described
from bot.core.views.season_names import season_name
from data.errors import StoreError
from data.season_records import ClosedSeason, HonourKind, OpenSeason

_log = logging.getLogger(__name__)

EVERY = 15.0
"""Seconds from the end of one look to the next."""
AT_ONCE = 50
"""The number of chats of a platform served after one look; others wait for the next."""


class SeasonEnds:
    """Ends seasons and posts their cards, one after the other."""

    def __init__(self, context: FeatureContext) -> None:
        self._service, self._painters, self._theme = context.service, context.painters, context.theme
        self._context = context
        self._keeper = SeasonKeeper(
            context.service.store, SeasonFigures(context.service.store, context.service.tables)
        )

    async def look(self) -> None:
        """End what is due, and post the cards of what has ended; raises StoreError."""
        store, now = self._service.store, self._service.clock.now()
        for platform in self._context.messengers:
            for season in await store.due_seasons(platform, now, AT_ONCE):
                try:
                    await self._end(season, now)
                except StoreError:
                    raise
                except Exception:  # noqa: BLE001 - logged; other chats still get theirs
                    _log.exception("failed to end a season")
                    await store.move_season(season, now + AGAIN)
            for closed in await store.season_cards(platform, now, AT_ONCE):
                try:
                    await self._post_card(closed)
                except StoreError:
                    raise
                except Exception:  # noqa: BLE001 - logged; other chats still get theirs
                    _log.exception("failed to post the card of a season")
                    await store.claim_card(closed, now + AGAIN)

    async def _end(self, season: OpenSeason, now: float) -> None:
        until = await self._keeper.look(season, now)
        if until is None:
            return
        t = await self._service.languages.of_chat(season.chat)
        settings = await settings_of(self._service.store, season.chat)
        screen = Screen(runs_on_text(until, zone_of(settings.zone or "UTC"), t))
        store = self._service.store
        sent = await send_claimed(
            self._context, season.chat, screen, f"runs-on:{until:.0f}", lambda due: store.move_season(season, due)
        )
        if sent is not None:
            told, due = sent.again is None, sent.again or until
            await store.move_season(replace(season, due=sent.claimed), due, told=told)

    async def _post_card(self, closed: ClosedSeason) -> None:
        store, chat = self._service.store, closed.chat
        screen = await self._card(closed)
        if screen is None:
            await store.claim_card(closed, None)
            return
        sent = await send_claimed(
            self._context, chat, screen, f"season:{closed.event}", lambda until: store.claim_card(closed, until)
        )
        if sent is not None:
            await store.claim_card(replace(closed, post=sent.claimed), sent.again)

    async def _card(self, closed: ClosedSeason) -> Screen | None:
        """Return the card of a season; None if nobody is left to be shown."""
        store, chat = self._service.store, closed.chat
        found = await store.honours_of_event(chat, HonourKind.SEASON, closed.event)
        honours = [one for one in found if PersonSettings.load(one.settings).ranked]
        if not honours:
            return None
        t, settings = await self._service.languages.of_chat(chat), await settings_of(store, chat)
        name = season_name(closed.began, closed.ended, zone_of(settings.zone or "UTC"), t)
        rows, title, below = over_rows(honours, t), t("Season: {when}", when=name), t("final result")
        data = await asyncio.to_thread(self._painters.leaderboard, await self._theme(chat), title, below, rows)
        alt = described(title, below, rows, t)
        about = Subject(frozenset(one.player for one in honours))
        return Screen(over_text(name, honours, t), picture=Picture(data, alt), about=about)
