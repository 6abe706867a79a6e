"""The core's front door: a command or a press comes in, an outcome goes out, and what it tells of is stored."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC

from bot.core.board_messages.mention_filter import quiet_outcome
from bot.core.commands.definition import names
from bot.core.commands.router import Feature
from bot.core.domain import play
from bot.core.domain.person_settings import person_settings
from bot.core.features.lobby.buttons import Pressed, Presses
from bot.core.features.play.commands import Answers
from bot.core.i18n.refusal import STALE, CorruptTable, Refusal
from bot.core.i18n.time_zones import text_in_zone
from bot.core.i18n.translator import N_
from bot.core.messages.metrics import Metrics, NoMetrics
from bot.core.messages.requests import Outcome, Person, Press, Request, tidy
from bot.core.ratelimit.flood_guard import FloodGuard, FloodVerdict
from bot.core.services.table_service import TableService
from data.records import ChatKey, Status
from data.store import StoreError

_log = logging.getLogger(__name__)
TOO_FAST = N_("Not so fast! I answer you again in a few seconds.")


class Dispatcher:
    """Answers commands and presses of all platforms."""

    def __init__(
        self,
        desk: TableService,
        heard: Callable[[ChatKey], None] = lambda _chat: None,
        measures: Metrics | None = None,
        features: Sequence[Feature] = (),
        manners: FloodGuard | None = None,
        pressed: Pressed = lambda _chat, _message, _table: None,
    ) -> None:
        """`heard` is told of each chat where somebody does something, `pressed` of each board that was pressed;
        without `manners` nobody is ever too fast.
        """
        self._desk = desk
        self._heard = heard
        self._measures = measures or NoMetrics()
        self._manners = manners
        answers = [Answers(desk).by_name, *(feature.commands for feature in features)]
        self._answers = {name: answer for commands in answers for name, answer in commands.items()}
        buttons = {verb: act for feature in features for verb, act in feature.presses.items()}
        self._presses = Presses(desk, buttons, pressed)
        if sorted(name for commands in answers for name in commands) != sorted(names(desk.registry)):
            raise ValueError("the commands and their answers differ")

    async def command(self, request: Request) -> Outcome:
        """Answers a command."""
        request = replace(request, person=tidy(request.person))
        return await self._measured("command", request.chat, request.person, lambda: self._answer(request))

    async def _answer(self, request: Request) -> Outcome:
        answer = self._answers.get(request.command)
        if answer is None:
            raise Refusal(N_("There is no /{command}. Try /help."), command=request.command[:32])
        return await answer(request)

    async def press(self, press: Press) -> Outcome:
        """Answers a pressed button. Where it is stale, its table is shown again, should the newest board be lost."""
        press, table = replace(press, person=tidy(press.person)), press.token.partition(".")[0]
        return await self._measured("press", press.chat, press.person, lambda: self._presses.answer(press), table)

    async def _measured(
        self, kind: str, chat: ChatKey, person: Person, answer: Callable[[], Awaitable[Outcome]], table: str = ""
    ) -> Outcome:
        self._heard(chat)
        began = self._desk.clock.now()
        verdict = FloodVerdict.FINE if self._manners is None else self._manners.judge(kind, chat, person.key)
        if verdict is not FloodVerdict.FINE:
            self._measures.refused(kind, chat.platform)
            if verdict is FloodVerdict.IGNORE and kind == "command":
                return Outcome(throttled=True)
            return await self._refused(person, Refusal(TOO_FAST))  # a press answered by nothing would seem done
        try:
            outcome = await answer()
        except Refusal as refusal:
            self._measures.refused(kind, chat.platform)
            stale = bool(table) and refusal.sentence == STALE
            return replace(await self._refused(person, refusal), table=table if stale else None)
        ended = self._desk.clock.now()
        self._measures.acted(kind, chat.platform, began, ended, table=outcome.table)
        self._measures.met(person.key)
        return await quiet_outcome(outcome, self._desk.store)

    async def resume(self) -> list[str]:
        """After a start: lets tables go on that were about to. Gives those that did."""
        moved = []
        for record in await self._desk.store.all_tables((Status.PLAYING,)):
            try:
                if await self._resumed(record.id):
                    moved.append(record.id)
            except StoreError:
                raise
            except CorruptTable:  # logged where it was read
                continue
            except Exception:  # noqa: BLE001 - logged; one table must not keep all others from their players
                _log.exception("table %s cannot go on", record.id)
        return moved

    async def _resumed(self, name: str) -> bool:
        table = await self._desk.tables.get(name)
        if table is None or not play.runs_by_itself(table):
            return False
        await self._desk.go_on(name)
        return True

    async def _refused(self, person: Person, refusal: Refusal) -> Outcome:
        note = refusal.note(await self._desk.languages.of_person(person))
        if any(part.moment is not None for line in note.lines for part in line):
            settings = await person_settings(self._desk.store, person.key)
            note = text_in_zone(note, settings.clock or UTC)
        return Outcome(notice=note)
