"""A canvas: a cached base board with sprites pasted on it.

The base is stored as indexes into a fixed palette. Overlapping sprites are blended into one patch, which is cached
too: most patches recur from one picture of a game to the next.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeAlias

from PIL import Image, ImageChops, _imaging

from render.drawing import png
from render.drawing.geometry import Point
from render.drawing.sheet import Box
from render.themes.theme import Colour

_BLENDS, _MOST = 96, 250
"""Blended colours of a palette, and all its colours: videos need one more for transparency."""
_LARGE = 0.0012
"""The share of a picture above which a colour is exact in its palette."""
_COUNTED, _MOST_COUNTED = 1 << 14, 1 << 16
"""Colours counted in a table that fits a processor's cache, and in one of a few megabytes."""
_FAR = 22
"""Distance in a channel from all flat colours above which the palette learns a colour."""
Core: TypeAlias = "_imaging.ImagingCore"
"""Pixels without Pillow's checks, which take longer than what is done with so few of them."""
_PATCHES = 2048
"""Cached patches: some 5 KB each, up to 60 for a full nest; enough for fifty games at once."""


def palette_of(pinned: Sequence[Colour], sample: Image.Image, sprites: Iterable[Image.Image] = ()) -> Image.Image:
    """Return a palette with the pinned colours exactly and others learned from a sample.

    It learns the sprites' blends too: they are pasted on the sample while its colours are counted.
    """
    placed = list(_in_rows(sprites, sample.width))
    box = (0, 0, sample.width, max((top + sprite.height for sprite, (_, top) in placed), default=0))
    below = sample.crop(box)
    for sprite, corner in placed:
        sample.paste(sprite, corner, sprite)
    counted = _colours_of(sample)
    sample.paste(below, box)
    least = sample.width * sample.height * _LARGE
    large = sorted((one for one in counted if one[0] > least), reverse=True)
    flat = list(dict.fromkeys((*pinned, *(colour for _, colour in large))))[: _MOST - _BLENDS // 2]
    seen = [(_weight(count), colour) for count, colour in counted if count >= _SEEN]
    others = [colour for weight, colour in _far_from(flat, seen) for _ in range(weight)]
    many = min(_BLENDS, _MOST - len(flat))
    blends = _row(others or flat[:1]).quantize(many, Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE)
    palette = Image.new("P", (1, 1))
    learnt = blends.getpalette() or []
    palette.putpalette([channel for colour in flat for channel in colour] + learnt[: 3 * many])
    return palette


def _far_from(flat: Sequence[Colour], seen: Sequence[tuple[int, Colour]]) -> list[tuple[int, Colour]]:
    """Return the seen colours far from all flat ones."""
    known = Image.new("P", (1, 1))
    known.putpalette([channel for colour in flat for channel in colour])
    row = _row([colour for _, colour in seen])
    red, green, blue = ImageChops.difference(row, _look_up(row, known).convert("RGB")).split()
    apart = ImageChops.lighter(ImageChops.lighter(red, green), blue).tobytes()
    return [one for one, far in zip(seen, apart, strict=True) if far > _FAR]


def _row(colours: Sequence[Colour]) -> Image.Image:
    row = Image.new("RGB", (len(colours), 1))
    row.putdata(colours)
    return row


def _colours_of(image: Image.Image) -> list[tuple[int, Colour]]:
    """Return the colours of an RGB image with their counts; approximate for very many colours."""
    found: Any = image.getcolors(_COUNTED) or image.getcolors(_MOST_COUNTED)
    return list(found or image.point(lambda value: value & 0xFC).getcolors(_MOST_COUNTED) or ())


def _weight(count: int) -> int:
    """Return the weight of a colour seen this often, so that uncommon colours still count."""
    return min(20, math.isqrt(count)) // 2


_SEEN = 4
"""Rarer colours are ignored."""


@dataclass(frozen=True, slots=True, eq=False)
class CachedBase:
    """A board without pieces, as a PNG's rows of palette indexes. Immutable, compared by identity."""

    size: tuple[int, int]
    palette: Image.Image
    rows: bytes
    colours: bytes
    effort: png.Effort
    """How hard its pictures are compressed."""
    view: Image.Image
    """The rows as an image of mode P, without copying; its first column is the filter byte."""

    @classmethod
    def of(cls, colour: Image.Image, palette: Image.Image) -> CachedBase:
        indexed = _look_up(colour, palette)
        rows, colours = png.rows_of(indexed), png.colours_of(indexed)
        view = _over(rows, indexed.size)
        view.putpalette(colours)
        view.load()  # its core has the palette now
        return cls(indexed.size, palette, rows, colours, png.effort_for(rows), view)

    def part(self, box: Box) -> Image.Image:
        """Copy a part of it as an image of mode P."""
        left, top, right, bottom = box
        return self.view.crop((left + 1, top, right + 1, bottom))


def _in_rows(sprites: Iterable[Image.Image], width: int) -> Iterator[tuple[Image.Image, tuple[int, int]]]:
    """Yield each sprite with its corner, laid out in rows of this width."""
    x = y = high = 0
    for sprite in sprites:
        if x + sprite.width > width:
            x, y, high = 0, y + high, 0
        yield sprite, (x, y)
        x, high = x + sprite.width, max(high, sprite.height)


def _over(rows: bytes | bytearray, size: tuple[int, int]) -> Image.Image:
    """Return an image over a PNG's rows without copying; its first column is the filter byte."""
    return Image.frombuffer("P", (size[0] + 1, size[1]), rows, "raw", "P", 0, 1)


def _look_up(image: Image.Image, palette: Image.Image) -> Image.Image:
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


class Placed:
    """A sprite at a place, compared by the sprite's identity."""

    __slots__ = ("_key", "box", "sprite")

    def __init__(self, sprite: Image.Image, box: Box) -> None:
        self.sprite, self.box = sprite, box
        self._key = (id(sprite), box[0], box[1])

    @classmethod
    def at(cls, sprite: Image.Image, centre: Point) -> Placed:
        """Put a transparent sprite on a point in pixels."""
        return cls(sprite, _box(sprite, centre))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Placed) and self._key == other._key


_Group = tuple[Box, tuple[Placed, ...]]
"""Overlapping sprites in drawing order, and the box around them."""


class Canvas:
    """A base with sprites on it."""

    def __init__(self, base: CachedBase) -> None:
        self._base = base
        self._placed: list[Placed] = []
        self._strip: Image.Image | None = None

    def append(self, strip: Image.Image) -> None:
        """Add a strip of mode RGB below the base, as wide as the base."""
        self._strip = _look_up(strip, self._base.palette)

    def paste(self, sprite: Image.Image, centre: Point) -> None:
        """Put a transparent sprite on a point in pixels."""
        self._placed.append(Placed.at(sprite, centre))

    def lay(self, placed: Iterable[Placed]) -> None:
        """Put sprites whose places are known."""
        self._placed += placed

    def encode(self) -> bytes:
        """Return the picture as a palette PNG."""
        rows = bytearray(self._base.rows)
        image = _over(rows, self._base.size)
        image.readonly = 0  # pasted pixels go into the rows
        pixels = image.im
        for (left, top, right, bottom), patch in self._patches():
            pixels.paste(patch, (left + 1, top, right + 1, bottom))
        if self._strip is None:
            return png.of_rows(rows, self._base.size, self._base.colours, self._base.effort)
        width, height = self._base.size
        size = (width, height + self._strip.height)
        return png.of_rows(rows + png.rows_of(self._strip), size, self._base.colours, self._base.effort)

    def finish(self) -> Image.Image:
        """Return the picture as an image of mode P."""
        width, height = self._base.size
        more = 0 if self._strip is None else self._strip.height
        indexed = self._base.part((0, 0, width, height + more))
        for box, patch in self._patches():
            indexed.im.paste(patch, box)
        if self._strip is not None:
            indexed.paste(self._strip, (0, height))
        return indexed

    def layers(self) -> Layers:
        """Return what the picture is put together from, without blending it."""
        parts = [(one.sprite, one.box[:2]) for one in self._placed]
        if self._strip is not None:
            parts.append((self._strip, (0, self._base.size[1])))
        more = 0 if self._strip is None else self._strip.height
        return Layers(self._base, tuple(parts), (self._base.size[0], self._base.size[1] + more))

    def ground(self, before: Ground | None = None) -> Ground:
        """Return the picture so far as a background for moving sprites.

        Given `before`, of the same base and both without a strip, only the differences are drawn.
        """
        if self._strip is not None or before is None or before.base is not self._base or before.strip:
            groups = tuple(_groups(self._placed))
            return Ground(self.finish(), self._base, groups, None, strip=self._strip is not None)
        groups = _grouped_as(before.groups, self._placed)
        was, now = set(before.groups), set(groups)
        image, changed = before.indexed.copy(), None
        for group in before.groups:
            if group not in now and (box := self._within(group[0])):
                image.paste(self._base.part(box), box[:2])
                changed = united(changed or box, box)
        for group in groups:
            if group not in was and (box := self._within(group[0])):
                image.im.paste(_patch(self._base, box, group[1]), box)
                changed = united(changed or box, box)
        return Ground(image, self._base, groups, changed or _NOWHERE)

    def _patches(self) -> Iterator[tuple[Box, Core]]:
        """Yield each part that differs from the base, with its box, clipped to the base."""
        for around, placed in _groups(self._placed):
            if box := self._within(around):
                yield box, _patch(self._base, box, placed)

    def _within(self, box: Box) -> Box | None:
        """Return a box clipped to the base, or None if nothing is left."""
        width, height = self._base.size
        if box[0] >= 0 and box[1] >= 0 and box[2] <= width and box[3] <= height:
            return box
        left, top, right, bottom = max(0, box[0]), max(0, box[1]), min(width, box[2]), min(height, box[3])
        return (left, top, right, bottom) if left < right and top < bottom else None


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """A picture in its parts: the base, then each part with its upper left corner, from the bottom up."""

    base: CachedBase
    parts: tuple[tuple[Image.Image, tuple[int, int]], ...]
    size: tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A picture in palette indexes that stays while sprites move over it.

    `groups` are the sprites on the base. `changed` is the box that differs from the background before, None for
    anywhere.
    """

    indexed: Image.Image
    base: CachedBase
    groups: tuple[_Group, ...]
    changed: Box | None
    strip: bool = False
    """Whether a strip is below the base."""

    @property
    def palette(self) -> Image.Image:
        return self.base.palette

    def under(self, sprites: Iterable[tuple[Image.Image, Point]]) -> tuple[Image.Image, Box | None]:
        """Return a copy with sprites, each centred on a pixel, and the box around them if there are any."""
        image, round_all = self.indexed.copy(), None
        for sprite, centre in sprites:
            left, top, right, bottom = _box(sprite, centre)
            box = (max(0, left), max(0, top), min(image.width, right), min(image.height, bottom))
            if box[0] < box[2] and box[1] < box[3]:
                corner = (left - box[0], top - box[1])
                image.im.paste(_blended(image.im.crop(box), self.palette, [(sprite, corner)]), box)
                round_all = box if round_all is None else united(round_all, box)
        return image, round_all


_NOWHERE: Box = (0, 0, 0, 0)


def united(one: Box, other: Box) -> Box:
    return (min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3]))


def _box(sprite: Image.Image, centre: Point) -> Box:
    width, height = sprite.size
    left, top = round(centre[0] - width / 2), round(centre[1] - height / 2)
    return (left, top, left + width, top + height)


@lru_cache(maxsize=_PATCHES)
def _patch(base: CachedBase, box: Box, placed: tuple[Placed, ...]) -> Core:
    """Blend sprites into a part of a base; return it in the palette's indexes."""
    left, top, right, bottom = box
    sprites = [(one.sprite, (one.box[0] - left, one.box[1] - top)) for one in placed]
    return _blended(base.view.im.crop((left + 1, top, right + 1, bottom)), base.palette, sprites)


def _blended(part: Core, palette: Image.Image, sprites: Iterable[tuple[Image.Image, tuple[int, int]]]) -> Core:
    """Blend sprites, each at its corner, into a part of mode P.

    Uncovered pixels keep their index: a lookup could change colours that are nearly the same.
    """
    colour, covered = part.convert("RGB", Image.Dither.NONE), _imaging.fill("1", part.size, 0)
    for sprite, (left, top) in sprites:
        box, over = (left, top, left + sprite.width, top + sprite.height), sprite.im
        colour.paste(over, box, over)
        covered.paste(255, box, over)  # not 1, which would skip half-transparent pixels
    part.paste(colour.convert("P", Image.Dither.NONE, palette.im), (0, 0, *part.size), covered)
    return part


def _groups(placed: Sequence[Placed]) -> Iterator[_Group]:
    """Yield groups of overlapping sprites in drawing order, each with its box. Boxes don't overlap."""
    groups: list[tuple[int, int, int, int, list[int]]] = []
    for number, one in enumerate(placed):
        (left, top, right, bottom), members = one.box, [number]
        while met := [
            each for each in groups if each[0] < right and left < each[2] and each[1] < bottom and top < each[3]
        ]:  # flat, without a call: each sprite looks at most groups
            for other in met:
                groups.remove(other)
                members += other[4]
            lefts, tops, rights, bottoms, _ = zip((left, top, right, bottom, ()), *met, strict=True)
            left, top, right, bottom = min(lefts), min(tops), max(rights), max(bottoms)
        groups.append((left, top, right, bottom, members))
    for left, top, right, bottom, members in groups:
        yield (left, top, right, bottom), tuple(placed[number] for number in sorted(members))


def _grouped_as(before: Sequence[_Group], placed: Sequence[Placed]) -> tuple[_Group, ...]:
    """Return the same groups as `_groups`, reusing those that have not changed."""
    order = {one: number for number, one in enumerate(placed)}
    if len(order) < len(placed):  # a sprite lies on an identical one
        return tuple(_groups(placed))
    kept: list[_Group] = []
    loose = set(placed)
    for group in before:
        numbers = [order.get(one, -1) for one in group[1]]
        if numbers[0] >= 0 and all(low < high for low, high in pairwise(numbers)):
            kept.append(group)
            loose.difference_update(group[1])
    while True:
        fresh = list(_groups(sorted(loose, key=order.__getitem__)))
        met = {group for box, _ in fresh for group in _meeting(kept, box)}
        if not met:
            return (*kept, *fresh)
        kept = [group for group in kept if group not in met]
        loose.update(*(members for _, members in met))


def _meeting(groups: Sequence[_Group], box: Box) -> list[_Group]:
    left, top, right, bottom = box
    return [
        group for group in groups
        if group[0][0] < right and left < group[0][2] and group[0][1] < bottom and top < group[0][3]
    ]  # fmt: skip
