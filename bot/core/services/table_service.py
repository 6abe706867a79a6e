"""Find and change tables: one change at a time for each, stored before anyone is notified."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from bot.core.common.clock import Clock
from bot.core.common.entropy import Demonstration, Entropy
from bot.core.domain import lobby, play, throwing
from bot.core.domain.person_settings import person_settings
from bot.core.domain.table import StartedTable, Table
from bot.core.domain.table_values import Throws
from bot.core.i18n.lists import OR, listed
from bot.core.i18n.refusal import NOWHERE, STALE, Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.ports import Authority
from bot.core.messages.requests import Request
from bot.core.services.computers import PATIENCE, ComputerPlayers
from bot.core.services.languages import Languages
from bot.core.services.restrictions import Restrictions
from bot.core.services.signing import SigningKeys, keys_of
from bot.core.services.table_display import Role, TableDisplay
from bot.core.services.table_repository import TableRepository
from data.errors import StaleTable
from data.records import ChatKey, PersonKey, TableSubscription
from data.store import Store

_log = logging.getLogger(__name__)

ATTEMPTS = 5
"""Number of tries for a change while other processes change the table."""
BATCHES = 100
"""Batches of steps that follow an action at once; more follow in the background."""
TAKEN_UP = 32
"""Maximum number of tables that continue in the background at a time."""
NOTHING_PLAYED = N_("No games have been played here yet.")

Act = Callable[[Table], Table]
"""Changes a table: returns it one version up, or the same object; raises Refusal."""


@dataclass(frozen=True, slots=True)
class TableService:
    """What all handlers of commands and buttons share."""

    store: Store
    tables: TableRepository
    computers: ComputerPlayers
    languages: Languages
    clock: Clock
    entropy: Entropy
    restrictions: Restrictions
    limit: int = 3
    """Open tables per chat."""
    authorities: Mapping[str, Authority] = field(default_factory=dict)
    """Who knows people's rights, by platform."""
    demonstration: Demonstration | None = None
    """Where the seeds of new tables follow from a known seed."""

    def entropy_of(self, chat: ChatKey) -> Entropy:
        """Return where a chat's new tables get their codes and seeds."""
        return self.entropy if self.demonstration is None else self.demonstration.of(chat)

    async def keys(self) -> SigningKeys:
        """Return the bot's current and former signing keys; another process may have renewed them."""
        return await keys_of(self.store)

    async def is_admin(self, chat: ChatKey, person: PersonKey, players: Collection[PersonKey] = ()) -> bool:
        """Return whether a person administers a chat; False if unknown.

        `players` are those of the table concerned, if any.
        """
        authority = self.authorities.get(chat.platform)
        if authority is None or person.platform != chat.platform:
            return False
        try:
            return await authority.is_admin(chat, person, players)
        except Exception:  # noqa: BLE001 - logged; an error gives nobody a right
            _log.exception("cannot find out whether somebody administers a chat")
            return False

    async def change(
        self, table: str, act: Act, version: int | None = None, place: TableSubscription | None = None
    ) -> Table:
        """Change a table, play what follows automatically, and return the stored table; raises Refusal.

        `place`: the chat that somebody plays from now, stored with the change.
        """
        async with self.tables.queue(table):
            for _ in range(ATTEMPTS):
                before = await self.tables.get(table, version)
                if before is None:
                    raise Refusal(NOWHERE)
                try:
                    after = act(before)
                except Refusal:
                    if await self.tables.is_newest(before):
                        raise
                    continue  # another process has changed it: decide again on the stored table
                if after is before:
                    return before
                if lobby.is_beginning(before, after):
                    after = throwing.with_chosen(after, await self.ways(after))
                try:
                    stored = await self.tables.write(before, after, place)
                except StaleTable:
                    continue  # another process was faster: decide again on the stored table
                return await self._go_on(stored)
        raise Refusal(STALE)

    async def change_lobby(
        self, table: str, act: Act, version: int | None = None, place: TableSubscription | None = None
    ) -> Table:
        """Change a lobby, as `change` does; raises Refusal if its game has begun."""
        return await self.change(table, lambda now: lobby.changed(now, act, self.clock.now()), version, place)

    async def go_on(self, table: str) -> Table:
        """Play what follows automatically at a table; raises Refusal."""
        async with self.tables.queue(table):
            now = await self.tables.get(table)
            if now is None:
                raise Refusal(NOWHERE)
            return await self._go_on(now)

    def take_up(self, table: Table | None) -> None:
        """Continue a dead process's table in the background; if too many do, it becomes due again."""
        if table is not None and play.runs_by_itself(table):
            self.computers.later(table.id, lambda: self._step(table.id), most=TAKEN_UP)

    async def ways(self, table: Table) -> dict[PersonKey, Throws]:
        """Return the rolling choices of a table's people who have made one for all their games."""
        chosen = [(person, (await person_settings(self.store, person)).way) for person in table.people]
        return {person: way for person, way in chosen if way is not None}

    async def _go_on(self, table: Table) -> Table:
        """Play what follows automatically; bots that think for long continue in the background."""
        now = asyncio.get_running_loop().time
        until = now() + PATIENCE
        for _ in range(BATCHES):
            problem = play.problem(table)
            if problem is None:
                after = play.go_on(table, self.clock.now())
            else:
                move = await self.computers.move(problem, max(0.0, until - now()))
                if move is None:
                    break
                after = play.solve(table, problem, move, self.clock.now())
            if after is table:
                return table
            try:
                table = await self.tables.write(table, after)
            except StaleTable:  # another process does it
                return table
            await asyncio.sleep(0)
        self.computers.later(table.id, lambda: self._step(table.id))
        return table

    async def _step(self, name: str) -> bool:
        """Do one step at a table where a bot thinks; return whether there was one."""
        table = await self.tables.get(name)
        if table is None or not play.runs_by_itself(table):
            return False
        problem = play.problem(table)
        if problem is None:
            await self.go_on(name)
        elif (move := await self.computers.move(problem)) is not None:
            await self.change(name, lambda now: play.solve(now, problem, move, self.clock.now()))
        return True

    async def here(
        self, chat: ChatKey, table: str, version: int | None = None, roles: Collection[Role] = tuple(Role)
    ) -> Table:
        """Return a table that the chat shows in one of these roles, or whose players came from it; raises Refusal."""
        candidate = await self.tables.get(table, version)
        if candidate is not None and candidate.chat == chat:
            return candidate
        display = await self.tables.display(table)
        if display is None or not (display.role(chat) in roles or display.is_left(chat)):
            raise Refusal(NOWHERE)
        return display.table

    async def anywhere(self, code: str) -> TableDisplay:
        """Return the table with a code in any chat; raises Refusal. Everyone who knows the code may see it."""
        code = code.strip().lower()
        display = await self.tables.display(code)
        if display is None:
            raise Refusal(N_("There's no table with the code {code}."), code=code[:20])
        return display

    async def pick(self, request: Request, *wishes: Callable[[Table], bool]) -> Table:
        """Return the open table that a command is about; raises Refusal.

        It is the one with the given code, or the only one that meets the `wishes`.
        """
        candidates = await self.tables.of_chat(request.chat)
        code = request.options.get("table", "").strip().lower()
        if code:
            return _coded(candidates, code)
        if not candidates:
            raise Refusal(N_("There's no open table here. Open one with /play."))
        for wish in wishes:
            candidates = [table for table in candidates if wish(table)] or candidates
        if len(candidates) > 1:
            codes = [table.id for table in candidates]
            raise Refusal(N_("Which table? Add its code: {codes}"), codes=lambda t: listed(t, codes, OR))
        return candidates[0]


def _coded(tables: list[Table], code: str) -> Table:
    table = next((table for table in tables if table.id == code), None)
    if table is None:
        raise Refusal(N_("No open table here has the code {code}."), code=code[:20])
    return table


async def game_of(service: TableService, request: Request) -> Table:
    """Return the past or current game that a command is about; raises Refusal.

    It has the given code, or is the last one begun in the chat or its threads. Its log is replayed outside the event
    loop's thread.
    """
    code, here = request.options.get("table", "").strip().lower(), request.within or request.chat
    if not code:
        last = await service.store.last_game(here)
        if last is None:
            raise Refusal(NOTHING_PLAYED)
        code = last
    known = await service.tables.get(code)
    is_below = known is not None and here.holds(known.chat)
    table = known if known is not None and is_below else await service.here(here, code)
    if isinstance(table, StartedTable):
        await asyncio.to_thread(next, iter(table.match.plies), None)
    return table
