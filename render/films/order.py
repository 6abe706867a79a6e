"""Make the film that an order on standard input asks for: `python -m render.films.order`."""

from __future__ import annotations

import sys

from engine.errors import EngineError
from engine.notation import read
from render.content.film_order import FilmOrder
from render.films.film import GIF, MP4, TooLarge, film, kinds, look_of

_KINDS = {"image/gif": GIF, "video/mp4": MP4}
WRONG = 2


def media_types() -> tuple[str, ...]:
    """Return the media types of films that can be made here."""
    return tuple(kind for kind, name in _KINDS.items() if name in kinds())


def ordered(order: FilmOrder) -> bytes:
    """Make a film; raises EngineError for what is no game, TooLarge for a vast picture."""
    record = read(order.game)
    look = look_of(
        record, theme=order.theme, tempo=order.tempo, begins=order.begins, words=order.words, card=order.card
    )
    return film(record.match(), look, _KINDS[order.kind])


def main() -> int:
    """Answer on standard output; return the exit code."""
    try:
        data = ordered(FilmOrder.read(sys.stdin.buffer.read()))
    except (EngineError, TooLarge) as error:
        sys.stderr.write(f"film: {error}\n")
        return WRONG
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
