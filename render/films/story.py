"""Turns plies into beats: each moves one thing over a still board."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from engine.events import Bonus, Event, Thrown
from render.content.painter import Way
from render.content.scene import Glide, Scene, Tally, Toss
from render.content.unseen import Unseen
from render.picture import PAINTERS


@dataclass(frozen=True, slots=True)
class Beat:
    """One thing that moves, in `least` to `usual` pictures.

    `at` returns the scene at a share from 0 to 1; `after` is the final scene, which rests for at most `rest`
    pictures. `ways` are those that pieces have gone by then. In a `small` beat hardly a pixel changes.
    """

    at: Callable[[float], Scene]
    after: Scene
    least: int
    usual: int
    rest: int
    ways: tuple[Way, ...] = ()
    small: bool = False


def beats_of(unseen: Unseen) -> Iterator[Beat]:
    """Yield all movements in order; marks stay if the final board shows them."""
    blank = replace(unseen.end, moves=(), trail=(), faces=(), places=(), reach=False, allowed="", ghosts=())
    state = unseen.before
    old = sum(len(step.events) for step in unseen.steps) - len(unseen.end.trail)
    seen: tuple[Event, ...] = ()
    thrown = any(isinstance(event, Thrown) for step in unseen.steps for event in step.events)
    faces: tuple[str, ...] = () if thrown else unseen.end.faces  # they were there before
    for step in unseen.steps:
        here = replace(blank, state=state, trail=seen[max(0, old) :], faces=faces)
        throws = [event for event in step.events if isinstance(event, Thrown)]
        seen, state, faces = (*seen, *step.events), step.state, step.faces if throws else faces
        after = replace(blank, state=state, trail=seen[max(0, old) :], faces=faces)
        for throw in throws:
            yield _toss(throw, replace(here, faces=()), after)
        ways = PAINTERS[blank.game].ways(here.state, step.events)
        sent = tuple(way for way in ways if way.sent)
        due = tuple(Tally(event.seat, 0) for event in step.events if isinstance(event, Bonus))
        counting = replace(after, tallies=due)  # hide what is still to be counted up
        for way in ways:
            if not way.sent:
                yield _glide(way, here, _flying(counting, sent, 0.0))
        if sent:
            yield Beat(partial(_flying, counting, sent), counting, least=8, usual=10, rest=2, ways=sent)
        for event in step.events:
            if isinstance(event, Bonus):
                yield _tally(event, after)


def overture(beats: Sequence[Beat]) -> Beat | None:
    """Merge beats into one where all pieces go at once; None if none has moved."""
    first: dict[str, str] = {}
    last: dict[str, str] = {}
    for beat in beats:
        for way in beat.ways:
            first.setdefault(way.piece, way.squares[0])
            last[way.piece] = way.squares[-1]
    gone = [(piece, (square, last[piece])) for piece, square in first.items() if square != last[piece]]
    if not gone:
        return None
    after = beats[-1].after

    def at(share: float) -> Scene:
        return replace(after, glides=tuple(Glide(piece, way, _eased(share), flight=True) for piece, way in gone))

    return Beat(at, after, least=10, usual=14, rest=2)


def _toss(event: Thrown, before: Scene, after: Scene) -> Beat:
    toss = Toss(event.seat, event.value, 0.0, after.faces)
    return Beat(lambda share: replace(before, tosses=(replace(toss, share=share),)), after, least=3, usual=6, rest=3)


def _glide(way: Way, scene: Scene, after: Scene) -> Beat:
    glide, squares = Glide(way.piece, way.squares, 0.0), len(way.squares) - 1
    least = 2 + math.ceil(squares / 2)
    return Beat(
        lambda share: replace(scene, glides=(replace(glide, share=_eased(share)),)),
        after, least, max(least, min(14, 4 + squares)), rest=2, ways=(way,),
    )  # fmt: skip


def _flying(scene: Scene, ways: tuple[Way, ...], share: float) -> Scene:
    return replace(
        scene, glides=tuple(Glide(way.piece, way.squares, _eased(share), flight=True, struck=True) for way in ways)
    )


def _tally(event: Bonus, after: Scene) -> Beat:
    def at(share: float) -> Scene:
        return replace(after, tallies=(Tally(event.seat, max(1, math.ceil(event.steps * share))),))

    return Beat(at, after, least=2, usual=min(8, event.steps), rest=2, small=True)


def _eased(share: float) -> float:
    """Return the share with a gentle start and stop."""
    return share * share * (3 - 2 * share)
