"""A board at rest as JSON: its position and what else it shows, but no marks of past moves."""

from __future__ import annotations

import json
from typing import Any

from engine import catalog
from render.content.scene import Scene

_LISTS = ("names", "moves", "faces", "places", "chances")
_VALUES = ("size", "theme", "reach", "waiting", "allowed")


def written(scene: Scene) -> str:
    """Return a scene's board; the same board always gives the same text."""
    told = {name: getattr(scene, name) for name in (*_LISTS, *_VALUES) if getattr(scene, name)}
    where = catalog.game(scene.game).dump(scene.state)
    return json.dumps({"game": scene.game, "at": where, "teams": scene.teams, **told}, separators=(",", ":"))


def read(text: str) -> Scene:
    """Return the scene of a text from `written`; raises ValueError, KeyError, EngineError."""
    told = json.loads(text)
    values = {name: told[name] for name in _VALUES if name in told}
    values |= {name: tuple(told[name]) for name in _LISTS if name in told}
    state = catalog.game(told["game"]).load(told["at"])
    fields: dict[str, Any] = {"size": None, **values, "teams": tuple(map(tuple, told["teams"]))}
    return Scene(told["game"], state, **fields)
