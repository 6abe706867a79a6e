"""Taking back a person's last choice: who wishes it, who must agree, and what becomes of the wish.

What is taken back ends with that choice: the throw before it stands, so nobody throws twice. The log only grows: a
takeback is an entry of its own, and throws that were taken back remain used, as the proof of the dice shows.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from bot.core.domain import play
from bot.core.domain.rated import rated
from bot.core.domain.table import Table
from bot.core.domain.table_options import TableOptions
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
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


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of the wish of a mark: the seat that wished it, and the one that said no, or None if all agreed."""

    mark: str
    seat: int
    no: int | None


def answered(table: Table) -> Answer | None:
    """Return what became of the last wish that was answered and not said again since."""
    told = TableOptions.load(table.record.options).answered
    return Answer(**told) if told else None


def wish(table: Table) -> Takeback | None:
    """What somebody asks to take back now."""
    told = TableOptions.load(table.record.options).takeback
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
    after = _with(table, None, now, Answer(wanted.mark, wanted.seat, None))
    record = replace(after.record, plies=wanted.entries + 1, snapshot=match.game.dump(match.state))
    return replace(table, record=record, match=match, log=(*table.log, entry))


def decline(table: Table, person: PersonKey, now: float) -> Table:
    """A person does not agree, or asks no more; raises Refusal."""
    mine, asked = _may(table, person), wish(table)
    return _with(table, None, now, None if asked is None else Answer(asked.mark, asked.seat, mine[0]))


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


def _with(table: Table, wanted: Takeback | None, now: float, answer: Answer | None = None) -> Table:
    told, answer_told = ({} if each is None else asdict(each) for each in (wanted, answer))
    options = replace(TableOptions.load(table.record.options), takeback=told, answered=answer_told).dump()
    changed = replace(table.record, options=options, version=table.record.version + 1, updated=now)
    return replace(table, record=changed)
