"""Read days as people type them: `12 Aug`, `2026-08-12`, `12/8`, `el 12 de agosto`, `Friday`, `domani`.

The names of months and weekdays are CLDR's; other words are in `bot/locales/*/names.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache

from bot.core.i18n.cldr import calendar_names
from bot.core.i18n.names import others, without_ending
from bot.core.i18n.spelling import unaccented
from bot.core.i18n.translator import languages
from bot.core.i18n.vocabulary import is_small

_LONGEST = 60
"""The most characters of a day."""
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)
_SHORT = re.compile(r"(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?", re.ASCII)
_NUMBER = re.compile(r"(\d{1,2})(?:st|nd|rd|th|[o°.])?", re.ASCII)
_YEAR = re.compile(r"\d{4}", re.ASCII)
_CENTURY = 2000


def read_day(text: str, today: date) -> date | None:
    """Return the day that words name, the next one without a year; None if they name none."""
    if len(text) > _LONGEST:
        return None
    said = re.sub(r"[,'’=_]", " ", re.sub(r"[()]", "", unaccented(text.casefold())))
    for way in _until():
        if said.split()[: len(way.split())] == way.split():
            said = " ".join(said.split()[len(way.split()) :])
            if number := _NUMBER.fullmatch(said.strip()):  # `until the 15th`
                return _coming(int(number[1]), today)
            break
    if found := _ISO.fullmatch(said.strip()):
        return _made(int(found[1]), int(found[2]), int(found[3]))
    if found := _SHORT.fullmatch(said.strip(" .")):
        year = None if found[3] is None else int(found[3]) + (_CENTURY if len(found[3]) == 2 else 0)
        day, month = int(found[1]), int(found[2])
        return _next(day, month, year, today) or _next(month, day, year, today)
    return _worded([without_ending(word) for word in said.split() if not _is_idle(word)], today)


def is_until(text: str) -> bool:
    """Return whether words for a day say that it is the last one: `hasta el lunes`, Basque `astelehenera arte`."""
    said = unaccented(text.casefold()).replace("'", " ").replace("’", " ")
    return any(said.startswith(f"{way} ") or said.endswith(f" {way}") for way in _until())


@cache
def _until() -> tuple[str, ...]:
    """Return what stands at a last day, the longest first."""
    return tuple(sorted((unaccented(way.casefold()) for way in others("days")["until"]), key=len, reverse=True))


def _worded(words: list[str], today: date) -> date | None:
    """Return the day of `12 august 2026`, `aug 12th`, `friday` or `tomorrow`."""
    kinds = [_names().get(word.strip("."), ("", 0)) for word in words]
    if [kind for kind, _ in kinds] == ["ahead"]:
        return today + timedelta(days=kinds[0][1])
    if [kind for kind, _ in kinds] == ["weekday"]:
        return today + timedelta(days=(kinds[0][1] - today.weekday() - 1) % 7 + 1)
    if kinds and kinds[0][0] == "weekday":  # `Wednesday 12 August`
        words, kinds = words[1:], kinds[1:]
    elif kinds and kinds[-1][0] == "weekday":  # `abuztuaren 12a, asteazkena`
        words, kinds = words[:-1], kinds[:-1]
    months = [number for kind, number in kinds if kind == "month"]
    rest = [word for word, (kind, _) in zip(words, kinds, strict=True) if kind != "month"]
    if len(rest) == 2 and _YEAR.fullmatch(rest[0]):  # `2026ko abuztuaren 12a`
        rest.reverse()
    if len(months) != 1 or not 1 <= len(rest) <= 2 or not (day := _NUMBER.fullmatch(rest[0])):
        return None
    if len(rest) == 2 and not _YEAR.fullmatch(rest[1]):
        return None
    return _next(int(day[1]), months[0], int(rest[1]) if len(rest) == 2 else None, today)


def _next(day: int, month: int, year: int | None, today: date) -> date | None:
    """Return a day of a year; without one, of the first year in which it is not over."""
    if year is not None:
        return _made(year, month, day)
    for each in range(today.year, today.year + 9):  # 29 February may be long in coming
        found = _made(each, month, day)
        if found is not None and found >= today:
            return found
    return None


def _coming(day: int, today: date) -> date | None:
    """Return the next day with this number, in this month or the two after it."""
    months = (divmod(today.month - 1 + ahead, 12) for ahead in range(3))
    days = (_made(today.year + years, month + 1, day) for years, month in months)
    return next((found for found in days if found is not None and found >= today), None)


def _made(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _is_idle(word: str) -> bool:
    return is_small(word) and word not in _names()


@cache
def _names() -> Mapping[str, tuple[str, int]]:
    """Return what each word names: a month, a weekday (0 for Monday), or how many days ahead a day is."""
    found: dict[str, tuple[str, int]] = {}
    for language in languages():
        for number, name in calendar_names(language, "months"):
            found[unaccented(name.casefold()).strip(".")] = ("month", number)
        for number, name in calendar_names(language, "days"):
            word = unaccented(name.casefold()).strip(".")
            if not is_small(word):  # German "Di" is also what Italians call "of"
                found.setdefault(word, ("weekday", number))
    for kind in ("weekday", "month"):
        found |= {unaccented(way): (kind, int(number)) for number, ways in others(f"{kind}s").items() for way in ways}
    for ahead, kind in enumerate(("today", "tomorrow")):
        found |= {unaccented(way.casefold()): ("ahead", ahead) for way in others("moments")[kind]}
    return found
