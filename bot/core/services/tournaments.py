"""Read and change tournaments: each change is stored under its version before anyone is notified."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from dataclasses import replace

from bot.core.common.clock import Clock
from bot.core.domain.table import StartedTable
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.translator import N_
from bot.core.services.table_repository import Over
from bot.core.tournaments import life
from bot.core.tournaments.codec import CorruptTournament, changed_entrants, record_of, tournament_of
from bot.core.tournaments.tournament import OPEN, Tournament
from data.errors import StoreError
from data.records import ChatKey, PersonKey
from data.store import Store

_log = logging.getLogger(__name__)

ATTEMPTS = 8
LIVE, DAILY = 20.0, 120.0
"""Seconds after which a tournament under way is looked at though nothing woke it."""
NOWHERE = N_("I can't find that tournament.")
LOOKED = 5
"""How many of the newest tournaments are read to find an open one."""

Act = Callable[[Tournament], Tournament]
"""Changes a tournament: returns the next one, or the same object; raises Refusal."""


class Tournaments:
    """The tournaments of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def get(self, tournament: str) -> Tournament | None:
        """Return a stored tournament; None if there is none, or it is corrupt. Raises StoreError."""
        record = await self._store.tournament(tournament)
        if record is None:
            return None
        try:
            return tournament_of(record)
        except CorruptTournament as error:
            _log.warning("tournament %s cannot be read: %s", tournament, error)
            return None

    async def named(self, tournament: str) -> Tournament:
        """Return a tournament by its code; raises Refusal."""
        found = await self.get(tournament)
        if found is None:
            raise Refusal(NOWHERE)
        return found

    async def of_chat(self, chat: ChatKey) -> Tournament | None:
        """Return a chat's open tournament, else the last one; None without any."""
        return await self._first(await self._store.tournaments_of(chat, LOOKED))

    async def of_person(self, person: PersonKey) -> Tournament | None:
        """Return the open tournament that a person entered last, else the last one; None without any."""
        return await self._first(await self._store.tournaments_with(person, LOOKED))

    async def _first(self, codes: list[str]) -> Tournament | None:
        found = [one for code in codes if (one := await self.get(code)) is not None]
        return next((one for one in found if one.stage in OPEN), found[0] if found else None)

    async def announce(self, tournament: Tournament, now: float) -> bool:
        """Store a new tournament; return False if its code is taken."""
        return await self._store.create_tournament(record_of(tournament, _due(tournament, now)))

    async def change(self, tournament: str, act: Act, now: float, counted: Collection[str] = ()) -> Tournament:
        """Change a tournament, with the tables that count from now on; raises Refusal."""
        for _ in range(ATTEMPTS):
            before = await self.named(tournament)
            after = act(before)
            if after is before and not counted:
                return before
            after = replace(after, version=before.next_version)
            saved = record_of(after, now if after.stage not in OPEN else _due(after, now))
            if await self._store.save_tournament(saved, changed_entrants(before, after), sorted(counted)):
                return after
        raise Refusal(STALE)

    async def look_again(self, tournament: Tournament, now: float, within: float | None = None) -> None:
        """Store when to look at an unchanged tournament again, at the latest `within` seconds.

        One that is over is due until this says that all that follows from it is done.
        """
        due = _due(tournament, now)
        if within is not None:
            due = now + within if due is None else min(due, now + within)
        await self._store.look_at_tournament(tournament.id, tournament.version, due)


def waking(store: Store, clock: Clock, over: Over) -> Over:
    """Return `over`, which also makes the tournament of a finished table due now."""

    async def woken(table: StartedTable) -> StartedTable:
        after = await over(table)
        if table.links.tournament is not None:
            try:
                await store.wake_tournament(table.id, clock.now())
            except StoreError as error:  # it is looked at some seconds later
                _log.warning("cannot wake the tournament of table %s: %s", table.id, error)
        return after

    return woken


def _due(tournament: Tournament, now: float) -> float | None:
    return life.due_at(tournament, now, LIVE if tournament.terms.live else DAILY)
