"""The definition of /tournament."""

from __future__ import annotations

from dataclasses import replace

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.options import GAME, NEXT_PERSON, VARIANT, is_code
from bot.core.domain.tempo import pace_words, tempo_named
from bot.core.domain.time_control import is_pace
from bot.core.features.play_options import PLAY_OPTIONS
from bot.core.i18n.moments import is_moment
from bot.core.i18n.translator import N_
from bot.core.tournaments.terms import MOST, Admits, Format

RULES = ("colours", "pieces", "shelters", "rules")
"""Options of /play about the rules that a tournament's tables have too."""
HALF, FIRST = "half", "first"
"""Who goes on from a table of a knock-out."""
EXAMPLE = "/tournament swiss players=4 start=21:00"

TOURNAMENT = Command(
    "tournament",
    N_("Announce a tournament, or see the one here"),
    (
        Option(
            "format",
            OptionKind.CHOICE,
            N_("The format; choosing one announces a tournament"),
            tuple(one.value for one in Format),
        ),
        GAME,
        VARIANT,
        Option(
            "players",
            OptionKind.INTEGER,
            N_("Players at each table"),
            ("2", "3", "4", "5", "6"),
        ),
        *(option for option in PLAY_OPTIONS if option.name in RULES),
        Option(
            "start",
            OptionKind.TEXT,
            N_("When: 21:00, Friday 21:00, or in how many minutes"),
            keyed=True,
            looks=is_moment,
        ),
        Option(
            "pace",
            OptionKind.TEXT,
            N_("Time per move, e.g. 60s or 24h"),
            keyed=True,
            looks=lambda word: is_pace(word) or tempo_named(word) is not None,
            choice_words=pace_words,
        ),
        Option("rounds", OptionKind.INTEGER, N_("How many rounds"), keyed=True, bounds=(1, 15)),
        Option(
            "length",
            OptionKind.INTEGER,
            N_("Minutes for a round or an arena, or days for a slow round"),
            keyed=True,
            bounds=(1, 999),
        ),
        Option("score", OptionKind.TEXT, N_("Tournament points of each place, e.g. 5-3-1-0"), keyed=True),
        Option(
            "through",
            OptionKind.CHOICE,
            N_("Who goes through from a knock-out table: the best half, or only the winner"),
            (HALF, FIRST),
            keyed=True,
        ),
        Option("most", OptionKind.INTEGER, N_("How many can enter"), keyed=True, bounds=(3, MOST)),
        Option(
            "who",
            OptionKind.CHOICE,
            N_("Who can enter: all, this chat, or people you invite"),
            tuple(one.value for one in Admits),
            keyed=True,
        ),
        Option("pairs", OptionKind.FLAG, N_("Fixed pairs, who play together"), keyed=True),
        replace(NEXT_PERSON, description=N_("Your partner, or the people you invite"), keyed=True),
        Option("replace", OptionKind.TEXT, N_("Whose place they take"), keyed=True),
        Option("band", OptionKind.TEXT, N_("Which ratings can enter, e.g. 1000-1300"), keyed=True),
        Option("every", OptionKind.CHOICE, N_("Repeat it every day or week"), ("day", "week"), keyed=True),
        Option(
            "divisions",
            OptionKind.INTEGER,
            N_("A league with this many divisions, every week"),
            keyed=True,
            bounds=(2, 6),
        ),
        Option("name", OptionKind.TEXT, N_("The tournament's name"), keyed=True, spans=True),
        Option("code", OptionKind.TEXT, N_("Enter the tournament with this code"), keyed=True, looks=is_code),
        Option(
            "show", OptionKind.CHOICE, N_("Past tournaments, or the text that proves the draws"), ("past", "draw")
        ),
    ),
    example=EXAMPLE,
    talks=True,
    section=Section.GAMES,
    rank=6,
    as_in_play=RULES,
)
