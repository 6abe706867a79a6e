"""What is counted, whoever counts it."""

from __future__ import annotations

from typing import Protocol

from data.records import PersonKey


class Metrics(Protocol):
    """Takes note of what happens. Times are the clock's, in seconds."""

    def acted(self, kind: str, platform: str, began: float, ended: float, *, table: str | None) -> None:
        """A `press` or `command` was accepted; what it changed, if anything, is stored."""

    def met(self, person: PersonKey) -> None:
        """Somebody did something that was accepted."""

    def refused(self, kind: str, platform: str) -> None:
        """A `press` or `command` was refused."""

    def called(self, platform: str, call: str, outcome: str) -> None:
        """A platform was called: `ok`, `gone`, `later`, `barred` or `failed`."""

    def shown(self, table: str, now: float) -> None:
        """A board was brought up to date."""


class NoMetrics:
    """Nobody counts."""

    def acted(self, kind: str, platform: str, began: float, ended: float, *, table: str | None) -> None:
        """Ignored."""

    def met(self, person: PersonKey) -> None:
        """Ignored."""

    def refused(self, kind: str, platform: str) -> None:
        """Ignored."""

    def called(self, platform: str, call: str, outcome: str) -> None:
        """Ignored."""

    def shown(self, table: str, now: float) -> None:
        """Ignored."""
