"""Make films of games in a separate process, so that play goes on and failures stay there."""

from __future__ import annotations

import asyncio
import sys

from bot.child_processes import environment, give_way, kill
from render.content.film_order import FilmOrder
from render.films.film import media_types

LONGEST = 120.0
"""Seconds after which an unfinished film is given up."""


class FilmFailed(Exception):
    """The film could not be made; the text is the worker's message, for the log."""


class FilmWorker:
    """Makes one film at a time; the others wait."""

    def __init__(self, longest: float = LONGEST) -> None:
        self.kinds = media_types()
        """The media types available here."""
        self._longest = longest
        self._bench = asyncio.Semaphore(1)

    async def __call__(self, order: FilmOrder) -> bytes:
        """Make a film; raises FilmFailed. Cancelling it ends the worker."""
        async with self._bench:
            try:
                worker = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-P", "-m", "render.films.order"),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.PIPE,
                    env=environment(),
                )
            except OSError as error:
                raise FilmFailed(f"no process could be started: {error}") from error
            give_way(worker.pid)
            try:
                async with asyncio.timeout(self._longest):
                    film, complaint = await worker.communicate(order.packed())
            except TimeoutError:
                raise FilmFailed(f"not ready after {self._longest:g} s") from None
            finally:
                if worker.returncode is None:
                    kill(worker)
                    await worker.wait()
        if worker.returncode:
            raise FilmFailed(complaint.decode(errors="replace").strip()[-500:] or f"status {worker.returncode}")
        return film
