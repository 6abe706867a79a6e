"""The tables of a tournament: opened with their people and bots, begun, and read at their end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest

from bot.core.domain import deadlines, lobby
from bot.core.domain.new_table import new_table
from bot.core.domain.play import LATE
from bot.core.domain.standing import has_left, places
from bot.core.domain.table import StartedTable, Table, is_lobby
from bot.core.features.context import FeatureContext
from bot.core.features.tournaments.private_chats import PrivateChats
from bot.core.features.tournaments.threads import TableThreads
from bot.core.i18n.refusal import CorruptTable
from bot.core.messages.requests import Person
from bot.core.rankings.counting import acted, own_acts
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments import life
from bot.core.tournaments.crowd import is_crowded
from bot.core.tournaments.draws import table_code
from bot.core.tournaments.tournament import BOT, Credit, Entrant, Pairing, Result, Tournament
from data.errors import TableExists
from data.records import ChatKey, PersonKey, SeatRecord, Status, TableSubscription
from engine.summary import summary

ROOM = 10_000
"""The limit of a chat doesn't hold for a tournament's tables: who may announce one decides that."""
ATTEMPTS = 20


class TournamentTables:
    """Open and read the tables of tournaments. Each step can be repeated after a crash."""

    def __init__(self, context: FeatureContext, tournaments: Tournaments) -> None:
        self._service, self._publish, self._tournaments = context.service, context.publish, tournaments
        self.threads = TableThreads(context)
        self._private = PrivateChats(context)

    async def open(self, tournament: Tournament, pairing: Pairing) -> Tournament:
        """Open a pairing's table and begin its game; return the tournament that knows it. Raises StoreError."""
        store, now = self._service.store, self._service.clock.now()
        number, index = _position(tournament, pairing)
        draft = self._lobby(tournament, pairing, pairing.table)
        unknown = await self._service.tables.get(pairing.table) is None
        thread = await self.threads.open(draft) if unknown else None
        above = draft.chat if thread is not None else None
        away = await self._private_chats(tournament, pairing, above) if unknown else ()
        for attempt in range(ATTEMPTS):
            code = pairing.table if attempt == 0 else table_code(tournament, number, index, attempt)
            table = self._lobby(tournament, pairing, code)
            table = replace(table, links=replace(table.links, private=away))
            placed = [TableSubscription(code, one.chat, one.person) for one in _people(tournament, pairing)]
            placed += [TableSubscription(code, chat) for _, chat in away]
            if thread is not None:
                table = thread.holding(table)
            try:
                await self._service.tables.create(table, limit=ROOM, places=placed)
                if thread is not None and not is_crowded(tournament, pairing, draft.chat):
                    await store.save_board(thread.shown(table))
            except TableExists:
                there = await self._service.tables.get(code)
                if there is None or there.links.tournament != tournament.id:
                    continue  # a table of others has the code
            await store.add_tournament_table(tournament.id, code)
            there = await self._service.tables.get(code)
            if there is not None and is_lobby(there):
                surprises = tournament.terms.live and not tournament.is_arena and number > 1
                await self._service.change_lobby(code, partial(_begun, now=now if surprises else None))
            where = None if there is None or there.links.announcement is None else there.chat
            if where is not None and is_crowded(tournament, pairing, draft.chat):
                await self.threads.hide(draft.chat, where)
            opened = await self._tournaments.change(tournament.id, partial(_opened, pairing.table, code, where), now)
            await self._publish(code)
            return opened
        raise RuntimeError(f"tournament {tournament.id} finds no code for a table")

    async def _private_chats(
        self, tournament: Tournament, pairing: Pairing, above: ChatKey | None
    ) -> tuple[tuple[PersonKey, ChatKey], ...]:
        """Return who plays from their private chat: theirs has too many tables, and isn't `above` the thread."""
        found: list[tuple[PersonKey, ChatKey]] = []
        for one in _people(tournament, pairing):
            if one.chat != above and is_crowded(tournament, pairing, one.chat):
                chat = await self._private.of(one)
                found += [] if chat is None else [(one.person, chat)]
        return tuple(found)

    def _lobby(self, tournament: Tournament, pairing: Pairing, code: str) -> Table:
        """Return the table before its game, in a chat of its players: no other chat has to look at its boards."""
        chats = [one.chat for one in _people(tournament, pairing)]
        home = self.threads.home(chats or [tournament.chat])
        host = Person(tournament.host, tournament.host_name)
        table = new_table(home, host, tournament.terms.play, self._service.entropy, self._service.clock.now())
        seats = list(table.seats)
        for side, together in zip(pairing.sides, table.sides, strict=True):
            members = () if side == BOT else tournament.members(side)
            for seat, number in zip_longest(together, members, fillvalue=BOT):
                one = None if number == BOT else tournament.entrants[number]
                colours = table.seats[seat].colours
                seats[seat] = (
                    SeatRecord(colours, computer=table.options.bots)
                    if one is None or one.is_gone
                    else SeatRecord(colours, one.person, one.name)
                )
        links = replace(table.links, tournament=tournament.id, event=tournament.title)
        return replace(table, id=code, seats=tuple(seats), links=links)

    async def results(self, codes: Collection[str], *, now: float) -> dict[str, Result]:
        """Return what tables say: those over by their places, others as they stand (T39). Raises StoreError."""
        found: dict[str, Result] = {}
        for code in sorted(codes):
            try:
                table = await self._service.tables.get(code)
                if table is not None and table.status not in (Status.OVER, Status.CANCELLED):
                    table = await self._service.tables.fresh(code)
            except CorruptTable:
                table = None
            found[code] = _result(table, now)
        return found


def _begun(table: Table, now: float | None) -> Table:
    """Return a lobby with its game started; `now`: it waits until all are there, since no time was announced."""
    started = lobby.started(table)
    return started if now is None else deadlines.gathering(started, now)


def _people(tournament: Tournament, pairing: Pairing) -> list[Entrant]:
    """Return who plays at a table, without those who have deleted their data since the draw."""
    return [one for one in tournament.people_of(pairing) if not one.is_gone]


def _opened(drawn: str, code: str, thread: ChatKey | None, tournament: Tournament) -> Tournament:
    return life.opened(tournament, drawn, code, thread)


def _position(tournament: Tournament, pairing: Pairing) -> tuple[int, int]:
    """Return the number of a pairing's round, from 1, and its place in the round, from 0."""
    for number, drawn in enumerate(tournament.rounds, 1):
        for index, one in enumerate(drawn.pairings):
            if one is pairing:
                return number, index
    raise ValueError(f"{pairing} is no pairing of {tournament}")


def _result(table: Table | None, now: float) -> Result:
    """Return a table's result; where nobody can win any more, all share it (T38)."""
    if table is None or not isinstance(table, StartedTable):
        return Result((), (), now)
    captures = _by_side(table, [one.captures for one in summary(table.match).seats], sum)
    at = table.result.at if table.result is not None and table.result.at is not None else now
    if table.status is Status.OVER and (come_in := places(table)):
        return Result(_by_side(table, come_in, min), captures, at, credit=_credit(table))
    if table.status is Status.CANCELLED:
        return Result((1,) * len(table.sides), captures, now)
    made = table.match.game.steps(table.match.state)
    gone = [all(has_left(table, seat) for seat in side) for side in table.sides]
    steps = [-1 if left else far for left, far in zip(gone, _by_side(table, made, sum), strict=True)]
    come_in = tuple(1 + sum(other > mine for other in steps) for mine in steps)
    return Result(come_in, captures, now, is_over=False, credit=_attendance(table))


def _credit(table: StartedTable) -> tuple[Credit, ...]:
    """Return what each side gets for its place; nothing at all if each gets all of it (T30)."""
    enough = acted(table)
    people = [any(table.owner(seat) is not None for seat in side) for side in table.sides]
    stayed = [people[number] and not all(has_left(table, seat) for seat in side)
              for number, side in enumerate(table.sides)]  # fmt: skip
    alone = sum(people) > 1 and sum(stayed) == 1
    found = tuple(
        Credit.FULL if any(enough[seat] for seat in side) else Credit.BYE if alone and stayed[number] else Credit.NONE
        for number, side in enumerate(table.sides)
    )
    return () if set(found) == {Credit.FULL} else found


def _attendance(table: StartedTable) -> tuple[Credit, ...]:
    """Return what each side gets at a deadline: nothing if bots have played for it and none of its people has."""
    present, late = own_acts(table), {move.seat for move in table.standing if move.automation == LATE}
    found = tuple(
        Credit.NONE if late & set(side) and not any(present[person] for seat in side
                                                    if (person := table.owner(seat)) is not None) else Credit.FULL
        for side in table.sides
    )  # fmt: skip
    return () if set(found) == {Credit.FULL} else found


def _by_side(table: Table, values: Sequence[int], join: Callable[[Iterable[int]], int]) -> tuple[int, ...]:
    """Return what seats have, joined for each side."""
    return tuple(join(values[seat] for seat in side) for side in table.sides)


def shared(pairing: Pairing, result: Result) -> Result:
    """Return a result with places for each side: a table that was lost is shared by all."""
    return result if result.places else replace(result, places=(1,) * len(pairing.sides))
