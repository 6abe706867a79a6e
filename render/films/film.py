"""Makes a video file of a game, with a limited length and size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from typing import Any, BinaryIO

from engine.match import Match
from engine.notation import Record
from render.content.card_content import ResultCard
from render.content.film_order import FilmWords
from render.films import gif
from render.films.frames import Shot
from render.films.schedule import SHOTS
from render.films.script import Look, script

LARGEST = 8_000_000
"""The most bytes of a video: Discord takes 10 MiB, Telegram 50 MB."""
SIZE = 480
GIF, MP4 = "gif", "mp4"
MEDIA: Mapping[str, str] = {"image/gif": GIF, "video/mp4": MP4}
_TRIES, _LESS = 7, 0.65
"""Attempts with ever fewer pictures until a video is small enough, and the share of pictures kept."""

Write = Callable[[Iterable[Shot], BinaryIO], None]


class TooLarge(ValueError):
    """The video exceeds the size limit."""


def kinds() -> tuple[str, ...]:
    """Return the kinds of files that this installation can make."""
    return (GIF, MP4) if find_spec("av") is not None else (GIF,)


@cache
def media_types() -> tuple[str, ...]:
    """Return the media types of videos that this installation can make."""
    return tuple(media for media, kind in MEDIA.items() if kind in kinds())


def film(match: Match[Any], look: Look, kind: str = GIF) -> bytes:
    """Make the video of a game so far. The same game and look give the same bytes.

    Raises TooLarge for huge pictures.
    """
    write = _writer(kind)
    shots = SHOTS
    for _ in range(_TRIES):
        out = BytesIO()
        with suppress(TooLarge):
            write(_while_it_fits(script(match, look, shots), out), out)
            _check(out)
            return out.getvalue()
        shots = int(_LESS * sum(1 for _ in script(match, look, shots)))
    raise TooLarge(f"at {look.size} pixels the video is larger than {LARGEST} bytes")


def look_of(
    record: Record, *, theme: str = "classic", size: int = SIZE, tempo: str = "usual", begins: int = 1,
    words: FilmWords | None = None, card: ResultCard | None = None, chances: bool = False,
) -> Look:  # fmt: skip
    """Return the look of a game's video: names, sticks, and the places if somebody resigned."""
    places = record.counted or record.places
    dice, words = record.fair_dice(), words or FilmWords()
    return Look(record.players, record.teams or (), theme, size, places, tempo, begins, dice, words, card, chances)


def _writer(kind: str) -> Write:
    if kind == GIF:
        return gif.write
    from render.films import mp4

    return mp4.write


def _while_it_fits(shots: Iterable[Shot], out: BytesIO) -> Iterator[Shot]:
    """Yield the shots until their video is too large, then raise TooLarge here, where the writer expects errors."""
    for shot in shots:
        _check(out)
        yield shot


def _check(out: BytesIO) -> None:
    if out.getbuffer().nbytes > LARGEST:
        raise TooLarge
