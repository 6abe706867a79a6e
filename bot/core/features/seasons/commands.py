"""/season: a chat's season under way."""

from __future__ import annotations

import asyncio

from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupCommand
from bot.core.common.recurring import Recurring
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.season_time import SeasonLength
from bot.core.features.context import FeatureContext
from bot.core.features.seasons.closing import EVERY, SeasonEnds
from bot.core.features.seasons.view import early_text, left, season_text, standing_rows
from bot.core.i18n.refusal import Refusal, typed
from bot.core.i18n.time_zones import zone_of
from bot.core.i18n.translator import N_
from bot.core.messages.content import Picture, Screen, Subject
from bot.core.messages.requests import Outcome, Request
from bot.core.services.seasons import season_now, whole
from bot.core.views.ranked import described
from bot.core.views.season_names import season_name


class SeasonCommands:
    """Show the season of a chat."""

    def __init__(self, context: FeatureContext) -> None:
        self._service, self._painters, self._theme = context.service, context.painters, context.theme
        context.beside.append(Recurring(EVERY, SeasonEnds(context).look))

    async def season(self, request: Request) -> Outcome:
        """Show who stands where, from the third game on; raises Refusal."""
        service, now = self._service, self._service.clock.now()
        chat = request.chat
        settings = await settings_of(service.store, whole(chat))
        if settings.season is SeasonLength.OFF:
            raise Refusal(
                N_("Seasons are off in this chat. An admin can turn them on: {command}"),
                command=typed("/settings season=month"),
            )
        t = await service.languages.of_chat(chat, request.person)
        season = await season_now(service.store, chat, now)
        if season is None or not season.is_shown or not season.rows:
            return Outcome(screen=Screen(early_text(0 if season is None else season.games, t)))
        name = season_name(season.began, season.until, zone_of(settings.zone or "UTC"), t)
        reader = request.person.key
        rows, below = standing_rows(season, reader, t), left(season.until, now, t)
        title = t("Season: {when}", when=name)
        data = await asyncio.to_thread(self._painters.leaderboard, await self._theme(chat), title, below, rows)
        alt = described(title, below, rows, t)
        about = Subject(frozenset(row.player for row in season.rows))
        screen = Screen(season_text(season, name, reader, now, t), picture=Picture(data, alt), about=about)
        return Outcome(screen=screen)


GROUP = CommandGroup(
    SeasonCommands,
    (
        GroupCommand(
            Command("season", N_("Show how this season is going"), section=Section.GAMES, rank=7),
            SeasonCommands.season,
            above=True,
        ),
    ),
    (),
)
