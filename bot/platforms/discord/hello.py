"""Where the bot says hello in a server that is new."""

from __future__ import annotations

from itertools import islice

import discord

MOST = 3
"""In how many channels it tries: what it may do in each is known only as far as Discord has told."""


def places_for_hello(guild: discord.Guild) -> list[discord.TextChannel]:
    """Return the channel for messages of the server itself, then the first others in which the bot may write."""
    system = guild.system_channel
    channels = [*([] if system is None else [system]), *guild.text_channels]
    return list(islice((one for one in dict.fromkeys(channels) if _may_write(guild, one)), MOST))


def _may_write(guild: discord.Guild, channel: discord.TextChannel) -> bool:
    me: discord.Member | None = guild.me  # the library promises it, and has it once Discord has told
    if me is None:
        return True
    rights = channel.permissions_for(me)
    return rights.view_channel and rights.send_messages
