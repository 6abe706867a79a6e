"""Describes a board as a document: which sprites lie where, and how they move.

A JSON object. `size` is the picture's in pixels, `base` the name of the empty board, `art` the names of the sprites.
`things` are sprites at a place: a number in `art`, the left and the top. `rest` is the board at rest: things from the
bottom up, as runs, each the number of its first one and their count.

`film` is what moves before that, one scene after the other: milliseconds, the things that stand meanwhile, as runs,
and the tracks above them. A track has a sprite's poses at equal distances from the scene's start to its end. A pose
is a number in `art` and the middle. The degrees it is turned to the left and its size in percent follow, if any. A 0
stands for no pose: nothing is to be seen. `moves` are the milliseconds of all scenes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from PIL import Image

from render.content.painter import Pose
from render.drawing.canvas import Layers
from render.layers.art import ART, Art


class Document:
    """A document being written."""

    def __init__(self, art: Art = ART) -> None:
        self._store = art
        self._art: dict[str, int] = {}
        self._things: dict[tuple[int, int, int], int] = {}

    def standing(self, layers: Layers) -> list[int]:
        """Return a picture's things as runs."""
        runs: list[int] = []
        for sprite, corner in layers.parts:
            number = self._things.setdefault((self._sprite(sprite), *corner), len(self._things))
            if runs and runs[-2] + runs[-1] == number:
                runs[-1] += 1
            else:
                runs += (number, 1)
        return runs

    def tracks(self, moments: Iterable[Iterable[Pose]]) -> list[list[Any]]:
        """Return the tracks of what is to be seen in moments at equal distances."""
        found: dict[str, list[Any]] = {}
        for number, moment in enumerate(moments):
            for pose in moment:
                track = found.setdefault(pose.who, [0] * number)
                track.append(self._pose(pose))
            for track in found.values():
                track += [0] * (number + 1 - len(track))
        return list(found.values())

    def written(self, end: Layers, rest: list[int], film: list[list[Any]]) -> bytes:
        """Return the document of a board that comes to rest as `end`."""
        whole = {
            "size": end.size,
            "base": self._store.name(end.base),
            "art": list(self._art),
            "things": list(self._things),
            "rest": rest,
            "film": film,
            "moves": sum(scene[0] for scene in film),
        }
        return json.dumps(whole, separators=(",", ":")).encode()

    def _pose(self, pose: Pose) -> list[int]:
        placed = [self._sprite(pose.sprite), *map(round, pose.point)]
        degrees, percent = round(pose.degrees), round(100 * pose.times)
        return placed if (degrees, percent) == (0, 100) else [*placed, degrees, percent]

    def _sprite(self, sprite: Image.Image) -> int:
        return self._art.setdefault(self._store.name(sprite), len(self._art))
