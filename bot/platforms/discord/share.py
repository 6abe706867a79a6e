"""Links to a table on Discord: to its board, if it has one there, and to the bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord

from bot.core.messages.requests import SharedTable, ShareLinks
from bot.platforms.discord.invites import invites
from bot.platforms.discord.markdown import PLATFORM

PRIVATE = "@me"
"""Stands for the server in the address of a private chat."""


def share_links(interaction: discord.Interaction[Any]) -> Callable[[SharedTable], ShareLinks]:
    """Return a function that gives a person the links to a table."""

    def links(shared: SharedTable) -> ShareLinks:
        to_server, _ = invites(interaction.application_id)
        chat, message = shared.chat, shared.message
        if message is None or chat.platform != PLATFORM or not shared.near:
            return ShareLinks(invite=to_server)
        guild = interaction.guild_id or PRIVATE
        return ShareLinks(f"https://discord.com/channels/{guild}/{chat.thread or chat.chat}/{message}")

    return links
