"""Release leases once their work has ended; work that has not is logged in one line a round."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable

from bot.cluster.held_leases import HeldLeases
from bot.core.services.ownership import Release
from data.coordination import LeaseKey
from data.errors import StoreError

_log = logging.getLogger(__name__)

RELEASING = 4.0
"""Seconds that the work under a lease has to end before the lease is released."""
NAMED = 3
"""How many leases the log names for each kind of unfinished work."""


class GivingBack:
    """The leases of this process that are being released."""

    def __init__(self, held: HeldLeases, free: Callable[[LeaseKey, int], Awaitable[None]]) -> None:
        """Call `free` with a lease and its fencing token once its work has ended."""
        self._held = held
        self._free = free
        self._releases: dict[str, list[tuple[Release, str]]] = {}
        self._giving: dict[LeaseKey, asyncio.Task[None]] = {}

    def releasing(self, group: str, release: Release, what: str) -> None:
        """Await `release` with each lease of a group first; the log calls what it ends `what`."""
        self._releases.setdefault(group, []).append((release, what))

    def give(self, leases: Iterable[LeaseKey]) -> None:
        """Start no new work under some leases, and release each as soon as possible."""
        going = [lease for lease in leases if lease not in self._giving]
        together = _Round([lease.name for lease in going])
        for lease in going:
            self._held.leave(lease)
            self._giving[lease] = asyncio.create_task(self._give(lease, together))

    async def done(self) -> None:
        await asyncio.gather(*self._giving.values(), return_exceptions=True)

    async def stop(self) -> None:
        """Give up; the leases expire."""
        for task in tuple(self._giving.values()):
            task.cancel()
        await self.done()

    async def _give(self, lease: LeaseKey, together: _Round) -> None:
        try:
            releases = self._releases.get(lease.group, ())
            await asyncio.gather(*(_ended(lease, release, what, together) for release, what in releases))
            fencing_token = self._held.fencing_tokens.get(lease)
            if fencing_token is not None:
                await self._free(lease, fencing_token)
        except StoreError as error:
            _log.info("%s cannot be released now: %s", lease.name, error)
        finally:
            self._held.drop(lease)
            del self._giving[lease]
            together.given(lease.name)


class _Round:
    """Leases that are released together."""

    def __init__(self, leases: Collection[str]) -> None:
        self._count = len(leases)
        self._left = set(leases)
        self._unfinished: dict[str, list[str]] = {}

    def unfinished(self, lease: str, what: str) -> None:
        """Note work under a lease that did not end, or failed."""
        self._unfinished.setdefault(what, []).append(lease)

    def given(self, lease: str) -> None:
        """Note that a lease is released; after the last one, log the unfinished work."""
        self._left.discard(lease)
        if self._left or not self._unfinished:
            return
        told = "; ".join(f"{what} ({_some(sorted(leases))})" for what, leases in self._unfinished.items())
        count = f"{self._count} leases are" if self._count > 1 else "1 lease is"
        _log.warning("%s released with unfinished work after %g s: %s", count, RELEASING, told)


def _some(leases: list[str]) -> str:
    more = f" and {len(leases) - NAMED} more" if len(leases) > NAMED else ""
    return ", ".join(leases[:NAMED]) + more


async def _ended(lease: LeaseKey, release: Release, what: str, together: _Round) -> None:
    """Wait for work to end, with a limit: people cannot play under a lease that nobody holds."""
    try:
        async with asyncio.timeout(RELEASING):
            await release(lease.name)
    except TimeoutError:
        together.unfinished(lease.name, what)
    except Exception as error:  # noqa: BLE001 - logged; the lease is released anyway
        together.unfinished(lease.name, f"{what}: {type(error).__name__}: {error}")
