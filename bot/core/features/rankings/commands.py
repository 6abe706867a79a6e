"""/leaderboard and its buttons, and /stats."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.core.commands.router import Feature
from bot.core.domain.chat_settings import settings_of
from bot.core.features.rankings.leaderboard_view import card_rows, described, heading, leaderboard_screen
from bot.core.features.rankings.stats_view import curve_points, stats_text
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.content import Picture, Screen, Subject, Text
from bot.core.messages.requests import LongAnswer, Outcome, Person, Press, Request
from bot.core.rankings.ladders import ladder_of, ladders, named
from bot.core.rankings.leaderboard import Period, Scope, Wish, leaderboard
from bot.core.rankings.stats import StatsView, meant, stats
from bot.core.services.table_service import TableService
from data.records import ChatKey
from render.card_content import RankRow
from render.themes.catalog import THEMES
from render.themes.theme import Theme


@dataclass(frozen=True, slots=True)
class Cards:
    """How leaderboards and ratings over time are drawn: in a theme, with a title and a line below it."""

    leaderboard: Callable[[Theme, str, str, Sequence[RankRow]], bytes]
    curve: Callable[[Theme, str, str, Sequence[float], Sequence[float]], bytes]


def feature(desk: TableService, cards: Cards) -> Feature:
    """/leaderboard and /stats, for all to see."""
    rankings = _Rankings(desk, cards)
    return Feature(
        {"leaderboard": rankings.leaderboard, "stats": rankings.stats}, {Verb.RANKS: rankings.another_leaderboard}
    )


class _Rankings:
    def __init__(self, desk: TableService, cards: Cards) -> None:
        self._desk = desk
        self._cards = cards

    async def leaderboard(self, request: Request) -> Outcome:
        """A ladder as asked for, or the one that was played on here last."""
        options = request.options
        ladder = named(options.get("game", ""))
        if ladder is None:
            last = await self._desk.store.last_ladder(request.chat)
            ladder = ladders()[0] if last is None else ladder_of(*last)
        wish = Wish(ladder, Scope(options.get("scope", Scope.CHAT)), Period(options.get("period", Period.EVER)))
        return Outcome(screen=await self._ranks(request.chat, request.person, wish))

    async def another_leaderboard(self, press: Press, token: Token) -> Outcome:
        """What a button asks for; whoever presses it sees their own place."""
        return Outcome(screen=await self._ranks(press.chat, press.person, _wish(token)))

    async def stats(self, request: Request) -> Outcome:
        """Who does not want to be ranked gets their own figures alone, and nobody else gets them."""
        desk = self._desk
        person = await meant(desk.store, request)
        view = await stats(desk.store, person.key, person.name)
        mine = person.key == request.person.key
        if view.hidden and not mine:
            raise Refusal(N_("{name} does not take part in the rankings."), name=person.name[:40])
        if view.hidden:
            return Outcome(notice=stats_text(view, await desk.languages.of_person(request.person)))
        t = await desk.languages.of_chat(request.chat, request.person)
        text, about = stats_text(view, t), Subject(frozenset({person.key}))
        screen = Screen(text, await self._curve(view, request.chat, t), about=about)
        return Outcome(screen=screen, long=LongAnswer(Text(text.lines[:2]), "stats", person=person))

    async def _ranks(self, chat: ChatKey, reader: Person, wish: Wish) -> Screen:
        desk = self._desk
        view = await leaderboard(desk.store, wish, chat, reader.key, desk.clock.now())
        t = await desk.languages.of_chat(chat, reader)
        words, rows = heading(view.wish, t), card_rows(view, t)
        data = await asyncio.to_thread(self._cards.leaderboard, await self._theme(chat), *words, rows)
        about = Subject(frozenset(row.player for row in view.rows))
        return replace(leaderboard_screen(view, t), picture=Picture(data, described(words, rows)), about=about)

    async def _curve(self, view: StatsView, chat: ChatKey, t: Translator) -> Picture | None:
        """The rating over time on the ladder that they play most; before the second game there is nothing to see."""
        curve = next((curve for curve in view.curves if len(curve.skills) > 1), None)
        if curve is None:
            return None
        values, spreads = curve_points(curve)
        below = t(curve.ladder.title)
        data = await asyncio.to_thread(self._cards.curve, await self._theme(chat), view.name, below, values, spreads)
        return Picture(data, f"{view.name}, {below}: {values[0]:.0f} → {values[-1]:.0f}")

    async def _theme(self, chat: ChatKey) -> Theme:
        return THEMES[(await settings_of(self._desk.store, chat)).theme]


def _wish(token: Token) -> Wish:
    """What a button asks for; raises Refusal."""
    name, scope, period, page = token.arguments
    ladder = named(name)
    if ladder is None or not page.isdecimal():
        raise Refusal(STALE)
    try:
        return Wish(ladder, Scope(scope), Period(period), int(page))
    except ValueError:
        raise Refusal(STALE) from None
