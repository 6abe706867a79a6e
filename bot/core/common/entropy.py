"""Provide random bytes for seeds and codes: from the machine, or from a seed for demonstrations."""

from __future__ import annotations

import random
from collections.abc import Callable

Entropy = Callable[[int], bytes]
"""Returns this number of unpredictable bytes."""


class Demonstration:
    """Bytes that follow from a known seed: the same in each chat at every start, whatever other chats do."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._chats: dict[object, Entropy] = {}

    def of(self, chat: object) -> Entropy:
        """Return the source of a chat, which continues until the process ends."""
        return self._chats.setdefault(chat, seeded(f"{self._seed} {chat}"))


def seeded(seed: str) -> Entropy:
    """Return a source of bytes that are the same in every process with this seed. Never for real games."""
    return random.Random(f"palmares {seed}").randbytes  # noqa: S311
