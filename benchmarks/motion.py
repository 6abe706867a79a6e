"""Measures the time and size of moving boards: `python -m benchmarks.motion`.

A press shows one ply of a random game, a round all turns since the same seat's last; caches are warm, as in a running
bot. Figures are the median and maximum of processor time in one process.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.pictures import BOARDS, NAMES
from engine.catalog import game
from engine.dice import STICKS, device_for
from engine.events import Event, TurnBegan
from engine.game import TurnKind
from render.content.scene import Scene
from render.content.unseen import Step, Unseen
from render.films.film import media_types
from render.films.moving import draw_motion, shots_of
from render.picture import draw

PICTURES = 60


def unseen(name: str, rules: dict[str, Any], turns: int, seed: int) -> Iterator[Unseen]:
    """Yield the unseen plies of random games: each ply, or `turns` turns at a time."""
    rules_of, chance = game(name), random.Random(seed)
    while True:
        state = before = rules_of.start(rules)
        steps: list[Step] = []
        faces: tuple[str, ...] = ()
        while (turn := rules_of.turn(state)).kind is not TurnKind.OVER:
            ended = sum(isinstance(event, TurnBegan) for step in steps for event in step.events)
            if steps and ended >= turns:
                moves = rules_of.moves(state) if turn.kind is TurnKind.CHOOSE else ()
                trail: tuple[Event, ...] = tuple(event for step in steps for event in step.events)
                yield Unseen(before, tuple(steps), Scene(name, state, NAMES, moves, trail, faces, None))
                before, steps = state, []
            move = chance.choice(rules_of.moves(state))
            if turn.kind is TurnKind.THROW and device_for(rules_of.odds(state)) is STICKS:
                faces = STICKS.showing(move)
            done = rules_of.apply(state, move)
            state = done.state
            steps.append(Step(done.events, state, faces))


def main() -> None:
    """Print a line for a press and a round of each board, as GIF and, with `av`, as MP4."""
    for label, (name, rules) in BOARDS.items():
        for span, turns in (("press", 0), ("round", rules.get("colours", 2))):
            for what, _ in zip(unseen(name, rules, turns, 8), range(PICTURES // 5), strict=False):
                draw(what.end)
                draw_motion(what)
            for kind in media_types():
                print(
                    f"{label:11} {span} {kind.partition('/')[2]}: {_measured(name, rules, turns, kind)}", flush=True
                )


def _measured(name: str, rules: dict[str, Any], turns: int, kind: str) -> str:
    times, weights, lengths, stills = [], [], [], 0
    for what, _ in zip(unseen(name, rules, turns, 7), range(PICTURES), strict=False):
        if not (shots := list(shots_of(what))):
            continue  # nothing moves
        draw(what.end)
        start = time.thread_time()
        data = draw_motion(what, kind)
        times.append(time.thread_time() - start)
        stills += data is None
        if data is not None:
            weights.append(len(data))
            lengths.append(sum(shot.time for shot in shots[:-1]) / 100)
    return (
        f"{statistics.median(times) * 1e3:5.1f} ms (most {max(times) * 1e3:.0f}), "
        f"{statistics.median(weights) / 1000:5.1f} KB (most {max(weights) / 1000:.0f}), "
        f"{statistics.median(lengths):.1f} s (most {max(lengths):.2f}); too large {stills} of {len(times)}"
    )


if __name__ == "__main__":
    main()
