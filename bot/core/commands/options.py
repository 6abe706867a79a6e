"""Options shared by commands of several features."""

from __future__ import annotations

import re

from bot.core.commands.definition import Names, Option, OptionKind
from bot.core.games.game_words import also_called, preset, title
from bot.core.i18n.spelling import OFF, ON
from bot.core.i18n.translator import N_
from engine import catalog


def _presets() -> tuple[str, ...]:
    presets = (name for game in catalog.names() for name in catalog.game(game).describe()["presets"])
    return tuple(dict.fromkeys(presets))


TABLE = Option(
    "table",
    OptionKind.TEXT,
    N_("The table's code, if there are several"),
    looks=lambda word: re.fullmatch("[a-z0-9]{6}", word, re.IGNORECASE | re.ASCII) is not None,
    names={"es": "mesa", "it": "tavolo"},
)
GAME = Option(
    "game",
    OptionKind.CHOICE,
    N_("Which game"),
    source=lambda _: catalog.names(),
    names={"es": "juego", "it": "gioco"},
    choice_words=lambda t, name: (title(t, name), *also_called(name)),
)


def is_code(word: str) -> bool:
    """Return whether a word can only be a table's code, perhaps with its secret."""
    return re.fullmatch("[a-z0-9]{6}(-[a-z0-9]+)?", word, re.IGNORECASE | re.ASCII) is not None


VARIANT = Option(
    "variant",
    OptionKind.CHOICE,
    N_("Which variant"),
    source=lambda _: _presets(),
    names={"es": "variante", "it": "variante"},
    aliases=("preset", "tradición", "tradizione"),
    choice_words=lambda t, name: (preset(t, name), *also_called(name)),
)
PERSON = Option(
    "person",
    OptionKind.PERSON,
    N_("Who, by mention or name"),
    whole=True,
    names={"es": "persona", "it": "persona"},
)

THROWS_NAMES: dict[str, Names] = {
    "en": {"hand": "by hand", "self": "automatic"},
    "es": {"hand": "a mano", "self": "automáticas"},
    "it": {"hand": "a mano", "self": "automatici"},
}
"""The names in menus of the ways to roll."""

LEVEL_NAMES: dict[str, Names] = {
    "en": {"beginner": "beginner", "casual": "normal", "strong": "strong", "master": "master"},
    "es": {"beginner": "principiante", "casual": "normal", "strong": "fuerte", "master": "maestro"},
    "it": {"beginner": "principiante", "casual": "normale", "strong": "forte", "master": "maestro"},
}
"""The names in menus of the bots' levels."""

ON_OFF: dict[str, Names] = {
    "en": {"on": "yes", "off": "no"},
    "es": {"on": "sí", "off": "no"},
    "it": {"on": "sì", "off": "no"},
}
"""The names in menus of `on` and `off`."""
ON_OFF_ALIASES = {"on": ON, "off": OFF}
