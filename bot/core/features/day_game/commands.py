"""The game of the day has no commands: `/settings game=19` schedules it, and its table has the usual buttons."""

from __future__ import annotations

from bot.core.commands.group import CommandGroup
from bot.core.features.day_game.opening import DayGames

GROUP = CommandGroup(DayGames, (), ())
