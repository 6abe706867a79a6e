"""Describes a moving board as a document: the same movements that a video shows, as tracks of sprites."""

from __future__ import annotations

from typing import Any

from render.content.unseen import Unseen
from render.films.pace import TICK, Paced, paced
from render.films.story import beats_of
from render.layers.document import Document
from render.picture import poses, standing

MOVE = 600
"""The most milliseconds of a piece's move."""
CROWNED = 1200
"""The milliseconds for which a board with a winner's crown rests before the result takes its place."""
_TICK = 10 * TICK
"""The milliseconds of a tick."""


def describe_motion(unseen: Unseen, longest: float) -> bytes | None:
    """Describe a board that moves for at most `longest` seconds and then rests; None if nothing moves. Thread-safe.

    The same input always gives the same bytes.
    """
    beats = paced(list(beats_of(unseen)), int(100 * longest / TICK))
    if not beats:
        return None
    document, end = Document(), standing(unseen.end).layers()
    rest = document.standing(end)
    film: list[list[Any]] = []
    for beat in beats:
        film += _scenes(document, beat)
    if unseen.end.places:
        film.append([CROWNED, rest, []])
    return document.written(end, rest, film)


def _scenes(document: Document, paced_beat: Paced) -> list[list[Any]]:
    """Return a beat's scene, and that of its end while it rests."""
    beat, length, rest = paced_beat
    ground = document.standing(standing(beat.at(0.5).standing()).layers())
    tracks = document.tracks(poses(beat.at(number / length)) for number in range(length + 1))
    time = _TICK * length
    scenes: list[list[Any]] = [[min(MOVE, time) if beat.ways else time, ground, tracks]]
    if rest:
        scenes.append([_TICK * rest, document.standing(standing(beat.after).layers()), []])
    return scenes
