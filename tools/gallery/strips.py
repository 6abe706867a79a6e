"""Shows a motion in still pictures."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.match import Match
from render.content.scene import Scene
from render.content.unseen import Step, Unseen
from render.drawing.png import encode
from render.films.frames import Shot, frames
from render.films.moving import shots_of
from tools.gallery.games import Setting, moments, played

FRAMES = 6
_COLUMNS = 3
_WIDTH = 400


def strip(setting: Setting, since: int, plies: int, names: tuple[str, ...]) -> bytes:
    """Draw as a PNG how a board moves in the `plies` after `since`, ending at rest.

    Raises LookupError if the game ends before, or nothing moves.
    """
    shots = list(shots_of(unseen(setting, since, plies, names)))[1:]  # skip the first, a preview of the last
    if len(shots) < FRAMES:
        raise LookupError(f"too little moves after ply {since}")
    return _laid(_chosen(shots))


def unseen(setting: Setting, since: int, plies: int, names: tuple[str, ...]) -> Unseen:
    """Return the `plies` after `since` as unseen by a reader."""
    match: Match[object] = played(setting)
    steps, before = [], match.at(since).state
    found = moments(setting, since)
    next(found)
    for _, moment in zip(range(plies), found, strict=False):
        steps.append(Step(moment.news, moment.state, moment.faces))
        last = moment
    if len(steps) < plies:
        raise LookupError(f"the game is over before ply {since + plies}")
    trail = tuple(event for step in steps for event in step.events)
    end = Scene(setting.game, last.state, names, last.moves, trail, last.faces, _WIDTH, teams=setting.teams)
    return Unseen(before, tuple(steps), end)


def _chosen(shots: Sequence[Shot]) -> list[Shot]:
    """Choose evenly spaced pictures, including the last."""
    return [shots[(number + 1) * (len(shots) - 1) // FRAMES] for number in range(FRAMES)]


def _laid(shots: Sequence[Shot]) -> bytes:
    pictures = [drawn.picture.convert("RGB") for drawn in frames(shots)]
    wide, high = pictures[0].size
    sheet = Image.new("RGB", (_COLUMNS * wide, -(-len(pictures) // _COLUMNS) * high))
    for number, picture in enumerate(pictures):
        sheet.paste(picture, (number % _COLUMNS * wide, number // _COLUMNS * high))
    return encode(sheet.quantize(256, Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE))
