"""The pictures of tables: drawn at once, or on platforms that put boards together themselves when somebody asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Protocol

from bot.core.messages.content import Picture, Undrawn
from render.content.card_content import ResultCard
from render.content.position import read, written
from render.content.scene import Scene
from render.content.touch import Disc, Touch
from render.themes.catalog import CLASSIC

Draw = Callable[[Scene], bytes]


class Pictures(Protocol):
    """Draw a table: its board, and at its end the result card. `render.picture` implements it."""

    @property
    def draw(self) -> Draw:
        """Draw a board."""

    def describe(self, scene: Scene) -> bytes | None:
        """Describe a board in layers; None if that is impossible."""

    def draw_pair(self, left: Scene, right: Scene) -> bytes:
        """Draw two positions on one board side by side."""

    def touch(self, scene: Scene) -> Touch:
        """Return where on the board its choices are touched."""

    def seats(self, scene: Scene) -> tuple[tuple[Disc, ...], ...]:
        """Return where on the board each seat is."""

    def draw_result_card(self, card: ResultCard, scene: Scene) -> bytes:
        """Draw the card of a finished game, with its last position."""


@dataclass(frozen=True, slots=True)
class Later:
    """Pictures whose boards are drawn when somebody asks."""

    pictures: Pictures

    @property
    def draw(self) -> Draw:
        """Draw a board after all."""
        return self.pictures.draw

    def describe(self, scene: Scene) -> bytes | None:
        """Describe a board in layers; None if that is impossible."""
        return self.pictures.describe(scene)

    def draw_pair(self, left: Scene, right: Scene) -> bytes:
        """Draw two positions on one board side by side."""
        return self.pictures.draw_pair(left, right)

    def touch(self, scene: Scene) -> Touch:
        """Return where on the board its choices are touched."""
        return self.pictures.touch(scene)

    def seats(self, scene: Scene) -> tuple[tuple[Disc, ...], ...]:
        """Return where on the board each seat is."""
        return self.pictures.seats(scene)

    def draw_result_card(self, card: ResultCard, scene: Scene) -> bytes:
        """Draw the card of a finished game, with its last position."""
        return self.pictures.draw_result_card(card, scene)

    def board(self, scene: Scene) -> Undrawn:
        """Return a board that isn't drawn yet."""
        pictures = self.pictures

        def describe(theme: str, density: int) -> bytes | None:
            return pictures.describe(replace(scene, theme=theme or scene.theme, density=density))

        def draw(theme: str) -> bytes:
            return pictures.draw(replace(scene, theme=theme or scene.theme))

        return Undrawn(written(scene), describe, draw)

    def again(self, position: str) -> Undrawn:
        """Return the board that `Undrawn.position` stands for, at rest; raises ValueError, KeyError, EngineError."""
        return self.board(read(position))


def pictured(pictures: Pictures, scene: Scene, alt: str | Callable[[], str], *, at_once: bool = True) -> Picture:
    """Return a board's picture, drawn `at_once` or when somebody asks."""
    free = scene.theme == CLASSIC.name
    if isinstance(pictures, Later):
        return Picture(b"", alt, free=free, board=pictures.board(scene))
    draw = partial(pictures.draw, scene)
    return Picture(draw() if at_once else cache(draw), alt, free=free, shows=repr(scene))
