"""Discord's locales: menus are in the language of each person's app, while interactions carry the English names.

In a language without a Discord locale the names stay English.
"""

from __future__ import annotations

from functools import cache

from discord import Locale

from bot.core.i18n.translator import base, choose


@cache
def locales_of(tag: str) -> tuple[str, ...]:
    """Return Discord's locales for a language or variant of ours: `es-ES` for `es`, none for `ca`.

    Discord would reject all commands because of one unknown locale.
    """
    return tuple(sorted(locale.value for locale in Locale if _speaks(locale.value, tag)))


def _speaks(locale: str, tag: str) -> bool:
    return choose(locale) == tag and base(locale) == base(tag)
