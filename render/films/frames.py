"""Draw the shots of a film, or of a moving board, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PIL import Image

from render.content.scene import Scene
from render.drawing.canvas import Box, Ground, united
from render.picture import ground, movers


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of a film and how long it is seen, in hundredths of a second."""

    scene: Scene
    time: int


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A shot as a picture of mode P; it differs from the one before in that box at most, None for anywhere."""

    picture: Image.Image
    time: int
    box: Box | None


def frames(shots: Iterable[Shot]) -> Iterator[Drawn]:
    """Yield the picture of each shot, as `render.picture.pixels` draws it.

    What stands still is drawn once, however long something moves over it.
    """
    standing: Scene | None = None
    base: Ground | None = None
    before: Box | None = None
    for shot in shots:
        known = base is not None and shot.scene.standing() == standing
        if base is None or not known:
            standing, base = shot.scene.standing(), ground(shot.scene)
        picture, box = base.under(movers(shot.scene))
        boxes = [moved for moved in (before, box) if moved is not None]
        around = united(boxes[0], boxes[-1]) if boxes else (0, 0, 0, 0)
        yield Drawn(picture, shot.time, around if known else None)
        before = box
