"""The few sentences that only Discord's people hear."""

from __future__ import annotations

from bot.core.i18n.translator import N_
from bot.core.messages.content import Part, Text

GONE = N_("That message is not there any more.")
BARRED = N_(
    "I may not write in this channel, so I can only answer. Ask somebody who looks after it to give me the "
    "permissions View Channel, Send Messages, Attach Files and Embed Links."
)
WHISPERED = N_(
    "Only you can see what follows: here, apps that people bring along can't answer for all. To play with others, "
    "have me added to the server, or ask for the permission Use External Apps."
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
