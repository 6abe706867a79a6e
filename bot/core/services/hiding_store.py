"""Wrap the store so that hidden names are replaced when read; the database keeps the real ones.

The core reads everything it shows through it: seats, notes, leaderboards, lists.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

from bot.core.common.lru import LruDict
from bot.core.domain.hidden_names import SIGN, is_hidden
from bot.core.services.restrictions import Restrictions
from bot.core.services.table_codec import renamed
from data.event_records import (
    AppointmentRecord,
    ChallengeRecord,
    EntrantRecord,
    GuestRecord,
    SeekerRecord,
    TournamentRecord,
)
from data.records import (
    OPEN,
    BlockRecord,
    CallerRecord,
    ChatKey,
    PersonKey,
    PersonRecord,
    Status,
    TableRecord,
)
from data.result_records import InsightRecord, Standing
from data.season_records import HonourRecord, SeasonGame
from data.store import Store

REMEMBERED = 1000
"""Number of names kept in memory."""
_ESCAPED = json.dumps(SIGN).strip('"')
"""The sign, as in the JSON of a table's options."""


def hiding_store(store: Store, restrictions: Restrictions) -> Store:
    """Return a store without hidden names, whose waitlists leave banned people out."""
    return cast("Store", _HidingStore(store, restrictions))


async def hiding_now(store: Store) -> Store:
    """Return a store with the current restrictions, for a tool; raises StoreError."""
    restrictions = Restrictions(store)
    await restrictions.refresh()
    return hiding_store(store, restrictions)


class _HidingStore:
    def __init__(self, store: Store, restrictions: Restrictions) -> None:
        self._store = store
        self._restrictions = restrictions
        self._names = LruDict[PersonKey, str](REMEMBERED)
        """Real names of people with hidden ones, as last read, which saves a query on writes."""

    def __getattr__(self, name: str) -> Any:
        """Return the store's own attribute: most have no names."""
        return getattr(self._store, name)

    # what is read ---------------------------------------------------------------------------------------------------

    async def table(self, table: str) -> TableRecord | None:
        record = await self._store.table(table)
        return None if record is None else self._hidden(record)

    async def tables(self, chat: ChatKey, statuses: Iterable[Status] = OPEN) -> list[TableRecord]:
        return [self._hidden(record) for record in await self._store.tables(chat, statuses)]

    async def games(self, chat: ChatKey, *, limit: int, skip: int = 0) -> list[TableRecord]:
        return [self._hidden(record) for record in await self._store.games(chat, limit=limit, skip=skip)]

    async def callers(self, chat: ChatKey, *, limit: int) -> list[CallerRecord]:
        """Return a chat's waitlist without hidden names and banned people."""
        found = await self._store.callers(chat, limit=limit)
        return [
            replace(one, name=self._restrictions.known_as(one.person, one.name))
            for one in found
            if not self._restrictions.is_banned(one.person)
        ]

    async def blocks(self, person: PersonKey) -> list[BlockRecord]:
        known_as = self._restrictions.known_as
        return [replace(one, name=known_as(one.other, one.name)) for one in await self._store.blocks(person)]

    async def standings(self, *asked: Any, **named: Any) -> list[Standing]:
        return [self._named(one) for one in await self._store.standings(*asked, **named)]

    async def ranked(self, *asked: Any, **named: Any) -> list[Standing]:
        return [self._named(one) for one in await self._store.ranked(*asked, **named)]

    async def insight(self, chat: ChatKey, game: str, family: str) -> list[InsightRecord]:
        return [self._named(one) for one in await self._store.insight(chat, game, family)]

    async def honours_of_chat(self, *asked: Any) -> list[HonourRecord]:
        return [self._named(one) for one in await self._store.honours_of_chat(*asked)]

    async def honours_of_event(self, *asked: Any) -> list[HonourRecord]:
        return [self._named(one) for one in await self._store.honours_of_event(*asked)]

    async def honours_of(self, *asked: Any) -> list[HonourRecord]:
        return [self._named(one) for one in await self._store.honours_of(*asked)]

    async def season_games(self, *asked: Any) -> list[SeasonGame]:
        games = await self._store.season_games(*asked)
        return [replace(game, seats=tuple(map(self._named, game.seats))) for game in games]

    async def tournament(self, tournament: str) -> TournamentRecord | None:
        record = await self._store.tournament(tournament)
        if record is None or not self._restrictions.hidden:
            return record
        entrants = tuple(replace(one, name=self._known_as(one.person, one.name)) for one in record.entrants)
        return replace(record, host_name=self._known_as(record.host, record.host_name), entrants=entrants)

    async def challenge(self, id_: str) -> ChallengeRecord | None:
        record = await self._store.challenge(id_)
        return None if record is None else self._unnamed(record)

    async def open_challenge(self, person: PersonKey, guest: PersonKey | None) -> ChallengeRecord | None:
        record = await self._store.open_challenge(person, guest)
        return None if record is None else self._unnamed(record)

    async def due_challenges(self, now: float, limit: int) -> list[ChallengeRecord]:
        return [self._unnamed(one) for one in await self._store.due_challenges(now, limit)]

    def _unnamed(self, one: ChallengeRecord) -> ChallengeRecord:
        known_as = self._restrictions.known_as
        return replace(one, name=known_as(one.person, one.name), guest_name=known_as(one.guest, one.guest_name))

    async def appointment(self, id_: str) -> AppointmentRecord | None:
        record = await self._store.appointment(id_)
        return None if record is None else self._planned(record)

    async def appointments_of_chat(self, chat: ChatKey, limit: int) -> list[AppointmentRecord]:
        return [self._planned(one) for one in await self._store.appointments_of_chat(chat, limit)]

    async def due_appointments(self, now: float, limit: int) -> list[AppointmentRecord]:
        return [self._planned(one) for one in await self._store.due_appointments(now, limit)]

    async def answer_appointment(
        self, one: AppointmentRecord, guest: GuestRecord, *, due: float, most: int
    ) -> AppointmentRecord | None:
        real = replace(guest, name=await self._real_name(guest.person, guest.name))
        record = await self._store.answer_appointment(one, real, due=due, most=most)
        return None if record is None else self._planned(record)

    def _planned(self, one: AppointmentRecord) -> AppointmentRecord:
        known_as = self._restrictions.known_as
        guests = tuple(replace(guest, name=known_as(guest.person, guest.name)) for guest in one.guests)
        return replace(one, name=known_as(one.person, one.name), guests=guests)

    async def players_of(self, chat: ChatKey) -> list[tuple[PersonKey, str]]:
        known_as = self._restrictions.known_as
        return [(person, known_as(person, name)) for person, name in await self._store.players_of(chat)]

    def _hidden(self, record: TableRecord) -> TableRecord:
        return renamed(record, self._known_as) if self._restrictions.hidden else record

    def _known_as(self, person: PersonKey | None, name: str) -> str:
        shown = self._restrictions.known_as(person, name)
        if person is not None and shown != name and person not in self._names:
            self._names[person] = name
        return shown

    def _named(self, one: Any) -> Any:
        if one.name is None or one.player not in self._restrictions.hidden:
            return one
        return replace(one, name=self._restrictions.known_as(one.player, one.name))

    # what is written ------------------------------------------------------------------------------------------------

    async def create(self, table: TableRecord, *, linked: TableRecord | None = None, **more: Any) -> None:
        before = None if linked is None else await self._real(linked)
        await self._store.create(await self._real(table), linked=before, **more)

    async def update(self, table: TableRecord, **more: Any) -> None:
        await self._store.update(await self._real(table), **more)

    async def create_tournament(self, record: TournamentRecord) -> bool:
        host = await self._real_name(record.host, record.host_name)
        return await self._store.create_tournament(
            replace(record, host_name=host, entrants=tuple(await self._real_entrants(record.entrants)))
        )

    async def save_tournament(
        self, record: TournamentRecord, entrants: Sequence[EntrantRecord] = (), counted: Sequence[str] = ()
    ) -> bool:
        return await self._store.save_tournament(record, await self._real_entrants(entrants), counted)

    async def _real_entrants(self, entrants: Sequence[EntrantRecord]) -> list[EntrantRecord]:
        return [replace(one, name=await self._real_name(one.person, one.name)) for one in entrants]

    async def save_person(self, person: PersonRecord) -> None:
        if is_hidden(person.key, person.name):
            self._names.pop(person.key, None)  # an old game may have an old name
        name = self._names[person.key] = await self._real_name(person.key, person.name)
        await self._store.save_person(replace(person, name=name))

    async def save_caller(self, caller: CallerRecord) -> None:
        await self._store.save_caller(replace(caller, name=await self._real_name(caller.person, caller.name)))

    async def seek(self, seeker: SeekerRecord) -> bool:
        return await self._store.seek(replace(seeker, name=await self._real_name(seeker.person, seeker.name)))

    async def save_block(self, block: BlockRecord, *, limit: int) -> bool:
        return await self._store.save_block(
            replace(block, name=await self._real_name(block.other, block.name)), limit=limit
        )

    async def change_challenge(self, challenge: ChallengeRecord) -> ChallengeRecord | None:
        name = challenge.guest_name
        real = name if challenge.guest is None else await self._real_name(challenge.guest, name)
        changed = await self._store.change_challenge(replace(challenge, guest_name=real))
        return None if changed is None else self._unnamed(changed)

    async def _real(self, table: TableRecord) -> TableRecord:
        if not any(SIGN in seat.name for seat in table.seats) and _ESCAPED not in table.options:
            return table
        found: dict[PersonKey, str] = {}

        def note(person: PersonKey | None, name: str) -> str:
            if person is not None and is_hidden(person, name):
                found[person] = name
            return name

        renamed(table, note)
        real = {person: await self._real_name(person, name) for person, name in found.items()}
        return renamed(table, lambda person, name: real.get(person, name) if person is not None else name)

    async def _real_name(self, person: PersonKey, name: str) -> str:
        """Return a person's stored name for a hidden one; any other name as it is."""
        if not is_hidden(person, name):
            return name
        real = self._names.get(person)
        if real is None:
            known = await self._store.person(person)
            real = self._names[person] = name if known is None else known.name
        return real
