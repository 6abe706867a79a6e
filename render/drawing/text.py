"""Write words in pictures: fonts, names cut to fit, glyphs that no font has."""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from itertools import product

from PIL import Image, ImageChops, ImageDraw, ImageFont

from render.drawing.emoji import ASSETS, coloured, emoji
from render.themes.theme import Colour

_SCRIPTS = (
    "Arabic", "Hebrew", "Devanagari", "Thai", "Bengali", "Tamil", "Telugu", "Georgian", "Armenian", "Gujarati",
    "Gurmukhi", "Kannada", "Malayalam", "Sinhala", "Khmer", "Lao", "Myanmar", "Ethiopic", "Symbols",
)  # fmt: skip
_FACES = (
    "Bitter-Bold.ttf", "NotoSans-Bold.ttf", "NotoSansCJK-Bold.otf", "NotoEmoji-Bold.ttf",
    *(f"NotoSans{script}-Bold.ttf" for script in _SCRIPTS),
)  # fmt: skip
"""Which are asked in turn for a sign."""
_WIDE = _FACES[2:4]
_PICTURES = -1
"""Stands for a face where signs are pictures."""
_PICTURE, _PITCH = 1.16, 1.26
"""How large a picture is, and how far apart two are, in the size of the words."""
_LONGEST = 96
"""So many characters of a line are drawn at most."""
_NOWHERE = "\U0010fffe"
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_UNSEEN = ("VARIATION SELECTOR", "EMOJI MODIFIER")
LOCK = threading.RLock()
"""FreeType faces are not to be made, nor used, by two threads at once."""


@cache
def _bytes_of(face: str) -> bytes:
    return (ASSETS / face).read_bytes()


def font(size: int, face: int = 0) -> ImageFont.FreeTypeFont:
    """Return the bold face in a size in pixels; other faces are for other scripts."""
    with LOCK:
        return _other_font(size, face) if face else _usual_font(size)


@lru_cache(maxsize=64)
def digit_height(size: int) -> int:
    """Return how many pixels high the bold face's digits are in a size."""
    return -round(font(size).getbbox("0", anchor="ls")[1])


@lru_cache(maxsize=512)
def inked(words: str, size: int) -> tuple[Image.Image, tuple[int, int]]:
    """Draw a short word in the bold face: a mask, and where its corner is from the middle of the line below it."""
    with LOCK:
        middle, foot = size * (len(words) + 1), 2 * size
        mask = Image.new("L", (2 * middle, 3 * size))
        ImageDraw.Draw(mask).text((middle, foot), words, fill=255, font=font(size), anchor="ms")
    left, top, right, bottom = mask.getbbox() or (middle, foot, middle + 1, foot + 1)
    return mask.crop((left, top, right, bottom)), (left - middle, top - foot)


@lru_cache(maxsize=12)
def _usual_font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO(_bytes_of(_FACES[0])), size)


@lru_cache(maxsize=4)
def _other_font(size: int, face: int) -> ImageFont.FreeTypeFont:
    """Load another face in a size; few are kept: each takes megabytes, and words drawn in them are kept anyway."""
    return ImageFont.truetype(BytesIO(_bytes_of(_FACES[face])), size)


def faces_held() -> int:
    """Count the faces in memory, each size by itself."""
    return sum(held.cache_info().currsize for held in (_usual_font, _other_font, _probe))


@lru_cache(maxsize=4096)
def _face_of(sign: str) -> int | None:
    """Find the first face that can draw a character; emoji that are in colour are pictures."""
    if coloured(sign):
        return _PICTURES
    for face in range(len(_FACES)):
        probe, missing = _probe(face)
        drawn = probe.getmask(sign)
        if sign.isspace() or (drawn.size, bytes(drawn)) != missing:
            return face
    return None


@cache
def _probe(face: int) -> tuple[ImageFont.FreeTypeFont, tuple[tuple[int, int], bytes]]:
    """Return a face in a small size, and how it draws what it does not have."""
    small = ImageFont.truetype(BytesIO(_bytes_of(_FACES[face])), 16)
    missing = small.getmask(_NOWHERE)
    return small, (missing.size, bytes(missing))


def _plain(sign: str) -> str:
    """Return a sign as it can be drawn: itself, else an ornate letter's plain one, else nothing."""
    if sign.isspace():
        return " "
    if unicodedata.category(sign) in _INVISIBLE or unicodedata.name(sign, "").startswith(_UNSEEN):
        return ""
    simple = unicodedata.normalize("NFKC", sign)
    return next((form for form in (sign, simple) if all(_face_of(part) is not None for part in form)), "")


def legible(name: str, instead: str) -> str:
    """Return a name in one line with what no font can draw left out.

    It is `instead` when nothing is left that tells anything.
    """
    with LOCK:
        kept = "".join(map(_plain, unicodedata.normalize("NFC", name[: 4 * _LONGEST])))
    line = " ".join(kept.split())[:_LONGEST]
    return line if any(sign.isalnum() or unicodedata.category(sign) == "So" for sign in line) else instead


def _runs(line: str) -> list[tuple[int, str]]:
    """Split the line into stretches of one face each, in the order in which they stand from left to right."""
    runs: list[tuple[int, str]] = []
    for sign in line:
        face, before = _face_of(sign) or 0, runs[-1][0] if runs else 0
        if runs and (face == before or _goes_with(sign, before)):
            runs[-1] = (before, runs[-1][1] + sign)
        else:
            runs.append((face, sign))
    strong = next((unicodedata.bidirectional(sign) for sign in line if sign.isalpha()), "L")
    return runs[::-1] if strong in {"R", "AL"} else runs


def _goes_with(sign: str, face: int) -> bool:
    """Tell whether a sign is drawn in the face of the one before.

    Marks always are, spaces where they are not too wide.
    """
    if face == _PICTURES:
        return False
    return unicodedata.category(sign).startswith("M") or (sign.isspace() and _FACES[face] not in _WIDE)


@lru_cache(maxsize=512)
def _width(line: str, size: int) -> float:
    return sum(_length(face, run, size) for face, run in _runs(line))


def _length(face: int, run: str, size: int) -> float:
    return len(run) * _PITCH * size if face == _PICTURES else font(size, face).getlength(run)


def _fitted(line: str, size: int, room: float) -> str:
    if _width(line, size) <= room:
        return line
    low, high = 0, len(line)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _width(line[:middle].rstrip() + "…", size) <= room else (low, middle - 1)
    while low and low < len(line) and unicodedata.combining(line[low]):
        low -= 1
    return line[:low].rstrip() + "…"


@lru_cache(maxsize=512)
def fits(name: str, instead: str, size: int, room: int) -> bool:
    """Return whether a name in a size is written whole in so many pixels."""
    with LOCK:
        return _width(legible(name, instead), size) <= room


def in_two(
    name: str, instead: str, sizes: Sequence[int], room: int, after: Callable[[int], int] = lambda _: 0
) -> tuple[int, str, str]:
    """Break a name into two lines of so many pixels; return the first size in which they have room, and both.

    It is broken between words if any size allows, else anywhere. A name that is too long in the last has a second
    line that is. `after` says how many pixels in a size are to be left behind the second line.
    """
    with LOCK:
        line = legible(name, instead)
        spaces = [at for at in range(len(line) - 1, 0, -1) if line[at] == " "]
        inside = [at for at in range(len(line), 0, -1) if not unicodedata.combining(line[at : at + 1] or " ")]
        for size, at in (*product(sizes, spaces), *product(sizes, inside)):
            first, rest = line[:at].rstrip(), line[at:].lstrip()
            if _width(first, size) <= room and _width(rest, size) <= room - after(size):
                return size, first, rest
        most = next((at for at in inside if _width(line[:at], sizes[-1]) <= room), 1)
        return sizes[-1], line[:most].rstrip(), line[most:].lstrip()


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """A line of words: a mask of where ink is, and the pictures in it, each with its upper left corner."""

    mask: Image.Image
    pictures: tuple[tuple[Image.Image, tuple[int, int]], ...]

    @property
    def width(self) -> int:
        """How many pixels wide it is."""
        return self.mask.width

    @property
    def height(self) -> int:
        """How many pixels high it is."""
        return self.mask.height

    def onto(self, image: Image.Image, corner: tuple[int, int], ink: Colour) -> None:
        """Write it on an image of mode RGB or RGBA, from an upper left corner; pictures have colours of their own."""
        left, top = corner
        image.paste(ink, (left, top, left + self.width, top + self.height), self.mask)
        for picture, (x, y) in self.pictures:
            if image.mode == "RGBA":
                image.alpha_composite(picture, (left + x, top + y))
            else:
                image.paste(picture, (left + x, top + y), picture)

    def covered(self) -> Image.Image:
        """Return a mask of all that is written, words and pictures."""
        pictures = Image.new("L", self.mask.size)
        for picture, corner in self.pictures:
            pictures.paste(picture.getchannel("A"), corner)
        return ImageChops.lighter(self.mask, pictures)


@lru_cache(maxsize=512)
def written(name: str, instead: str, size: int, room: int, *, smallest: int = 0) -> Written:
    """Draw a name, as high as a line of text.

    It is made smaller to fit a width in pixels, down to `smallest` if that is given, and then cut with an ellipsis.
    """
    with LOCK:
        whole, high = legible(name, instead), size
        for less in ((size + smallest) // 2, smallest) if smallest else ():
            size = less if _width(whole, size) > room else size
        line = _fitted(whole, size, room)
        mask = Image.new("L", (max(1, round(_width(line, size)) + 2), round(high * 1.6)))
        draw, pictures, x = ImageDraw.Draw(mask), [], 1.0
        for face, run in _runs(line):
            if face == _PICTURES:
                side = round(_PICTURE * size)
                first, top = x + (_PITCH * size - side) / 2, round(high * 0.79 - side / 2)
                for number, sign in enumerate(run):
                    pictures.append((emoji(sign, side), (round(first + number * _PITCH * size), top)))
            else:
                draw.text((x, round(high * 0.79 + size * 0.36)), run, fill=255, font=font(size, face), anchor="ls")
            x += _length(face, run, size)
        return Written(mask, tuple(pictures))
