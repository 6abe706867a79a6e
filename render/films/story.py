"""Tell what is to be seen in motion: plies as beats, each a thing that moves over a board that stands still."""

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
    """One thing that moves. `least` and `usual` say in how many pictures it is shown, in a hurry and at leisure.

    `at` gives the scene when so much of it is over, from 0 to 1; `after` is the scene then, and `rest` for how many
    pictures at most it lies still. `ways` are those that pieces have gone when it is over. In a `small` beat hardly
    a pixel changes.
    """

    at: Callable[[float], Scene]
    after: Scene
    least: int
    usual: int
    rest: int
    ways: tuple[Way, ...] = ()
    small: bool = False


def beats_of(unseen: Unseen) -> Iterator[Beat]:
    """Yield all that moved, in the order in which it happened; marks stay as long as they will be seen at the end."""
    blank = replace(unseen.end, moves=(), trail=(), faces=(), places=(), reach=False, allowed="")
    state = unseen.before
    old = sum(len(step.events) for step in unseen.steps) - len(unseen.end.trail)
    seen: tuple[Event, ...] = ()
    thrown = any(isinstance(event, Thrown) for step in unseen.steps for event in step.events)
    faces: tuple[str, ...] = () if thrown else unseen.end.faces  # they lay there before
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
        counting = replace(after, tallies=due)  # what is yet to be counted up is not seen before
        for way in ways:
            if not way.sent:
                yield _glide(way, here, _flying(counting, sent, 0.0))
        if sent:
            yield Beat(partial(_flying, counting, sent), counting, least=8, usual=10, rest=2, ways=sent)
        for event in step.events:
            if isinstance(event, Bonus):
                yield _tally(event, after)


def overture(beats: Sequence[Beat]) -> Beat | None:
    """Return one beat in which all pieces go at once where several beats have led them; None if none has moved."""
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
    """Show captured pieces on their way home."""
    return replace(
        scene, glides=tuple(Glide(way.piece, way.squares, _eased(share), flight=True, struck=True) for way in ways)
    )


def _tally(event: Bonus, after: Scene) -> Beat:
    def at(share: float) -> Scene:
        return replace(after, tallies=(Tally(event.seat, max(1, math.ceil(event.steps * share))),))

    return Beat(at, after, least=2, usual=min(8, event.steps), rest=2, small=True)


def _eased(share: float) -> float:
    """Start and stop gently."""
    return share * share * (3 - 2 * share)
