"""What a table says about being its chat's game of the day."""

from __future__ import annotations

from bot.core.domain.endings import TIME_UP
from bot.core.domain.table import Table
from bot.core.i18n.text_format import words
from bot.core.i18n.time_zones import moment
from bot.core.i18n.translator import Line, Translator
from data.records import Status


def day_lines(table: Table, t: Translator) -> list[Line]:
    """Return when the game starts and ends by itself, or that its time was up; nothing at other tables."""
    clock = table.clock
    if table.status is Status.LOBBY and clock.starts is not None and clock.stops is not None:
        starts, stops = moment(clock.starts), moment(clock.stops)
        line = t.text("🎲 The game of the day: it starts {start}, with bots in the free seats.", start=starts)
        return [line, t.text("It ends {end}. Pieces in the goal decide it, then distance covered.", end=stops)]
    if table.status is Status.PLAYING and clock.stops is not None:
        return [t.text("🎲 The game of the day ends {end}.", end=moment(clock.stops))]
    if table.result is not None and table.result.reason == TIME_UP:
        return [words(t("🎲 The day is over. Pieces in the goal decide it, then distance covered."))]
    return []
