"""Read the sentences that players see, in any language."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache

from babel.messages.pofile import read_po

from bot.core.i18n.grammar import LOCALES
from bot.core.i18n.translator import DOMAIN, FALLBACK
from bot.locales.update import extract

extracted = cache(extract)
"""All sentences of the code, which takes seconds."""


@cache
def sentences(language: str) -> Mapping[str, str]:
    """Return the sentences of a language by their English, plurals joined."""
    if language == FALLBACK:
        known = [(one.id, one.id) for one in extracted() if one.id]
    else:
        with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
            known = [(one.id, one.string) for one in read_po(file, locale=language.replace("-", "_")) if one.id]
    return {
        (key if isinstance(key, str) else key[0]): (text if isinstance(text, str) else " | ".join(text))
        for key, text in known
    }


def forget() -> None:
    """Make again, on next use, all that the bot keeps of its catalogues, games and commands."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("bot.core.", "bot.platforms.")):
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()
