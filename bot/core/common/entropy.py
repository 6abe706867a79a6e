"""Provide random bytes for seeds and codes: from the machine, or from a seed for demonstrations."""

from __future__ import annotations

import random
from collections.abc import Callable

Entropy = Callable[[int], bytes]
"""Returns this number of unpredictable bytes."""


def seeded(seed: str) -> Entropy:
    """Return a source of bytes that are the same in every process with this seed. Never for real games."""
    return random.Random(f"palmares {seed}").randbytes  # noqa: S311
