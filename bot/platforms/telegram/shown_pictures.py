"""Pictures that Telegram has: their file ids, by which they are sent again without an upload."""

from __future__ import annotations

import hashlib
from contextlib import suppress

from telegram import Message

from bot.core.common.clock import Clock
from bot.core.messages.content import Screen
from bot.platforms.telegram.html import PLATFORM
from data.errors import StoreError
from data.roles.sent_pictures import SentPictures


class ShownPictures:
    """Keeps the file ids of pictures that the bot has sent, by their digest or by the table they show.

    They are in the store alone, where they are deleted with a person. Boards on which somebody is to act are left
    out: nobody is offered them.
    """

    def __init__(self) -> None:
        self._kept: tuple[SentPictures, Clock] | None = None

    def keep(self, store: SentPictures, clock: Clock) -> None:
        """Keep pictures in the store from now on."""
        self._kept = store, clock

    async def note(self, screen: Screen, sent: object) -> None:
        """Keep the picture of a message that was sent or edited; moving ones are left out."""
        about = screen.about
        if self._kept is None or screen.picture is None or (about is not None and about.actor is not None):
            return
        if not isinstance(sent, Message) or not sent.photo:
            return
        name, version = (about.table, about.version) if about is not None and about.table else ("", 0)
        name = name or _digest(screen.picture.data)
        store, clock = self._kept
        with suppress(StoreError):  # the message is sent: nobody may think that it was not
            await store.note_picture(PLATFORM, name, version, sent.photo[-1].file_id, clock.now())

    async def of(self, data: bytes) -> str | None:
        """Return the file id of a picture that shows no table."""
        return await self.of_table(_digest(data))

    async def of_table(self, table: str, since: int = 0) -> str | None:
        """Return the file id of a table's newest picture, if it shows version `since` or a later one."""
        known = await self._kept[0].sent_picture(PLATFORM, table) if self._kept is not None else None
        return known[0] if known is not None and known[1] >= since else None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
