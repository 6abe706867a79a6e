"""Who captured most of somebody's pieces, in a line."""

from __future__ import annotations

from bot.core.i18n.text_format import named
from bot.core.i18n.translator import Line, Translator
from bot.core.services.rivals import Nemesis


def nemesis_line(one: Nemesis, t: Translator) -> Line:
    """Return a person's nemesis, with the captures in their newest games."""
    captures = t.plural("{n} capture", "{n} captures", one.captures)
    games = t.plural("{n} game", "{n} games", one.games)
    return t.text("😈 Nemesis: {other}, {captures} ({games})", other=named(one.name, one.person),
                  captures=captures, games=games)  # fmt: skip
