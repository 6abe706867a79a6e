"""What only Telegram's adapter has to say."""

from __future__ import annotations

from bot.core.i18n.translator import N_

ANONYMOUS = N_("I cannot see who you are: please write in your own name, not in that of the group.")
BARRED = N_(
    "That is done, but you cannot see it: I may not write here. An administrator has to let me send messages and "
    "pictures."
)
AWAY = N_("I was away for a while and have left undone what you asked meanwhile. If you still want it, ask again.")
SAID_ABOVE = N_("{player}, I have just said that, in the message to which I reply here.")
ENOUGH = N_("You have asked a lot here within a minute. In private I answer you at once.")
READ_ON = N_("The rest is long, so I tell you in private.")
READ_PRIVATELY = N_("Read it in private")
WRITE_PRIVATELY = N_("Write to me in private")
