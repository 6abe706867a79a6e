"""Names of games and presets, and the words for a game's positions, moves and events."""

from __future__ import annotations

from bot.core.games.profile import GameWords
from bot.core.games.profiles import PROFILES, profile_of
from bot.core.i18n.names import others, own
from bot.core.i18n.translator import Translator


def words_of(game: str) -> GameWords:
    return profile_of(game).words


def presets() -> dict[str, str]:
    """Return the sentence that names each preset of any game, by the engine's name."""
    return {name: sentence for profile in PROFILES.values() for name, sentence in profile.presets.items()}


def also_called(name: str) -> tuple[str, ...]:
    """Return other names of a game or preset in all languages, by the engine's name."""
    return (*others("games").get(name, ()), *others("variants").get(name, ()))


def title(t: Translator, game: str) -> str:
    return t(PROFILES[game].title) if game in PROFILES else game


def in_sentence(t: Translator, game: str) -> str:
    """Return a game's name within a sentence: Spanish plays *una partida de parchís*, a common noun."""
    return str(own("nouns", t.language).get(game, title(t, game)))


def preset(t: Translator, name: str) -> str:
    return t(presets()[name]) if name in presets() else name
