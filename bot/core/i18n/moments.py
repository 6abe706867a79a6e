"""Read moments as people type them: `21:00`, `Saturday at five`, `mañana a las 20`, `halb sechs`, `fra 30 minuti`.

The words are in `bot/locales/*/names.toml`, under `moments` and `clock_*`; weekdays are Babel's.

Five is 17:00: hours up to nine are meant in the afternoon or evening, unless a morning is named. In the style of a
clock, `5:30` or `5 h`, only hours up to six are. With a zero before it, `05:30` is in the morning.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import NamedTuple

from bot.core.i18n.cldr import calendar_names
from bot.core.i18n.days import read_day
from bot.core.i18n.names import others, without_ending
from bot.core.i18n.spelling import unaccented
from bot.core.i18n.translator import languages
from bot.core.i18n.vocabulary import denies, is_small, phrases

_LONGEST = 4
"""The most words of a phrase here, as in `de la mañana`."""
_UNITS: Mapping[str, float] = {"minutes": 60.0, "hours": 3600.0, "days": 86400.0}
_HOUR = re.compile(r"([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?(h|am|pm)?")
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})[t _]?([01]?\d|2[0-3])[:.]([0-5]\d)")
_MINUTES = re.compile(r"[0-5]\d")
_HALVES = re.compile(r"\b([ap])\. ?m\b")
"""`5 p. m.`, as Spanish writes it."""
_QUOTES = "\"'“”«»,.!?"
SOME_DAY = datetime(2027, 1, 1, tzinfo=UTC)
"""A day to read moments by where only matters whether words name one."""
HOUR, DAY = 60, 1440
"""Minutes."""
NOON, MIDNIGHT = 12, 24
WEEK = 7
EVENING, SPOKEN, WRITTEN = 6, 10, 7
"""The first hour of those that a night has in the evening; the hours before these are meant in the afternoon."""
_BEFORE = {"at", "weekday", "today", "tonight", "tomorrow", "overmorrow", "day"}
"""What makes a bare number after it a time of day; `4 on Friday` and French `à 4`, which is soft, may be people."""
_AFTER = {"am", "pm", "morning", "evening", "night", "clock", "past"}
_HOURS = ("hour", "said", "said_at", "to", "noon", "midnight")
"""What an `at` may come before."""
_JOINS = {"joint", "less", "clock", "h"}
"""What minutes in words or digits come after."""
_AHEAD = {"today": 0, "tonight": 0, "tomorrow": 1, "overmorrow": 2}


class Moment(NamedTuple):
    """A moment, and the days after which it comes again, 0 for never."""

    at: datetime
    every: int


class _Said(NamedTuple):
    """What words say: a day (0 for Monday, or a word of `_AHEAD`), a time of day, or seconds from now.

    `minute` may be less than 0 or more than a day has: the time is that many minutes after the hour.
    """

    day: int | str | None = None
    hour: int | None = None
    minute: int = 0
    after: float = 0.0
    every: int = 0


def is_moment(text: str) -> bool:
    """Return whether words name a day, a time of day, or a time from now; a bare number does not."""
    return _said(text) is not None or _DATE.fullmatch(text.strip().lower()) is not None


def is_date_or_moment(text: str) -> bool:
    """Return whether words name a moment as `is_moment` does, or a date with a time of day: `12 Aug at five`."""
    return is_moment(text) or _on_date(text, SOME_DAY) is not None


def read_moment(text: str, now: datetime) -> Moment | None:
    """Return the next moment that words name, by a clock with a zone; None if they name none, or a day only."""
    said = _said(text)
    if said is None:
        return None
    if said.after:
        return Moment(now + timedelta(seconds=said.after), 0)
    if said.hour is None:
        return None
    days = _AHEAD.get(said.day, 0) if isinstance(said.day, str) else 0
    if isinstance(said.day, int):
        days = (said.day - now.weekday()) % WEEK
    at = _timed(said, now + timedelta(days=days))
    if at <= now and not isinstance(said.day, str):
        at = _timed(said, now + timedelta(days=days + (1 if said.day is None else WEEK)))
    return Moment(at, said.every)


def moment_named(text: str, now: datetime) -> Moment | None:
    """Return the moment that words or a date such as `2027-01-31 21:00` name; None if they name none."""
    if not (found := _DATE.fullmatch(text.strip().lower())):
        return read_moment(text, now) or _on_date(text, now)
    try:
        return Moment(datetime(*map(int, found.groups()), tzinfo=now.tzinfo), 0)  # type: ignore[misc, arg-type]
    except ValueError:
        return None


def _on_date(text: str, now: datetime) -> Moment | None:
    """Return the moment that a date and a time of day name, in any order; None if they name none."""
    words = text.split()
    for cut in range(1, len(words)):
        parts = " ".join(words[:cut]), " ".join(words[cut:])
        for date, time in (parts, reversed(parts)):
            said = _said(time) if (day := read_day(date, now.date())) is not None else None
            if day is not None and said is not None and said.hour is not None and said.day is None and not said.every:
                return Moment(_timed(said, now.replace(year=day.year, month=day.month, day=day.day)), 0)
    return None


def _timed(said: _Said, day: datetime) -> datetime:
    """Return the time that was said on a day."""
    days, minutes = divmod((said.hour or 0) * HOUR + said.minute, DAY)
    at = day + timedelta(days=days)
    return at.replace(hour=minutes // HOUR, minute=minutes % HOUR, second=0, microsecond=0, fold=0)


def _words(text: str) -> list[str]:
    """Return the words of a text in their plain form."""
    plain = re.sub(r"[\s'’_-]+", " ", _HALVES.sub(r"\1m", unaccented(text.casefold())))
    words = [without_ending(word) for each in plain.replace(", ", " ").split() if (word := each.strip(_QUOTES))]
    return [part for word in words for part in _parted(word)]


def _parted(word: str) -> list[str]:
    """Return the weekday and the part of a day in one word, as in German `samstagabend`; other words as they are."""
    for part in _parts():
        if word.endswith(part) and _table().get(word.removesuffix(part), ("",))[0] == "weekday":
            return [word.removesuffix(part), part]
    return [word]


@cache
def _parts() -> tuple[str, ...]:
    return tuple(unaccented(way) for way in others("moments").get("part", ()))


def _said(text: str) -> _Said | None:
    reading = _Reading(_words(text))
    while reading.at < len(reading.words):
        if not reading.takes():
            return None
    return _whole(reading.said, reading.kinds)


@dataclass(slots=True)
class _Reading:
    """What was read of the words before `at`, with the kinds of their phrases; `last`: that of the last one."""

    words: list[str]
    at: int = 0
    said: _Said = field(default_factory=_Said)
    kinds: set[str] = field(default_factory=set)
    last: str = ""

    def takes(self) -> bool:
        """Take the next phrase; return False if it has no place in a moment."""
        before = self.at
        count, kind, thing = _next(self.words, before)
        self.at += count
        if kind in _AHEAD or kind == "weekday":
            self.said = self.said._replace(day=kind if kind in _AHEAD else int(thing))
        elif kind in ("after", "half"):
            if not self._span(kind):
                return False
        elif (minutes := self._minutes(kind, thing)) is not None:
            self.said = self.said._replace(minute=self.said.minute + minutes)
            kind = "to" if kind == "to" else "past"
        elif kind in ("hour", "said", "said_at") and self._is_hour(kind):
            if not self._hour(kind, thing):
                return False
            kind = "hour"
        elif not self._carries_nothing(kind, self.words[before]):
            return False
        if kind not in ("am", "pm") or self.last == "hour":  # German `am Samstag`
            self.kinds.add(kind)
            self.last = kind
        return True

    def _span(self, kind: str) -> bool:
        """Take a time from now, such as `30 minutes` after `in`; return whether it is one."""
        count, seconds = (0, 1800.0) if kind == "half" else _span(self.words, self.at)
        self.said, self.at = self.said._replace(after=seconds), self.at + count
        return seconds > 0

    def _minutes(self, kind: str, thing: str) -> int | None:
        """Return the minutes that a phrase says before or after an hour; None if it says none."""
        if kind == "to":
            return int(thing)
        if self.said.hour is None and not self.kinds & {"noon", "midnight"}:
            return None
        if kind == "past":
            return int(thing)
        if kind == "minutes" or (kind == "said" and self.last in _JOINS and int(thing) % 5 == 0):
            return -int(thing) if self.last == "less" else int(thing)
        return int(thing) if kind == "hour" and self.last in ("h", "clock") and _MINUTES.fullmatch(thing) else None

    def _is_hour(self, kind: str) -> bool:
        """Return whether a word for a number is an hour by what comes before or after: `at five`, `five o'clock`."""
        if kind != "said" or self.last in ("at", "to") or (self.last == "soft" and self.kinds & _BEFORE):
            return True
        after = _next(self.words, self.at)[1] if self.at < len(self.words) else ""
        return after in (*_AFTER, "minutes") or (after in _JOINS and self._has_minutes(self.at + 1))

    def _has_minutes(self, at: int) -> bool:
        """Return whether minutes of an hour follow: `dos y media`, but not `dos y dos bots`."""
        _, kind, thing = _next(self.words, at) if at < len(self.words) else (0, "", "")
        return kind in ("past", "half") or (thing.isdecimal() and int(thing) % 5 == 0)

    def _hour(self, kind: str, thing: str) -> bool:
        """Take an hour and how it is written; return False for a second one, and for other numbers."""
        found = _HOUR.fullmatch(thing)
        if self.said.hour is not None or found is None:
            return False
        self.said = self.said._replace(hour=int(found[1]), minute=self.said.minute + int(found[2] or 0))
        if kind != "hour":
            self.kinds.add("said")
            return True
        marks = {
            "written": found[2] or found[3] == "h",
            "exact": found[1].startswith("0"),
            "bare": not found[2] and not self.kinds & _BEFORE,
        }
        self.kinds |= {found[3] or "", *(mark for mark, holds in marks.items() if holds)}
        return True

    def _carries_nothing(self, kind: str, word: str) -> bool:
        """Return whether the phrase just read may stand there: `at` before an hour, or a small word."""
        if kind == "at":
            return self.at < len(self.words) and _next(self.words, self.at)[1] in _HOURS
        if kind in ("", "said", "minutes", "past", "less"):
            return is_small(word) and not denies(word)
        return kind != "hour"


def _whole(said: _Said, kinds: set[str]) -> _Said | None:
    """Return what was said with its half of the day and its repetition; None if that is no moment."""
    if said.hour is None and kinds & {"noon", "midnight"}:
        said = said._replace(hour=NOON if "noon" in kinds else MIDNIGHT)
    elif said.hour is not None:
        if "bare" in kinds and not kinds & _AFTER and not {"soft", "h"} <= kinds:
            return None
        said = said._replace(hour=_half(said, said.hour, kinds))
    elif said.minute:
        return None
    if "every" in kinds:
        if not kinds & {"weekday", "day"}:
            return None
        said = said._replace(every=WEEK if "weekday" in kinds else 1)
    elif "day" in kinds:
        return None
    return said if said.hour is not None or said.day is not None or said.after else None


def _half(said: _Said, hour: int, kinds: set[str]) -> int:
    """Return an hour in the half of the day in which it was said, or else is likely meant."""
    if kinds & {"night", "midnight"} and hour <= NOON:
        return MIDNIGHT if hour == NOON else hour + NOON if hour >= EVENING else hour
    if kinds & {"pm", "evening", "tonight", "noon"}:
        return hour + NOON if hour < NOON else hour
    if kinds & {"am", "morning"}:
        return 0 if hour == NOON and "am" in kinds else hour
    if "exact" in kinds or not 0 < hour <= NOON:
        return hour
    if kinds & {"written", "clock", "h"} and "said" not in kinds:
        return hour + NOON if hour < WRITTEN else hour
    return hour + NOON if hour * HOUR + said.minute < SPOKEN * HOUR else hour


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
    """Return the kind of each phrase, and which weekday, hour or number of minutes it is."""
    found: dict[str, tuple[str, str]] = {}
    for section, kind in (("clock_minutes", "minutes"), ("clock_hours", "said"), ("clock_at", "said_at"),
                          ("clock_before", "to"), ("clock_after", "past")):  # fmt: skip
        for number, ways in others(section).items():
            found |= {_phrase(way): (kind, number) for way in ways}
    for language in languages():
        for day, name in calendar_names(language, "days"):
            word = unaccented(name.casefold()).strip(".")
            if is_small(word):  # German "Di" is also what Italians call "of"
                continue
            found |= {_phrase(word): ("weekday", str(day)), f"{_phrase(word)}s": ("weekday", str(day))}
    for number, ways in others("weekdays").items():
        found |= {_phrase(way): ("weekday", number) for way in ways}
    for kind, ways in others("moments").items():
        found |= {_phrase(way): (kind, "") for way in ways if kind != "part"}
    return found


def _phrase(way: str) -> str:
    return " ".join(re.sub(r"[\s'’-]+", " ", unaccented(way.casefold())).split())
