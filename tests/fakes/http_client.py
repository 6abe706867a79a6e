"""Ask a running bot over HTTP, as a watcher does."""

from __future__ import annotations

import asyncio
from urllib.error import HTTPError
from urllib.request import urlopen


async def asked(address: str) -> tuple[int, str]:
    """Ask a door; return its status and answer."""

    def ask() -> tuple[int, str]:
        try:
            with urlopen(address) as answer:  # noqa: S310
                return answer.status, answer.read().decode()
        except HTTPError as error:
            with error:
                return error.code, error.read().decode()

    return await asyncio.to_thread(ask)
