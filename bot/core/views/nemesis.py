"""Who captured most of somebody's pieces, in a line."""

from __future__ import annotations

from bot.core.i18n.text_format import named
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Part
from bot.core.services.rivals import Nemesis


def nemesis_line(one: Nemesis, t: Translator, of: Part | None = None) -> Line:
    """Return a person's nemesis, with the captures in their newest games; `of` names the person if need be."""
    captures = t.plural("{n} capture", "{n} captures", one.captures)
    games = t.plural("{n} game", "{n} games", one.games)
    other = named(one.name, one.person)
    if of is not None:
        return t.text("😈 {player}'s nemesis: {other}, {captures} ({games})", player=of, other=other,
                      captures=captures, games=games)  # fmt: skip
    return t.text("😈 Nemesis: {other}, {captures} ({games})", other=other, captures=captures, games=games)
