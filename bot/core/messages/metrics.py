"""The interface for counting what happens."""

from __future__ import annotations

from typing import Protocol

from data.records import PersonKey


class Metrics(Protocol):
    """Counts what happens. Times are the clock's, in seconds."""

    def acted(self, kind: str, platform: str, began: float, ended: float, *, table: str | None) -> None:
        """Count an accepted `press` or `command`; any change is stored."""

    def met(self, person: PersonKey) -> None:
        """Record a person whose action was accepted."""

    def refused(self, kind: str, platform: str) -> None:
        """Count a `press` or `command` that was refused."""

    def called(self, platform: str, call: str, outcome: str) -> None:
        """Count a platform call: `ok`, `gone`, `later`, `barred` or `failed`."""

    def shown(self, table: str, now: float) -> None:
        """Count an updated board."""


class NoMetrics:
    """Counts nothing."""

    def acted(self, kind: str, platform: str, began: float, ended: float, *, table: str | None) -> None:
        """Count nothing."""

    def met(self, person: PersonKey) -> None:
        """Count nothing."""

    def refused(self, kind: str, platform: str) -> None:
        """Count nothing."""

    def called(self, platform: str, call: str, outcome: str) -> None:
        """Count nothing."""

    def shown(self, table: str, now: float) -> None:
        """Count nothing."""
