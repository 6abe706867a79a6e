"""The middleware around every handler; each part may answer in its place.

Outermost first: errors, refusals, flood guard, bans, muted mentions, announcements, measuring.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC
from functools import partial

from bot.core.board_messages.mention_filter import quiet_screen
from bot.core.common.clock import Clock
from bot.core.domain.person_settings import person_settings
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.text_format import code
from bot.core.i18n.time_zones import text_in_zone
from bot.core.i18n.translator import N_, Translator, choose, translator
from bot.core.messages.content import Text
from bot.core.messages.metrics import Metrics
from bot.core.messages.requests import Outcome, Person, Press, Request
from bot.core.ratelimit.flood_guard import FloodGuard, FloodVerdict
from bot.core.ratelimit.keyed_windows import KeyedWindows
from bot.core.ratelimit.sliding_window import RateLimit
from bot.core.services.languages import Languages
from bot.core.services.restrictions import Restrictions
from bot.core.services.table_service import TableService
from bot.core.views.announcement import IN_PRIVATE, IN_THREAD, thread_of
from data.errors import store_failure
from data.records import OPEN, PersonKey
from data.store import Store

_log = logging.getLogger(__name__)

TOO_FAST = N_("Slow down! Try again in a few seconds.")
FAILED = N_("Something went wrong, but nothing is lost. Please try again.")
BANNED = N_("The people who run this bot have banned you from it. {mydata} and {deletemydata} still work.")
RIGHTS = frozenset({"mydata", "deletemydata", "forget"})
"""The commands that banned people keep, and the verb of the button that `/deletemydata` shows."""
NOT_SAVED = N_("I can't save anything right now. Please try again in a few minutes.")


def apology(error: Exception) -> str:
    """Return the sentence for the person whose action failed."""
    return FAILED if store_failure(error) is None else NOT_SAVED


Action = Request | Press
Handler = Callable[[Action], Awaitable[Outcome]]
"""Answers a command or a press; raises Refusal, and anything else if it fails."""
Middleware = Callable[[Handler, Action], Awaitable[Outcome]]
"""Answers in place of a handler, usually by calling it."""


def stack(handler: Handler, *middleware: Middleware) -> Handler:
    """Return a handler inside middleware, the outermost first."""
    for around in reversed(middleware):
        handler = partial(around, handler)
    return handler


@dataclass(frozen=True, slots=True)
class Errors:
    """Logs errors of handlers and answers with an apology."""

    languages: Languages

    async def __call__(self, handler: Handler, action: Action) -> Outcome:
        try:
            return await handler(action)
        except Exception as error:  # noqa: BLE001 - logged; the person gets an apology
            _log.exception("a %s could not be answered", action.kind)
            return Outcome(notice=await self._apology(action.person, apology(error)))

    async def _apology(self, person: Person, sentence: str) -> Text:
        try:
            t = await self.languages.of_person(person)
        except Exception:  # noqa: BLE001 - the store fails as well, which is logged already
            t = translator(choose(person.locale))
        return t.note(sentence)


@dataclass(frozen=True, slots=True)
class Refusals:
    """Words each refusal in the person's language, and counts it.

    After a stale press the table is shown again, in case its newest board is lost. If the store fails, its error is
    raised instead, since that board would never come.
    """

    languages: Languages
    store: Store
    metrics: Metrics

    async def __call__(self, handler: Handler, action: Action) -> Outcome:
        try:
            return await handler(action)
        except Refusal as refusal:
            self.metrics.refused(action.kind, action.chat.platform)
            table = action.table if isinstance(action, Press) and refusal.sentence == STALE else None
            if table is not None:
                await self.store.probe()
            return Outcome(notice=await self._words(action.person, refusal), table=table)

    async def _words(self, person: Person, refusal: Refusal) -> Text:
        note = refusal.note(await self.languages.of_person(person))
        if any(part.moment is not None for line in note.lines for part in line):
            settings = await person_settings(self.store, person.key)
            note = text_in_zone(note, settings.clock or UTC)
        return note


@dataclass(frozen=True, slots=True)
class FloodLimit:
    """Refuses actions that come too fast.

    A warned person's further commands are dropped without an answer.
    """

    guard: FloodGuard
    metrics: Metrics

    async def __call__(self, handler: Handler, action: Action) -> Outcome:
        """Answer unless it is too fast; raises Refusal."""
        verdict = self.guard.judge(action.kind, action.chat, action.person.key)
        if verdict is FloodVerdict.FINE:
            return await handler(action)
        if verdict is FloodVerdict.IGNORE and isinstance(action, Request):
            self.metrics.refused(action.kind, action.chat.platform)
            return Outcome(throttled=True)
        raise Refusal(TOO_FAST)  # an unanswered press would seem done


@dataclass(frozen=True, slots=True)
class Bans:
    """Refuses everything from banned people, except seeing and deleting their data.

    Nobody else reads the refusal. If it needs a platform message, it comes once a minute.
    """

    restrictions: Restrictions
    languages: Languages
    clock: Clock
    metrics: Metrics
    told: KeyedWindows[PersonKey] = field(default_factory=lambda: KeyedWindows(RateLimit(1, 60.0)))

    async def __call__(self, handler: Handler, action: Action) -> Outcome:
        if not self.restrictions.is_banned(action.person.key) or _is_a_right(action):
            return await handler(action)
        self.metrics.refused(action.kind, action.chat.platform)
        alone = isinstance(action, Press) or action.alone
        if not alone and not self.told.allows(action.person.key, self.clock.now()):
            return Outcome(throttled=True)
        return Outcome(notice=banned_note(await self.languages.of_person(action.person)), discreet=True)


def banned_note(t: Translator) -> Text:
    """Return the refusal of a banned person, in their language."""
    return t.note(BANNED, mydata=t.command("/mydata"), deletemydata=t.command("/deletemydata"))


def _is_a_right(action: Action) -> bool:
    if isinstance(action, Request):
        return action.command in RIGHTS
    return action.token.rpartition(".")[2].partition(":")[0] in RIGHTS


@dataclass(frozen=True, slots=True)
class MutedMentions:
    """Mentions only people who allow it."""

    store: Store

    async def __call__(self, handler: Handler, action: Action) -> Outcome:
        outcome = await handler(action)
        if outcome.screen is None:
            return outcome
        return replace(outcome, screen=await quiet_screen(outcome.screen, self.store))


@dataclass(frozen=True, slots=True)
class Announcements:
    """Links to a table after a command in a chat where no board of it appears: it is in a thread, or in private."""

    service: TableService

    async def __call__(self, handler: Handler, action: Action) -> Outcome:
        outcome = await handler(action)
        silent = outcome.screen is None and outcome.notice is None and not outcome.told
        if isinstance(action, Press) or outcome.table is None or not silent:
            return outcome
        table = await self.service.tables.get(outcome.table)
        if table is None or table.status not in OPEN:
            return outcome
        t = await self.service.languages.of_person(action.person)
        if table.links.private:
            display = await self.service.tables.display(table.id)
            if display is not None and display.role(action.chat) is None:
                return replace(outcome, notice=t.note(IN_PRIVATE, table=code(table.id)))
        if table.links.announcement != action.chat:
            return outcome
        return replace(outcome, notice=t.note(IN_THREAD, thread=thread_of(table)))


@dataclass(frozen=True, slots=True)
class Measuring:
    """Counts accepted actions and the time until they are stored."""

    metrics: Metrics
    clock: Clock

    async def __call__(self, handler: Handler, action: Action) -> Outcome:
        began = self.clock.now()
        outcome = await handler(action)
        self.metrics.acted(action.kind, action.chat.platform, began, self.clock.now(), table=outcome.table)
        self.metrics.met(action.person.key)
        return outcome
