"""Count messages that come and go in servers, without their contents, which the bot does not request.

The library would make an object of each; here they are numbers, and only in channels where the bot has a board.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

import discord

from bot.core.common.recent_messages import RecentMessages

EPHEMERAL = 1 << 6
Parser = Callable[[Any], None]


def count_messages(parsers: MutableMapping[str, Parser], recent: RecentMessages) -> None:
    """Replace the library's parsers of message events, by event type, with ones that count."""

    def arrived(data: Any) -> None:
        if not data.get("flags", 0) & EPHEMERAL:
            recent.arrived(data["channel_id"], int(data["id"]))

    def gone(data: Any) -> None:
        recent.gone(data["channel_id"], *map(int, data.get("ids") or [data["id"]]))

    def nothing(_: Any) -> None:
        """Ignore an edit: the message keeps its place."""

    ours = {"MESSAGE_CREATE": arrived, "MESSAGE_DELETE": gone, "MESSAGE_DELETE_BULK": gone, "MESSAGE_UPDATE": nothing}
    parsers.update(ours)


def hear_deleted_threads(parsers: MutableMapping[str, Parser], client: discord.Client) -> None:
    """Make the library report deleted threads also in servers announced to another process.

    A process that resumes another's session does not receive the servers announced at its start.
    """
    usual = parsers["THREAD_DELETE"]

    def gone(data: Any) -> None:
        if client.get_guild(int(data["guild_id"])) is None:
            client.dispatch("raw_thread_delete", discord.RawThreadDeleteEvent(data))
        else:
            usual(data)

    parsers["THREAD_DELETE"] = gone
