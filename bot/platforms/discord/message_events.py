"""What Discord tells of messages in servers: that they come and go, without their words, which are not asked for.

The library would make an object of each; here they are numbers, and only of channels in which the bot has a board.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

import discord

from bot.core.common.recent_messages import RecentMessages

EPHEMERAL = 1 << 6
Parser = Callable[[Any], None]


def count_messages(parsers: MutableMapping[str, Parser], recent: RecentMessages) -> None:
    """Replace the library's parsers of events about messages, by event type, with ones that count."""

    def arrived(data: Any) -> None:
        if not data.get("flags", 0) & EPHEMERAL:
            recent.arrived(data["channel_id"], int(data["id"]))

    def gone(data: Any) -> None:
        recent.gone(data["channel_id"], *map(int, data.get("ids") or [data["id"]]))

    def nothing(_: Any) -> None:
        """Leave an edited message as it was: it stands where it stood."""

    ours = {"MESSAGE_CREATE": arrived, "MESSAGE_DELETE": gone, "MESSAGE_DELETE_BULK": gone, "MESSAGE_UPDATE": nothing}
    parsers.update(ours)


def hear_deleted_threads(parsers: MutableMapping[str, Parser], client: discord.Client) -> None:
    """Have the library tell of deleted threads also in servers of which it was told in another process.

    Whoever goes on with a session of another hears nothing of what was told at its beginning.
    """
    usual = parsers["THREAD_DELETE"]

    def gone(data: Any) -> None:
        if client.get_guild(int(data["guild_id"])) is None:
            client.dispatch("raw_thread_delete", discord.RawThreadDeleteEvent(data))
        else:
            usual(data)

    parsers["THREAD_DELETE"] = gone
