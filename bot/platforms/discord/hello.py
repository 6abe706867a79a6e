"""Choose the channel for a greeting in a new server."""

from __future__ import annotations

from itertools import islice

import discord

MOST = 3
"""The number of channels to try: permissions are known only as far as Discord has sent them."""


def places_for_hello(guild: discord.Guild) -> list[discord.TextChannel]:
    """Return the channel for system messages, then the first others in which the bot may write."""
    system = guild.system_channel
    channels = [*([] if system is None else [system]), *guild.text_channels]
    return list(islice((one for one in dict.fromkeys(channels) if _may_write(guild, one)), MOST))


def _may_write(guild: discord.Guild, channel: discord.TextChannel) -> bool:
    me: discord.Member | None = guild.me  # typed as present, but None until Discord has sent it
    if me is None:
        return True
    rights = channel.permissions_for(me)
    return rights.view_channel and rights.send_messages
