"""/leaderboard and its buttons."""

from __future__ import annotations

from bot.core.chat import Outcome, Person, Press, Request
from bot.core.desk import STALE, Desk
from bot.core.features import Feature
from bot.core.rankings.ladders import LADDERS, ladder_of, named
from bot.core.rankings.leaderboard import Period, Scope, Wish, leaderboard
from bot.core.refusal import Refusal
from bot.core.screen import Screen
from bot.core.tokens import Token, Verb
from bot.core.views.leaderboard import leaderboard_screen
from data.records import ChatKey


def feature(desk: Desk) -> Feature:
    """/leaderboard, for all to see; whoever presses a button under it sees their own place."""

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

    return Feature({"leaderboard": command}, {Verb.RANKS: press})


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
