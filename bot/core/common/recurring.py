"""Work repeated in the background while the program runs."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.core.common.clock import Clock
from data.errors import StoreError

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Recurring:
    """Repeated work, and the pause in seconds after each run."""

    seconds: float
    look: Callable[[], Awaitable[object]]

    async def run(self, clock: Clock) -> None:
        """Repeat the work until cancelled; errors are logged and don't end it."""
        while True:
            await clock.sleep(self.seconds)
            try:
                await self.look()
            except StoreError as error:
                _log.warning("the store does not answer: %s", error)
            except Exception:  # noqa: BLE001 - logged; it must not end the program
                _log.exception("recurring work failed")
