"""How colours look to people who do not see all of them, and how far apart two colours are."""

from __future__ import annotations

import math
from collections.abc import Mapping

from render.themes.theme import Colour

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

# Machado, Oliveira and Fernandes 2009, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
# severity 1.0, for linear sRGB
DEFICIENCIES: Mapping[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_XYZ: Matrix = (
    (0.4123908, 0.3575843, 0.1804808),
    (0.2126390, 0.7151687, 0.0721923),
    (0.0193308, 0.1191948, 0.9505322),
)
_WHITE: Triple = (0.9504559, 1.0, 1.0890578)


def _times(matrix: Matrix, vector: Triple) -> Triple:
    a, b, c = (sum(x * y for x, y in zip(row, vector, strict=True)) for row in matrix)
    return (a, b, c)


def linear(colour: Colour) -> Triple:
    """An sRGB colour in shares of light."""
    a, b, c = ((x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4) for x in (y / 255 for y in colour))
    return (a, b, c)


def seen(colour: Colour, deficiency: str | None) -> Triple:
    """The linear colour that somebody sees."""
    light = linear(colour)
    if deficiency is None:
        return light
    a, b, c = (min(max(x, 0.0), 1.0) for x in _times(DEFICIENCIES[deficiency], light))
    return (a, b, c)


def luminance(colour: Colour) -> float:
    """How light a colour is, from 0 to 1."""
    return _times(_XYZ, linear(colour))[1]


def contrast(a: Colour, b: Colour) -> float:
    """The contrast ratio of WCAG, from 1 to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def lab(light: Triple) -> Triple:
    """A linear sRGB colour in CIELAB, D65."""
    shares = (value / white for value, white in zip(_times(_XYZ, light), _WHITE, strict=True))
    x, y, z = (share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116 for share in shares)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def distance(a: Triple, b: Triple) -> float:
    """CIEDE2000 of two colours in CIELAB."""
    mean_c = (math.hypot(*a[1:]) + math.hypot(*b[1:])) / 2
    grey = 1.5 - 0.5 * math.sqrt(mean_c**7 / (mean_c**7 + 25**7))
    (l1, c1, h1), (l2, c2, h2) = (
        (one[0], math.hypot(one[1] * grey, one[2]), math.degrees(math.atan2(one[2], one[1] * grey)) % 360)
        for one in (a, b)
    )
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    tone = 1.0 + sum(
        share * math.cos(math.radians(times * hue + off))
        for share, times, off in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    )
    by_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * tone)
    swing = 30 * math.exp(-(((hue - 275) / 25) ** 2))
    rotation = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(math.radians(2 * swing))
    return math.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)
