"""The options of /play."""

from __future__ import annotations

from bot.core.commands.definition import FLAG_CHOICES, Option, OptionKind
from bot.core.commands.options import GAME, VARIANT
from bot.core.domain.table_values import MOST_POINTS
from bot.core.domain.tempo import Tempo, pace_words, tempo_named
from bot.core.domain.throwing import WORDS
from bot.core.domain.time_control import is_pace
from bot.core.games import rulesets
from bot.core.games.levels import AUTO, asks_for_bots
from bot.core.games.seat_names import are_seats
from bot.core.i18n.names import own
from bot.core.i18n.translator import N_
from engine import players

POINTS = (1, MOST_POINTS)


def _looks_like_pace(word: str) -> bool:
    """Return whether a bare word is a pace; `quick` is the variant with fewer pieces, and its tempo `pace=quick`."""
    return is_pace(word) or tempo_named(word) not in (None, Tempo.QUICK)


PLAY_OPTIONS = (
    GAME,
    VARIANT,
    Option(
        "colours",
        OptionKind.INTEGER,
        N_("How many colours the board has"),
        ("3", "4", "5", "6"),
    ),
    Option(
        "pieces",
        OptionKind.INTEGER,
        N_("How many pieces each colour has; Palma: 3 or 5"),
        ("2", "3", "4", "5"),
        keyed=True,
    ),
    Option(
        "seats",
        OptionKind.TEXT,
        N_("Colours per seat, e.g. yellow+red,blue+green"),
        keyed=True,
        looks=are_seats,
    ),
    Option(
        "teams",
        OptionKind.TEXT,
        N_("Who plays together, e.g. yellow+red,blue+green"),
        keyed=True,
        looks=are_seats,
        alone=FLAG_CHOICES[0],
        choice_words=lambda t, word: tuple(own("flags", t.language).get(word, ())),
    ),
    Option(
        "shelters",
        OptionKind.TEXT,
        N_("Parchís: safe squares, from each corridor entrance, e.g. -5,0,5"),
        keyed=True,
    ),
    Option(
        "turns_by_colour",
        OptionKind.FLAG,
        N_("Each colour gets its own turn"),
    ),
    Option(
        "play_on",
        OptionKind.FLAG,
        N_("Play on until all places are decided"),
    ),
    Option(
        "stake5",
        OptionKind.INTEGER,
        N_("Palma: points for the stake on hole 5"),
        keyed=True,
        bounds=POINTS,
    ),
    Option(
        "stake15",
        OptionKind.INTEGER,
        N_("Palma: points for the stake on hole 15"),
        keyed=True,
        bounds=POINTS,
    ),
    Option(
        "pace",
        OptionKind.TEXT,
        N_("Time per move, e.g. 60s, 24h or none; or fast, calm, day"),
        keyed=True,
        looks=_looks_like_pace,
        choice_words=pace_words,
    ),
    Option(
        "auto",
        OptionKind.FLAG,
        N_("Automatic forced moves"),
    ),
    Option(
        "rolls",
        OptionKind.CHOICE,
        N_("Roll by hand, only when it matters, or automatically"),
        WORDS,
        keyed=True,
    ),
    Option(
        "lot",
        OptionKind.FLAG,
        N_("Roll by hand to see who starts"),
    ),
    Option(
        "rated",
        OptionKind.FLAG,
        N_("Rated game"),
    ),
    Option(
        "bots",
        OptionKind.CHOICE,
        N_("How the bots play: a level, a rating such as 1200, auto, or a style"),
        (*players.levels(), AUTO, *players.styles()),
        keyed=True,
        looks=asks_for_bots,
    ),
    Option(
        "computers",
        OptionKind.INTEGER,
        N_("How many seats bots take at once"),
        ("1", "2", "3", "4", "5"),
        keyed=True,
    ),
    Option(
        "hints",
        OptionKind.FLAG,
        N_("Allow hints for the player to move"),
    ),
    Option(
        "chances",
        OptionKind.FLAG,
        N_("Win chances on the board, where the chat shows them"),
    ),
    Option(
        "thread",
        OptionKind.FLAG,
        N_("Open a thread for the table"),
        threads=True,
    ),
    Option(
        "rules",
        OptionKind.TEXT,
        N_("Other rules, e.g. long_6=7 own_pair=capture"),
        keyed=True,
        rest=True,
        taken_keys=rulesets.all_switches,
    ),
)

TOPICS = (
    N_("the game: Parchís (Spanish, Italian or without dice) or Palma (plain, or with back-slides)"),
    N_("a quick game, with fewer pieces: two of each colour in Parchís, three on each side in Palma"),
    N_("who plays: two to six people, several colours each, or in teams"),
    N_("bots for the other seats: beginner, normal, strong, master, or a rating such as 1200"),
    N_("bots with a style: hunter, builder or runner, such as two strong hunters"),
    # Translators: the first three are typed: take them from "pace=" in the words.toml of your language.
    N_("the time for a move: fast, calm, a day, or your own, such as 60s or 24h"),
    N_("the rolls: by hand, only when it matters, or automatic"),
    N_("a rated game, with hints or win chances, or to the last place"),
    N_("house rules: the buttons on the table are the easiest way"),
)
"""What /play may be asked for."""
