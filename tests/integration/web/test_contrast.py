"""All words of the page can be read: a contrast of 4.5 : 1 at least, by day and by night (WCAG 2.2, 1.4.3)."""

from __future__ import annotations

import re

import pytest

from bot.platforms.web.platform import PAGE

PAIRS = [
    ("ink", ("paper", "card", "raised", "tint", "accent-soft")),
    ("soft", ("paper", "card", "raised", "tint")),
    ("accent", ("paper", "card", "raised", "accent-soft")),
    ("on-accent", ("accent",)),
    ("danger", ("paper", "card")),
]
DAY, NIGHT = (PAGE / "base.css").read_text("utf-8").split("@media (prefers-color-scheme: dark)")[:2]
BY_DAY, BY_NIGHT = (dict(re.findall(r"--([a-z-]+): (#\w{6})\b", part)) for part in (DAY, NIGHT))
COLOURS = {name: (day, BY_NIGHT[name]) for name, day in BY_DAY.items() if name in BY_NIGHT}


def luminance(colour: str) -> float:
    """Compute the relative luminance of `#rrggbb`."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("time", [0, 1])
@pytest.mark.parametrize(("words", "grounds"), PAIRS)
def test_words_stand_out_from_every_ground(words: str, grounds: tuple[str, ...], time: int) -> None:
    for ground in grounds:
        low, high = sorted(luminance(COLOURS[name][time]) for name in (words, ground))
        assert (high + 0.05) / (low + 0.05) >= 4.5, (words, ground)


def test_no_hint_is_faint() -> None:
    for sheet in PAGE.glob("*.css"):
        for rule in re.findall(r"[^{}]*\{[^{}]*opacity: 0\.[1-7]\d*[^{}]*\}", sheet.read_text("utf-8")):
            assert re.search(r"aria-disabled|aria-checked|%|to \{", rule), rule
