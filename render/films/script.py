"""Write the script of a film: what is shown for how long.

Every movement of a piece is a beat: the piece glides along its squares, then lies still. A short game takes its time;
in a longer one pieces glide in fewer steps and lie still more briefly. If even so there is no room for all, the film
skips: captures and arrivals stay as long as possible, of the other beats some at even distances. The last beats are
always shown at leisure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.dice import STICKS, FairDice, device_for
from engine.events import Event, Thrown
from engine.game import Game, TurnKind
from engine.match import Match, Ply
from engine.notation import seat_labels
from render.content.painter import Way
from render.content.scene import Glide, Scene
from render.films.frames import Shot
from render.picture import PAINTERS

LONGEST = 6000
"""The longest film, in hundredths of a second."""
TEMPOS: Mapping[str, float] = {"usual": 1.0, "fast": 0.5, "slow": 2.0}
"""How many times as long a film is, and each thing in it."""
SHOTS = 900
"""The most shots of a film, unless its size asks for fewer."""
TITLE, ENDING = 120, 400
_QUICKEST = 3
"""How long a shot is seen at the least: programs slow down what is shorter."""
_TICK = 5
"""How long a step of a glide is seen: 20 a second."""
_MOST_STEPS, _BRIEFEST, _CALMEST = 6, 8, 50
_FINALE = 8
"""How many beats at the end are shown at leisure."""


@dataclass(frozen=True, slots=True)
class Look:
    """What all pictures of a film have in common; see `Scene`."""

    names: tuple[str, ...]
    teams: tuple[tuple[int, ...], ...] = ()
    theme: str = "classic"
    size: int = 480
    places: tuple[int, ...] = ()
    """Where everybody came in, if the moves do not tell."""
    tempo: str = "usual"
    """One of TEMPOS."""
    begins: int = 1
    """The turn that the film begins with, counted from 1."""
    dice: FairDice | None = None
    """What was thrown, for the sticks to lie as they fell."""


@dataclass(frozen=True, slots=True)
class FilmPace:
    """How many steps a glide has, and how long a piece then lies still."""

    steps: int
    still: int


@dataclass(frozen=True, slots=True)
class _Beat:
    """A ply at which pieces moved, the state before it, and the throw that it came of, if it was one, as it fell."""

    ply: Ply[Any]
    before: Any
    ways: tuple[Way, ...]
    thrown: tuple[Event, ...]
    faces: tuple[str, ...]

    @property
    def telling(self) -> bool:
        """Whether it is a capture, or a piece arrives."""
        return any(way.sent or way.arrives for way in self.ways)


def script(match: Match[Any], look: Look, shots: int = SHOTS) -> Iterator[Shot]:
    """Yield the shots of a game so far, one after the other.

    There are at most about that many, and they never last more than a minute, times the tempo.
    """
    slowness = TEMPOS[look.tempo]
    beats, opening = _beats(match, look.dice, look.begins)
    shown, paces = _plan(beats, shots)
    blank = Scene(match.game.name, opening, look.names, size=look.size, theme=look.theme, teams=look.teams, film=True)
    yield Shot(blank, TITLE)
    for beat, pace in zip(shown, paces, strict=True):
        for shot in _played(beat, pace, blank):
            yield Shot(shot.scene, max(_QUICKEST, round(shot.time * slowness)))
    places = look.places if len(look.places) == len(seat_labels(match)) else ()
    yield Shot(replace(blank, state=match.state, places=places), ENDING)


def _beats(match: Match[Any], dice: FairDice | None, begins: int) -> tuple[list[_Beat], Any]:
    """Return the beats from a turn on, and the state before it."""
    beats: list[_Beat] = []
    state = opening = match.opening
    turn = 1
    ways = PAINTERS[match.game.name].ways
    thrown: tuple[Event, ...] = ()
    faces: tuple[str, ...] = ()
    for ply in match.plies:
        if throws := tuple(event for event in ply.events if isinstance(event, Thrown)):
            thrown, faces = throws, _fallen(match.game, state, ply, dice)
        if turn >= begins and (moved := ways(state, ply.events)):
            beats.append(_Beat(ply, state, moved, thrown, faces))
        state = ply.state
        if ply.ends_turn:
            thrown, faces = (), ()
            turn += 1
            opening = state if turn == begins else opening
    return beats, opening


def _fallen(game: Game[Any], state: Any, ply: Ply[Any], dice: FairDice | None) -> tuple[str, ...]:
    """Return the sticks of a throw: as they fell, or where nobody knows that, some that show the same."""
    if ply.kind is not TurnKind.THROW or device_for(odds := game.odds(state)) is not STICKS:
        return ()
    throw = dice.throw(ply.throws - 1, odds) if dice is not None else None
    return throw.faces if throw is not None and throw.outcome == ply.move else STICKS.showing(ply.move)


def _plan(beats: list[_Beat], shots: int) -> tuple[list[_Beat], list[FilmPace]]:
    """Choose which beats are shown, and each one's pace."""
    finale = beats[-_FINALE:]
    calm = FilmPace(_MOST_STEPS, _CALMEST)
    room, time = shots - 2 - _count(finale, calm), LONGEST - TITLE - ENDING - _time(finale, calm)
    body = _thinned(beats[:-_FINALE], room, time)
    steps = _MOST_STEPS
    while steps > 1 and _excess(body, steps, room, time) > 1:
        steps -= 1
    still = (time - _time(body, FilmPace(steps, 0))) // len(body) if body else 0
    pace = FilmPace(steps, min(still, _CALMEST))
    return body + finale, [pace] * len(body) + [calm] * len(finale)


def _thinned(beats: list[_Beat], room: int, time: int) -> list[_Beat]:
    """Keep as many beats as fit when they are shown as quickly as can be."""
    kept = beats
    while kept and (excess := _excess(kept, 1, room, time)) > 1:
        kept = _chosen(beats, min(len(kept) - 1, int(len(kept) / excess)))
    return kept


def _excess(beats: list[_Beat], steps: int, room: int, time: int) -> float:
    """Compute how many times too much they are for so many shots and so much time."""
    pace = FilmPace(steps, _briefest(steps))
    return max(_count(beats, pace) / max(1, room), _time(beats, pace) / max(1, time))


def _chosen(beats: list[_Beat], most: int) -> list[_Beat]:
    telling = _spread([at for at, beat in enumerate(beats) if beat.telling], most)
    others = _spread([at for at, beat in enumerate(beats) if not beat.telling], most - len(telling))
    return [beats[at] for at in sorted(telling + others)]


def _spread(places: list[int], most: int) -> list[int]:
    return places if len(places) <= most else [places[at * len(places) // most] for at in range(most)]


def _briefest(steps: int) -> int:
    """Slow glides want a longer rest after them."""
    return _BRIEFEST + 2 * (steps - 1)


def _count(beats: list[_Beat], pace: FilmPace) -> int:
    return sum(len(beat.ways) * pace.steps + 1 for beat in beats)


def _time(beats: list[_Beat], pace: FilmPace) -> int:
    return sum(len(beat.ways) * pace.steps * _TICK + pace.still for beat in beats)


def _played(beat: _Beat, pace: FilmPace, blank: Scene) -> Iterator[Shot]:
    """Yield the pieces as they glide one after the other; whoever is sent home waits for whoever sent it."""
    scene = replace(blank, faces=beat.faces, trail=beat.thrown)
    for way in beat.ways:
        state = beat.ply.state if way.sent else beat.before
        for step in range(1, pace.steps + 1):
            share = step / (pace.steps + 1)
            glide = Glide(way.piece, way.squares, share, flight=way.sent, struck=way.sent)
            yield Shot(replace(scene, state=state, glides=(glide,)), _TICK)
    yield Shot(replace(scene, state=beat.ply.state), pace.still)
