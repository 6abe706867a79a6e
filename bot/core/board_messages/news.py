"""What the readers of a chat's board have not seen yet: all that happened since their own last look.

A person looks whenever they act. So a board tells what has happened since then, as the log knows it, and not since
the message was last touched: a reminder, a vote, a return or a restart adds nothing to the log and wipes nothing
away, and a board that has to be posted again tells the same.
"""

from __future__ import annotations

from bot.core.domain import deadlines, presence
from bot.core.domain.table import StartedTable, Table
from bot.core.services.table_display import TableDisplay
from data.records import ChatKey, PersonKey


def told_since(display: TableDisplay, chat: ChatKey) -> int:
    """Return the first ply that a chat's board tells, at least what the last change of the log brought.

    Its reader is who is to act, if they play from this chat; else all of its people who play, or where nobody plays
    from, all people at the table: then it tells from the one on who has not acted for longest.
    """
    return told_to(display.table, _readers(display, chat))


def told_to(table: Table, readers: set[PersonKey]) -> int:
    """Return the first ply that people are told who have not looked since they last acted."""
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
    """Return the version of each person's last own entry in the log; nobody who has none."""
    holders = [seat.person if seat.person in people else None for seat in table.seats]
    found: dict[PersonKey, int] = {}
    for move in reversed(table.log):
        person = holders[move.seat] if move.seat < len(holders) else None
        if move.automation is None and person is not None and person not in found:
            found[person] = move.version
            if len(found) == len(people):
                break
    return found
