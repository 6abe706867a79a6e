"""Pictures that Telegram has: their file ids, by which they are sent again without an upload."""

from __future__ import annotations

import hashlib

from telegram import Message

from bot.core.common.lru import LruDict
from bot.core.messages.content import Screen

KEPT = 2000


class ShownPictures:
    """Remembers the file ids of pictures that this process has sent, by their bytes and by the table they show."""

    def __init__(self) -> None:
        self._by_bytes = LruDict[bytes, str](KEPT)
        self._by_table = LruDict[str, tuple[int, str]](KEPT)

    def note(self, screen: Screen, sent: object) -> None:
        """Remember the picture of a message that was sent or edited; moving ones are left out."""
        if screen.picture is None or not isinstance(sent, Message) or not sent.photo:
            return
        name = sent.photo[-1].file_id
        self._by_bytes[_digest(screen.picture.data)] = name
        if screen.about is not None and screen.about.table:
            self._by_table[screen.about.table] = screen.about.version, name

    def of(self, data: bytes) -> str | None:
        """Return the file id of a picture."""
        return self._by_bytes.get(_digest(data))

    def of_table(self, table: str, since: int = 0) -> str | None:
        """Return the file id of a table's newest picture, if it shows version `since` or a later one."""
        version, name = self._by_table.get(table, (-1, ""))
        return name if version >= since else None


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
