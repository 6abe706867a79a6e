"""Work that is done again and again beside play, as long as the program runs."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.core.common.clock import Clock
from data.errors import StoreError

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Recurring:
    """A look at what is to be done, and the seconds from the end of one to the next."""

    seconds: float
    look: Callable[[], Awaitable[object]]

    async def run(self, clock: Clock) -> None:
        """Look for ever; for a task of its own. Nobody waits for it, so what goes wrong is logged, and it goes on."""
        while True:
            await clock.sleep(self.seconds)
            try:
                await self.look()
            except StoreError as error:
                _log.warning("the store does not answer: %s", error)
            except Exception:  # noqa: BLE001 - logged; it must not end the program
                _log.exception("what is done again and again cannot be done now")
