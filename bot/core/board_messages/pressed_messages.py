"""Board messages that were pressed though the store may not know them.

A process may have died after it posted a board and before it noted that. The next change then notes it.
"""

from __future__ import annotations

from bot.core.common.lru import LruDict
from bot.core.services.table_display import TableDisplay
from bot.core.services.table_repository import TableRepository
from data.records import BoardRecord, ChatKey
from data.store import Store

REMEMBERED = 10_000
"""How many presses are known whose tables have not been shown since."""


class PressedMessages:
    """The last message of each table that was pressed in a chat, until the table is shown."""

    def __init__(self, store: Store, tables: TableRepository) -> None:
        self._store = store
        self._tables = tables
        self._pressed = LruDict[tuple[ChatKey, str], str](REMEMBERED)

    def note(self, chat: ChatKey, message: str, table: str) -> None:
        """Note a board message under which a button was pressed."""
        self._pressed[chat, table] = message

    async def stored(self, display: TableDisplay) -> TableDisplay:
        """Store those of a table that nobody had noted, as behind; return how the table is shown with them."""
        table = display.table
        for chat in display.chats:
            message = self._pressed.pop((chat, table.id), None)
            shown = [board for board in display.messages(chat) if not board.call]
            if message is None or any(board.message == message for board in shown):
                continue
            version = min((table.version - 1, *(board.version for board in shown)))
            await self._store.save_board(BoardRecord(table.id, chat, message, version))
            display = await self._tables.display(table.id) or display
        return display
