"""Find the table of a pressed button, and the message under it."""

from __future__ import annotations

from bot.core.domain.table import Table
from bot.core.i18n.refusal import NOWHERE, Refusal
from bot.core.messages.button_tokens import Token
from bot.core.messages.requests import Press
from bot.core.services.table_display import Role
from bot.core.services.table_service import TableService


async def table_of(service: TableService, press: Press, token: Token) -> Table:
    """Return the table of a button for its players; raises Refusal if the chat only watches it."""
    table = await service.here(press.chat, token.table, token.version, (Role.PLAY, Role.ANNOUNCEMENT))
    if token.version > table.version:
        raise Refusal(NOWHERE)
    return table


async def is_board(service: TableService, press: Press, token: Token) -> bool:
    """Return whether a button was pressed under a board of its table."""
    return any(board.message == press.message for board in await service.store.boards(token.table))
