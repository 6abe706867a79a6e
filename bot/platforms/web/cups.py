"""The tournaments of a chat for its page: one in whole, and a list. It shows what the chat's messages show."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.core.common.lru import LruDict
from bot.core.features.tournaments.page_view import page_of
from bot.core.features.tournaments.past_view import past_line
from bot.core.features.tournaments.standing_view import TournamentView
from bot.core.i18n.text_format import clip, text_of
from bot.core.i18n.translator import Translator
from bot.core.services.table_service import TableService
from bot.core.tournaments.codec import CorruptTournament, tournament_of
from bot.core.tournaments.tournament import OPEN
from bot.platforms.web.message_format import text_lines
from bot.platforms.web.protocol import Cups
from bot.platforms.web.texts import cup_words
from data.event_records import TournamentRecord
from data.records import ChatKey

_log = logging.getLogger(__name__)

LISTED = 30
"""The most tournaments of the list."""
TITLE = 40
VIEWS = 64
"""Tournaments whose standings are kept."""


class ChatCups:
    """Tells a page of its chat's tournaments."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._views = LruDict[str, tuple[TournamentRecord, TournamentView]](VIEWS)

    async def told(self, wanted: Cups, chat: ChatKey, codes: Sequence[str], t: Translator) -> dict[str, Any]:
        """Return the list of these tournaments of a chat, and the wanted one; without one, the open or the last.

        The page's texts come along in the reader's language. Raises StoreError.
        """
        views = [one for code in codes if (one := await self._view(code)) is not None]
        asked = (one for one in views if one.tournament.id == wanted.cup)
        shown = next(asked, None) if wanted.cup else _present(views)
        return {
            "language": t.language,
            "words": cup_words(t.language),
            "list": [
                [view.tournament.id, clip(view.tournament.title, TITLE), *text_lines(text_of(past_line(view, t)))]
                for view in views
            ],
            "cup": None if shown is None else _page(shown, chat, wanted.round, t),
        }

    async def _view(self, code: str) -> TournamentView | None:
        """Return a tournament with its standings, read and computed once for what is stored.

        Names can change without a version, so all of it is compared: that takes far less time than reading it.
        """
        record = await self._service.store.tournament(code)
        if record is None:
            return None
        record = replace(record, due=None)  # which changes at each look
        known = self._views.get(code)
        if known is None or known[0] != record:
            try:
                known = self._views[code] = record, await asyncio.to_thread(_read, record)
            except CorruptTournament as error:
                _log.warning("tournament %s cannot be read: %s", code, error)
                return None
        return known[1]


def _read(record: TournamentRecord) -> TournamentView:
    return TournamentView.of(tournament_of(record))


def _present(views: list[TournamentView]) -> TournamentView | None:
    """Return the open tournament, else the last one."""
    return next((one for one in views if one.tournament.stage in OPEN), views[0] if views else None)


def _page(view: TournamentView, chat: ChatKey, number: int | None, t: Translator) -> dict[str, Any]:
    page = page_of(view, chat, number, t)
    return {
        "code": page.code,
        "title": view.tournament.title,
        "heading": text_lines(page.heading),
        "about": text_lines(page.about),
        "scored": page.scored,
        "rows": [
            [
                row.heading,
                row.place,
                row.moved,
                *text_lines(text_of(row.who)),
                row.points,
                row.games,
                row.out,
            ]
            for row in page.rows
        ],
        "rounds": page.rounds,
        "at": page.round,
        "tables": [[one.code, *text_lines(text_of(one.line)), one.over, one.here, one.open] for one in page.tables],
    }
