"""The texts around a game's video."""

from __future__ import annotations

from bot.core.domain.table import Table, begun
from bot.core.games.game_words import in_sentence, preset, title
from bot.core.i18n.text_format import code, strong, text_of, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Text
from bot.core.views.game_over import places_of, podium
from bot.core.views.players import everybody
from bot.core.views.rules import rules_of
from data.records import Status
from render.content.film_order import FilmWords

_COUNTED = 100
"""The limit up to which passed turns get their number; videos have no more."""


def making_text(table: Table, t: Translator) -> Text:
    return t.note("🎬 Making the replay of table {code}…", code=code(table.id))


def failed_text(table: Table, t: Translator) -> Text:
    return t.note("🎬 I couldn't make the replay of table {code}.", code=code(table.id))


def film_text(table: Table, t: Translator) -> Text:
    """Return the video's caption: its game, and how it ended."""
    kind = f" · {preset(t, rules_of(table)['preset'])} · "
    heading = (*words("🎬 "), strong(title(t, table.game)), *words(kind), code(table.id))
    return text_of(heading, _end(table, t))


def film_alt(table: Table, t: Translator) -> str:
    steps = t.plural("{n} roll or move", "{n} rolls and moves", len(begun(table).match.plies))
    return t("Replay of a game of {game}: {steps}.", game=in_sentence(t, table.game), steps=steps)


def film_words(t: Translator) -> FilmWords:
    later = tuple(t.plural("… {n} turn later", "… {n} turns later", turns) for turns in range(_COUNTED))
    return FilmWords(t("Turn {n} of {all}"), later)


def _end(table: Table, t: Translator) -> Line:
    if table.status is Status.CANCELLED:
        return t.text("The game was cancelled.")
    if places_of(table):
        return podium(table, t)
    return t.text("So far: {players} are still playing.", players=everybody(table, tuple(range(len(table.seats))), t))
