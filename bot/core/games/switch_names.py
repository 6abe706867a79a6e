"""Names of rule switches and their values for typing: `6_largo=7`.

The engine's names work too. The others are those of the lobby's buttons, in each language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from bot.core.i18n.spelling import folded, spellings

SWITCH_NAMES: Mapping[str, tuple[str, ...]] = {
    "source": ("dice", "dados", "dadi"),
    "setup": ("start", "salida", "partenza"),
    "six_all_out": ("long_6", "6_largo", "6_lungo"),
    "all_out": ("goal", "meta", "arrivo"),
    "six_choice": ("6_by_choice", "6_a_elegir", "6_a_scelta"),
    "mixed_pair_blocks": ("mixed_pair", "par_mixto_cierra", "anche_mista_blocca"),
    "third_six_spares_shelter": ("third_6", "tercer_6", "terzo_6"),
    "own_pair": ("par_propio", "tua_coppia"),
    "team_pair": ("en_equipo", "in_squadra"),
    "entry_evicts_friend": ("5_takes_teammates", "5_come_al_equipo", "5_mangia_squadra"),
    "stuck_helps": ("teammates_help", "el_equipo_ayuda", "la_squadra_aiuta"),
    "turns_by_colour": ("turno_por_color", "turno_per_colore"),
    "play_on": ("play_to_the_end", "hasta_el_final", "fino_alla_fine"),
    "penalty": ("back_slides", "retroceso", "scivoli_indietro"),
    "hole5": ("hole_5", "agujero_5", "foro_5"),
    "hole15": ("hole_15", "agujero_15", "foro_15"),
    "blocked_slide": ("tobogan_ocupado", "scivolo_occupato"),
    "first": ("empieza", "inizia"),
}
"""More names of each switch of any game, in English, Spanish and Italian."""

VALUE_NAMES: Mapping[str, tuple[str, ...]] = {
    "die": ("one", "dado", "uno"),
    "pool": ("no", "none", "ninguno", "nessuno"),
    "one_out": ("one", "una"),
    "first_shelters": ("three", "tres", "tre"),
    "none": ("no", "nada", "niente"),
    "not_home": ("out", "fuera", "fuori"),
    "on_field": ("not_out", "no"),
    "barrier": ("barrera", "barriera"),
    "capture": ("comer", "se_come", "mangia"),
    "rethrow": ("roll_again", "repetir", "tiri_ancora"),
    "stake": ("premio",),
    "illegal": ("no_move", "no", "no_vale"),
    "stay": ("stay_put", "queda", "resta"),
    "lot": ("draw", "sorteo", "sorteggio"),
    "d": ("hounds", "perros", "cani"),
    "j": ("jackals", "chacales", "sciacalli"),
}
"""More names of each value that is a word. A word may mean different values of different switches."""


@cache
def _switches() -> Mapping[str, str]:
    return spellings(SWITCH_NAMES)


def switch_called(word: str) -> str:
    """Return the switch that a word names, or the word itself."""
    return _switches().get(folded(word), word)


def value_called(word: str, legal: Iterable[str]) -> str:
    """Return the legal value that a word names, or the word in lower case."""
    ways = spellings({value: VALUE_NAMES.get(value, ()) for value in legal})
    return ways.get(folded(word), word.lower())
