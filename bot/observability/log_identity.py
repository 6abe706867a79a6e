"""Tell in each line of the log which process wrote it, where several serve one database, and what it held."""

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
        """Tell this name from now on, and how many leases of each group the process holds then."""
        self._name, self._leases = name, leases

    def __call__(self, _: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """Add what is known to a record."""
        if self._name:
            counts = Counter(lease.rpartition("/")[0] for lease in self._leases())
            event["process"] = self._name
            event["leases"] = " ".join(f"{group}:{count}" for group, count in sorted(counts.items())) or "none"
        return event


IDENTITY = LogIdentity()
"""That of this process."""
