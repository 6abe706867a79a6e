"""Make the README's moving picture, `docs/pictures/capture.gif`: `python docs/make_capture.py`.

It shows some ten seconds of a game between bots, from its first capture on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.events import Captured
from engine.match import Match
from render.films import gif
from render.films.frames import Shot
from render.films.script import Look, script
from tools.gallery.games import played
from tools.gallery.views import NAMES, SPANISH

FILE = Path(__file__).parent / "pictures" / "capture.gif"
SIZE = 400
TURNS = 2
"""How many turns are shown: the one of the capture, and the next."""
REST = 150
"""How long the last picture stays, in hundredths of a second."""


def shots() -> list[Shot]:
    """Return the pictures of these turns."""
    match: Match[Any] = played(SPANISH)
    turns = list(_turns(match))
    number = next(number for number, _, captures in turns if captures)
    until = turns[number - 1 + TURNS][1]
    found = list(script(match.at(until), Look(NAMES[:4], size=SIZE, begins=number)))
    return [*found[:-1], replace(found[-1], time=REST)]


def _turns(match: Match[Any]) -> Iterator[tuple[int, int, bool]]:
    """Yield each turn's number from 1, the plies before it, and whether it captures a piece."""
    number, begins, captures = 1, 0, False
    for count, ply in enumerate(match.plies, start=1):
        captures |= any(isinstance(event, Captured) for event in ply.events)
        if ply.ends_turn:
            yield number, begins, captures
            number, begins, captures = number + 1, count, False


def main() -> None:
    """Write the file and print its length and size."""
    pictures = shots()
    with FILE.open("wb") as out:
        gif.write(pictures, out)
    seconds = sum(shot.time for shot in pictures) / 100
    print(f"{FILE.name}: {seconds:.1f} s, {len(pictures)} pictures, {FILE.stat().st_size // 1024} KB")  # noqa: T201


if __name__ == "__main__":
    main()
