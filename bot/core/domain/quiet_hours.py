"""A person's quiet hours: no calls from daily games then."""

from __future__ import annotations

from math import floor

from bot.core.domain.person_settings import PersonSettings

HOUR, DAY = 3600, 86400


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
