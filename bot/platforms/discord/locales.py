"""Discord's locales: menus are in the language of each person's app, while interactions carry the English names.

In a language without a Discord locale the names stay English.
"""

from __future__ import annotations

from functools import cache

from discord import Locale


@cache
def locales_of(language: str) -> tuple[str, ...]:
    """Return Discord's locales for a language of ours: `es-ES` and `es-419` for `es`, none for `ca`.

    Discord would reject all commands because of one unknown locale.
    """
    return tuple(sorted(locale.value for locale in Locale if locale.value.partition("-")[0] == language))
