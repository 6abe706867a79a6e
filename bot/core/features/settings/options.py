"""The options of /settings."""

from __future__ import annotations

from bot.core.commands.definition import Option, OptionKind
from bot.core.domain.chat_settings import MESSAGES, MOST_TABLES, ROLLS, BoardMode, Motion, Opening, Pause
from bot.core.domain.season_time import SeasonLength
from bot.core.domain.tempo import pace_words
from bot.core.domain.time_control import is_pace
from bot.core.i18n.time_zones import is_zone
from bot.core.i18n.translator import N_
from render.themes.catalog import THEMES

AS_FITS = "pace"
"""The word for rolls as fits the pace."""
SETTINGS_OPTIONS = (
    Option(
        "board",
        OptionKind.CHOICE,
        N_("A new board message each turn, or just one"),
        tuple(mode.value for mode in BoardMode),
    ),
    Option(
        "theme",
        OptionKind.CHOICE,
        N_("Board theme"),
        tuple(THEMES),
    ),
    Option(
        "pace",
        OptionKind.TEXT,
        N_("Pace of new tables, e.g. 60s, 24h or none"),
        keyed=True,
        looks=is_pace,
        choice_words=pace_words,
    ),
    Option(
        "rolls",
        OptionKind.CHOICE,
        N_("How people roll at new tables"),
        (*ROLLS, AS_FITS),
        keyed=True,
    ),
    Option(
        "pause",
        OptionKind.CHOICE,
        N_("The pause between bots' turns"),
        tuple(pause.value for pause in Pause),
        keyed=True,
    ),
    Option(
        "motion",
        OptionKind.CHOICE,
        N_("Animated boards, or still ones"),
        tuple(motion.value for motion in Motion),
    ),
    Option(
        "chances",
        OptionKind.FLAG,
        N_("Show win chances on boards of casual games"),
    ),
    Option(
        "reach",
        OptionKind.FLAG,
        N_("Mark pieces that the next roll could capture"),
    ),
    Option(
        "find",
        OptionKind.FLAG,
        N_("Let people here find players in other chats"),
    ),
    Option(
        "opening",
        OptionKind.CHOICE,
        N_("Who can open tables here"),
        tuple(opening.value for opening in Opening),
    ),
    Option(
        "tables",
        OptionKind.INTEGER,
        N_("How many tables can be open here"),
        tuple(map(str, range(1, MOST_TABLES + 1))),
        keyed=True,
    ),
    Option(
        "messages",
        OptionKind.INTEGER,
        N_("How many messages I can post per minute"),
        tuple(map(str, MESSAGES)),
        keyed=True,
    ),
    Option(
        "threads",
        OptionKind.FLAG,
        N_("Open a thread for each new table"),
        threads=True,
    ),
    Option(
        "zone",
        OptionKind.TEXT,
        N_("This chat's time zone, e.g. Europe/London or +1"),
        keyed=True,
        looks=is_zone,
    ),
    Option(
        "puzzle",
        OptionKind.TEXT,
        N_("The hour I post the puzzle of the day, e.g. 9, or off"),
        ("off", "9", "13", "18", "21"),
        keyed=True,
    ),
    Option(
        "game",
        OptionKind.TEXT,
        N_("The hour I open the game of the day, e.g. 19, or off"),
        ("off", "12", "18", "19", "21"),
        keyed=True,
    ),
    Option(
        "season",
        OptionKind.CHOICE,
        N_("How long this chat's seasons last"),
        tuple(length.value for length in SeasonLength),
        keyed=True,
    ),
)
