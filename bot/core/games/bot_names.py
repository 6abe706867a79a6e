"""The names of a table's bots, from its public code, the seat's colour and the bot's level.

So a name stays the same through a game, a restart and a replay, and reveals nothing of the dice. Languages translate
the names one by one: Shark in English is Tiburón in Spanish.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from bot.core.games.levels import base
from bot.core.games.profiles import PROFILES
from bot.core.i18n.translator import N_, languages, translator

SPARE_PARTS = (
    N_("Antenna"), N_("Battery"), N_("Gear"), N_("Magnet"), N_("Piston"), N_("Pixel"), N_("Rivet"), N_("Spring"),
)  # fmt: skip
"""For bots whose game, colour or level has no names, or no free one."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """A seat's colours with its bot's level, a person's name, or neither."""

    colours: str
    level: str | None = None
    name: str = ""


@lru_cache(maxsize=256)
def bot_names(game: str, code: str, sitters: tuple[Sitter, ...]) -> tuple[str, ...]:
    """Return the name of each seat's bot, in English to be translated; empty for people and free seats.

    No two names are equal, and none equals a person's at the table in any language, accents and capitals aside.
    """
    profile = PROFILES.get(game)
    pools: Mapping[str, Mapping[str, Sequence[str]]] = {} if profile is None else profile.bots
    taken = {word for sitter in sitters for word in _words(sitter.name)}
    names = []
    for sitter in sitters:
        if sitter.level is None:
            names.append("")
            continue
        level = base(sitter.level)
        own = pools.get(sitter.colours[0], {}).get(level, ())
        key = f"{code} {sitter.colours[0]} {sitter.level}"
        offered = (*_turned(own, key), *_turned(SPARE_PARTS, key))
        names.append(next((name for name in offered if not taken & _everywhere(name)), offered[0]))
        taken |= _everywhere(names[-1])
    return tuple(names)


def _turned(names: Sequence[str], key: str) -> tuple[str, ...]:
    """Return names, starting with the one that a key chooses."""
    first = int.from_bytes(sha256(key.encode()).digest()[:4]) % len(names) if names else 0
    return (*names[first:], *names[:first])


def _everywhere(name: str) -> set[str]:
    return {_folded(translator(language)(name)) for language in languages()}


def _words(name: str) -> set[str]:
    """Return a person's name, folded: the whole name, and each of its words."""
    return {_folded(word) for word in (name, *name.split())} - {""}


def _folded(text: str) -> str:
    """Return a text's letters and digits without accents and capitals."""
    return "".join(char for char in unicodedata.normalize("NFKD", text).casefold() if char.isalnum())
