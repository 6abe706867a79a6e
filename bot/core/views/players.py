"""Players' names and signs."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.domain.bots import bot_name
from bot.core.domain.table import Table
from bot.core.domain.table_values import TakenSeat
from bot.core.games.game_words import words_of
from bot.core.games.profiles import profile_of
from bot.core.i18n.lists import listed_lines
from bot.core.i18n.text_format import clip
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.messages.content import Part, Style
from bot.core.rankings.ladders import family
from bot.core.rankings.ratings import bot_skill
from data.records import PersonKey
from data.result_records import FORMER
from engine.players import parts, plain, style_of

BOT = "🤖"
"""The sign before a bot's name, and after a person's whose place a bot plays."""
LEVELS = {
    "random": N_("random bot"),
    "beginner": N_("beginner bot"),
    "casual": N_("normal bot"),
    "greedy": N_("normal bot"),
    "strong": N_("strong bot"),
    "master": N_("master bot"),
}
"""The bots' levels in words, by the engine's names, including those of older tables."""


STYLES = {"hunter": N_("hunter"), "builder": N_("builder"), "runner": N_("runner")}
"""The bots' styles in words, by the engine's names."""
MARKS = ("🌞", "🌙", "🍀")
"""The marks of teams, before the signs of their players' colours; a board has three teams at most."""


def level(t: Translator, name: str) -> str:
    return t(LEVELS[name]) if name in LEVELS else t("bot ({level})", level=name)


def level_at(table: Table, name: str, t: Translator) -> str:
    """Return a bot's level at a table: in words, of a mixture by its rating there; and its style, if it shows."""
    if parts(name) is None:
        shown = level(t, plain(name))
    else:
        points = bot_skill(table.game, family(table), name).points
        shown = t("bot, about {points}", points=round(points, -1))
    style = style_of(name) if profile_of(table.game).styles else ""
    return f"{shown}, {t(STYLES[style])}" if style else shown


def name(table: Table, seat: int, t: Translator) -> str:
    """Return a player's name; a bot, and a person who resigned or is away, with a sign."""
    record = table.seats[seat]
    if record.person is not None:
        label = _label(record.person, record.name, t)
        return label if record.is_human else f"{label} {'💤' if record.is_away else BOT}"
    if record.is_bot:
        return f"{BOT} {short_name(table, seat, t)}"
    return clip(record.name) or t("nobody")


def short_name(table: Table, seat: int, t: Translator) -> str:
    """Return a player's name, a bot's without its sign: for sentences, and next to a colour's sign."""
    return t(bot_name(table, seat)) if table.seats[seat].is_bot else name(table, seat, t)


def introduced(table: Table, seat: int, t: Translator) -> str:
    """Return a player's name, a bot's with its level."""
    record = table.seats[seat]
    shown = name(table, seat, t)
    if not record.is_bot:
        return shown
    return t("{name} ({level})", name=shown, level=level_at(table, record.computer or "", t))


def titled(table: Table, seat: int, t: Translator) -> str:
    """Return a player's name as in a lobby, with the number of their titles in the chat: `Ana 🏆2`."""
    won = next((count for person, count in table.titles if person == table.seats[seat].person), 0)
    return introduced(table, seat, t) + (f" 🏆{won}" if won else "")


def emblem(table: Table, seat: int, colour: str | None = None) -> str:
    """Return the signs of a seat's colours, or of one colour."""
    return words_of(table.game).emblem(colour or table.seats[seat].colours)


def mark_of(table: Table, side: int) -> str:
    """Return the mark of a team, by the number of its side; empty without teams."""
    return MARKS[side % len(MARKS)] if table.seating.teams else ""


def mark(table: Table, seat: int) -> str:
    """Return the mark of a seat's team; empty without teams."""
    if not table.teams:
        return ""
    return mark_of(table, next((at for at, side in enumerate(table.teams) if seat in side), 0))


def who(table: Table, seat: int, t: Translator, colour: str | None = None, *, marked: bool = True) -> Line:
    """Return the seat's signs and its player's name, without a mention; `marked`: with the mark of their team."""
    person, team = table.seats[seat].person, mark(table, seat) if marked else ""
    signs = f"{team}{emblem(table, seat, colour)} "
    return (Part(signs), Part(short_name(table, seat, t), Style.STRONG, named=person))


def sitter(table: Table, seat: int, t: Translator) -> Line:
    """Return the same for what the seat's person did, without the sign of a bot that plays for them now."""
    signs, player = who(table, seat, t)
    record = table.seats[seat]
    return (signs, player if record.person is None else player._replace(text=_label(record.person, record.name, t)))


def former(table: Table, taken: TakenSeat, t: Translator) -> Line:
    """Return the name of the person who left a seat that somebody took over."""
    label = _label(taken.person, taken.name, t)
    return (Part(f"{emblem(table, taken.seat)} "), Part(label, Style.STRONG, named=taken.person))


def _label(person: PersonKey, known: str, t: Translator) -> str:
    return t("former player") if person.platform == FORMER else clip(known) or t("someone")


def call(table: Table, seat: int, t: Translator, colour: str | None = None, *, by: PersonKey | None = None) -> Line:
    """Return the seat's signs and its player's name as a mention; `by` is the person who causes it."""
    sitter = table.seats[seat].person
    person = sitter if human(table, seat) else None
    return (
        Part(f"{mark(table, seat)}{emblem(table, seat, colour)} "),
        Part(short_name(table, seat, t), Style.STRONG, person, named=sitter, by=by),
    )


def human(table: Table, seat: int) -> bool:
    """Return whether a person decides for the seat."""
    return table.seats[seat].is_human


def everybody(table: Table, seats: Iterable[int], t: Translator, *, marked: bool = True) -> Line:
    """Return the names of several seats' players; those of a team have its mark each, a whole team once."""
    group = tuple(seats)
    once = marked and len(group) > 1 and group in table.sides
    names = listed_lines(t, [who(table, seat, t, marked=marked and not once) for seat in group])
    return (Part(f"{mark(table, group[0])} "), *names) if once else names
