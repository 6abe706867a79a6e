"""Read moments as people type them: `21:00`, `Friday at 9pm`, `mañana a las 20`, `fra 30 minuti`.

The words are in `bot/locales/*/names.toml`, under `moments`; weekdays are Babel's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import NamedTuple

from babel.dates import get_day_names

from bot.core.i18n.names import others, without_ending
from bot.core.i18n.spelling import unaccented
from bot.core.i18n.translator import languages
from bot.core.i18n.vocabulary import denies, is_small, phrases

_LONGEST = 4
"""The most words of a phrase here, as in `de la mañana`."""
_UNITS: Mapping[str, float] = {"minutes": 60.0, "hours": 3600.0, "days": 86400.0}
_HOUR = re.compile(r"([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?(h|am|pm)?")
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})[t _]?([01]?\d|2[0-3])[:.]([0-5]\d)")
_QUOTES = "\"'“”«»,.!?"
SOME_DAY = datetime(2027, 1, 1, tzinfo=UTC)
"""A day to read moments by where only matters whether words name one."""
NOON = 12
WEEK = 7
_BEFORE = {"at", "weekday", "today", "tonight", "tomorrow", "day"}
"""What makes a bare number after it a time of day; `4 on Friday` may be four people."""
_AFTER = {"am", "pm", "morning", "evening", "clock"}


class Moment(NamedTuple):
    """A moment, and the days after which it comes again, 0 for never."""

    at: datetime
    every: int


class _Said(NamedTuple):
    """What words say: a day (0 for Monday, or `today`, `tonight`, `tomorrow`), a time of day, or seconds from now."""

    day: int | str | None = None
    hour: int | None = None
    minute: int = 0
    after: float = 0.0
    every: int = 0


def is_moment(text: str) -> bool:
    """Return whether words name a day, a time of day, or a time from now; a bare number does not."""
    return _said(text) is not None or _DATE.fullmatch(text.strip().lower()) is not None


def read_moment(text: str, now: datetime) -> Moment | None:
    """Return the next moment that words name, by a clock with a zone; None if they name none, or a day only."""
    said = _said(text)
    if said is None:
        return None
    if said.after:
        return Moment(now + timedelta(seconds=said.after), 0)
    if said.hour is None:
        return None
    at = now.replace(hour=said.hour, minute=said.minute, second=0, microsecond=0, fold=0)
    if isinstance(said.day, int):
        at += timedelta(days=(said.day - at.weekday()) % WEEK)
        at += timedelta(days=WEEK if at <= now else 0)
    elif said.day == "tomorrow" or (said.day is None and at <= now):
        at += timedelta(days=1)
    return Moment(at, said.every)


def moment_named(text: str, now: datetime) -> Moment | None:
    """Return the moment that words or a date such as `2027-01-31 21:00` name; None if they name none."""
    if not (found := _DATE.fullmatch(text.strip().lower())):
        return read_moment(text, now)
    try:
        return Moment(datetime(*map(int, found.groups()), tzinfo=now.tzinfo), 0)  # type: ignore[misc, arg-type]
    except ValueError:
        return None


def _said(text: str) -> _Said | None:
    words = _words(text)
    said, kinds, at = _Said(), set[str](), 0
    while at < len(words):
        count, kind, thing = _next(words, at)
        at += count
        if kind == "after":
            count, seconds = _span(words, at)
            if not count:
                return None
            said, at = said._replace(after=seconds), at + count
        elif kind == "half":
            said = said._replace(after=1800.0)
        elif kind in ("today", "tonight", "tomorrow"):
            said = said._replace(day=kind)
        elif kind == "weekday":
            said = said._replace(day=int(thing))
        elif kind == "hour":
            if said.hour is not None or not (found := _HOUR.fullmatch(thing)):
                return None
            said = said._replace(hour=int(found[1]), minute=int(found[2] or 0))
            kinds |= {found[3] or "", "" if found[2] or kinds & _BEFORE else "bare"}
        elif not _carries_nothing(kind, words, at):
            return None
        kinds.add(kind)
    return _whole(said, kinds)


def _words(text: str) -> list[str]:
    """Return the words of a text, with digits for a number after `at`."""
    plain = unaccented(text.casefold()).replace("_", " ")
    words = [without_ending(word.strip(_QUOTES)) for word in re.split(r"[\s'’]+", plain) if word.strip(_QUOTES)]
    for index in range(1, len(words)):
        before = (" ".join(words[max(0, index - count) : index]) for count in (1, 2))
        if any(_table().get(phrase, ("",))[0] == "at" for phrase in before):
            words[index] = next((n for kind, n in phrases().get(words[index], ()) if kind == "numbers"), words[index])
    return words


def _carries_nothing(kind: str, words: list[str], at: int) -> bool:
    """Return whether the phrase before this place may stand there: `at` before a number, or a small word."""
    if kind == "at":
        return at < len(words) and words[at][:1].isdecimal()
    return bool(kind) or (is_small(words[at - 1]) and not denies(words[at - 1]))


def _whole(said: _Said, kinds: set[str]) -> _Said | None:
    """Return what was said with its half of the day and its repetition; None if that is no moment."""
    if said.hour is not None:
        if {"pm", "evening", "tonight"} & kinds and said.hour < NOON:
            said = said._replace(hour=said.hour + NOON)
        elif "am" in kinds and said.hour == NOON:
            said = said._replace(hour=0)
        elif "bare" in kinds and not kinds & _AFTER:
            return None
    if "every" in kinds:
        if not kinds & {"weekday", "day"}:
            return None
        said = said._replace(every=WEEK if "weekday" in kinds else 1)
    elif "day" in kinds:
        return None
    return said if said.hour is not None or said.day is not None or said.after else None


def _next(words: list[str], at: int) -> tuple[int, str, str]:
    """Return how many words from here are one phrase, its kind, and which; an empty kind for other words."""
    for count in range(min(_LONGEST, len(words) - at), 0, -1):
        if found := _table().get(" ".join(words[at : at + count])):
            return count, *found
    return (1, "hour", words[at]) if words[at][:1].isdecimal() else (1, "", "")


def _span(words: list[str], at: int) -> tuple[int, float]:
    """Return how many words from here are a span such as `30 minutes`, and its seconds; 0 if they are none."""
    if at < len(words) and _table().get(" ".join(words[at : at + 3]), ("",))[0] == "half":
        return 3, 1800.0
    if at < len(words) and _table().get(" ".join(words[at : at + 2]), ("",))[0] == "half":
        return 2, 1800.0
    if at + 1 >= len(words):
        return 0, 0.0
    number = next((thing for kind, thing in phrases().get(words[at], ()) if kind == "numbers"), words[at])
    unit = next((kind for kind, _ in phrases().get(words[at + 1], ()) if kind in _UNITS), "")
    return (2, int(number) * _UNITS[unit]) if unit and number.isdecimal() and len(number) < 5 else (0, 0.0)


@cache
def _table() -> Mapping[str, tuple[str, str]]:
    """Return the kind of each phrase, and which weekday it is."""
    found: dict[str, tuple[str, str]] = {}
    for language in languages():
        for width in ("wide", "abbreviated"):
            for day, name in get_day_names(width, "format", language).items():
                word = unaccented(name.casefold()).strip(".")
                if is_small(word):  # German "Di" is also what Italians call "of"
                    continue
                found |= {word: ("weekday", str(day)), f"{word}s": ("weekday", str(day))}
    for number, ways in others("weekdays").items():
        found |= {unaccented(way): ("weekday", number) for way in ways}
    for kind, ways in others("moments").items():
        found |= {unaccented(way.casefold()): (kind, "") for way in ways}
    return found
