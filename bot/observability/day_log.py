"""Tell whoever hosts the bot how its hours go: how much is played, by how many, what went wrong; never by whom."""

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
"""How many kinds of errors are told apart; the rest is one more."""
PEOPLE = 100_000
"""How many people of an hour are told apart."""


class ErrorTally(logging.Handler):
    """Counts the warnings and errors that are logged, by what went wrong."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.counts: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Count a record by the name of its error's class, or, without one, of the level."""
        values = record.args if isinstance(record.args, tuple) else ()
        errors = [record.exc_info[1] if record.exc_info else None, *values]
        kinds = [type(error).__name__ for error in errors if isinstance(error, BaseException)]
        kind = kinds[0] if kinds else record.levelname.lower()
        self.counts[kind if kind in self.counts or len(self.counts) < KINDS else "others"] += 1


class DayLog:
    """Takes note of what happens, for a line an hour, and hands it on."""

    def __init__(self, errors: ErrorTally, others: Metrics | None = None) -> None:
        self._errors = errors
        self._others = others or NoMetrics()
        self._counts: Counter[str] = Counter()
        self._people: set[PersonKey] = set()
        self._seen: Counter[str] = Counter(errors.counts)
        self._serving: Callable[[], Sequence[str]] = tuple

    def watch(self, serving: Callable[[], Sequence[str]]) -> None:
        """Tell with each line which part of the platforms is this process's, as `serving` says it."""
        self._serving = serving

    def acted(self, kind: str, platform: str, began: float, ended: float, *, table: str | None) -> None:
        """Count a press or command."""
        self._counts[f"{platform} {kind}"] += 1
        self._others.acted(kind, platform, began, ended, table=table)

    def met(self, person: PersonKey) -> None:
        """Count somebody, once in the time that is told of."""
        if len(self._people) < PEOPLE:
            self._people.add(person)
        self._others.met(person)

    def refused(self, kind: str, platform: str) -> None:
        """Count a refusal."""
        self._counts["refused"] += 1
        self._others.refused(kind, platform)

    def called(self, platform: str, call: str, outcome: str) -> None:
        """Count a call of a platform by its outcome."""
        if outcome != "ok":
            self._counts[f"{platform} calls {outcome}"] += 1
        self._others.called(platform, call, outcome)

    def shown(self, table: str, now: float) -> None:
        """Hand the figures of a shown board on."""
        self._others.shown(table, now)

    async def run(self, clock: Clock) -> None:
        """Tell of each hour until cancelled."""
        while True:
            await clock.sleep(EVERY)
            self.tell()

    def tell(self) -> None:
        """Log what has happened since this was last asked, if anything has, and begin anew."""
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
