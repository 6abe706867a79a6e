"""Discord's locales: its menus are in the language of each person's own app, though it sends us the English names.

A language that Discord has no locale for has the English names there.
"""

from __future__ import annotations

from functools import cache

from discord import Locale


@cache
def locales_of(language: str) -> tuple[str, ...]:
    """Return Discord's locales for a language of ours: `es-ES` and `es-419` for `es`, none for `ca`.

    One that Discord doesn't know would make it refuse all commands.
    """
    return tuple(sorted(locale.value for locale in Locale if locale.value.partition("-")[0] == language))
