"""A person's quiet hours: when daily games leave them in peace."""

from __future__ import annotations

from math import floor

from bot.core.domain.person_settings import PersonSettings

HOUR, DAY = 3600, 86400


def quiet_stretch(settings: PersonSettings, moment: float) -> tuple[int, int] | None:
    """Return from when to when the quiet hours last that a moment falls into; None if it does not.

    All are in Unix seconds. Their clock is that of the moment, also where it is changed in the same night.

    The first second belongs to them, the last moment does not. Hours that begin as they end are none.
    """
    if settings.quiet_from is None or settings.quiet_to is None or settings.quiet_from == settings.quiet_to:
        return None
    second = floor(moment)
    since = (second + settings.ahead(second) - settings.quiet_from * HOUR) % DAY
    lasts = (settings.quiet_to - settings.quiet_from) % 24 * HOUR
    return (second - since, second - since + lasts) if since < lasts else None


def after_quiet(settings: PersonSettings, moment: float) -> float:
    """Return the moment, or the end of the quiet hours that it falls into, in Unix seconds."""
    stretch = quiet_stretch(settings, moment)
    return moment if stretch is None else stretch[1]
