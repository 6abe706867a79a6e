"""Inline mode: `@bot` in any chat offers a person's last cards, their puzzle of the day, and their open tables."""

from __future__ import annotations

import logging

from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultCachedPhoto,
    InputTextMessageContent,
    LinkPreviewOptions,
)
from telegram.constants import ParseMode

from bot.core.application import Application
from bot.core.common.lru import LruDict
from bot.core.dispatch.dispatcher import deliver_later
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Screen, Text
from bot.core.messages.requests import Person, Request
from bot.core.ratelimit.keyed_windows import KeyedWindows
from bot.core.ratelimit.sliding_window import RateLimit
from bot.core.services.shareable import last_games, open_lobbies
from bot.core.views.shareable import game_text, game_title, invitation_text, invitation_title
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.deep_links import LinkAction, link_to, link_to_chat
from bot.platforms.telegram.errors import TooOld, translated
from bot.platforms.telegram.html import PLATFORM, caption, html, message
from bot.platforms.telegram.inline_buttons import inline_data
from bot.platforms.telegram.messenger import TelegramMessenger, in_words
from bot.platforms.telegram.updates import InlineAsked
from data.records import ChatKey, PersonKey

_log = logging.getLogger(__name__)

CACHE = 20
"""Seconds for which Telegram may give a person the same results, and for which they are kept here."""
ASKED = RateLimit(30, 60.0)
"""Queries of one person that are answered: Telegram sends one for each letter they type."""
KEPT = 256
"""People whose results are kept."""
Result = InlineQueryResultArticle | InlineQueryResultCachedPhoto
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


class InlineAnswers:
    """Answers inline queries. Everybody gets only what is theirs, and shows it by sending it."""

    def __init__(self, core: Application, client: Client, messenger: TelegramMessenger) -> None:
        self._core, self._client, self._messenger = core, client, messenger
        self._asked = KeyedWindows[PersonKey](ASKED)
        self._known = LruDict[PersonKey, tuple[float, list[Result]]](KEPT)

    async def answer(self, asked: InlineAsked) -> None:
        """Answer a query, unless the person asks too often."""
        now, person = self._core.service.clock.now(), asked.person.key
        if not self._asked.allows(person, now):
            return
        made, results = self._known.get(person, (0.0, list[Result]()))
        if not made <= now < made + CACHE:
            results = await self._results(asked.person)
            self._known[person] = now, results
        shown = [] if asked.offset else results
        try:
            with translated():
                await self._client.answer_inline_query(asked.query, shown, cache_time=CACHE, is_personal=True)
        except TooOld:
            _log.info("an inline query was answered too late")

    async def _results(self, person: Person) -> list[Result]:
        service = self._core.service
        if service.restrictions.is_banned(person.key):
            return []
        person = service.restrictions.shown(person)
        t = await service.languages.of_person(person)
        return [
            *await self._invitations(person, t),
            *await self._puzzle(person, t),
            *await self._cards(person, t),
        ]

    async def _invitations(self, person: Person, t: Translator) -> list[Result]:
        found = []
        for table in await open_lobbies(self._core.service, person.key):
            text = invitation_text(table, person.name, t)
            join = InlineKeyboardButton(t("Join"), url=link_to(self._client.username, LinkAction.JOIN, table.id))
            picture = await self._messenger.pictures.of_table(table.id)
            rows = InlineKeyboardMarkup([[join]])
            found.append(_result(f"join-{table.id}", invitation_title(table, t), text, rows, picture))
        return found

    async def _puzzle(self, person: Person, t: Translator) -> list[Result]:
        """Return the puzzle of the person's private chat. Each presser has one try, and reads the answer alone."""
        user = person.key.user
        request = Request(ChatKey(PLATFORM, user), person, "puzzle", private=True)
        screen = (await self._core.dispatcher.command(request, deliver_later)).screen
        if screen is None:
            return []
        rows = self._rows(screen, user)
        picture = await self._messenger.pictures.of(screen.picture.data) if screen.picture is not None else None
        text = screen.text if picture is not None else in_words(screen).text
        return [_result("puzzle", t("Puzzle of the day"), text, rows, picture)] if rows is not None else []

    def _rows(self, screen: Screen, user: str) -> InlineKeyboardMarkup | None:
        """Return a screen's buttons for a message that may be in any chat; None if one has no room for that."""
        rows = []
        for row in screen.rows:
            named = [(button.label, inline_data(self._messenger.secret, user, button.token)) for button in row]
            rows.append(
                [InlineKeyboardButton(label, callback_data=data) for label, data in named if data is not None]
            )
            if len(rows[-1]) < len(row):
                return None
        return InlineKeyboardMarkup(rows) if rows else None

    async def _cards(self, person: Person, t: Translator) -> list[Result]:
        play = InlineKeyboardButton(t("Play too"), url=link_to_chat(self._client.username))
        rows, found = InlineKeyboardMarkup([[play]]), []
        for table in await last_games(self._core.service, person.key):
            picture = await self._messenger.pictures.of_table(table.id, table.ended or table.version)
            found.append(_result(f"card-{table.id}", game_title(table, t), game_text(table, t), rows, picture))
        return found


def _result(name: str, title: str, text: Text, rows: InlineKeyboardMarkup, picture: str | None) -> Result:
    """Return a result: a picture that Telegram has, or a text."""
    about = " ".join(filter(None, (plain(line) for line in text.lines[1:])))[:120]
    if picture is not None:
        return InlineQueryResultCachedPhoto(
            name, picture, title, about, html(caption(text)), reply_markup=rows, parse_mode=ParseMode.HTML
        )
    content = InputTextMessageContent(
        html(message(text)), parse_mode=ParseMode.HTML, link_preview_options=_NO_PREVIEW
    )
    return InlineQueryResultArticle(name, title, content, rows, description=about)
