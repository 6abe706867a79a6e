"""Share out the leases of a group evenly among the processes that serve it."""

from __future__ import annotations

from collections.abc import Mapping


def unfair(count: int, held: Mapping[str, int]) -> tuple[frozenset[str], frozenset[str]]:
    """Return which processes that serve a group of `count` leases must hold more, and which fewer."""
    fair = {name: wanted(name, count, held) for name in held}
    return (
        frozenset(name for name, has in held.items() if has < fair[name]),
        frozenset(name for name, has in held.items() if has > fair[name]),
    )


def wanted(process: str, count: int, held: Mapping[str, int]) -> int:
    """Return how many of `count` leases a process must hold; `held` has the number of each process that serves them.

    All get the same; the rest goes, one each, to those who hold most, so that few change hands. Others get none.
    """
    if process not in held:
        return 0
    each, over = divmod(count, len(held))
    ranks = sorted(held, key=lambda name: (-held[name], name))
    return each + (ranks.index(process) < over)
