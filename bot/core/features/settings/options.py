"""The options of /settings."""

from __future__ import annotations

from bot.core.commands.definition import Option, OptionKind
from bot.core.domain.chat_settings import MESSAGES, MOST_TABLES, BoardMode, Motion, Opening, Pause
from bot.core.domain.time_control import is_pace
from bot.core.i18n.time_zones import is_zone
from bot.core.i18n.translator import N_
from render.themes.catalog import THEMES

SETTINGS_OPTIONS = (
    Option(
        "board",
        OptionKind.CHOICE,
        N_("A new board message each turn, or just one"),
        tuple(mode.value for mode in BoardMode),
        names={"es": "tablero", "it": "tabellone"},
        choice_names={
            "en": {"follow": "follows the players", "calm": "calm", "fixed": "one message"},
            "es": {"follow": "sigue a los jugadores", "calm": "tranquilo", "fixed": "un mensaje"},
            "it": {"follow": "segue i giocatori", "calm": "tranquillo", "fixed": "un messaggio"},
        },
    ),
    Option(
        "theme",
        OptionKind.CHOICE,
        N_("The board theme"),
        tuple(THEMES),
        names={"es": "tema", "it": "tema"},
        choice_names={
            "en": {"classic": "classic", "dark": "dark", "high-contrast": "high contrast"},
            "es": {"classic": "clásico", "dark": "oscuro", "high-contrast": "alto contraste"},
            "it": {"classic": "classico", "dark": "scuro", "high-contrast": "alto contrasto"},
        },
    ),
    Option(
        "pace",
        OptionKind.TEXT,
        N_("Pace of new tables, e.g. 60s, 24h or none"),
        keyed=True,
        looks=is_pace,
        names={"es": "ritmo", "it": "ritmo"},
    ),
    Option(
        "pause",
        OptionKind.CHOICE,
        N_("The pause between bots' turns"),
        tuple(pause.value for pause in Pause),
        keyed=True,
        names={"es": "pausa", "it": "pausa"},
        choice_names={
            "en": {"calm": "calm", "quick": "quick", "none": "none"},
            "es": {"calm": "tranquila", "quick": "corta", "none": "ninguna"},
            "it": {"calm": "calma", "quick": "breve", "none": "nessuna"},
        },
        choice_aliases={
            "calm": ("with a pause", "con pausa", "con una pausa"),
            "none": ("at once", "de golpe", "in un colpo"),
        },
    ),
    Option(
        "motion",
        OptionKind.CHOICE,
        N_("Animated boards, or still ones"),
        tuple(motion.value for motion in Motion),
        names={"es": "animación", "it": "movimento"},
        choice_names={
            "en": {"moving": "moving", "still": "still"},
            "es": {"moving": "animados", "still": "quietos"},
            "it": {"moving": "in movimento", "still": "fermi"},
        },
    ),
    Option(
        "chances",
        OptionKind.FLAG,
        N_("Show win chances on boards of casual games"),
        names={"es": "opciones_de_ganar", "it": "probabilità"},
    ),
    Option(
        "reach",
        OptionKind.FLAG,
        N_("Mark pieces that the next roll may capture"),
        names={"es": "en_peligro", "it": "in_pericolo"},
    ),
    Option(
        "opening",
        OptionKind.CHOICE,
        N_("Who can open tables here"),
        tuple(opening.value for opening in Opening),
        names={"es": "abrir", "it": "aprire"},
        choice_names={
            "en": {"all": "everybody", "admins": "administrators"},
            "es": {"all": "todos", "admins": "administradores"},
            "it": {"all": "tutti", "admins": "amministratori"},
        },
    ),
    Option(
        "tables",
        OptionKind.INTEGER,
        N_("How many tables can be open here"),
        tuple(map(str, range(1, MOST_TABLES + 1))),
        keyed=True,
        names={"es": "mesas", "it": "tavoli"},
    ),
    Option(
        "messages",
        OptionKind.INTEGER,
        N_("How many messages I can post per minute"),
        tuple(map(str, MESSAGES)),
        keyed=True,
        names={"es": "mensajes", "it": "messaggi"},
    ),
    Option(
        "threads",
        OptionKind.FLAG,
        N_("Open a thread for each new table"),
        threads=True,
        names={"es": "hilos", "it": "thread"},
    ),
    Option(
        "zone",
        OptionKind.TEXT,
        N_("This chat's time zone, e.g. Europe/London or +1"),
        keyed=True,
        looks=is_zone,
        names={"es": "zona", "it": "fuso"},
    ),
    Option(
        "puzzle",
        OptionKind.TEXT,
        N_("At which hour I post the puzzle of the day, e.g. 9, or off"),
        ("off", "9", "13", "18", "21"),
        keyed=True,
        names={"es": "acertijo", "it": "rompicapo"},
    ),
)
