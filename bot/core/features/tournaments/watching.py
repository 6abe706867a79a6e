"""Show a tournament's tables in chats that nobody plays them from: a list, and each to be watched."""

from __future__ import annotations

from bot.core.commands.group import CommandGroup, GroupButton
from bot.core.features.context import FeatureContext
from bot.core.features.tournaments.past import number_in
from bot.core.features.tournaments.progress_view import table_line
from bot.core.features.tournaments.standing_view import TournamentView
from bot.core.features.tournaments.view import (
    CUP,
    LIST,
    TABLES,
    WATCH,
    games_away,
    games_elsewhere,
    heading,
    watch_button,
)
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.text_format import text_of
from bot.core.i18n.translator import Translator
from bot.core.messages.button_tokens import Token, encode
from bot.core.messages.content import Screen
from bot.core.messages.requests import Outcome, Press
from bot.core.services.tournaments import Tournaments
from bot.core.services.watching import watch_from
from bot.core.views.buttons import grid, side
from data.records import ChatKey

CHOICES = 12
"""Tables on a page of the list."""


class TournamentWatching:
    """Let chats watch tables."""

    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._tournaments = Tournaments(context.service.store)

    async def watch(self, press: Press, token: Token) -> Outcome:
        """Show a table of the tournament in the chat, to be watched; raises Refusal."""
        service, (code, table) = self._service, token.arguments
        display = await service.anywhere(table)
        if display.table.links.tournament != code:
            raise Refusal(STALE)
        if display.role(press.chat) is None:
            await watch_from(service, display, press.chat, press.person)
        t = await service.languages.of_person(press.person)
        return Outcome(notice=t.note("Here you go."), table=table)

    async def list(self, press: Press, token: Token) -> Outcome:
        """Show one person a page of the tables; raises Refusal."""
        code, start = token.arguments
        tournament = await self._tournaments.named(code)
        t = await self._service.languages.of_chat(press.chat, press.person)
        screen = tables_screen(TournamentView.of(tournament), press.chat, number_in(start), t)
        return Outcome(screen=screen, below=start == LIST, personal=True)


def tables_screen(view: TournamentView, chat: ChatKey, start: int, t: Translator) -> Screen:
    """Return a page of tables that a chat doesn't show; raises Refusal.

    Those that nobody plays from there have a button to watch them, the others a link.
    """
    tournament = view.tournament
    games, away = games_elsewhere(tournament, chat), games_away(tournament, chat)
    if not games:
        raise Refusal(STALE)
    start = start if 0 <= start < len(games) else 0
    page = games[start : start + CHOICES]
    rows = grid([watch_button(tournament, *one, t) for one in page if one in away], 4)
    if len(games) > len(page):
        further = start + CHOICES if start + CHOICES < len(games) else 0
        rows = (*rows, (side(t("More tables"), encode(CUP, 0, TABLES, tournament.id, further)),))
    return Screen(text_of(heading(tournament, t), *(table_line(view, *one, t, chat) for one in page)), rows=rows)


WATCHING_GROUP = CommandGroup(
    TournamentWatching,
    (),
    (GroupButton(WATCH, TournamentWatching.watch), GroupButton(TABLES, TournamentWatching.list)),
)
