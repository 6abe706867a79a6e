"""What bots say about their luck: each name has one of four characters."""

from __future__ import annotations

from zlib import crc32

from bot.core.i18n.translator import N_

DARING = (
    (N_("Who's next?"), N_("Faster!"), N_("Did you see that?")),
    (N_("Just a scratch."), N_("I'll be back."), N_("Was that all?")),
)
GRUMBLER = (
    (N_("About time."), N_("Fine. Fine."), N_("Once in a blue moon.")),
    (N_("Typical."), N_("I knew it."), N_("Who else?")),
)
PHILOSOPHER = (
    (N_("All paths lead home."), N_("Luck is patience."), N_("I roll, so I exist.")),
    (N_("Everything flows."), N_("Home is a place too."), N_("Every end is a beginning.")),
)
POLITE = (
    (N_("Do excuse me."), N_("Nothing personal."), N_("After you. Oh, too late.")),
    (N_("No, no, please."), N_("Well played, I must say."), N_("My fault entirely.")),
)
CHARACTERS = (DARING, GRUMBLER, PHILOSOPHER, POLITE)


def voice(name: str, mood: int, number: int) -> str:
    """Return what a bot of this English name says; `mood` is 1 if it is glad, -1 if sorry."""
    glad, sorry = CHARACTERS[crc32(name.encode()) % len(CHARACTERS)]
    said = glad if mood > 0 else sorry
    return said[number % len(said)]
