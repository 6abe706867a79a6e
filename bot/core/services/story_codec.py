"""Store stories as compact JSON, in the options of their tables."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from bot.core.domain.story import Story, Told
from bot.core.games.commentary import Find

FORMAT = 1
WORDINGS = 256
"""More than a kind has wordings: what a wording's number is above them is the luck."""
BYTES = 4096
"""The limit on a stored story."""


def story_text(story: Story) -> str:
    """Return the story as compact JSON."""
    story = story.stored
    ring = [[each.ply, each.turn, each.wording + WORDINGS * each.luck, *_entry(each.find)] for each in story.told]
    stored = [FORMAT, story.plies, story.turn, story.since, ring, story.times, story.memory]
    return json.dumps(stored, separators=(",", ":"))


def _entry(find: Find) -> list[Any]:
    return [find.kind, find.seat, find.others, find.n, find.m]


def read_story(text: object) -> Story | None:
    """Return a stored story; None for a corrupt or foreign value."""
    if not isinstance(text, str) or len(text) > BYTES:
        return None
    with suppress(ValueError, TypeError, AttributeError, KeyError, RecursionError):
        version, plies, turn, since, ring, times, memory = json.loads(text)
        told = tuple(
            Told(
                _int(ply),
                _int(at),
                _int(wording) % WORDINGS,
                Find(_str(kind), _int(seat), _ints(others), _int(n), _int(m)),
                _int(wording) // WORDINGS,
            )
            for ply, at, wording, kind, seat, others, n, m in ring
        )
        counts = {
            _str(kind): (_int(count), _int(last), _int(wording)) for kind, (count, last, wording) in times.items()
        }
        notes = {_str(name): _ints(values) for name, values in memory.items()}
        if version == FORMAT:
            return Story(_int(plies), _int(turn), _int(since), told, counts, notes)
    return None


def _int(value: object) -> int:
    if type(value) is not int or not -1 << 31 < value < 1 << 31:
        raise TypeError
    return value


def _ints(values: Iterable[object]) -> tuple[int, ...]:
    return tuple(map(_int, values))


def _str(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value
