"""The names of commands, options and choices in Discord's menus, by language; in English they are the registry's.

Discord shows them in the language of each person's own app and always sends us the English ones. What else the menus
say, the descriptions, comes from the catalogues.
"""

from __future__ import annotations

from collections.abc import Mapping

LOCALES: Mapping[str, tuple[str, ...]] = {
    "en": ("en-GB", "en-US"),
    "es": ("es-ES", "es-419"),
    "it": ("it",),
}
"""Discord's locales for each language of ours."""

COMMANDS: Mapping[str, Mapping[str, str]] = {
    "es": {
        "play": "jugar",
        "join": "unirse",
        "invite": "invitar",
        "kick": "echar",
        "leave": "salir",
        "mix": "mezclar",
        "start": "empezar",
        "throw": "tirar",
        "board": "tablero",
        "rules": "reglas",
        "takeback": "retroceder",
        "resign": "rendirse",
        "cancel": "cancelar",
        "language": "idioma",
        "settings": "ajustes",
        "dice": "dados",
        "verify": "comprobar",
        "export": "exportar",
        "help": "ayuda",
    },
    "it": {
        "play": "gioca",
        "join": "unisciti",
        "invite": "invita",
        "kick": "caccia",
        "leave": "esci",
        "mix": "mescola",
        "start": "inizia",
        "throw": "lancia",
        "board": "tabellone",
        "rules": "regole",
        "takeback": "ritira",
        "resign": "abbandona",
        "cancel": "annulla",
        "language": "lingua",
        "settings": "impostazioni",
        "dice": "dadi",
        "verify": "verifica",
        "export": "esporta",
        "help": "aiuto",
    },
}

OPTIONS: Mapping[str, Mapping[str, str]] = {
    "es": {
        "theme": "tema",
        "game": "juego",
        "preset": "tradición",
        "colours": "colores",
        "seats": "asientos",
        "teams": "equipos",
        "turns_by_colour": "turnos_por_color",
        "play_on": "seguir_jugando",
        "stake5": "premio_5",
        "stake15": "premio_15",
        "pace": "ritmo",
        "auto": "automático",
        "rated": "clasificatoria",
        "rules": "reglas",
        "seat": "asiento",
        "words": "palabras",
        "table": "mesa",
        "scope": "ámbito",
        "person": "persona",
        "opening": "abrir",
        "tables": "mesas",
        "messages": "mensajes",
        "board": "tablero",
        "language": "idioma",
    },
    "it": {
        "theme": "tema",
        "game": "gioco",
        "preset": "tradizione",
        "colours": "colori",
        "seats": "posti",
        "teams": "squadre",
        "turns_by_colour": "turni_per_colore",
        "play_on": "gioca_fino_in_fondo",
        "stake5": "premio_5",
        "stake15": "premio_15",
        "pace": "ritmo",
        "auto": "automatico",
        "rated": "classificata",
        "rules": "regole",
        "seat": "posto",
        "words": "parole",
        "table": "tavolo",
        "scope": "ambito",
        "person": "persona",
        "opening": "aprire",
        "tables": "tavoli",
        "messages": "messaggi",
        "board": "tabellone",
        "language": "lingua",
    },
}

CHOICES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "dark": "dark",
        "high-contrast": "high contrast",
        "all": "everybody",
        "admins": "administrators",
        "me": "me",
        "chat": "this chat",
        "auto": "automatic",
        "follow": "follows the players",
        "fixed": "one message",
    },
    "es": {
        "dark": "oscuro",
        "high-contrast": "alto contraste",
        "all": "todos",
        "admins": "administradores",
        "me": "yo",
        "chat": "este chat",
        "auto": "automático",
        "follow": "sigue a los jugadores",
        "fixed": "un mensaje",
    },
    "it": {
        "dark": "scuro",
        "high-contrast": "alto contrasto",
        "all": "tutti",
        "admins": "amministratori",
        "me": "io",
        "chat": "questa chat",
        "auto": "automatico",
        "follow": "segue i giocatori",
        "fixed": "un messaggio",
    },
}
"""Choices that are neither games nor traditions nor languages."""
