"""Count what the HTTP ports refuse, and log each kind at most once a minute: strangers must not fill the log."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from enum import StrEnum
from time import monotonic

EVERY = 60.0
"""Seconds between two lines about one kind at one port."""
_log = logging.getLogger(__name__)


class Kind(StrEnum):
    """Why a request or a connection is refused."""

    HEAD = "head"
    """A request line or header that is not HTTP."""
    BODY = "body"
    """A body that cannot be read."""
    ENCODING = "encoding"
    """A compressed body, which our clients never send."""
    TOO_LARGE = "too_large"
    LATE = "late"
    """A body that does not arrive in time."""
    SECRET = "secret"  # noqa: S105 - a name
    FRAME = "frame"
    """A WebSocket frame that our page never sends."""
    SLOW = "slow"
    """A connection that does not read what is sent."""
    FULL = "full"
    """A connection beyond the limits."""
    NO_RESOURCES = "no_resources"
    """A connection for which the system has no file descriptor or no memory."""


_OURS = (Kind.FULL, Kind.NO_RESOURCES)
"""What the operator can change, logged as a warning. The rest is the client's fault, logged as info."""


class Refusals:
    """Count refusals by port and kind, so the number of counters is fixed."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.counts = Counter[tuple[str, Kind]]()
        self._now = now
        self._logged: dict[tuple[str, Kind], tuple[float, int]] = {}

    def count(self, port: str, kind: Kind, detail: object = "") -> None:
        """Count a refusal, and log it if the last line about its kind is a minute old."""
        key = port, kind
        self.counts[key] += 1
        when, counted = self._logged.get(key, (float("-inf"), 0))
        if self._now() < when + EVERY:
            return
        self._logged[key] = self._now(), self.counts[key]
        level = logging.WARNING if kind in _OURS else logging.INFO
        since = self.counts[key] - counted
        why = f"{kind.value} ({detail})" if detail else kind.value
        _log.log(level, "%s port refuses: %s, %d since the last such line", port, why, since)


REFUSALS = Refusals()
"""The refusals of all ports of this process."""
