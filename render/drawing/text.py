"""Writes words in pictures: fonts, names cut to fit, characters that no font has."""

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
"""Tried in turn for each character."""
_WIDE = _FACES[2:4]
_PICTURES = -1
"""Stands for a face whose characters are pictures."""
_PICTURE, _PITCH = 1.16, 1.26
"""The size and spacing of pictures, relative to the text size."""
_FINER, _SMALL = 3, 28
"""How much larger words below a size are drawn, and then shrunk: whole-pixel letter spacing tears them apart."""
_LONGEST = 96
"""The most characters of a line that are drawn."""
_NOWHERE = "\U0010fffe"
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_UNSEEN = ("VARIATION SELECTOR", "EMOJI MODIFIER")
LOCK = threading.RLock()
"""FreeType faces must not be created or used by two threads at once."""


@cache
def _bytes_of(face: str) -> bytes:
    return (ASSETS / face).read_bytes()


def font(size: int, face: int = 0) -> ImageFont.FreeTypeFont:
    """Return a face in a size in pixels: the bold face, or one for other scripts."""
    with LOCK:
        return _other_font(size, face) if face else _usual_font(size)


@lru_cache(maxsize=64)
def digit_height(size: int) -> int:
    """Return the height in pixels of the bold face's digits in a size."""
    with LOCK:
        return -round(font(size).getbbox("0", anchor="ls")[1])


@lru_cache(maxsize=512)
def inked(words: str, size: int) -> tuple[Image.Image, tuple[int, int]]:
    """Draw a short word in the bold face: a mask, and its corner relative to the middle of the baseline."""
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
    """Load another face; few are cached: each takes megabytes, and the words drawn in it are cached anyway."""
    return ImageFont.truetype(BytesIO(_bytes_of(_FACES[face])), size)


def faces_held() -> int:
    return sum(held.cache_info().currsize for held in (_usual_font, _other_font, _probe))


@lru_cache(maxsize=4096)
def _face_of(sign: str) -> int | None:
    """Return the first face that can draw a character, or the pictures for colour emoji."""
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
    """Return a face in a small size, and how it draws a missing character."""
    small = ImageFont.truetype(BytesIO(_bytes_of(_FACES[face])), 16)
    missing = small.getmask(_NOWHERE)
    return small, (missing.size, bytes(missing))


def _plain(sign: str) -> str:
    """Return the drawable form of a character: itself, the plain form of an ornate letter, or nothing."""
    if sign.isspace():
        return " "
    if unicodedata.category(sign) in _INVISIBLE or unicodedata.name(sign, "").startswith(_UNSEEN):
        return ""
    simple = unicodedata.normalize("NFKC", sign)
    return next((form for form in (sign, simple) if all(_face_of(part) is not None for part in form)), "")


def legible(name: str, instead: str) -> str:
    """Return a name on one line without undrawable characters, or `instead` if nothing meaningful is left."""
    line = _drawable(name)
    return line if any(sign.isalnum() or unicodedata.category(sign) == "So" for sign in line) else instead


def _drawable(name: str) -> str:
    """Return a name on one line without undrawable characters."""
    with LOCK:
        kept = "".join(map(_plain, unicodedata.normalize("NFC", name[: 4 * _LONGEST])))
    return " ".join(kept.split())[:_LONGEST]


def _runs(line: str) -> list[tuple[int, str]]:
    """Split a line into runs of one face each, from left to right."""
    runs: list[tuple[int, str]] = []
    for sign in line:
        face, before = _face_of(sign) or 0, runs[-1][0] if runs else 0
        if runs and (face == before or _goes_with(sign, before)):
            runs[-1] = (before, runs[-1][1] + sign)
        else:
            if runs and runs[-1][1].endswith(" ") and _turns(sign) != _turns(runs[-1][1]):
                runs[-1:] = [(before, runs[-1][1][:-1]), (before, " ")]  # a run from the right begins with its space
            runs.append((face, sign))
    strong = next((unicodedata.bidirectional(sign) for sign in line if sign.isalpha()), "L")
    return runs[::-1] if strong in {"R", "AL"} else runs


def _turns(run: str) -> bool:
    """Return whether a run is written from right to left."""
    return any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in run)


def _goes_with(sign: str, face: int) -> bool:
    """Return whether a character uses the previous one's face: marks always, spaces unless too wide."""
    if face == _PICTURES:
        return False
    return unicodedata.category(sign).startswith("M") or (sign.isspace() and _FACES[face] not in _WIDE)


@lru_cache(maxsize=512)
def _width(line: str, size: int) -> float:
    return sum(_length(face, run, size) for face, run in _runs(line))


def _length(face: int, run: str, size: int) -> float:
    if face == _PICTURES:
        return len(run) * _PITCH * size
    return font(_times(size) * size, face).getlength(run) / _times(size)


def _times(size: int) -> int:
    """Return how much larger words of a size are drawn."""
    return _FINER if size < _SMALL else 1


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
    """Return whether the whole name fits into `room` pixels at this size."""
    with LOCK:
        return _width(legible(name, instead), size) <= room


def in_two(
    name: str, instead: str, sizes: Sequence[int], room: int, after: Callable[[int], int] = lambda _: 0
) -> tuple[int, str, str]:
    """Break a name into two lines of `room` pixels; return the first size that fits, and both lines.

    Breaks are between words if any size allows, else anywhere. If no size fits, the second line is too long. `after`
    returns the pixels to leave free behind the second line at a size.
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


def wrapped(text: str, size: int, room: int, most: int) -> tuple[str, ...]:
    """Break a text between words into at most `most` lines of `room` pixels; the last one takes the rest."""
    with LOCK:
        lines: list[str] = []
        for word in filter(None, map(_drawable, text.split())):  # one by one: a name has a limit
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and (_width(longer, size) <= room or len(lines) == most):
                lines[-1] = longer
            else:
                lines.append(word)
        return tuple(lines)


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """A line of words: a mask of the ink, and the pictures in it with their upper left corners."""

    mask: Image.Image
    pictures: tuple[tuple[Image.Image, tuple[int, int]], ...]

    @property
    def width(self) -> int:
        return self.mask.width

    @property
    def height(self) -> int:
        return self.mask.height

    def onto(self, image: Image.Image, corner: tuple[int, int], ink: Colour) -> None:
        """Draw it on an image of mode RGB or RGBA at an upper left corner; pictures keep their colours."""
        left, top = corner
        image.paste(ink, (left, top, left + self.width, top + self.height), self.mask)
        for picture, (x, y) in self.pictures:
            if image.mode == "RGBA":
                image.alpha_composite(picture, (left + x, top + y))
            else:
                image.paste(picture, (left + x, top + y), picture)

    def covered(self) -> Image.Image:
        """Return a mask of everything drawn, words and pictures."""
        pictures = Image.new("L", self.mask.size)
        for picture, corner in self.pictures:
            pictures.paste(picture.getchannel("A"), corner)
        return ImageChops.lighter(self.mask, pictures)


@lru_cache(maxsize=512)
def written(name: str, instead: str, size: int, room: int, *, smallest: int = 0) -> Written:
    """Draw a name, as high as a line of text.

    To fit a width in pixels it shrinks down to `smallest`, if given, and is then cut with an ellipsis.
    """
    with LOCK:
        whole, high = legible(name, instead), size
        for less in ((size + smallest) // 2, smallest) if smallest else ():
            size = less if _width(whole, size) > room else size
        line = _fitted(whole, size, room)
        times, foot = _times(size), round(high * 0.79 + size * 0.36)
        mask = Image.new("L", (times * max(1, round(_width(line, size)) + 2), times * round(high * 1.6)))
        draw, pictures, x = ImageDraw.Draw(mask), [], 1.0
        for face, run in _runs(line):
            if face == _PICTURES:
                side = round(_PICTURE * size)
                first, top = x + (_PITCH * size - side) / 2, round(high * 0.79 - side / 2)
                for number, sign in enumerate(run):
                    pictures.append((emoji(sign, side), (round(first + number * _PITCH * size), top)))
            else:
                draw.text((times * x, times * foot), run, fill=255, font=font(times * size, face), anchor="ls")
            x += _length(face, run, size)
        return Written(mask.reduce(times), tuple(pictures))
