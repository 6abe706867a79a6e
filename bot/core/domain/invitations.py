"""Who may sit at a table: anybody in the chat; at a private table the invited, and people with its secret code.

A person who was removed stays out until invited again.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.permissions import Actor, knows, may_invite, may_tell_code, require_host
from bot.core.domain.table import AnyTable, Table
from bot.core.domain.table_codes import secret_code
from bot.core.domain.table_values import Lobby
from bot.core.i18n.refusal import UNKNOWN_BUTTON, Refusal
from bot.core.messages.requests import Person
from data.records import PersonKey


def told(table: Table, person: PersonKey, *, alone: bool) -> str | None:
    """Return the code to share with others so that they can sit down.

    None for a private table if the person is not `alone` with the bot. Raises Refusal if they may not invite.
    """
    may_tell_code(table, Actor(person))
    if not table.lobby.private:
        return table.id
    return secret_code(table) if alone else None


def private(table: Table, person: Person, word: str) -> Table:
    """Set whether only invited people may sit, by `on` or `off`; raises Refusal."""
    require_host(table, Actor(person.key))
    if word not in ("on", "off"):
        raise Refusal(UNKNOWN_BUTTON)
    return _with(table, replace(table.lobby, private=word == "on"))


def invite(table: Table, person: Person, guest: PersonKey) -> Table:
    """Invite a guest, as a person who sits; once only, so that nobody gets repeated pings. Raises Refusal.

    The host may so lift a removal.
    """
    lobby = table.lobby
    may_invite(table, Actor(person.key), guest)
    barred = tuple(key for key in lobby.barred if key != guest)
    return _with(table, replace(lobby, invited=(*lobby.invited, guest), barred=barred))


def let_in(table: Table, person: PersonKey, code: str) -> Table:
    """Let a person in who names a table by this code.

    The secret code of a private table is as good as an invitation.
    """
    lobby = table.lobby
    if not lobby.private or code != secret_code(table):
        return table
    if knows(table, person) or person in lobby.barred:
        return table
    return _with(table, replace(lobby, invited=(*lobby.invited, person)))


def bar(table: AnyTable, person: PersonKey) -> AnyTable:
    """Keep a person from coming back, at this table and its rematches."""
    invited = tuple(key for key in table.lobby.invited if key != person)
    return _with(table, replace(table.lobby, invited=invited, barred=(*table.lobby.barred, person)))


def _with(table: AnyTable, lobby: Lobby) -> AnyTable:
    return replace(table, lobby=lobby)
