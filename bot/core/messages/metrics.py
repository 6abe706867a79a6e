"""What is counted, whoever counts it."""

from __future__ import annotations

from typing import Protocol

from data.records import PersonKey


class Metrics(Protocol):
    """Takes note of what happens. Times are the clock's, in seconds."""

    def acted(self, kind: str, platform: str, began: float, ended: float, *, table: str | None) -> None:
        """Count a `press` or `command` that was accepted; what it changed, if anything, is stored."""

    def met(self, person: PersonKey) -> None:
        """Note somebody who did something that was accepted."""

    def refused(self, kind: str, platform: str) -> None:
        """Count a `press` or `command` that was refused."""

    def called(self, platform: str, call: str, outcome: str) -> None:
        """Count a call of a platform: `ok`, `gone`, `later`, `barred` or `failed`."""

    def shown(self, table: str, now: float) -> None:
        """Count a board that was brought up to date."""


class NoMetrics:
    """Nobody counts."""

    def acted(self, kind: str, platform: str, began: float, ended: float, *, table: str | None) -> None:
        """Count a `press` or `command` that was accepted; what it changed, if anything, is stored."""

    def met(self, person: PersonKey) -> None:
        """Note somebody who did something that was accepted."""

    def refused(self, kind: str, platform: str) -> None:
        """Count a `press` or `command` that was refused."""

    def called(self, platform: str, call: str, outcome: str) -> None:
        """Count a call of a platform: `ok`, `gone`, `later`, `barred` or `failed`."""

    def shown(self, table: str, now: float) -> None:
        """Count a board that was brought up to date."""
