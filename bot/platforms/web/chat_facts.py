"""What a page shows of its chat besides messages: the last games, and the bots' pace."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from bot.core.application import Application
from bot.core.domain.chat_settings import Pause, settings_of
from bot.core.i18n.text_format import text_of
from bot.core.messages.requests import Outcome, Person, Request
from bot.core.views.past_games import game_line
from bot.platforms.web.chat import WebMessenger
from bot.platforms.web.message_format import text_lines
from data.records import ChatKey

GAMES = 5
"""How many past games the front page lists."""


async def past_games(core: Application, chat: ChatKey, languages: Collection[str]) -> dict[str, list[Any]]:
    """Return a chat's last games, a line each, in every language; raises StoreError."""
    tables = await core.service.tables.games(chat, limit=GAMES, skip=0)
    told = core.service.languages.in_each(chat, languages)
    return {t.language: text_lines(text_of(*(game_line(table, t) for table in tables))) for t in told}


async def pause_of(core: Application, chat: ChatKey) -> Pause:
    """Return the pause between bots' turns in a chat; raises StoreError."""
    return (await settings_of(core.service.store, chat)).pause_where(costless=WebMessenger.abilities.costless)


async def choose_pause(core: Application, chat: ChatKey, person: Person, pause: Pause) -> Outcome:
    """Set the pause of a chat as `/settings` does, with the same checks; the public answer is not sent."""

    async def deliver(outcome: Outcome) -> Outcome:
        return replace(outcome, screen=None)

    return await core.dispatcher.command(Request(chat, person, "settings", {"pause": pause.value}), deliver)
