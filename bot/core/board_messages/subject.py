"""Find the people that a table's messages name: in text, on a button or in a picture."""

from __future__ import annotations

from bot.core.board_messages.audience import audience
from bot.core.domain import incidents
from bot.core.domain.table import StartedTable, Table
from bot.core.messages.content import Subject
from bot.core.views.game_over import winners
from data.records import PersonKey, Status


def subject_of(table: Table, *, board: bool = False, game: bool = False) -> Subject:
    """Return whom a table's message is about.

    With `board`, the version and the player to act as well; with `game`, the whole game.
    """
    named = {person.key for person in (*table.dice.mixers, *table.lobby.called) if person.key.user}
    kept = {offer.person for offer in table.lobby.offers if offer.person.user}
    happened = {incident.person for incident in incidents.of(table) if incident.person is not None}
    gained = {gain.person for gain in table.gains} if isinstance(table, StartedTable) else set()
    people = frozenset({*table.people, *named, *kept, *happened, *gained})
    if not board:
        return Subject(people, game=table.id if game else "")
    now = audience(table, table.version)
    acts = table.status is Status.PLAYING and isinstance(now, PersonKey)
    actor = now if acts and isinstance(now, PersonKey) else None
    return Subject(people, table.id, table.version, actor, winners=winners(table))
