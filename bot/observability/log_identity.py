"""Add to each log line the process and its number of leases, if several processes serve one database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, MutableMapping, Sequence
from typing import Any


class LogIdentity:
    """A processor of log records; it adds nothing until the process has a name."""

    def __init__(self) -> None:
        self._name = ""
        self._leases: Callable[[], Sequence[str]] = tuple

    def use(self, name: str, leases: Callable[[], Sequence[str]]) -> None:
        """Add this name from now on, with the number of leases held by group."""
        self._name, self._leases = name, leases

    def __call__(self, _: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        if self._name:
            counts = Counter(lease.rpartition("/")[0] for lease in self._leases())
            event["process"] = self._name
            event["leases"] = " ".join(f"{group}:{count}" for group, count in sorted(counts.items())) or "none"
        return event


IDENTITY = LogIdentity()
"""The identity of this process."""
