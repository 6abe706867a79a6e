"""Store games in which only the winner's last moves are missing."""

from __future__ import annotations

from dataclasses import replace

from bot.core.board_messages.turn_steps import as_at
from bot.core.domain.table import begun
from bot.core.services.table_codec import record_of
from data.records import ChatKey, PersonKey
from data.store import Store
from engine.game import TurnKind
from tests.fakes.finished_tables import Teams, finished

Kind = tuple[str, dict[str, object], list[str], Teams | None]

KINDS: dict[str, Kind] = {
    "parchis": ("parchis", {"preset": "spanish"}, ["Y", "B", "R", "G"], None),
    "palma": ("palma", {"preset": "classic"}, ["D", "J"], None),
    "diceless": ("parchis", {"preset": "diceless"}, ["Y", "B", "R", "G"], None),
    "six in teams": ("parchis", {"preset": "spanish", "colours": 6}, [*"YBRGPO"], ((0, 2, 4), (1, 3, 5))),
}
"""The game, its rules, the colours and the teams of each kind."""


async def nearly_won(store: Store, chat: ChatKey, code: str, person: PersonKey, kind: str, left: int = 1) -> str:
    """Store a game that a person wins with their next move, or the last one `left`; return the next move."""
    game, rules, colours, teams = KINDS[kind]
    over = finished(game, rules, colours, teams=teams)
    match, result = over.match, over.result
    assert result is not None
    mine = result.places.index(1)
    turns = [match.at(ply).turn for ply in range(len(match.plies))]
    choices = [ply for ply, turn in enumerate(turns) if turn.seat == mine and turn.kind is TurnKind.CHOOSE]
    last = choices[-left]
    table = begun(as_at(over, last))
    log = tuple(move._replace(version=1) for move in table.log)
    seats = tuple(replace(seat, person=person) if seat.person is not None else seat for seat in table.seats)
    options = replace(table.options, auto=False)
    now = replace(table, id=code, chat=chat, host=person, seats=seats, options=options, version=1, log=log, started=1)
    await store.add_past(record_of(now), log)
    return match.plies[last].move
