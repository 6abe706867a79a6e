"""Measures the time and size of board pictures: `python -m benchmarks.pictures [size]`.

Figures are medians of compose and encode of random games in one process, with warm caches; `cold` is a board's first
picture in each theme. Milliseconds are processor time, pictures per second wall time.
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from PIL import Image

from engine.catalog import game
from engine.events import Event
from engine.game import TurnKind
from render.content.scene import Scene
from render.drawing.text import faces_held
from render.picture import draw
from render.themes.catalog import THEMES

PICTURES = 300
NAMES = ("Ana", "Bartolomé", "Χρυσάνθη", "Зоя", "Eve", "Michelangelo")
BOARDS: dict[str, tuple[str, dict[str, Any]]] = {
    "parchis 4": ("parchis", {"preset": "italian", "colours": 4}),
    "parchis 3": ("parchis", {"preset": "italian", "colours": 3}),
    "parchis 5": ("parchis", {"preset": "italian", "colours": 5}),
    "parchis 6": ("parchis", {"preset": "italian", "colours": 6}),
    "diceless 6": ("parchis", {"preset": "diceless", "colours": 6}),
    "palma": ("palma", {"preset": "classic"}),
}


def scenes(name: str, rules: dict[str, Any], size: int, count: int, seed: int = 7) -> list[Scene]:
    """Return the first positions with a choice of random games, in game order."""
    rules_of = game(name)
    chance = random.Random(seed)
    picked: list[Scene] = []
    while True:
        state = rules_of.start(rules)
        trail: tuple[Event, ...] = ()
        while (turn := rules_of.turn(state)).kind is not TurnKind.OVER:
            moves = rules_of.moves(state)
            if turn.kind is TurnKind.CHOOSE:
                faces = ("sun", "moon", "moon") if name == "palma" else ()
                picked.append(Scene(name, state, NAMES, moves, trail, faces, size))
                if len(picked) == count:
                    return picked
            step = rules_of.apply(state, chance.choice(moves))
            state = step.state
            trail = step.events if turn.kind is TurnKind.CHOOSE else trail


def main(size: int = 800) -> None:
    for label, (name, rules) in BOARDS.items():
        before = scenes(name, rules, size, PICTURES, seed=8)
        colds = [_timed(replace(before[0], theme=theme)) for theme in THEMES]
        for scene in before:
            draw(scene)
        times, weights = [], []
        for scene in scenes(name, rules, size, PICTURES):
            taken, weight = _timed(scene)
            times.append(taken)
            weights.append(weight)
        with ThreadPoolExecutor(2) as pool:
            others = scenes(name, rules, size, PICTURES, seed=9)
            start = time.perf_counter()
            list(pool.map(draw, others))
            rate = PICTURES / (time.perf_counter() - start)
        print(
            f"{label:11} {size} px: {statistics.median(times) * 1e3:5.2f} ms (best {min(times) * 1e3:.2f}), "
            f"{statistics.median(weights) / 1000:5.1f} KB (maximum {max(weights) / 1000:.1f}); "
            f"two threads {rate:.0f}/s; cold {statistics.median(taken for taken, _ in colds) * 1e3:.0f} ms"
        )

    caches()


def _timed(scene: Scene) -> tuple[float, int]:
    """Draw a scene; return the seconds of processor time, and the bytes."""
    start = time.thread_time()
    weight = len(draw(scene))
    return time.thread_time() - start, weight


def caches() -> None:
    """Draw every board in every theme at its usual size; print what the caches hold."""
    for name, rules in BOARDS.values():
        for scene in scenes(name, rules, 800, 20):
            for theme in THEMES:
                draw(replace(scene, size=None, theme=theme))
    gc.collect()
    kept = [thing for thing in gc.get_objects() if isinstance(thing, Image.Image)]
    pixels = sum(image.width * image.height * len(image.getbands()) for image in kept)
    print(f"caches      all themes: {pixels / 1e6:.1f} MB in {len(kept)} images, {faces_held()} font sizes")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:2]))
