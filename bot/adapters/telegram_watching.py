"""Tables shown in a private chat: for whoever followed a link, be it to watch, or to play from there.

A board message that is not live makes the publisher post a new one in its chat; so a record of a message that never
was is all it takes to show a table in one chat more. From then on the publisher keeps it up to date like any other.
"""

from __future__ import annotations

from dataclasses import replace

from bot.adapters.telegram_words import MANY_WATCH
from bot.core.chat import Press
from bot.core.desk import Desk
from bot.core.refusal import Refusal
from data.records import BoardRecord, ChatKey, TableRecord

WATCHERS = 20
"""In how many chats a table may be shown."""
_NO_MESSAGE = "0"


async def show_here(desk: Desk, record: TableRecord, chat: ChatKey) -> None:
    """Notes that a table is to be shown at the bottom of this chat; the publisher does it. Raises Refusal."""
    boards = await desk.store.boards(record.id)
    here = [board for board in boards if board.chat == chat]
    if not here and len({board.chat for board in boards}) >= WATCHERS:
        raise Refusal(MANY_WATCH)
    unseen = BoardRecord(record.id, chat, _NO_MESSAGE, record.version - 1, live=False)
    for board in here or [unseen]:
        await desk.store.save_board(replace(board, live=False))


async def at_its_table(desk: Desk, press: Press) -> Press:
    """A press under a message that shows a table of another chat, as if made there; the store knows which do."""
    code = press.token.partition(".")[0]
    boards = await desk.store.boards(code)
    place = (press.chat.platform, press.chat.chat, press.message)
    if all((board.chat.platform, board.chat.chat, board.message) != place for board in boards):
        return press
    record = await desk.store.table(code)
    return press if record is None else replace(press, chat=record.chat)
