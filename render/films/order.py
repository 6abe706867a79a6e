"""Makes the video that an order on standard input describes: `python -m render.films.order`."""

from __future__ import annotations

import sys

from engine.errors import EngineError
from engine.notation import read
from render.content.film_order import FilmOrder
from render.films.film import MEDIA, TooLarge, film, look_of

WRONG = 2


def ordered(order: FilmOrder) -> bytes:
    """Make a video; raises EngineError for text that is not a game, TooLarge for huge pictures."""
    record = read(order.game)
    look = look_of(
        record, theme=order.theme, tempo=order.tempo, begins=order.begins, words=order.words, card=order.card,
        chances=order.chances,
    )  # fmt: skip
    return film(record.match(), look, MEDIA[order.kind])


def main() -> int:
    """Write the video to standard output; return the exit code."""
    try:
        data = ordered(FilmOrder.read(sys.stdin.buffer.read()))
    except (EngineError, TooLarge) as error:
        sys.stderr.write(f"video: {error}\n")
        return WRONG
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
