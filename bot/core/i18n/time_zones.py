"""Time zones: by IANA name, with daylight saving, or by a fixed offset from UTC."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, available_timezones

from babel.core import get_global

from bot.core.i18n.names import is_auto
from bot.core.i18n.refusal import not_a_choice
from bot.core.i18n.spelling import folded
from bot.core.messages.content import Part, Screen, Style, Text

_DISTANCE = re.compile(r"([+-]?)([0-9]{1,2})(?::?([0-5][0-9]))?", re.ASCII)
FURTHEST = 14 * 60
"""The largest offset from UTC in minutes, to either side."""
_SAMPLES = ("Europe/Madrid", "+1", "-3:30")
"""Zones as people write them."""


def read_zone(word: str) -> str | None:
    """Return a zone as stored, `Europe/Madrid` or `+1:30`; None for an unknown name.

    The name's last part is enough if only one zone has it: `madrid`, `new york`.
    """
    word = " ".join(word.split())
    minutes = _minutes(word)
    if minutes is not None:
        return zone_word(minutes)
    return _names().get(folded(word)) or _cities().get(folded(word))


def chosen_zone(word: str, command: str) -> str | None:
    """Return the zone given to a command as stored; None for `off` and `auto`. Raises Refusal."""
    if is_auto(word):
        return None
    zone = read_zone(word)
    if zone is None:
        raise not_a_choice("zone", _SAMPLES, word, command)
    return zone


def is_zone(word: str) -> bool:
    """Return whether a word can only be a zone: a bare number may be anything."""
    return not word.isdecimal() and read_zone(word) is not None


def zones_like(typed: str, locale: str | None) -> list[str]:
    """Return the zones with a part that is spelled like this; else those of a locale's country."""
    wanted = folded(typed)
    if not wanted:
        return _zones_of(locale)
    former: Mapping[str, str] = get_global("zone_aliases")
    spelled = [name for key, name in sorted(_names().items()) if wanted in key and "/" in name and name not in former]
    cities = [name for name in spelled if folded(name.rpartition("/")[2]).startswith(wanted)]
    return list(dict.fromkeys((*cities, *spelled)))


def _zones_of(locale: str | None) -> list[str]:
    """Return the zones of a locale's country: of `es-ES` those of Spain, of `it` those of Italy."""
    tag = (locale or "").replace("-", "_")
    likely: Mapping[str, str] = get_global("likely_subtags")
    territories: Mapping[str, list[str]] = get_global("territory_zones")
    return list(territories.get(likely.get(tag, tag).rpartition("_")[2], ()))


def zone_of(stored: str) -> tzinfo:
    """Return the zone of a stored name; UTC for one that this machine does not know."""
    minutes = _minutes(stored)
    if minutes is not None:
        return timezone(timedelta(minutes=minutes))
    return _loaded(stored)


def zone_word(minutes: int) -> str:
    """Return an offset in minutes as `+1`, `-3:30`."""
    hours, rest = divmod(abs(minutes), 60)
    return f"{'-' if minutes < 0 else '+'}{hours}" + (f":{rest:02}" if rest else "")


def moment(at: float, *, exact: bool = False, zone: tzinfo = UTC) -> Part:
    """Return a time (Unix seconds) as a part, with its zone; `exact` for seconds instead of the day."""
    local = datetime.fromtimestamp(at, UTC).astimezone(zone)
    text = local.strftime("%H:%M:%S" if exact else "%Y-%m-%d %H:%M")
    name = local.tzname() or ""
    named = name if name and name[0] not in "+-" and not name.startswith("UTC") else _distance(local)
    return Part(f"{text} {named}", Style.STRONG, moment=at, exact=exact)


def in_zone(screen: Screen, zone: tzinfo) -> Screen:
    """Return a screen with its times in a zone; the same screen if it has none."""
    text = text_in_zone(screen.text, zone)
    return screen if text is screen.text else replace(screen, text=text)


def text_in_zone(text: Text, zone: tzinfo) -> Text:
    """Return a text with its times in a zone; the same text if it has none."""
    if all(part.moment is None for line in text.lines for part in line):
        return text
    return Text(tuple(tuple(_told(part, zone) for part in line) for line in text.lines))


def _told(part: Part, zone: tzinfo) -> Part:
    if part.moment is None:
        return part
    return part._replace(text=moment(part.moment, exact=part.exact, zone=zone).text)


def _distance(local: datetime) -> str:
    offset = local.utcoffset() or timedelta()
    return f"UTC{zone_word(round(offset.total_seconds() / 60))}" if offset else "UTC"


def _minutes(word: str) -> int | None:
    """Read `+1` or `UTC-3:30` as minutes; None for other words."""
    found = _DISTANCE.fullmatch(word.strip().upper().removeprefix("UTC"))
    if found is None:
        return None
    minutes = int(found[2]) * 60 + int(found[3] or 0)
    return None if minutes > FURTHEST else -minutes if found[1] == "-" else minutes


@lru_cache(maxsize=256)
def _loaded(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # ZoneInfoNotFoundError is a KeyError
        return UTC


@cache
def _names() -> dict[str, str]:
    return {folded(name): name for name in available_timezones()}


@cache
def _cities() -> dict[str, str]:
    """Return zones by the last part of their names, if that is unique."""
    found: dict[str, set[str]] = {}
    for name in available_timezones():
        area, _, city = name.rpartition("/")
        if area and area.partition("/")[0] not in ("Etc", "SystemV", "US", "posix", "right"):
            found.setdefault(folded(city), set()).add(name)
    return {city: min(names, key=len) for city, names in found.items() if len(names) == 1}
