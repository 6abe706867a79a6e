"""What is counted, whoever counts it."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from bot.core.messages.requests import Press, Request
from data.records import PersonKey

UNTIMED: AbstractContextManager[None] = nullcontext()
"""For whoever times nothing."""


class Metrics(Protocol):
    """Takes note of what happens. Times are the clock's, in seconds."""

    def span(self, name: str, platform: str, about: Request | Press | None = None) -> AbstractContextManager[None]:
        """Time what is done inside: the press or command that it is `about`, or else a part of one."""

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

    def span(
        self,
        name: str,  # noqa: ARG002 - nobody asks
        platform: str,  # noqa: ARG002
        about: Request | Press | None = None,  # noqa: ARG002
    ) -> AbstractContextManager[None]:
        """Do nothing around it."""
        return UNTIMED

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
