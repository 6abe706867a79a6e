"""Paces that people type, as they are stored."""

from __future__ import annotations

from contextlib import suppress

from bot.core.domain.tempo import tempo_named
from bot.core.domain.time_control import TimeControl
from bot.core.i18n.refusal import Refusal


def pace(text: str) -> str:
    """Return a pace as it is stored, however it was written; one that is refused later stays."""
    with suppress(Refusal):
        return str(tempo_named(text) or TimeControl.parse(text))
    return text
