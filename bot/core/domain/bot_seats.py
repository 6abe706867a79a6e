"""A newcomer may play on in a bot's place that nobody has left, if all people at the table agree.

The game is then casual for good; in a rated one nobody may ask.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain import permissions, presence
from bot.core.domain.agreement import agreed_by, waiting
from bot.core.domain.incidents import noted
from bot.core.domain.permissions import Actor
from bot.core.domain.standing import reached
from bot.core.domain.table import StartedTable, Table, in_play
from bot.core.domain.table_values import Incident, IncidentKind
from bot.core.domain.taking_over import require_newcomer
from bot.core.domain.votes import Answer, SeatWish
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Person
from data.records import ChatKey, PersonKey, SeatRecord


def wish(table: Table) -> SeatWish | None:
    return table.votes.seat if in_play(table) is not None else None


def may_be_asked(table: Table) -> bool:
    """Return whether a newcomer can ask for a bot's seat."""
    game = in_play(table)
    return game is not None and not game.is_rated and bool(_free(game)) and bool(presence.present(game))


def ask(table: Table, person: Person, chat: ChatKey, now: float) -> Table:
    """Ask all people for the first bot's seat; raises Refusal."""
    game = permissions.require_playing(table)
    require_newcomer(game, person.key)
    if not may_be_asked(game):
        raise Refusal(N_("You can't take a bot's place at this table now."))
    if game.votes.seat is not None:
        raise Refusal(N_("Someone has asked already. Wait for the answer."))
    if game.votes.seated is not None and game.votes.seated.no is not None:
        raise Refusal(N_("They've said no to a newcomer already."))
    wanted = SeatWish(_free(game)[0], game.next_version, person.key, person.name, chat)
    return _with(game, wanted, game.votes.seated, now)


def agree(table: Table, person: PersonKey, now: float) -> Table:
    """Agree to a newcomer; with the last agreement they sit. Raises Refusal."""
    game = permissions.require_playing(table)
    mine, asked = permissions.require_seat(game, Actor(person)), _asked(game)
    wanted = agreed_by(asked, mine)
    if waiting(game, wanted):
        return _with(game, wanted, game.votes.seated, now)
    after = _with(game, None, Answer(asked.mark, asked.seat, None), now)
    if not game.seats[asked.seat].is_bot or game.sits(asked.person):  # it was taken another way
        return after
    seat = SeatRecord(game.seats[asked.seat].colours, asked.person, asked.name)
    seated = replace(after.with_seats({asked.seat: seat}), options=replace(after.options, rated=False))
    return noted(seated, Incident(seated.version, IncidentKind.TAKEN, asked.seat, asked.person, asked.name))


def decline(table: Table, person: PersonKey, now: float) -> Table:
    """Refuse a newcomer; raises Refusal."""
    game = permissions.require_playing(table)
    mine, asked = permissions.require_seat(game, Actor(person)), _asked(game)
    return _with(game, None, Answer(asked.mark, asked.seat, mine[0]), now)


def _asked(game: StartedTable) -> SeatWish:
    if game.votes.seat is None:
        raise Refusal(N_("That question is closed."))
    return game.votes.seat


def _free(game: StartedTable) -> list[int]:
    done = reached(game)
    return [number for number, seat in enumerate(game.seats) if seat.is_bot and number not in done]


def _with(table: StartedTable, wanted: SeatWish | None, seated: Answer | None, now: float) -> StartedTable:
    votes = replace(table.votes, seat=wanted, seated=seated)
    return replace(table, votes=votes, version=table.next_version, updated=now)
