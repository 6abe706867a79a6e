"""Imitate Discord's threads: opened below messages, archived after some silence, unarchived by a new message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from tests.fakes.discord_door import json_reply
from tests.fakes.discord_limits import Refused, invalid
from tests.fakes.discord_state import (
    CREATE_THREADS,
    NEWS,
    NEWS_THREAD,
    PUBLIC_THREAD,
    SEND_IN_THREADS,
    TEXT,
    Channel,
    Message,
)

if TYPE_CHECKING:
    from tests.fakes.discord_gateway import Gateway

ARCHIVED = Refused(400, 50083, "This thread is archived")
MISSING = Refused(403, 50013, "Missing Permissions")


def require_awake(channel: Channel) -> None:
    """Refuse to change what stands in an archived thread."""
    if channel.archived:
        raise ARCHIVED


class Threads:
    """The threads of a server."""

    channels: dict[str, Channel]
    gateway: Gateway

    async def _open_thread(self, request: web.Request) -> web.Response:
        message, wanted = self._message(request), await request.json()
        parent = self.channels[message.channel]
        if parent.kind not in (TEXT, NEWS) or parent.guild is None:
            raise Refused(400, 50024, "Cannot execute action on this channel type")
        if parent.denied & CREATE_THREADS:
            raise MISSING
        if message.id in self.channels:
            raise Refused(400, 160004, "A thread has already been created for this message")
        if not 1 <= len(wanted["name"]) <= 100 or wanted["auto_archive_duration"] not in (60, 1440, 4320, 10080):
            raise invalid("a thread's name or duration")
        kind = PUBLIC_THREAD if parent.kind == TEXT else NEWS_THREAD
        thread = Channel(message.id, parent.guild, kind, parent.id, denied=parent.denied, name=wanted["name"])
        self.channels[thread.id] = thread
        await self.gateway.dispatch("THREAD_CREATE", thread.payload() | {"newly_created": True}, thread.guild)
        return json_reply(thread.payload(), 201)

    async def _change_thread(self, request: web.Request) -> web.Response:
        channel, wanted = self._channel(request), await request.json()
        if not channel.is_thread or set(wanted) != {"archived"}:
            raise MISSING  # all else needs Manage Channels or Manage Threads
        if wanted["archived"]:  # the one who has opened it may
            channel.archived = True
        else:
            await self.unarchive(channel)
        return json_reply(channel.payload())

    async def unarchive(self, thread: Channel) -> None:
        """Wake a thread; one that is locked only moderators can wake."""
        if thread.locked:
            raise ARCHIVED
        if thread.denied & SEND_IN_THREADS:
            raise MISSING
        thread.archived = False
        await self.gateway.dispatch("THREAD_UPDATE", thread.payload(), thread.guild)

    if TYPE_CHECKING:

        def _channel(self, request: web.Request) -> Channel: ...

        def _message(self, request: web.Request) -> Message: ...
