"""The few sentences that only Discord's people hear."""

from __future__ import annotations

from bot.core.i18n.translator import N_
from bot.core.messages.content import Part, Text

GONE = N_("That message is gone.")
BARRED = N_(
    "I can't post in this channel, I can only reply. Ask whoever runs it to give me these "
    "permissions: View Channel, Send Messages, Attach Files and Embed Links."
)
WHISPERED = N_(
    "Only you can see what follows: here, apps that people bring along can't answer for "
    "everyone to see. To play with others, have me added to the server, or ask for the "
    "permission Use External Apps."
)
PERMISSIONS = {
    "view_channel": N_("View Channel"),
    "create_public_threads": N_("Create Public Threads"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "attach_files": N_("Attach Files"),
    "embed_links": N_("Embed Links"),
}
"""What the bot needs for a table in a thread, by the library's names."""

DONE = Text(((Part("✅"),),))
"""A command was carried out, and the board tells of it."""
