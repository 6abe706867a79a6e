"""Log and skip an event that the library cannot read, which would otherwise end the connection.

discord.py indexes fields that Discord may leave out (a thread without `owner_id`). What its parsers raise goes
through the shard's worker to `Client.connect`, which then ends.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, MutableMapping
from typing import Any

from bot.core.common.clock import Clock

_log = logging.getLogger(__name__)

NEEDED = ("READY", "RESUMED")
"""Events that a session needs: if one of them cannot be read, the shard reconnects."""
QUIET = 60.0
"""Seconds in which an unreadable event of one kind is logged once."""

Parser = Callable[[Any], None]


def skip_unreadable(parsers: MutableMapping[str, Parser], clock: Clock) -> None:
    """Replace the library's parsers, by event type, with ones that raise nothing."""
    for event, parse in tuple(parsers.items()):
        if event not in NEEDED:
            parsers[event] = _guarded(event, parse, clock)


def _guarded(event: str, parse: Parser, clock: Clock) -> Parser:
    quiet_until = 0.0

    def guarded(data: Any) -> None:
        nonlocal quiet_until
        try:
            parse(data)
        except Exception as error:  # noqa: BLE001 - the next event may be a press
            if clock.now() >= quiet_until:
                quiet_until = clock.now() + QUIET
                _log.warning(
                    "an event that cannot be read was skipped: %s: %s: %s", event, type(error).__name__, error
                )

    return guarded
