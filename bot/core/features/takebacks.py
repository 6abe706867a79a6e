"""/takeback: a person's last choice is theirs again, if all who play agree, in games that do not count.

What is taken back ends with that choice: the throw before it stands, so nobody throws twice. The log only grows: a
takeback is an entry of its own, and throws that were taken back remain used, as the proof of the dice shows.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from bot.core import play
from bot.core.chat import Outcome, Press, Request
from bot.core.desk import STALE, Desk
from bot.core.feature import Feature
from bot.core.options import Options
from bot.core.rated import rated
from bot.core.refusal import Refusal
from bot.core.table import Table
from bot.core.texts import N_
from bot.core.tokens import Token, Verb
from bot.core.views.takebacks import agreed_screen, declined_screen, question_screen
from data.records import MoveRecord, PersonKey, Status
from engine.game import TurnKind


@dataclass(frozen=True, slots=True)
class Takeback:
    """A wish to take back: the length of the log when it was said, how many plies, by which seat, and which seats
    have agreed. It is void once the log has grown.
    """

    entries: int
    plies: int
    seat: int
    agreed: tuple[int, ...]

    @property
    def mark(self) -> str:
        """What a button remembers of it: after it was withdrawn somebody else may ask, of the same length of log."""
        return f"{self.entries}-{self.seat}"


def feature(desk: Desk) -> Feature:
    """/takeback and the buttons of its question."""
    takebacks = _Takebacks(desk)
    return Feature({"takeback": takebacks.ask}, {Verb.TAKEBACK: takebacks.answer})


def wish(table: Table) -> Takeback | None:
    """What somebody asks to take back now."""
    told = Options.load(table.record.options).takeback
    if not told or told["entries"] != len(table.log) or table.record.status is not Status.PLAYING:
        return None
    return Takeback(**(told | {"agreed": tuple(told["agreed"])}))


def waiting(table: Table, wanted: Takeback) -> tuple[int, ...]:
    """A seat of each person who has not answered yet."""
    agreed = {table.seat(seat).person for seat in wanted.agreed}
    found: dict[PersonKey, int] = {}
    for number, seat in enumerate(table.record.seats):
        if seat.person is not None and seat.computer is None and seat.person not in agreed:
            found.setdefault(seat.person, number)
    return tuple(found.values())


def agree(table: Table, person: PersonKey, now: float) -> Table:
    """A person asks, or agrees with who has asked; once all have, it is done. Raises Refusal."""
    mine = _may(table, person)
    wanted = wish(table) or _wanted(table, mine)
    wanted = replace(wanted, agreed=tuple(sorted({*wanted.agreed, *mine})))
    if waiting(table, wanted):
        return _with(table, wanted, now)
    match = play.match_of(table).take_back(wanted.plies)
    version = table.record.version + 1
    entry = MoveRecord(wanted.entries, version, f"-{wanted.plies}", wanted.seat, None, now)
    after = _with(table, None, now)
    record = replace(after.record, plies=wanted.entries + 1, snapshot=match.game.dump(match.state))
    return replace(table, record=record, match=match, log=(*table.log, entry))


def decline(table: Table, person: PersonKey, now: float) -> Table:
    """A person does not agree, or asks no more; raises Refusal."""
    _may(table, person)
    return _with(table, None, now)


def _may(table: Table, person: PersonKey) -> tuple[int, ...]:
    play.match_of(table)
    if table.record.status is not Status.PLAYING:
        raise Refusal(N_("This game is over."))
    mine = table.seats_of(person)
    if not mine:
        raise Refusal(N_("You do not play at this table."))
    if rated(table.record):
        raise Refusal(
            N_("This game counts for the rankings, so nothing is taken back. Open a friendly table with {command}."),
            command=lambda t: t.typed("/play rated=no"),
        )
    return mine


def _wanted(table: Table, mine: tuple[int, ...]) -> Takeback:
    """The person's last choice and all after it."""
    plies = play.match_of(table).plies
    for back, (ply, move) in enumerate(zip(reversed(plies), reversed(table.standing), strict=True), start=1):
        if ply.kind is TurnKind.CHOOSE and ply.seat in mine and move.automation is None:
            return Takeback(len(table.log), back, ply.seat, ())
    raise Refusal(N_("You have not chosen anything yet that could be taken back."))


def _with(table: Table, wanted: Takeback | None, now: float) -> Table:
    told = {} if wanted is None else asdict(wanted)
    options = replace(Options.load(table.record.options), takeback=told).dump()
    changed = replace(table.record, options=options, version=table.record.version + 1, updated=now)
    return replace(table, record=changed)


class _Takebacks:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def ask(self, request: Request) -> Outcome:
        """Asks all who play; where nobody else does, it is done at once."""
        person = request.person.key
        record = await self._desk.pick(
            request, lambda one: one.status is Status.PLAYING, lambda one: any(s.person == person for s in one.seats)
        )
        after = await self._agreed(record.id, person)
        t = await self._desk.languages.of_chat(request.chat, request.person)
        wanted = wish(after)
        if wanted is None:
            return Outcome(table=record.id)
        return Outcome(screen=question_screen(after, wanted, waiting(after, wanted), t), table=record.id)

    async def answer(self, press: Press, token: Token) -> Outcome:
        """Somebody answers the question; its message then says what was decided, or who is still to answer."""
        table = await self._desk.here(press.chat, token.table)
        asked = wish(table)
        mark, word = token.arguments
        if asked is None or mark != asked.mark:
            raise Refusal(STALE)
        person = press.person.key
        t = await self._desk.languages.of_chat(press.chat, press.person)
        if word != "yes":
            await self._desk.change(token.table, lambda now: self._declined(now, asked, person))
            return Outcome(screen=declined_screen(press.person, t), table=token.table)
        after = await self._agreed(token.table, person, asked)
        wanted = wish(after)
        if wanted is None:
            return Outcome(screen=agreed_screen(table, asked, t), table=token.table)
        return Outcome(screen=question_screen(after, wanted, waiting(after, wanted), t), table=token.table)

    async def _agreed(self, table: str, person: PersonKey, asked: Takeback | None = None) -> Table:
        def act(now: Table) -> Table:
            return agree(_same(now, asked), person, self._desk.clock.now())

        return await self._desk.change(table, act)

    def _declined(self, table: Table, asked: Takeback, person: PersonKey) -> Table:
        return decline(_same(table, asked), person, self._desk.clock.now())


def _same(table: Table, asked: Takeback | None) -> Table:
    """The table, if what was asked is still asked there; raises Refusal."""
    now = wish(table)
    if asked is not None and (now is None or now.mark != asked.mark):
        raise Refusal(STALE)
    return table
