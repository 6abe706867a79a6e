"""Options that commands of several features have."""

from __future__ import annotations

from bot.core.commands.definition import Names, Option, OptionKind
from bot.core.i18n.translator import N_
from engine import catalog


def _presets() -> tuple[str, ...]:
    """Return the presets of all games, each once."""
    presets = (name for game in catalog.names() for name in catalog.game(game).describe()["presets"])
    return tuple(dict.fromkeys(presets))


TABLE = Option(
    "table",
    OptionKind.TEXT,
    N_("The table's code, where there are several"),
    pattern="[a-z0-9]{6}",
    names={"es": "mesa", "it": "tavolo"},
)
GAME = Option(
    "game",
    OptionKind.CHOICE,
    N_("Which game"),
    source=lambda _: catalog.names(),
    names={"es": "juego", "it": "gioco"},
)
VARIANT = Option(
    "variant",
    OptionKind.CHOICE,
    N_("Which tradition of its rules"),
    source=lambda _: _presets(),
    names={"es": "variante", "it": "variante"},
    aliases=("preset", "tradición", "tradizione"),
)
PERSON = Option(
    "person",
    OptionKind.PERSON,
    N_("Who is meant, by a mention or by name"),
    whole=True,
    names={"es": "persona", "it": "persona"},
)

ON_OFF: dict[str, Names] = {
    "en": {"on": "yes", "off": "no"},
    "es": {"on": "sí", "off": "no"},
    "it": {"on": "sì", "off": "no"},
}
"""What menus call `on` and `off`."""
