"""/leaderboard and its buttons, and /stats."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.options import GAME, PERSON
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.daily_puzzle import day_of, lasting
from bot.core.domain.permissions import Actor, may_see_figures
from bot.core.features.context import FeatureContext
from bot.core.features.rankings.insight_board import InsightBoard, board_rows, board_screen, board_words
from bot.core.features.rankings.leaderboard_view import (
    INSIGHT,
    RANKS,
    card_rows,
    heading,
    leaderboard_screen,
)
from bot.core.features.rankings.stats_view import curve_points, stats_text
from bot.core.games.game_words import also_called
from bot.core.games.ladder import Ladder
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.button_tokens import Token
from bot.core.messages.content import Picture, Screen, Subject, Text
from bot.core.messages.requests import LongAnswer, Outcome, Person, Press, Request
from bot.core.rankings.insight_figures import Measure, figures
from bot.core.rankings.ladders import ladder_of, ladders, named
from bot.core.rankings.leaderboard import Period, Scope, Wish, leaderboard
from bot.core.rankings.stats import StatsView, meant, stats
from bot.core.services.rivals import Nemesis, Rivals
from bot.core.views.ranked import described
from data.records import ChatKey


class RankingCommands:
    """Handle leaderboards and statistics, for all to see."""

    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._painters = context.painters
        self._theme = context.theme
        self._rivals = Rivals(context.service, context.thinking)

    async def leaderboard(self, request: Request) -> Outcome:
        """Show the requested ladder, or the last one played on here; raises Refusal."""
        options = request.options
        ladder = named(options.get("game", ""))
        if ladder is None:
            last = await self._service.store.last_ladder(request.chat)
            ladder = ladders()[0] if last is None else ladder_of(*last)
        by = options.get("by", RATING)
        if by != RATING:
            return Outcome(screen=await self._insight(request.chat, request.person, ladder, Measure(by)))
        wish = Wish(ladder, Scope(options.get("scope", Scope.CHAT)), Period(options.get("period", Period.EVER)))
        return Outcome(screen=await self._ranks(request.chat, request.person, wish))

    async def another_leaderboard(self, press: Press, token: Token) -> Outcome:
        """Show the page of a button, with the place of the person who presses. Raises Refusal."""
        return Outcome(screen=await self._ranks(press.chat, press.person, _wish(token)))

    async def by_measure(self, press: Press, token: Token) -> Outcome:
        """Show a ladder by accuracy, luck or results without luck, from a button; raises Refusal."""
        name, measure = token.arguments
        ladder = named(name)
        if ladder is None or measure not in tuple(Measure):
            raise Refusal(STALE)
        return Outcome(screen=await self._insight(press.chat, press.person, ladder, Measure(measure)))

    async def stats(self, request: Request) -> Outcome:
        """Show a person's figures; privately if they don't want to be ranked. Raises Refusal."""
        service = self._service
        person = await meant(service.store, request)
        view = await stats(service.store, person.key, person.name)
        view = replace(view, streak=await self._streak(request.chat, person))
        may_see_figures(person.name, Actor(request.person.key), person.key, is_hidden=view.hidden)
        if view.hidden:
            return Outcome(notice=stats_text(view, await service.languages.of_person(request.person)))
        t = await service.languages.of_chat(request.chat, request.person)
        nemesis = await self._nemesis(request, person) if view.games else None
        text = stats_text(view, t, nemesis)
        about = Subject(frozenset({person.key} if nemesis is None else {person.key, nemesis.person}))
        screen = Screen(text, await self._curve(view, request.chat, t), about=about)
        return Outcome(screen=screen, long=LongAnswer(Text(text.lines[:2]), "stats", person=person))

    async def _nemesis(self, request: Request, person: Person) -> Nemesis | None:
        """Return who captured most of a person's pieces, if the asker may see them."""
        chat = None if request.private else request.chat
        return await self._rivals.nemesis(person.key, await self._rivals.known(person.key, request.person.key, chat))

    async def _streak(self, chat: ChatKey, person: Person) -> tuple[int, int] | None:
        """Return the length of a person's puzzle streak in this chat, and the longest."""
        record = await self._service.store.streak(chat, person.key)
        if record is None:
            return None
        today = day_of(self._service.clock.now(), await settings_of(self._service.store, chat))
        return lasting(record, today), record.longest

    async def _ranks(self, chat: ChatKey, reader: Person, wish: Wish) -> Screen:
        service = self._service
        t = await service.languages.of_chat(chat, reader)
        view = await leaderboard(service.store, wish, chat, reader.key, service.clock.now(), t.alphabetical)
        words, rows = heading(view.wish, t), card_rows(view, t)
        data = await asyncio.to_thread(self._painters.leaderboard, await self._theme(chat), *words, rows)
        about = Subject(frozenset(row.player for row in view.rows))
        return replace(leaderboard_screen(view, t), picture=Picture(data, described(*words, rows, t)), about=about)

    async def _insight(self, chat: ChatKey, reader: Person, ladder: Ladder, measure: Measure) -> Screen:
        service = self._service
        t = await service.languages.of_chat(chat, reader)
        found = figures(await service.store.insight(chat, ladder.game, ladder.family), measure, t.alphabetical)
        board = InsightBoard(ladder, measure, tuple(found), reader.key)
        words, rows = board_words(board, t), board_rows(board, t)
        data = await asyncio.to_thread(self._painters.leaderboard, await self._theme(chat), *words, rows)
        about = Subject(frozenset(one.player for _, one in board.shown))
        return replace(board_screen(board, t), picture=Picture(data, described(*words, rows, t)), about=about)

    async def _curve(self, view: StatsView, chat: ChatKey, t: Translator) -> Picture | None:
        """Draw the rating over time on the ladder that they play most; None before the second game."""
        curve = next((curve for curve in view.curves if len(curve.skills) > 1), None)
        if curve is None:
            return None
        values, spreads = curve_points(curve)
        below = t(curve.ladder.title)
        data = await asyncio.to_thread(
            self._painters.curve, await self._theme(chat), view.name, below, values, spreads
        )
        return Picture(data, f"{view.name}, {below}{t.marks.colon}{values[0]:.0f} → {values[-1]:.0f}")


def _wish(token: Token) -> Wish:
    """Return the contents of a button's token; raises Refusal."""
    name, scope, period, page = token.arguments
    ladder = named(name)
    if ladder is None or not page.isdecimal():
        raise Refusal(STALE)
    try:
        return Wish(ladder, Scope(scope), Period(period), int(page))
    except ValueError:
        raise Refusal(STALE) from None


RATING = "rating"
"""The default measure."""


def _ladder_words(t: Translator, name: str) -> tuple[str, ...]:
    ladder = named(name)
    return (t(ladder.title) if ladder is not None else name, *also_called(name))


GROUP = CommandGroup(
    RankingCommands,
    (
        GroupCommand(
            Command(
                "leaderboard",
                N_("Show the leaderboard"),
                (
                    replace(
                        GAME,
                        source=lambda _: tuple(ladder.name for ladder in ladders()),
                        choice_words=_ladder_words,
                    ),
                    Option(
                        "scope",
                        OptionKind.CHOICE,
                        N_("This chat, or all chats"),
                        tuple(scope.value for scope in Scope),
                    ),
                    Option(
                        "period",
                        OptionKind.CHOICE,
                        N_("Which period"),
                        tuple(period.value for period in Period),
                    ),
                    Option(
                        "by",
                        OptionKind.CHOICE,
                        N_("By rating, or in analysed games of this chat"),
                        (RATING, *(measure.value for measure in Measure)),
                    ),
                ),
                example="/leaderboard palma week",
                section=Section.GAMES,
                rank=8,
            ),
            RankingCommands.leaderboard,
            above=True,
        ),
        GroupCommand(
            Command(
                "stats",
                N_("Show someone's games and ratings"),
                (PERSON,),
                example="/stats Bea",
                section=Section.GAMES,
                rank=9,
            ),
            RankingCommands.stats,
            above=True,
        ),
    ),
    (
        GroupButton(RANKS, RankingCommands.another_leaderboard, above=True),
        GroupButton(INSIGHT, RankingCommands.by_measure, above=True),
    ),
)
