"""The options of /play."""

from __future__ import annotations

from bot.core.commands.definition import Option, OptionKind
from bot.core.commands.options import GAME, LEVEL_NAMES, THROWS_NAMES, VARIANT
from bot.core.domain.table_values import MOST_POINTS
from bot.core.domain.throwing import WORDS
from bot.core.domain.time_control import is_pace
from bot.core.games import rulesets
from bot.core.games.seat_names import are_seats
from bot.core.i18n.translator import N_
from engine import players

POINTS = (1, MOST_POINTS)

PLAY_OPTIONS = (
    GAME,
    VARIANT,
    Option(
        "colours",
        OptionKind.INTEGER,
        N_("How many colours the board has"),
        ("3", "4", "5", "6"),
        names={"es": "colores", "it": "colori"},
    ),
    Option(
        "seats",
        OptionKind.TEXT,
        N_("Colours per seat, e.g. yellow+red,blue+green"),
        keyed=True,
        looks=are_seats,
        names={"es": "sitios", "it": "posti"},
        aliases=("asientos",),
    ),
    Option(
        "teams",
        OptionKind.TEXT,
        N_("Who plays together, e.g. yellow+red,blue+green"),
        keyed=True,
        looks=are_seats,
        alone="yes",
        names={"es": "equipos", "it": "squadre"},
    ),
    Option(
        "shelters",
        OptionKind.TEXT,
        N_("Parchís: safe squares, from each corridor entrance, e.g. -5,0,5"),
        keyed=True,
        names={"es": "seguros", "it": "rifugi"},
    ),
    Option(
        "turns_by_colour",
        OptionKind.FLAG,
        N_("Each colour gets its own turn"),
        names={"es": "turnos_por_color", "it": "turni_per_colore"},
    ),
    Option(
        "play_on",
        OptionKind.FLAG,
        N_("Play on until all places are decided"),
        names={"es": "seguir_jugando", "it": "gioca_fino_in_fondo"},
    ),
    Option(
        "stake5",
        OptionKind.INTEGER,
        N_("Palma: points for the stake on hole 5"),
        keyed=True,
        bounds=POINTS,
        names={"es": "premio_5", "it": "premio_5"},
    ),
    Option(
        "stake15",
        OptionKind.INTEGER,
        N_("Palma: points for the stake on hole 15"),
        keyed=True,
        bounds=POINTS,
        names={"es": "premio_15", "it": "premio_15"},
    ),
    Option(
        "pace",
        OptionKind.TEXT,
        N_("Time per move, e.g. 60s, 24h or none"),
        keyed=True,
        looks=is_pace,
        names={"es": "ritmo", "it": "ritmo"},
    ),
    Option(
        "auto",
        OptionKind.FLAG,
        N_("Automatic forced moves"),
        names={"es": "automático", "it": "automatico"},
    ),
    Option(
        "rolls",
        OptionKind.CHOICE,
        N_("Roll the dice by hand, or automatically"),
        WORDS,
        keyed=True,
        names={"es": "tiradas", "it": "tiri"},
        aliases=("throws",),
        choice_names=THROWS_NAMES,
    ),
    Option(
        "lot",
        OptionKind.FLAG,
        N_("Roll by hand to see who starts"),
        names={"es": "sorteo_a_mano", "it": "sorteggio_a_mano"},
    ),
    Option(
        "rated",
        OptionKind.FLAG,
        N_("Rated game"),
        names={"es": "por_puntos", "it": "classificata"},
        aliases=("clasificatoria",),
    ),
    Option(
        "bots",
        OptionKind.CHOICE,
        N_("How well the bots play"),
        players.levels(),
        keyed=True,
        names={"es": "bots", "it": "bot"},
        aliases=("level", "nivel", "livello"),
        choice_names=LEVEL_NAMES,
    ),
    Option(
        "hints",
        OptionKind.FLAG,
        N_("Hints for the player who has to choose"),
        names={"es": "pistas", "it": "suggerimenti"},
    ),
    Option(
        "chances",
        OptionKind.FLAG,
        N_("Win chances on the board, where the chat shows them"),
        names={"es": "opciones_de_ganar", "it": "probabilità"},
    ),
    Option(
        "thread",
        OptionKind.FLAG,
        N_("Open a thread for the table"),
        threads=True,
        names={"es": "hilo", "it": "thread"},
    ),
    Option(
        "rules",
        OptionKind.TEXT,
        N_("Other rules, e.g. long_6=7 own_pair=capture"),
        keyed=True,
        rest=True,
        taken_keys=rulesets.all_switches,
        names={"es": "reglas", "it": "regole"},
    ),
)
