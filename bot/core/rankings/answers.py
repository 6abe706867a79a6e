"""/leaderboard and its buttons, and /stats."""

from __future__ import annotations

from bot.core.chat import Outcome, Person, Press, Request
from bot.core.desk import STALE, Desk
from bot.core.features import Feature
from bot.core.rankings.ladders import LADDERS, ladder_of, named
from bot.core.rankings.leaderboard import Period, Scope, Wish, leaderboard
from bot.core.rankings.stats import meant, stats
from bot.core.refusal import Refusal
from bot.core.screen import Screen
from bot.core.texts import N_
from bot.core.tokens import Token, Verb
from bot.core.views.leaderboard import leaderboard_screen
from bot.core.views.stats import stats_text
from data.records import ChatKey


def feature(desk: Desk) -> Feature:
    """/leaderboard and /stats, for all to see; whoever presses a button under a leaderboard sees their own place.

    Who does not want to be ranked gets their own figures alone, and nobody else gets them.
    """

    async def show(chat: ChatKey, reader: Person, wish: Wish) -> Screen:
        view = await leaderboard(desk.store, wish, chat, reader.key, desk.clock.now())
        return leaderboard_screen(view, await desk.languages.of_chat(chat))

    async def command(request: Request) -> Outcome:
        options = request.options
        ladder = named(options.get("game", ""))
        if ladder is None:  # what was played here last
            last = await desk.store.last_ladder(request.chat)
            ladder = LADDERS[0] if last is None else ladder_of(*last)
        wish = Wish(ladder, Scope(options.get("scope", Scope.CHAT)), Period(options.get("period", Period.EVER)))
        return Outcome(screen=await show(request.chat, request.person, wish))

    async def press(press: Press, token: Token) -> Outcome:
        return Outcome(screen=await show(press.chat, press.person, _wish(token)))

    async def figures(request: Request) -> Outcome:
        person = await meant(desk.store, request)
        view = await stats(desk.store, person.key, person.name)
        mine = person.key == request.person.key
        if view.hidden and not mine:
            raise Refusal(N_("{name} does not take part in the rankings."), name=person.name[:40])
        if view.hidden:
            return Outcome(notice=stats_text(view, await desk.languages.of_person(request.person)))
        return Outcome(screen=Screen(stats_text(view, await desk.languages.of_chat(request.chat))))

    return Feature({"leaderboard": command, "stats": figures}, {Verb.RANKS: press})


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
