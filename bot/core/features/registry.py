"""The groups of all features, in the menus' order."""

from __future__ import annotations

from typing import Any

from bot.core.commands.definition import Registry
from bot.core.commands.group import CommandGroup, registry_of
from bot.core.features.absence.commands import GROUP as ABSENCE
from bot.core.features.analysis.commands import GROUP as ANALYSIS
from bot.core.features.appointments.commands import GROUP as APPOINTMENTS
from bot.core.features.blocks.commands import GROUP as BLOCKS
from bot.core.features.challenges.commands import GROUP as CHALLENGES
from bot.core.features.closing.commands import GROUP as CLOSING
from bot.core.features.context import FeatureContext
from bot.core.features.day_game.commands import GROUP as DAY_GAME
from bot.core.features.dice_stats.commands import GROUP as DICE_STATS
from bot.core.features.export.commands import GROUP as EXPORT
from bot.core.features.finding.commands import GROUP as FINDING
from bot.core.features.help.commands import GROUP as HELP
from bot.core.features.hints.commands import GROUP as HINTS
from bot.core.features.history.commands import GROUP as HISTORY
from bot.core.features.holidays.commands import GROUP as HOLIDAYS
from bot.core.features.honours.commands import GROUP as HONOURS
from bot.core.features.invitations.commands import GROUP as INVITATIONS
from bot.core.features.learning.commands import GROUP as LEARNING
from bot.core.features.learning.practice import GROUP as PRACTICE
from bot.core.features.lobby.commands import GROUP as LOBBY
from bot.core.features.play.commands import GROUP as PLAY
from bot.core.features.privacy.commands import GROUP as PRIVACY
from bot.core.features.puzzle.commands import GROUP as PUZZLE
from bot.core.features.rankings.commands import GROUP as RANKINGS
from bot.core.features.replay.commands import GROUP as REPLAY
from bot.core.features.rules.commands import GROUP as RULES
from bot.core.features.seasons.commands import GROUP as SEASONS
from bot.core.features.settings.commands import GROUP as SETTINGS
from bot.core.features.sharing.commands import GROUP as SHARING
from bot.core.features.tables.commands import GROUP as TABLES
from bot.core.features.takeback.commands import GROUP as TAKEBACK
from bot.core.features.throws.commands import GROUP as THROWS
from bot.core.features.tournaments.commands import GROUP as TOURNAMENTS
from bot.core.features.tournaments.past import PAST_GROUP as PAST_TOURNAMENTS
from bot.core.features.tournaments.watching import WATCHING_GROUP as WATCHED_TOURNAMENTS
from bot.core.features.versus.commands import GROUP as VERSUS
from bot.core.features.waitlist.commands import GROUP as WAITLIST
from bot.core.features.watching.commands import GROUP as WATCHING

GROUPS: tuple[CommandGroup[FeatureContext, Any], ...] = (
    TABLES,
    INVITATIONS,
    CHALLENGES,
    APPOINTMENTS,
    FINDING,
    SHARING,
    LOBBY,
    PLAY,
    WATCHING,
    RULES,
    HINTS,
    TAKEBACK,
    THROWS,
    CLOSING,
    SETTINGS,
    REPLAY,
    ANALYSIS,
    HISTORY,
    DICE_STATS,
    EXPORT,
    RANKINGS,
    VERSUS,
    SEASONS,
    HONOURS,
    TOURNAMENTS,
    PAST_TOURNAMENTS,
    WATCHED_TOURNAMENTS,
    WAITLIST,
    LEARNING,
    PRACTICE,
    PUZZLE,
    DAY_GAME,
    PRIVACY,
    HOLIDAYS,
    BLOCKS,
    ABSENCE,
    HELP,
)


def registry() -> Registry:
    """Return the definitions of all commands."""
    return registry_of(GROUPS)
