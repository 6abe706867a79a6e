"""Texts that only Discord's adapter uses."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.core.i18n.translator import N_
from bot.core.messages.content import Part, Text

GONE = N_("That message is gone.")
BARRED = N_(
    "I can't post in this channel, I can only reply. Ask whoever runs it to give me what's missing: {permissions}."
)
WHISPERED = N_(
    "Only you can see the following, because apps that members add themselves can't post publicly here. "
    "To play with others, ask to have me added to the server, or for the permission Use External Apps."
)
_PERMISSIONS = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "create_public_threads": N_("Create Public Threads"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "attach_files": N_("Attach Files"),
    "embed_links": N_("Embed Links"),
}
"""Names of the permissions that the bot may need, by the library's names."""
TO_OPEN_THREADS = ("view_channel", "create_public_threads", "send_messages_in_threads", "attach_files", "embed_links")
TO_POST = ("view_channel", "send_messages", "attach_files", "embed_links")
TO_POST_IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files", "embed_links")


def lacking(allowed: discord.Permissions, needed: Sequence[str]) -> list[str]:
    """Return the sentences that name the permissions needed and missing."""
    return [_PERMISSIONS[name] for name in needed if not getattr(allowed, name)]


DONE = Text(((Part("✅"),),))
"""A command was done, and the board shows it."""
