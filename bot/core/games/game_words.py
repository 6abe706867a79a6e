"""The games in words: what differs from game to game, behind one face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bot.core.games import palma_words, parchis_words
from bot.core.i18n.translator import N_, Translator
from engine.game import Event, Move

TITLES = {"parchis": N_("Parchís"), "palma": N_("Palma")}
PRESETS = {
    "spanish": N_("Spanish rules"),
    "italian": N_("Italian rules"),
    "diceless": N_("without dice"),
    "classic": N_("classic rules"),
    "penalty": N_("with penalties"),
}


class GameWords(Protocol):
    """How a game's positions, moves and events are told."""

    def emblem(self, colours: str) -> str:
        """The signs of these colours or sides."""

    def side(self, t: Translator, colours: str) -> str:
        """These colours or sides by name."""

    def piece(self, t: Translator, piece: str) -> str:
        """A piece in a sentence, such as `yellow 2`."""

    def clause(self, t: Translator, event: Event) -> str | None:
        """What an event adds to a sentence about a move; None if it is told elsewhere or not at all."""

    def label(self, t: Translator, move: Move, events: Sequence[Event]) -> str:
        """A move on its button; `events` is what it would do."""

    def squares(self, t: Translator, colours: str, position: Mapping[str, Any]) -> str:
        """Where a seat's pieces stand, for those who do not see the picture."""

    def remarks(self, t: Translator, position: Mapping[str, Any]) -> tuple[str, ...]:
        """What else there is to know of a position: squares that are shared, numbers left, stakes won."""


WORDS: Mapping[str, GameWords] = {"parchis": parchis_words, "palma": palma_words}


def words_of(game: str) -> GameWords:
    """The words of a game."""
    return WORDS[game]


def title(t: Translator, game: str) -> str:
    """A game's name."""
    return t(TITLES[game]) if game in TITLES else game


def preset(t: Translator, name: str) -> str:
    """A preset's name."""
    return t(PRESETS[name]) if name in PRESETS else name
