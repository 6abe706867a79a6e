"""Store games in which only the winner's last move is missing."""

from __future__ import annotations

from dataclasses import replace

from bot.core.board_messages.turn_steps import as_at
from bot.core.domain.table import begun
from bot.core.services.table_codec import record_of
from data.records import ChatKey, PersonKey
from data.store import Store
from engine.game import TurnKind
from tests.fakes.finished_tables import finished

SEATS = {"parchis": ("spanish", ["Y", "B", "R", "G"]), "palma": ("classic", ["D", "J"])}
"""The rules and the colours of each game."""


async def nearly_won(store: Store, chat: ChatKey, code: str, person: PersonKey, game: str) -> str:
    """Store a game that a person wins with their next move; return that move."""
    preset, colours = SEATS[game]
    over = finished(game, {"preset": preset}, colours)
    match, result = over.match, over.result
    assert result is not None
    mine = result.places.index(1)
    turns = [match.at(ply).turn for ply in range(len(match.plies))]
    last = max(ply for ply, turn in enumerate(turns) if turn.seat == mine and turn.kind is TurnKind.CHOOSE)
    table = begun(as_at(over, last))
    log = tuple(move._replace(version=1) for move in table.log)
    seats = tuple(replace(seat, person=person) if seat.person is not None else seat for seat in table.seats)
    options = replace(table.options, auto=False)
    now = replace(table, id=code, chat=chat, host=person, seats=seats, options=options, version=1, log=log, started=1)
    await store.add_past(record_of(now), log)
    return match.plies[last].move
