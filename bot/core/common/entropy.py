"""Where seeds and codes come from: the machine, or for demonstrations a seed."""

from __future__ import annotations

import random
from collections.abc import Callable

Entropy = Callable[[int], bytes]
"""So many unforeseeable bytes."""


def seeded(seed: str) -> Entropy:
    """Return a source of bytes that are the same in every process with this seed: never for real games."""
    return random.Random(f"palmares {seed}").randbytes  # noqa: S311
