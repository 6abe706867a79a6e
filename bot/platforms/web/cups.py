"""The tournaments of a chat for its page: one in whole, and a list. It shows what the chat's messages show."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.core.common.lru import LruDict
from bot.core.features.tournaments.page_view import page_of
from bot.core.features.tournaments.past_view import past_line
from bot.core.features.tournaments.standing_view import TournamentView
from bot.core.i18n.text_format import clip, text_of
from bot.core.i18n.translator import Translator
from bot.core.services.table_service import TableService
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments.tournament import OPEN, Tournament
from bot.platforms.web.message_format import text_lines
from bot.platforms.web.protocol import Cups
from bot.platforms.web.texts import cup_words
from data.records import ChatKey

LISTED = 30
"""The most tournaments of the list."""
TITLE = 40
VIEWS = 64
"""Tournaments whose standings are kept."""


class ChatCups:
    """Tells a page of its chat's tournaments."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._tournaments = Tournaments(service.store)
        self._views = LruDict[str, TournamentView](VIEWS)

    async def told(self, wanted: Cups, chat: ChatKey, t: Translator) -> dict[str, Any]:
        """Return the list, and the wanted tournament of this chat; without one, the open or the last.

        The page's texts come along in the reader's language. Raises StoreError.
        """
        codes = await self._service.store.tournaments_of(chat, LISTED)
        found = [one for code in codes if (one := await self._tournaments.get(code)) is not None]
        cup = next((one for one in found if one.id == wanted.cup), None) if wanted.cup else _present(found)
        views = [await self._view(one) for one in found]
        shown = next((view for view in views if cup is not None and view.tournament.id == cup.id), None)
        return {
            "language": t.language,
            "words": cup_words(t.language),
            "list": [
                [view.tournament.id, clip(view.tournament.title, TITLE), *text_lines(text_of(past_line(view, t)))]
                for view in views
            ],
            "cup": None if shown is None else _page(shown, chat, wanted.round, t),
        }

    async def _view(self, tournament: Tournament) -> TournamentView:
        """Return a tournament with its standings, computed once for each version."""
        known = self._views.get(tournament.id)
        if known is None or known.tournament != tournament:
            known = self._views[tournament.id] = await asyncio.to_thread(TournamentView.of, tournament)
        return known


def _present(found: list[Tournament]) -> Tournament | None:
    """Return the open tournament, else the last one."""
    return next((one for one in found if one.stage in OPEN), found[0] if found else None)


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
