"""What only Telegram's adapter has to say."""

from __future__ import annotations

from bot.core.texts import N_

ANONYMOUS = N_("I cannot see who you are: please write in your own name, not in that of the group.")
FAILED = N_("Something went wrong here. Nothing was lost: please try again.")
