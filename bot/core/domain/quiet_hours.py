"""A person's quiet hours: no calls from daily games then."""

from __future__ import annotations

from dataclasses import replace
from math import floor

from bot.core.domain.chat_settings import settings_of
from bot.core.domain.person_settings import PersonSettings, person_settings
from bot.core.domain.table import Table
from data.records import PersonKey
from data.store import Store

HOUR, DAY = 3600, 86400
NIGHT = (23, 8)
"""The quiet hours that somebody without any has in a game of the day."""


def quiet_stretch(settings: PersonSettings, moment: float) -> tuple[int, int] | None:
    """Return the start and end of the quiet hours around a moment; None outside of them.

    All are in Unix seconds. The zone's offset is that of the moment, even if the clocks change in the same night.

    The start belongs to the quiet hours, the end does not. Hours with the same start and end are none.
    """
    if settings.quiet_from is None or settings.quiet_to is None or settings.quiet_from == settings.quiet_to:
        return None
    second = floor(moment)
    since = (second + settings.ahead(second) - settings.quiet_from * HOUR) % DAY
    lasts = (settings.quiet_to - settings.quiet_from) % 24 * HOUR
    return (second - since, second - since + lasts) if since < lasts else None


def after_quiet(settings: PersonSettings, moment: float) -> float:
    """Return the moment, or the end of the quiet hours around it, in Unix seconds."""
    stretch = quiet_stretch(settings, moment)
    return moment if stretch is None else stretch[1]


def after_waking(settings: PersonSettings, moment: float, seconds: float) -> float:
    """Return when a number of seconds outside of quiet hours have passed, in Unix seconds."""
    at, left = after_quiet(settings, moment), seconds
    while (awake := _awake(settings, at)) is not None and awake < left:
        left -= awake
        at = after_quiet(settings, at + awake)
    return at + left


def _awake(settings: PersonSettings, moment: float) -> float | None:
    """Return how many seconds after a waking moment the next quiet hours begin; None if never."""
    if settings.quiet_from is None or settings.quiet_from == settings.quiet_to:
        return None
    return (settings.quiet_from * HOUR - moment - settings.ahead(moment)) % DAY


async def sleeper_settings(store: Store, table: Table, sleeper: PersonKey | None) -> PersonSettings:
    """Return the settings of a table's `sleeper`, or the defaults; raises StoreError.

    In a game of the day everybody has a night: by their own clock if it is known, else by the chat's.
    """
    if sleeper is None:
        return PersonSettings()
    settings = await person_settings(store, sleeper)
    if not table.clock.is_of_day or settings.quiet_from is not None:
        return settings
    zone = (await settings_of(store, table.chat)).zone or "" if settings.clock is None else settings.place
    return replace(settings, quiet_from=NIGHT[0], quiet_to=NIGHT[1], place=zone)
