"""Remember pressed board messages that the store may not know.

A process may die after posting a board and before storing it. The next change then stores it.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.core.common.lru import LruDict
from bot.core.services.table_display import TableDisplay
from bot.core.services.table_repository import TableRepository
from data.records import BoardRecord, ChatKey
from data.store import Store

REMEMBERED = 10_000
"""Number of presses remembered until their tables are shown."""


class PressedMessages:
    """The last pressed message of each table in a chat, until the table is shown."""

    def __init__(self, store: Store, tables: TableRepository) -> None:
        self._store = store
        self._tables = tables
        self._pressed = LruDict[tuple[ChatKey, str], str](REMEMBERED)

    def note(self, chat: ChatKey, message: str, table: str) -> None:
        """Remember a board message under which a button was pressed."""
        self._pressed[chat, table] = message

    async def stored(self, display: TableDisplay, is_shown: Callable[[ChatKey], bool]) -> TableDisplay:
        """Store a table's unknown messages as behind; return the updated display.

        Where the table `is_shown` just now, the message may be the one that is being stored: the next change decides.
        """
        table = display.table
        for chat in display.chats:
            if is_shown(chat):
                continue
            message = self._pressed.pop((chat, table.id), None)
            shown = [board for board in display.messages(chat) if not board.call]
            if message is None or any(board.message == message for board in shown):
                continue
            version = min((table.version - 1, *(board.version for board in shown)))
            await self._store.save_board(BoardRecord(table.id, chat, message, version))
            display = await self._tables.display(table.id) or display
        return display
