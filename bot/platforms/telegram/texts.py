"""Texts that only Telegram's adapter uses."""

from __future__ import annotations

from bot.core.i18n.translator import N_

ANONYMOUS = N_("I can't tell who you are: please post as yourself, not as the group.")
BARRED = N_(
    "Done, but you can't see it: I'm not allowed to post here. An admin has to let me send messages and pictures."
)
AWAY = N_("I was offline for a while and missed what you asked. If you still want it, ask again.")
SAID_ABOVE = N_("{player}, I've just said that, in the message I'm replying to.")
ENOUGH = N_("That's a lot of questions in one minute! In private I'll answer you at once.")
READ_ON = N_("There's more: I'll tell you in private.")
READ_PRIVATELY = N_("Read it in private")
WRITE_PRIVATELY = N_("Write to me in private")
