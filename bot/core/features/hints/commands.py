"""/hint: the best move as the analysis judges it, privately to the player to choose."""

from __future__ import annotations

import logging

from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.options import TABLE
from bot.core.domain import hints
from bot.core.domain.table import StartedTable, played_by
from bot.core.features.context import FeatureContext
from bot.core.features.hints.view import BESIDE_A_BUTTON, HINT, hint_text, offer_screen
from bot.core.games.advice import advice
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token
from bot.core.messages.content import Text
from bot.core.messages.requests import Outcome, Person, Press, Request
from bot.core.ratelimit.keyed_windows import KeyedWindows
from bot.core.ratelimit.sliding_window import RateLimit
from bot.core.services.table_buttons import table_of
from bot.core.services.thinking import Lane, NoThought
from data.records import PersonKey, Status
from engine.players.evaluation import EVALUATIONS

_log = logging.getLogger(__name__)

OFTEN = RateLimit(10, 60.0)
"""Hints for one person in a number of seconds: more than anybody can play."""
SECONDS = 5.0
"""Seconds after which a hint is given up."""


class HintCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service, self._thinking = context.service, context.thinking
        self._windows = KeyedWindows[PersonKey](OFTEN)

    async def hint(self, request: Request) -> Outcome:
        """Send the best move, or in public show a button for it; raises Refusal."""
        person = request.person
        picked = await self._service.pick(request, lambda one: one.status is Status.PLAYING, played_by(person.key))
        table = hints.require_hint(await self._service.here(request.chat, picked.id), person.key)
        if not request.alone:
            t = await self._service.languages.of_chat(request.chat, person)
            return Outcome(screen=offer_screen(table, t), personal=True)
        return Outcome(notice=await self._told(table, person))

    async def press(self, press: Press, token: Token) -> Outcome:
        """Send it to the person who presses, if they are to choose; raises Refusal."""
        table = hints.require_hint(await table_of(self._service, press, token), press.person.key)
        return Outcome(notice=await self._told(table, press.person, BESIDE_A_BUTTON))

    async def _told(self, table: StartedTable, person: Person, room: int | None = None) -> Text:
        if table.game not in EVALUATIONS:
            raise Refusal(N_("I don't know this game well enough for hints."))
        if not self._windows.allows(person.key, self._service.clock.now()):
            raise Refusal(N_("That's a lot of hints. Wait a moment."))
        line = table.match.game.dump(table.match.state)
        try:
            given = await self._thinking.do(
                advice, table.game, line, owner=f"hint {table.id}", lane=Lane.MOVES, seconds=SECONDS
            )
        except NoThought as error:
            _log.warning("no hint at table %s: %s", table.id, error)
            raise Refusal(N_("I can't think of anything right now. Try again in a moment.")) from error
        await self._service.change(table.id, lambda now: hints.noted(now, person.key, table.plies))
        return hint_text(table, given, await self._service.languages.of_person(person), room)


GROUP = CommandGroup(
    HintCommands,
    (
        GroupCommand(
            Command(
                "hint",
                N_("Get a hint: the best move, and why"),
                (TABLE,),
                section=Section.TABLE,
                rank=5,
            ),
            HintCommands.hint,
        ),
    ),
    (GroupButton(HINT, HintCommands.press),),
)
