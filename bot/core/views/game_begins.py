"""What stands above the first move of a game's history: who plays, and the rules that matter most."""

from __future__ import annotations

from bot.core.domain.table import Table
from bot.core.domain.throwing import way_of_table
from bot.core.games.profiles import profile_of
from bot.core.i18n.text_format import joined, words
from bot.core.i18n.translator import Line, Translator
from bot.core.views.players import level_at, who
from bot.core.views.rules import at_table, facts, rules_of, shown, switch_values
from bot.core.views.teams import teams_told
from bot.core.views.throwing import has_rolls, throws_sentence


def introduction(table: Table, t: Translator) -> list[Line]:
    """Return the players with their signs, by teams if there are any, the aim and the other rules, one a line."""
    rules = rules_of(table)
    values, known = switch_values(table.game, rules), facts(table.game, rules)
    frame = shown(profile_of(table.game).sheet.frame, values, at_table(table))
    told = [t(sentence.text, **known) for sentence in frame]
    if has_rolls(table):
        told.append(throws_sentence(way_of_table(table), t))
    players = joined((_player(table, seat, t) for seat in range(len(table.seats))), " · ")
    return [*(teams_told(table, t) or [players]), *map(words, told)]


def _player(table: Table, seat: int, t: Translator) -> Line:
    """Return a player with their signs, a bot with its level."""
    if not table.seats[seat].is_bot:
        return who(table, seat, t)
    level = level_at(table, table.seats[seat].computer or "", t)
    return t.text("{name} ({level})", name=who(table, seat, t), level=level)
