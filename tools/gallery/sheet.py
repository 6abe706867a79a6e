"""Writes the gallery as files: full-size views, small references, and a contact sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from render.drawing.png import encode
from render.drawing.text import written
from render.themes.catalog import THEMES
from tools.gallery.cards import CARDS
from tools.gallery.views import VIEWS, picture

SHEET = "contact-sheet.png"
SMALL = 240
"""The width in pixels of a reference."""
_COLUMNS, _GAP, _LINE = 6, 10, 26
PICTURES: Mapping[str, Callable[[], bytes]] = {**{view.name: partial(picture, view) for view in VIEWS}, **CARDS}
"""All pictures by name: positions, then cards of tournaments."""


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


def small(image: Image.Image) -> Image.Image:
    """Shrink a picture to the size of the references."""
    return image.resize((SMALL, round(image.height * SMALL / image.width)), Image.Resampling.BOX)


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return the visible difference of two small pictures: the mean of the worst of 8 × 8 parts, 0 to 255."""
    if one.size != other.size:
        return 255.0
    apart = ImageChops.difference(one, other)
    width, height = apart.size
    parts = [
        apart.crop((width * x // 8, height * y // 8, width * (x + 1) // 8, height * (y + 1) // 8))
        for x in range(8)
        for y in range(8)
    ]
    return max(max(ImageStat.Stat(part).mean) for part in parts)


def contact_sheet(images: Sequence[tuple[str, Image.Image]]) -> Image.Image:
    shown = [(name, small(image)) for name, image in images]
    rows = [shown[start : start + _COLUMNS] for start in range(0, len(shown), _COLUMNS)]
    heights = [max(image.height for _, image in row) + _LINE + _GAP for row in rows]
    theme = THEMES["classic"]
    sheet = Image.new("RGB", (_COLUMNS * (SMALL + _GAP) + _GAP, sum(heights) + _GAP), theme.table)
    top = _GAP
    for row, height in zip(rows, heights, strict=True):
        for column, (name, image) in enumerate(row):
            left = _GAP + column * (SMALL + _GAP)
            sheet.paste(image, (left, top))
            written(name, name, 15, SMALL).onto(sheet, (left, top + image.height + 2), theme.cream)
        top += height
    return sheet


def save_small(image: Image.Image, path: Path) -> None:
    path.write_bytes(encode(image.quantize(256, Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)))


def write_gallery(folder: Path, only: Sequence[str] | None = None, *, references: bool = False) -> int:
    """Write the pictures into a folder, full-size or as small references, and the contact sheet; return their number.

    With `only`, write just those, without the sheet. Raises LookupError for an unknown name before writing anything.
    """
    names = list(PICTURES) if only is None else only
    for name in names:
        if name not in PICTURES:
            raise LookupError(f"no picture is called {name[:40]!r}; there are {', '.join(PICTURES)}")
    folder.mkdir(parents=True, exist_ok=True)
    images = []
    for name in names:
        data = PICTURES[name]()
        path, image = folder / f"{name}.png", opened(data)
        if references:
            save_small(small(image), path)
        else:
            path.write_bytes(data)
        images.append((name, image))
    if only is None:
        save_small(contact_sheet(images), folder / SHEET)
    return len(images)
