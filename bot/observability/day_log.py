"""Log each hour how much was played, by how many people, and which errors occurred; never by whom."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence

from bot.core.common.clock import Clock
from bot.core.messages.metrics import Metrics, NoMetrics
from data.records import PersonKey

_log = logging.getLogger(__name__)

EVERY = 3600.0
KINDS = 50
"""How many kinds of errors are counted separately; one more has the rest."""
PEOPLE = 100_000
"""How many people are counted in an hour."""


class ErrorTally(logging.Handler):
    """Counts the logged warnings and errors, by kind."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.counts: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Count a record by its error's class, or, without one, by its level."""
        values = record.args if isinstance(record.args, tuple) else ()
        errors = [record.exc_info[1] if record.exc_info else None, *values]
        kinds = [type(error).__name__ for error in errors if isinstance(error, BaseException)]
        kind = kinds[0] if kinds else record.levelname.lower()
        self.counts[kind if kind in self.counts or len(self.counts) < KINDS else "others"] += 1


class DayLog:
    """Counts what happens, for a line an hour, and passes it on."""

    def __init__(self, errors: ErrorTally, others: Metrics | None = None) -> None:
        self._errors = errors
        self._others = others or NoMetrics()
        self._counts: Counter[str] = Counter()
        self._people: set[PersonKey] = set()
        self._seen: Counter[str] = Counter(errors.counts)
        self._serving: Callable[[], Sequence[str]] = tuple

    def watch(self, serving: Callable[[], Sequence[str]]) -> None:
        """Add to each line the parts of platforms that `serving` returns."""
        self._serving = serving

    def acted(self, kind: str, platform: str, began: float, ended: float, *, table: str | None) -> None:
        self._counts[f"{platform} {kind}"] += 1
        self._others.acted(kind, platform, began, ended, table=table)

    def met(self, person: PersonKey) -> None:
        """Count a person, once an hour."""
        if len(self._people) < PEOPLE:
            self._people.add(person)
        self._others.met(person)

    def refused(self, kind: str, platform: str) -> None:
        self._counts["refused"] += 1
        self._others.refused(kind, platform)

    def called(self, platform: str, call: str, outcome: str) -> None:
        if outcome != "ok":
            self._counts[f"{platform} calls {outcome}"] += 1
        self._others.called(platform, call, outcome)

    def shown(self, table: str, now: float) -> None:
        """Pass on the figures of a shown board."""
        self._others.shown(table, now)

    async def run(self, clock: Clock) -> None:
        """Log each hour until cancelled."""
        while True:
            await clock.sleep(EVERY)
            self.tell()

    def tell(self) -> None:
        """Log what has happened since the last line, if anything has, and reset the counts."""
        errors = self._errors.counts - self._seen
        if self._counts or errors:
            _log.info(
                "since the last such line: %d people; %s; errors: %s%s",
                len(self._people),
                _listed(self._counts) or "nothing done",
                _listed(errors) or "none",
                "".join(f"; {line}" for line in self._serving()),
            )
        self._counts.clear()
        self._people.clear()
        self._seen = Counter(self._errors.counts)


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
