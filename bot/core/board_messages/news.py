"""Find what a chat's readers have not seen yet: everything since their own last move.

The log decides, not the message's last edit, so reminders, votes and restarts change nothing.
"""

from __future__ import annotations

from bot.core.domain import deadlines, presence
from bot.core.domain.table import StartedTable, Table
from bot.core.services.table_display import TableDisplay
from data.records import ChatKey, PersonKey


def told_since(display: TableDisplay, chat: ChatKey) -> int:
    """Return the first ply that a chat's board reports; at least the newest log entry is included.

    The readers are the player to act, if they play from this chat, else the chat's players, else all players. The one
    whose last move is oldest decides.
    """
    return told_to(display.table, _readers(display, chat))


def told_to(table: Table, readers: set[PersonKey]) -> int:
    """Return the first ply that some of these people have not seen since their last move."""
    if not isinstance(table, StartedTable) or not table.log:
        return 0
    acts = _last_acts(table, readers)
    newest = table.log[-1].version - 1
    known = min((acts.get(reader, 0) for reader in readers), default=newest)
    return table.plies_since(min(known, newest))


def _readers(display: TableDisplay, chat: ChatKey) -> set[PersonKey]:
    table = display.table
    people = presence.present(table)
    here = {person for person in people if display.plays_from(person) == chat}
    seat = deadlines.to_act(table)
    acting = here & {None if seat is None else seat.person}
    return acting or here or people


def _last_acts(table: StartedTable, people: set[PersonKey]) -> dict[PersonKey, int]:
    """Return the version of each person's last own entry in the log; people without one are missing."""
    holders = [seat.person if seat.person in people else None for seat in table.seats]
    found: dict[PersonKey, int] = {}
    for move in reversed(table.log):
        person = holders[move.seat] if move.seat < len(holders) else None
        if move.automation is None and person is not None and person not in found:
            found[person] = move.version
            if len(found) == len(people):
                break
    return found
