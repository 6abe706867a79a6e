"""Options shared by commands of several features."""

from __future__ import annotations

import re

from bot.core.commands.definition import Option, OptionKind
from bot.core.games.game_words import also_called, preset, title
from bot.core.i18n.translator import N_
from bot.core.i18n.vocabulary import is_known
from engine import catalog


def _presets() -> tuple[str, ...]:
    presets = (name for game in catalog.names() for name in catalog.game(game).describe()["presets"])
    return tuple(dict.fromkeys(presets))


def is_code(word: str) -> bool:
    """Return whether a word can only be a table's code, perhaps with its secret."""
    return re.fullmatch("[a-z0-9]{6}(-[a-z0-9]+)?", word, re.IGNORECASE | re.ASCII) is not None and not is_known(word)


TABLE = Option(
    "table",
    OptionKind.TEXT,
    N_("The table's code, if there are several"),
    looks=lambda word: len(word) == 6 and is_code(word),
)
GAME = Option(
    "game",
    OptionKind.CHOICE,
    N_("Which game"),
    source=lambda _: catalog.names(),
    choice_words=lambda t, name: (title(t, name), *also_called(name)),
)


VARIANT = Option(
    "variant",
    OptionKind.CHOICE,
    N_("Which variant"),
    source=lambda _: _presets(),
    choice_words=lambda t, name: (preset(t, name), *also_called(name)),
)
PERSON = Option(
    "person",
    OptionKind.PERSON,
    N_("Who, by mention or name"),
    whole=True,
)
NEXT_PERSON = Option(
    "person",
    OptionKind.PERSON,
    N_("Who, by mention or name"),
    looks=lambda word: word.startswith("@") and " " not in word,
)
"""The same where other options may follow."""
