"""Answer a command or press, then show the table that it changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from bot.core.board_messages.publisher import Publisher
from bot.core.commands.router import Router
from bot.core.dispatch.middleware import (
    Action,
    Announcements,
    Bans,
    Errors,
    FloodLimit,
    Measuring,
    Middleware,
    MutedMentions,
    Refusals,
    stack,
)
from bot.core.messages.metrics import Metrics, NoMetrics
from bot.core.messages.requests import Outcome, Press, Request
from bot.core.ratelimit.flood_guard import FloodGuard
from bot.core.services.table_service import TableService

T = TypeVar("T")
Deliver = Callable[[Outcome], Awaitable[T]]
"""Delivers an outcome to people, before the boards are updated."""


async def deliver_later(outcome: Outcome) -> Outcome:
    """Return an outcome unchanged: the caller delivers it once the boards are on their way."""
    return outcome


class Dispatcher:
    """Answers the commands and presses of all platforms, and publishes the tables they change."""

    def __init__(
        self,
        service: TableService,
        router: Router,
        publisher: Publisher,
        metrics: Metrics | None = None,
        flood_guard: FloodGuard | None = None,
    ) -> None:
        """Build the stack of middleware; without `flood_guard` there is no limit."""
        self._router = router
        self._publisher = publisher
        metrics = metrics or NoMetrics()
        middleware: list[Middleware] = [
            Errors(service.languages),
            Refusals(service.languages, service.store, metrics),
        ]
        if flood_guard is not None:
            middleware.append(FloodLimit(flood_guard, metrics))
        bans = Bans(service.restrictions, service.languages, service.clock, metrics)
        middleware += [bans, MutedMentions(service.store), Announcements(service), Measuring(metrics, service.clock)]
        self._restrictions = service.restrictions
        self._handle = stack(self._route, *middleware)

    async def command(self, request: Request, deliver: Deliver[T]) -> T:
        """Answer a command: `deliver` notifies people, then the table is shown. Return the result of `deliver`."""
        return await self._dispatch(request, deliver)

    async def press(self, press: Press, deliver: Deliver[T]) -> T:
        """Answer a pressed button, as `command` does."""
        return await self._dispatch(press, deliver)

    async def _dispatch(self, action: Action, deliver: Deliver[T]) -> T:
        self._publisher.heard(action.chat)
        outcome = await self._handle(self._named(action))
        delivered = await deliver(outcome)
        if outcome.table is not None:
            await self._publisher.publish(outcome.table)
        return delivered

    def _named(self, action: Action) -> Action:
        """Return an action with its people's displayed names."""
        shown = self._restrictions.shown
        person = shown(action.person.normalized())
        if isinstance(action, Press) or not action.people:
            return action if person is action.person else replace(action, person=person)
        return replace(action, person=person, people={name: shown(one) for name, one in action.people.items()})

    async def _route(self, action: Action) -> Outcome:
        return await (self._router.press(action) if isinstance(action, Press) else self._router.command(action))
