"""Draw pictures for tests: boards and cards by one function of the scene."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, fields

from bot.core.features.context import CardPainters
from render import picture
from render.content.card_content import ResultCard
from render.content.scene import Scene
from render.content.touch import Disc, Touch


@dataclass(frozen=True, slots=True)
class FakePictures:
    """Pictures that a function makes of scenes; the card of a finished game is made of its last position."""

    draw: Callable[[Scene], bytes]

    def touch(self, scene: Scene) -> Touch:
        """Say where the real picture is touched."""
        return picture.touch(scene)

    def seats(self, scene: Scene) -> tuple[tuple[Disc, ...], ...]:
        """Say where the real picture has its seats."""
        return picture.seats(scene)

    def describe(self, scene: Scene) -> bytes:
        """Describe a board without sprites, which says what it is of."""
        told = {"size": [800, 800], "base": scene.theme, "shows": repr(scene), "moves": 0}
        return json.dumps(told | dict.fromkeys(("art", "things", "rest", "film"), ())).encode()

    def draw_pair(self, left: Scene, right: Scene) -> bytes:
        return self.draw(left) + self.draw(right)

    def draw_result_card(self, card: ResultCard, scene: Scene) -> bytes:
        """Draw the card's last position."""
        return self.draw(scene)


def _card(*_: object) -> bytes:
    return b"a card"


CARDS = CardPainters(*[_card] * len(fields(CardPainters)))
"""No figures are drawn: each card takes longer than all that is said with it."""
