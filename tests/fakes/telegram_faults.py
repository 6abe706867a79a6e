"""Say how a call of the imitated Bot API fails."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Fault:
    """How a call fails: with a status, or else without an answer. `done`: what was asked is done all the same."""

    status: int = 0
    words: str = ""
    parameters: dict[str, Any] = field(default_factory=dict)
    hang: bool = False
    done: bool = False


CUT = Fault()
CUT_AFTER = Fault(done=True)
HANG = Fault(hang=True)
BROKEN = Fault(500, "Internal Server Error")


def flood(seconds: int) -> Fault:
    """429."""
    return Fault(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})


class Failed(Exception):
    """A call that goes wrong."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.words)
        self.fault = fault
