"""Keep the seasons of chats: what stands now, and who has won once a season is over.

A season is closed in one transaction under what was seen of it, so several processes close it once. Its people's
figures go into their honours as JSON.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.core.domain.chat_settings import ChatSettings, settings_of
from bot.core.domain.person_settings import PersonSettings
from bot.core.domain.season_time import SeasonLength, period_of
from bot.core.i18n.time_zones import zone_of
from bot.core.rankings.season_points import SHOWN, SeasonRow, is_enough, standing
from bot.core.services.season_figures import SeasonFigures
from data.records import ChatKey, PersonKey
from data.season_records import ClosedSeason, HonourKind, HonourRecord, OpenSeason, SeasonGame
from data.store import Store

LATE = 7 * 86400.0
"""Seconds after the end of a season after which no card is posted."""
PAGE = 200
PART = 15 * 86400.0
"""The time of which games are read at once, in seconds."""


def whole(chat: ChatKey) -> ChatKey:
    """Return the chat without its thread: seasons and honours are of the whole chat."""
    return chat._replace(thread="")


@dataclass(frozen=True, slots=True)
class SeasonNow:
    """A chat's season under way: when it began, when it is to end, its rated games, and who stands where.

    `names` has those of people who are known. `is_enough`: it would end at its end, and not run on.
    """

    began: float
    until: float
    games: int
    rows: tuple[SeasonRow, ...]
    names: Mapping[PersonKey, str | None]
    is_enough: bool

    @property
    def is_shown(self) -> bool:
        return self.games >= SHOWN


async def season_now(store: Store, chat: ChatKey, now: float) -> SeasonNow | None:
    """Return a chat's season under way; None without games or without seasons. Raises StoreError."""
    open_, settings = await store.season(chat), await settings_of(store, whole(chat))
    if open_ is None or settings.season is SeasonLength.OFF:
        return None
    course = await _course(store, open_, settings, now)
    rows = tuple(await asyncio.to_thread(standing, course.games, unranked(course.games)))
    names = {seat.player: seat.name for game in course.games for seat in game.seats}
    return SeasonNow(course.began, course.ended, len(course.games), rows, names, is_enough(course.games))


async def games_between(store: Store, chat: ChatKey, began: float, ended: float) -> list[SeasonGame]:
    """Return the rated games of a chat that ended in a time, read in parts, so that play goes on."""
    return [game async for part in parts_between(store, chat, began, ended) for game in part]


async def parts_between(store: Store, chat: ChatKey, began: float, ended: float) -> AsyncIterator[list[SeasonGame]]:
    """Yield the rated games of a chat that ended in a time, a part at a time; raises StoreError."""
    while began < ended:
        yield await store.season_games(chat, began, min(ended, began + PART))
        began += PART
        await asyncio.sleep(0)


def unranked(games: Sequence[SeasonGame]) -> set[PersonKey]:
    """Return the people of these games who don't want to be ranked."""
    return {seat.player for game in games for seat in game.seats if not PersonSettings.load(seat.settings).ranked}


@dataclass(frozen=True, slots=True)
class _Course:
    """How a season runs: its games so far, its end by now, and whether it has run past an end."""

    began: float
    ended: float
    games: tuple[SeasonGame, ...]
    ran_on: bool


async def _course(store: Store, season: OpenSeason, settings: ChatSettings, now: float) -> _Course:
    zone, past = zone_of(settings.zone or "UTC"), await store.closed_seasons(season.chat, 1)
    last = past[0].ended if past else 0.0
    first, ended = period_of(settings.season, max(season.since, last), zone)
    began, ran_on = max(first, last), False
    games = await games_between(store, season.chat, began, now)
    while ended <= now and not is_enough([game for game in games if game.at < ended]):
        ended, ran_on = period_of(settings.season, ended, zone)[1], True
    return _Course(began, ended, tuple(game for game in games if game.at < ended), ran_on)


class SeasonKeeper:
    """Ends seasons whose time has come."""

    def __init__(self, store: Store, figures: SeasonFigures) -> None:
        self._store, self._figures = store, figures

    async def look(self, season: OpenSeason, now: float) -> float | None:
        """End a season if it is over, else set when it is looked at next; raises StoreError.

        Return its new end if it runs on and this is news to the chat; the caller tells it, and moves the season then.
        """
        store, settings = self._store, await settings_of(self._store, season.chat)
        if settings.season is SeasonLength.OFF:
            await store.move_season(season, None)
            return None
        course = await _course(store, season, settings, now)
        if course.ended > now and course.games:
            tells = course.ran_on and not season.told and len(course.games) >= SHOWN
            if tells:
                return course.ended
            await store.move_season(season, course.ended)
            return None
        closed = ClosedSeason(season.chat, course.began, course.ended, now if now < course.ended + LATE else None)
        figures = await self._figures.of(closed, course.games)
        honours = await asyncio.to_thread(honours_of, closed, course.games, figures)
        await store.close_season(season, closed, honours)
        return None


def honours_of(
    closed: ClosedSeason,
    games: Sequence[SeasonGame],
    figures: Mapping[PersonKey, Mapping[str, Any]],
    had: Collection[PersonKey] = (),
) -> list[HonourRecord]:
    """Return the honours of a season: everybody's place, with their figures.

    People who don't want to be ranked have none, unless they `had` one: then their place stays, and isn't shown.
    """
    rows = standing(games, unranked(games) - {*had})
    return [
        HonourRecord(
            closed.chat,
            HonourKind.SEASON,
            closed.event,
            row.player,
            row.place,
            closed.ended,
            detail=json.dumps({**figures.get(row.player, {}), **_counted(row)}, sort_keys=True),
        )
        for row in rows
    ]


def _counted(row: SeasonRow) -> dict[str, int]:
    """Return what follows from the logs."""
    return {"points": row.points, "games": row.games, "captures": row.captures}


async def recompute_seasons(store: Store) -> int:
    """Compute the honours of all closed seasons again from the results; return their number. Raises StoreError.

    A season keeps its beginning and end. Figures that don't follow from the logs stay as they were noted.
    """
    count, after = 0, None
    while page := await store.all_closed_seasons(after, PAGE):
        after = page[-1]
        for closed in page:
            games = await store.season_games(closed.chat, closed.began, closed.ended)
            known = await store.honours_of_event(closed.chat, HonourKind.SEASON, closed.event)
            figures = {one.player: detail_of(one) for one in known}
            await store.renew_season(closed, honours_of(closed, games, figures, figures.keys()))
            count += 1
    return count


def detail_of(honour: HonourRecord) -> dict[str, Any]:
    """Return the figures of an honour."""
    found: dict[str, Any] = json.loads(honour.detail)
    return found
