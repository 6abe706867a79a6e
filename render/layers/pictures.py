"""Puts a document's board together as a picture, as readers do."""

from __future__ import annotations

import json
from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from render.layers.art import ART, Art

Thing = tuple[int, int, int]
"""A number in a document's art, the left and the top."""


def composed(document: bytes, art: Art = ART) -> Image.Image:
    """Return a document's board at rest in mode RGB; raises LookupError if a part is gone."""
    told = json.loads(document)
    picture = Image.new("RGB", tuple(told["size"]))
    picture.paste(_opened(told["base"], art), (0, 0))
    for sprite, left, top in shown(told["things"], told["rest"]):
        part = _opened(told["art"][sprite], art)
        picture.paste(part, (left, top), part)
    return picture


def shown(things: Sequence[Thing], runs: Sequence[int]) -> list[Thing]:
    """Return the things that runs stand for, from the bottom up."""
    return [
        thing for first, count in zip(runs[::2], runs[1::2], strict=True) for thing in things[first : first + count]
    ]


def _opened(name: str, art: Art) -> Image.Image:
    data = art.file(name)
    if data is None:
        raise LookupError(f"the part {name} is gone")
    with Image.open(BytesIO(data)) as part:
        return part.convert("RGBA")
