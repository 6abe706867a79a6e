"""Times the same Parchís board drawn by others: `python -m benchmarks vectors`.

Our board is written as SVG, and cairosvg and resvg make PNGs of it at 800 pixels; python-chess's board is drawn for
comparison. Figures are medians of processor time in one process, all warmed up.
"""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import cairosvg  # type: ignore[import-untyped]
import chess
import chess.svg
import resvg_py

from benchmarks.pictures import BOARDS, scenes
from render.content.scene import Scene
from render.drawing.geometry import Point
from render.drawing.sheet import Frame
from render.parchis.empty_board import draw_base
from render.parchis.geometry import layout
from render.picture import draw
from render.themes.catalog import THEMES
from render.themes.theme import Clear, Colour

ROUNDS = 15


class SvgSheet:
    """A sheet like those of our boards that writes SVG."""

    def __init__(self, frame: Frame, ground: Colour) -> None:
        self.frame = frame
        width, height = frame.size
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">',
            f'<rect width="{width}" height="{height}" fill="{_hex(ground)}"/>',
        ]

    def polygon(self, points: Sequence[Point], fill: Colour | Clear) -> None:
        self.parts.append(f'<polygon points="{self._path(points)}" fill="{_hex(fill)}"/>')

    def snapped(self, point: Point) -> Point:
        """Return the point: vectors have no pixels."""
        return point

    def whole_pixels(self, _outline: Sequence[Point]) -> None:
        """Return None: everything is drawn by its outline."""

    def veil(self, points: Sequence[Point], fill: Clear) -> None:
        """Write a translucent polygon."""
        self.parts.append(
            f'<polygon points="{self._path(points)}" fill="{_hex(fill)}" fill-opacity="{fill[3] / 255:.3f}"/>'
        )

    def line(self, points: Iterable[Point], fill: Colour, width: float, *, closed: bool = False) -> None:
        """Write a line with round joints and ends."""
        spots = list(points)
        spots += spots[:1] if closed else []
        self.parts.append(
            f'<polyline points="{self._path(spots)}" fill="none" stroke="{_hex(fill)}" stroke-linejoin="round" '
            f'stroke-linecap="round" stroke-width="{width * self.frame.scale:.2f}"/>'
        )

    def disc(self, centre: Point, radius: float, fill: Colour) -> None:
        x, y = self.frame.at(centre)
        self.parts.append(
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius * self.frame.scale:.2f}" fill="{_hex(fill)}"/>'
        )

    def text(self, centre: Point, words: str, height: float, fill: Colour) -> None:
        """Write a short word or number centred on a point."""
        x, y = self.frame.at(centre)
        size = height * self.frame.scale
        self.parts.append(
            f'<text x="{x:.2f}" y="{y + size * 0.36:.2f}" font-size="{size:.2f}" font-weight="bold" '
            f'font-family="Bitter" text-anchor="middle" fill="{_hex(fill)}">{words}</text>'
        )

    def _path(self, points: Iterable[Point]) -> str:
        return " ".join(f"{x:.2f},{y:.2f}" for x, y in map(self.frame.at, points))


def svg_of(scene: Scene) -> str:
    """Write a position as SVG: our board, with a disc and a number for each piece."""
    state, theme = scene.state, THEMES[scene.theme]
    board = state.setup.board
    shape = layout(board.colours)
    sheet: Any = SvgSheet(Frame.fit(shape.bounds, scene.size), theme.timber.bed)
    draw_base(sheet, theme, shape, board)
    standing: dict[Point, list[int]] = defaultdict(list)
    for piece, step in enumerate(state.steps):
        colour, number = divmod(piece, 4)
        square = board.square(colour, step)
        if square in "HF":
            home, goal = shape.homes[colour], shape.goals[colour]
            standing[(home if square == "H" else goal).places[number]].append(piece)
        else:
            standing[shape.cell(colour, square).centre].append(piece)
    for (x, y), pieces in standing.items():
        for index, piece in enumerate(pieces):
            tint, at = theme.tints[piece // 4], (x + index * 0.9, y)
            sheet.disc(at, 0.47, tint.deep)
            sheet.disc(at, 0.42, tint.base)
            sheet.text(at, str(piece % 4 + 1), 0.55, tint.ink)
    return "\n".join([*sheet.parts, "</svg>"])


def _hex(colour: Sequence[int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour[:3])


def measured(act: Callable[[], bytes]) -> tuple[float, int]:
    """Return the median processor time in milliseconds, and the bytes made."""
    made = act()
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        made = act()
        times.append((time.process_time() - start) * 1e3)
    return statistics.median(times), len(made)


def main() -> None:
    name, rules = BOARDS["parchis 4"]
    scene = scenes(name, rules, 800, 100)[-1]
    svg = svg_of(scene)
    chess_board = chess.svg.board(chess.Board(), size=800)
    ours = measured(lambda: draw(scene))
    others = {
        "the same board, cairosvg": measured(lambda: cairosvg.svg2png(svg.encode())),
        "the same board, resvg-py": measured(lambda: bytes(resvg_py.svg_to_bytes(svg))),
        "python-chess, cairosvg": measured(lambda: cairosvg.svg2png(chess_board.encode())),
    }
    print(f"{'ours':26} {ours[0]:7.2f} ms  {ours[1] / 1000:6.1f} KB")
    for label, (spent, size) in others.items():
        print(f"{label:26} {spent:7.2f} ms  {size / 1000:6.1f} KB  {spent / ours[0]:5.1f} times ours")


if __name__ == "__main__":
    main()
