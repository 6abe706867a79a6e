"""The links that install the bot, with the permissions they request."""

from __future__ import annotations

import discord

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
)
SERVER, PERSON = 0, 1
"""Where a link installs the bot; each link must say it."""


def invites(application: int) -> tuple[str, str]:
    """Return the links that install an application's bot in a server, and for a person."""
    to_server = discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=("bot", "applications.commands"))
    to_person = discord.utils.oauth_url(application, scopes=("applications.commands",))
    return f"{to_server}&integration_type={SERVER}", f"{to_person}&integration_type={PERSON}"
