"""Headlines in words: choose the variant and name the players.

A table's headlines of one kind use their variants in turn, starting at one that its public code chooses. So none
comes twice in a row, and a board drawn again has the same text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

from bot.core.domain.table import StartedTable, Table
from bot.core.games.commentary import Headline
from bot.core.i18n.text_format import named
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.views.players import name, who
from engine.plies import Ply

VICTORY = (
    N_("🏆 Victory for {players}!"),
    N_("🏆 The game goes to {players}!"),
    N_("🏆 Trumpets and drums for {players}!"),
)
PLACE = (
    N_("{medal} It's {nth} place for {players}!"),
    N_("{medal} {players} in {nth} place!"),
    N_("{medal} And {nth} place goes to {players}!"),
)
_ORDINALS = (N_("first"), N_("second"), N_("third"), N_("fourth"), N_("fifth"), N_("sixth"))
"""The places of a board of six colours."""
_MEDALS = {2: "🥈", 3: "🥉"}
LEAD = (
    N_("📈 {player} takes the lead!"),
    N_("📈 New leader: {player}!"),
    N_("📈 {victim} was ahead. Now {player} is!"),
    N_("📈 Out in front now: {player}!"),
)


def variant(table: Table, variants: Sequence[str], number: int) -> str:
    """Return the variant for the occurrence with this number in the table's game."""
    return variants[(crc32(table.id.encode()) + number) % len(variants)]


def ordinal(place: int, t: Translator) -> str:
    """Return the ordinal of a place, 1 for the first."""
    return t(_ORDINALS[place - 1])


def medal(place: int) -> str:
    return _MEDALS.get(place, "🏅")


def sentence(table: StartedTable, headline: Headline, before: Sequence[Ply[Any]], t: Translator) -> Line:
    """Return the headline of a ply that came after these others."""
    victim = {} if headline.victim is None else {"victim": _name(table, headline.victim, t)}
    text = variant(table, headline.variants, headline.before(before))
    return t.text(text, player=_name(table, headline.seat, t), **victim, **headline.values)


def _name(table: StartedTable, seat: int, t: Translator) -> Line:
    """Return a player's name without their signs, unless another player has the same name."""
    label = name(table, seat, t)
    if sum(name(table, other, t) == label for other in range(len(table.seats))) > 1:
        return who(table, seat, t)
    return (named(label, table.seats[seat].person),)
