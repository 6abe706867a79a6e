"""The profile of each game of the engine's catalogue, in display order."""

from __future__ import annotations

from bot.core.games.palma.profile import PALMA
from bot.core.games.parchis.profile import PARCHIS
from bot.core.games.profile import GameProfile

PROFILES: dict[str, GameProfile] = {profile.name: profile for profile in (PARCHIS, PALMA)}


def profile_of(game: str) -> GameProfile:
    """Return the profile of a game of the catalogue; raises KeyError for others."""
    return PROFILES[game]
