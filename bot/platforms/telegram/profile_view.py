"""The bot's texts on Telegram: the one in an empty chat, and the line in its profile and shared links."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from bot.core.common.clock import Clock
from bot.core.i18n.text_format import truncate
from bot.core.i18n.translator import N_, languages, translator
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.sent_once import send_once
from data.store import Store

LONG, SHORT = 512, 120
_LONG = N_(
    "I bring Parchís and Palma, a race game from ancient Egypt, to your group: all the rules, a picture of the board "
    "after each move, fair dice that anyone can check, and bots for the empty seats.\n\n"
    "Add me to a group and type /play, or play here against a bot. New to it? /learn shows you how, step by step."
)
_LINE = N_("Parchís and Palma in your group: all the rules, a board after each move, and fair dice.")


@dataclass(frozen=True, slots=True)
class Profile:
    """The two texts in a language; no language means all others."""

    language: str
    long: str
    short: str


def profiles(default: str) -> Iterator[Profile]:
    """Yield the texts of every language, and the `default` ones for all others."""
    for language in ("", *languages()):
        t = translator(language or default)
        yield Profile(language, truncate(t(_LONG), LONG), truncate(t(_LINE), SHORT))


async def introduce(client: Client, store: Store, clock: Clock, default: str) -> bool:
    """Set the texts if they differ from those set last; return whether it did."""
    wanted = list(profiles(default))
    contents = [[one.language, one.long, one.short] for one in wanted]
    calls = [call for one in wanted for call in (partial(_describe, client, one), partial(_sum_up, client, one))]
    return await send_once(client, store, clock, "profile", contents, *calls)


async def _describe(client: Client, profile: Profile) -> None:
    await client.set_my_description(profile.long, language_code=profile.language or None)


async def _sum_up(client: Client, profile: Profile) -> None:
    await client.set_my_short_description(profile.short, language_code=profile.language or None)
