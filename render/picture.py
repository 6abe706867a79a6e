"""The one way to a picture: a scene in, a PNG out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from render.palma import draw_palma
from render.parchis import draw_parchis
from render.scene import Scene

SMALLEST, LARGEST = 240, 1600

_PAINTERS: Mapping[str, Callable[[Scene], bytes]] = {"parchis": draw_parchis, "palma": draw_palma}


def draw(scene: Scene) -> bytes:
    """The picture of a scene as a PNG; the same scene always gives the same bytes. May be called from any thread."""
    return _PAINTERS[scene.game](replace(scene, size=min(max(scene.size, SMALLEST), LARGEST)))
